"""Scans and positions: cumulative operations, argmax, triangles, one-hot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tinymlir._core import UOp, sum_dtype
from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.reduce import Reduce
from tinymlir.symbolic import is_symbolic

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Scan"]

_LONGEST_WINDOW = 512
_CHUNK = 256


@explained("Tensor")
class Scan(Reduce):
    """What depends on the place of an element along an axis."""

    __slots__ = ()

    # ----- Cumulative operations

    def _identity(self, kind: str) -> float:
        if kind == "add":
            return 0
        return 1 if kind == "mul" else dtypes.min(self.dtype)

    def _scan(self, kind: str, axis: int) -> Self:
        """Combine each element with all before it along an axis.

        Each result is the reduction of a window that ends at its element. A long
        axis is cut into chunks: the totals of the chunks before are added to
        what is accumulated inside each.
        """
        place = self._axis(axis)
        if self.ndim == 0 or self.shape[place] <= 1:
            return self
        last = self.ndim - 1
        return self.transpose(place, last)._scan_last(kind).transpose(place, last)

    def _scan_last(self, kind: str) -> Self:
        keep: list = [None] * (self.ndim - 1)
        length = self.shape[-1]
        identity = self._identity(kind)
        if length <= _LONGEST_WINDOW:
            padded = self.pad([*keep, (length - 1, 0)], value=identity)
            return padded._windows(length)._reduce(kind, -1, False)
        extra = -length % _CHUNK
        rows = self.pad([*keep, (extra, 0)], value=identity)
        rows = rows.unflatten(-1, (-1, _CHUNK))._scan_last(kind)
        totals = rows.shrink([*keep, None, (_CHUNK - 1, _CHUNK)]).squeeze(-1)
        before = totals._scan_last(kind).pad([*keep, (1, -1)], value=identity)
        whole = rows._alu(kind, before.unsqueeze(-1).uop).flatten(-2)
        return whole.shrink([*keep, (extra, extra + length)])

    def cumsum(self, axis: int = 0) -> Self:
        """Return the sums of the elements up to each along an axis.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([1, 2, 3]).cumsum().tolist()
            [1, 3, 6]
        """
        x = self._strong()
        total = x._cast(sum_dtype(x.dtype))._scan("add", axis)
        return total._cast(x.dtype) if dtypes.is_float(x.dtype) else total

    def cumprod(self, axis: int) -> Self:
        """Return the products of the elements up to each along an axis.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([1, 2, 3]).cumprod(0).tolist()
            [1, 2, 6]
        """
        return self._strong()._scan("mul", axis)

    def cummax(self, axis: int = 0) -> tuple[Self, Self]:
        """Return the greatest elements up to each, and where each is first.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> [x.tolist() for x in Tensor([1, 3, 2]).cummax()]
            [[1, 3, 3], [0, 1, 1]]
        """
        x = self._strong()._exact()
        place = x._axis(axis)
        values = x._scan("max", axis)
        if x.ndim == 0:
            return values, values.const_like(0)._cast(dtypes.int32)
        length = x.shape[place]
        source = x.transpose(place, -1).unsqueeze(-2)
        target = values.transpose(place, -1).unsqueeze(-1)
        allowed = (source == target) & self._triangle(length, length, 0, False)
        positions = self.arange(length, 0, -1)
        first = length - allowed.where(positions, 0).max(-1)
        return values, first._cast(dtypes.int32).transpose(place, -1)

    def cummin(self, axis: int = 0) -> tuple[Self, Self]:
        """Return the least elements up to each, and where each is first.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> [x.tolist() for x in Tensor([3, 1, 2]).cummin()]
            [[3, 1, 1], [0, 1, 1]]
        """
        values, places = self._strong()._inverse().cummax(axis)
        return values._inverse(), places

    def logcumsumexp(self, axis: int = 0) -> Self:
        """Return the logarithms of the sums of exponentials up to each element.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> [round(x, 4) for x in Tensor([0.0, 0.0]).logcumsumexp().tolist()]
            [0.0, 0.6931]
        """
        x = self._to_float()._strong()
        if x.ndim == 0:
            return x
        place = x._axis(axis)
        last = x.transpose(place, -1)
        top = x._scan("max", axis).detach().transpose(place, -1).unsqueeze(-1)
        length = x.shape[place]
        mask = self._triangle(length, length, 0, False)
        inner = mask.where((last.unsqueeze(-2) - top).exp(), 0)
        result = inner.sum(-1).log() + top.squeeze(-1)
        return result.transpose(place, -1)

    # ----- Positions of extremes

    def _exact(self) -> Self:
        """Store what is compared with its own extreme.

        Two kernels that compute one value may round it differently, and then
        nothing equals the extreme.
        """
        return self if self.uop.base.is_realized else self.contiguous()

    def argmax(self, axis: int | None = None, keepdim: bool = False) -> Self:
        """Return where the greatest element is; the first of several.

        Args:
            axis: the axis; None looks at the flattened tensor.
            keepdim: keep the axis.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> t = Tensor([[1, 9], [7, 3]])
            >>> t.argmax(1).tolist(), t.argmax().item()
            ([1, 0], 1)
        """
        if axis is None:
            return self.flatten().argmax(0)
        place = self._axis(axis)
        if self.ndim == 0:
            return self.const_like(0)._cast(dtypes.int32)
        x = self._exact()
        mask = x == x.max(place, keepdim=True)
        length = self.shape[place]
        after = [1] * (self.ndim - place - 1)
        if is_symbolic(length):
            positions = self.arange(length).mul(-1).add(length)
        else:
            positions = self.arange(length, 0, -1)
        positions = positions.reshape([length, *after])
        found = mask.where(positions, 0).max(place, keepdim)
        return (length - found)._cast(dtypes.int32)

    def argmin(self, axis: int | None = None, keepdim: bool = False) -> Self:
        """Return where the least element is; the first of several.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[1, 9], [7, 3]]).argmin(1).tolist()
            [0, 1]
        """
        return self._strong()._inverse().argmax(axis, keepdim)

    # ----- Triangles and one-hot

    @classmethod
    def _triangle(cls, rows: int, columns: int, diagonal: int, upper: bool) -> Self:
        """Return bools: True for a place in the triangle."""
        row = cls.arange(rows).unsqueeze(1) + diagonal
        column = cls.arange(columns).unsqueeze(0)
        return row <= column if upper else row >= column

    def triu(self, diagonal: int = 0) -> Self:
        """Return the upper triangle of the last two axes, zeros below.

        Args:
            diagonal: how far above the main diagonal the triangle begins.

        Raises:
            ValueError: there are fewer than two axes.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).triu().tolist()
            [[1, 2], [0, 4]]
        """
        if self.ndim < 2:
            raise ValueError(f"a triangle needs two axes, not {self.ndim}")
        mask = self._triangle(self.shape[-2], self.shape[-1], diagonal, True)
        return mask.where(self, self.const_like(0))

    def tril(self, diagonal: int = 0) -> Self:
        """Return the lower triangle of the last two axes, zeros above.

        Args:
            diagonal: how far above the main diagonal the triangle ends.

        Raises:
            ValueError: there are fewer than two axes.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).tril().tolist()
            [[1, 0], [3, 4]]
        """
        if self.ndim < 2:
            raise ValueError(f"a triangle needs two axes, not {self.ndim}")
        mask = self._triangle(self.shape[-2], self.shape[-1], diagonal, False)
        return mask.where(self, self.const_like(0))

    def _wide_index(self) -> Self:
        """Give integers a signed dtype that can number the places of an axis."""
        x = self._strong()
        if dtypes.is_unsigned(x.dtype):
            return x._cast(dtypes.int64 if x.dtype.itemsize > 2 else dtypes.int32)
        return x if x.dtype.itemsize >= 4 else x._cast(dtypes.int32)

    def _one_hot(self, num_classes: int) -> Self:
        """Return bools along a new last axis: True for the class."""
        x = self._wide_index()
        classes = self._from_uop(UOp.iota((num_classes,), 0).cast(x.dtype))
        return x.unsqueeze(-1) == classes

    def one_hot(self, num_classes: int) -> Self:
        """Return integers with a one in the place that each element names.

        Args:
            num_classes: the size of the new last axis.

        Raises:
            ValueError: the number of classes is negative.
            TypeError: the tensor has no integers.

        Example:
            >>> Tensor([0, 2]).one_hot(3).tolist()
            [[1, 0, 0], [0, 0, 1]]
        """
        if num_classes < 0:
            raise ValueError(f"the number of classes is >= 0, not {num_classes}")
        if not dtypes.is_int(self.dtype):
            raise TypeError(f"classes are integers, not {self.dtype.name}")
        return self._one_hot(num_classes)._cast(dtypes.default_int)

    def gather(self, dim: int, index: Self) -> Self:
        """Return the elements that `index` names along an axis.

        Args:
            dim: the axis.
            index: integers, with as many axes as this tensor and at most its
                sizes elsewhere. An index outside the axis gives 0.

        Raises:
            RuntimeError: the tensors have different numbers of axes, or the index
                is larger on another axis.
            TypeError: the index has no integers.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).gather(1, Tensor([[1], [0]])).tolist()
            [[2], [3]]
        """
        place = self._axis(dim)
        if index.ndim != self.ndim:
            raise RuntimeError(f"index has {index.ndim} axes, the tensor {self.ndim}")
        if not dtypes.is_int(index.dtype):
            raise TypeError(f"an index has integers, not {index.dtype.name}")
        for axis, (want, size) in enumerate(zip(index.shape, self.shape, strict=True)):
            if axis != place and want > size:
                raise RuntimeError(f"the index has size {want} on axis {axis}, the tensor {size}")
        kept = [None if i == place else (0, n) for i, n in enumerate(index.shape)]
        cut = self._strong().shrink(kept)
        source = cut.unsqueeze(-1).transpose(place, -1)
        chosen = index._one_hot(self.shape[place])
        picked = chosen.where(source, source.const_like(0))
        return picked._reduce("max" if self.dtype is dtypes.bool else "add", -1, False)
