"""Sorting against NumPy and PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from support import FLOATS, INTS, SHAPES, check, compare_with_torch, numbers
from tinymlir import Tensor

torch = pytest.importorskip("torch")

LENGTHS = [1, 2, 3, 7, 8, 9, 33, 100]


def check_order(array: np.ndarray, axis: int, descending: bool) -> None:
    """Compare values and places with a stable sort of PyTorch."""
    wanted = torch.sort(torch.from_numpy(array), dim=axis, descending=descending, stable=True)
    values, places = Tensor(array).sort(axis, descending)
    check(values, wanted.values.numpy())
    check(places, wanted.indices.numpy(), same_dtype=False)
    assert places.numpy().dtype == np.int32


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_sort_of_shapes(shape, descending, rng):
    array = numbers(rng, shape, "float32")
    for axis in range(-max(len(shape), 1), max(len(shape), 1)):
        check_order(array, axis, descending)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("descending", [False, True])
def test_sort_of_lengths_keeps_the_order_of_equals(length, descending, rng):
    check_order(rng.integers(0, 4, (2, length)).astype("float32"), -1, descending)


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
@pytest.mark.parametrize("descending", [False, True])
def test_sort_of_dtypes(dtype, descending, rng):
    array = numbers(rng, (3, 9), dtype)
    wanted = np.sort(array, -1)[:, ::-1] if descending else np.sort(array, -1)
    values, places = Tensor(array).sort(descending=descending)
    check(values, wanted)
    check(Tensor(np.take_along_axis(array, places.numpy(), -1)), wanted)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64"])
def test_sort_of_extremes(dtype):
    info = np.iinfo(dtype)
    array = np.array([info.max, info.min, 0, info.max, info.min, 1, 2], dtype)
    values, places = Tensor(array).sort()
    check(values, np.sort(array))
    check(places, np.argsort(array, kind="stable"), same_dtype=False)
    check(Tensor(array).argsort(descending=True),
          np.array([0, 3, 6, 5, 2, 1, 4] if info.min < 0 else [0, 3, 6, 5, 1, 2, 4]),
          same_dtype=False)  # fmt: skip


@pytest.mark.parametrize("descending", [False, True])
def test_nan_is_the_greatest_and_zeros_are_equal(descending):
    inf, nan = np.inf, np.nan
    array = np.array([1, nan, -inf, 0.0, -0.0, nan, inf, -1, inf, 2, nan], np.float32)
    check_order(array, 0, descending)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("axis", [0, 1])
def test_sort_has_a_gradient(axis, descending, rng):
    array = rng.permutation(24).reshape(4, 6).astype(np.float32)
    compare_with_torch(
        lambda x: x.sort(axis, descending),
        lambda x: torch.sort(x, axis, descending=descending),
        array,
    )


def test_sort_of_views_and_lazy_values(rng):
    array = numbers(rng, (6, 5), "float32")
    check((Tensor(array).T * 2).sort(-1)[0], np.sort(array.T * 2, -1))
    check(Tensor(array).flip(0)[::2].sort(0)[0], np.sort(array[::-1][::2], 0))
    check(Tensor(array[:1]).expand(4, 5).sort(1)[1],
          np.argsort(np.broadcast_to(array[:1], (4, 5)), 1), same_dtype=False)  # fmt: skip


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("k", [0, 1, 3, 5])
def test_topk(k, largest, rng):
    array = rng.permutation(40).reshape(4, 5, 2).astype(np.float32)
    for axis in (1, -2):
        wanted = torch.topk(torch.from_numpy(array), k, axis, largest)
        values, places = Tensor(array).topk(k, axis, largest)
        check(values, wanted.values.numpy())
        check(places, wanted.indices.numpy(), same_dtype=False)


def test_topk_has_a_gradient(rng):
    array = rng.permutation(21).reshape(3, 7).astype(np.float32)
    compare_with_torch(lambda x: x.topk(3), lambda x: torch.topk(x, 3), array)


def test_order_errors():
    with pytest.raises(ValueError, match=r"Tensor\.topk: cannot take 4 elements of an axis of 3"):
        Tensor([1, 2, 3]).topk(4)
    with pytest.raises(IndexError, match=r"Tensor\.sort: axis 1 is outside"):
        Tensor([1, 2, 3]).sort(1)
    values, places = Tensor(5.0).topk(1)
    assert values.item() == 5.0 and places.item() == 0


def test_a_long_axis_is_sorted(rng):
    array = rng.permutation(3000).astype(np.int32)
    values, places = Tensor(array).sort()
    check(values, np.arange(3000, dtype=np.int32))
    check(Tensor(array[places.numpy()]), np.arange(3000, dtype=np.int32))
