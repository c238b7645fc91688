"""Random elements, of a kind that a program prefers."""

from __future__ import annotations

import random
from collections.abc import Callable

import ml_dtypes
import numpy as np

from tinymlir._core import DType
from tinymlir.dtypes import dtypes, to_numpy_dtype
from tinymlir.testing.rounding import convert

__all__ = ["NUMBERS", "array"]


def _whole(rng: np.random.Generator, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    """Small integers: sums of them are exact in any order."""
    return rng.integers(0 if dtype in dtypes.uints else -4, 6, shape)


def _near_one(rng: np.random.Generator, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    if dtypes.is_float(dtype):
        return rng.uniform(0.5, 2, shape)
    return rng.integers(1, 3, shape)


def _any(rng: np.random.Generator, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    if dtypes.is_float(dtype):
        return rng.normal(0, 3, shape)
    if dtype is dtypes.bool:
        return rng.integers(0, 2, shape)
    least, most = int(dtypes.min(dtype)), int(dtypes.max(dtype))
    return rng.integers(least, most, shape, to_numpy_dtype(dtype), endpoint=True)


def _special(rng: np.random.Generator, shape: tuple[int, ...], dtype: DType) -> np.ndarray:
    """The ends of the dtype, and what is not a number, among ordinary ones."""
    if dtypes.is_float(dtype):
        info = ml_dtypes.finfo(to_numpy_dtype(dtype))
        ends = [
            np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0, float(info.max), float(info.min),
            float(info.smallest_normal), -float(info.smallest_subnormal), float(info.eps),
        ]  # fmt: skip
        return np.where(rng.random(shape) < 0.4, rng.choice(ends, shape), _any(rng, shape, dtype))
    if dtype is dtypes.bool:
        return _any(rng, shape, dtype)
    least, most = int(dtypes.min(dtype)), int(dtypes.max(dtype))
    whole = np.array([least, least + 1, most, most - 1, 0, 1, most // 2], to_numpy_dtype(dtype))
    return np.where(rng.random(shape) < 0.5, rng.choice(whole, shape), _any(rng, shape, dtype))


NUMBERS: dict[str, Callable[..., np.ndarray]] = {
    "whole": _whole, "near one": _near_one, "any": _any, "special": _special,
}  # fmt: skip


def array(rng: random.Random, shape: tuple[int, ...], dtype: DType, kind: str) -> np.ndarray:
    """Return random elements; `kind` is a key of `NUMBERS`."""
    source = np.random.default_rng(rng.getrandbits(64))
    return np.asarray(convert(np.asarray(NUMBERS[kind](source, shape, dtype)), dtype))
