"""Storage shared with NumPy and with what speaks DLPack.

Coming in, memory is taken as it is where it can be: C-contiguous, aligned, in
the byte order of the machine, of a supported dtype. Then the tensor and the
array are the same memory: what is written to the array later is what the
tensor has. The tensor itself never writes there; `assign` gives it storage of
its own.

Going out, `Tensor.numpy` copies, while `Tensor.data`, `numpy.asarray` and
DLPack share the memory of a tensor that has storage: what is assigned to the
tensor later may show in them. The first two are read-only.
"""

from __future__ import annotations

import ctypes
import math
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from tinymlir._core import Buffer, UOp
from tinymlir.dlpack import import_array
from tinymlir.dtypes import DType, dtypes, from_numpy_dtype, to_numpy_dtype

__all__ = [
    "array_of_data",
    "convert_array",
    "from_array",
    "from_dlpack",
    "map_file",
    "view_as_array",
    "wrap_address",
    "wrap_array",
]


def array_of_data(data: Any, dtype: DType | None) -> np.ndarray:
    """Return an array of nested lists of numbers.

    Raises:
        ValueError: the lists are not of equal length on each level.
        TypeError: something is no number.
        OverflowError: the dtype cannot hold a number.
    """
    kind = dtypes.from_py(data) if dtype is None else dtype
    target = to_numpy_dtype(dtypes.strong(kind))
    try:
        if kind in dtypes.fp8s or kind is dtypes.bfloat16:
            return convert_array(np.array(data, dtype=np.float64), kind)
        return np.array(data, dtype=target)
    except ValueError as error:
        raise ValueError(f"the lists have different lengths: {error}") from None


def convert_array(array: np.ndarray, dtype: DType) -> np.ndarray:
    """Return an array of another dtype, with the numbers that a cast gives.

    What is too large for a float of eight bits becomes the largest one.
    """
    target = to_numpy_dtype(dtypes.strong(dtype))
    if dtype not in dtypes.fp8s:
        return array.astype(target)
    wide = array.astype(np.float64)
    largest = float(ml_dtypes.finfo(target).max)
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(wide), np.clip(wide, -largest, largest), wide).astype(target)


def from_array(array: np.ndarray, dtype: DType | None = None) -> UOp:
    """Return the value of an array; without axes it is a constant.

    Raises:
        TypeError: the dtype of the array has no counterpart.
    """
    kind = from_numpy_dtype(array.dtype)
    if dtype is not None and dtype is not kind:
        array = convert_array(array, dtype)
        kind = dtypes.strong(dtype)
    if array.ndim == 0:
        number = array.astype(np.float64) if dtypes.is_float(kind) else array
        return UOp.const(number.item(), kind)
    flags = array.flags
    if not (flags.c_contiguous and flags.aligned and array.dtype.isnative):
        array = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
        if not array.flags.aligned:
            array = array.copy()
    return UOp.from_buffer(wrap_array(array, False), array.shape, kind)


def wrap_array(array: np.ndarray, writable: bool) -> Buffer:
    """Return a C-contiguous array as storage; kernels write it if `writable`."""
    if array.size == 0:
        return Buffer(0)
    # As bytes, since NumPy does not lend the memory of types it does not know.
    return Buffer.wrap(array.reshape(-1).view(np.uint8), writable)


def wrap_address(ptr: int, shape: tuple[int, ...], dtype: DType) -> Buffer:
    """Return memory at an address as storage that kernels write.

    Raises:
        ValueError: the address is 0, or not aligned to the elements.
    """
    size = math.prod(shape) * dtype.itemsize
    if size == 0:
        return Buffer(0)
    if not ptr or ptr % dtype.itemsize:
        raise ValueError(f"address {ptr:#x} is 0 or not aligned to {dtype.name}")
    return Buffer.wrap((ctypes.c_uint8 * size).from_address(ptr), True)


def map_file(path: Path) -> np.ndarray:
    """Return the bytes of a file, mapped into memory and read when they are needed.

    Raises:
        OSError: the file cannot be read.
    """
    if path.stat().st_size == 0:
        return np.empty(0, np.uint8)
    return np.memmap(path, np.uint8, "r")


def from_dlpack(source: Any) -> UOp:
    """Return the value of an object with `__dlpack__`, sharing its memory.

    Raises:
        TypeError: the object does not speak DLPack.
        BufferError: its dtype or its device is not ours.
    """
    if not hasattr(source, "__dlpack__"):
        raise TypeError(f"{type(source).__name__} does not have __dlpack__")
    return from_array(import_array(source))


def view_as_array(buffer: Buffer, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    """Return an array that shares the storage of a tensor."""
    kind = to_numpy_dtype(dtype)
    if 0 in shape:
        return np.empty(shape, kind)
    return np.frombuffer(memoryview(buffer), kind).reshape(shape)
