"""Types that a target lacks: made of others, the numbers are the same."""

from __future__ import annotations

import numpy as np
import pytest
from support import check
from tinymlir import Context, Tensor, dtypes
from tinymlir.dtypes import to_numpy_dtype

EDGES = {
    "int64": [0, 1, -1, 2, 3, 7, -7, 31, 63, 64, 255, 65535, 65536, 2**31 - 1, 2**31, -(2**31),
              2**32 - 1, 2**32, 2**32 + 1, -(2**32), 2**52 + 1, 2**53, 2**53 + 1, -(2**53) - 1,
              2**62, 2**63 - 1, -(2**63), -(2**63) + 1, 2**63 - 512, 10**18, -(10**18)],
    "uint64": [0, 1, 2, 3, 10, 63, 64, 65535, 2**31, 2**32 - 1, 2**32, 2**32 + 5, 2**53 + 1,
               2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1, 2**64 - 2048, 10**19],
}  # fmt: skip
BINARY = ["add", "sub", "mul", "max", "and", "or", "xor", "cmplt", "cmpne", "cmpeq"]
DIVISIONS = ["cdiv", "cmod", "floordiv", "floormod"]


def same(build, *arrays, emulated="long"):
    """Compare what is computed with and without the types."""
    expected = build(*(Tensor(a) for a in arrays))._array().copy()
    with Context(EMULATED_DTYPES=emulated):
        found = build(*(Tensor(a) for a in arrays))._array()
    assert found.dtype == expected.dtype and found.shape == expected.shape
    assert found.tobytes() == expected.tobytes(), (found, expected)
    return expected


def alu(name):
    return lambda a, *others: Tensor(a.uop.alu(name, *(b.uop for b in others)))


@pytest.fixture(params=["int64", "uint64"])
def pairs(request, rng):
    """All pairs of edges, and random numbers of all sizes."""
    dtype = request.param
    edges = np.array(EDGES[dtype], dtype)
    a, b = (x.reshape(-1) for x in np.meshgrid(edges, edges))
    raw = rng.integers(0, 1 << 63, (2, 500), dtype=np.uint64) * 2 + 1
    raw >>= rng.integers(0, 64, (2, 500), dtype=np.uint64)
    raw = raw.view(dtype)
    return np.concatenate([a, raw[0]]), np.concatenate([b, raw[1]])


@pytest.mark.parametrize("name", BINARY)
def test_arithmetic(name, pairs):
    same(alu(name), *pairs)


@pytest.mark.parametrize("name", DIVISIONS)
def test_division(name, pairs):
    a, b = pairs
    same(alu(name), a[b != 0], b[b != 0])


