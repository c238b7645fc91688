"""Rearrangement: what is built of movement ops."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tinymlir._core import UOp, promote
from tinymlir.errors import explained
from tinymlir.ops.base import ints_of
from tinymlir.ops.movement import Movement
from tinymlir.symbolic import is_symbolic

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Rearrange"]


@explained("Tensor")
class Rearrange(Movement):
    """Squeezing, splitting, joining, repeating, windows."""

    __slots__ = ()

    # ----- Axes of size one, merged and split axes

    def squeeze(self, dim: int | None = None) -> Self:
        """Remove axes of size one, or the one axis if its size is one.

        Raises:
            IndexError: there is no axis `dim`.

        Example:
            >>> Tensor.ones(1, 3, 1).squeeze().shape, Tensor.ones(1, 3, 1).squeeze(0).shape
            ((3,), (3, 1))
        """
        if dim is None:
            return self.reshape([size for size in self.shape if size != 1])
        axis = self._axis(dim)
        if self.ndim == 0 or self.shape[axis] != 1:
            return self
        return self.reshape(self.shape[:axis] + self.shape[axis + 1 :])

    def unsqueeze(self, dim: int) -> Self:
        """Add an axis of size one before axis `dim`.

        Raises:
            IndexError: there is no place `dim`.

        Example:
            >>> Tensor.ones(2, 3).unsqueeze(1).shape, Tensor.ones(2, 3).unsqueeze(-1).shape
            ((2, 1, 3), (2, 3, 1))
        """
        axis = self._axis(dim, extra=1)
        return self.reshape([*self.shape[:axis], 1, *self.shape[axis:]])

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Self:
        """Merge the axes from `start_dim` to `end_dim`, both included.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor.ones(2, 3, 4).flatten(1).shape
            (2, 12)
        """
        start, end = self._axis(start_dim), self._axis(end_dim)
        merged = math.prod(self.shape[start : end + 1])
        return self.reshape([*self.shape[:start], merged, *self.shape[end + 1 :]])

    def unflatten(self, dim: int, sizes: Sequence[int]) -> Self:
        """Split an axis into several.

        Raises:
            IndexError: there is no axis `dim`.
            ValueError: the sizes do not multiply to that of the axis.

        Example:
            >>> Tensor.ones(2, 12).unflatten(1, (3, 4)).shape
            (2, 3, 4)
        """
        axis = self._axis(dim)
        sizes = list(sizes)
        if -1 in sizes:
            rest = -math.prod(sizes)
            if sizes.count(-1) > 1 or rest == 0 or self.shape[axis] % rest:
                raise ValueError(f"sizes {sizes} do not make an axis of {self.shape[axis]}")
            sizes[sizes.index(-1)] = self.shape[axis] // rest
        if math.prod(sizes) != self.shape[axis]:
            raise ValueError(f"sizes {sizes} do not make an axis of {self.shape[axis]}")
        return self.reshape([*self.shape[:axis], *sizes, *self.shape[axis + 1 :]])

    # ----- Parts

    def split(self, sizes: int | Sequence[int], dim: int = 0) -> tuple[Self, ...]:
        """Cut an axis into parts.

        Args:
            sizes: the size of each part, or one size for all but the last.
            dim: the axis.

        Raises:
            ValueError: the sizes do not add up to that of the axis.

        Example:
            >>> [x.tolist() for x in Tensor([1, 2, 3, 4, 5]).split(2)]
            [[1, 2], [3, 4], [5]]
        """
        axis = self._axis(dim)
        total = self.shape[axis]
        if isinstance(sizes, int):
            if sizes <= 0:
                raise ValueError(f"a part has a positive size, not {sizes}")
            if is_symbolic(total):
                raise ValueError("how many parts there are depends on variables; list the sizes")
            sizes = [min(sizes, total - i) for i in range(0, max(total, 1), sizes)]
        if sum(sizes) != total:
            raise ValueError(f"sizes {list(sizes)} do not add up to an axis of {total}")
        parts, begin = [], 0
        for size in sizes:
            bound = (begin, begin + size)
            parts.append(self.shrink([bound if i == axis else None for i in range(self.ndim)]))
            begin += size
        return tuple(parts)

    def chunk(self, chunks: int, dim: int = 0) -> list[Self]:
        """Cut an axis into at most `chunks` equal parts; the last may be shorter.

        Raises:
            ValueError: `chunks` is not positive.

        Example:
            >>> [x.tolist() for x in Tensor([1, 2, 3, 4, 5]).chunk(2)]
            [[1, 2, 3], [4, 5]]
        """
        if chunks <= 0:
            raise ValueError(f"the number of parts is positive, not {chunks}")
        size = self.shape[self._axis(dim)]
        if size == 0:
            return [self] * chunks
        return list(self.split(-(-size // chunks), dim))

    # ----- Joining

    @classmethod
    def _same_dtype(cls, tensors: Sequence[Self]) -> list[UOp]:
        uops = [tensor.uop for tensor in tensors]
        dtype = promote(*[uop.dtype for uop in uops])
        return [uop if uop.dtype is dtype else uop.cast(dtype) for uop in uops]

    def stack(self, *args: Self, dim: int = 0) -> Self:
        """Put tensors of one shape side by side along a new axis.

        Raises:
            ValueError: the shapes differ.
            IndexError: there is no place `dim`.

        Example:
            >>> Tensor([1, 2]).stack(Tensor([3, 4]), dim=1).tolist()
            [[1, 3], [2, 4]]
        """
        tensors = [self, *args]
        axis = self._axis(dim, extra=1)
        if any(tensor.shape != self.shape for tensor in tensors):
            shapes = [list(tensor.shape) for tensor in tensors]
            raise ValueError(f"stack needs equal shapes, not {shapes}; use cat")
        stacked = self._from_uop(UOp.stack(self._same_dtype(tensors)))
        order = list(range(1, stacked.ndim))
        order.insert(axis, 0)
        return stacked.permute(order)

    def cat(self, *args: Self, dim: int = 0) -> Self:
        """Put tensors one after another along an axis.

        Raises:
            ValueError: the shapes differ on another axis.
            IndexError: there is no axis `dim`.

        Example:
            >>> Tensor([[1, 2]]).cat(Tensor([[3, 4], [5, 6]])).tolist()
            [[1, 2], [3, 4], [5, 6]]
        """
        tensors = [self, *args]
        if any(tensor.ndim == 0 for tensor in tensors):
            raise ValueError("a tensor without axes cannot be joined; use stack")
        axis = self._axis(dim)
        rest = [s for i, s in enumerate(self.shape) if i != axis]
        for other in args:
            if rest != [s for i, s in enumerate(other.shape) if i != axis]:
                raise ValueError(
                    f"shapes {list(self.shape)} and {list(other.shape)} differ outside axis {axis}"
                )
        pieces = [self._from_uop(uop) for uop in self._same_dtype(tensors)]
        if len({piece.shape for piece in pieces}) == 1 and len(pieces) > 1:
            return pieces[0].stack(*pieces[1:], dim=axis).flatten(axis, axis + 1)
        return self._join(pieces, axis)

    # ----- Repeating

    def repeat(self, repeats: int | Sequence[int], *args: int) -> Self:
        """Repeat the whole tensor along its axes, and along new leading ones.

        Raises:
            ValueError: there are fewer numbers than axes.

        Example:
            >>> Tensor([1, 2]).repeat(2, 2).tolist()
            [[1, 2, 1, 2], [1, 2, 1, 2]]
        """
        counts = list(ints_of(repeats, args))
        lead = len(counts) - self.ndim
        if lead < 0:
            raise ValueError(f"{len(counts)} repeats for {self.ndim} axes")
        sizes = [1] * lead + list(self.shape)
        ones = [n for size in sizes for n in (1, size)]
        full = [n for pair in zip(counts, sizes, strict=True) for n in pair]
        final = [count * size for count, size in zip(counts, sizes, strict=True)]
        return self.reshape(ones).expand(full).reshape(final)

    def repeat_interleave(self, repeats: int, dim: int | None = None) -> Self:
        """Repeat each element, along one axis or of the flattened tensor.

        Raises:
            IndexError: there is no axis `dim`.

        Example:
            >>> Tensor([1, 2]).repeat_interleave(2).tolist()
            [1, 1, 2, 2]
        """
        flat = self.flatten() if dim is None else self
        axis = 0 if dim is None else self._axis(dim)
        shape = list(flat.shape)
        wide = [*shape[: axis + 1], repeats, *shape[axis + 1 :]]
        return flat.unsqueeze(axis + 1).expand(wide).flatten(axis, axis + 1)

    def roll(self, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None) -> Self:
        """Move the elements along axes; those that leave come in at the front.

        Args:
            shifts: how far, for each axis.
            dims: the axes; None rolls the flattened tensor.

        Raises:
            RuntimeError: shifts and axes differ in number.

        Example:
            >>> Tensor([1, 2, 3, 4]).roll(1).tolist()
            [4, 1, 2, 3]
        """
        if dims is None:
            return self.flatten().roll(shifts, 0).reshape(self.shape)
        steps = [shifts] if isinstance(shifts, int) else list(shifts)
        axes = [dims] if isinstance(dims, int) else list(dims)
        if len(steps) != len(axes):
            raise RuntimeError(f"{len(steps)} shifts for {len(axes)} axes")
        result = self
        for step, dim in zip(steps, axes, strict=True):
            axis = self._axis(dim)
            size = self.shape[axis]
            if size == 0:
                continue
            counts = [2 if i == axis else 1 for i in range(self.ndim)]
            begin = -step % size
            bound = (begin, begin + size)
            result = result.repeat(counts).shrink(
                [bound if i == axis else None for i in range(self.ndim)]
            )
        return result

    def meshgrid(self, *args: Self, indexing: str = "ij") -> tuple[Self, ...]:
        """Return the coordinates of the grid that 1-D tensors span.

        Args:
            *args: the other axes of the grid.
            indexing: "ij" for matrix order, "xy" for Cartesian order.

        Raises:
            RuntimeError: `indexing` is neither.

        Example:
            >>> [x.tolist() for x in Tensor([1, 2]).meshgrid(Tensor([3, 4]))]
            [[[1, 1], [2, 2]], [[3, 4], [3, 4]]]
        """
        if indexing not in ("ij", "xy"):
            raise RuntimeError(f'indexing is "ij" or "xy", not {indexing!r}')
        axes = [self, *args]
        if len(axes) == 1:
            return (self,)
        order = list(range(len(axes)))
        if indexing == "xy":
            order[0], order[1] = 1, 0
        shape = [0] * len(axes)
        for tensor, place in zip(axes, order, strict=True):
            shape[place] = tensor.numel()
        return tuple(
            tensor.reshape([tensor.numel() if i == place else 1 for i in range(len(axes))]).expand(
                shape
            )
            for tensor, place in zip(axes, order, strict=True)
        )

    # ----- Diagonals and windows

    def diag(self) -> Self:
        """Return the square matrix with this 1-D tensor as its diagonal.

        Raises:
            ValueError: the tensor is not 1-D.

        Example:
            >>> Tensor([1, 2]).diag().tolist()
            [[1, 0], [0, 2]]
        """
        if self.ndim != 1:
            raise ValueError(f"diag takes a 1-D tensor, not one of {self.ndim} axes")
        size = self.shape[0]
        wide = self.unsqueeze(1).pad((None, (0, size)))
        return wide.flatten().shrink(((0, size * size),)).reshape(size, size)

    def diagonal(self, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Self:
        """Return the diagonal of two axes, as the last axis.

        Args:
            offset: how far above the main diagonal; negative is below.
            dim1: the axis of the rows.
            dim2: the axis of the columns.

        Raises:
            RuntimeError: the axes are one.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).diagonal().tolist()
            [1, 4]
        """
        row, column = self._axis(dim1), self._axis(dim2)
        if row == column:
            raise RuntimeError(f"dim1 and dim2 are both axis {row}")
        rest = [axis for axis in range(self.ndim) if axis not in (row, column)]
        moved = self.permute([*rest, row, column])
        height, width = moved.shape[-2:]
        count = max(min(height + min(offset, 0), width - max(offset, 0)), 0)
        top, left = (max(-offset, 0), max(offset, 0)) if count else (0, 0)
        keep: list = [None] * len(rest)
        square = moved.shrink([*keep, (top, top + count), (left, left + count)])
        lead = list(square.shape[:-2])
        # In rows of `count + 1` the diagonal is the first column.
        flat = square.reshape([*lead, count * count]).pad([*keep, (0, count)])
        rows = flat.reshape([*lead, count, count + 1])
        return rows.shrink([*keep, None, (0, 1)]).reshape([*lead, count])

    def unfold(self, dim: int, size: int, step: int) -> Self:
        """Return windows along an axis; the window is a new last axis.

        Args:
            dim: the axis.
            size: the elements of a window.
            step: the distance of the windows.

        Raises:
            RuntimeError: the window does not fit the axis, or the step is not
                positive.

        Example:
            >>> Tensor([1, 2, 3, 4]).unfold(0, 2, 1).tolist()
            [[1, 2], [2, 3], [3, 4]]
        """
        axis = self._axis(dim)
        if not 1 <= size <= self.shape[axis]:
            raise RuntimeError(f"a window of {size} does not fit an axis of {self.shape[axis]}")
        if step <= 0:
            raise RuntimeError(f"the step is positive, not {step}")
        windows = self.transpose(axis, self.ndim - 1)._windows(size, step)
        order = list(range(windows.ndim))
        order[axis], order[self.ndim - 1] = order[self.ndim - 1], order[axis]
        return windows.permute(order)

    def _windows(self, size: int, step: int = 1, dilation: int = 1) -> Self:
        """Return the windows of the last axis: (..., windows, elements of one).

        The axis of `n` elements, repeated and cut into rows of `n + dilation`, has
        in column `c` of row `r` the element `c + r * dilation`: each column is a
        window. Windows that do not overlap are rows of a reshape.
        """
        lead, length = list(self.shape[:-1]), self.shape[-1]
        keep: list = [None] * len(lead)
        count = (length - dilation * (size - 1) - 1) // step + 1
        if size <= step and dilation == 1:
            x = self.shrink([*keep, (0, min(length, count * step))])
            x = x.pad_to([*keep, count * step]).reshape([*lead, count, step])
            return x.shrink([*keep, None, (0, size)])
        row = length + dilation
        x = self.repeat([1] * len(lead) + [-(-size * row // length)])
        x = x.shrink([*keep, (0, size * row)]).reshape([*lead, size, row])
        x = x.shrink([*keep, None, (0, min(count * step, row))])
        x = x.pad_to([*keep, None, count * step]).reshape([*lead, size, count, step])
        x = x.shrink([*keep, None, None, (0, 1)]).reshape([*lead, size, count])
        return x.transpose(-1, -2)
