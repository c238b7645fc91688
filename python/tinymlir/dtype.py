"""Numbers of a dtype as Python numbers and as bits, and the functions of dtypes.

The functions here work on one number; tensors have `cast` and `bitcast`.
"""

from __future__ import annotations

import struct

import numpy as np

from tinymlir.dtypes import (
    DType,
    DTypeLike,
    can_lossless_cast,
    dtypes,
    least_upper_dtype,
    least_upper_float,
    strong_dtype,
    sum_acc_dtype,
    to_dtype,
    to_numpy_dtype,
    weak_dtype,
)

__all__ = [
    "DType",
    "DTypeLike",
    "bitcast",
    "can_lossless_cast",
    "dtypes",
    "float_to_bf16",
    "float_to_fp8",
    "float_to_fp16",
    "fp8_to_float",
    "from_storage_scalar",
    "least_upper_dtype",
    "least_upper_float",
    "storage_fmt_for_dtype",
    "strong_dtype",
    "sum_acc_dtype",
    "to_dtype",
    "to_storage_scalar",
    "weak_dtype",
]

Number = bool | int | float


def float_to_fp16(x: float) -> float:
    """Return the float16 nearest to a number; infinity beyond the greatest.

    Example:
        >>> float_to_fp16(0.1), float_to_fp16(1e6)
        (0.0999755859375, inf)
    """
    with np.errstate(over="ignore"):
        return float(np.float16(x))


def float_to_bf16(x: float) -> float:
    """Return the bfloat16 nearest to a number rounded to float32.

    Example:
        >>> float_to_bf16(0.1), float_to_bf16(1.01)
        (0.10009765625, 1.0078125)
    """
    with np.errstate(over="ignore"):
        single = np.float32(x)
    if not np.isfinite(single):
        return float(single)
    bits = int(single.view(np.uint32))
    # Half of the lower bits rounds up, to an even number where it is exactly half.
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return float(np.uint32(bits).view(np.float32))


def _fp8(dtype: DType) -> tuple[int, int, int]:
    """Return the bias, the bits of the mantissa and the code of the greatest number."""
    known = {
        dtypes.fp8e4m3: (7, 3, 0x7E), dtypes.fp8e5m2: (15, 2, 0x7B),
        dtypes.fp8e4m3fnuz: (8, 3, 0x7F), dtypes.fp8e5m2fnuz: (16, 2, 0x7F),
    }  # fmt: skip
    if dtype not in known:
        names = ", ".join(t.name for t in known)
        raise ValueError(f"{dtype.name} is no float of eight bits; these are {names}")
    return known[dtype]


def float_to_fp8(x: float, dtype: DType) -> int:
    """Return the eight bits of the nearest number of a dtype.

    What is too large becomes the greatest number.

    Raises:
        ValueError: the dtype is no float of eight bits.

    Example:
        >>> hex(float_to_fp8(1.0, dtypes.fp8e4m3)), hex(float_to_fp8(1e9, dtypes.fp8e4m3))
        ('0x38', '0x7e')
    """
    bias, digits, largest = _fp8(dtype)
    sign = 0x80 if np.signbit(x) else 0
    unsigned_zero = dtype in dtypes.fp8_fnuz
    if not np.isfinite(x):
        if unsigned_zero:
            return 0x80
        if dtype is dtypes.fp8e5m2 and np.isinf(x):
            return sign | 0x7C
        return sign | 0x7F
    if x == 0:
        return 0 if unsigned_zero else sign
    fraction, exponent = np.frexp(abs(float(x)))
    # The weight of the last digit; it grows no smaller below the least normal number.
    unit = max(int(exponent) - 1, 1 - bias) - digits
    steps = int(np.rint(np.ldexp(fraction, int(exponent) - unit)))
    code = steps + ((unit + digits + bias - 1) << digits)
    code = min(code, largest)
    return 0 if unsigned_zero and code == 0 else sign | code


def fp8_to_float(x: int, dtype: DType) -> float:
    """Return the number that eight bits are.

    Raises:
        ValueError: the dtype is no float of eight bits.

    Example:
        >>> fp8_to_float(0x38, dtypes.fp8e4m3)
        1.0
    """
    _fp8(dtype)
    return float(np.uint8(x).view(to_numpy_dtype(dtype)))


def storage_fmt_for_dtype(dtype: DType) -> str:
    """Return the format character, as of `struct`, of what stands in memory.

    Raises:
        ValueError: the dtype is weak and has no storage.

    Example:
        >>> storage_fmt_for_dtype(dtypes.float32), storage_fmt_for_dtype(dtypes.bfloat16)
        ('f', 'H')
    """
    if dtype.fmt is None:
        raise ValueError(f"{dtype.name} has no storage")
    return dtype.fmt


def to_storage_scalar(x: Number, dtype: DType) -> Number:
    """Return what stands for a number in memory: bits where Python has no such float.

    Example:
        >>> to_storage_scalar(1.0, dtypes.bfloat16), to_storage_scalar(1.0, dtypes.float32)
        (16256, 1.0)
    """
    if dtype is dtypes.float16:
        return float_to_fp16(x)
    if dtype is dtypes.bfloat16:
        return int(np.float32(float_to_bf16(x)).view(np.uint32)) >> 16
    return float_to_fp8(x, dtype) if dtype in dtypes.fp8s else x


def from_storage_scalar(x: Number, dtype: DType) -> Number:
    """Return the number for which something stands in memory.

    Example:
        >>> from_storage_scalar(16256, dtypes.bfloat16)
        1.0
    """
    if dtype is dtypes.bfloat16:
        return float(np.uint32(int(x) << 16).view(np.float32))
    return fp8_to_float(int(x), dtype) if dtype in dtypes.fp8s else x


def bitcast(x: Number, in_dtype: DType, out_dtype: DType) -> Number:
    """Read the bits of a number as another dtype of the same size.

    Raises:
        ValueError: the sizes differ, or a dtype is weak.

    Example:
        >>> bitcast(1.0, dtypes.float32, dtypes.uint32)
        1065353216
    """
    if in_dtype.itemsize != out_dtype.itemsize or in_dtype.fmt is None or out_dtype.fmt is None:
        raise ValueError(f"{in_dtype.name} and {out_dtype.name} have no bits in common")
    packed = struct.pack(f"={in_dtype.fmt}", to_storage_scalar(x, in_dtype))
    return from_storage_scalar(struct.unpack(f"={out_dtype.fmt}", packed)[0], out_dtype)
