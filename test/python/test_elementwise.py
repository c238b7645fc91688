"""Arithmetic, comparison, bits and choice against NumPy."""

from __future__ import annotations

import operator

import numpy as np
import pytest
from support import FLOATS, INTS, SHAPES, check, compare, numbers, tolerance
from tinymlir import Tensor, dtypes

ARITHMETIC = [operator.add, operator.sub, operator.mul]
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
BITS = [operator.and_, operator.or_, operator.xor]
BROADCASTS = [
    ((), (3,)), ((1,), (4,)), ((3, 1), (1, 4)), ((2, 3), (3,)), ((2, 1, 3), (4, 1)),
    ((0,), (1,)), ((3, 0), (1, 1)), ((1, 1), (1, 1)), ((5, 1, 2), (1, 3, 1)),
]  # fmt: skip


def name(x):
    return getattr(x, "__name__", str(x))


@pytest.mark.parametrize("op", ARITHMETIC, ids=name)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_arithmetic_on_every_shape(op, shape, rng):
    compare(op, op, numbers(rng, shape, "float32"), numbers(rng, shape, "float32"))


@pytest.mark.parametrize("op", ARITHMETIC, ids=name)
@pytest.mark.parametrize("dtype", FLOATS + INTS)
def test_arithmetic_on_every_dtype(op, dtype, rng):
    a, b = numbers(rng, (3, 5), dtype), numbers(rng, (3, 5), dtype)
    compare(op, op, a, b, rtol=tolerance(dtype), atol=tolerance(dtype))


@pytest.mark.parametrize("shapes", BROADCASTS, ids=str)
def test_shapes_broadcast(shapes, rng):
    a, b = (numbers(rng, shape, "float32") for shape in shapes)
    compare(lambda x, y: x * 2 + y, lambda x, y: x * np.float32(2) + y, a, b)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64", "uint64"])
