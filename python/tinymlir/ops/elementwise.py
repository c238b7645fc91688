"""Arithmetic, comparison, bits and choice, element by element.

Shapes broadcast and dtypes promote. A Python number takes the width of what it
meets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.conversion import Conversion, Operand

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Elementwise"]


@explained("Tensor")
class Elementwise(Conversion):
    """What each element becomes, given those at the same place elsewhere."""

    __slots__ = ()

    # ----- Arithmetic

    def add(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self + x`; on bools it is "or".

        Args:
            x: the other operand.
            reverse: swap the operands. The same holds for all that take it.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([1, 2]).add(10).tolist()
            [11, 12]
        """
        return self._binary("add", x, reverse)

    def sub(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self - x`.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([1, 2]).sub(10).tolist(), Tensor([1, 2]).sub(10, reverse=True).tolist()
            ([-9, -8], [9, 8])
        """
        if self.dtype is dtypes.bool:
            a, b = self._pair(x, reverse)
            if a.dtype is dtypes.bool:
                return a._binary("add", b.neg())
        return self._binary("sub", x, reverse)

    def mul(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self * x`; on bools it is "and".

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([1, 2]).mul(10).tolist()
            [10, 20]
        """
        return self._binary("mul", x, reverse)

    def div(self, x: Operand, reverse: bool = False, rounding_mode: str | None = None) -> Self:
        """Return `self / x`.

        Args:
            x: the divisor.
            reverse: swap the operands.
            rounding_mode: None divides as floats; "trunc" and "floor" round, and
                keep integers.

        Raises:
            RuntimeError: there is no such rounding.
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([-3, 4]).div(2).tolist()
            [-1.5, 2.0]
            >>> Tensor([-3, 4]).div(2, rounding_mode="trunc").tolist()
            [-1, 2]
            >>> Tensor([-3, 4]).div(2, rounding_mode="floor").tolist()
            [-2, 2]
        """
        if rounding_mode not in (None, "trunc", "floor"):
            raise RuntimeError(f"no rounding is named {rounding_mode!r}")
        a, b = self._pair(x, reverse)
        if rounding_mode is not None and dtypes.is_int(a.dtype):
            return a._binary("cdiv" if rounding_mode == "trunc" else "floordiv", b)
        quotient = a._to_float()._binary("fdiv", b._to_float())
        if rounding_mode is None:
            return quotient
        return quotient._alu("trunc") if rounding_mode == "trunc" else quotient._floor()

    def mod(self, x: Operand, reverse: bool = False) -> Self:
        """Return the remainder that has the sign of the divisor.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([-3, 3]).mod(2).tolist(), Tensor([-3.5]).mod(2).tolist()
            ([1, 1], [0.5])
        """
        a, b = self._pair(x, reverse)
        if not dtypes.is_float(a.dtype):
            return a._strong_int()._binary("floormod", b._strong_int())
        floor = a._binary("fdiv", b)._floor()
        return a._binary("sub", floor._binary("mul", b))

    def fmod(self, x: Operand) -> Self:
        """Return the remainder that has the sign of the dividend.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([-3, 3]).fmod(2).tolist(), Tensor([-3.5]).fmod(2).tolist()
            ([-1, 1], [-1.5])
        """
        a, b = self._pair(x)
        if not dtypes.is_float(a.dtype):
            return a._strong_int()._binary("cmod", b._strong_int())
        whole = a._binary("fdiv", b)._alu("trunc")
        return a._binary("sub", whole._binary("mul", b))

    def neg(self) -> Self:
        """Return `-self`; on bools it is "not".

        Example:
            >>> Tensor([1.0, -2.0]).neg().tolist()
            [-1.0, 2.0]
        """
        return self.logical_not() if self.dtype is dtypes.bool else self._alu("neg")

    def maximum(self, x: Operand) -> Self:
        """Return the greater of the two.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([1, 5]).maximum(3).tolist()
            [3, 5]
        """
        return self._binary("max", x)

    def minimum(self, x: Operand) -> Self:
        """Return the lesser of the two.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([1, 5]).minimum(3).tolist()
            [1, 3]
        """
        a, b = self._pair(x)
        return a._inverse()._binary("max", b._inverse())._inverse()

    def _inverse(self) -> Self:
        """Reverse the order of the values: the greatest becomes the least."""
        return self.neg() if dtypes.is_float(self.dtype) else self.bitwise_not()

    def _strong_int(self) -> Self:
        return self._cast(dtypes.default_int) if self.dtype is dtypes.bool else self

    def _floor(self) -> Self:
        whole = self._alu("trunc")
        return self._binary("cmplt", whole).where(whole._binary("sub", 1), whole)

    # ----- Bits

    def bitwise_and(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self & x`.

        Raises:
            RuntimeError: an operand is a float.
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([6, 5]).bitwise_and(3).tolist()
            [2, 1]
        """
        return self._binary("and", x, reverse)

    def bitwise_or(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self | x`.

        Raises:
            RuntimeError: an operand is a float.
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([6, 5]).bitwise_or(3).tolist()
            [7, 7]
        """
        return self._binary("or", x, reverse)

    def bitwise_xor(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self ^ x`.

        Raises:
            RuntimeError: an operand is a float.
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([6, 5]).bitwise_xor(3).tolist()
            [5, 6]
        """
        return self._binary("xor", x, reverse)

    def bitwise_not(self) -> Self:
        """Return `~self`: all bits turned.

        Raises:
            RuntimeError: the tensor has floats.

        Example:
            >>> Tensor([0, 5]).bitwise_not().tolist()
            [-1, -6]
        """
        if self.dtype is dtypes.bool:
            return self.logical_not()
        if dtypes.is_unsigned(self.dtype):
            return self._binary("xor", dtypes.max(self.dtype))
        return self._binary("xor", -1)

    def lshift(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self << x`.

        Raises:
            RuntimeError: an operand is a float.
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([1, 3]).lshift(2).tolist()
            [4, 12]
        """
        return self._binary("shl", x, reverse)

    def rshift(self, x: Operand, reverse: bool = False) -> Self:
        """Return `self >> x`.

        Raises:
            RuntimeError: an operand is a float.
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([8, -8]).rshift(2).tolist()
            [2, -2]
        """
        return self._binary("shr", x, reverse)

    # ----- Comparison and choice

    def logical_not(self) -> Self:
        """Return whether each element is zero.

        Example:
            >>> Tensor([0, 2]).logical_not().tolist()
            [True, False]
        """
        return self._cast(dtypes.bool)._alu("cmpne", True)

    def eq(self, x: Operand) -> Self:
        """Return whether the elements are equal; NaN equals nothing.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([1, 2]).eq(2).tolist()
            [False, True]
        """
        return self._binary("cmpeq", x)

    def ne(self, x: Operand) -> Self:
        """Return whether the elements differ.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([1, 2]).ne(2).tolist()
            [True, False]
        """
        return self._binary("cmpne", x)

    def _less(self, x: Operand, reverse: bool, or_equal: bool) -> Self:
        if not or_equal:
            return self._binary("cmplt", x, reverse)
        a, b = self._pair(x, reverse)
        if dtypes.is_float(a.dtype):  # NaN is neither less nor equal.
            return a._binary("cmplt", b)._binary("or", a._binary("cmpeq", b))
        return b._binary("cmplt", a).logical_not()

    def where(self, x: Operand, y: Operand) -> Self:
        """Choose `x` where this tensor is True, else `y`.

        Raises:
            RuntimeError: this tensor is not one of bools.
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([True, False]).where(1, Tensor([10, 20])).tolist()
            [1, 20]
        """
        return self._alu("where", self._operand(x), self._operand(y))

    def masked_fill(self, mask: Self, value: Operand) -> Self:
        """Replace the elements where `mask` is True.

        Raises:
            RuntimeError: the mask is not one of bools.

        Example:
            >>> Tensor([1, 2]).masked_fill(Tensor([True, False]), 9).tolist()
            [9, 2]
        """
        return mask.where(value, self)

    def clamp(self, min_: Operand | None = None, max_: Operand | None = None) -> Self:
        """Replace what is less than `min_` or greater than `max_` by these.

        Raises:
            RuntimeError: both are None.

        Example:
            >>> Tensor([1, 5, 9]).clamp(3, 7).tolist()
            [3, 5, 7]
        """
        if min_ is None and max_ is None:
            raise RuntimeError("at least one of min_ and max_ must be given")
        result = self
        if min_ is not None:
            result = result._binary("cmplt", min_).where(min_, result)
        if max_ is not None:
            result = result._less(max_, True, False).where(max_, result)
        return result

    def clip(self, min_: Operand | None = None, max_: Operand | None = None) -> Self:
        """Return `clamp(min_, max_)`.

        Raises:
            RuntimeError: both are None.

        Example:
            >>> Tensor([1, 5, 9]).clip(max_=7).tolist()
            [1, 5, 7]
        """
        return self.clamp(min_, max_)

    def lerp(self, end: Self, weight: Operand) -> Self:
        """Return the point between this and `end` at `weight`.

        Of uint8 with a tensor of weights it is an integer, rounded; the weights then
        count in steps of 1/128.

        Raises:
            ValueError: the shapes do not broadcast.

        Example:
            >>> Tensor([0.0, 10.0]).lerp(Tensor([4.0, 20.0]), 0.5).tolist()
            [2.0, 15.0]
        """
        if self.dtype is dtypes.uint8 and isinstance(weight, Elementwise):
            steps = weight.mul(128).add(0.5)._cast(dtypes.int32)
            start, stop = self._cast(dtypes.int32), end._cast(dtypes.int32)
            moved = start.mul(128).add(stop.sub(start).mul(steps)).add(64)
            return moved.rshift(7)._cast(dtypes.uint8)
        return self.add(end.sub(self).mul(weight))
