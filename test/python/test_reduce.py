"""Reductions and scans against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, compare, numbers
from tinymlir import Tensor, dtypes

AXES = [None, 0, 1, 2, -1, (0, 1), (0, 2), (1, 2), (0, 1, 2)]
SHAPES = [(3, 4, 5), (1, 4, 1), (2, 1, 7), (16, 3, 2)]


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("axis", AXES, ids=str)
@pytest.mark.parametrize("name", ["sum", "max", "min", "mean", "prod"])
def test_reductions_over_all_axes(name, axis, keepdim, rng):
    a = numbers(rng, (3, 4, 5), "float32")
    compare(
        lambda x: getattr(x, name)(axis, keepdim),
        lambda x: getattr(np, name)(x, axis, keepdims=keepdim),
        a,
        rtol=1e-4,
        atol=1e-5,
    )


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name", ["sum", "max", "min"])
def test_reductions_of_other_shapes(name, shape, rng):
    a = numbers(rng, shape, "float32")
    for axis in (None, 0, 1, (0, 2)):
        compare(
            lambda x, axis=axis: getattr(x, name)(axis),
            lambda x, axis=axis: getattr(np, name)(x, axis),
            a,
            rtol=1e-5,
            atol=1e-5,
        )


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 31, 64, 100, 1000, 4097])
def test_sums_of_every_length(size, rng):
    a = numbers(rng, (size,), "float32")
    compare(Tensor.sum, np.sum, a, rtol=1e-4, atol=1e-4)
    compare(lambda x: x.sum(0), lambda x: x.sum(0), np.outer(a, a[:5]).astype(np.float32),
            rtol=1e-4, atol=1e-3)  # fmt: skip


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "float64", "float16", "bool"])
@pytest.mark.parametrize("name", ["sum", "max", "min"])
def test_reductions_of_every_dtype(name, dtype, rng):
    a = numbers(rng, (6, 7), dtype)
    expected = getattr(a, name)(1)
    if name == "sum":
        accumulated = {"int8": np.int32, "uint8": np.uint32, "bool": np.int32}.get(dtype, dtype)
        expected = a.sum(1, dtype=accumulated)
    rtol = 5e-3 if dtype == "float16" else 1e-6
    check(getattr(Tensor(a), name)(1), expected, rtol=rtol, atol=rtol)


def test_small_types_accumulate_in_wider_ones():
    check(Tensor(np.full(300, 127, np.int8)).sum(), np.int32(300 * 127))
    check(Tensor(np.full(300, 255, np.uint8)).sum(), np.uint32(300 * 255))
    check(Tensor(np.full(3000, 1, np.float16)).sum(), np.float16(3000))
    assert Tensor([True, True]).sum().item() == 2
    assert Tensor([1, 2], dtype="int8").sum(dtype="int8").dtype is dtypes.int8
    assert Tensor([1, 2]).mean().dtype is dtypes.float32
    assert Tensor([1.0], dtype="half").mean().dtype is dtypes.float16


def test_empty_reductions_give_the_identity():
    t = Tensor.zeros(0, 3)
    check(t.sum(0), np.zeros(3, np.float32))
    check(t.prod(0), np.ones(3, np.float32))
    check(t.max(0), np.full(3, -np.inf, np.float32))
    check(t.sum(1), np.zeros(0, np.float32))
    check(t.sum(), np.float32(0))
    check(Tensor.zeros(3, 0).sum(0), np.zeros(0, np.float32))


def test_scalars_have_axes_0_and_minus_1():
    t = Tensor(np.array(3.0, np.float32))
    for axis in (None, 0, -1):
        check(t.sum(axis), np.float32(3))
        check(t.max(axis), np.float32(3))
    with pytest.raises(IndexError, match=r"Tensor\.sum: axis 1"):
        t.sum(1)


@pytest.mark.parametrize(
    "name",
    ["sum", "max", "min", "prod", "mean", "any", "all", "softmax", "argmax", "cumsum", "std"],
)
def test_a_bad_axis_names_the_call(name):
    t = Tensor.ones(2, 3)
    with pytest.raises(
        IndexError, match=rf"(?s)Tensor\.{name}: axis 2 .*\[-2, 1\].*float32\[2, 3\]"
    ):
        getattr(t, name)(2)


def test_an_axis_twice_is_refused():
    with pytest.raises(ValueError, match=r"Tensor\.sum: axis \(0, -2\) names an axis twice"):
        Tensor.ones(2, 3).sum((0, -2))


def test_any_and_all(rng):
    a = numbers(rng, (4, 5), "bool")
    for axis in (None, 0, 1):
        compare(lambda x, axis=axis: x.any(axis), lambda x, axis=axis: x.any(axis), a)
        compare(lambda x, axis=axis: x.all(axis), lambda x, axis=axis: x.all(axis), a)
    assert Tensor([0.0, 2.0]).any().item() is True
    assert Tensor([0.0, 2.0]).all().item() is False


@pytest.mark.parametrize("correction", [0, 1, 2])
@pytest.mark.parametrize("axis", [None, 0, (0, 1)], ids=str)
def test_variance_and_deviation(axis, correction, rng):
    a = numbers(rng, (5, 6, 2), "float32")
    compare(
        lambda x: x.var(axis, correction=correction),
        lambda x: x.var(axis, ddof=correction, dtype=np.float32), a, rtol=1e-4,
    )  # fmt: skip
    compare(
        lambda x: x.std(axis, correction=correction, keepdim=True),
        lambda x: x.std(axis, ddof=correction, keepdims=True, dtype=np.float32), a, rtol=1e-4,
    )  # fmt: skip
    variance, mean = Tensor(a).var_mean(axis)
    deviation, _ = Tensor(a).std_mean(axis)
    check(mean, a.mean(axis), rtol=1e-4)
    check(variance, deviation.numpy() ** 2, rtol=1e-4)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_softmax_and_its_kin(axis, rng):
    torch = pytest.importorskip("torch")
    a = numbers(rng, (6, 9), "float32") * 20
    x = torch.from_numpy(a)
    check(Tensor(a).softmax(axis), x.softmax(axis).numpy(), rtol=1e-4)
    check(Tensor(a).log_softmax(axis), x.log_softmax(axis).numpy(), rtol=1e-4, atol=1e-4)
    check(Tensor(a).softmin(axis), (-x).softmax(axis).numpy(), rtol=1e-4)
    check(Tensor(a).logsumexp(axis), x.logsumexp(axis).numpy(), rtol=1e-5)
    check(Tensor(a).logsumexp(axis, keepdim=True), x.logsumexp(axis, True).numpy(), rtol=1e-5)


def test_softmax_of_extremes_is_finite():
    assert Tensor([1000.0, 1000.0]).softmax().tolist() == [0.5, 0.5]
    assert Tensor([-1e30, 0.0]).log_softmax().tolist()[1] == 0.0


@pytest.mark.parametrize("p", [1, 2, 3])
def test_normalize(p, rng):
    torch = pytest.importorskip("torch")
    a = numbers(rng, (3, 8), "float32")
    expected = torch.nn.functional.normalize(torch.from_numpy(a), p=p).numpy()
    check(Tensor(a).normalize(p), expected, rtol=1e-4)


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
@pytest.mark.parametrize("dtype", ["float32", "int32", "uint8"])
def test_positions_of_extremes(axis, dtype, rng):
    a = rng.permutation(35).reshape(5, 7).astype(dtype)
    check(Tensor(a).argmax(axis), a.argmax(axis).astype(np.int32))
    check(Tensor(a).argmin(axis), a.argmin(axis).astype(np.int32))


def test_the_first_of_equal_extremes_counts():
    t = Tensor([[1, 3, 3], [2, 2, 0]])
    assert t.argmax(1).tolist() == [1, 0]
    assert t.argmax(1, keepdim=True).tolist() == [[1], [0]]
    assert Tensor([5]).argmin().item() == 0


@pytest.mark.parametrize("shape", [(1,), (7,), (3, 5), (2, 3, 4)])
@pytest.mark.parametrize("axis", [0, -1])
def test_cumulative_operations(shape, axis, rng):
    a = rng.integers(-4, 5, shape).astype(np.int32)
    check(Tensor(a).cumsum(axis), a.cumsum(axis, dtype=np.int32))
    check(Tensor(a).cumprod(axis), a.cumprod(axis, dtype=np.int32))
    values, places = Tensor(a).cummax(axis)
    check(values, np.maximum.accumulate(a, axis))
    check(Tensor(a).cummin(axis)[0], np.minimum.accumulate(a, axis))
    picked = np.take_along_axis(a, places.numpy(), axis)
    np.testing.assert_array_equal(picked, values.numpy())


@pytest.mark.parametrize("length", [511, 513, 1000])
def test_long_cumulative_sums_go_in_two_levels(length, rng):
    a = rng.integers(-9, 9, (2, length)).astype(np.int32)
    check(Tensor(a).cumsum(1), a.cumsum(1, dtype=np.int32))


def test_logcumsumexp(rng):
    torch = pytest.importorskip("torch")
    a = numbers(rng, (3, 6), "float32") * 10
    for axis in (0, 1):
        expected = torch.from_numpy(a).logcumsumexp(axis).numpy()
        check(Tensor(a).logcumsumexp(axis), expected, rtol=1e-4, atol=1e-5)


def test_one_hot_and_gather(rng):
    a = np.array([[0, 2], [1, 0]], np.int32)
    check(Tensor(a).one_hot(3), np.eye(3, dtype=np.int32)[a])
    b = numbers(rng, (3, 4), "float32")
    index = rng.integers(0, 3, (2, 4)).astype(np.int32)
    check(Tensor(b).gather(0, Tensor(index)), np.take_along_axis(b, index, 0))
    index = rng.integers(0, 4, (3, 2)).astype(np.int32)
    check(Tensor(b).gather(1, Tensor(index)), np.take_along_axis(b, index, 1))
    with pytest.raises(RuntimeError, match=r"Tensor\.gather: index has 1 axes"):
        Tensor(b).gather(0, Tensor([1]))
    with pytest.raises(TypeError, match=r"Tensor\.gather"):
        Tensor(b).gather(0, Tensor([[1.0]]))
    with pytest.raises(TypeError, match=r"Tensor\.one_hot"):
        Tensor([1.0]).one_hot(3)


def test_reductions_of_views(rng):
    a = numbers(rng, (6, 8), "float32")
    compare(lambda x: x.T[::2].flip(1).sum(1), lambda x: np.flip(x.T[::2], 1).sum(1), a, rtol=1e-4)
    compare(lambda x: x.pad(((1, 1), (0, 3)), value=2.0).max(0),
            lambda x: np.pad(x, ((1, 1), (0, 3)), constant_values=2).max(0), a)  # fmt: skip
    compare(lambda x: (x.sum(1, keepdim=True) * x).sum(0),
            lambda x: (x.sum(1, keepdims=True) * x).sum(0), a, rtol=1e-4, atol=1e-4)  # fmt: skip


@pytest.mark.parametrize("place", [0, 1, 7, 15])
@pytest.mark.parametrize("dtype", ["float32", "float16", "float64", "bfloat16"])
def test_the_largest_of_numbers_with_a_nan_is_nan(place: int, dtype: str) -> None:
    array = np.arange(16, dtype=np.float32)
    array[place] = np.nan
    x = Tensor(array).cast(dtype)
    assert np.isnan(x.max().float().item()) and np.isnan(x.min().float().item())
    columns = x.reshape(4, 4).max(0).float().numpy()
    assert np.isnan(columns).tolist() == [place % 4 == i for i in range(4)]
    ones = Tensor.ones(16, dtype=dtype)
    for pair in (x.maximum(ones), ones.maximum(x), x.minimum(ones), ones.minimum(x)):
        assert np.isnan(pair.float().numpy()).tolist() == np.isnan(array).tolist()
