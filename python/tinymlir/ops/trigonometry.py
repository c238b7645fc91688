"""Trigonometric and hyperbolic functions, and what is computed like them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tinymlir.errors import explained
from tinymlir.ops.math import Math

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Trigonometry"]

_ASIN = (-0.0012624911, 0.0066700901, -0.0170881256, 0.030891881,
         -0.0501743046, 0.0889789874, -0.2145988016, 1.570796305)  # fmt: skip
_ERF = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)


@explained("Tensor")
class Trigonometry(Math):
    """Functions made of exp2, sin, sqrt and polynomials."""

    __slots__ = ()

    def _polynomial(self, coefficients: tuple[float, ...]) -> Self:
        """Evaluate a polynomial, the highest power first."""
        result = self * coefficients[0] + coefficients[1]
        for coefficient in coefficients[2:]:
            result = result * self + coefficient
        return result

    # ----- Trigonometry

    def sin(self) -> Self:
        """Return the sine.

        Example:
            >>> Tensor([0.0]).sin().tolist()
            [0.0]
        """
        return self._to_float()._alu("sin")

    def cos(self) -> Self:
        """Return the cosine.

        Example:
            >>> Tensor([0.0]).cos().tolist()
            [1.0]
        """
        return (math.pi / 2 - self._wide())._alu("sin")._cast(self._float_dtype())

    def tan(self) -> Self:
        """Return the tangent.

        Example:
            >>> Tensor([0.0]).tan().tolist()
            [0.0]
        """
        return self.sin() / self.cos()

    def asin(self) -> Self:
        """Return the arc sine.

        Example:
            >>> round(Tensor(1.0).asin().item(), 4)
            1.5708
        """
        x = self._to_float()
        size = x.abs()
        return x.sign() * (math.pi / 2 - (1 - size).sqrt() * size._polynomial(_ASIN))

    def acos(self) -> Self:
        """Return the arc cosine.

        Example:
            >>> round(Tensor(0.0).acos().item(), 4)
            1.5708
        """
        return math.pi / 2 - self.asin()

    def atan(self) -> Self:
        """Return the arc tangent.

        Example:
            >>> round(Tensor(1.0).atan().item(), 4)
            0.7854
        """
        x = self._to_float()
        return (x / (1 + x * x).sqrt()).asin()

    # ----- Hyperbolic functions

    def sinh(self) -> Self:
        """Return the hyperbolic sine.

        Example:
            >>> round(Tensor(1.0).sinh().item(), 4)
            1.1752
        """
        x = self._to_float()
        return (x.exp() - (-x).exp()) / 2

    def cosh(self) -> Self:
        """Return the hyperbolic cosine.

        Example:
            >>> round(Tensor(1.0).cosh().item(), 4)
            1.5431
        """
        x = self._to_float()
        return (x.exp() + (-x).exp()) / 2

    def tanh(self) -> Self:
        """Return the hyperbolic tangent.

        Example:
            >>> round(Tensor(1.0).tanh().item(), 4)
            0.7616
        """
        return 2.0 * (2.0 * self._to_float()).sigmoid() - 1.0

    def asinh(self) -> Self:
        """Return the inverse hyperbolic sine.

        Example:
            >>> round(Tensor(1.0).asinh().item(), 4)
            0.8814
        """
        x = self._to_float()
        return (x + (x.square() + 1).sqrt()).log()

    def acosh(self) -> Self:
        """Return the inverse hyperbolic cosine.

        Example:
            >>> round(Tensor(2.0).acosh().item(), 4)
            1.317
        """
        x = self._to_float()
        return (x + (x.square() - 1).sqrt()).log()

    def atanh(self) -> Self:
        """Return the inverse hyperbolic tangent.

        Example:
            >>> round(Tensor(0.5).atanh().item(), 4)
            0.5493
        """
        x = self._to_float()
        return ((1 + x) / (1 - x)).log() / 2

    def sigmoid(self) -> Self:
        """Return `1 / (1 + exp(-self))`.

        Example:
            >>> Tensor([0.0]).sigmoid().tolist()
            [0.5]
        """
        x = self._to_float()
        return (1 + (x * (-1 / math.log(2))).exp2()).reciprocal()

    def erf(self) -> Self:
        """Return the error function.

        Example:
            >>> round(Tensor(1.0).erf().item(), 4)
            0.8427
        """
        x = self._to_float()
        t = (1.0 + 0.3275911 * x.abs()).reciprocal()
        return x.sign() * (1.0 - t * t._polynomial(_ERF) * (-x.square()).exp())
