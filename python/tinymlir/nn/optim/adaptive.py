"""Rules that divide by the size of the last gradients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tinymlir.device import DeviceLike
from tinymlir.nn.optim.base import Optimizer
from tinymlir.tensor import Tensor

__all__ = ["LAMB", "Adam", "AdamW"]


class LAMB(Optimizer):
    """Adam with layer-wise scaling.

    Args:
        params: the tensors.
        lr: the learning rate.
        b1: the decay of the mean of the gradients.
        b2: the decay of the mean of their squares.
        eps: what is added to the root of the latter.
        weight_decay: how much of the parameter is taken off each step.
        adam: do not scale.
        device: where the state lives; None is where the parameters are.
        fused: compute all parameters as one vector; None is the switch FUSE_OPTIM.

    Raises:
        ValueError: the learning rate is negative.

    Example:
        >>> from tinymlir import nn
        >>> len(nn.optim.LAMB([Tensor([1.0])]).v)
        1
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.001,
        b1: float = 0.9,
        b2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float = 0.0,
        adam: bool = False,
        device: DeviceLike | None = None,
        fused: bool | None = None,
    ) -> None:
        super().__init__(params, lr, device, fused)
        self.b1, self.b2, self.eps, self.wd, self.adam = b1, b2, eps, weight_decay, adam
        self.b1_t = self._number(1.0)
        self.b2_t = self._number(1.0)
        self.m, self.v = self._state(), self._state()

    @staticmethod
    def _trust(value: Tensor, step: Tensor) -> Tensor:
        size, slope = value.square().sum().sqrt(), step.square().sum().sqrt()
        return (size > 0).where((slope > 0).where(size / slope, 1.0), 1.0)

    def _step(
        self, values: Sequence[Tensor], gradients: Sequence[Tensor]
    ) -> tuple[list[Tensor], list[Tensor]]:
        self.b1_t *= self.b1
        self.b2_t *= self.b2
        updates = []
        for i, (t, g) in enumerate(zip(values, gradients, strict=True)):
            m, v = self.m[i], self.v[i]
            m.assign((self.b1 * m + (1.0 - self.b1) * g).cast(m.dtype))
            v.assign((self.b2 * v + (1.0 - self.b2) * (g * g)).cast(v.dtype))
            m_hat = m / (1.0 - self.b1_t)
            v_hat = v / (1.0 - self.b2_t)
            up = m_hat / (v_hat.sqrt() + self.eps) + self.wd * t
            r: Tensor | float = 1.0
            if not self.adam:
                r = self._by_parameter(self._trust, t, up)
            updates.append(self.lr * r * up)
        return updates, [self.b1_t, self.b2_t, *self.m, *self.v]


class AdamW(LAMB):
    """Adam with decoupled weight decay.

    Args:
        params: the tensors.
        lr: the learning rate.
        b1: the decay of the mean of the gradients.
        b2: the decay of the mean of their squares.
        eps: what is added to the root of the latter.
        weight_decay: how much of the parameter is taken off each step.
        device: where the state lives; None is where the parameters are.
        fused: compute all parameters as one vector; None is the switch FUSE_OPTIM.

    Raises:
        ValueError: the learning rate is negative.

    Example:
        >>> from tinymlir import nn
        >>> nn.optim.AdamW([Tensor([1.0])]).wd
        0.01
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.001,
        b1: float = 0.9,
        b2: float = 0.999,
        eps: float = 1e-8,
        weight_decay: float = 0.01,
        device: DeviceLike | None = None,
        fused: bool | None = None,
    ) -> None:
        super().__init__(params, lr, b1, b2, eps, weight_decay, True, device, fused)


class Adam(LAMB):
    """Adam.

    Args:
        params: the tensors.
        lr: the learning rate.
        b1: the decay of the mean of the gradients.
        b2: the decay of the mean of their squares.
        eps: what is added to the root of the latter.
        device: where the state lives; None is where the parameters are.
        fused: compute all parameters as one vector; None is the switch FUSE_OPTIM.

    Raises:
        ValueError: the learning rate is negative.

    Example:
        >>> from tinymlir import nn
        >>> len(nn.optim.Adam([Tensor([1.0])]).m)
        1
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.001,
        b1: float = 0.9,
        b2: float = 0.999,
        eps: float = 1e-8,
        device: DeviceLike | None = None,
        fused: bool | None = None,
    ) -> None:
        super().__init__(params, lr, b1, b2, eps, 0.0, True, device, fused)