def test_integers_wrap(dtype):
    info = np.iinfo(dtype)
    a = np.array([info.max, info.min, info.max // 2 + 1], dtype)
    compare(lambda x: x + 1, lambda x: x + np.array(1, dtype), a)
    compare(lambda x: x * 2, lambda x: x * np.array(2, dtype), a)
    compare(lambda x: x - 1, lambda x: x - np.array(1, dtype), a)


@pytest.mark.parametrize("dtype", INTS + FLOATS)
def test_quotients(dtype, rng):
    a = numbers(rng, (20,), dtype)
    b = numbers(rng, (20,), dtype)
    b[b == 0] = 1
    wide = "float32" if dtype in INTS else dtype
    rtol = tolerance(wide)
    compare(
        operator.truediv, lambda x, y: x.astype(wide) / y.astype(wide), a, b, rtol=rtol, atol=rtol
    )
    compare(operator.floordiv, operator.floordiv, a, b, rtol=rtol)
    compare(operator.mod, operator.mod, a, b, rtol=rtol, atol=20 * rtol)
    compare(Tensor.fmod, np.fmod, a, b, rtol=rtol, atol=20 * rtol)


def test_rounding_modes():
    t = Tensor([-7, 7])
    assert t.div(2, rounding_mode="trunc").tolist() == [-3, 3]
    assert t.div(2, rounding_mode="floor").tolist() == [-4, 3]
    assert t.float().div(2, rounding_mode="trunc").tolist() == [-3.0, 3.0]
    with pytest.raises(RuntimeError, match=r"Tensor\.div: no rounding is named 'up'"):
        t.div(2, rounding_mode="up")


@pytest.mark.parametrize("op", COMPARISONS, ids=name)
@pytest.mark.parametrize("dtype", ["float32", "int32", "uint8", "bool"])
def test_comparisons(op, dtype, rng):
    compare(op, op, numbers(rng, (4, 5), dtype), numbers(rng, (4, 5), dtype))


@pytest.mark.parametrize("op", COMPARISONS, ids=name)
def test_nan_equals_nothing_and_is_not_ordered(op):
    a = np.array([np.nan, 1, np.nan, np.inf, -0.0], np.float32)
    b = np.array([1, np.nan, np.nan, np.inf, 0.0], np.float32)
    compare(op, op, a, b)


@pytest.mark.parametrize("op", BITS, ids=name)
@pytest.mark.parametrize("dtype", [*INTS, "bool"])
def test_bits(op, dtype, rng):
    compare(op, op, numbers(rng, (9,), dtype), numbers(rng, (9,), dtype))


@pytest.mark.parametrize("dtype", INTS)
def test_shifts_and_inversion(dtype, rng):
    a, n = numbers(rng, (9,), dtype), np.arange(9).astype(dtype) % 7
    compare(operator.lshift, operator.lshift, a, n)
    compare(operator.rshift, operator.rshift, a, n)
    compare(operator.invert, operator.invert, a)


@pytest.mark.parametrize("op", [*ARITHMETIC, operator.truediv], ids=name)
def test_reflected_operators(op, rng):
    a = numbers(rng, (5,), "float32") + 4
    compare(lambda x: op(2.5, x), lambda x: op(np.float32(2.5), x), a)


def test_reflected_integer_operators():
    a = np.array([1, 2, 3, -4], np.int32)
    for op in (operator.floordiv, operator.mod, operator.sub):
        compare(lambda x, op=op: op(7, x), lambda x, op=op: op(np.int32(7), x), a)
    b = np.array([1, 2, 3], np.int32)
    for op in (operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift):
        compare(lambda x, op=op: op(9, x), lambda x, op=op: op(np.int32(9), x), b)
    compare(lambda x: 2.0 ** x.float(), lambda x: np.float32(2) ** x.astype(np.float32), b)


def test_arrays_are_operands_on_both_sides():
    a = np.array([1.0, 2.0], np.float32)
    t = Tensor([10.0, 20.0])
    for result in (t + a, a + t):
        assert isinstance(result, Tensor)
        check(result, np.array([11, 22], np.float32))
    check(a - t, np.array([-9, -18], np.float32))
    check(t * np.float32(3), np.array([30, 60], np.float32))


def test_foreign_operands_are_a_type_error():
    for bad in ("x", None, [1], object()):
        with pytest.raises(TypeError):
            Tensor([1]) + bad
        with pytest.raises(TypeError):
            bad * Tensor([1]) if not isinstance(bad, (str, list)) else Tensor([1]) * bad
    with pytest.raises(TypeError, match=r"Tensor\.add: an operand is"):
        Tensor([1]).add("x")


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ("int8", "uint8", "int16"), ("int32", "float16", "float16"),
        ("float16", "bfloat16", "float32"), ("bool", "int8", "int8"),
        ("int32", "int64", "int64"), ("uint32", "int32", "int64"),
        ("float32", "float64", "float64"), ("int64", "float32", "float32"),
    ],
)  # fmt: skip
def test_dtypes_promote(left, right, result):
    t = Tensor([1, 2], dtype=left) + Tensor([1, 2], dtype=right)
    assert t.dtype.name == result
    assert t.tolist() == [2, 4] if left != "bool" else [2, 3]


def test_numbers_take_the_width_of_what_they_meet():
    assert (Tensor([1], dtype="int8") + 1).dtype is dtypes.int8
    assert (Tensor([1.0], dtype="half") * 2.5).dtype is dtypes.float16
    assert (Tensor([1.0]) + 1).dtype is dtypes.float32
    assert (Tensor([True]) + 1).tolist() == [2]
    assert (Tensor([1]) + 1.5).tolist() == [2.5]


def test_bools_have_an_algebra_of_their_own():
    a, b = Tensor([True, True, False]), Tensor([True, False, False])
    assert (a + b).tolist() == [True, True, False]
    assert (a * b).tolist() == [True, False, False]
    assert (-a).tolist() == (~a).tolist() == [False, False, True]


@pytest.mark.parametrize(
    "source", ["float32", "float64", "float16", "int32", "uint8", "int64", "bool"]
)
@pytest.mark.parametrize(
    "target", ["float32", "float64", "float16", "int8", "int32", "int64", "bool"]
)
def test_casts(source, target, rng):
    a = numbers(rng, (17,), source)
    check(Tensor(a).cast(target), a.astype(target))


