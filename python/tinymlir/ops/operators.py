"""The operators of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tinymlir._core import UOp
from tinymlir.errors import explained
from tinymlir.ops.base import TensorBase
from tinymlir.ops.conversion import Operand
from tinymlir.ops.elementwise import Elementwise

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Operators"]

_OPERANDS = (TensorBase, UOp, bool, int, float, np.ndarray, np.generic)


@explained("Tensor")
class Operators(Elementwise):
    """`a + b` is `a.add(b)`, `a += b` is `a.assign(a + b)`, and so on."""

    __slots__ = ()

    __array_ufunc__ = None  # ndarray + Tensor is left to Tensor.__radd__.

    def assign(self, x: Any) -> Self:
        """Replace the value; see `Tensor.assign`."""
        raise NotImplementedError

    # fmt: off
    def __add__(self, x: Operand) -> Self:
        return self.add(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __sub__(self, x: Operand) -> Self:
        return self.sub(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __mul__(self, x: Operand) -> Self:
        return self.mul(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __truediv__(self, x: Operand) -> Self:
        return self.div(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __floordiv__(self, x: Operand) -> Self:
        return self.div(x, rounding_mode="floor") if isinstance(x, _OPERANDS) else NotImplemented
    def __mod__(self, x: Operand) -> Self:
        return self.mod(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __and__(self, x: Operand) -> Self:
        return self.bitwise_and(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __or__(self, x: Operand) -> Self:
        return self.bitwise_or(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __xor__(self, x: Operand) -> Self:
        return self.bitwise_xor(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __lshift__(self, x: Operand) -> Self:
        return self.lshift(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __rshift__(self, x: Operand) -> Self:
        return self.rshift(x) if isinstance(x, _OPERANDS) else NotImplemented

    def __radd__(self, x: Operand) -> Self:
        return self.add(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __rsub__(self, x: Operand) -> Self:
        return self.sub(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __rmul__(self, x: Operand) -> Self:
        return self.mul(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __rtruediv__(self, x: Operand) -> Self:
        return self.div(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __rfloordiv__(self, x: Operand) -> Self:
        return self.div(x, True, "floor") if isinstance(x, _OPERANDS) else NotImplemented
    def __rmod__(self, x: Operand) -> Self:
        return self.mod(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __rand__(self, x: Operand) -> Self:
        return self.bitwise_and(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __ror__(self, x: Operand) -> Self:
        return self.bitwise_or(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __rxor__(self, x: Operand) -> Self:
        return self.bitwise_xor(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __rlshift__(self, x: Operand) -> Self:
        return self.lshift(x, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __rrshift__(self, x: Operand) -> Self:
        return self.rshift(x, True) if isinstance(x, _OPERANDS) else NotImplemented

    def __iadd__(self, x: Operand) -> Self: return self.assign(self.add(x))
    def __isub__(self, x: Operand) -> Self: return self.assign(self.sub(x))
    def __imul__(self, x: Operand) -> Self: return self.assign(self.mul(x))
    def __itruediv__(self, x: Operand) -> Self: return self.assign(self.div(x))
    def __ifloordiv__(self, x: Operand) -> Self: return self.assign(self // x)
    def __imod__(self, x: Operand) -> Self: return self.assign(self.mod(x))
    def __iand__(self, x: Operand) -> Self: return self.assign(self.bitwise_and(x))
    def __ior__(self, x: Operand) -> Self: return self.assign(self.bitwise_or(x))
    def __ixor__(self, x: Operand) -> Self: return self.assign(self.bitwise_xor(x))
    def __ilshift__(self, x: Operand) -> Self: return self.assign(self.lshift(x))
    def __irshift__(self, x: Operand) -> Self: return self.assign(self.rshift(x))

    def __eq__(self, x: object) -> Self:  # type: ignore[override]
        return self.eq(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __ne__(self, x: object) -> Self:  # type: ignore[override]
        return self.ne(x) if isinstance(x, _OPERANDS) else NotImplemented
    def __lt__(self, x: Operand) -> Self:
        return self._less(x, False, False) if isinstance(x, _OPERANDS) else NotImplemented
    def __gt__(self, x: Operand) -> Self:
        return self._less(x, True, False) if isinstance(x, _OPERANDS) else NotImplemented
    def __le__(self, x: Operand) -> Self:
        return self._less(x, False, True) if isinstance(x, _OPERANDS) else NotImplemented
    def __ge__(self, x: Operand) -> Self:
        return self._less(x, True, True) if isinstance(x, _OPERANDS) else NotImplemented

    def __neg__(self) -> Self: return self.neg()
    def __pos__(self) -> Self: return self
    def __invert__(self) -> Self: return self.bitwise_not()
    # fmt: on

    __hash__ = TensorBase.__hash__

    def __bool__(self) -> bool:
        raise TypeError("a tensor has no truth value; use (a == b).all().item() or Tensor.any")
