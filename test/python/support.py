"""Comparing tensors with arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from tinymlir import Tensor

SHAPES = [(), (1,), (5,), (3, 4), (2, 1, 3), (2, 3, 4, 2), (0,), (3, 0, 2), (1, 1)]
"""Shapes that have been trouble: none, one element, no element, size one."""

FLOATS = ["float16", "float32", "float64"]
INTS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


def check(
    actual: Tensor,
    expected: Any,
    rtol: float = 1e-5,
    atol: float = 1e-6,
    same_dtype: bool = True,
) -> None:
    """Compare shape, dtype and elements; NaN equals NaN."""
    wanted = np.asarray(expected)
    found = actual.numpy()
    assert found.shape == wanted.shape, f"{found.shape} is not {wanted.shape}"
    assert actual.shape == wanted.shape
    if same_dtype:
        assert found.dtype == wanted.dtype, f"{found.dtype} is not {wanted.dtype}"
    if wanted.dtype.kind in "biu" and found.dtype.kind in "biu":
        np.testing.assert_array_equal(found, wanted)
    else:
        np.testing.assert_allclose(found, wanted, rtol=rtol, atol=atol, equal_nan=True)


def numbers(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    """Return random numbers of a dtype, small enough not to overflow by much."""
    kind = np.dtype(dtype).kind
    if kind == "f":
        return rng.uniform(-3, 3, shape).astype(dtype)
    if kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    return rng.integers(0 if kind == "u" else -10, 10, shape).astype(dtype)


def tolerance(dtype: str) -> float:
    """Return the relative error that a dtype allows."""
    return {"float16": 4e-3, "float32": 2e-5, "float64": 1e-6}.get(dtype, 1e-6)


def compare(
    function: Callable[..., Tensor],
    reference: Callable[..., Any],
    *arrays: np.ndarray,
    **options: Any,
) -> None:
    """Apply a function to tensors and its counterpart to the arrays."""
    with np.errstate(all="ignore"):
        expected = reference(*arrays)
    check(function(*[Tensor(array) for array in arrays]), expected, **options)
