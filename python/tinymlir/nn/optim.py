"""Optimizers: how parameters follow their gradients.

An optimizer changes its parameters in place. `step` needs the switch TRAINING:

    >>> from tinymlir import Context, nn
    >>> w = Tensor([3.0])
    >>> optimizer = nn.optim.SGD([w], lr=0.1)
    >>> with Context(TRAINING=1):
    ...     optimizer.zero_grad()
    ...     _ = (w * w).sum().backward()
    ...     optimizer.step()
    >>> round(w.item(), 4)
    2.4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tinymlir.config import TRAINING
from tinymlir.dtypes import dtypes
from tinymlir.tensor import Tensor

__all__ = [
    "LAMB",
    "LARS",
    "SGD",
    "Adam",
    "AdamW",
    "Optimizer",
    "OptimizerGroup",
]


def _unique(tensors: Iterable[Tensor]) -> list[Tensor]:
    return list({id(tensor): tensor for tensor in tensors}.values())


class Optimizer:
    """What optimizers have in common.

    Args:
        params: the tensors; those with `is_param` are changed, the others are
            realized along with them.
        lr: the learning rate.

    Raises:
        ValueError: the learning rate is negative, or there is nothing to change.
    """

    def __init__(self, params: Iterable[Tensor], lr: float) -> None:
        if lr < 0:
            raise ValueError(f"{type(self).__name__}: the learning rate is >= 0, not {lr}")
        tensors = _unique(params)
        self.params = [tensor for tensor in tensors if tensor.is_param]
        if not self.params:
            raise ValueError(f"{type(self).__name__}: there are no parameters")
        self.buffers = [tensor for tensor in tensors if not tensor.is_param]
        self.lr = Tensor([lr], dtype=dtypes.float32).is_param_(False)

    def _state(self) -> list[Tensor]:
        """Return zeros for each parameter."""
        zeros = [Tensor.zeros(*p.shape, dtype=dtypes.float32) for p in self.params]
        return [tensor.is_param_(False) for tensor in zeros]

    def zero_grad(self) -> None:
        """Forget the gradients of the parameters."""
        for param in self.params:
            param.grad = None

    def step(self) -> None:
        """Change the parameters by their gradients, and compute all of it.

        Raises:
            RuntimeError: the switch TRAINING is not set, or a parameter has no
                gradient.
        """
        cells = self.schedule_step()
        cells[0].realize(*cells[1:])

    def schedule_step(self) -> list[Tensor]:
        """Change the parameters without computing; return what to realize.

        Raises:
            RuntimeError: the switch TRAINING is not set, or a parameter has no
                gradient.
        """
        name = type(self).__name__
        if not TRAINING:
            raise RuntimeError(
                f"{name}.step needs the switch TRAINING; put the training into "
                "`with Context(TRAINING=1):`"
            )
        gradients = []
        for number, param in enumerate(self.params):
            if param.grad is None:
                raise RuntimeError(
                    f"{name}.step: parameter {number} of shape {list(param.shape)} has no "
                    "gradient; call backward() on a loss that depends on it"
                )
            gradients.append(param.grad)
        updates, extra = self._step(gradients)
        for param, update in zip(self.params, updates, strict=True):
            new = (param.detach() - update).reshape(param.shape)
            param.assign(new.cast(param.dtype))
        # A gradient that stays lazy would read the parameters as they are now, and
        # keep them from being overwritten.
        return extra + self.params + self.buffers + gradients

    def _step(self, gradients: Sequence[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
        """Return what to take off each parameter, and the changed state."""
        raise NotImplementedError


class OptimizerGroup(Optimizer):
    """Several optimizers that step together.

    Args:
        *optimizers: the optimizers.

    Example:
        >>> from tinymlir import nn
        >>> a, b = Tensor([1.0]), Tensor([2.0])
        >>> group = nn.optim.OptimizerGroup(nn.optim.SGD([a]), nn.optim.Adam([b]))
        >>> len(group.params)
        2
    """

    def __init__(self, *optimizers: Optimizer) -> None:
        self.optimizers = optimizers
        self.params = [param for one in optimizers for param in one.params]
        self.buffers = [buffer for one in optimizers for buffer in one.buffers]

    def __getitem__(self, index: int) -> Optimizer:
        """Return one of the optimizers."""
        return self.optimizers[index]

    def schedule_step(self) -> list[Tensor]:
        """Change the parameters of all; return what to realize."""
        return [tensor for one in self.optimizers for tensor in one.schedule_step()]


class LARS(Optimizer):
    """Layer-wise adaptive rate scaling.

    Args:
        params: the tensors.
        lr: the learning rate.
        momentum: how much of the last step is kept.
        weight_decay: how much of the parameter is added to its gradient.
        nesterov: look ahead.
        classic: let the momentum accumulate scaled gradients.
        pre_wd: decay in the gradient rather than on the parameter.
        tcoef: the trust coefficient; 0 does not scale.

    Raises:
        ValueError: the learning rate is negative.
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.001,
        momentum: float = 0.9,
        weight_decay: float = 1e-4,
        nesterov: bool = False,
        classic: bool = True,
        pre_wd: bool = True,
        tcoef: float = 0.001,
    ) -> None:
        super().__init__(params, lr)
        self.momentum, self.wd, self.nesterov = momentum, weight_decay, nesterov
        self.classic, self.pre_wd, self.tcoef = classic, pre_wd, tcoef
        self.b = self._state() if momentum else []

    def _step(self, gradients: Sequence[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
        updates = []
        for i, (param, gradient) in enumerate(zip(self.params, gradients, strict=True)):
            t, g = param.detach(), gradient
            r: Tensor | float = 1.0
            if self.tcoef:
                size, slope = t.square().sum().sqrt(), g.square().sum().sqrt()
                trust = self.tcoef * size / (slope + self.wd * size)
                r = (size > 0).where((slope > 0).where(trust, 1.0), 1.0)
            if self.pre_wd and self.wd > 0:
                g = g + self.wd * t
            if self.classic:
                g = g * r * self.lr
            if self.momentum:
                self.b[i].assign(self.momentum * self.b[i] + g)
                g = g + self.momentum * self.b[i] if self.nesterov else self.b[i]
            if not self.pre_wd and self.wd > 0:
                decay = t * (self.wd * self.lr)
            else:
                decay = None
            if not self.classic:
                g = g * r * self.lr
            updates.append(g if decay is None else g + decay)
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
    ) -> None:
        super().__init__(
            params, lr, momentum, weight_decay, nesterov, classic, pre_wd=True, tcoef=0.0
        )


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

    Raises:
        ValueError: the learning rate is negative.
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
    ) -> None:
        super().__init__(params, lr)
        self.b1, self.b2, self.eps, self.wd, self.adam = b1, b2, eps, weight_decay, adam
        self.b1_t = Tensor.ones(1, dtype=dtypes.float32).is_param_(False)
        self.b2_t = Tensor.ones(1, dtype=dtypes.float32).is_param_(False)
        self.m, self.v = self._state(), self._state()

    def _step(self, gradients: Sequence[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
        self.b1_t *= self.b1
        self.b2_t *= self.b2
        updates = []
        for i, (param, g) in enumerate(zip(self.params, gradients, strict=True)):
            self.m[i].assign(self.b1 * self.m[i] + (1.0 - self.b1) * g)
            self.v[i].assign(self.b2 * self.v[i] + (1.0 - self.b2) * (g * g))
            m_hat = self.m[i] / (1.0 - self.b1_t)
            v_hat = self.v[i] / (1.0 - self.b2_t)
            t = param.detach()
            up = m_hat / (v_hat.sqrt() + self.eps) + self.wd * t
            r: Tensor | float = 1.0
            if not self.adam:
                size, slope = t.square().sum().sqrt(), up.square().sum().sqrt()
                r = (size > 0).where((slope > 0).where(size / slope, 1.0), 1.0)
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

    Raises:
        ValueError: the learning rate is negative.
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 0.001,
        b1: float = 0.9,
        b2: float = 0.999,
        eps: float = 1e-8,
        weight_decay: float = 0.01,
    ) -> None:
        super().__init__(params, lr, b1, b2, eps, weight_decay, adam=True)


class Adam(LAMB):
    """Adam.

    Args:
        params: the tensors.
        lr: the learning rate.
        b1: the decay of the mean of the gradients.
        b2: the decay of the mean of their squares.
        eps: what is added to the root of the latter.

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
    ) -> None:
        super().__init__(params, lr, b1, b2, eps, 0.0, adam=True)
