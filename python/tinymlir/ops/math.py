"""Elementary functions, made of exp2, log2, sin, sqrt and arithmetic."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tinymlir._core import promote
from tinymlir.dtypes import DTypeLike, dtypes, to_dtype
from tinymlir.errors import explained
from tinymlir.ops.conversion import Operand
from tinymlir.ops.operators import Operators

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Math"]

_LARGEST_CHAIN = 64


@explained("Tensor")
class Math(Operators):
    """Functions of one number, and powers. Integers become floats."""

    __slots__ = ()

    # ----- Helpers

    def _wide(self) -> Self:
        """Return floats of at least 32 bits."""
        x = self._to_float()
        return x if dtypes.is_weak(x.dtype) else x._cast(promote(x.dtype, dtypes.float32))

    # ----- Rounding and sign

    def trunc(self) -> Self:
        """Round toward zero.

        Example:
            >>> Tensor([1.7, -1.7]).trunc().tolist()
            [1.0, -1.0]
        """
        return self._alu("trunc")

    def floor(self) -> Self:
        """Round down.

        Example:
            >>> Tensor([1.7, -1.7]).floor().tolist()
            [1.0, -2.0]
        """
        return self._floor()

    def ceil(self) -> Self:
        """Round up.

        Example:
            >>> Tensor([1.2, -1.2]).ceil().tolist()
            [2.0, -1.0]
        """
        whole = self.trunc()
        return (self > whole).where(whole + 1, whole)

    def round(self) -> Self:
        """Round to the nearest integer, halves to the even one.

        Example:
            >>> Tensor([0.5, 1.5, 2.4, -2.5]).round().tolist()
            [0.0, 2.0, 2.0, -2.0]
        """
        if not self.is_floating_point():
            return self
        half = self.trunc() / 2
        up = (self > 0) == (half.trunc() == half)
        return up.where((self - 0.5).ceil(), (self + 0.5).floor())

    def sign(self) -> Self:
        """Return -1, 0 or 1; NaN for NaN.

        Example:
            >>> Tensor([-2.0, 0.0, 3.0]).sign().tolist()
            [-1.0, 0.0, 1.0]
        """
        if self.dtype is dtypes.bool or dtypes.is_unsigned(self.dtype):
            return (self != 0)._cast(self.dtype)
        sign = (self != 0).where((self < 0).where(self.const_like(-1), 1), 0)
        return self.isnan().where(self, sign) if self.is_floating_point() else sign

    def abs(self) -> Self:
        """Return the distance from zero.

        Example:
            >>> Tensor([-2, 3]).abs().tolist()
            [2, 3]
        """
        if self.dtype is dtypes.bool or dtypes.is_unsigned(self.dtype):
            return self
        return self * self.sign()

    def copysign(self, other: Operand) -> Self:
        """Return the size of this with the sign of `other`; zeros have a sign.

        Example:
            >>> Tensor([1.0, 2.0]).copysign(Tensor([-0.0, 3.0])).tolist()
            [-1.0, 2.0]
        """
        a, b = self._pair(other)
        a, b = a._to_float(), b._to_float()
        size = (a < 0).where(-a, a) + 0.0
        return ((b < 0) | (b.reciprocal() < 0)).where(-size, size)

    # ----- Sums and products of tensors

    def usum(self, *uops: Operand) -> Self:
        """Return the sum of this and others, element by element.

        Example:
            >>> Tensor([1, 2]).usum(Tensor([10, 20]), 100).tolist()
            [111, 122]
        """
        result = self
        for x in uops:
            result = result.add(x)
        return result

    def uprod(self, *uops: Operand) -> Self:
        """Return the product of this and others, element by element.

        Example:
            >>> Tensor([1, 2]).uprod(Tensor([10, 20]), 2).tolist()
            [20, 80]
        """
        result = self
        for x in uops:
            result = result.mul(x)
        return result

    # ----- Powers and roots

    def square(self) -> Self:
        """Return `self * self`.

        Example:
            >>> Tensor([3, -4]).square().tolist()
            [9, 16]
        """
        return self * self

    def reciprocal(self) -> Self:
        """Return `1 / self`.

        Example:
            >>> Tensor([2.0, 4.0]).reciprocal().tolist()
            [0.5, 0.25]
        """
        return self._to_float()._alu("reciprocal")

    def sqrt(self) -> Self:
        """Return the square root; NaN below zero.

        Example:
            >>> Tensor([4.0, 9.0]).sqrt().tolist()
            [2.0, 3.0]
        """
        return self._to_float()._alu("sqrt")

    def rsqrt(self) -> Self:
        """Return `1 / sqrt(self)`.

        Example:
            >>> Tensor([4.0, 16.0]).rsqrt().tolist()
            [0.5, 0.25]
        """
        return self.sqrt().reciprocal()

    def pow(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self ** x`.

        Raises:
            RuntimeError: an integer is raised to a number that is no integer >= 0.
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([2.0, 3.0]).pow(2).tolist(), Tensor([2, 3]).pow(3).tolist()
            ([4.0, 9.0], [8, 27])
        """
        if not reverse and isinstance(x, (int, float)):
            return self._pow_number(x)
        base, exponent = self._pair(x, reverse)
        if base.dtype is dtypes.bool:
            base, exponent = base._strong_int(), exponent._strong_int()
        return base._binary("pow", exponent)

    def _pow_number(self, exponent: int | float) -> Self:
        whole = float(exponent).is_integer()
        if not self.is_floating_point():
            if isinstance(exponent, float) or exponent < 0:
                raise RuntimeError(
                    f"base needs to be float for the exponent {exponent}; integers "
                    "take integers >= 0"
                )
            base = self._cast(promote(self.dtype, dtypes.weakint))
            return base._pow_chain(int(exponent))
        if whole and abs(exponent) <= _LARGEST_CHAIN:
            power = self._pow_chain(abs(int(exponent)))
            return power if exponent >= 0 else power.reciprocal()
        if exponent == 0.5:
            return self.sqrt()
        return self._binary("pow", exponent)

    def _pow_chain(self, exponent: int) -> Self:
        """Multiply out, by squares."""
        result, square = None, self
        while exponent:
            if exponent & 1:
                result = square if result is None else result * square
            exponent >>= 1
            square = square * square if exponent else square
        return self.const_like(1) if result is None else result

    def __pow__(self, x: Operand) -> Self:
        """Return `self.pow(x)`."""
        return self.pow(x)

    def __rpow__(self, x: Operand) -> Self:
        """Return `x ** self`."""
        return self.pow(x, True)

    def __ipow__(self, x: Operand) -> Self:
        """Raise to a power in place."""
        return self.assign(self.pow(x))

    # ----- Exponentials and logarithms

    def exp2(self) -> Self:
        """Return `2 ** self`.

        Example:
            >>> Tensor([0.0, 3.0]).exp2().tolist()
            [1.0, 8.0]
        """
        return self._to_float()._alu("exp2")

    def exp(self) -> Self:
        """Return `e ** self`.

        Example:
            >>> Tensor([0.0]).exp().tolist()
            [1.0]
        """
        x = self._wide()
        return (x * (1 / math.log(2))).exp2()._cast(self._float_dtype())

    def log2(self) -> Self:
        """Return the logarithm to base 2.

        Example:
            >>> Tensor([1.0, 8.0]).log2().tolist()
            [0.0, 3.0]
        """
        return self._to_float()._alu("log2")

    def log(self) -> Self:
        """Return the natural logarithm.

        Example:
            >>> Tensor([1.0]).log().tolist()
            [0.0]
        """
        return (self._wide()._alu("log2") * math.log(2))._cast(self._float_dtype())

    def log10(self) -> Self:
        """Return the logarithm to base 10.

        Example:
            >>> round(Tensor(1000.0).log10().item(), 4)
            3.0
        """
        return (self._wide()._alu("log2") * math.log10(2))._cast(self._float_dtype())

    def logaddexp(self, other: Operand) -> Self:
        """Return `log(exp(self) + exp(other))` without overflow.

        Example:
            >>> round(Tensor(100.0).logaddexp(100.0).item(), 4)
            100.6931
        """
        a, b = self._pair(other)
        a, b = a._to_float(), b._to_float()
        top = a.maximum(b)
        return ((a - top).exp() + (b - top).exp()).log() + top

    # ----- Kinds of numbers

    def isnan(self) -> Self:
        """Return whether each element is NaN.

        Example:
            >>> Tensor([1.0, float("nan")]).isnan().tolist()
            [False, True]
        """
        return self != self

    def isinf(self, detect_positive: bool = True, detect_negative: bool = True) -> Self:
        """Return whether each element is infinite.

        Args:
            detect_positive: let +inf count.
            detect_negative: let -inf count.

        Example:
            >>> Tensor([1.0, float("-inf")]).isinf().tolist()
            [False, True]
        """
        positive = (self == math.inf) & detect_positive
        return positive | ((self == -math.inf) & detect_negative)

    def isfinite(self) -> Self:
        """Return whether each element is neither infinite nor NaN.

        Example:
            >>> Tensor([1.0, float("inf")]).isfinite().tolist()
            [True, False]
        """
        return (self.isinf() | self.isnan()).logical_not()

    def isclose(
        self, other: Self, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
    ) -> Self:
        """Return whether the elements differ by at most `atol + rtol * |other|`.

        Args:
            other: what to compare with.
            rtol: the relative tolerance.
            atol: the absolute tolerance.
            equal_nan: let NaN be close to NaN.

        Example:
            >>> Tensor([1.0, 2.0]).isclose(Tensor([1.0, 2.1])).tolist()
            [True, False]
        """
        near = (self - other).abs() <= atol + rtol * other.abs()
        close = (self.isfinite() & other.isfinite() & near) | (
            (self.isinf() | other.isinf()) & (self == other)
        )
        return close | (self.isnan() & other.isnan()) if equal_nan else close

    # ----- Constants of the same shape

    def const_like(self, b: bool | int | float, dtype: DTypeLike | None = None) -> Self:
        """Return a constant with the shape, and unless named the dtype, of this.

        Example:
            >>> Tensor([1.0, 2.0]).const_like(7).tolist()
            [7.0, 7.0]
        """
        kind = self.dtype if dtype is None else to_dtype(dtype)
        const = type(self.uop).const(b, kind)
        return self._from_uop(const)._broadcast_to(self.shape)
