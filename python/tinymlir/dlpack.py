"""DLPack for the floats that NumPy lacks: bfloat16 and those of eight bits.

NumPy speaks DLPack, but refuses what it has no dtype for. Here such elements pass as
unsigned integers of their size, and the capsule says what they are: in its struct, as
DLPack 1.1 lays it out (https://dmlc.github.io/dlpack/latest/c_api.html).
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from tinymlir.dtypes import DType, dtypes, from_numpy_dtype, to_numpy_dtype

__all__ = ["export_array", "import_array"]

_CODES = {
    dtypes.bfloat16: 4,
    dtypes.fp8e4m3: 10,
    dtypes.fp8e4m3fnuz: 11,
    dtypes.fp8e5m2: 12,
    dtypes.fp8e5m2fnuz: 13,
}
_UNSIGNED = 1
# DLTensor: data (8 bytes), device (8), ndim (4), dtype. In front of it a versioned
# capsule has version (8), context (8), deleter (8) and flags (8).
_DTYPE_OFFSET = {b"dltensor": 20, b"dltensor_versioned": 52}

_name_of = ctypes.pythonapi.PyCapsule_GetName
_name_of.restype, _name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def _code_of(capsule: Any) -> ctypes.c_uint8:
    """Return the code of the dtype in a capsule, which can be written."""
    name = _name_of(capsule)
    address = _pointer_of(capsule, name)
    return ctypes.c_uint8.from_address(address + _DTYPE_OFFSET[name])


class _Holder:
    """A capsule as an object that `from_dlpack` takes."""

    def __init__(self, capsule: Any, device: tuple[int, int]) -> None:
        self.capsule, self.device = capsule, device

    def __dlpack__(self, **options: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


def _unsigned(kind: DType) -> np.dtype[Any]:
    return np.dtype(f"u{kind.itemsize}")


def export_array(array: np.ndarray, **options: Any) -> Any:
    """Return a capsule of an array, whose dtype NumPy may lack."""
    kind = from_numpy_dtype(array.dtype)
    if kind not in _CODES:
        return array.__dlpack__(**options)
    capsule = array.view(_unsigned(kind)).__dlpack__(**options)
    _code_of(capsule).value = _CODES[kind]
    return capsule


def import_array(source: Any) -> np.ndarray:
    """Return an array that shares the memory of an object with `__dlpack__`.

    Raises:
        BufferError: its dtype or its device is not ours.
    """
    try:
        capsule = source.__dlpack__(max_version=(1, 0))
    except TypeError:  # a producer of before DLPack 1.0
        capsule = source.__dlpack__()
    code = _code_of(capsule)
    kind = next((kind for kind, number in _CODES.items() if number == code.value), None)
    if kind is not None:
        code.value = _UNSIGNED
    array = np.from_dlpack(_Holder(capsule, source.__dlpack_device__()))
    return array if kind is None else array.view(to_numpy_dtype(kind))
