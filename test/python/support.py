"""Comparing tensors with arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
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


def compare_with_torch(
    ours: Callable[..., Any],
    theirs: Callable[..., Any],
    *arrays: np.ndarray,
    rtol: float = 1e-4,
    atol: float = 1e-5,
    same_dtype: bool = True,
    gradient: bool = True,
) -> None:
    """Compare results with those of PyTorch, and the gradients of all float arrays.

    A function may return several values. Those without a gradient in PyTorch, and
    arrays of integers, are compared as they are.
    """
    torch = pytest.importorskip("torch")
    floats = [array.dtype.kind == "f" for array in arrays]
    tensors = [Tensor(array) for array in arrays]
    wanted = [
        torch.from_numpy(np.array(array)).requires_grad_(is_float and gradient)
        for array, is_float in zip(arrays, floats, strict=True)
    ]
    found, expected = ours(*tensors), theirs(*wanted)
    if not isinstance(found, (tuple, list)):
        found, expected = [found], [expected]
    assert len(found) == len(expected)
    loss, reference = None, None
    for x, y in zip(found, expected, strict=True):
        if gradient and y.requires_grad:
            seed = np.random.default_rng(3).uniform(-1, 1, y.shape).astype("float32")
            term = (x * Tensor(seed).cast(x.dtype)).sum()
            loss = term if loss is None else loss + term
            part = (y * torch.from_numpy(np.array(seed)).to(y.dtype)).sum()
            reference = part if reference is None else reference + part
    if loss is not None:
        # Before anything is computed: what is realized forgets where it came from.
        targets = [i for i, is_float in enumerate(floats) if is_float]
        slopes = loss.gradient(*[tensors[i] for i in targets])
        leaves = [wanted[i] for i in targets]
        wishes = torch.autograd.grad(reference, leaves, allow_unused=True)
        for slope, leaf, wish in zip(slopes, leaves, wishes, strict=True):
            value = np.zeros(leaf.shape) if wish is None else wish.detach().numpy()
            check(slope, value, rtol, atol, same_dtype=False)
    for x, y in zip(found, expected, strict=True):
        check(x, y.detach().numpy(), rtol, atol, same_dtype and y.dtype.is_floating_point)
