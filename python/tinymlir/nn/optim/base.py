"""What optimizers have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tinymlir.config import CONST_LR, FUSE_OPTIM, OPTIM_DTYPE, TRAINING
from tinymlir.device import DeviceLike, device_names
from tinymlir.dtypes import dtypes, to_dtype
from tinymlir.tensor import Tensor

__all__ = ["Optimizer", "OptimizerGroup"]


class Optimizer:
    """A rule by which parameters follow their gradients.

    Args:
        params: the tensors; those with `is_param` are changed, the others are
            realized along with them.
        lr: the learning rate.
        device: where the state lives and steps are computed; None is where the
            parameters are, each with its state beside it.
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
        device: DeviceLike | None = None,
        fused: bool | None = None,
    ) -> None:
        if lr < 0:
            raise ValueError(f"{type(self).__name__}: the learning rate is >= 0, not {lr}")
        self._moves = device is not None
        tensors = list({id(tensor): tensor for tensor in params}.values())
        self.params = [tensor for tensor in tensors if tensor.is_param]
        if not self.params:
            raise ValueError(f"{type(self).__name__}: there are no parameters")
        self.buffers = [tensor for tensor in tensors if not tensor.is_param]
        self.fused = bool(FUSE_OPTIM.value if fused is None else fused)
        names = device_names(self.params[0].device if device is None else device)
        self.device: DeviceLike = names if len(names) > 1 else names[0]
        self.lr = Tensor(float(lr)) if CONST_LR else self._number(lr)
        self.lr.is_param_(False)

    # ----- For the rules

    def _number(self, value: float) -> Tensor:
        """Return a stored number that all parameters share."""
        number = Tensor.full((1,), value, dtypes.float32, self.device)
        return number.realize().is_param_(False)

    def _state(self) -> list[Tensor]:
        """Return zeros for each parameter, or one vector for all."""
        kind = to_dtype(OPTIM_DTYPE.value)
        if self.fused:
            count = sum(param.numel() for param in self.params)
            zeros = [Tensor.zeros(count, dtype=kind, device=self.device)]
        else:
            place = self.device if self._moves else None
            zeros = [param.zeros_like(kind, place) for param in self.params]
        return [tensor.is_param_(False) for tensor in zeros]

    def _near(self, tensor: Tensor) -> Tensor:
        """Return what belongs to a parameter where its state is."""
        return tensor.to(self.device) if self._moves else tensor

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
        values = [self._near(param.detach()) for param in self.params]
        slopes = [self._near(gradient) for gradient in gradients]
        if self.fused:
            updates, extra = self._step([self._joined(values)], [self._joined(slopes)])
            updates = self._parts(updates[0])
        else:
            updates, extra = self._step(values, slopes)
        for param, value, update in zip(self.params, values, updates, strict=True):
            new = (value - update).reshape(param.shape).cast(param.dtype)
            param.assign(new._beside(param) if self._moves else new)
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
