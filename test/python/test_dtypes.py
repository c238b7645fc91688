"""The data types: promotion, limits, casts, and numbers without a width."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest
from tinymlir import Context, Tensor, UOp, dtypes
from tinymlir._core import least_upper_float, promote, sum_dtype
from tinymlir.dtypes import can_lossless_cast, sum_acc_dtype, to_dtype, to_numpy_dtype, weak_dtype
from tinymlir.testing import interpret

# The immediate upper types of each type.
EDGES = {
    "bool": "weakint",
    "weakint": "int8 uint8",
    "int8": "int16", "int16": "int32", "int32": "int64", "int64": "weakfloat",
    "uint8": "int16 uint16", "uint16": "int32 uint32", "uint32": "int64 uint64",
    "uint64": "weakfloat",
    "weakfloat": "fp8e4m3 fp8e5m2 fp8e4m3fnuz fp8e5m2fnuz",
    "fp8e4m3": "float16 bfloat16", "fp8e5m2": "float16 bfloat16",
    "fp8e4m3fnuz": "float16 bfloat16", "fp8e5m2fnuz": "float16 bfloat16",
    "float16": "float32", "bfloat16": "float32", "float32": "float64", "float64": "",
}  # fmt: skip
NAMES = list(EDGES)


def uppers(name: str) -> set[str]:
    return {name}.union(*(uppers(upper) for upper in EDGES[name].split()))


@pytest.mark.parametrize("name", NAMES)
def test_promotion_of_every_pair(name):
    for other in NAMES:
        common = [getattr(dtypes, n) for n in uppers(name) & uppers(other)]
        expected = min(common, key=lambda t: (t.priority, t.bitsize, t.name))
        found = promote(getattr(dtypes, name), getattr(dtypes, other))
        assert found is expected, f"{name} and {other} make {found.name}, not {expected.name}"


def test_promotion_of_three_is_not_that_of_pairs():
    for names in itertools.combinations(NAMES, 3):
        common = set.intersection(*(uppers(n) for n in names))
        expected = min(getattr(dtypes, n) for n in common)
        assert promote(*(getattr(dtypes, n) for n in names)) is expected


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ("int8", "uint8", "int16"), ("int32", "half", "float16"),
        ("half", "bfloat16", "float32"), ("fp8e4m3", "fp8e5m2", "float16"),
        ("int64", "uint64", "float32"), ("bool", "int8", "int8"), ("uint32", "int32", "int64"),
    ],
)  # fmt: skip
def test_promotion_of_tensors(left, right, result):
    t = Tensor([1], dtype=left) + Tensor([1], dtype=right)
    assert dtypes.strong(t.dtype).name == result
    assert t.numpy().tolist() == [1 if left == "bool" == right else 2]


def test_float_functions_of_every_type():
    for name in NAMES:
        dtype = getattr(dtypes, name)
        found = least_upper_float(dtype, dtypes.float32)
        if dtypes.is_float(dtype):
            assert found is dtype
        else:
            assert found is (dtypes.weakfloat if name == "weakint" else dtypes.float32)
    assert least_upper_float(dtypes.int32, dtypes.float16) is dtypes.float16


def test_sums_accumulate_in_a_wide_type():
    expected = {
        "bool": "int32", "int8": "int32", "uint8": "uint32", "int64": "int64",
        "uint64": "uint64", "float16": "float32", "fp8e5m2": "float32", "float64": "float64",
    }  # fmt: skip
    for name, wide in expected.items():
        assert sum_dtype(getattr(dtypes, name)).name == wide
        assert sum_acc_dtype(getattr(dtypes, name)).name == wide
    assert Tensor.ones(3, dtype="half").sum().dtype is dtypes.half
    assert Tensor.ones(3, dtype="bool").sum().dtype is dtypes.int32
    assert Tensor([200, 100], dtype="uint8").sum().item() == 300


def test_lossless_casts():
    values = {
        t: np.arange(256, dtype=np.uint8).view(to_numpy_dtype(t)).astype(np.float64)
        for t in dtypes.all
        if t.itemsize == 1 and t is not dtypes.bool
    }
    for source, target in itertools.product(dtypes.all, dtypes.all):
        claim = can_lossless_cast(source, target)
        if source in values:
            with np.errstate(all="ignore"):
                there = values[source].astype(to_numpy_dtype(target)).astype(np.float64)
            holds = np.array_equal(there, values[source], equal_nan=True)
            assert holds or not claim, f"{source} to {target}"
    assert can_lossless_cast(dtypes.bool, dtypes.fp8e4m3)
    assert can_lossless_cast(dtypes.uint64, dtypes.weakint)
    assert can_lossless_cast(dtypes.uint32, dtypes.double)
    assert can_lossless_cast(dtypes.uint32, dtypes.int64)
    assert can_lossless_cast(dtypes.uint16, dtypes.float)
    assert can_lossless_cast(dtypes.bfloat16, dtypes.float)
    assert not can_lossless_cast(dtypes.int64, dtypes.double)
    assert not can_lossless_cast(dtypes.int16, dtypes.half)
    assert not can_lossless_cast(dtypes.half, dtypes.bfloat16)


def test_names_and_groups():
    for alias, name in {
        "half": "float16", "float": "float32", "double": "float64", "uchar": "uint8",
        "ushort": "uint16", "uint": "uint32", "ulong": "uint64", "char": "int8",
        "short": "int16", "int": "int32", "long": "int64",
    }.items():  # fmt: skip
        assert getattr(dtypes, alias) is getattr(dtypes, name) is to_dtype(alias)
    assert len(dtypes.all) == 17 and dtypes.fp8_ocp + dtypes.fp8_fnuz == dtypes.fp8s
    assert [t.bitsize for t in dtypes.weaks] == [800, 800]
    assert weak_dtype(dtypes.bool) is dtypes.bool


def test_order_is_by_priority_then_name():
    ranked = sorted(dtypes.all)
    assert [t.name for t in ranked[:3]] == ["bool", "int8", "uint8"]
    assert ranked[-1] is dtypes.float64


def test_default_types_are_switches():
    with Context(DEFAULT_FLOAT="half", DEFAULT_INT="int64"):
        assert dtypes.default_float is dtypes.half and dtypes.default_int is dtypes.int64
        assert Tensor([1.5]).dtype is dtypes.half and Tensor([1]).dtype is dtypes.int64


# ----- Numbers in and out


@pytest.mark.parametrize("dtype", dtypes.all, ids=str)
def test_numbers_go_in_and_come_out(dtype):
    numbers = [0, 1, 1, 0] if dtype is dtypes.bool else [0, 1, 2, 5]
    for t in (
        Tensor(numbers, dtype=dtype),
        Tensor(np.array(numbers), dtype=dtype),
        Tensor(np.array(numbers, to_numpy_dtype(dtype))),
        Tensor.full((4,), 1, dtype=dtype) * Tensor(numbers, dtype=dtype),
        Tensor(numbers).cast(dtype),
    ):
        assert t.dtype is dtype
        assert t.tolist() == numbers and t.numpy().tolist() == numbers
        assert np.asarray(t.data()).tolist() == numbers
    small = dtype in (*dtypes.fp8s, dtypes.bfloat16)
    assert Tensor(numbers, dtype=dtype).numpy().dtype == (
        np.float32 if small else to_numpy_dtype(dtype)
    )


LARGEST = {"fp8e4m3": 448, "fp8e5m2": 57344, "fp8e4m3fnuz": 240, "fp8e5m2fnuz": 57344}


@pytest.mark.parametrize("name", LARGEST)
def test_what_is_too_large_for_eight_bits(name):
    numbers = [1e9, -1e9, float("inf"), float("-inf"), float("nan")]
    largest, infinity = LARGEST[name], float("inf" if name == "fp8e5m2" else "nan")
    expected = np.array([largest, -largest, infinity, -infinity, np.nan], np.float32)
    for t in (
        Tensor(numbers, dtype=name),
        Tensor(np.array(numbers), dtype=name),
        Tensor(np.array(numbers, np.float32)).cast(name),
        Tensor(np.array(numbers)).cast(name),
        Tensor.stack(*(Tensor(x, dtype=dtypes.float32).cast(name) for x in numbers)),
    ):
        np.testing.assert_array_equal(t.numpy(), expected)
    assert Tensor.full((1,), 1e9, dtype=name).tolist() == [largest]


def codes(values: np.ndarray, dtype) -> np.ndarray:
    return values.view(np.uint8 if dtype.itemsize == 1 else np.uint16)


def saturated(values: np.ndarray, dtype) -> np.ndarray:
    """What ml_dtypes makes of floats, with the largest number for larger ones."""
    target = to_numpy_dtype(dtype)
    with np.errstate(all="ignore"):
        result = values.astype(target)
        if dtype.itemsize == 1:
            largest = np.array(ml_dtypes.finfo(target).max)
            over = np.isfinite(values) & ~np.isfinite(result.astype(np.float32))
            result[over] = np.where(np.signbit(values[over]), -largest, largest)
    return result


NARROW = [*dtypes.fp8s, dtypes.bfloat16, dtypes.float16]


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_every_narrow_float_becomes_a_wide_one(dtype):
    raw = np.arange(256**dtype.itemsize, dtype=np.uint8 if dtype.itemsize == 1 else np.uint16)
    narrow = raw.view(to_numpy_dtype(dtype))
    expected = narrow.astype(np.float32)
    np.testing.assert_array_equal(Tensor(narrow).cast(dtypes.float32).numpy(), expected)
    np.testing.assert_array_equal(Tensor(narrow).cast(dtypes.float64).numpy(), expected)
    back = Tensor(narrow).cast(dtypes.float32).cast(dtype)
    kept = ~np.isnan(expected)
    np.testing.assert_array_equal(codes(back._array(), dtype)[kept], raw[kept])
    assert np.isnan(back.numpy()[~kept]).all()


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_wide_floats_round_to_narrow_ones(dtype, rng):
    # All halfway points between neighbours, and what lies next to them.
    raw = np.arange(256**dtype.itemsize, dtype=np.uint8 if dtype.itemsize == 1 else np.uint16)
    values = np.unique(raw.view(to_numpy_dtype(dtype)).astype(np.float64))
    values = values[np.isfinite(values)]
    middle = ((values[1:] + values[:-1]) / 2).astype(np.float32)
    near = [np.nextafter(middle, np.float32(s) * np.float32(np.inf)) for s in (-1, 1)]
    bits = rng.integers(0, 1 << 32, (20000,), dtype=np.uint64).astype(np.uint32)
    special = np.array([0, -0.0, np.inf, -np.inf, 1e38, -1e38, 1e-45, -1e-45], np.float32)
    numbers = np.concatenate([middle, *near, bits.view(np.float32), special])
    numbers = numbers[~np.isnan(numbers)]
    found = Tensor(numbers).cast(dtype)._array()
    np.testing.assert_array_equal(codes(found, dtype), codes(saturated(numbers, dtype), dtype))


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_nan_keeps_its_sign(dtype):
    numbers = np.array([0x7FC00000, 0xFFC00000], np.uint32).view(np.float32)
    found = codes(Tensor(numbers).cast(dtype)._array(), dtype)
    expected = codes(numbers.astype(to_numpy_dtype(dtype)), dtype)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", NARROW, ids=str)
@pytest.mark.parametrize("op", ["add", "sub", "mul", "fdiv", "max", "cmplt", "cmpeq"])
def test_arithmetic_on_narrow_floats(dtype, op, rng):
    kind = to_numpy_dtype(dtype)
    raw = rng.integers(0, 256, (2, 4096 * dtype.itemsize)).astype(np.uint8).view(kind)
    a, b = raw[0].astype(np.float32), raw[1].astype(np.float32)
    functions = {
        "add": np.add, "sub": np.subtract, "mul": np.multiply, "fdiv": np.divide,
        "max": np.maximum, "cmplt": np.less, "cmpeq": np.equal,
    }  # fmt: skip
    with np.errstate(all="ignore"):
        wide = functions[op](a, b)
    found = Tensor(Tensor(raw[0]).uop.alu(op, Tensor(raw[1]).uop)).numpy()
    if op.startswith("cmp"):
        np.testing.assert_array_equal(found, wide)
    else:
        np.testing.assert_array_equal(
            found.astype(np.float32), saturated(wide, dtype).astype(np.float32)
        )


# ----- Numbers without a width


def test_a_literal_takes_the_type_that_it_meets():
    assert (Tensor([1], dtype="int8") + 1).dtype is dtypes.int8
    assert (Tensor([1.0], dtype="half") * 2).dtype is dtypes.half
    assert (Tensor([1], dtype="int8") * 0.5).dtype is dtypes.weakfloat
    assert dtypes.strong((Tensor([1], dtype="int8") * 0.5).dtype) is dtypes.float32
    assert (Tensor([250], dtype="uint8") + 10).tolist() == [4]
    assert (Tensor(2) + Tensor(3)).dtype is dtypes.weakint


def test_weak_products_do_not_overflow():
    product = UOp.const(1 << 20) * UOp.const(1 << 20)
    assert Tensor(product).cast("int64").item() == 1 << 40
    assert interpret(product) == 1 << 40


def test_a_cast_of_a_literal_is_exact():
    number = (1 << 53) + 1
    assert Tensor(number).cast("int64").item() == number
    assert Tensor(number).cast("uint64").item() == number
    assert Tensor(0.1).cast("float64").item() == 0.1


def test_comparisons_give_both_sides_one_width():
    big = UOp.const(1 << 40)
    assert Tensor(big.alu("cmplt", UOp.const(1))).item() is False
    assert (Tensor([1], dtype="int64") < (1 << 40)).tolist() == [True]


def test_a_weak_number_commits_at_the_default():
    with Context(DEFAULT_FLOAT="float64"):
        assert Tensor(0.1).numpy().dtype == np.float64
    assert Tensor(0.1).numpy().dtype == np.float32
    assert Tensor(3).numpy().dtype == np.int32


@pytest.mark.parametrize("function", ["element_size", "nbytes"])
def test_weak_numbers_have_no_size(function):
    with pytest.raises(RuntimeError, match="has no storage"):
        getattr(Tensor(1), function)()


# ----- Wrapping


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_signed_sums_wrap_without_assumptions(dtype):
    # If overflow were taken for impossible, x + 1 > x would be true.
    info = np.iinfo(dtype)
    t = Tensor(np.array([info.max, 0], dtype))
    assert ((t + 1) > t).tolist() == [False, True]
    assert (t * 2 // 2).tolist() == [-1, 0]
    assert (-Tensor(np.array([info.min], dtype))).tolist() == [info.min]


def test_bools_are_bytes_in_memory():
    t = (Tensor([1.0, 0.0, 2.0]) > 0).realize()
    assert t.nbytes() == 3
    assert bytes(memoryview(t.uop.buffer)) == b"\x01\x00\x01"
