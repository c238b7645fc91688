"""Operands, and conversion between dtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from tinymlir._core import UOp, least_upper_float, promote
from tinymlir.dtypes import DType, DTypeLike, dtypes, to_dtype
from tinymlir.errors import explained
from tinymlir.ops.base import Number, TensorBase
from tinymlir.ops.rearrange import Rearrange

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Conversion", "Operand"]

Operand: TypeAlias = TensorBase | bool | int | float | np.ndarray | np.generic


@explained("Tensor")
class Conversion(Rearrange):
    """What an operation takes beside the tensor, and how dtypes meet."""

    __slots__ = ()

    # ----- Helpers

    def _operand(self, x: Operand) -> UOp | Number:
        """Return what the graph takes for the other operand."""
        if isinstance(x, TensorBase):
            return x.uop
        if isinstance(x, (bool, int, float)):
            return x
        if isinstance(x, (np.ndarray, np.generic)):
            return type(self)(x).uop  # type: ignore[call-arg]
        raise TypeError(f"an operand is a tensor, a number or an ndarray, not {type(x).__name__}")

    def _binary(self, name: str, x: Operand, reverse: bool = False) -> Self:
        other = self._operand(x)
        if reverse:
            first = other if isinstance(other, UOp) else UOp.const(other)
            return self._from_uop(first.alu(name, self.uop))
        return self._from_uop(self.uop.alu(name, other))

    def _pair(self, x: Operand, reverse: bool = False) -> tuple[Self, Self]:
        """Return both operands as tensors of one dtype."""
        other = self._operand(x)
        right = other if isinstance(other, UOp) else UOp.const(other)
        dtype = promote(self.dtype, right.dtype)
        if not isinstance(other, UOp):
            right = UOp.const(other, dtype)
        a, b = self._cast(dtype), self._from_uop(right)._cast(dtype)
        return (b, a) if reverse else (a, b)

    def _float_dtype(self) -> DType:
        return least_upper_float(self.dtype, dtypes.default_float)

    def _to_float(self) -> Self:
        return self._cast(self._float_dtype())

    # ----- Conversion

    def cast(self, dtype: DTypeLike) -> Self:
        """Convert the elements.

        Floats are cut off toward zero to make integers, integers wrap, and what
        is not zero is True.

        Args:
            dtype: the dtype or its name.

        Raises:
            ValueError: there is no dtype of that name.

        Example:
            >>> Tensor([1.7, -1.7]).cast(dtypes.int32).tolist()
            [1, -1]
        """
        return self._cast(to_dtype(dtype))

    def float(self) -> Self:
        """Convert to float32.

        Example:
            >>> Tensor([1]).float().dtype.name
            'float32'
        """
        return self._cast(dtypes.float32)

    def half(self) -> Self:
        """Convert to float16.

        Example:
            >>> Tensor([1]).half().dtype.name
            'float16'
        """
        return self._cast(dtypes.float16)

    def bfloat16(self) -> Self:
        """Convert to bfloat16.

        Example:
            >>> Tensor([1]).bfloat16().dtype.name
            'bfloat16'
        """
        return self._cast(dtypes.bfloat16)

    def double(self) -> Self:
        """Convert to float64.

        Example:
            >>> Tensor([1]).double().dtype.name
            'float64'
        """
        return self._cast(dtypes.float64)

    def int(self) -> Self:
        """Convert to int32.

        Example:
            >>> Tensor([1.5]).int().tolist()
            [1]
        """
        return self._cast(dtypes.int32)

    def long(self) -> Self:
        """Convert to int64.

        Example:
            >>> Tensor([1]).long().dtype.name
            'int64'
        """
        return self._cast(dtypes.int64)

    def short(self) -> Self:
        """Convert to int16.

        Example:
            >>> Tensor([1]).short().dtype.name
            'int16'
        """
        return self._cast(dtypes.int16)

    def bool(self) -> Self:
        """Convert to bool: True where it is not zero.

        Example:
            >>> Tensor([0, 2]).bool().tolist()
            [False, True]
        """
        return self._cast(dtypes.bool)
