"""Subscripts: integers, slices, None and Ellipsis, to read and to write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tinymlir._core import UOp
from tinymlir.dtypes import dtypes
from tinymlir.errors import describe, explained
from tinymlir.ops.base import TensorBase
from tinymlir.ops.conversion import Operand
from tinymlir.ops.scan import Scan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typing_extensions import Self

__all__ = ["Indexing"]

Index = Any


@dataclass(frozen=True)
class _Part:
    """What a subscript takes of one axis: `count` elements from `begin` on."""

    begin: int
    count: int
    step: int
    collapse: bool = False

    def bounds(self) -> tuple[int, int]:
        """Return the least place and the one after the greatest."""
        if self.count == 0:
            return (0, 0)
        last = self.begin + (self.count - 1) * self.step
        return (min(self.begin, last), max(self.begin, last) + 1)


def _part(item: Index, axis: int, size: int) -> _Part:
    """Read the subscript of one axis."""
    if isinstance(item, slice):
        for name in ("start", "stop", "step"):
            value = getattr(item, name)
            if value is not None and not hasattr(value, "__index__"):
                raise TypeError(f"slice indices must be integers or None, not {describe(value)}")
        begin, end, step = item.indices(size)
        return _Part(begin, len(range(begin, end, step)), step)
    place = item.__index__()
    if not -size <= place < size:
        raise IndexError(f"index {place} is out of bounds for axis {axis} with size {size}")
    return _Part(place % size, 1, 1, collapse=True)


def _check(item: Index) -> None:
    """Refuse what only NumPy's advanced indexing takes."""
    if item is None or item is Ellipsis or isinstance(item, slice):
        return
    if isinstance(item, TensorBase) or isinstance(item, (list, tuple)):
        raise IndexError(
            f"{describe(item)} is not a basic index; use Tensor.gather, or "
            "Tensor.one_hot and a product, to pick by a tensor"
        )
    if isinstance(item, bool) or not hasattr(item, "__index__"):
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`) and None are valid "
            f"indices, not {describe(item)}"
        )


@explained("Tensor")
class Indexing(Scan):
    """`t[...]` and `t[...] = v` by NumPy's rules for basic indices."""

    __slots__ = ()

    def _parse(self, index: Index) -> tuple[list[_Part], list[int]]:
        """Return a part for each axis, and where new axes come in the result."""
        items = list(index) if isinstance(index, tuple) else [index]
        for item in items:
            _check(item)
        if sum(item is Ellipsis for item in items) > 1:
            raise IndexError("an index can only have a single ellipsis ('...')")
        given = sum(item is not None and item is not Ellipsis for item in items)
        if given > self.ndim:
            raise IndexError(
                f"too many indices for tensor: tensor is {self.ndim}-dimensional, "
                f"but {given} were indexed"
            )
        filler = [slice(None)] * (self.ndim - given)
        at = next((i for i, item in enumerate(items) if item is Ellipsis), len(items))
        items[at : at + 1] = filler
        parts: list[_Part] = []
        new_axes: list[int] = []
        for item in items:
            if item is None:
                kept = sum(not part.collapse for part in parts)
                new_axes.append(kept + len(new_axes))
            else:
                parts.append(_part(item, len(parts), self.shape[len(parts)]))
        return parts, new_axes

    def __getitem__(self, index: Index) -> Self:
        """Return a part of the tensor, as a view.

        Args:
            index: integers (negative ones count from the end), slices with any
                step, None for a new axis, Ellipsis for all other axes.

        Raises:
            IndexError: an integer is out of range, there are too many indices, or
                one is of another kind.
            ValueError: the step of a slice is 0.
            TypeError: a bound of a slice is no integer.

        Example:
            >>> t = Tensor([[1, 2, 3], [4, 5, 6]])
            >>> t[1].tolist(), t[:, ::-2].tolist(), t[..., None, 0].shape
            ([4, 5, 6], [[3, 1], [6, 4]], (2, 1))
        """
        parts, new_axes = self._parse(index)
        x = self.shrink([part.bounds() for part in parts])
        x = x.flip([i for i, part in enumerate(parts) if part.step < 0])
        for axis, part in enumerate(parts):
            x = x._every(axis, abs(part.step), part.count)
        shape = [part.count for part in parts if not part.collapse]
        for axis in new_axes:
            shape.insert(axis, 1)
        return x.reshape(shape)

    def _every(self, axis: int, step: int, count: int) -> Self:
        """Keep every `step`-th element of an axis, the first included."""
        if step == 1 or count <= 1:
            return self
        keep: list = [None] * self.ndim
        grow = list(keep)
        grow[axis] = (0, count * step - self.shape[axis])
        rows = self.pad(grow).unflatten(axis, (count, step))
        keep.insert(axis + 1, (0, 1))
        return rows.shrink(keep).squeeze(axis + 1)

    def __setitem__(self, index: Index, v: Operand) -> None:
        """Write a part of the tensor.

        Stored tensors are written in place; the value of others is replaced, and
        gradients flow through both the old and the new part.

        Args:
            index: as for reading.
            v: a number, or a tensor that broadcasts to the part.

        Raises:
            IndexError: as for reading.
            ValueError: the value does not broadcast to the part.
            RuntimeError: the dtypes differ, or the tensor is a number without a
                width.

        Example:
            >>> t = Tensor([1, 2, 3, 4])
            >>> t[1:3] = 0
            >>> t.tolist()
            [1, 0, 0, 4]
        """
        if dtypes.is_weak(self.dtype):
            raise RuntimeError(f"a tensor of {self.dtype.name} has no storage to write")
        parts, new_axes = self._parse(index)
        shape = [part.count for part in parts if not part.collapse]
        for axis in new_axes:
            shape.insert(axis, 1)
        value = self._value_to_store(v)._broadcast_to(tuple(shape))
        value = value.reshape([part.count for part in parts])
        inside = self._from_uop(UOp.const(True))._broadcast_to(value.shape)
        placed = value._place(parts, self.shape)
        mask = inside._place(parts, self.shape)
        self.assign(mask.where(placed, self))

    def __delitem__(self, index: Index) -> None:
        raise TypeError("the elements of a tensor cannot be deleted")

    def _value_to_store(self, v: Operand) -> Self:
        other = self._operand(v)
        if not isinstance(other, UOp):
            other = UOp.const(other)
        value = self._from_uop(other)
        if not dtypes.is_weak(value.dtype) and value.dtype is not self.dtype:
            raise RuntimeError(
                f"assign dtype mismatch: {value.dtype.name} into {self.dtype.name}; cast the value"
            )
        return value._cast(self.dtype)

    def _place(self, parts: list[_Part], shape: tuple[int, ...]) -> Self:
        """Put the elements where the parts say in zeros of `shape`."""
        x = self
        for axis, part in enumerate(parts):
            x = x._spread(axis, abs(part.step))
        x = x.flip([i for i, part in enumerate(parts) if part.step < 0])
        pads = []
        for part, size in zip(parts, shape, strict=True):
            low, high = part.bounds()
            pads.append((low, size - high))
        return x.pad(pads)

    def _spread(self, axis: int, step: int) -> Self:
        """Put `step - 1` zeros between the elements of an axis."""
        count = self.shape[axis]
        if step == 1 or count <= 1:
            return self
        keep: list = [None] * self.ndim
        grow = [*keep[: axis + 1], (0, step - 1), *keep[axis + 1 :]]
        rows = self.unsqueeze(axis + 1).pad(grow).flatten(axis, axis + 1)
        keep[axis] = (0, (count - 1) * step + 1)
        return rows.shrink(keep)

    def __len__(self) -> int:
        """Return the size of the first axis.

        Raises:
            TypeError: there is no axis.
        """
        if self.ndim == 0:
            raise TypeError("len() of a tensor without axes")
        return self.shape[0]

    def __iter__(self) -> Iterator[Self]:
        """Iterate over the parts along the first axis.

        Raises:
            TypeError: there is no axis.
        """
        if self.ndim == 0:
            raise TypeError("iteration over a tensor without axes")
        return (self[i] for i in range(self.shape[0]))
