"""Convolutional layers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tinymlir.nn.initial import initial
from tinymlir.tensor import Tensor

__all__ = ["Conv1d", "Conv2d", "ConvTranspose1d", "ConvTranspose2d"]

Sizes = int | Sequence[int]


def _window(kernel_size: Sizes, count: int) -> tuple[int, ...]:
    return (kernel_size,) * count if isinstance(kernel_size, int) else tuple(kernel_size)


class Conv2d:
    """A convolution with weights: batch × channels × any number of axes.

    Args:
        in_channels: the channels of the input.
        out_channels: the channels of the result.
        kernel_size: the sizes of the window; one number stands for two axes.
        stride: the distance of the windows.
        padding: zeros around, as for `Tensor.conv2d`; or "same" for a result as large
            as the input.
        dilation: the distance of the elements of a window.
        groups: parts of the channels that do not mix.
        bias: add one.

    Raises:
        ValueError: the padding is "same" with a stride, another word, or the channels
            cannot be divided into the groups.

    Example:
        >>> from tinymlir import nn
        >>> nn.Conv2d(3, 8, 3, padding="same")(Tensor.ones(1, 3, 9, 9)).shape
        (1, 8, 9, 9)
    """

    _axes = 2

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes | str = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
    ) -> None:
        name = type(self).__name__
        self.kernel_size = _window(kernel_size, self._axes)
        self.stride, self.dilation, self.groups = stride, dilation, groups
        if groups < 1 or in_channels % groups or out_channels % groups:
            raise ValueError(
                f"{name}: {in_channels} and {out_channels} channels in {groups} groups"
            )
        if isinstance(padding, str):
            if padding != "same":
                raise ValueError(f'{name}: padding is sizes or "same", not {padding!r}')
            if any(step != 1 for step in _window(stride, 1)):
                raise ValueError(f'{name}: padding "same" is for stride 1, not {stride}')
            apart = _window(dilation, len(self.kernel_size))
            whole = [d * (k - 1) for d, k in zip(apart, self.kernel_size, strict=True)]
            self.padding: Sizes = [n for p in whole[::-1] for n in (p // 2, p - p // 2)]
        else:
            self.padding = padding
        bound = 1 / math.sqrt(in_channels * math.prod(self.kernel_size))
        self.weight = initial(*self._shape(in_channels, out_channels), bound=bound)
        self.bias = initial(out_channels, bound=bound) if bias else None

    def _shape(self, in_channels: int, out_channels: int) -> tuple[int, ...]:
        return (out_channels, in_channels // self.groups, *self.kernel_size)

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer.

        Raises:
            RuntimeError: the input has other channels, or another number of axes.
        """
        return x.conv2d(
            self.weight, self.bias, self.groups, self.stride, self.dilation, self.padding
        )


class Conv1d(Conv2d):
    """A convolution over one axis; see `Conv2d`.

    Example:
        >>> from tinymlir import nn
        >>> nn.Conv1d(3, 8, 3)(Tensor.ones(1, 3, 9)).shape
        (1, 8, 7)
    """

    _axes = 1


class ConvTranspose2d(Conv2d):
    """The transpose of a convolution, with weights.

    Args:
        in_channels: the channels of the input.
        out_channels: the channels of the result.
        kernel_size: the sizes of the window; one number stands for two axes.
        stride: the distance of the windows.
        padding: what is cut off around.
        output_padding: what is added at the end of each axis.
        dilation: the distance of the elements of a window.
        groups: parts of the channels that do not mix.
        bias: add one.

    Raises:
        ValueError: the channels cannot be divided into the groups, or the padding is a
            word.

    Example:
        >>> from tinymlir import nn
        >>> nn.ConvTranspose2d(3, 8, 2, stride=2)(Tensor.ones(1, 3, 4, 4)).shape
        (1, 8, 8, 8)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes | str = 0,
        output_padding: Sizes = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
    ) -> None:
        if isinstance(padding, str):
            raise ValueError(f"{type(self).__name__}: padding is sizes, not {padding!r}")
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias
        )
        self.output_padding = output_padding

    def _shape(self, in_channels: int, out_channels: int) -> tuple[int, ...]:
        return (in_channels, out_channels // self.groups, *self.kernel_size)

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer.

        Raises:
            RuntimeError: the input has other channels, or another number of axes.
        """
        return x.conv_transpose2d(
            self.weight,
            self.bias,
            self.groups,
            self.stride,
            self.dilation,
            self.padding,
            self.output_padding,
        )


class ConvTranspose1d(ConvTranspose2d):
    """The transpose of a convolution over one axis; see `ConvTranspose2d`.

    Example:
        >>> from tinymlir import nn
        >>> nn.ConvTranspose1d(3, 8, 2, stride=2)(Tensor.ones(1, 3, 4)).shape
        (1, 8, 8)
    """

    _axes = 1
