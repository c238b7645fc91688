"""Interpolation: the same picture with other sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tinymlir._core import promote
from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.pooling import Pooling

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Interpolation"]

_MODES = ("linear", "nearest", "nearest-exact")


@explained("Tensor")
class Interpolation(Pooling):
    """Positions are fractions of integers; only weights are floats."""

    __slots__ = ()

    def interpolate(
        self, size: Sequence[int], mode: str = "linear", align_corners: bool = False
    ) -> Self:
        """Return the tensor with other sizes of its last axes.

        Args:
            size: the sizes, for as many of the last axes.
            mode: "linear" between neighbours on each axis, "nearest", or
                "nearest-exact", which rounds from the centres of the elements.
            align_corners: put the first and last elements on top of each other rather
                than the edges; for "linear" only.

        Raises:
            ValueError: there is no such mode, there are too few axes, a size is not
                positive, or an axis is empty.

        Example:
            >>> Tensor([1.0, 3.0]).interpolate((4,)).tolist()
            [1.0, 1.5, 2.5, 3.0]
            >>> Tensor([1, 3]).interpolate((4,), mode="nearest").tolist()
            [1, 1, 3, 3]
        """
        if mode not in _MODES:
            raise ValueError(f"mode is one of {', '.join(_MODES)}, not {mode!r}")
        if align_corners and mode != "linear":
            raise ValueError(f"align_corners is for the mode linear, not {mode}")
        sizes = tuple(size)
        if not 0 < len(sizes) <= self.ndim:
            raise ValueError(f"{len(sizes)} sizes for a tensor of {self.ndim} axes")
        if min(sizes) < 1 or 0 in self.shape[-len(sizes) :]:
            raise ValueError(f"there is nothing between {list(self.shape)} and {sizes}")
        x = self._strong()
        kind = x.dtype
        if mode == "linear" and kind is not dtypes.uint8:
            x = x._cast(promote(kind, dtypes.float32))
        for i, count in enumerate(sizes):
            x = x._resize(self.ndim - len(sizes) + i, count, mode, align_corners)
        return x._cast(kind)

    def _take(self, axis: int, places: Self) -> Self:
        return self[tuple([slice(None)] * axis + [places])]

    def _resize(self, axis: int, count: int, mode: str, align_corners: bool) -> Self:
        size = self.shape[axis]
        place = self.arange(count, dtype=dtypes.int64)
        if mode != "linear":
            half = mode == "nearest-exact"
            found = (place * 2 + 1) * size // (2 * count) if half else place * size // count
            return self._take(axis, found)
        if align_corners:
            above, below = place * (size - 1), max(count - 1, 1)
        else:
            above, below = ((place * 2 + 1) * size - count).maximum(0), 2 * count
        low = above // below
        high = (low + 1).minimum(size - 1)
        shape = [count if i == axis else 1 for i in range(self.ndim)]
        weight = ((above % below)._cast(dtypes.float32) / below).reshape(shape)
        return self._take(axis, low).lerp(self._take(axis, high), weight)
