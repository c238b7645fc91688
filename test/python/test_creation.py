"""Tensors out of numbers."""

from __future__ import annotations

import numpy as np
import pytest
from support import check
from tinymlir import Context, Device, Tensor, dtypes


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (0, 4), (1, 1, 1)])
def test_filled_storage_has_its_shape_and_content(shape):
    check(Tensor.zeros(*shape), np.zeros(shape, np.float32))
    check(Tensor.ones(*shape), np.ones(shape, np.float32))
    check(Tensor.full(shape, 7), np.full(shape, 7, np.int32))
    assert Tensor.empty(*shape).shape == shape


def test_a_shape_may_be_one_argument_or_many():
    assert Tensor.zeros((2, 3)).shape == Tensor.zeros(2, 3).shape == (2, 3)


@pytest.mark.parametrize("dtype", [d.name for d in dtypes.all])
def test_full_takes_every_dtype(dtype):
    t = Tensor.full((2, 2), 1, dtype=dtype)
    assert t.dtype.name == dtype
    assert t.tolist() == [[1, 1], [1, 1]]


def test_full_without_storage_is_a_constant():
    t = Tensor.full((2, 3), 4.0, buffer=False)
    assert "tiny.load" not in t.mlir()
    check(t, np.full((2, 3), 4.0, np.float32))


def test_the_kind_of_the_number_decides():
    assert Tensor.full((1,), True).dtype is dtypes.bool
    assert Tensor.full((1,), 1).dtype is dtypes.int32
    assert Tensor.full((1,), 1.0).dtype is dtypes.float32


def test_like_functions_keep_shape_and_dtype():
    t = Tensor([[1, 2]], dtype="int16")
    for made in (t.zeros_like(), t.ones_like(), t.full_like(3), t.empty_like()):
        assert made.shape == (1, 2) and made.dtype is dtypes.int16
    assert t.ones_like(dtype="half").dtype is dtypes.float16


@pytest.mark.parametrize(
    "arguments",
    [(5,), (2, 7), (0, 10, 3), (10, 0, -3), (3, 3), (5, 2), (0.0, 1.0, 0.25), (-3, 4)],
)
def test_arange_counts_as_numpy_does(arguments):
    expected = np.arange(*arguments)
    expected = expected.astype(np.float32 if expected.dtype.kind == "f" else np.int32)
    check(Tensor.arange(*arguments), expected)


def test_arange_of_large_numbers_is_64_bits_wide():
    check(Tensor.arange(2**33, 2**33 + 3), np.arange(2**33, 2**33 + 3))


def test_arange_refuses_a_dtype_that_is_too_small():
    with pytest.raises(OverflowError, match=r"Tensor\.arange.*int8"):
        Tensor.arange(300, dtype="int8")
    with pytest.raises(ValueError, match=r"Tensor\.arange.*step"):
        Tensor.arange(1, 2, 0)


@pytest.mark.parametrize("steps", [0, 1, 2, 7])
def test_linspace_ends_where_it_should(steps):
    check(Tensor.linspace(-1, 3, steps), np.linspace(-1, 3, steps, dtype=np.float32))


@pytest.mark.parametrize("size", [(3, None), (2, 4), (4, 2), (0, None)])
def test_eye_has_ones_on_the_diagonal(size):
    check(Tensor.eye(*size), np.eye(*size, dtype=np.float32))


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        ([1, 2], "int32"),
        ([1, 2.5], "float32"),
        ([True, False], "bool"),
        ([], "float32"),
        ([[1], [2]], "int32"),
        ([True, 2], "int32"),
    ],
)
def test_lists_take_the_dtype_of_their_elements(data, dtype):
    t = Tensor(data)
    assert t.dtype.name == dtype
    assert t.tolist() == data


def test_a_number_alone_has_no_width():
    assert Tensor(2).dtype is dtypes.weakint
    assert Tensor(2.0).dtype is dtypes.weakfloat
    assert Tensor(True).dtype is dtypes.bool
    assert Tensor(2).device is None
    assert Tensor(2).item() == 2 and Tensor(2.5).item() == 2.5
    assert (Tensor(2) + Tensor([1], dtype="int8")).dtype is dtypes.int8


def test_defaults_come_from_the_context():
    with Context(DEFAULT_FLOAT="half", DEFAULT_INT="int64"):
        assert Tensor([1.5]).dtype is dtypes.float16
        assert Tensor([1]).dtype is dtypes.int64
        assert Tensor.zeros(2).dtype is dtypes.float16
    assert Tensor([1.5]).dtype is dtypes.float32


def test_bytes_are_unsigned_numbers():
    t = Tensor(b"\x00\xff")
    assert t.dtype is dtypes.uint8 and t.tolist() == [0, 255]


def test_none_is_zero():
    assert Tensor(None).item() == 0.0


def test_an_unknown_device_is_named_with_the_known_ones():
    with pytest.raises(ValueError, match=r"unknown device 'CUDA'.*CPU"):
        Tensor([1], device="CUDA")
    with pytest.raises(ValueError, match=r"unknown device 'gpu:1'.*CPU"):
        Tensor.zeros(3, device="gpu:1")
    with pytest.raises(ValueError, match=r"unknown device"):
        Device["TPU"]


def test_the_default_device_cannot_be_set():
    with pytest.raises(AttributeError, match=r"Context\(DEV="):
        Device.DEFAULT = "CPU"
    assert Device.canonicalize("cpu:0") == Device.DEFAULT == "CPU"
    with Context(DEV="NOPE"), pytest.raises(ValueError, match="unknown device 'NOPE'"):
        Tensor([1])


@pytest.mark.parametrize("shape", [(-1,), (2, -3)])
def test_negative_sizes_are_refused(shape):
    with pytest.raises(ValueError, match=r"Tensor\.zeros.*sizes >= 0"):
        Tensor.zeros(*shape)
    with pytest.raises(ValueError, match=r"Tensor\.empty"):
        Tensor.empty(*shape)
