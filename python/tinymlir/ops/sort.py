"""Order: sorting by a network of comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.scan import Scan

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Sort"]


@explained("Tensor")
class Sort(Scan):
    """Elements in order along an axis. NaN is greater than all numbers."""

    __slots__ = ()

    def sort(self, dim: int = -1, descending: bool = False) -> tuple[Self, Self]:
        """Return the elements in order along an axis, and where they were.

        Equal elements keep their order. Gradients flow to where the elements were.

        Args:
            dim: the axis.
            descending: put the greatest first.

        Raises:
            IndexError: there is no axis `dim`.

        Returns:
            the elements, and their places as int32; both have this shape.

        Example:
            >>> values, places = Tensor([3, 1, 2]).sort()
            >>> values.tolist(), places.tolist()
            ([1, 2, 3], [1, 2, 0])
        """
        x = self._strong()
        axis = x._axis(dim)
        if x.ndim == 0 or x.shape[axis] <= 1:
            return x, x.zeros_like(dtype=dtypes.int32)
        last = x.transpose(axis, -1)
        values, places = last._sort_last(descending)
        return values.transpose(axis, -1), places.transpose(axis, -1)

    def argsort(self, dim: int = -1, descending: bool = False) -> Self:
        """Return the places of the elements in order along an axis, as int32.

        Equal elements keep their order.

        Args:
            dim: the axis.
            descending: put the greatest first.

        Raises:
            IndexError: there is no axis `dim`.

        Example:
            >>> Tensor([3, 1, 2]).argsort().tolist()
            [1, 2, 0]
        """
        return self.sort(dim, descending)[1]

    def topk(
        self, k: int, dim: int = -1, largest: bool = True, sorted_: bool = True
    ) -> tuple[Self, Self]:
        """Return the `k` greatest elements along an axis, and where they were.

        Args:
            k: how many.
            dim: the axis.
            largest: take the greatest; otherwise the least.
            sorted_: want them in order; they always are.

        Raises:
            ValueError: the axis has fewer than `k` elements, or `k` is negative.
            IndexError: there is no axis `dim`.

        Returns:
            the elements, the first one first, and their places as int32.

        Example:
            >>> values, places = Tensor([3, 1, 2]).topk(2)
            >>> values.tolist(), places.tolist()
            ([3, 2], [0, 2])
        """
        axis = self._axis(dim)
        size = self.shape[axis] if self.ndim else 1
        if not 0 <= k <= size:
            raise ValueError(f"cannot take {k} elements of an axis of {size}")
        values, places = self.sort(dim, descending=largest)
        if self.ndim == 0:
            return values, places
        bounds = [(0, k) if i == axis else None for i in range(self.ndim)]
        return values.shrink(bounds), places.shrink(bounds)

    # ----- The network

    def _sort_last(self, descending: bool) -> tuple[Self, Self]:
        """Sort the last axis by a bitonic network.

        Pairs of sorted runs become sorted runs of twice the length: the first step
        compares one run with the other backwards, the following ones halve the
        distance. A place counts where elements are equal; what fills up to a power
        of two thus stays at the end.
        """
        lead, size = list(self.shape[:-1]), self.shape[-1]
        if self.dtype is dtypes.bool:
            values, places = self._cast(dtypes.uint8)._sort_last(descending)
            return values._cast(dtypes.bool), places
        total = 1 << (size - 1).bit_length()
        # NaN is the greatest, and nothing but NaN equals it.
        worst = dtypes.min(self.dtype) if descending else dtypes.max(self.dtype)
        if dtypes.is_float(self.dtype) and not descending:
            worst = float("nan")
        keep: list = [None] * len(lead)
        pair = (
            self.pad([*keep, (0, total - size)], value=worst),
            self.arange(total, dtype=dtypes.int32)._broadcast_to((*lead, total)),
        )
        run = 1
        while run < total:
            pair = self._exchange(pair, run, True, descending)
            distance = run // 2
            while distance:
                pair = self._exchange(pair, distance, False, descending)
                distance //= 2
            run *= 2
        values, places = (x.shrink([*keep, (0, size)]) for x in pair)
        return values, places

    @classmethod
    def _exchange(
        cls, pair: tuple[Self, Self], distance: int, backwards: bool, descending: bool
    ) -> tuple[Self, Self]:
        """Put in order what lies `distance` apart, or mirrored within two runs."""
        lead, total = pair[0].shape[:-1], pair[0].shape[-1]
        keep: list = [None] * len(lead)

        def half(x: Self, side: int) -> Self:
            rows = x.reshape([*lead, total // (2 * distance), 2, distance])
            part = rows.shrink([*keep, None, (side, side + 1), None]).squeeze(-2)
            return part.flip(-1) if backwards and side else part

        def join(first: Self, second: Self) -> Self:
            second = second.flip(-1) if backwards else second
            return first.stack(second, dim=-2).reshape([*lead, total]).contiguous()

        (a, b), (i, j) = ([half(x, side) for side in (0, 1)] for x in pair)
        first = a._precedes(b, i < j, descending)
        values = join(first.where(a, b), first.where(b, a))
        return values, join(first.where(i, j), first.where(j, i))

    def _precedes(self, other: Self, is_earlier: Self, descending: bool) -> Self:
        """Return whether elements come before others; the places decide ties."""
        less = self > other if descending else self < other
        equal = self == other
        if dtypes.is_float(self.dtype):
            left, right = self.isnan(), other.isnan()
            equal = equal | (left & right)
            less = less | ((left & right.logical_not()) if descending else (right & ~left))
        return less | (equal & is_earlier)
