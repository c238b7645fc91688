"""The state of a program that is being generated, and what operations choose from."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import torch

from tinymlir.testing.apifuzz.program import THEIRS, Program, Step, evaluate, to_torch

__all__ = ["OPERATIONS", "Draft", "Reject", "is_float", "is_int", "name_of", "operation"]

_LIMIT = 2000
"""The most elements of a value."""
_SIZES = [1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8]
_FLOATS = ["float32", "float64", "float16", "bfloat16"]
_INTS = ["int32", "int64", "uint8"]
_PREFERRED = [
    ["float32"], ["float32"], ["float32", "int32", "bool"], ["float64", "int64"],
    ["float16", "float32"], ["bfloat16", "float32"], ["int32", "int64", "uint8", "bool"],
    ["int32"], [*_FLOATS], [*_FLOATS, *_INTS, "bool"],
]  # fmt: skip
_LARGEST = {"float16": 2e3, "bfloat16": 1e5, "float32": 1e6, "float64": 1e8}


class Reject(Exception):  # noqa: N818
    """An operation does not suit the values there are."""


Operation = Callable[["Draft"], Any]
OPERATIONS: list[tuple[float, str, Operation, bool]] = []
"""Weight, name, function, and whether infinities and NaN are fine."""


def operation(weight: float = 1.0, special: bool = False) -> Callable[[Operation], Operation]:
    """Enter a function that adds statements to a draft in the table.

    Args:
        weight: how often it is chosen, compared with others.
        special: whether both libraries agree on infinities and NaN.
    """

    def enter(function: Operation) -> Operation:
        OPERATIONS.append((weight, function.__name__, function, special))
        return function

    return enter


def name_of(value: Any) -> str:
    """Return the name of a PyTorch tensor's dtype."""
    return str(value.dtype).removeprefix("torch.")


def is_float(value: Any) -> bool:
    """Return whether a tensor has floats."""
    return value.dtype.is_floating_point


def is_int(value: Any) -> bool:
    """Return whether a tensor has integers, which bools are not."""
    return not value.dtype.is_floating_point and value.dtype is not torch.bool


def _anything(value: Any) -> bool:
    return True


