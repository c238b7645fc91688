"""Operands, and conversion between dtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from tinymlir._core import UOp, least_upper_float, promote
from tinymlir.dtypes import DType, DTypeLike, dtypes, to_dtype
from tinymlir.errors import explained
from tinymlir.ops.base import Number, TensorBase
from tinymlir.ops.formula import Formula

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Conversion", "Operand"]

Operand: TypeAlias = TensorBase | UOp | bool | int | float | np.ndarray | np.generic


@explained("Tensor")
class Conversion(Formula):
    """What an operation takes beside the tensor, and how dtypes meet."""

    __slots__ = ()

    # ----- Helpers

    def _operand(self, x: Operand) -> UOp | Number:
        """Return what the graph takes for the other operand."""
        if isinstance(x, TensorBase):
            return x.uop
        if isinstance(x, (bool, int, float, UOp)):
            return x
        if isinstance(x, (np.ndarray, np.generic)):
            return type(self)(x, self.device).uop  # type: ignore[call-arg]
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

    # ----- Ops by name

    def ufix(self, x: Operand) -> Self:
        """Return the other operand as a tensor; a number takes the width of this.

        Args:
            x: a tensor, an array or a number.

        Raises:
            TypeError: it is something else.

        Example:
            >>> Tensor([1.0]).ufix(2).dtype.name, Tensor([1]).ufix(2.5).dtype.name
            ('float32', 'weakfloat')
        """
        other = self._operand(x)
        if isinstance(other, UOp):
            return self._from_uop(other)
        const = UOp.const(other)
        kind = promote(self.dtype, const.dtype)
        return self._from_uop(UOp.const(other, kind if kind is self.dtype else None))

    def alu(self, op: str, *src: Operand) -> Self:
        """Apply an elementwise op of the compiler by its name.

        Args:
            op: the name, such as "add", "cmplt" or "where"; see docs/dialect.md.
            *src: the other operands.

        Raises:
            ValueError: there is no such op, or the shapes do not broadcast.

        Example:
            >>> Tensor([1, 5]).alu("max", Tensor([3, 3])).tolist()
            [3, 5]
        """
        return self._alu(op, *(self._operand(x) for x in src))

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

    def bitcast(self, dtype: DTypeLike) -> Self:
        """Read the bits as another dtype.

        A wider dtype joins neighbours on the last axis, the lower bits first; a
        narrower one splits each element. The bits of a bool are those of 0 and 1.

        Args:
            dtype: the dtype or its name.

        Raises:
            RuntimeError: a dtype is weak, the target is bool, or the last axis
                cannot be divided.
            ValueError: there is no dtype of that name.

        Example:
            >>> Tensor([1.0]).bitcast("uint32").tolist()
            [1065353216]
            >>> Tensor([258], dtype="uint16").bitcast("uint8").tolist()
            [2, 1]
        """
        target = to_dtype(dtype)
        if self.dtype is dtypes.bool and target is not dtypes.bool:
            return self._cast(dtypes.uint8).bitcast(target)
        if target is self.dtype or dtypes.is_weak(target) or dtypes.is_weak(self.dtype):
            return self._bitcast(target)
        source_size, size = self.dtype.itemsize, target.itemsize
        if source_size == size or target is dtypes.bool:
            return self._bitcast(target)
        if not self.ndim or self.shape[-1] * source_size % size:
            raise RuntimeError(
                f"unsupported size in bitcast: {self.dtype.name}{list(self.shape)} does not "
                f"consist of elements of {target.name}"
            )
        word = {1: dtypes.uint8, 2: dtypes.uint16, 4: dtypes.uint32, 8: dtypes.uint64}
        source, result = self._bitcast(word[source_size]), word[size]
        if source_size < size:
            count = size // source_size
            shape = (*self.shape[:-1], self.shape[-1] // count)
            parts = source.reshape(*shape, count)._cast(result).uop
            zeros = [0] * len(shape)
            pieces = [
                self._from_uop(parts.shrink([*zeros, i], [*shape, 1]).reshape(shape))._binary(
                    "shl", 8 * source_size * i
                )
                for i in range(count)
            ]
            for piece in pieces[1:]:
                pieces[0] = pieces[0]._binary("or", piece)
            return pieces[0]._bitcast(target)
        pieces = [
            source._binary("shr", 8 * size * i)._cast(result).unsqueeze(-1)
            for i in range(source_size // size)
        ]
        split = pieces[0].cat(*pieces[1:], dim=-1)
        return split.flatten(-2)._bitcast(target)

    def _bitcast(self, dtype: DType) -> Self:
        return self._from_uop(self.uop.bitcast(dtype))

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
