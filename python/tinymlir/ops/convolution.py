"""Convolution, and the transpose of it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tinymlir._core import promote
from tinymlir.config import WINO
from tinymlir.dtypes import DTypeLike, dtypes, to_dtype
from tinymlir.errors import explained
from tinymlir.interop import from_array
from tinymlir.ops.processing import Processing
from tinymlir.symbolic import is_symbolic

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Convolution"]

Sizes = int | Sequence[int]

_WINOGRAD = tuple(
    np.array(rows, np.float64)
    for rows in (
        [[1, 1, 1, 1, 1, 0], [0, 1, -1, 2, -2, 0], [0, 1, 1, 4, 4, 0], [0, 1, -1, 8, -8, 1]],
        [[4, 0, -5, 0, 1, 0], [0, -4, -4, 1, 1, 0], [0, 4, -4, -1, 1, 0],
         [0, -2, -1, 2, 1, 0], [0, 2, -1, -2, 1, 0], [0, 4, 0, -5, 0, 1]],
        [[1 / 4, 0, 0], [-1 / 6, -1 / 6, -1 / 6], [-1 / 6, 1 / 6, -1 / 6],
         [1 / 24, 1 / 12, 1 / 6], [1 / 24, -1 / 12, 1 / 6], [0, 0, 1]],
    )
)  # fmt: skip
"""From products to a tile, from a tile of 6 to points, from a window of 3 to points:
the points are 0, 1, -1, 2, -2 and infinity."""


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
        steps = _per_axis(stride, count, "stride")
        apart = _per_axis(dilation, count, "dilation")
        kind = promote(self.dtype, weight.dtype) if dtype is None else to_dtype(dtype)
        if WINO and {*steps, *apart} == {1} and {*window} == {3} and x._is_filled(3):
            y = x._winograd(weight, groups)._cast(dtypes.strong(kind))
            return y if bias is None else y + bias.reshape([1, -1, *[1] * count])
        x = x._pool(window, steps, apart)
        places = x.shape[2 : 2 + count]
        x = x.reshape([batch, groups, inputs, 1, *places, *window])
        x = x.permute([0, 1, 3, *range(4, 4 + count), 2, *range(4 + count, 4 + 2 * count)])
        w = weight.reshape([1, groups, outputs // groups, *[1] * count, inputs, *window])
        axes = tuple(range(-1 - count, 0))
        y = (x * w).sum(axes, dtype=dtype)._cast(dtypes.strong(kind))
        y = y.reshape([batch, outputs, *places])
        return y if bias is None else y + bias.reshape([1, -1, *[1] * count])

    def _is_filled(self, least: int) -> bool:
        """Return whether there are elements, and a window on each axis."""
        sizes = self.shape
        return not is_symbolic(*sizes) and 0 not in sizes[:2] and min(sizes[2:]) >= least

    def _winograd(self, weight: Self, groups: int) -> Self:
        """Convolve with windows of 3 by Winograd's method, tiles of 4 at a time.

        Tiles of 6 and windows become polynomials at 6 points, where a convolution is a
        product; on several axes the points are those of all of them.
        """
        (batch, channels), sizes, outputs = self.shape[:2], self.shape[2:], weight.shape[0]
        count = len(sizes)
        points, of_tile, of_window = (self._per_tile(m, count) for m in _WINOGRAD)
        tiles = [-(-(size - 2) // 4) for size in sizes]
        x = self.pad_to([None, None, *(4 * tile + 2 for tile in tiles)])
        x = x._pool([6] * count, [4] * count, [1] * count)
        x = x.reshape([batch, groups, 1, channels // groups, *tiles, 6**count])
        kind = promote(self.dtype, promote(weight.dtype, dtypes.float32))
        x = x._cast(kind).dot(of_tile._cast(kind)).contiguous()
        w = weight._cast(kind).reshape([*weight.shape[:2], 3**count]).dot(of_window._cast(kind))
        w = w.reshape([1, groups, outputs // groups, channels // groups, *[1] * count, 6**count])
        y = (x * w.contiguous()).sum(3).dot(points._cast(kind))
        y = y.reshape([batch, outputs, *tiles, *[4] * count])
        order = [n for i in range(count) for n in (2 + i, 2 + count + i)]
        y = y.permute([0, 1, *order]).reshape([batch, outputs, *(4 * tile for tile in tiles)])
        return y.shrink_to([None, None, *(size - 2 for size in sizes)]).contiguous()

    def _per_tile(self, matrix: np.ndarray, count: int) -> Self:
        """Return a matrix for all elements of a tile on several axes, transposed."""
        whole = functools.reduce(np.kron, [matrix] * count)
        return self._from_uop(from_array(np.ascontiguousarray(whole.T)))

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
