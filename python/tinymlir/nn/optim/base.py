"""What optimizers have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tinymlir.config import CONST_LR, FUSE_OPTIM, OPTIM_DTYPE, TRAINING
from tinymlir.device import Device
from tinymlir.dtypes import dtypes, to_dtype
from tinymlir.tensor import Tensor

__all__ = ["Optimizer", "OptimizerGroup"]


class Optimizer:
    """A rule by which parameters follow their gradients.

    Args:
        params: the tensors; those with `is_param` are changed, the others are
            realized along with them.
        lr: the learning rate.
        device: where the state lives.
        fused: compute one long vector of all parameters instead of each by itself;
            None is the switch FUSE_OPTIM.

    Raises:
        ValueError: the learning rate is negative, there is nothing to change, or the
            device is unknown.
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float,
        device: str | None = None,
        fused: bool | None = None,
    ) -> None:
        if lr < 0:
            raise ValueError(f"{type(self).__name__}: the learning rate is >= 0, not {lr}")
        self.device = Device.canonicalize(device)
        tensors = list({id(tensor): tensor for tensor in params}.values())
        self.params = [tensor for tensor in tensors if tensor.is_param]
        if not self.params:
            raise ValueError(f"{type(self).__name__}: there are no parameters")
        self.buffers = [tensor for tensor in tensors if not tensor.is_param]
        self.fused = bool(FUSE_OPTIM.value if fused is None else fused)
        rate = Tensor(float(lr)) if CONST_LR else Tensor([lr], dtype=dtypes.float32)
        self.lr = rate.is_param_(False)

    # ----- For the rules

    def _state(self) -> list[Tensor]:
        """Return zeros for each parameter, or one vector for all."""
        shapes: list[tuple[int, ...]] = [param.shape for param in self.params]
        if self.fused:
            shapes = [(sum(param.numel() for param in self.params),)]
        kind = to_dtype(OPTIM_DTYPE.value)
        return [Tensor.zeros(*shape, dtype=kind).is_param_(False) for shape in shapes]

    def _parts(self, x: Tensor) -> list[Tensor]:
        """Return what of a vector belongs to each parameter, in its shape."""
        parts = x.split([param.numel() for param in self.params])
        return [part.reshape(p.shape) for part, p in zip(parts, self.params, strict=True)]

    def _joined(self, tensors: Sequence[Tensor]) -> Tensor:
        """Return one vector of what belongs to each parameter."""
        flat = [tensor.flatten() for tensor in tensors]
        return flat[0].cat(*flat[1:]) if len(flat) > 1 else flat[0]

    def _by_parameter(self, function: Callable[..., Tensor], *tensors: Tensor) -> Tensor:
        """Apply a function to what belongs to a parameter, to each if they are fused."""
        if not self.fused:
            return function(*tensors)
        parts = zip(*(self._parts(tensor) for tensor in tensors), strict=True)
        results = [function(*arguments) for arguments in parts]
        return self._joined(
            [result.expand(p.shape) for result, p in zip(results, self.params, strict=True)]
        )

    # ----- For users

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
        values = [param.detach() for param in self.params]
        if self.fused:
            updates, extra = self._step([self._joined(values)], [self._joined(gradients)])
            updates = self._parts(updates[0])
        else:
            updates, extra = self._step(values, gradients)
        for param, value, update in zip(self.params, values, updates, strict=True):
            param.assign((value - update).reshape(param.shape).cast(param.dtype))
        # A gradient that stays lazy would read the parameters as they are now, and
        # keep them from being overwritten.
        return extra + self.params + self.buffers + gradients

    def _step(
        self, values: Sequence[Tensor], gradients: Sequence[Tensor]
    ) -> tuple[list[Tensor], list[Tensor]]:
        """Return what to take off each value, and the changed state."""
        raise TypeError(f"{type(self).__name__} is no rule; use SGD, Adam or another")


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
