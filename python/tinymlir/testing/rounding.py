"""Conversions between dtypes as the language defines them, in NumPy.

`ndarray.astype` rounds twice on the way to the narrow floats, and lets the
8-bit ones overflow.
"""

from __future__ import annotations

import numpy as np

from tinymlir._core import DType
from tinymlir.dtypes import dtypes, to_numpy_dtype

__all__ = ["convert"]

_LARGEST = {
    dtypes.fp8e4m3: 448.0, dtypes.fp8e5m2: 57344.0,
    dtypes.fp8e4m3fnuz: 240.0, dtypes.fp8e5m2fnuz: 57344.0,
}  # fmt: skip


def convert(x: np.ndarray, to: DType) -> np.ndarray:
    """Return the numbers as a dtype.

    To bool is `x != 0`. A narrower integer wraps; a float becomes an integer by
    dropping its fraction, and some integer where it does not fit. Otherwise the
    nearest number is taken, of two the even one. A finite number that is too
    large for an 8-bit float becomes the largest; for other floats, an infinity.
    """
    target = to_numpy_dtype(to)
    if x.dtype == target:
        return x
    if to is dtypes.bool:
        return x != 0
    if not dtypes.is_float(to):
        # The types of ml_dtypes convert to floats exactly.
        return (x if x.dtype.isbuiltin == 1 else x.astype(np.float64)).astype(target)
    if target.itemsize >= 4:
        return x.astype(target)
    single = _odd_single(_odd_double(x))
    if to in _LARGEST:
        limit = np.float32(_LARGEST[to])
        single = np.where(np.isfinite(single), np.clip(single, -limit, limit), single)
    return single.astype(target)


def _odd_double(x: np.ndarray) -> np.ndarray:
    """Return integers as doubles, rounded to odd where they have more digits."""
    if x.dtype.kind not in "iu" or x.dtype.itemsize < 8:
        return x.astype(np.float64)
    odd = (x >> 12 << 12) | ((x & 4095 != 0).astype(x.dtype) << 12)
    return np.where(np.abs(x.astype(np.float64)) < 2**53, x, odd).astype(np.float64)


def _odd_single(x: np.ndarray) -> np.ndarray:
    """Return doubles as floats; an inexact one has a last bit of 1.

    Rounding that to a narrower type is rounding the double to it.
    """
    nearest = np.asarray(x.astype(np.float32))
    back = nearest.astype(np.float64)
    inexact = (back != x) & ~np.isnan(x)
    above = np.abs(back) > np.abs(x)
    bits = (nearest.view(np.uint32) - (above & inexact)) | inexact
    return bits.astype(np.uint32).view(np.float32)
