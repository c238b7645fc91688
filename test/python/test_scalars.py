"""Numbers and bits of the narrow floats, against `ml_dtypes` and NumPy."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest
from tinymlir import Tensor, dtype, dtypes
from tinymlir.dtypes import to_numpy_dtype

NUMBERS = [
    0.0, -0.0, 1.0, -1.5, 0.1, 3.14159, 1e-9, 2**-9, 2**-10, 3 * 2**-11, 447.0, 448.0, 456.0,
    464.0, 500.0, 57344.0, 61440.0, 65504.0, 65520.0, 1e9, -1e9, 3e38, 1e39, 5e-324, 1e-46,
]  # fmt: skip


@pytest.mark.parametrize("kind", dtypes.fp8s, ids=lambda kind: kind.name)
def test_floats_of_eight_bits(kind):
    target = to_numpy_dtype(kind)
    largest = float(ml_dtypes.finfo(target).max)
    for x in NUMBERS:
        wanted = np.float64(np.clip(x, -largest, largest)).astype(target)
        assert dtype.float_to_fp8(x, kind) == int(wanted.view(np.uint8)), x
    for code in range(256):
        value = float(np.uint8(code).view(target))
        found = dtype.fp8_to_float(code, kind)
        assert found == value or (math.isnan(found) and math.isnan(value))
        if math.isfinite(value):
            assert dtype.float_to_fp8(value, kind) == code


def test_eight_bits_that_are_not_finite():
    inf, nan = math.inf, math.nan
    assert [dtype.float_to_fp8(x, dtypes.fp8e4m3) for x in (inf, -inf, nan)] == [0x7F, 0xFF, 0x7F]
    assert [dtype.float_to_fp8(x, dtypes.fp8e5m2) for x in (inf, -inf, nan)] == [0x7C, 0xFC, 0x7F]
    for kind in dtypes.fp8_fnuz:
        assert [dtype.float_to_fp8(x, kind) for x in (inf, -inf, nan, -0.0)] == [0x80] * 3 + [0]
    with pytest.raises(ValueError, match="float16 is no float of eight bits"):
        dtype.float_to_fp8(1.0, dtypes.half)


def test_halves_and_brain_floats():
    with np.errstate(over="ignore"):
        for x in NUMBERS:
            assert dtype.float_to_fp16(x) == float(np.float16(x))
            assert dtype.float_to_bf16(x) == float(np.float32(x).astype(ml_dtypes.bfloat16))
    assert dtype.float_to_bf16(-math.inf) == -math.inf and math.isnan(dtype.float_to_bf16(math.nan))
    assert dtype.float_to_bf16(math.inf) == math.inf
    assert math.isnan(dtype.float_to_fp16(math.nan))


@pytest.mark.parametrize("kind", dtypes.all, ids=lambda kind: kind.name)
def test_storage_is_read_back(kind):
    for x in (0, 1):
        assert dtype.from_storage_scalar(dtype.to_storage_scalar(x, kind), kind) == x


def test_formats():
    for kind in dtypes.all:
        assert len(dtype.storage_fmt_for_dtype(kind)) == 1
    with pytest.raises(ValueError, match="weakint has no storage"):
        dtype.storage_fmt_for_dtype(dtypes.weakint)


def test_bits_of_scalars():
    assert dtype.bitcast(-1, dtypes.int8, dtypes.uint8) == 255
    assert dtype.bitcast(0x3F80, dtypes.uint16, dtypes.bfloat16) == 1.0
    assert dtype.bitcast(1.0, dtypes.half, dtypes.int16) == 0x3C00
    assert dtype.bitcast(1.0, dtypes.fp8e4m3, dtypes.uint8) == 0x38
    assert dtype.bitcast(1 << 63, dtypes.uint64, dtypes.double) == 0.0
    with pytest.raises(ValueError, match="int8 and int16 have no bits in common"):
        dtype.bitcast(1, dtypes.int8, dtypes.int16)


def test_dtypes_of_functions():
    assert dtype.least_upper_float(dtypes.bool) is dtypes.float32
    assert dtype.least_upper_float(dtypes.weakint) is dtypes.weakfloat
    assert dtype.least_upper_float(dtypes.bfloat16) is dtypes.bfloat16
    assert dtype.strong_dtype(dtypes.weakint) is dtypes.int32
    assert dtype.least_upper_dtype(dtypes.half, dtypes.bfloat16) is dtypes.float32
    assert dtype.to_dtype("int8") is dtypes.int8 and dtype.dtypes is dtypes


def test_picking_from_numbers_without_a_width():
    """A reduction does not take them: the picking has to choose a width."""
    x, index = Tensor([[1, 2], [3, 4]]) * 0.5, Tensor([[1, 0]])
    assert x[Tensor([1, 0])].tolist() == [[1.5, 2.0], [0.5, 1.0]]
    assert x[:, [1]].tolist() == [[1.0], [2.0]]
    assert x.gather(0, index).tolist() == [[1.5, 1.0]]
    assert x.scatter(0, index, 9).tolist() == [[0.5, 9.0], [9.0, 2.0]]
    assert x.scatter(0, index, Tensor([[7.0, 8.0]])).tolist() == [[0.5, 8.0], [7.0, 2.0]]
    assert x.scatter_reduce(0, index, x, "sum").tolist() == [[0.5, 2.0], [2.0, 2.0]]
    assert x.masked_select(x > 1).tolist() == [1.5, 2.0]
    whole = Tensor([True, False]) * 3
    assert whole.scatter_reduce(0, Tensor([0]), whole, "amin").tolist() == [3, 0]
    assert x[Tensor([0])].dtype.name == "float32"
