"""The state of a program that is being generated: its statements and its mood."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from tinymlir._core import DType, UOp
from tinymlir.dtypes import dtypes
from tinymlir.testing.fuzz.numbers import NUMBERS, array
from tinymlir.testing.fuzz.program import Step, build_step

__all__ = ["Statements", "broadcasts", "expands", "name_of"]

_LIMIT = 3000
"""The most elements of a value."""
_SIZES = [1, 1, 2, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 32, 33, 64, 65]
_PREFERRED = [
    [dtypes.float32], [dtypes.int32], [dtypes.float32, dtypes.int32, dtypes.bool],
    [dtypes.float64, dtypes.int64], [dtypes.float16, dtypes.bfloat16, dtypes.float32],
    [*dtypes.fp8s, dtypes.float32], [*dtypes.uints], [*dtypes.sints], [*dtypes.all],
    [dtypes.int8, dtypes.uint8, dtypes.bool],
]  # fmt: skip


class Statements:
    """Statements so far, their values, and what the program prefers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.steps: list[Step] = []
        self.values: list[UOp] = []
        self.preferred = rng.choice(_PREFERRED)
        self.kinds = rng.sample(list(NUMBERS), k=rng.choice([1, 1, 2, 3]))
        self.sizes = rng.sample(_SIZES, k=4)
        if rng.random() < 0.06:
            self.sizes.append(0)
        self.stored: list[int] = []

    # ----- Statements

    def add(self, text: str, *inputs: int, **args: Any) -> int:
        """Append a statement and return its number."""
        return self._append(Step(text, inputs, args))

    def leaf(self, shape: tuple[int, ...], dtype: DType, writable: bool = False) -> int:
        """Append a stored value, a constant or coordinates."""
        kind = self.rng.random()
        if not writable and kind < 0.1:
            number = array(self.rng, (), dtype, self.rng.choice(self.kinds)).item()
            return self._append_constant(shape, dtype, number)
        if not writable and kind < 0.2 and shape and dtype is not dtypes.bool:
            return self.add(
                "UOp.iota({shape}, {axis}).cast(dtypes.{dtype})",
                shape=shape, axis=self.rng.randrange(len(shape)), dtype=name_of(dtype),
            )  # fmt: skip
        values = array(self.rng, shape, dtype, self.rng.choice(self.kinds))
        return self._append(Step("", array=values, writable=writable))

    def _append_constant(self, shape: tuple[int, ...], dtype: DType, number: Any) -> int:
        if isinstance(number, float) and not np.isfinite(number):
            text = f"float('{number}')"
        else:
            text = repr(number)
        return self.add(
            "UOp.const({number}, dtypes.{dtype}).expand({shape})",
            number=text, dtype=name_of(dtype), shape=shape,
        )  # fmt: skip

    def _append(self, step: Step) -> int:
        value = build_step(step, self.values)
        if int(np.prod(value.shape)) > _LIMIT or len(value.shape) > 6:
            raise ValueError("the value is too large")
        self.steps.append(step)
        self.values.append(value)
        return len(self.steps) - 1

    # ----- Choices

    def shape(self) -> tuple[int, ...]:
        """Return a random shape."""
        while True:
            rank = self.rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5])
            shape = tuple(self.rng.choice(self.sizes) for _ in range(rank))
            if int(np.prod(shape)) <= _LIMIT:
                return shape

    def dtype(self) -> DType:
        """Return a dtype, most often one that the program prefers."""
        if self.rng.random() < 0.9:
            return self.rng.choice(self.preferred)
        return self.rng.choice(dtypes.all)

    def pick(self, fits: Callable[[UOp], bool] = lambda value: True) -> int:
        """Return a value, recent ones more often.

        Raises:
            ValueError: no value fits.
        """
        found = [i for i, value in enumerate(self.values) if fits(value)]
        if not found:
            raise ValueError("no value fits")
        return found[-1] if self.rng.random() < 0.6 else self.rng.choice(found)

    def partner(self, value: UOp, dtype: DType) -> int:
        """Return a value of a dtype that broadcasts with another."""
        rng = self.rng
        if rng.random() < 0.6:
            try:
                other = self.pick(lambda v: broadcasts(v.shape, value.shape))
                return self.as_dtype(other, dtype)
            except ValueError:
                pass
        shape = tuple(1 if rng.random() < 0.2 else n for n in value.shape)
        if rng.random() < 0.3:
            shape = shape[rng.randrange(len(shape) + 1) :]
        return self.leaf(shape, dtype)

    def as_dtype(self, i: int, dtype: DType) -> int:
        """Return a value as a dtype."""
        if self.values[i].dtype is dtype:
            return i
        return self.add("{0}.cast(dtypes.{dtype})", i, dtype=name_of(dtype))


def name_of(dtype: DType) -> str:
    """Return the name of the attribute of `dtypes`."""
    return next(name for name in _NAMES if getattr(dtypes, name) is dtype)


_NAMES = [
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "fp8e4m3", "fp8e5m2", "fp8e4m3fnuz", "fp8e5m2fnuz", "float16", "bfloat16",
    "float32", "float64",
]  # fmt: skip


def broadcasts(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    """Return whether two shapes broadcast."""
    try:
        np.broadcast_shapes(one, two)
    except ValueError:
        return False
    return True


def expands(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    """Return whether the first shape broadcasts to the second."""
    return broadcasts(one, two) and np.broadcast_shapes(one, two) == two