def test_casts_wrap_and_truncate():
    compare(lambda x: x.cast("int8"), lambda x: x.astype(np.int8), np.array([300, -300, 128]))
    assert Tensor([1.9, -1.9, 0.5]).int().tolist() == [1, -1, 0]
    assert Tensor([0.1, 0.0, -0.0]).bool().tolist() == [True, False, False]
    half = Tensor([1.0 + 2**-11, 1.0 + 3 * 2**-11, 70000.0]).half()
    assert half.tolist() == [1.0, 1.0 + 2**-9, float("inf")]


def test_bfloat16_rounds_to_even():
    values = np.array([1.0, 1 + 2**-8, 1 + 3 * 2**-8, 3.14159], np.float32)
    found = Tensor(values).bfloat16().float()
    assert found.tolist() == [1.0, 1.0, 1 + 2**-6, 3.140625]


@pytest.mark.parametrize("dtype", ["float32", "int32", "uint8", "int8"])
def test_extremes_and_clamp(dtype, rng):
    a, b = numbers(rng, (12,), dtype), numbers(rng, (12,), dtype)
    compare(Tensor.maximum, np.maximum, a, b)
    compare(Tensor.minimum, np.minimum, a, b)
    compare(
        lambda x: x.clamp(1, 4), lambda x: np.clip(x, np.array(1, dtype), np.array(4, dtype)), a
    )
    compare(lambda x: x.clip(max_=2), lambda x: np.minimum(x, np.array(2, dtype)), a)
    with pytest.raises(RuntimeError, match=r"Tensor\.clamp"):
        Tensor(a).clamp()


def test_minimum_of_the_extreme_integers():
    for dtype in ("int8", "int64", "uint64"):
        info = np.iinfo(dtype)
        a, b = np.array([info.min, info.max], dtype), np.array([info.max, info.max], dtype)
        compare(Tensor.minimum, np.minimum, a, b)


def test_where_broadcasts_and_promotes(rng):
    c = numbers(rng, (3, 1), "bool")
    a, b = numbers(rng, (1, 4), "float32"), numbers(rng, (3, 4), "float32")
    compare(Tensor.where, np.where, c, a, b)
    assert Tensor([True, False]).where(1, 2).tolist() == [1, 2]
    assert Tensor([True, False]).where(1, 2.5).tolist() == [1.0, 2.5]
    with pytest.raises(RuntimeError, match=r"Tensor\.where"):
        Tensor([1, 0]).where(1, 2)


def test_masked_fill_and_lerp():
    t = Tensor([1.0, 2.0])
    assert t.masked_fill(Tensor([True, False]), -1).tolist() == [-1.0, 2.0]
    assert t.lerp(Tensor([3.0, 4.0]), 0.5).tolist() == [2.0, 3.0]


def test_special_values_survive():
    a = np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, 1e38], np.float32)
    b = np.array([1, -np.inf, np.inf, 0.0, -0.0, 1e38], np.float32)
    for op in (*ARITHMETIC, operator.truediv):
        compare(op, op, a, b)
    signs = np.signbit((-Tensor(a)).numpy()[3:5])
    assert signs.tolist() == [False, True]


def test_in_place_operators_change_the_tensor():
    t = Tensor([4.0, 9.0])
    same = t
    t += 1
    t -= Tensor([1.0, 1.0])
    t *= 2
    t /= 4
    t **= 2
    assert same is t and t.tolist() == [4.0, 20.25]
    u = Tensor([12, 10])
    u //= 3
    u %= 3
    u |= 4
    u ^= 1
    u &= 7
    u <<= 2
    u >>= 1
    assert u.tolist() == [((12 // 3 % 3 | 4) ^ 1) * 2, ((10 // 3 % 3 | 4) ^ 1) * 2]


def test_equal_expressions_are_one_object():
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    assert (a * b + 1).uop is (a * b + 1).uop
    assert (a + b).uop is not (a - b).uop


def test_truth_and_length():
    with pytest.raises(TypeError, match="truth value"):
        bool(Tensor([1]))
    with pytest.raises(TypeError, match="len"):
        len(Tensor(1))
    assert len(Tensor.zeros(3, 2)) == 3
    assert [x.item() for x in Tensor([1, 2])] == [1, 2]
    with pytest.raises(TypeError, match="iteration"):
        iter(Tensor(1))
