"""A random program: a list of statements that is its own source text.

A statement is a Python expression over earlier values. Building the graph means
evaluating the statements, so that a failure is reported as the very text that
failed.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from types import CodeType
from typing import Any

import numpy as np

from tinymlir import _core
from tinymlir._core import UOp
from tinymlir.dtypes import dtypes, from_numpy_dtype
from tinymlir.interop import wrap_array
from tinymlir.tensor import Tensor

__all__ = ["Program", "Size", "Step", "array_text", "leaf", "write"]


class Size(int):
    """A number that the text of a program calls `N`."""

    def __repr__(self) -> str:
        return "N"


@dataclass(frozen=True)
class Step:
    """One statement.

    Attributes:
        text: the expression; `{0}` is the first input, `{name}` an argument.
        inputs: the numbers of the statements it uses.
        args: what else is in the expression, such as shapes.
        array: the elements, for a leaf.
        writable: whether kernels may write the memory of the leaf.
    """

    text: str
    inputs: tuple[int, ...] = ()
    args: dict[str, Any] = field(default_factory=dict)
    array: np.ndarray | None = None
    writable: bool = False

    def expression(self) -> str:
        """Return the statement's right side."""
        return self.text.format(*[f"v{i}" for i in self.inputs], **self.args)


@dataclass(frozen=True)
class Program:
    """Statements, and which values are realized, together and one after another.

    Attributes:
        variable: what `N` is bound to, and the most it may be.
    """

    steps: tuple[Step, ...]
    groups: tuple[tuple[int, ...], ...]
    variable: tuple[Size, int] | None = None

    def build(self) -> tuple[list[list[UOp]], list[tuple[np.ndarray, np.ndarray]]]:
        """Return the values that are to be realized. The other handles are gone.

        Returns:
            The values by group; and the memory that kernels may only read, with
            what it is to contain.
        """
        values: list[UOp] = []
        lent: list[tuple[np.ndarray, np.ndarray]] = []
        for step in self.steps:
            if step.array is None:
                values.append(build_step(step, values, self.variable))
                continue
            memory = step.array.copy()
            values.append(leaf(memory, step.writable))
            if not step.writable:
                lent.append((memory, step.array))
        return [[values[i] for i in group] for group in self.groups], lent

    def pruned(self) -> Program:
        """Return the program without statements that nothing needs."""
        needed: set[int] = {i for group in self.groups for i in group}
        for i in range(len(self.steps) - 1, -1, -1):
            if i in needed:
                needed.update(self.steps[i].inputs)
        number = {old: new for new, old in enumerate(sorted(needed))}
        steps = [
            replace(self.steps[i], inputs=tuple(number[k] for k in self.steps[i].inputs))
            for i in sorted(needed)
        ]
        groups = tuple(tuple(number[i] for i in group) for group in self.groups)
        return Program(tuple(steps), groups, self.variable)

    def script(self, variant: str) -> str:
        """Return the program as Python text that checks itself.

        Args:
            variant: how it is compiled, as in `check`.
        """
        lines = [
            "import ml_dtypes", "import numpy as np", "from numpy import inf, nan",
            "from tinymlir import UOp, _core, dtypes",
            "from tinymlir.testing.fuzz import leaf, verify, write", "",
        ]  # fmt: skip
        if self.variable:
            lines.append(f"N = {_variable_text(self.variable)}")
        for i, step in enumerate(self.steps):
            lines.append(f"v{i} = {step_text(step)}")
        outputs = ", ".join("[" + ", ".join(f"v{i}" for i in g) + "]" for g in self.groups)
        lines.append(f"groups = [{outputs}]")
        names = ", ".join(f"v{i}" for i in range(len(self.steps)))
        lines += [f"del {names}  # storage that nobody else holds is written in place"]
        lines += [f"verify(groups, {variant!r})"]
        return "\n".join(lines)


def leaf(array: np.ndarray, writable: bool = False) -> UOp:
    """Return the elements of an array as a stored value, on the same memory."""
    buffer = wrap_array(array, writable)
    return UOp.from_buffer(buffer, array.shape, from_numpy_dtype(array.dtype))


def write(target: UOp, index: Any, value: UOp) -> UOp:
    """Return what `target` is after `target[index] = value`; `target` stays what it is."""
    return target.assign(Tensor(target)._with_part(index, Tensor(value)).uop)


_NAMES = {"UOp": UOp, "_core": _core, "dtypes": dtypes, "np": np, "write": write}


def _variable_text(variable: tuple[Size, int]) -> str:
    number, most = variable
    return f"UOp.variable('n', 1, {most}).bind({int(number)})"


def build_step(step: Step, values: list[UOp], variable: tuple[Size, int] | None = None) -> UOp:
    """Return the value of a statement, given those before."""
    if step.array is not None:
        return leaf(step.array.copy(), step.writable)
    inputs = {f"v{i}": values[i] for i in step.inputs}
    if variable:
        inputs["N"] = eval(_compiled(_variable_text(variable)), _NAMES)
    return eval(_compiled(step.expression()), _NAMES, inputs)


@functools.lru_cache(4096)
def _compiled(text: str) -> CodeType:
    return compile(text, "<program>", "eval")


def step_text(step: Step) -> str:
    """Return the right side of a statement as text that stands alone."""
    if step.array is None:
        return step.expression()
    text = array_text(step.array)
    return f"leaf({text}, writable={step.writable})" if step.writable else f"leaf({text})"


def array_text(array: np.ndarray) -> str:
    """Return an array as text that makes it again."""
    name = array.dtype.name
    if array.dtype.isbuiltin != 1:  # a type of ml_dtypes
        raw = f"uint{array.dtype.itemsize * 8}"
        text = f"np.array({array.view(raw).tolist()}, np.{raw}).view(ml_dtypes.{name})"
    else:
        name = "bool_" if name == "bool" else name
        text = f"np.array({array.tolist()}, np.{name})"
    if array.size == 0:
        text += f".reshape({array.shape})"
    return text
