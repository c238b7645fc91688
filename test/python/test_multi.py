"""Programs of one instance do, on all instances, what the whole program says.

The cases are those of `test/Transforms/multi.mlir`. A small evaluator runs the
program before and after `tiny-multi` on all devices in step; `unshard` joins
pieces, `allreduce` combines them.
"""

from __future__ import annotations

import itertools
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
TINY_OPT = ROOT / "build/bin/tiny-opt"
CASES = (ROOT / "test/Transforms/multi.mlir").read_text().split("// -----")
NAMES = [re.search(r"@(\w+)\(", case)[1] for case in CASES]  # type: ignore[index]
TYPES = {"f32": np.float32, "f64": np.float64, "bf16": np.float32}
COMBINE = {"add": np.add, "max": np.maximum, "mul": np.multiply}

LINE = re.compile(r"\s*(?:(%\w+) = )?tiny\.(\w+)\s*(.*)")
ARGUMENT = re.compile(r"(%\w+): !tiny\.buffer<(?:([\dx]+)x)?(\w+), global>")
RANGE = re.compile(r"%\w+ = tiny\.range (\d+) device id (\d+)")
LIST = r"\[([^\]]*)\]"


def lower(text: str) -> str:
    """Return the program of one instance."""
    pipeline = "builtin.module(tiny.function(tiny-multi))"
    command = [str(TINY_OPT), f"--pass-pipeline={pipeline}"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


class Instances:
    """Evaluates a program on all devices; a value is a list with one of each.

    A device is the values of the ranges, by id.
    """

    def __init__(self, text: str, extents: list[int], arguments: list[list[np.ndarray]]) -> None:
        self.devices = list(itertools.product(*[range(extent) for extent in extents]))
        self.values: dict[str, list[Any]] = {}
        self.leaves: dict[str, set[int]] = {}
        self.views: dict[str, str] = {}
        self.pieces: dict[str, tuple[str, list[str], list[int], list[int]]] = {}
        for (name, _, _), values in zip(ARGUMENT.findall(text), arguments, strict=True):
            self.values[name] = values
        for line in text.splitlines():
            if (match := LINE.match(line)) and match[2] not in ("function", "sink"):
                self.run(match[1], match[2], match[3])

    def ints(self, text: str) -> list[list[int]]:
        """The entries of a list on each device; an entry may be a value."""
        items = [item.strip() for item in text.split(",") if item.strip()]
        return [
            [int(self.values[i][d]) if i.startswith("%") else int(i) for i in items]
            for d in range(len(self.devices))
        ]

    def group(self, device: int, ranges: list[str]) -> Iterator[int]:
        """The devices that differ from one in what the ranges are made of only."""
        used = set().union(*(self.leaves[name] for name in ranges))
        mine = self.devices[device]
        for other, values in enumerate(self.devices):
            if all(values[i] == mine[i] for i in range(len(mine)) if i not in used):
                yield other

    def join(
        self, values: list[Any], ranges: list[str], axes: list[int], counts: list[int]
    ) -> list[Any]:
        """The whole of which each device has a block."""
        result = []
        for device in range(len(self.devices)):
            shape = list(values[device].shape)
            for axis, count in zip(axes, counts, strict=True):
                shape[axis] *= count
            whole = np.zeros(shape, values[device].dtype)
            for other in self.group(device, ranges):
                whole[self.block(other, values[other].shape, ranges, axes)] = values[other]
            result.append(whole)
        return result

    def block(
        self, device: int, shape: tuple[int, ...], ranges: list[str], axes: list[int]
    ) -> tuple[slice, ...]:
        """Where the block of a device lies in the whole."""
        place = [slice(None)] * len(shape)
        for axis, name in zip(axes, ranges, strict=True):
            begin = int(self.values[name][device]) * shape[axis]
            place[axis] = slice(begin, begin + shape[axis])
        return tuple(place)

    def run(self, name: str, op: str, rest: str) -> None:
        """Evaluate one op."""
        operands = re.findall(r"%\w+", rest.split(" : ")[0])
        lists = list(re.findall(LIST, rest.split(" : ")[0]))
        values = [self.values[o] for o in operands if o in self.values]
        self.leaves[name] = set().union(*(self.leaves.get(o, set()) for o in operands))
        each: Callable[..., list[Any]] = lambda f, *x: [f(*v) for v in zip(*x, strict=True)]  # noqa: E731
        if op == "range":
            number = int(rest.split()[-1])
            self.leaves[name] = {number}
            result = [device[number] for device in self.devices]
        elif op == "const":
            result = [float(rest.split()[0])] * len(self.devices)
        elif op == "after":
            self.views[name] = operands[0]
            if operands[0] in self.pieces:
                self.pieces[name] = self.pieces[operands[0]]
            result = self.values[operands[0]]
        elif op == "unshard":
            axes, counts = (self.ints(text)[0] for text in lists)
            if "!tiny.buffer" in rest or "global>" in rest:
                self.pieces[name] = (operands[0], operands[1:], axes, counts)
            result = self.join(values[0], operands[1:], axes, counts)
        elif op == "load":
            result = values[0]
            if operands[0] in self.pieces:
                source, ranges, axes, counts = self.pieces[operands[0]]
                result = self.join(self.values[source], ranges, axes, counts)
            result = [value.copy() for value in result]
        elif op == "store":
            self.store(operands[1], values[0])
            return
        elif op in ("add", "mul", "floordiv", "floormod", "cmpeq", "where"):
            functions: dict[str, Callable[..., Any]] = {
                "add": np.add, "mul": np.multiply, "floordiv": np.floor_divide,
                "floormod": np.mod, "cmpeq": np.equal, "where": np.where,
            }  # fmt: skip
            result = each(functions[op], *values)
        elif op in ("contiguous", "detach", "cast"):
            result = values[0]
        elif op == "reduce":
            kind = rest.split()[0]
            axes = tuple(self.ints(lists[-1])[0])
            result = [COMBINE[kind].reduce(v, axis=axes, keepdims=True) for v in values[0]]
        elif op == "allreduce":
            kind = COMBINE[rest.split()[0]]
            result = [
                kind.reduce([values[0][other] for other in self.group(device, operands[1:])])
                for device in range(len(self.devices))
            ]
        elif op == "stack":
            result = each(lambda *x: np.stack(x), *values)
        else:
            result = self.move(op, values[0], [self.ints(text) for text in lists])
        self.values[name] = result

    def move(self, op: str, values: list[Any], lists: list[list[list[int]]]) -> list[Any]:
        """Evaluate a movement op."""
        result = []
        for device, x in enumerate(values):
            first = lists[0][device]
            if op == "reshape":
                result.append(x.reshape(first))
            elif op == "permute":
                result.append(x.transpose(first))
            elif op == "flip":
                result.append(np.flip(x, first))
            elif op == "expand":
                result.append(np.broadcast_to(x, first))
            elif op == "pad":
                sizes = lists[1][device]
                high = [s - b - n for s, b, n in zip(sizes, first, x.shape, strict=True)]
                result.append(np.pad(x, list(zip(first, high, strict=True))))
            elif op == "shrink":
                sizes = lists[1][device]
                place = [slice(b, b + n) for b, n in zip(first, sizes, strict=True)]
                result.append(x[tuple(place)])
            else:
                raise ValueError(f"no meaning is known for {op}")
        return result

    def store(self, buffer: str, values: list[Any]) -> None:
        """Write to a buffer, or the pieces of one."""
        while buffer in self.views and buffer not in self.pieces:
            buffer = self.views[buffer]
        if buffer not in self.pieces:
            for target, value in zip(self.values[buffer], values, strict=True):
                target[...] = value
            return
        source, ranges, axes, _ = self.pieces[buffer]
        for device, target in enumerate(self.values[source]):
            target[...] = values[device][self.block(device, target.shape, ranges, axes)]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_shards_are_the_whole(case: str) -> None:
    text = "\n".join(line for line in case.splitlines() if not line.startswith("//"))
    extents = [int(extent) for extent, _ in sorted(RANGE.findall(text), key=lambda r: r[1])]
    count = int(np.prod(extents))
    rng = np.random.default_rng(5)
    inputs = []
    for _, shape, element in ARGUMENT.findall(text):
        sizes = [int(size) for size in shape.split("x") if size]
        whole = rng.integers(-9, 9, [count, *sizes]).astype(TYPES[element])
        if max(sizes, default=1) == 8:  # a whole buffer is the same on all devices
            whole[:] = whole[0]
        inputs.append(list(whole))
    expected = [[array.copy() for array in values] for values in inputs]
    found = [[array.copy() for array in values] for values in inputs]
    Instances(text, extents, expected)
    local = lower(text)
    assert "unshard" not in local
    Instances(local, extents, found)
    for wanted, got in zip(expected, found, strict=True):
        for one, other in zip(wanted, got, strict=True):
            np.testing.assert_allclose(other, one)
