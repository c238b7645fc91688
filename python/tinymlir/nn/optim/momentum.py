"""Rules that follow the gradient, or a mean of the last ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tinymlir.device import DeviceLike
from tinymlir.nn.optim.base import Optimizer
from tinymlir.tensor import Tensor

__all__ = ["LARS", "SGD", "Muon"]


class LARS(Optimizer):
    """Layer-wise adaptive rate scaling, and what SGD and Muon are made of.

    Args:
        params: the tensors.
        lr: the learning rate.
        momentum: how much of the last step is kept.
        weight_decay: how much of the parameter is added to its gradient.
        ns_steps: how often a step is made more orthogonal, as a matrix with as many
            rows as the first axis of the parameter.
        ns_coefficients: the coefficients of that; see `Tensor.newton_schulz`.
        nesterov: look ahead.
        classic: let the momentum accumulate scaled gradients.
        pre_wd: decay in the gradient rather than on the parameter.
        tcoef: the trust coefficient; 0 does not scale.
        device: where the state lives; None is where the parameters are.
        fused: compute all parameters as one vector; None is the switch FUSE_OPTIM.

    Raises:
        ValueError: the learning rate is negative, or there are steps to be made
            orthogonal without coefficients.

    Example:
        >>> from tinymlir import nn
        >>> nn.optim.LARS([Tensor([1.0])], lr=0.5).lr.item()
        0.5
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.001,
        momentum: float = 0.9,
        weight_decay: float = 1e-4,
        ns_steps: int = 0,
        ns_coefficients: Sequence[float] | None = None,
        nesterov: bool = False,
        classic: bool = True,
        pre_wd: bool = True,
        tcoef: float = 0.001,
        device: DeviceLike | None = None,
        fused: bool | None = None,
    ) -> None:
        super().__init__(params, lr, device, fused)
        if ns_steps and not ns_coefficients:
            raise ValueError(f"{type(self).__name__}: {ns_steps} steps need ns_coefficients")
        self.momentum, self.wd, self.nesterov = momentum, weight_decay, nesterov
        self.ns_steps, self.ns_coefficients = ns_steps, tuple(ns_coefficients or ())
        self.classic, self.pre_wd, self.tcoef = classic, pre_wd, tcoef
        self.b = self._state() if momentum else []

    def _trust(self, value: Tensor, gradient: Tensor) -> Tensor:
        size, slope = value.square().sum().sqrt(), gradient.square().sum().sqrt()
        trust = self.tcoef * size / (slope + self.wd * size)
        return (size > 0).where((slope > 0).where(trust, 1.0), 1.0)

    def _orthogonal(self, step: Tensor) -> Tensor:
        rows = step.reshape(step.shape[0] if step.ndim else 1, -1)
        return rows.newton_schulz(self.ns_steps, self.ns_coefficients).reshape(step.shape)

    def _step(
        self, values: Sequence[Tensor], gradients: Sequence[Tensor]
    ) -> tuple[list[Tensor], list[Tensor]]:
        updates = []
        for i, (t, gradient) in enumerate(zip(values, gradients, strict=True)):
            g = gradient
            r: Tensor | float = 1.0
            if self.tcoef:
                r = self._by_parameter(self._trust, t, g)
            if self.pre_wd and self.wd > 0:
                g = g + self.wd * t
            if self.classic:
                g = g * r * self.lr
            if self.momentum:
                b = self.b[i]
                b.assign((self.momentum * b + g).cast(b.dtype))
                g = g + self.momentum * b if self.nesterov else b
            if self.ns_steps:
                g = self._by_parameter(self._orthogonal, g)
            if not self.classic:
                g = g * r * self.lr
            if not self.pre_wd and self.wd > 0:
                g = g + t * (self.wd * self.lr)
            updates.append(g)
        return updates, list(self.b)


class SGD(LARS):
    """Stochastic gradient descent.

    Args:
        params: the tensors.
        lr: the learning rate.
        momentum: how much of the last step is kept.
        weight_decay: how much of the parameter is added to its gradient.
        nesterov: look ahead.
        classic: let the momentum accumulate gradients times the learning rate.
        device: where the state lives; None is where the parameters are.
        fused: compute all parameters as one vector; None is the switch FUSE_OPTIM.

    Raises:
        ValueError: the learning rate is negative.

    Example:
        >>> from tinymlir import nn
        >>> nn.optim.SGD([Tensor([1.0])], lr=0.5).lr.item()
        0.5
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.001,
        momentum: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        classic: bool = False,
        device: DeviceLike | None = None,
        fused: bool | None = None,
    ) -> None:
        super().__init__(
            params,
            lr,
            momentum,
            weight_decay,
            nesterov=nesterov,
            classic=classic,
            pre_wd=True,
            tcoef=0.0,
            device=device,
            fused=fused,
        )


class Muon(LARS):
    """Momentum whose steps are made orthogonal, for matrices.

    Args:
        params: the tensors; the first axis is that of the rows.
        lr: the learning rate.
        momentum: how much of the last step is kept.
        weight_decay: how much of the parameter is taken off, times the learning rate.
        ns_steps: how often a step is made more orthogonal.
        ns_coefficients: the coefficients of that; see `Tensor.newton_schulz`.
        nesterov: look ahead.
        device: where the state lives; None is where the parameters are.
        fused: compute all parameters as one vector; None is the switch FUSE_OPTIM.

    Raises:
        ValueError: the learning rate is negative.

    Example:
        >>> from tinymlir import nn
        >>> nn.optim.Muon([Tensor([[1.0]])]).ns_steps
        5
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.001,
        momentum: float = 0.95,
        weight_decay: float = 0.1,
        ns_steps: int = 5,
        ns_coefficients: Sequence[float] = (3.4445, -4.775, 2.0315),
        nesterov: bool = True,
        device: DeviceLike | None = None,
        fused: bool | None = None,
    ) -> None:
        super().__init__(
            params,
            lr,
            momentum,
            weight_decay,
            ns_steps,
            ns_coefficients,
            nesterov,
            classic=False,
            pre_wd=False,
            tcoef=0.0,
            device=device,
            fused=fused,
        )