@pytest.mark.parametrize("divisor", [1, 2, 3, 7, 10, 1 << 20, (1 << 40) + 3])
def test_division_by_a_constant(divisor, pairs):
    a, _ = pairs
    same(lambda x: x // divisor, a)
    same(lambda x: x % divisor, a)


@pytest.mark.parametrize("name", ["shl", "shr"])
def test_shifts(name, pairs):
    a, _ = pairs
    counts = np.arange(a.size).astype(a.dtype) % np.array(64, a.dtype)
    same(alu(name), a, counts)
    same(lambda x: alu(name)(x, Tensor(33, dtype=str(a.dtype))), a)


def test_unary_and_choice(pairs):
    a, b = pairs
    same(alu("neg"), a)
    same(lambda x, y: (x < y).where(x, y), a, b)
    same(lambda x, y: (x < 5).where(x, y - 1), a, b)


@pytest.mark.parametrize("target", dtypes.all, ids=str)
def test_casts_to_every_type(target, pairs):
    a, _ = pairs
    same(lambda x: x.cast(target), a)


@pytest.mark.parametrize("source", dtypes.all, ids=str)
@pytest.mark.parametrize("target", ["int64", "uint64"])
def test_casts_from_every_type(source, target, rng):
    raw = rng.integers(0, 256, (512 * source.itemsize,)).astype(np.uint8)
    a = raw.view(to_numpy_dtype(source)) if source is not dtypes.bool else raw > 100
    if dtypes.is_float(source):
        special = [0.0, -0.0, 1.5, -1.5, 2**31, -(2.0**31), 2**32, 3e9, 2**52 + 0.5, 2**62,
                   2**63, -(2.0**63), 2**64, 1.8e19, -3.5e18, np.inf, -np.inf, np.nan]  # fmt: skip
        with np.errstate(all="ignore"):
            a = np.concatenate([a, np.array(special, np.float64).astype(a.dtype)])
    same(lambda x: x.cast(target), a)


def test_bits_of_doubles(rng):
    a = rng.integers(0, 1 << 63, (64,), dtype=np.int64)
    same(lambda x: x.bitcast("float64"), a)
    same(lambda x: x.bitcast("uint64"), a)
    same(lambda x: x.bitcast("int64"), a.view(np.float64))
    same(lambda x: x.bitcast("uint16"), a)


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
@pytest.mark.parametrize("shape", [(), (1,), (7,), (64,), (5, 33), (16, 32)], ids=str)
def test_reductions(dtype, shape, rng):
    a = rng.integers(0, 1 << 63, shape, dtype=np.uint64).astype(dtype)
    same(lambda x: x.sum(), a)
    same(lambda x: x.max(), a)
    same(lambda x: x.prod(), a)
    if a.ndim == 2:
        same(lambda x: x.sum(0), a)
        same(lambda x: x.max(1), a)
        same(lambda x: x.sum(1, keepdim=True) * x, a)


def test_products_of_matrices(rng):
    a = rng.integers(-(1 << 40), 1 << 40, (9, 16))
    b = rng.integers(-(1 << 40), 1 << 40, (16, 12))
    expected = same(lambda x, y: x @ y, a, b)
    np.testing.assert_array_equal(expected, a @ b)


def test_movement(rng):
    a = rng.integers(-(1 << 60), 1 << 60, (4, 6))
    same(lambda x: x.permute(1, 0).flip(0).pad(((1, 2), (0, 3))) + 1, a)
    same(lambda x: x[:, 1::2].cat(x[:, :1], dim=1), a)
    same(lambda x: x.cumsum(1), a)


def test_numbers_as_indices(rng):
    a = rng.standard_normal((50,)).astype(np.float32)
    index = rng.integers(0, 50, (30,))
    expected = same(lambda x, i: x.gather(0, i), a, index)
    np.testing.assert_array_equal(expected, a[index])


def test_powers_and_random_bits(rng):
    a = rng.integers(-9, 9, (40,))
    b = rng.integers(-3, 70, (40,))
    same(lambda x, y: x**y, a, b)
    words = rng.integers(0, 1 << 63, (40,), dtype=np.uint64)
    same(lambda x: x.threefry(Tensor([7], dtype="uint64")), words)


def test_in_place(rng):
    a = rng.integers(0, 1 << 62, (33,))
    with Context(EMULATED_DTYPES="long"):
        t = Tensor(a).clone().realize()
        t.assign(t * 3 + 1).realize()
        check(t, a * 3 + 1)


FLOATS = ["half", "bfloat16", "fp8e4m3", "fp8e5m2", "fp8e4m3fnuz", "fp8e5m2fnuz"]


@pytest.mark.parametrize("name", FLOATS)
def test_narrow_floats(name, rng):
    kind = to_numpy_dtype(getattr(dtypes, name))
    raw = rng.integers(0, 256, (2, 1024 * kind.itemsize)).astype(np.uint8).view(kind)
    for op in ["add", "mul", "sub", "fdiv", "max", "cmplt", "cmpne"]:
        found = [alu(op)(Tensor(raw[0]), Tensor(raw[1])).cast("float32").numpy()]
        with Context(EMULATED_DTYPES=name):
            found.append(alu(op)(Tensor(raw[0]), Tensor(raw[1])).cast("float32").numpy())
        np.testing.assert_array_equal(*found)
    small = raw[0].astype(np.float32)
    small = np.where(np.abs(small) < 4, small, 1).astype(kind)
    same(lambda x: x.sum(), small.reshape(32, -1), emulated=name)
    same(lambda x: x.max(0), small.reshape(32, -1), emulated=name)
    same(lambda x: x.exp2().cast("int32"), small, emulated=name)


def test_a_switch_does_not_reuse_kernels():
    a = Tensor(np.array([1, 2], np.int64)).realize()
    assert (a + (1 << 33)).tolist() == [(1 << 33) + 1, (1 << 33) + 2]
    texts = []
    from tinymlir.engine import collect_stages

    with Context(EMULATED_DTYPES="long,half"):
        with collect_stages(lambda stage, name, text: texts.append((stage, text))):
            assert (a + (1 << 33)).tolist() == [(1 << 33) + 1, (1 << 33) + 2]
    optimized = "".join(text for stage, text in texts if stage == "optimized")
    assert "ui32" in optimized and "i64" not in optimized.replace("ui64", "")


def test_an_unknown_type():
    with Context(EMULATED_DTYPES="quad"), pytest.raises(ValueError, match="EMULATED_DTYPES"):
        (Tensor([1.0]) + 1).realize()
    with Context(EMULATED_DTYPES="float"), pytest.raises(ValueError, match="EMULATED_DTYPES"):
        (Tensor([1.0]) + 1).realize()
