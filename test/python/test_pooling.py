"""Pooling, its inverse, and interpolation, against PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, compare_with_torch, numbers
from tinymlir import Tensor

torch = pytest.importorskip("torch")
F = torch.nn.functional

WINDOWS = [
    {"kernel_size": 2},
    {"kernel_size": (3, 2), "stride": 2},
    {"kernel_size": 3, "stride": 1, "padding": 1},
    {"kernel_size": 3, "stride": 2, "padding": 1, "ceil_mode": True},
    {"kernel_size": (2, 3), "stride": (3, 2), "ceil_mode": True},
    {"kernel_size": 4, "stride": 3, "padding": (2, 1), "ceil_mode": True},
    {"kernel_size": 1},
]
SIZES = [(2, 3, 8, 9), (1, 1, 7, 5), (3, 6, 6), (0, 2, 6, 6)]


@pytest.mark.parametrize("options", WINDOWS, ids=str)
@pytest.mark.parametrize("shape", SIZES, ids=str)
@pytest.mark.parametrize("count_include_pad", [True, False])
def test_avg_pool(shape, options, count_include_pad, rng):
    compare_with_torch(
        lambda x: x.avg_pool2d(**options, count_include_pad=count_include_pad),
        lambda x: F.avg_pool2d(x, **options, count_include_pad=count_include_pad),
        numbers(rng, shape, "float32"),
    )


@pytest.mark.parametrize("options", [*WINDOWS, {"kernel_size": 2, "dilation": 3}], ids=str)
@pytest.mark.parametrize("shape", SIZES, ids=str)
def test_max_pool_with_indices(shape, options, rng):
    compare_with_torch(
        lambda x: x.max_pool2d(**options, return_indices=True),
        lambda x: F.max_pool2d(x, **options, return_indices=True),
        numbers(rng, shape, "float32"),
    )


@pytest.mark.parametrize("shape", [(2, 3, 9), (2, 3, 5, 6, 7)], ids=str)
def test_pools_of_other_ranks(shape, rng):
    size = (2,) * (len(shape) - 2)
    average, greatest = {3: (F.avg_pool1d, F.max_pool1d), 5: (F.avg_pool3d, F.max_pool3d)}[
        len(shape)
    ]
    x = numbers(rng, shape, "float32")
    compare_with_torch(lambda x: x.avg_pool2d(size), lambda x: average(x, size), x)
    compare_with_torch(
        lambda x: x.max_pool2d(size, return_indices=True),
        lambda x: greatest(x, size, return_indices=True),
        x,
    )


@pytest.mark.parametrize("dtype", ["float16", "float64", "int32", "uint8", "int64"])
def test_pools_of_dtypes(dtype, rng):
    x = numbers(rng, (2, 4, 6), dtype)
    rows = x.reshape(2, 2, 2, 3, 2)
    mean = rows.mean((2, 4), dtype="float64").astype(dtype if x.dtype.kind == "f" else "float32")
    check(Tensor(x).avg_pool2d(), mean, rtol=1e-3)
    check(Tensor(x).max_pool2d(padding=0), rows.max((2, 4)))
    check(Tensor(x).max_pool2d(3, 1, 1, 1), F.max_pool2d(
        torch.from_numpy(x.astype("float32")), 3, 1, 1).numpy().astype(dtype))  # fmt: skip


def test_max_pool_of_infinities():
    x = np.array([[np.inf, 1, -np.inf, -np.inf], [2, 3, -np.inf, -np.inf]], np.float32)
    values, places = Tensor(x).max_pool2d(return_indices=True)
    check(values, np.array([[np.inf, -np.inf]], np.float32))
    assert places.tolist() == [[0, 2]]
    values, places = Tensor(x).max_pool2d(2, 2, 1, 1, return_indices=True)
    assert places.tolist() == [[0, 1, 3], [4, 5, 7]]


@pytest.mark.parametrize(
    ("shape", "options"),
    [((2, 3, 8, 8), {}), ((1, 9, 6), {"kernel_size": (3, 2), "stride": (3, 2)}),
     ((2, 2, 6, 6), {"kernel_size": 3, "stride": 1}),
     ((2, 2, 7, 7), {"kernel_size": 3, "stride": 2, "padding": 1})],
    ids=str,
)  # fmt: skip
def test_max_unpool(shape, options, rng):
    options = {"kernel_size": 2, **options}
    x = torch.from_numpy(numbers(rng, shape, "float32"))
    pooled, places = F.max_pool2d(x, **options, return_indices=True)
    values, index = pooled.numpy(), Tensor(places.numpy())
    check(Tensor(values).max_unpool2d(index, **options),
          F.max_unpool2d(pooled, places, **options).numpy())  # fmt: skip
    sizes = shape[-2:]
    check(Tensor(values).max_unpool2d(index, **options, output_size=sizes),
          F.max_unpool2d(pooled, places, **options, output_size=sizes).numpy())  # fmt: skip


def test_max_unpool_has_a_gradient(rng):
    places = np.array([[[0, 3], [9, 15]]])
    compare_with_torch(
        lambda x: x.max_unpool2d(Tensor(places)),
        lambda x: F.max_unpool2d(x, torch.from_numpy(places), 2),
        numbers(rng, (1, 2, 2), "float32"),
    )


def test_pool_errors():
    x = Tensor.ones(1, 2, 4, 4)
    with pytest.raises(ValueError, match=r"Tensor\.avg_pool2d: padding 2 is wider than half"):
        x.avg_pool2d(2, padding=2)
    with pytest.raises(ValueError, match=r"Tensor\.avg_pool2d: a window of 2 axes needs as many"):
        Tensor([1.0]).avg_pool2d()
    with pytest.raises(ValueError, match=r"Tensor\.max_pool2d: a window of 5 elements"):
        x.max_pool2d(5)
    with pytest.raises(RuntimeError, match=r"Tensor\.max_unpool2d: the indices have shape"):
        x.max_unpool2d(Tensor([1]))


MODES = {1: "linear", 2: "bilinear", 3: "trilinear"}


@pytest.mark.parametrize(
    ("shape", "size"),
    [((2, 3, 5), (8,)), ((2, 3, 5), (3,)), ((1, 2, 5, 4), (7, 9)), ((1, 2, 6, 8), (3, 4)),
     ((1, 2, 4, 4), (1, 1)), ((1, 1, 1, 1), (3, 2)), ((1, 2, 3, 4, 5), (4, 3, 6)),
     ((0, 2, 3, 4), (6, 2)), ((1, 2, 5, 4), (5, 4))],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("mode", ["linear", "corners", "nearest", "nearest-exact"])
def test_interpolation(shape, size, mode, rng):
    linear = mode in ("linear", "corners")
    corners = mode == "corners"
    name = MODES[len(size)] if linear else mode
    compare_with_torch(
        lambda x: x.interpolate(size, "linear" if linear else mode, corners),
        lambda x: F.interpolate(x, size, mode=name, align_corners=corners if linear else None),
        numbers(rng, shape, "float32"),
    )


@pytest.mark.parametrize("mode", ["linear", "nearest", "nearest-exact"])
def test_interpolation_of_bytes(mode, rng):
    x = rng.integers(0, 256, (1, 2, 5, 6)).astype(np.uint8)
    found = Tensor(x).interpolate((9, 4), mode).numpy()
    name = "bilinear" if mode == "linear" else mode
    wanted = F.interpolate(torch.from_numpy(x).float(), (9, 4), mode=name).numpy()
    assert found.dtype == np.uint8
    assert np.abs(found - wanted).max() <= (2 if mode == "linear" else 0)


def test_interpolation_of_halves(rng):
    x = numbers(rng, (1, 3, 4), "float16")
    wanted = F.interpolate(torch.from_numpy(x[None]).float(), (6, 6), mode="bilinear")[0]
    check(Tensor(x).interpolate((6, 6)), wanted.half().numpy(), rtol=2e-3, atol=1e-3)


def test_interpolation_errors():
    x = Tensor.ones(1, 2, 3)
    with pytest.raises(ValueError, match=r"Tensor\.interpolate: mode is one of linear, nearest"):
        x.interpolate((4,), mode="cubic")
    with pytest.raises(ValueError, match=r"align_corners is for the mode linear, not nearest"):
        x.interpolate((4,), "nearest", True)
    with pytest.raises(ValueError, match=r"4 sizes for a tensor of 3 axes"):
        x.interpolate((1, 2, 3, 4))
    with pytest.raises(ValueError, match=r"there is nothing between \[1, 2, 3\] and \(0,\)"):
        x.interpolate((0,))
