"""Movement: the same elements under other coordinates. Nothing is copied."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tinymlir._core import UOp
from tinymlir.errors import explained
from tinymlir.ops.base import TensorBase, ints_of
from tinymlir.symbolic import is_symbolic, simplify

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Movement"]

Padding = Sequence[int] | Sequence[Sequence[int] | None]


@explained("Tensor")
class Movement(TensorBase):
    """The ops of the compiler that rename coordinates, in the forms users know."""

    __slots__ = ()

    def reshape(self, shape: int | Sequence[int | None], *args: int | None) -> Self:
        """Return the elements, in row-major order, under another shape.

        Args:
            shape: the sizes. One may be -1 and is then computed; None keeps the
                size that the axis has.
            *args: further sizes, where `shape` is the first.

        Raises:
            ValueError: the shape does not hold the elements.
            RuntimeError: more than one size is -1.

        Example:
            >>> Tensor([1, 2, 3, 4, 5, 6]).reshape(2, -1).tolist()
            [[1, 2, 3], [4, 5, 6]]
        """
        sizes = list(ints_of(shape, args))
        for axis, size in enumerate(sizes):
            if size is None:
                if axis >= self.ndim:
                    raise ValueError(f"None keeps an axis, but there is no axis {axis}")
                sizes[axis] = self.shape[axis]
        if sizes.count(-1) > 1:
            raise RuntimeError(f"only one size of {tuple(sizes)} can be -1")
        if -1 in sizes:
            rest = simplify(-math.prod(sizes))
            count = self.numel()
            if not is_symbolic(rest, count) and (rest == 0 or count % rest):
                raise ValueError(f"no size for -1 in {tuple(sizes)} makes {count} elements")
            sizes[sizes.index(-1)] = simplify(count // rest)
        if tuple(sizes) == self.shape:
            return self
        return self._from_uop(self.uop.reshape(sizes))

    def view(self, shape: int | Sequence[int | None], *args: int | None) -> Self:
        """Return `reshape(shape, *args)`.

        Example:
            >>> Tensor([1, 2, 3, 4]).view(2, 2).tolist()
            [[1, 2], [3, 4]]
        """
        return self.reshape(shape, *args)

    def expand(self, shape: int | Sequence[int | None], *args: int | None) -> Self:
        """Repeat axes of size one and add leading axes.

        Args:
            shape: the sizes; -1 or None keeps the size that the axis has.
            *args: further sizes, where `shape` is the first.

        Raises:
            ValueError: an axis has neither size one nor the size asked for.

        Example:
            >>> Tensor([[1], [2]]).expand(2, 3).tolist()
            [[1, 1, 1], [2, 2, 2]]
        """
        sizes = list(ints_of(shape, args))
        lead = len(sizes) - self.ndim
        for axis, size in enumerate(sizes):
            if size is None or size == -1:
                if axis < lead:
                    raise ValueError(f"there is no axis whose size {size} could keep")
                sizes[axis] = self.shape[axis - lead]
        if tuple(sizes) == self.shape:
            return self
        return self._from_uop(self.uop.expand(sizes))

    def _broadcast_to(self, shape: tuple[int, ...]) -> Self:
        return self if self.shape == shape else self._from_uop(self.uop.expand(shape))

    def permute(self, order: int | Sequence[int], *args: int) -> Self:
        """Reorder the axes: axis `i` of the result is axis `order[i]`.

        Raises:
            IndexError: an entry is not an axis.
            ValueError: `order` does not name each axis once.

        Example:
            >>> Tensor.ones(2, 3, 4).permute(2, 0, 1).shape
            (4, 2, 3)
        """
        axes = [self._axis(axis) for axis in ints_of(order, args)]
        if sorted(axes) != list(range(self.ndim)):
            raise ValueError(f"order {tuple(axes)} is no permutation of the {self.ndim} axes")
        if axes == list(range(self.ndim)):
            return self
        return self._from_uop(self.uop.permute(axes))

    def transpose(self, dim0: int = 1, dim1: int = 0) -> Self:
        """Swap two axes.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).transpose().tolist()
            [[1, 3], [2, 4]]
        """
        order = list(range(self.ndim))
        first, second = self._axis(dim0), self._axis(dim1)
        order[first], order[second] = order[second], order[first]
        return self.permute(order)

    @property
    def T(self) -> Self:  # noqa: N802
        """The tensor with its first two axes swapped.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).T.tolist()
            [[1, 3], [2, 4]]
        """
        return self.transpose()

    def flip(self, axis: int | Sequence[int], *args: int) -> Self:
        """Reverse axes.

        Raises:
            IndexError: there is no such axis.
            RuntimeError: an axis is named twice.

        Example:
            >>> Tensor([1, 2, 3]).flip(0).tolist()
            [3, 2, 1]
        """
        axes = [self._axis(item) for item in ints_of(axis, args)]
        if len(set(axes)) != len(axes):
            raise RuntimeError(f"axes {tuple(axes)} name an axis twice")
        if not axes or self.ndim == 0:
            return self
        return self._from_uop(self.uop.flip(sorted(axes)))

    def shrink(self, arg: Sequence[Sequence[int] | None]) -> Self:
        """Keep the elements from `begin` to before `end` on each axis.

        Args:
            arg: a pair (begin, end) per axis; None keeps the axis.

        Raises:
            ValueError: a pair lies outside its axis, or pairs and axes differ in
                number.

        Example:
            >>> Tensor([[1, 2, 3], [4, 5, 6]]).shrink((None, (1, 3))).tolist()
            [[2, 3], [5, 6]]
        """
        bounds = self._per_axis(arg)
        pairs = [
            (0, size) if bound is None else tuple(bound)
            for bound, size in zip(bounds, self.shape, strict=True)
        ]
        for (begin, end), size in zip(pairs, self.shape, strict=True):
            if is_symbolic(begin, end, size):
                continue  # The graph checks that, for all values.
            if not 0 <= begin <= end <= size:
                raise ValueError(f"part {(begin, end)} does not lie in an axis of {size}")
        if pairs == [(0, size) for size in self.shape]:
            return self
        offsets = [begin for begin, _ in pairs]
        return self._from_uop(self.uop.shrink(offsets, [end - begin for begin, end in pairs]))

    def shrink_to(self, shape: int | Sequence[int | None], *args: int | None) -> Self:
        """Keep the first elements of each axis; None keeps the axis.

        Raises:
            ValueError: a size is greater than that of its axis.

        Example:
            >>> Tensor([1, 2, 3]).shrink_to(2).tolist()
            [1, 2]
        """
        sizes = self._per_axis(ints_of(shape, args))
        return self.shrink([None if size is None else (0, size) for size in sizes])

    def pad(self, padding: Padding, mode: str = "constant", value: float = 0.0) -> Self:
        """Add elements before and after each axis. A negative number crops.

        Args:
            padding: either a pair (before, after) or None per axis; or numbers
                alone, two per axis beginning with the last axis.
            mode: what the new elements are: "constant", "reflect", "replicate"
                or "circular".
            value: the constant.

        Raises:
            ValueError: the padding does not fit the axes, or is larger than the
                mode can fill.
            NotImplementedError: there is no such mode.

        Example:
            >>> Tensor([1, 2, 3]).pad(((1, 2),), value=9).tolist()
            [9, 1, 2, 3, 9, 9]
            >>> Tensor([1, 2, 3]).pad((2, 0), mode="reflect").tolist()
            [3, 2, 1, 2, 3]
        """
        if mode not in ("constant", "reflect", "replicate", "circular"):
            raise NotImplementedError(f"there is no padding mode {mode!r}")
        pairs = self._padding_pairs(padding)
        if any(is_symbolic(*pair) for pair in pairs):
            if mode != "constant":
                raise ValueError(f"padding mode {mode!r} needs numbers, not expressions")
            return self._pad_constant(pairs, value)
        if mode == "circular":
            return self._pad_circular(pairs)
        cropped = self.shrink(
            [
                (max(-low, 0), size - max(-high, 0))
                for (low, high), size in zip(pairs, self.shape, strict=True)
            ]
        )
        grow = [(max(low, 0), max(high, 0)) for low, high in pairs]
        if mode == "constant":
            return cropped._pad_constant(grow, value)
        for axis, (low, high) in enumerate(grow):
            cropped = cropped._pad_axis(axis, low, high, mode)
        return cropped

    def pad_to(
        self, shape: int | Sequence[int | None], *args: int | None, value: float = 0
    ) -> Self:
        """Add elements after each axis up to a size; None keeps the axis.

        Raises:
            ValueError: a size is less than that of its axis.

        Example:
            >>> Tensor([1, 2]).pad_to(4).tolist()
            [1, 2, 0, 0]
        """
        sizes = self._per_axis(ints_of(shape, args))
        pairs = []
        for want, size in zip(sizes, self.shape, strict=True):
            if want is not None and not is_symbolic(want, size) and want < size:
                raise ValueError(f"an axis of {size} does not fit a size of {want}")
            pairs.append((0, 0 if want is None else want - size))
        return self._pad_constant(pairs, value)

    # ----- Helpers

    def _per_axis(self, values: Sequence) -> list:
        if len(values) != self.ndim:
            raise ValueError(f"{len(values)} entries for {self.ndim} axes")
        return list(values)

    def _padding_pairs(self, padding: Padding) -> list[tuple[int, int]]:
        if all(isinstance(item, (int, UOp)) for item in padding):
            flat = list(padding)
            if len(flat) % 2 or len(flat) > 2 * self.ndim:
                raise ValueError(
                    f"{len(flat)} numbers pad a tensor of {self.ndim} axes; there "
                    "are two per axis, the last axis first"
                )
            given: list = list(zip(flat[::2], flat[1::2], strict=True))[::-1]
            return [(0, 0)] * (self.ndim - len(given)) + given
        return [(0, 0) if pair is None else (pair[0], pair[1]) for pair in self._per_axis(padding)]

    def _pad_constant(self, pairs: Sequence[tuple[int, int]], value: float) -> Self:
        if all(tuple(pair) == (0, 0) for pair in pairs):
            return self
        low, high = [p[0] for p in pairs], [p[1] for p in pairs]
        padded = self.uop.pad(low, high)
        if value == 0:
            return self._from_uop(padded)
        inside = type(self.uop).const(True).expand(self.shape).pad(low, high)
        return self._from_uop(inside.alu("where", padded, value))

    def _pad_axis(self, axis: int, low: int, high: int, mode: str) -> Self:
        """Pad one axis by "reflect" or "replicate"."""
        size = self.shape[axis]
        if mode == "reflect" and max(low, high) >= size:
            raise ValueError(f"padding {(low, high)} reflects more than an axis of {size}")
        if size == 0 and low + high:
            raise ValueError("an axis of size 0 has no edge to replicate")

        reflect = mode == "reflect"
        pieces = [self]
        if low:
            pieces.insert(0, self._edge(axis, 1 if reflect else 0, low, reflect))
        if high:
            begin = size - 1 - high if reflect else size - 1
            pieces.append(self._edge(axis, begin, high, reflect))
        return self._join(pieces, axis)

    def _edge(self, axis: int, begin: int, count: int, reflect: bool) -> Self:
        """Reflect `count` elements from `begin` on, or repeat the first of them."""
        bounds = (begin, begin + (count if reflect else 1))
        part = self.shrink([bounds if i == axis else None for i in range(self.ndim)])
        if reflect:
            return part.flip(axis)
        return part.expand([count if i == axis else n for i, n in enumerate(self.shape)])

    def _pad_circular(self, pairs: Sequence[tuple[int, int]]) -> Self:
        result = self
        for axis, (low, high) in enumerate(pairs):
            size = self.shape[axis]
            if max(low, high) > size:
                raise ValueError(f"padding {(low, high)} wraps an axis of {size} twice")
            shape = result.shape
            tripled = result.reshape([*shape[:axis], 1, *shape[axis:]])
            tripled = tripled.expand([*shape[:axis], 3, *shape[axis:]])
            tripled = tripled.reshape([*shape[:axis], 3 * size, *shape[axis + 1 :]])
            keep = (size - low, 2 * size + high)
            result = tripled.shrink([keep if i == axis else None for i in range(self.ndim)])
        return result

    @classmethod
    def _join(cls, pieces: Sequence[Self], axis: int) -> Self:
        """Put pieces one after another: each padded to the whole, and the sum."""
        if len(pieces) == 1:
            return pieces[0]
        total = sum(piece.shape[axis] for piece in pieces)
        before, whole = 0, None
        for piece in pieces:
            size = piece.shape[axis]
            pairs = [(0, 0)] * piece.ndim
            pairs[axis] = (before, total - before - size)
            before += size
            padded = piece._pad_constant(pairs, 0)
            whole = padded if whole is None else whole._alu("add", padded.uop)
        assert whole is not None
        return whole
