"""Convolution, and the transpose of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tinymlir._core import promote
from tinymlir.dtypes import DTypeLike, dtypes, to_dtype
from tinymlir.errors import explained
from tinymlir.ops.processing import Processing

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Convolution"]

Sizes = int | Sequence[int]


def _per_axis(value: Sizes, count: int, name: str, least: int = 1) -> tuple[int, ...]:
    """Return one number per spatial axis."""
    values = (value,) * count if isinstance(value, int) else tuple(value)
    if len(values) != count:
        raise ValueError(f"{name} {value} has {len(values)} numbers for {count} axes")
    if any(item < least for item in values):
        raise ValueError(f"{name} {value} has a number below {least}")
    return values


def _pad_pairs(padding: Sizes, count: int) -> list[tuple[int, int]]:
    """Return (before, after) per spatial axis, the first axis first."""
    if not isinstance(padding, int) and len(padding) == 2 * count:
        flat = _per_axis(padding, 2 * count, "padding", 0)
        return list(zip(flat[::2], flat[1::2], strict=True))[::-1]
    return [(p, p) for p in _per_axis(padding, count, "padding", 0)]


@explained("Tensor")
class Convolution(Processing):
    """Windows are movement; the compiler reads the elements in place."""

    __slots__ = ()

    def _pool(self, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]) -> Self:
        """Return the windows of the last axes: (..., windows..., elements of one...)."""
        x, count = self, len(kernel)
        for axis, sizes in enumerate(zip(kernel, stride, dilation, strict=True)):
            size, step, apart = sizes
            place = self.ndim - count + axis
            if apart * (size - 1) + 1 > x.shape[place]:
                raise ValueError(
                    f"a window of {size} elements {apart} apart does not fit axis {place} of "
                    f"{x.shape[place]}, padding included"
                )
            rest = [i for i in range(x.ndim) if i != place]
            windows = x.permute([*rest, place])._windows(size, step, apart)
            last = windows.ndim - 2
            order = list(range(last))
            order.insert(place, last)
            x = windows.permute([*order, last + 1])
        return x

    def conv2d(
        self,
        weight: Self,
        bias: Self | None = None,
        groups: int = 1,
        stride: Sizes = 1,
        dilation: Sizes = 1,
        padding: Sizes = 0,
        dtype: DTypeLike | None = None,
    ) -> Self:
        """Return the convolution over all axes but the first two, in any number.

        Args:
            weight: output channels × input channels of a group × window.
            bias: what is added to each output channel.
            groups: parts of the channels that do not mix.
            stride: the distance of the windows, one number or one per axis.
            dilation: the distance of the elements of a window.
            padding: zeros around: one number, one per axis, or two per axis with
                the last axis first.
            dtype: the dtype to add in and to return.

        Raises:
            RuntimeError: the channels or ranks do not fit.
            ValueError: a window does not fit the padded input.

        Example:
            >>> x, w = Tensor.ones(1, 1, 3, 3), Tensor.ones(1, 1, 2, 2)
            >>> x.conv2d(w).tolist()
            [[[[4.0, 4.0], [4.0, 4.0]]]]
        """
        count = weight.ndim - 2
        if count < 1 or self.ndim != weight.ndim:
            raise RuntimeError(
                f"the input has {self.ndim} axes and the weight {weight.ndim}: both have two "
                "and one for each axis of the window"
            )
        (batch, channels), (outputs, inputs) = self.shape[:2], weight.shape[:2]
        if groups < 1 or groups * inputs != channels or outputs % groups:
            raise RuntimeError(
                f"input shape {list(self.shape)} does not match weight shape "
                f"{list(weight.shape)} in {groups} groups: {channels} channels are not "
                f"{groups} * {inputs}, or {outputs} is no multiple of {groups}"
            )
        window = weight.shape[2:]
        x = self.pad([(0, 0), (0, 0), *_pad_pairs(padding, count)])
        x = x._pool(
            window,
            _per_axis(stride, count, "stride"),
            _per_axis(dilation, count, "dilation"),
        )
        places = x.shape[2 : 2 + count]
        x = x.reshape([batch, groups, inputs, 1, *places, *window])
        x = x.permute([0, 1, 3, *range(4, 4 + count), 2, *range(4 + count, 4 + 2 * count)])
        w = weight.reshape([1, groups, outputs // groups, *[1] * count, inputs, *window])
        kind = promote(self.dtype, weight.dtype) if dtype is None else to_dtype(dtype)
        axes = tuple(range(-1 - count, 0))
        y = (x * w).sum(axes, dtype=dtype)._cast(dtypes.strong(kind))
        y = y.reshape([batch, outputs, *places])
        return y if bias is None else y + bias.reshape([1, -1, *[1] * count])

    def conv_transpose2d(
        self,
        weight: Self,
        bias: Self | None = None,
        groups: int = 1,
        stride: Sizes = 1,
        dilation: Sizes = 1,
        padding: Sizes = 0,
        output_padding: Sizes = 0,
    ) -> Self:
        """Return the transpose of a convolution: each element spreads over a window.

        Args:
            weight: input channels × output channels of a group × window, for any
                number of axes.
            bias: what is added to each output channel.
            groups: parts of the channels that do not mix.
            stride: the distance of the windows, one number or one per axis.
            dilation: the distance of the elements of a window.
            padding: what is cut off around: one number, one per axis, or two per axis
                with the last axis first.
            output_padding: what is added at the end of each axis; less than the stride
                or the dilation.

        Raises:
            RuntimeError: the channels or ranks do not fit.
            ValueError: a number is too small, or nothing is left of an axis.

        Example:
            >>> x, w = Tensor.ones(1, 1, 2, 2), Tensor.ones(1, 1, 2, 2)
            >>> x.conv_transpose2d(w).tolist()
            [[[[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]]]]
        """
        count = weight.ndim - 2
        if count < 1 or self.ndim != weight.ndim:
            raise RuntimeError(
                f"the input has {self.ndim} axes and the weight {weight.ndim}: both have two "
                "and one for each axis of the window"
            )
        inputs, outputs = weight.shape[:2]
        if groups < 1 or inputs != self.shape[1] or inputs % groups:
            raise RuntimeError(
                f"input shape {list(self.shape)} does not match weight shape "
                f"{list(weight.shape)} in {groups} groups: {self.shape[1]} channels are not "
                f"{inputs}, or {inputs} is no multiple of {groups}"
            )
        window = weight.shape[2:]
        steps = _per_axis(stride, count, "stride")
        apart = _per_axis(dilation, count, "dilation")
        extra = _per_axis(output_padding, count, "output_padding", 0)
        x, pads = self, [(0, 0), (0, 0)]
        for i, (low, high) in enumerate(_pad_pairs(padding, count)):
            x = x._spread(2 + i, steps[i])
            reach = apart[i] * (window[i] - 1)
            pads.append((reach - low, reach - high + extra[i]))
            if x.shape[2 + i] + sum(pads[-1]) <= reach:
                raise ValueError(f"padding {padding} leaves nothing of axis {2 + i}")
        w = weight.reshape([groups, inputs // groups, outputs, *window]).transpose(1, 2)
        w = w.reshape([groups * outputs, inputs // groups, *window])
        w = w.flip(list(range(2, w.ndim)))
        return x.pad(pads).conv2d(w, bias, groups, dilation=apart)
