"""Activation functions of neural networks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tinymlir.errors import explained
from tinymlir.ops.trigonometry import Trigonometry

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Activation"]


@explained("Tensor")
class Activation(Trigonometry):
    """Elementwise functions that networks put between layers."""

    __slots__ = ()

    def relu(self) -> Self:
        """Return the elements above zero, else 0.

        Example:
            >>> Tensor([-1.0, 2.0]).relu().tolist()
            [0.0, 2.0]
        """
        return (self > 0).where(self, 0)

    def relu6(self) -> Self:
        """Return the elements, limited to 0 and 6.

        Example:
            >>> Tensor([-1.0, 2.0, 9.0]).relu6().tolist()
            [0.0, 2.0, 6.0]
        """
        return self.relu() - (self - 6).relu()

    def leaky_relu(self, neg_slope: float = 0.01) -> Self:
        """Return the elements, those below zero times `neg_slope`.

        Example:
            >>> Tensor([-2.0, 2.0]).leaky_relu(0.5).tolist()
            [-1.0, 2.0]
        """
        return (self < 0).where(neg_slope * self, self)

    def hardsigmoid(self, alpha: float = 1 / 6, beta: float = 0.5) -> Self:
        """Return `alpha * self + beta`, limited to 0 and 1.

        Example:
            >>> Tensor([-9.0, 0.0, 9.0]).hardsigmoid().tolist()
            [0.0, 0.5, 1.0]
        """
        line = alpha * self + beta
        return line.relu() - (line - 1).relu()

    def hardswish(self) -> Self:
        """Return `self * relu6(self + 3) / 6`.

        Example:
            >>> Tensor([3.0, 0.0]).hardswish().tolist()
            [3.0, 0.0]
        """
        return self * (self + 3).relu6() * (1 / 6)

    def hardtanh(self, min_val: float = -1, max_val: float = 1) -> Self:
        """Return the elements, limited to `min_val` and `max_val`.

        Example:
            >>> Tensor([-4.0, 0.5]).hardtanh().tolist()
            [-1.0, 0.5]
        """
        return self.clip(min_val, max_val)

    def elu(self, alpha: float = 1.0) -> Self:
        """Return `alpha * (exp(self) - 1)` below zero, else the elements.

        Example:
            >>> Tensor([0.0, 2.0]).elu().tolist()
            [0.0, 2.0]
        """
        return self.relu() - (alpha * (1 - self.exp())).relu()

    def celu(self, alpha: float = 1.0) -> Self:
        """Return the continuously differentiable form of `elu`.

        Example:
            >>> Tensor([0.0, 2.0]).celu().tolist()
            [0.0, 2.0]
        """
        return self.maximum(0) + (alpha * ((self / alpha).exp() - 1)).minimum(0)

    def selu(self, alpha: float = 1.67326, gamma: float = 1.0507) -> Self:
        """Return the self-normalizing form of `elu`.

        Example:
            >>> round(Tensor(1.0).selu().item(), 4)
            1.0507
        """
        return gamma * (self >= 0).where(self, alpha * (self.exp() - 1))

    def softplus(self, beta: float = 1.0) -> Self:
        """Return `log(1 + exp(beta * self)) / beta`.

        Example:
            >>> round(Tensor(0.0).softplus().item(), 4)
            0.6931
        """
        return (1 / beta) * (self * beta).logaddexp(0.0)

    def logsigmoid(self) -> Self:
        """Return `log(sigmoid(self))`.

        Example:
            >>> round(Tensor(0.0).logsigmoid().item(), 4)
            -0.6931
        """
        return -(-self).softplus()

    def mish(self) -> Self:
        """Return `self * tanh(softplus(self))`.

        Example:
            >>> Tensor([0.0]).mish().tolist()
            [0.0]
        """
        return self * self.softplus().tanh()

    def swish(self) -> Self:
        """Return `self * sigmoid(self)`.

        Example:
            >>> Tensor([0.0]).swish().tolist()
            [0.0]
        """
        return self * self.sigmoid()

    def silu(self) -> Self:
        """Return `swish()`.

        Example:
            >>> Tensor([0.0]).silu().tolist()
            [0.0]
        """
        return self.swish()

    def gelu(self, approximate: str = "tanh") -> Self:
        """Return `self` times the normal distribution function.

        Args:
            approximate: "tanh", or "none" for the form with `erf`.

        Raises:
            RuntimeError: there is no such form.

        Example:
            >>> round(Tensor(1.0).gelu().item(), 4), round(Tensor(1.0).gelu("none").item(), 4)
            (0.8412, 0.8413)
        """
        if approximate == "none":
            return self * 0.5 * (1 + (self / math.sqrt(2)).erf())
        if approximate != "tanh":
            raise RuntimeError(f'approximate is "tanh" or "none", not {approximate!r}')
        inner = math.sqrt(2 / math.pi) * (self + 0.044715 * self * self * self)
        return 0.5 * self * (1 + inner.tanh())

    def quick_gelu(self) -> Self:
        """Return `self * sigmoid(1.702 * self)`.

        Example:
            >>> Tensor([0.0]).quick_gelu().tolist()
            [0.0]
        """
        return self * (self * 1.702).sigmoid()

    def softsign(self) -> Self:
        """Return `self / (1 + |self|)`.

        Example:
            >>> Tensor([1.0, -3.0]).softsign().tolist()
            [0.5, -0.75]
        """
        return self / (1 + self.abs())
