"""Integer division is exact: every dividend, and every kind of divisor."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import Tensor

QUOTIENTS = ["cdiv", "cmod", "floordiv", "floormod"]


def expected(a, b):
    """All four results on 128 bits' worth of Python integers, wrapped."""
    rows = []
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        quotient, rest = divmod(abs(x), abs(y))
        sign = -1 if (x < 0) != (y < 0) else 1
        rows.append((sign * quotient, -rest if x < 0 else rest, x // y, x % y))
    bits = 8 * a.dtype.itemsize
    wrapped = [[value & ((1 << bits) - 1) for value in row] for row in zip(*rows, strict=True)]
    return np.array(wrapped, f"u{a.dtype.itemsize}").view(a.dtype)


def divided(a, b):
    parts = [Tensor(a.uop.alu(name, b.uop if isinstance(b, Tensor) else b)) for name in QUOTIENTS]
    return Tensor.stack(*parts).numpy()


def vectorized(a, b):
    """`expected` in NumPy, for widths that int64 holds."""
    x, y = a.astype(np.int64), np.broadcast_to(b, a.shape).astype(np.int64)
    quotient = np.abs(x) // np.abs(y) * np.sign(x) * np.sign(y)
    return np.stack([quotient, x - quotient * y, x // y, x % y]).astype(a.dtype)


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_all_pairs_of_bytes(dtype):
    info = np.iinfo(dtype)
    every = np.arange(info.min, info.max + 1).astype(dtype)
    a, b = (x.reshape(-1) for x in np.meshgrid(every, every[every != 0]))
    np.testing.assert_array_equal(divided(Tensor(a), Tensor(b)), vectorized(a, b))


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_bytes_by_every_constant(dtype):
    info = np.iinfo(dtype)
    every = np.arange(info.min, info.max + 1).astype(dtype)
    t = Tensor(every)
    for divisor in range(info.min, info.max + 1, 3):
        if divisor != 0:
            np.testing.assert_array_equal(
                divided(t, divisor), vectorized(every, divisor), err_msg=str(divisor)
            )


@pytest.mark.parametrize("dtype", ["int16", "uint16"])
def test_words_by_constants(dtype):
    info = np.iinfo(dtype)
    every = np.arange(info.min, info.max + 1).astype(dtype)
    t = Tensor(every)
    for divisor in [1, 2, 3, 5, 7, 10, 16, 100, 127, 255, 641, 1000, 4095, 32767]:
        for d in (divisor, -divisor) if info.min < 0 else (divisor, 2 * divisor + 1):
            np.testing.assert_array_equal(divided(t, d), vectorized(every, d), err_msg=str(d))


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
def test_edges(dtype, rng):
    info = np.iinfo(dtype)
    near = [0, 1, 2, 3, 5, 6, 7, 9, 10, 100, 641]
    numbers = {*near, info.max, info.max - 1, info.min, info.min + 1, *(-x for x in near)}
    for power in range(4, 64):
        numbers |= {s * (1 << power) + d for s in (1, -1) for d in (-1, 0, 1)}
    fitting = sorted(n for n in numbers if info.min <= n <= info.max)
    a = np.array(fitting, dtype)
    for divisor in [1, 2, 3, 7, 10, 12, 641, 1 << 20, (1 << 31) - 1, info.max, info.max - 1]:
        for d in (divisor, -divisor) if info.min < 0 else (divisor,):
            np.testing.assert_array_equal(
                divided(Tensor(a), d), expected(a, np.full_like(a, d)), err_msg=str(d)
            )
    x, y = (v.reshape(-1) for v in np.meshgrid(a[::3], a[a != 0][::3]))
    found, wanted = divided(Tensor(x), Tensor(y)), expected(x, y)
    np.testing.assert_array_equal(found, wanted)
