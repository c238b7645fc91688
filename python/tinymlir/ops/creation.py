"""Creation: tensors out of nothing but numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from tinymlir._core import UOp, promote
from tinymlir.device import DeviceLike, device_names
from tinymlir.dtypes import DType, DTypeLike, dtypes, to_dtype, to_numpy_dtype
from tinymlir.errors import explained
from tinymlir.interop import convert_array
from tinymlir.ops.activation import Activation
from tinymlir.ops.base import Number, ints_of
from tinymlir.symbolic import SInt, greatest, is_symbolic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Self

__all__ = ["Creation"]


_LARGEST = 1 << 62


def _numel(shape: tuple[int, ...]) -> int:
    for size in shape:
        if is_symbolic(size):
            continue
        if not isinstance(size, (int, np.integer)) or size < 0:
            raise ValueError(f"a shape consists of sizes >= 0, not {tuple(shape)}")
    return math.prod(shape)


@explained("Tensor")
class Creation(Activation):
    """Storage filled with a number, and values that need no storage.

    Every function takes `device` and `dtype`. The device is a name, or a tuple of
    names, each of which gets all of the tensor.
    """

    __slots__ = ()

    @classmethod
    def _new_storage(
        cls,
        shape: tuple[int, ...],
        dtype: DType,
        device: DeviceLike | None = None,
        axis: int | None = None,
    ) -> Self:
        if dtypes.is_weak(dtype):
            raise RuntimeError(f"{dtype.name} has no storage; name another dtype")
        if is_symbolic(*shape):
            # Room for the greatest sizes.
            most = tuple(map(greatest, shape))
            return cls._new_storage(most, dtype, device).shrink_to(shape)
        nbytes = _numel(shape) * dtype.itemsize
        try:
            if nbytes > _LARGEST:
                raise MemoryError("more than any machine has")
            uop = UOp.empty(shape, dtype, device_names(device), axis)
        except MemoryError as error:
            raise MemoryError(
                f"no memory for {dtype.name}{list(shape)}, {nbytes} bytes: {error}"
            ) from None
        return cls._from_uop(uop)

    @classmethod
    def empty(
        cls, *shape: int, device: DeviceLike | None = None, dtype: DTypeLike | None = None
    ) -> Self:
        """Return storage whose content is whatever was there.

        Raises:
            MemoryError: there is not enough memory.
            ValueError: a size is negative, or the device is unknown.

        Example:
            >>> Tensor.empty(2, 3).shape
            (2, 3)
        """
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        result = cls._new_storage(sizes, to_dtype(dtype or dtypes.default_float), device)
        # A kernel that only writes to it needs no copy of what was there.
        if (buffer := result.uop.buffer) is not None:
            buffer.mark_undefined()
        return result

    @classmethod
    def invalids(
        cls, *shape: int, device: DeviceLike | None = None, dtype: DTypeLike | None = None
    ) -> Self:
        """Return storage that something else is to write: `empty`.

        Example:
            >>> Tensor.invalids(2, 3).shape
            (2, 3)
        """
        return cls.empty(*shape, device=device, dtype=dtype)

    def empty_like(self, dtype: DTypeLike | None = None, device: DeviceLike | None = None) -> Self:
        """Return `empty` with the shape, and unless named the dtype, of this.

        Example:
            >>> Tensor([1, 2]).empty_like().dtype.name
            'int32'
        """
        dtype = to_dtype(dtype) if dtype else dtypes.strong(self.dtype)
        return self._new_storage(self.shape, dtype, *self._devices_of(device))

    @classmethod
    def full(
        cls,
        shape: int | Sequence[int],
        fill_value: Number,
        dtype: DTypeLike | None = None,
        device: DeviceLike | None = None,
        buffer: bool = True,
    ) -> Self:
        """Return a tensor of one number.

        Args:
            shape: the sizes.
            fill_value: the number; its kind decides where `dtype` is None.
            dtype: the dtype or its name.
            device: the device.
            buffer: store the elements; otherwise the value is a constant, which
                the compiler puts where it is used.

        Raises:
            MemoryError: there is not enough memory.
            ValueError: a size is negative, or the device is unknown.

        Example:
            >>> Tensor.full((2, 2), 7).tolist()
            [[7, 7], [7, 7]]
        """
        return cls._full(ints_of(shape, ()), fill_value, dtype, buffer, device)

    @classmethod
    def _full(
        cls,
        sizes: tuple[int, ...],
        fill_value: Number,
        dtype: DTypeLike | None,
        buffer: bool,
        device: DeviceLike | None,
        axis: int | None = None,
    ) -> Self:
        _numel(sizes)
        target = to_dtype(dtype) if dtype is not None else None
        if not buffer:
            const = cls._from_uop(UOp.const(fill_value, target))._broadcast_to(sizes)
            return const._at(device, axis)
        target = target or dtypes.strong(dtypes.from_py(fill_value))
        if is_symbolic(*sizes):
            most = tuple(map(greatest, sizes))
            return cls._full(most, fill_value, target, True, device).shrink_to(sizes)
        result = cls._new_storage(sizes, target, device, axis)
        storage = result.uop.buffer
        if isinstance(result.device, tuple):
            result.uop = result.uop.assign(UOp.const(fill_value, target))
        elif storage is not None and storage.nbytes:
            array = np.frombuffer(memoryview(storage), to_numpy_dtype(target))
            array[...] = convert_array(np.asarray(fill_value), target)
        return result

    def full_like(
        self,
        fill_value: Number,
        dtype: DTypeLike | None = None,
        device: DeviceLike | None = None,
        buffer: bool = True,
    ) -> Self:
        """Return `full` with the shape, and unless named dtype and devices, of this.

        Example:
            >>> Tensor([1, 2]).full_like(5).tolist()
            [5, 5]
        """
        dtype = to_dtype(dtype) if dtype else dtypes.strong(self.dtype)
        return self._full(self.shape, fill_value, dtype, buffer, *self._devices_of(device))

    def _devices_of(self, device: DeviceLike | None) -> tuple[DeviceLike | None, int | None]:
        """Return the devices that are named, or those of this and its sharded axis."""
        return (self.device, self.uop.axis) if device is None else (device, None)

    @classmethod
    def zeros(
        cls, *shape: int, device: DeviceLike | None = None, dtype: DTypeLike | None = None
    ) -> Self:
        """Return zeros, floats unless `dtype` says otherwise.

        Example:
            >>> Tensor.zeros(2).tolist()
            [0.0, 0.0]
        """
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        return cls.full(sizes, 0.0, dtype or dtypes.default_float, device)

    @classmethod
    def ones(
        cls, *shape: int, device: DeviceLike | None = None, dtype: DTypeLike | None = None
    ) -> Self:
        """Return ones, floats unless `dtype` says otherwise.

        Example:
            >>> Tensor.ones(2, dtype="int8").tolist()
            [1, 1]
        """
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        return cls.full(sizes, 1.0, dtype or dtypes.default_float, device)

    def zeros_like(self, dtype: DTypeLike | None = None, device: DeviceLike | None = None) -> Self:
        """Return zeros with the shape, and unless named the dtype, of this.

        Example:
            >>> Tensor([1, 2]).zeros_like().tolist()
            [0, 0]
        """
        return self.full_like(0, dtype, device)

    def ones_like(self, dtype: DTypeLike | None = None, device: DeviceLike | None = None) -> Self:
        """Return ones with the shape, and unless named the dtype, of this.

        Example:
            >>> Tensor([1.5, 2.5]).ones_like().tolist()
            [1.0, 1.0]
        """
        return self.full_like(1, dtype, device)

    @classmethod
    def const(cls, b: Number, dtype: DTypeLike | None = None) -> Self:
        """Return a number as a tensor without axes and without storage.

        Example:
            >>> Tensor.const(2).dtype.name, Tensor.const(2, "half").dtype.name
            ('weakint', 'float16')
        """
        return cls._from_uop(UOp.const(b, to_dtype(dtype) if dtype else None))

    @classmethod
    def arange(
        cls,
        start: float,
        stop: float | None = None,
        step: float = 1,
        dtype: DTypeLike | None = None,
        device: DeviceLike | None = None,
    ) -> Self:
        """Return `start`, `start + step`, … up to before `stop`, unstored.

        Args:
            start: the first number; where `stop` is None, the end, and 0 begins.
            stop: the end.
            step: the distance.
            dtype: the dtype; otherwise that of the numbers.
            device: the device.

        Raises:
            ValueError: the step is 0.
            OverflowError: the dtype cannot hold the numbers.

        Example:
            >>> Tensor.arange(4).tolist(), Tensor.arange(5, 1, -2).tolist()
            ([0, 1, 2, 3], [5, 3])
        """
        place = None if device is None else device_names(device)
        if stop is None:
            start, stop = 0, start
        if step == 0:
            raise ValueError("the step cannot be 0")
        if is_symbolic(start, stop):
            kind = to_dtype(dtype or dtypes.int32)
            return cls._symbolic_arange(start, stop, step, kind)._at(place)
        count = max(math.ceil((stop - start) / step), 0)
        last = start + (count - 1) * step if count else start
        if dtype is None:
            kind = dtypes.from_py([start, stop, step])
            if dtypes.is_int(kind) and not cls._holds(kind, start, last):
                kind = dtypes.int64
        else:
            kind = to_dtype(dtype)
        if not dtypes.is_float(kind) and not cls._holds(kind, start, last):
            raise OverflowError(f"{kind.name} cannot hold {start} … {last}")
        inner = promote(kind, dtypes.float32) if dtypes.is_float(kind) else kind
        if kind is dtypes.bool:
            inner = dtypes.default_int
        steps = cls._from_uop(UOp.iota((count,), 0).cast(inner))
        if step != 1:
            steps = steps * step
        return (steps + start if start else steps)._cast(inner)._cast(kind)._at(place)

    @classmethod
    def _symbolic_arange(cls, start: SInt, stop: SInt, step: float, dtype: DType) -> Self:
        if not isinstance(step, int) or step < 1:
            raise ValueError(f"with symbolic bounds the step is a positive integer, not {step}")
        count = (stop - start + (step - 1)) // step
        return cls._from_uop(UOp.iota((count,), 0).alu("mul", step).alu("add", start).cast(dtype))

    @staticmethod
    def _holds(dtype: DType, *values: float) -> bool:
        least, greatest = dtypes.min(dtype), dtypes.max(dtype)
        return all(least <= value <= greatest for value in values)

    @classmethod
    def linspace(
        cls,
        start: float,
        stop: float,
        steps: int,
        dtype: DTypeLike | None = None,
        device: DeviceLike | None = None,
    ) -> Self:
        """Return `steps` numbers at equal distances from `start` to `stop`.

        Raises:
            ValueError: `steps` is negative.

        Example:
            >>> Tensor.linspace(0, 1, 5).tolist()
            [0.0, 0.25, 0.5, 0.75, 1.0]
        """
        place = None if device is None else device_names(device)
        if steps < 0:
            raise ValueError(f"the number of steps is >= 0, not {steps}")
        kind = to_dtype(dtype or dtypes.default_float)
        if steps == 1:
            return cls.full((1,), start, kind, place, buffer=False)
        inner = promote(kind, dtypes.float32)
        places = cls._from_uop(UOp.iota((steps,), 0).cast(inner))
        return (places * ((stop - start) / max(steps - 1, 1)) + start)._cast(kind)._at(place)

    @classmethod
    def eye(
        cls,
        n: int,
        m: int | None = None,
        dtype: DTypeLike | None = None,
        device: DeviceLike | None = None,
    ) -> Self:
        """Return ones on the diagonal of an n × m matrix of zeros, unstored.

        Raises:
            ValueError: a size is negative.

        Example:
            >>> Tensor.eye(2, 3).tolist()
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        """
        place = None if device is None else device_names(device)
        columns = n if m is None else m
        _numel((n, columns))
        kind = to_dtype(dtype or dtypes.default_float)
        rows = cls.arange(n).unsqueeze(1)
        return (rows == cls.arange(columns).unsqueeze(0))._cast(kind)._at(place)
