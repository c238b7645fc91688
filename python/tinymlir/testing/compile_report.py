"""What compiling a model costs, pass by pass."""

from __future__ import annotations

import dataclasses
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tinymlir import _core
from tinymlir.tensor import Tensor

__all__ = ["Pass", "Report", "measure"]


@dataclass(frozen=True)
class Pass:
    """What a pass at one place of a pipeline has cost.

    Attributes:
        stage: `schedule`, `kernel` or `LLVM`.
        runs: on how many functions or kernels it ran.
        ops_before, ops_after: how many ops these had, in all.
    """

    stage: str
    name: str
    runs: int
    wall_ms: float
    cpu_ms: float
    ops_before: int
    ops_after: int


@dataclass(frozen=True)
class Report:
    """What compiling a graph has cost."""

    model: str
    ops: int
    """How many ops the tensor graph has."""
    kernels: int
    passes: list[Pass]

    @property
    def passes_ms(self) -> float:
        """The processor time of all that is not LLVM, in milliseconds."""
        return sum(p.cpu_ms for p in self.passes if p.stage != "LLVM")

    @property
    def llvm_ms(self) -> float:
        """The processor time of LLVM, in milliseconds."""
        return sum(p.cpu_ms for p in self.passes if p.stage == "LLVM")

    @property
    def us_per_op(self) -> float:
        """The processor time of the passes per op of the tensor graph."""
        return self.passes_ms * 1e3 / max(self.ops, 1)

    def as_dict(self) -> dict[str, Any]:
        """Return everything as numbers and texts."""
        return {
            "model": self.model, "ops": self.ops, "kernels": self.kernels,
            "passes_ms": self.passes_ms, "llvm_ms": self.llvm_ms, "us_per_op": self.us_per_op,
            "passes": [dataclasses.asdict(p) for p in self.passes],
        }  # fmt: skip

    def table(self) -> Table:
        """Return everything as a table."""
        table = Table(title=f"{self.model}: {self.ops} ops, {self.kernels} kernels")
        for name in ("stage", "pass"):
            table.add_column(name)
        for name in ("runs", "CPU ms", "wall ms", "share", "ops before", "after"):
            table.add_column(name, justify="right")
        total = self.passes_ms + self.llvm_ms
        stage = ""
        for p in self.passes:
            if stage and p.stage != stage:
                table.add_section()
            counts = (f"{p.ops_before}", f"{p.ops_after}") if p.ops_before else ("", "")
            table.add_row(
                "" if p.stage == stage else p.stage, p.name, f"{p.runs}", f"{p.cpu_ms:.2f}",
                f"{p.wall_ms:.2f}", f"{p.cpu_ms / max(total, 1e-9):.1%}", *counts,
            )  # fmt: skip
            stage = p.stage
        table.add_section()
        table.add_row("", "passes", "", f"{self.passes_ms:.2f}", "", "", "", "")
        table.add_row("", "passes, us per op", "", f"{self.us_per_op:.1f}", "", "", "", "")
        table.add_row("", "LLVM", "", f"{self.llvm_ms:.2f}", "", "", "", "")
        table.add_row("", "LLVM, ms per kernel", "", f"{self.llvm_ms / max(self.kernels, 1):.2f}",
                      "", "", "", "")  # fmt: skip
        return table


def measure(model: str, outputs: list[Tensor]) -> Report:
    """Compile and run a graph that has not been compiled in this process.

    Kernels that are known are compiled again; the schedule is not.

    Args:
        model: the title.
        outputs: what is computed.
    """
    profile: list[dict[str, Any]] = []
    before = _core.stats()
    _core.realize([tensor.uop for tensor in outputs], profile=profile)
    after = _core.stats()
    passes = [
        Pass(
            p["stage"],
            p["name"],
            p["runs"],
            p["wall_seconds"] * 1e3,
            p["cpu_seconds"] * 1e3,
            p["ops_before"],
            p["ops_after"],
        )
        for p in profile
    ]
    # Threads start kernels in any order; the passes of a stage stay together.
    passes.sort(key=lambda p: ("schedule", "kernel", "LLVM").index(p.stage))
    ops = int(after["compiled_ops"] - before["compiled_ops"])
    kernels = int(after["compiled_kernels"] - before["compiled_kernels"])
    return Report(model, ops, kernels, passes)


def write(report: Report, target: str | None) -> None:
    """Print the table; or write JSON to a file, or for `-` to standard output."""
    if target is None:
        console = Console()
        console.width = max(console.width, 110)  # a cut name says nothing
        console.print(report.table())
        return
    text = json.dumps(report.as_dict(), indent=2) + "\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        Path(target).write_text(text)
