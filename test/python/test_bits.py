"""Bits read as another type, and random bits."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import Tensor, dtypes
from tinymlir.dtypes import to_numpy_dtype
from tinymlir.testing import interpret

SIZED = [t for t in dtypes.all if t is not dtypes.bool]
PAIRS = [(a, b) for a in SIZED for b in SIZED if a.itemsize == b.itemsize]


@pytest.mark.parametrize(("source", "target"), PAIRS, ids=str)
def test_bits_of_every_type_are_kept(source, target, rng):
    raw = rng.integers(0, 256, (64 * source.itemsize,)).astype(np.uint8)
    array = raw.view(to_numpy_dtype(source))
    uop = Tensor(array).uop.bitcast(target)
    found = Tensor(uop)._array().view(np.uint8)
    np.testing.assert_array_equal(found, raw)
    np.testing.assert_array_equal(interpret(uop).view(np.uint8), raw)


@pytest.mark.parametrize("dtype", ["bool", "uint16", "float64"])
def test_bits_need_a_type_of_their_width(dtype):
    with pytest.raises(RuntimeError, match="takes types of one width"):
        Tensor([1.0]).uop.bitcast(getattr(dtypes, dtype))


def test_weak_numbers_have_no_bits():
    with pytest.raises(RuntimeError, match="not bool or weak"):
        Tensor(1.0).uop.bitcast(dtypes.int32)


# Known answers of Random123 for threefry2x32 with 20 rounds.
KNOWN = [
    ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
    ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
    ((0x243F6A88, 0x85A308D3), (0x13198A2E, 0x03707344), (0xC4923A9C, 0x483DF7A0)),
]


def test_random_bits_are_those_of_random123():
    counters = np.array([c for c, _, _ in KNOWN], np.uint32).view(np.uint64)[:, 0]
    keys = np.array([k for _, k, _ in KNOWN], np.uint32).view(np.uint64)[:, 0]
    uop = Tensor(counters).uop.alu("threefry", Tensor(keys).uop)
    expected = np.array([r for _, _, r in KNOWN], np.uint32).view(np.uint64)[:, 0]
    np.testing.assert_array_equal(Tensor(uop).numpy(), expected)
    np.testing.assert_array_equal(interpret(uop), expected)


def test_random_bits_of_many_counters(rng):
    counters = rng.integers(0, 1 << 63, (1000,), dtype=np.uint64) * 2 + 1
    uop = Tensor(counters).uop.alu("threefry", Tensor(np.uint64(7)).uop)
    np.testing.assert_array_equal(Tensor(uop).numpy(), interpret(uop))


@pytest.mark.parametrize("source", SIZED, ids=str)
@pytest.mark.parametrize("target", SIZED, ids=str)
def test_bits_are_joined_and_split_on_the_last_axis(source, target, rng):
    raw = rng.integers(0, 256, (3, 16)).astype(np.uint8)
    array = raw.view(to_numpy_dtype(source))
    found = Tensor(array).bitcast(target)
    assert found.shape == (3, 16 // target.itemsize) and found.dtype is target
    np.testing.assert_array_equal(found._array().view(np.uint8), raw)


def test_bits_of_bools():
    assert Tensor([True, False]).bitcast("uint8").tolist() == [1, 0]
    with pytest.raises(RuntimeError, match="not bool or weak"):
        Tensor([1], dtype="uint8").bitcast("bool")


def test_bits_that_do_not_fit_the_axis():
    with pytest.raises(RuntimeError, match=r"Tensor\.bitcast: unsupported size in bitcast"):
        Tensor([1, 2, 3], dtype="uint8").bitcast("uint16")
    with pytest.raises(RuntimeError, match="unsupported size in bitcast"):
        Tensor(1.0, dtype="float32").bitcast("uint16")
    with pytest.raises(RuntimeError, match="weak"):
        Tensor([1]).bitcast(dtypes.weakint)
