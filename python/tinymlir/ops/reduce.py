"""Reductions: many elements become one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tinymlir._core import promote, sum_dtype
from tinymlir.dtypes import DTypeLike, dtypes, to_dtype
from tinymlir.errors import explained
from tinymlir.ops.base import normalize_axes
from tinymlir.ops.creation import Creation
from tinymlir.symbolic import SInt, is_symbolic

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Axis", "Reduce"]

Axis = int | Iterable[int] | None


@explained("Tensor")
class Reduce(Creation):
    """Sums and the like over axes, and what is made of them.

    `axis` is one axis, several, or None for all. A reduced axis is removed, or
    with `keepdim` stays with size one.
    """

    __slots__ = ()

    def _reduce(self, kind: str, axis: Axis, keepdim: bool) -> Self:
        axes = normalize_axes(axis, self.ndim)
        reduced = self._from_uop(self.uop.reduce(kind, axes)) if axes else self
        if keepdim or not axes:
            return reduced
        return reduced.reshape([size for i, size in enumerate(reduced.shape) if i not in axes])

    def sum(self, axis: Axis = None, keepdim: bool = False, dtype: DTypeLike | None = None) -> Self:
        """Add up elements.

        Small integers and bools are added as 32-bit integers, halves as floats.

        Args:
            axis: what to reduce.
            keepdim: keep the axes.
            dtype: the dtype to add in and to return.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).sum(0).tolist(), Tensor([[1, 2], [3, 4]]).sum().item()
            ([4, 6], 10)
        """
        x = self._strong()
        if dtype is not None:
            return x._cast(to_dtype(dtype))._reduce("add", axis, keepdim)
        total = x._cast(sum_dtype(x.dtype))._reduce("add", axis, keepdim)
        return total._cast(x.dtype) if dtypes.is_float(x.dtype) else total

    def prod(
        self, axis: Axis = None, keepdim: bool = False, dtype: DTypeLike | None = None
    ) -> Self:
        """Multiply elements.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).prod(1).tolist()
            [2, 12]
        """
        x = self._strong() if dtype is None else self._cast(to_dtype(dtype))
        return x._reduce("mul", axis, keepdim)

    def max(self, axis: Axis = None, keepdim: bool = False) -> Self:
        """Return the greatest element.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).max(0).tolist()
            [3, 4]
        """
        return self._strong()._reduce("max", axis, keepdim)

    def min(self, axis: Axis = None, keepdim: bool = False) -> Self:
        """Return the least element.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).min(0).tolist()
            [1, 2]
        """
        return self._strong()._inverse()._reduce("max", axis, keepdim)._inverse()

    def any(self, axis: Axis = None, keepdim: bool = False) -> Self:
        """Return whether an element is not zero.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[0, 2], [0, 0]]).any(1).tolist()
            [True, False]
        """
        return self.bool()._reduce("max", axis, keepdim)

    def all(self, axis: Axis = None, keepdim: bool = False) -> Self:
        """Return whether no element is zero.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[1, 2], [0, 1]]).all(1).tolist()
            [True, False]
        """
        return self.bool()._reduce("mul", axis, keepdim)

    # ----- Statistics

    def _count(self, axis: Axis) -> SInt:
        return math.prod(self.shape[i] for i in normalize_axes(axis, self.ndim))

    def mean(self, axis: Axis = None, keepdim: bool = False) -> Self:
        """Return the mean; of integers as float32.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[1, 2], [3, 5]]).mean(1).tolist()
            [1.5, 4.0]
        """
        x = self._strong()
        dtype = x.dtype if dtypes.is_float(x.dtype) else dtypes.float32
        wide = x._cast(promote(sum_dtype(x.dtype), dtypes.float32))
        total = wide._reduce("add", axis, keepdim)
        return (total / self._count(axis))._cast(dtype)

    def var(self, axis: Axis = None, keepdim: bool = False, correction: int = 1) -> Self:
        """Return the variance.

        Args:
            axis: what to reduce.
            keepdim: keep the axes.
            correction: what is taken off the count that divides.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([1.0, 2.0, 3.0]).var().item()
            1.0
        """
        squares = (self._to_float() - self.mean(axis, keepdim=True)).square()
        count = self._count(axis) - correction
        divisor = count.alu("max", 0) if is_symbolic(count) else max(count, 0)
        return squares.sum(axis, keepdim) / divisor

    def std(self, axis: Axis = None, keepdim: bool = False, correction: int = 1) -> Self:
        """Return the standard deviation.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([1.0, 2.0, 3.0]).std().item()
            1.0
        """
        return self.var(axis, keepdim, correction).sqrt()

    def var_mean(
        self, axis: Axis = None, keepdim: bool = False, correction: int = 1
    ) -> tuple[Self, Self]:
        """Return the variance and the mean.

        Example:
            >>> [x.item() for x in Tensor([1.0, 2.0, 3.0]).var_mean()]
            [1.0, 2.0]
        """
        return self.var(axis, keepdim, correction), self.mean(axis, keepdim)

    def std_mean(
        self, axis: Axis = None, keepdim: bool = False, correction: int = 1
    ) -> tuple[Self, Self]:
        """Return the standard deviation and the mean.

        Example:
            >>> [x.item() for x in Tensor([1.0, 2.0, 3.0]).std_mean()]
            [1.0, 2.0]
        """
        return self.std(axis, keepdim, correction), self.mean(axis, keepdim)

    def normalize(self, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Self:
        """Divide by the p-norm along an axis, at least `eps`.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[3.0, 4.0]]).normalize().mul(5).round().tolist()
            [[3.0, 4.0]]
        """
        if p == 0:
            norm = (self != 0).sum(dim, keepdim=True)._to_float()
        elif p == 2:
            norm = self.square().sum(dim, keepdim=True).sqrt()
        else:
            norm = self.abs().pow(p).sum(dim, keepdim=True).pow(1 / p)
        return self / norm.maximum(eps)

    def allclose(
        self, other: Self, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
    ) -> bool:
        """Return whether all elements are close; see `isclose`. Computes.

        Example:
            >>> Tensor([1.0]).allclose(Tensor([1.0 + 1e-7]))
            True
        """
        close = self.isclose(other, rtol, atol, equal_nan).all()
        return bool(close.item())  # type: ignore[attr-defined]

    # ----- Exponentials

    def logsumexp(self, axis: Axis = None, keepdim: bool = False) -> Self:
        """Return the logarithm of the sum of exponentials, without overflow.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> round(Tensor([0.0, 0.0]).logsumexp().item(), 4)
            0.6931
        """
        x = self._to_float()._strong()
        top = x.max(axis, keepdim=True).detach()
        result = (x - top).exp().sum(axis, keepdim=True).log() + top
        axes = normalize_axes(axis, self.ndim)
        if keepdim or not axes:
            return result
        return result.reshape([s for i, s in enumerate(result.shape) if i not in axes])

    def _softmax(self, axis: int, dtype: DTypeLike | None) -> tuple[Self, Self, Self]:
        x = self._to_float()._strong()
        shifted = x - x.max(axis, keepdim=True).detach()
        if dtype is not None:
            shifted = shifted._cast(to_dtype(dtype))
        exponential = shifted.exp()
        return shifted, exponential, exponential.sum(axis, keepdim=True)

    def softmax(self, axis: int = -1, dtype: DTypeLike | None = None) -> Self:
        """Return exponentials along an axis, divided by their sum.

        Args:
            axis: the axis.
            dtype: the dtype to compute in and to return.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([1.0, 1.0]).softmax().tolist()
            [0.5, 0.5]
        """
        _, exponential, total = self._softmax(axis, dtype)
        return exponential * total.reciprocal()

    def log_softmax(self, axis: int = -1, dtype: DTypeLike | None = None) -> Self:
        """Return the logarithm of `softmax`.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> round(Tensor([1.0, 1.0]).log_softmax().tolist()[0], 4)
            -0.6931
        """
        shifted, _, total = self._softmax(axis, dtype)
        return shifted - total.log()

    def softmin(self, axis: int = -1, dtype: DTypeLike | None = None) -> Self:
        """Return `softmax` of the negative.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([1.0, 1.0]).softmin().tolist()
            [0.5, 0.5]
        """
        return (-self).softmax(axis, dtype)