class Draft:
    """Statements so far, their values in PyTorch, and what the program prefers.

    Args:
        rng: all choices come from it.
        smooth: whether the program is to be differentiated: floats that differ.
        special: whether leaves have infinities, NaN and negative zero.
    """

    def __init__(self, rng: random.Random, smooth: bool = False, special: bool = False) -> None:
        self.rng, self.smooth, self.special = rng, smooth, special
        self.steps: list[Step] = []
        self.values: list[Any] = []
        self.preferred = rng.choice(_PREFERRED)
        if smooth:
            self.preferred = [rng.choice(["float32", "float32", "float64"])]
        self.sizes = rng.sample(_SIZES, k=4)
        if rng.random() < 0.06 and not smooth:
            self.sizes.append(0)
        self.whole = rng.random() < 0.3 and not smooth

    # ----- Choices

    def shape(self, ranks: tuple[int, ...] = (0, 1, 1, 2, 2, 2, 3, 3, 4)) -> tuple[int, ...]:
        """Return a random shape of one of the ranks."""
        while True:
            shape = tuple(self.rng.choice(self.sizes) for _ in range(self.rng.choice(ranks)))
            if int(np.prod(shape)) <= _LIMIT // 2:
                return shape

    def dtype(self) -> str:
        """Return a dtype, most often one that the program prefers."""
        if self.smooth or self.rng.random() < 0.9:
            return self.rng.choice(self.preferred)
        return self.rng.choice([*_FLOATS, *_INTS, "bool"])

    def float_dtype(self) -> str:
        """Return a dtype of floats."""
        return self.rng.choice([d for d in self.preferred if d in _FLOATS] or ["float32"])

    def pick(self, fits: Callable[[Any], bool] = _anything) -> int:
        """Return the number of a value, recent ones more often.

        Raises:
            Reject: no value fits.
        """
        found = [i for i, value in enumerate(self.values) if fits(value)]
        if not found:
            raise Reject("no value fits")
        return found[-1] if self.rng.random() < 0.6 else self.rng.choice(found)

    def pick_float(self, least: int = 0, most: int = 6) -> int:
        """Return a value of floats with so many axes, making one if there is none."""
        try:
            return self.pick(lambda v: is_float(v) and least <= v.ndim <= most)
        except Reject:
            ranks = tuple(range(least, min(most, 4) + 1))
            return self.leaf(self.shape(ranks), self.float_dtype())

    def pick_axes(self, least: int = 1, fits: Callable[[Any], bool] = _anything) -> int:
        """Return a value with so many axes."""
        return self.pick(lambda v: v.ndim >= least and fits(v))

    def axis(self, i: int) -> int:
        """Return an axis of a value, sometimes counted from the end.

        Raises:
            Reject: there is no axis.
        """
        rank = self.values[i].ndim
        if not rank:
            raise Reject("no axis")
        axis = self.rng.randrange(rank)
        return axis - rank if self.rng.random() < 0.4 else axis

    def partner(self, i: int, dtype: str | None = None) -> int:
        """Return a value that broadcasts with another, perhaps of a dtype."""
        rng, value = self.rng, self.values[i]
        if rng.random() < 0.5:
            try:
                return self.pick(
                    lambda v: _broadcasts(v, value) and dtype in (None, name_of(v))
                )  # fmt: skip
            except Reject:
                pass
        shape = tuple(1 if rng.random() < 0.2 else n for n in value.shape)
        if rng.random() < 0.3:
            shape = shape[rng.randrange(len(shape) + 1) :]
        return self.leaf(shape, dtype or self.dtype())

    def number(self, i: int) -> int | float:
        """Return a Python number to go with a value."""
        value = self.values[i]
        if is_float(value) or (is_int(value) and self.rng.random() < 0.2):
            return self.rng.choice([0.5, 2.0, -1.5, 3, 1, 0.1, 7])
        return self.rng.choice([0, 1, 2, 3, 5] if name_of(value) == "uint8" else [-2, 1, 2, 3, 5])

    # ----- Statements

    def leaf(self, shape: tuple[int, ...], dtype: str, low: int = -4, high: int = 6) -> int:
        """Append random elements; integers lie between the bounds."""
        source = np.random.default_rng(self.rng.getrandbits(64))
        if dtype == "bool":
            array = source.integers(0, 2, shape).astype(bool)
        elif dtype in _INTS:
            array = source.integers(max(low, 0) if dtype == "uint8" else low, high, shape)
            array = array.astype(dtype)
        else:
            whole = self.whole and self.rng.random() < 0.8
            array = source.integers(-4, 6, shape) if whole else source.uniform(-3, 3, shape)
            if self.special:
                ends = np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0])
                array = np.where(source.random(shape) < 0.3, source.choice(ends, shape), array)
            array = array.astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)
        return self.constant(np.asarray(array))

    def constant(self, array: np.ndarray) -> int:
        """Append elements that are known."""
        return self._append(Step(array=array), to_torch(array))

    def add(self, ours: str, theirs: str = "", *inputs: int, rule: str = "exact") -> int:
        """Append a statement and return its number.

        Args:
            ours: the text for tinymlir.
            theirs: the text for PyTorch; the same if there is none.
            *inputs: the values it uses.
            rule: how it may be rounded.

        Raises:
            Reject: PyTorch refuses it, or the result is of no use.
        """
        theirs = theirs or ours.replace("dtypes.", "torch.")
        step = Step(ours, theirs, inputs, rule)
        try:
            value = evaluate(step.theirs, step.inputs, self.values, THEIRS)
        except (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError) as error:
            raise Reject(str(error)) from error
        return self._append(step, value)

    def _append(self, step: Step, value: Any) -> int:
        if value.numel() > _LIMIT or value.ndim > 6:
            raise Reject("the value is too large")
        if name_of(value) not in [*_FLOATS, *_INTS, "bool"]:
            raise Reject("no dtype of ours")
        if is_float(value) and value.numel():
            size = value.double().abs()
            finite = size.isfinite()
            if not self.special and not bool(finite.all()):
                raise Reject("not finite")
            if float(torch.where(finite, size, 0.0).max()) > _LARGEST[name_of(value)]:
                raise Reject("too large")
        self.steps.append(step)
        self.values.append(value)
        return len(self.steps) - 1

    def same(self, i: int, j: int) -> tuple[str, str]:
        """Return PyTorch's texts of two operands, of the dtype that they meet in.

        PyTorch lets a tensor without axes take the dtype of one with axes; the
        reference does so for Python numbers only.
        """
        a, b = self.values[i], self.values[j]
        if a.dtype is b.dtype:
            return "{0}", "{1}"
        kind = torch.promote_types(a.dtype, b.dtype)
        return f"{{0}}.to({kind})", f"{{1}}.to({kind})"

    def within(self, i: int, most: float) -> int:
        """Return a value, or one like it no larger than a number."""
        value = self.values[i]
        if value.numel() and float(value.double().abs().max()) > most:
            return self.add(f"{{0}}.clip({-most}, {most})", "", i)
        return i

    def positive(self, i: int) -> int:
        """Return a value, or one like it that is positive."""
        value = self.values[i]
        if value.numel() and float(value.double().min()) < 0.05:
            more = 0.5 if is_float(value) else 1
            kind = ".to(torch.int32)" if value.dtype is torch.bool else ""
            ours = kind.replace("to(torch.", "cast(dtypes.")
            return self.add(
                f"{{0}}{ours}.abs() + {more}", f"{{0}}{kind}.abs() + {more}", i, rule="ring"
            )
        return i

    def program(self, outputs: tuple[int, ...]) -> Program:
        """Return the program that ends in some values."""
        return Program(tuple(self.steps), outputs)


def _broadcasts(one: Any, two: Any) -> bool:
    try:
        torch.broadcast_shapes(one.shape, two.shape)
    except RuntimeError:
        return False
    return True
