"""Subscripts as they are written: what is taken of each axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tinymlir._core import UOp
from tinymlir.errors import describe
from tinymlir.ops.base import TensorBase
from tinymlir.symbolic import is_symbolic, resolve, simplify

__all__ = ["Index", "Part", "Picked", "check", "is_array", "part_of"]

Index = Any


@dataclass(frozen=True)
class Part:
    """What a subscript takes of one axis: `count` elements from `begin` on."""

    begin: int
    count: int
    step: int
    collapse: bool = False

    def bounds(self) -> tuple[int, int]:
        """Return the least place and the one after the greatest."""
        if is_symbolic(self.begin, self.count):
            return (self.begin, self.begin + self.count)
        if self.count == 0:
            return (0, 0)
        last = self.begin + (self.count - 1) * self.step
        return (min(self.begin, last), max(self.begin, last) + 1)


def _from_end(place: Any, size: Any) -> Any:
    """Count what is negative for all values of its variables from the end."""
    return place + size if resolve(place < 0, False) else place


def _symbolicpart_of(item: Index, size: Any) -> Part:
    """Read a subscript that depends on variables, or is one of such an axis."""
    if not isinstance(item, slice):
        return Part(simplify(_from_end(item, size)), 1, 1, collapse=True)
    if item.step not in (None, 1):
        raise IndexError(f"a slice with symbolic bounds has step 1, not {describe(item.step)}")
    begin = 0 if item.start is None else _from_end(item.start, size)
    end = size if item.stop is None else _from_end(item.stop, size)
    return Part(simplify(begin), simplify(end - begin), 1)


def part_of(item: Index, axis: int, size: int) -> Part:
    """Read the subscript of one axis."""
    bounds = (item.start, item.stop) if isinstance(item, slice) else (item,)
    if is_symbolic(size, *bounds):
        return _symbolicpart_of(item, size)
    if isinstance(item, slice):
        for name in ("start", "stop", "step"):
            value = getattr(item, name)
            if value is not None and not hasattr(value, "__index__"):
                raise TypeError(f"slice indices must be integers or None, not {describe(value)}")
        begin, end, step = item.indices(size)
        return Part(begin, len(range(begin, end, step)), step)
    place = item.__index__()
    if not -size <= place < size:
        raise IndexError(f"index {place} is out of bounds for axis {axis} with size {size}")
    return Part(place % size, 1, 1, collapse=True)


def is_array(item: Index) -> bool:
    """Return whether an item picks elements one by one."""
    return isinstance(item, (TensorBase, list, tuple, np.ndarray))


def check(item: Index) -> None:
    """Refuse what is no index."""
    if item is None or item is Ellipsis or isinstance(item, slice) or is_array(item):
        return
    if isinstance(item, UOp):
        return
    if isinstance(item, bool) or not hasattr(item, "__index__"):
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and tensors or lists of "
            f"integers are valid indices, not {describe(item)}"
        )


@dataclass
class Picked:
    """What a whole subscript takes."""

    parts: list[Part]
    """The part of each axis; of an axis picked by a tensor it is the whole."""
    order: list[int | None]
    """The axes of the result that are no index axes: None for a new one."""
    arrays: dict[int, Any]
    """The index tensors by axis, of one shape, with no negative elements."""
    place: int
    """Where in the result the axes of the index tensors come."""

    @property
    def index_shape(self) -> tuple[int, ...]:
        """Return the shape of the index tensors."""
        return next(iter(self.arrays.values())).shape if self.arrays else ()

    def kept(self) -> list[int]:
        """Return the axes that stay one by one."""
        return [axis for axis in self.order if axis is not None]

    def rest(self) -> list[int]:
        """Return the sizes of the axes of the result that are no index axes."""
        return [1 if axis is None else self.parts[axis].count for axis in self.order]
