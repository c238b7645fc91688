"""Layers that normalize."""

from __future__ import annotations

from tinymlir.config import TRAINING
from tinymlir.dtypes import dtypes
from tinymlir.tensor import Tensor

__all__ = [
    "BatchNorm",
    "BatchNorm2d",
    "BatchNorm3d",
    "GroupNorm",
    "InstanceNorm",
    "LayerNorm",
    "LayerNorm2d",
    "RMSNorm",
]


class BatchNorm:
    """Normalize each channel, axis 1, over a batch; then scale and shift.

    With the switch TRAINING the statistics are those of the batch, and move the
    running ones, which are used otherwise.

    Args:
        sz: the number of channels.
        eps: what is added to the variance.
        affine: scale and shift.
        track_running_stats: keep running statistics.
        momentum: how much of the running statistics a batch replaces.

    Example:
        >>> from tinymlir import nn
        >>> nn.BatchNorm(3)(Tensor.ones(2, 3, 4, 4)).shape
        (2, 3, 4, 4)
    """

    def __init__(
        self,
        sz: int,
        eps: float = 1e-5,
        affine: bool = True,
        track_running_stats: bool = True,
        momentum: float = 0.1,
    ) -> None:
        self.eps, self.momentum = eps, momentum
        self.track_running_stats = track_running_stats
        self.weight = Tensor.ones(sz) if affine else None
        self.bias = Tensor.zeros(sz) if affine else None
        self.num_batches_tracked = Tensor.zeros(dtype=dtypes.int64).is_param_(False)
        if track_running_stats:
            self.running_mean = Tensor.zeros(sz).is_param_(False)
            self.running_var = Tensor.ones(sz).is_param_(False)

    def calc_stats(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return mean and variance of the channels, as they are to be used now."""
        if self.track_running_stats and not TRAINING:
            return self.running_mean, self.running_var
        axes = tuple(i for i in range(x.ndim) if i != 1)
        shape = [1, -1, *[1] * (x.ndim - 2)]
        mean = x.mean(axes)
        # The mean is where the squares are least: no gradient flows through it here.
        centred = x - mean.detach().reshape(shape)
        return mean, centred.square().mean(axes)

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer.

        Raises:
            ValueError: the channels differ in number.
        """
        mean, var = self.calc_stats(x)
        if self.track_running_stats and TRAINING:
            keep, count = 1 - self.momentum, x.numel()
            unbiased = var.detach() * (count / max(count - x.shape[1], 1))
            self.running_mean.assign(keep * self.running_mean + self.momentum * mean.detach())
            self.running_var.assign(keep * self.running_var + self.momentum * unbiased)
            self.num_batches_tracked += 1
        return x.batchnorm(self.weight, self.bias, mean, (var + self.eps).rsqrt())


BatchNorm2d = BatchNorm3d = BatchNorm


class GroupNorm:
    """Normalize groups of channels, axis 1, of each sample; then scale and shift.

    Args:
        num_groups: the number of groups.
        num_channels: the number of channels.
        eps: what is added to the variance.
        affine: scale and shift each channel.

    Raises:
        ValueError: the channels cannot be divided into the groups.

    Example:
        >>> from tinymlir import nn
        >>> nn.GroupNorm(2, 4)(Tensor.ones(1, 4, 3)).shape
        (1, 4, 3)
    """

    def __init__(
        self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True
    ) -> None:
        if num_groups < 1 or num_channels % num_groups:
            raise ValueError(f"GroupNorm: {num_channels} channels in {num_groups} groups")
        self.num_groups, self.num_channels, self.eps = num_groups, num_channels, eps
        self.weight = Tensor.ones(num_channels) if affine else None
        self.bias = Tensor.zeros(num_channels) if affine else None

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer.

        Raises:
            RuntimeError: the input has another number of channels.
        """
        if x.ndim < 2 or x.shape[1] != self.num_channels:
            raise RuntimeError(
                f"{type(self).__name__}: shape {list(x.shape)} has not {self.num_channels} channels"
            )
        rows = x.reshape(x.shape[0], self.num_groups, -1) if x.numel() else x
        y = rows.layernorm(eps=self.eps).reshape(x.shape)
        if self.weight is None or self.bias is None:
            return y
        shape = [1, -1, *[1] * (x.ndim - 2)]
        return y * self.weight.reshape(shape) + self.bias.reshape(shape)


class InstanceNorm(GroupNorm):
    """Normalize each channel of each sample; then scale and shift.

    Args:
        num_features: the number of channels.
        eps: what is added to the variance.
        affine: scale and shift each channel.

    Example:
        >>> from tinymlir import nn
        >>> nn.InstanceNorm(4)(Tensor.ones(1, 4, 3)).shape
        (1, 4, 3)
    """

    def __init__(self, num_features: int, eps: float = 1e-5, affine: bool = True) -> None:
        super().__init__(num_features, num_features, eps, affine)


class LayerNorm:
    """Normalize the last axes, then scale and shift.

    Args:
        normalized_shape: the sizes of these axes.
        eps: what is added to the variance.
        elementwise_affine: scale and shift.

    Raises:
        RuntimeError: the input does not end in `normalized_shape`.

    Example:
        >>> from tinymlir import nn
        >>> nn.LayerNorm(2, eps=0)(Tensor([[-1.0, 1.0]])).tolist()
        [[-1.0, 1.0]]
    """

    def __init__(
        self,
        normalized_shape: int | tuple[int, ...],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
    ) -> None:
        shape = normalized_shape
        self.normalized_shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.axis = tuple(-1 - i for i in range(len(self.normalized_shape)))
        self.eps = eps
        self.weight = Tensor.ones(*self.normalized_shape) if elementwise_affine else None
        self.bias = Tensor.zeros(*self.normalized_shape) if elementwise_affine else None

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        if x.shape[-len(self.normalized_shape) :] != self.normalized_shape:
            raise RuntimeError(
                f"LayerNorm: shape {list(x.shape)} does not end in {list(self.normalized_shape)}"
            )
        x = x.layernorm(axis=self.axis, eps=self.eps)
        if self.weight is None or self.bias is None:
            return x
        return x * self.weight + self.bias


class LayerNorm2d(LayerNorm):
    """Normalize over the channels, axis 1, of a batch of images.

    Args:
        normalized_shape: the number of channels.
        eps: what is added to the variance.
        elementwise_affine: scale and shift.

    Example:
        >>> from tinymlir import nn
        >>> nn.LayerNorm2d(4)(Tensor.ones(1, 4, 3, 3)).shape
        (1, 4, 3, 3)
    """

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer.

        Raises:
            RuntimeError: the input has other channels or no four axes.
        """
        if x.ndim != 4:
            raise RuntimeError(f"LayerNorm2d: shape {list(x.shape)} has not 4 axes")
        return super().__call__(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class RMSNorm:
    """Divide the last axis by its root mean square, as float32, then scale.

    Args:
        dim: the size of the axis.
        eps: what is added to the mean square.
        elementwise_affine: scale.

    Example:
        >>> from tinymlir import nn
        >>> nn.RMSNorm(2, eps=0)(Tensor([[3.0, 3.0]])).tolist()
        [[1.0, 1.0]]
    """

    def __init__(self, dim: int, eps: float = 1e-6, elementwise_affine: bool = True) -> None:
        self.eps = eps
        self.weight = Tensor.ones(dim) if elementwise_affine else None

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        wide = x.float()
        norm = (wide.square().mean(-1, keepdim=True) + self.eps).rsqrt()
        result = (wide * norm).cast(x.dtype)
        return result if self.weight is None else result * self.weight
