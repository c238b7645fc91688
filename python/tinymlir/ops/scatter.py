"""Scattering: elements go to places that other tensors name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tinymlir._core import UOp
from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.base import Number, TensorBase
from tinymlir.ops.indexing import Indexing

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Scatter"]

_REDUCTIONS = ("sum", "prod", "mean", "amax", "amin")


@explained("Tensor")
class Scatter(Indexing):
    """Writing by index, and picking by mask."""

    __slots__ = ()

    # ----- By index

    def _check_scatter(self, dim: int, index: Self, src: Self | Number) -> int:
        """Return the axis of a scatter."""
        axis = self._axis(dim)
        if not dtypes.is_int(index.dtype):
            raise TypeError(f"an index has integers, not {index.dtype.name}")
        if index.ndim != self.ndim:
            raise RuntimeError(f"index has {index.ndim} axes, the tensor {self.ndim}")
        for i, (count, size) in enumerate(zip(index.shape, self.shape, strict=True)):
            if i != axis and count > size:
                raise RuntimeError(f"the index has size {count} on axis {i}, the tensor {size}")
        if isinstance(src, TensorBase):
            if src.ndim != self.ndim:
                raise RuntimeError(f"src has {src.ndim} axes, the tensor {self.ndim}")
            if any(n > m for n, m in zip(index.shape, src.shape, strict=True)):
                raise RuntimeError(
                    f"the index of shape {list(index.shape)} is larger than src of "
                    f"shape {list(src.shape)}"
                )
            if src.dtype is not self.dtype and not dtypes.is_weak(src.dtype):
                raise RuntimeError(f"src has {src.dtype.name}, the tensor {self.dtype.name}")
        return axis

    def _deal(self, axis: int, index: Self, src: Self | Number) -> tuple[Self, Self]:
        """Return what may be written to each element, and whether it is.

        Both have the shape of this tensor and a last axis of all candidates.
        """
        if not isinstance(src, TensorBase):
            src = self._from_uop(UOp.const(src, self.dtype))._broadcast_to(index.shape)
        source = src._cast(self.dtype).shrink_to(index.shape)
        written = index._one_hot(self.shape[axis]).transpose(axis, -1)
        source = source.unsqueeze(-1).transpose(axis, -1)
        sizes = [*self.shape, index.shape[axis]]
        wide = [1 if i == axis else size for i, size in enumerate(sizes)]
        return source.pad_to(wide), written.pad_to(sizes)

    def scatter(self, dim: int, index: Self, src: Self | Number, reduce: str | None = None) -> Self:
        """Return this tensor with elements of `src` at the places that `index` names.

        Where a place is named more than once, the last element is written.

        Args:
            dim: the axis along which the places are.
            index: integers, with as many axes as this tensor and at most its sizes
                elsewhere. A place outside the axis is not written.
            src: what is written; a tensor at least as large as `index`, or a number.
            reduce: "add" or "multiply" to change the elements by a number; tensors
                take `scatter_reduce`.

        Raises:
            RuntimeError: the tensors have different numbers of axes or dtypes, or the
                index is too large.
            TypeError: the index has no integers, or `reduce` is given with a tensor.
            ValueError: there is no such `reduce`.

        Example:
            >>> index = Tensor([[2, 0]])
            >>> Tensor.zeros(1, 4, dtype="int32").scatter(1, index, Tensor([[7, 8]])).tolist()
            [[8, 0, 7, 0]]
            >>> Tensor.ones(1, 4, dtype="int32").scatter(1, index, 5, reduce="add").tolist()
            [[6, 1, 6, 1]]
        """
        if reduce not in (None, "add", "multiply"):
            raise ValueError(f'reduce is "add", "multiply" or None, not {reduce!r}')
        if dtypes.is_weak(self.dtype):
            return self._strong().scatter(dim, index, src, reduce)
        axis = self._check_scatter(dim, index, src)
        if reduce is not None:
            if isinstance(src, TensorBase):
                raise TypeError(f"reduce={reduce!r} takes a number; use scatter_reduce for tensors")
            number = self._from_uop(UOp.const(src, self.dtype))._broadcast_to(index.shape)
            return self.scatter_reduce(dim, index, number, "sum" if reduce == "add" else "prod")
        if self.ndim == 0:
            lifted = src.reshape(1) if isinstance(src, TensorBase) else src
            return self.unsqueeze(0).scatter(0, index.reshape(1), lifted).squeeze(0)
        values, written = self._deal(axis, index, src)
        order = self.arange(1, index.shape[axis] + 1)
        last = written.where(order, 0).max(-1, keepdim=True)
        chosen = written & (order == last)
        kind = "max" if self.dtype is dtypes.bool else "add"
        value = chosen.where(values, values.const_like(0))._reduce(kind, -1, False)
        return (last.squeeze(-1) > 0).where(value, self)

    def scatter_reduce(
        self, dim: int, index: Self, src: Self, reduce: str, include_self: bool = True
    ) -> Self:
        """Return this tensor combined with the elements of `src` at the places of `index`.

        Args:
            dim: the axis along which the places are.
            index: integers, with as many axes as this tensor and at most its sizes
                elsewhere. A place outside the axis is not written.
            src: what is combined; at least as large as `index`.
            reduce: "sum", "prod", "mean", "amax" or "amin".
            include_self: let the elements of this tensor take part; otherwise those
                that are written are replaced.

        Raises:
            RuntimeError: there is no such `reduce`, the tensors have different numbers
                of axes or dtypes, or the index is too large.
            TypeError: the index has no integers.

        Example:
            >>> x, index = Tensor([1, 2, 3]), Tensor([0, 0, 2])
            >>> x.scatter_reduce(0, index, Tensor([10, 20, 30]), "sum").tolist()
            [31, 2, 33]
            >>> x.scatter_reduce(0, index, Tensor([10, 20, 30]), "amax", False).tolist()
            [20, 2, 30]
        """
        if reduce not in _REDUCTIONS:
            raise RuntimeError(f"reduce is one of {', '.join(_REDUCTIONS)}, not {reduce!r}")
        if dtypes.is_weak(self.dtype):
            return self._strong().scatter_reduce(dim, index, src, reduce, include_self)
        axis = self._check_scatter(dim, index, src)
        if self.ndim == 0:
            lifted = self.unsqueeze(0), index.reshape(1), src.reshape(1)
            return lifted[0].scatter_reduce(0, *lifted[1:], reduce, include_self).squeeze(0)
        values, written = self._deal(axis, index, src)
        if reduce == "amin":
            values = values._inverse()
        kind = {"prod": "mul", "amax": "max", "amin": "max"}.get(reduce, "add")
        neutral = values.const_like(values._identity(kind))
        found = written.where(values, neutral)._reduce(kind, -1, False)
        old = self._inverse() if reduce == "amin" else self
        if include_self:
            found = found._alu(kind, old.uop)
        if reduce == "amin":
            found = found._inverse()
        count = written.sum(-1)
        if reduce == "mean":
            divisor = (count + int(include_self)).maximum(1)._cast(self.dtype)
            mode = None if self.is_floating_point() else "floor"
            found = found.div(divisor, rounding_mode=mode)._cast(self.dtype)
        return (count > 0).where(found, self)

    # ----- By mask

    def _ranked(self, size: int | None) -> tuple[Self, Self]:
        """Return for each True where it is, and whether there is one.

        Args:
            size: how many places to return; None computes how many there are.
        """
        count = self._cast(dtypes.int32).cumsum()
        if size is None:
            size = int(count[-1].item()) if count.numel() else 0  # type: ignore[attr-defined]
        number = self.arange(size, dtype=dtypes.int32)
        places = (count <= number.unsqueeze(1)).sum(-1)
        return places, places < count.numel()

    def masked_select(self, mask: Self, size: int | None = None, fill_value: Number = 0) -> Self:
        """Return the elements where `mask` is True, in row-major order.

        Args:
            mask: bools that broadcast with this tensor.
            size: how many elements the result has. None computes the mask to know,
                which a `TinyJit` cannot note.
            fill_value: what the result has at its end where `size` is more than there
                are.

        Raises:
            RuntimeError: the mask is not one of bools.
            ValueError: the shapes do not broadcast.

        Example:
            >>> t = Tensor([1, 2, 3])
            >>> t.masked_select(t > 1).tolist(), t.masked_select(t > 1, size=3).tolist()
            ([2, 3], [2, 3, 0])
        """
        if mask.dtype is not dtypes.bool:
            raise RuntimeError(f"a mask has bools, not {mask.dtype.name}")
        shape = mask.where(self, self).shape
        places, exists = mask._broadcast_to(shape).flatten()._ranked(size)
        picked = self._broadcast_to(shape).flatten()[places]
        return exists.where(picked, picked.const_like(fill_value))

    def nonzero(self, size: int | None = None, fill_value: int = 0) -> Self:
        """Return the indices of the elements that are not zero, as int32.

        Args:
            size: how many rows the result has. None computes the tensor to know,
                which a `TinyJit` cannot note.
            fill_value: what the last rows have where `size` is more than there are.

        Returns:
            a row for each such element, in row-major order, with a number per axis.

        Example:
            >>> Tensor([[0, 5], [6, 0]]).nonzero().tolist()
            [[0, 1], [1, 0]]
        """
        places, exists = (self != 0).flatten()._ranked(size)
        if self.ndim == 0:
            return self.empty(places.shape[0], 0, dtype=dtypes.int32)
        columns: list[Self] = []
        step = 1
        for length in reversed(self.shape):
            columns.insert(0, (places // step) % max(length, 1))
            step *= max(length, 1)
        rows = columns[0].stack(*columns[1:], dim=1)
        return exists.unsqueeze(1).where(rows, fill_value)._cast(dtypes.int32)
