"""Subscripts, to read and to write."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from tinymlir._core import UOp
from tinymlir.dtypes import dtypes
from tinymlir.errors import describe, explained
from tinymlir.interop import from_array
from tinymlir.ops.base import TensorBase
from tinymlir.ops.conversion import Operand
from tinymlir.ops.sort import Sort
from tinymlir.ops.subscript import Index, Part, Picked, check, is_array, part_of
from tinymlir.symbolic import is_symbolic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typing_extensions import Self

__all__ = ["Indexing"]


@explained("Tensor")
class Indexing(Sort):
    """`t[...]` and `t[...] = v` by NumPy's rules."""

    __slots__ = ()

    def _parse(self, index: Index) -> Picked:
        """Read a subscript."""
        items = list(index) if isinstance(index, tuple) else [index]
        for item in items:
            check(item)
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
        picked = Picked([], [], {}, 0)
        # The items that NumPy counts as arrays, once there is one.
        places: list[tuple[int, int]] = []
        for position, item in enumerate(items):
            axis = len(picked.parts)
            if item is None:
                picked.order.append(None)
                continue
            size = self.shape[axis]
            if isinstance(item, slice):
                picked.order.append(axis)
            else:
                places.append((position, len(picked.order)))
            if is_array(item):
                picked.arrays[axis] = self._index_tensor(item, axis)
                picked.parts.append(Part(0, size, 1))
            else:
                picked.parts.append(part_of(item, axis, size))
        if picked.arrays:
            shapes = [array.shape for array in picked.arrays.values()]
            try:
                shape = np.broadcast_shapes(*shapes)
            except ValueError:
                raise IndexError(f"the index tensors have shapes {shapes}") from None
            picked.arrays = {i: x._broadcast_to(shape) for i, x in picked.arrays.items()}
            if places[-1][0] - places[0][0] == len(places) - 1:
                picked.place = places[0][1]
        return picked

    def _index_tensor(self, item: Index, axis: int) -> Self:
        """Return integers of at least 32 bits that count from the front."""
        size = self.shape[axis]
        if not isinstance(item, TensorBase):
            array = np.asarray(item)
            if array.size == 0 and not isinstance(item, np.ndarray):
                array = array.astype(np.int32)
            if array.dtype.kind not in "iu":
                raise IndexError(f"an index has integers, not {array.dtype}")
            for bad in (array.min(initial=0), array.max(initial=-1)):
                if not -size <= bad < max(size, 1):
                    raise IndexError(
                        f"index {bad} is out of bounds for axis {axis} with size {size}"
                    )
            item = self._from_uop(from_array(array, None))._at(self.device)
        if not dtypes.is_int(item.dtype):
            hint = "; pick by a mask with where" if item.dtype is dtypes.bool else ""
            raise IndexError(f"an index has integers, not {item.dtype.name}{hint}")
        return item._wide_index()._from_end(size)

    def _from_end(self, size: int) -> Self:
        """Count negative elements from the end of an axis."""
        return (self < 0).where(self + size, self)

    def _pick(self, picked: Picked) -> Self:
        """Take the parts: the axes that stay, then those that a tensor picks from."""
        parts = picked.parts
        x = self.shrink([part.bounds() for part in parts])
        x = x.flip([i for i, part in enumerate(parts) if part.step < 0])
        for axis, part in enumerate(parts):
            x = x._every(axis, abs(part.step), part.count)
        kept, arrays = picked.kept(), list(picked.arrays)
        dropped = [axis for axis in range(self.ndim) if axis not in (*kept, *arrays)]
        x = x.permute([*dropped, *kept, *arrays])
        return x.reshape([*picked.rest(), *(self.shape[axis] for axis in arrays)])

    def __getitem__(self, index: Index) -> Self:
        """Return a part of the tensor.

        Integers, slices, None and Ellipsis give a view. Tensors and lists of integers
        pick elements one by one; several are broadcast to one shape, whose axes come
        where the first of them is, or first of all if something else stands between
        them. Gradients flow to the elements that were picked.

        Args:
            index: integers (negative ones count from the end), slices with any
                step, None for a new axis, Ellipsis for all other axes, tensors or
                lists of integers. An element of a tensor that is out of range
                picks 0.

        Raises:
            IndexError: an integer or an element of a list is out of range, there are
                too many indices, or one is of another kind.
            ValueError: the step of a slice is 0, or the tensors do not broadcast.
            TypeError: a bound of a slice is no integer.

        Example:
            >>> t = Tensor([[1, 2, 3], [4, 5, 6]])
            >>> t[1].tolist(), t[:, ::-2].tolist(), t[..., None, 0].shape
            ([4, 5, 6], [[3, 1], [6, 4]], (2, 1))
            >>> t[:, [2, 0]].tolist(), t[[0, 1], Tensor([-1, 1])].tolist()
            ([[3, 1], [6, 4]], [3, 5])
        """
        picked = self._parse(index)
        x = self._pick(picked)
        if not picked.arrays:
            return x
        x = x._gather_last(list(picked.arrays.values()))
        lead = len(picked.index_shape)
        axes = list(range(lead, x.ndim))
        axes[picked.place : picked.place] = range(lead)
        return x.permute(axes)

    def _gather_last(self, arrays: list[Self]) -> Self:
        """Return what the arrays name on the last axes, at the front."""
        count, rest = len(arrays), self.ndim - len(arrays)
        shape = arrays[0].shape
        source = self._strong().reshape([*([1] * len(shape)), *self.shape])
        chosen = self._matches(arrays, self.shape[rest:], rest)
        picked = chosen.where(source, source.const_like(0))
        axes = tuple(range(-count, 0))
        return picked._reduce("max" if self.dtype is dtypes.bool else "add", axes, False)

    def _matches(self, arrays: list[Self], sizes: tuple[int, ...], rest: int) -> Self:
        """Compare each element of the arrays with each place on axes of `sizes`.

        The result has the axes of the arrays, `rest` ones, and those axes.
        """
        result = None
        for i, (array, size) in enumerate(zip(arrays, sizes, strict=True)):
            after = [1] * (len(sizes) - i - 1)
            places = self._from_uop(UOp.iota((size,), 0).cast(array.dtype))
            left = array.reshape([*array.shape, *([1] * (rest + len(sizes)))])
            match = left == places.reshape([size, *after])
            result = match if result is None else result & match
        assert result is not None
        return result

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
        self.assign(self._with_part(index, v))

    def _with_part(self, index: Index, v: Operand) -> Self:
        """Return the elements with others in the place of some."""
        picked = self._parse(index)
        at, lead = picked.place, picked.index_shape
        rest = picked.rest()
        shape = [*rest[:at], *lead, *rest[at:]]
        value = self._value_to_store(v)._broadcast_to(tuple(shape))
        inside = self._from_uop(UOp.const(True))
        if picked.arrays:
            axes = list(range(value.ndim))
            axes = [*axes[at : at + len(lead)], *axes[:at], *axes[at + len(lead) :]]
            value, inside = self._last_written(value.permute(axes), picked)
        sizes = [self.shape[axis] for axis in picked.arrays]
        inside = inside.reshape([*([1] * len(rest)), *sizes])._broadcast_to(value.shape)
        placed = self._unpick(value, picked)._place(picked.parts, self.shape)
        mask = self._unpick(inside, picked)._place(picked.parts, self.shape)
        return mask.where(placed, self)

    def _unpick(self, x: Self, picked: Picked) -> Self:
        """Undo the reshape and permute of `_pick`."""
        kept, arrays = picked.kept(), list(picked.arrays)
        order = [*kept, *arrays]
        dropped = [axis for axis in range(self.ndim) if axis not in order]
        x = x.reshape([1] * len(dropped) + [picked.parts[axis].count for axis in order])
        order = [*dropped, *order]
        return x.permute([order.index(axis) for axis in range(self.ndim)])

    def _last_written(self, value: Self, picked: Picked) -> tuple[Self, Self]:
        """Return for each place the last value written to it, and whether there is one."""
        arrays = list(picked.arrays.values())
        count = math.prod(picked.index_shape)
        sizes = tuple(self.shape[axis] for axis in picked.arrays)
        chosen = self._matches([x.flatten() for x in arrays], sizes, 0)
        number = self._from_uop(UOp.iota((count,), 0).cast(dtypes.int32)) + 1
        number = number.reshape([count, *([1] * len(sizes))])
        last = chosen.where(number, 0)._reduce("max", (0,), False)
        rows = value.reshape([count, *picked.rest()])
        rows = rows.permute([*range(1, rows.ndim), 0])
        written = rows._gather_last([last - 1])
        axes = [*range(len(sizes), written.ndim), *range(len(sizes))]
        return written.permute(axes), last > 0

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

    def _place(self, parts: list[Part], shape: tuple[int, ...]) -> Self:
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
        if is_symbolic(self.shape[0]):
            raise TypeError(f"len() of an axis of symbolic size {describe(self.shape[0])}")
        return self.shape[0]

    def __iter__(self) -> Iterator[Self]:
        """Iterate over the parts along the first axis.

        Raises:
            TypeError: there is no axis.
        """
        if self.ndim == 0:
            raise TypeError("iteration over a tensor without axes")
        if is_symbolic(self.shape[0]):
            raise TypeError(f"iteration over an axis of symbolic size {describe(self.shape[0])}")
        return (self[i] for i in range(self.shape[0]))
