"""Pooling: one number for each window."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, overload

from tinymlir._core import UOp, promote, sum_dtype
from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.convolution import Convolution, Sizes, _pad_pairs, _per_axis

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Pooling"]

Pairs = list[tuple[int, int]]


@explained("Tensor")
class Pooling(Convolution):
    """Windows over the last axes, in any number; their names say 2d."""

    __slots__ = ()

    def _plan(
        self,
        kernel_size: Sizes,
        stride: Sizes | None,
        dilation: Sizes,
        padding: Sizes,
        ceil_mode: bool,
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], Pairs, Pairs]:
        """Return kernel, stride, dilation, padding, and what `ceil_mode` adds to it."""
        kernel = (kernel_size,) * 2 if isinstance(kernel_size, int) else tuple(kernel_size)
        count = len(kernel)
        kernel = _per_axis(kernel, count, "kernel_size")
        if self.ndim < count:
            raise ValueError(f"a window of {count} axes needs as many, not {self.ndim}")
        steps = kernel if stride is None else _per_axis(stride, count, "stride")
        apart = _per_axis(dilation, count, "dilation")
        pads = _pad_pairs(padding, count)
        more = [(0, 0)] * count
        for i, (low, high) in enumerate(pads):
            if 2 * max(low, high) > kernel[i]:
                raise ValueError(f"padding {padding} is wider than half of {kernel}")
            if ceil_mode:
                size, reach = self.shape[i - count], apart[i] * (kernel[i] - 1) + 1
                windows = -(-(size + low + high - reach) // steps[i]) + 1
                if (windows - 1) * steps[i] >= size + low:
                    windows -= 1
                missing = (windows - 1) * steps[i] + reach - (size + low + high)
                more[i] = (0, max(missing, 0))
        return kernel, steps, apart, pads, more

    def _pad_last(self, pairs: Sequence[tuple[int, int]], value: float = 0.0) -> Self:
        return self.pad([*([(0, 0)] * (self.ndim - len(pairs))), *pairs], value=value)

    def avg_pool2d(
        self,
        kernel_size: Sizes = (2, 2),
        stride: Sizes | None = None,
        dilation: Sizes = 1,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> Self:
        """Return the mean of each window of the last axes; of integers as float32.

        Args:
            kernel_size: the sizes of a window; one number stands for two axes.
            stride: the distance of the windows; None is `kernel_size`.
            dilation: the distance of the elements of a window.
            padding: zeros around: one number, one per axis, or two per axis with the
                last axis first.
            ceil_mode: also take windows that begin inside and end outside.
            count_include_pad: let the padding count as elements. What `ceil_mode` adds
                never does.

        Raises:
            ValueError: there are fewer axes than the window has, a window does not
                fit, or the padding is wider than half of a window.

        Example:
            >>> Tensor([[1, 2, 5], [3, 4, 6]]).avg_pool2d((2, 1)).tolist()
            [[2.0, 3.0, 5.5]]
        """
        kernel, steps, apart, pads, more = self._plan(
            kernel_size, stride, dilation, padding, ceil_mode
        )
        x = self._strong()
        kind = x.dtype if dtypes.is_float(x.dtype) else dtypes.float32
        x = x._cast(promote(sum_dtype(x.dtype), dtypes.float32))
        axes = tuple(range(-len(kernel), 0))
        padded = x._pad_last(pads)._pad_last(more)
        total = padded._pool(kernel, steps, apart)._reduce("add", axes, False)
        if not any(map(any, more)) and (count_include_pad or not any(map(any, pads))):
            return (total / math.prod(kernel))._cast(kind)
        inside = self._from_uop(UOp.const(1.0, x.dtype))._broadcast_to(self.shape[-len(kernel) :])
        inside = inside._pad_last(pads, 1.0 if count_include_pad else 0.0)._pad_last(more)
        counts = inside._pool(kernel, steps, apart)._reduce("add", axes, False)
        return (total / counts)._cast(kind)

    @overload
    def max_pool2d(
        self,
        kernel_size: Sizes = ...,
        stride: Sizes | None = ...,
        dilation: Sizes = ...,
        padding: Sizes = ...,
        ceil_mode: bool = ...,
        return_indices: Literal[False] = ...,
    ) -> Self: ...

    @overload
    def max_pool2d(
        self,
        kernel_size: Sizes = ...,
        stride: Sizes | None = ...,
        dilation: Sizes = ...,
        padding: Sizes = ...,
        ceil_mode: bool = ...,
        *,
        return_indices: Literal[True],
    ) -> tuple[Self, Self]: ...

    def max_pool2d(
        self,
        kernel_size: Sizes = (2, 2),
        stride: Sizes | None = None,
        dilation: Sizes = 1,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        return_indices: bool = False,
    ) -> Self | tuple[Self, Self]:
        """Return the greatest element of each window of the last axes.

        Args:
            kernel_size: the sizes of a window; one number stands for two axes.
            stride: the distance of the windows; None is `kernel_size`.
            dilation: the distance of the elements of a window.
            padding: what is added around: never the greatest.
            ceil_mode: also take windows that begin inside and end outside.
            return_indices: also return where the greatest is in the flattened last
                axes, as int32; the first of several.

        Raises:
            ValueError: there are fewer axes than the window has, a window does not
                fit, or the padding is wider than half of a window.

        Example:
            >>> Tensor([[1, 2, 5], [3, 4, 6]]).max_pool2d((2, 1)).tolist()
            [[3, 4, 6]]
            >>> Tensor([[1, 9], [3, 4]]).max_pool2d(return_indices=True)[1].tolist()
            [[1]]
        """
        kernel, steps, apart, pads, more = self._plan(
            kernel_size, stride, dilation, padding, ceil_mode
        )
        x = self._strong()
        x = x._exact() if return_indices else x
        count = len(kernel)
        axes = tuple(range(-count, 0))
        pads = [(low, high + extra) for (low, high), (_, extra) in zip(pads, more, strict=True)]
        windows = x._pad_last(pads, dtypes.min(x.dtype))._pool(kernel, steps, apart)
        greatest = windows._reduce("max", axes, True)
        shape = greatest.shape[: greatest.ndim - count]
        if not return_indices:
            return greatest.reshape(shape)
        spatial = self.shape[-count:]
        number = math.prod(spatial)
        places = self.arange(number, 0, -1, dtype=dtypes.int32).reshape(spatial)
        places = places._pad_last(pads)._pool(kernel, steps, apart)
        equal = windows == greatest
        if x.is_floating_point():
            equal = equal | (windows.isnan() & greatest.isnan())
        first = number - equal.where(places, 0)._reduce("max", axes, False)
        return greatest.reshape(shape), first

    def max_unpool2d(
        self,
        indices: Self,
        kernel_size: Sizes = (2, 2),
        stride: Sizes | None = None,
        dilation: Sizes = 1,
        padding: Sizes = 0,
        output_size: Sequence[int] | None = None,
    ) -> Self:
        """Return zeros with the elements where `max_pool2d` found them.

        Args:
            indices: where, in the flattened last axes of the result.
            kernel_size: the sizes of a window; one number stands for two axes.
            stride: the distance of the windows; None is `kernel_size`.
            dilation: the distance of the elements of a window.
            padding: what was added around.
            output_size: the shape of the result, or its last sizes; None is the least
                that the windows fit in.

        Raises:
            RuntimeError: `indices` has another shape.
            ValueError: there are fewer axes than the window has.

        Example:
            >>> x, places = Tensor([[1, 9], [3, 4]]).max_pool2d(return_indices=True)
            >>> x.max_unpool2d(places).tolist()
            [[0, 9], [0, 0]]
        """
        if indices.shape != self.shape:
            raise RuntimeError(
                f"the indices have shape {list(indices.shape)}, the tensor {list(self.shape)}"
            )
        kernel, steps, apart, pads, _ = self._plan(kernel_size, stride, dilation, padding, False)
        count = len(kernel)
        if output_size is not None:
            sizes = [int(size) for size in output_size][-count:]
        else:
            sizes = [
                (self.shape[i - count] - 1) * steps[i] + apart[i] * (kernel[i] - 1) + 1 - sum(pad)
                for i, pad in enumerate(pads)
            ]
        lead = self.shape[: self.ndim - count]
        flat, places = (x.reshape([*lead, -1]) for x in (self._strong(), indices))
        empty = flat.const_like(0).shrink_to([*lead, 0]).pad_to([*lead, math.prod(sizes)])
        return empty.scatter(-1, places, flat).reshape([*lead, *sizes])
