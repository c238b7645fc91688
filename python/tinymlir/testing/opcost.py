"""What an op costs, from Python to the kernel."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tinymlir import _core, nn
from tinymlir._core import UOp
from tinymlir.config import Context
from tinymlir.examples.digits import Model, train_step
from tinymlir.tensor import Tensor

__all__ = ["Measurement", "measure", "report"]


@dataclass(frozen=True)
class Measurement:
    """A number that should be at most its target."""

    name: str
    value: float
    unit: str
    target: float

    @property
    def reached(self) -> bool:
        """Whether the number is at most its target."""
        return self.value <= self.target


def _resident_bytes() -> int:
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _scalar(value: float) -> UOp:
    return Tensor([value]).uop


def build_microseconds(count: int = 20_000) -> float:
    """Return the time to build an op that the graph does not have yet."""
    x, y = _scalar(1.0), _scalar(2.0)
    best = float("inf")
    for _ in range(5):
        node = x
        start = time.perf_counter()
        for _ in range(count // 2):
            node = (node + y) * x
        best = min(best, time.perf_counter() - start)
        del node
    return best / count * 1e6


def pass_microseconds() -> tuple[float, int]:
    """Return the time in passes per stage-T op of a training step, and the ops.

    The best of several batch sizes, none of which has been compiled before; the
    first also pays for loading the code.
    """
    Tensor.manual_seed(0)
    model = Model()
    optimizer = nn.optim.Adam(nn.state.get_parameters(model))
    best, ops = float("inf"), 0
    for batch in (128, 96, 160, 192, 224):
        images = np.zeros((batch, 64), np.float32)
        labels = np.zeros(batch, np.int32)
        with Context(TRAINING=1):
            loss = train_step(model, optimizer, images, labels)
            cells = optimizer.schedule_step()
        before = _core.stats()
        loss.realize(*cells)
        after = _core.stats()
        ops = int(after["compiled_ops"] - before["compiled_ops"])
        seconds = after["pass_seconds"] - before["pass_seconds"]
        best = min(best, seconds / max(ops, 1) * 1e6)
    return best, ops


def launch_microseconds(count: int = 5_000) -> float:
    """Return the time to build, look up and launch a one-element kernel."""
    x, y = _scalar(1.0), _scalar(2.0)
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(count):
            _core.realize([x + y])
        best = min(best, time.perf_counter() - start)
    return best / count * 1e6


def bytes_left(count: int = 100_000) -> float:
    """Return how much the process grows with each realize."""
    x, y = _scalar(1.0), _scalar(2.0)
    for _ in range(count // 10):
        _core.realize([x + y])
    before = _resident_bytes()
    for _ in range(count):
        _core.realize([x + y])
    return max(round((_resident_bytes() - before) / count), 0)


def different_equal_expressions() -> int:
    """Return how many of some pairs of equal expressions are two objects."""
    x, y = _scalar(1.0), _scalar(2.0)
    pairs = [
        (x + y, x + y),
        ((x * y).reshape([1, 1]), (x * y).reshape([1, 1])),
        (UOp.const(3), UOp.const(3)),
        (x.alu("exp2"), x.alu("exp2")),
    ]
    return sum(first is not second for first, second in pairs)


def measure(realizes: int = 100_000) -> list[Measurement]:
    """Measure all costs; `realizes` is how often memory is watched over."""
    passes, ops = pass_microseconds()
    return [
        Measurement("an op built from Python", build_microseconds(), "us", 2),
        Measurement(f"an op through the passes (of {ops})", passes, "us", 50),
        Measurement("a cached realize", launch_microseconds(), "us", 30),
        Measurement(f"left by each of {realizes} realizes", bytes_left(realizes), "bytes", 0),
        Measurement("equal expressions that differ", different_equal_expressions(), "", 0),
    ]


def report(measurements: list[Measurement]) -> str:
    """Return the numbers as a text."""
    lines = [f"{'':40s} {'measured':>12s} {'target':>10s}"]
    for m in measurements:
        mark = "ok" if m.reached else "MISSED"
        lines.append(
            f"{m.name:40s} {m.value:9.2f} {m.unit:5s} {'<= ' + format(m.target, 'g'):>8s}  {mark}"
        )
    return "\n".join(lines)
