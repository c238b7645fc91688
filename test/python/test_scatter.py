"""Scattering and picking by mask, against PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from support import FLOATS, INTS, SHAPES, check, compare_with_torch, numbers
from tinymlir import Tensor

torch = pytest.importorskip("torch")

REDUCTIONS = ["sum", "prod", "mean", "amax", "amin"]
CASES = [
    ((5,), (3,), 0), ((4, 3), (4, 3), 0), ((4, 3), (2, 3), 0), ((4, 3), (4, 7), 1),
    ((2, 3, 4), (2, 2, 3), 1), ((2, 3, 4), (1, 3, 6), -1), ((1, 1), (1, 1), 1),
    ((4, 3), (0, 3), 0), ((3, 1), (3, 5), 1),
]  # fmt: skip


def indices(rng, shape, size):
    return rng.integers(0, size, shape).astype(np.int64)


@pytest.mark.parametrize(("shape", "picked", "axis"), CASES, ids=str)
def test_scatter(shape, picked, axis, rng):
    x, src = numbers(rng, shape, "float32"), numbers(rng, picked, "float32")
    size = shape[axis]
    # Each place once: PyTorch does not say which of several is written.
    order = np.argsort(rng.random((*picked[:axis], max(size, picked[axis]), *picked[axis + 1:])),
                       axis) if picked[axis] <= size and axis >= 0 else None  # fmt: skip
    if order is not None:
        index = np.take(order, range(picked[axis]), axis)
        index = index.astype(np.int64)
        compare_with_torch(
            lambda a, b: a.scatter(axis, Tensor(index), b),
            lambda a, b: a.scatter(axis, torch.from_numpy(index), b), x, src,
        )  # fmt: skip
    index = indices(rng, picked, size)
    check(Tensor(x).scatter(axis, Tensor(index), 2.5),
          torch.from_numpy(x).scatter(axis, torch.from_numpy(index), 2.5).numpy())  # fmt: skip


def test_the_last_element_is_written():
    x = Tensor.zeros(3).scatter(0, Tensor([1, 1, 1, 2]), Tensor([1.0, 2.0, 3.0, 4.0]))
    assert x.tolist() == [0.0, 3.0, 4.0]


@pytest.mark.parametrize("reduce", ["add", "multiply"])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_scatter_with_a_number(reduce, dtype, rng):
    x, index = numbers(rng, (4, 3), dtype), indices(rng, (5, 2), 4)
    wanted = torch.from_numpy(x).scatter(0, torch.from_numpy(index), 3, reduce=reduce)
    check(Tensor(x).scatter(0, Tensor(index), 3, reduce=reduce), wanted.numpy())


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
def test_scatter_of_dtypes(dtype, rng):
    x, src = numbers(rng, (4, 5), dtype), numbers(rng, (4, 2), dtype)
    index = np.array([[0, 1], [4, 2], [3, 0], [1, 2]])
    wanted = x.copy()
    np.put_along_axis(wanted, index, src, 1)
    check(Tensor(x).scatter(1, Tensor(index), Tensor(src)), wanted)


@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("reduce", REDUCTIONS)
@pytest.mark.parametrize(("shape", "picked", "axis"), CASES, ids=str)
def test_scatter_reduce(shape, picked, axis, reduce, include_self, rng):
    x, src = numbers(rng, shape, "float32"), numbers(rng, picked, "float32")
    index = indices(rng, picked, shape[axis])
    # PyTorch has no gradient for a product of what is written twice.
    compare_with_torch(
        lambda a, b: a.scatter_reduce(axis, Tensor(index), b, reduce, include_self),
        lambda a, b: a.scatter_reduce(
            axis, torch.from_numpy(index), b, reduce, include_self=include_self
        ),
        x,
        src,
    )


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "float64"])
@pytest.mark.parametrize("reduce", REDUCTIONS)
def test_scatter_reduce_of_dtypes(dtype, reduce, rng):
    x, src = numbers(rng, (4, 3), dtype), numbers(rng, (5, 3), dtype)
    index = indices(rng, (5, 3), 4)
    wanted = torch.from_numpy(x).scatter_reduce(
        0, torch.from_numpy(index), torch.from_numpy(src), reduce
    )
    found = Tensor(x).scatter_reduce(0, Tensor(index), Tensor(src), reduce)
    check(found, wanted.numpy(), rtol=1e-5)


def test_scatter_without_axes():
    zero = Tensor(0, dtype="int32")
    assert Tensor(1.0, dtype="float32").scatter(0, zero, 5.0).item() == 5.0
    x = Tensor(1.0, dtype="float32").scatter_reduce(0, zero, Tensor(2.0, dtype="float32"), "sum")
    assert x.item() == 3.0 and x.shape == ()


def test_scatter_errors():
    x, index = Tensor.zeros(2, 3), Tensor([[0, 1]])
    with pytest.raises(RuntimeError, match=r"Tensor\.scatter: index has 1 axes, the tensor 2"):
        x.scatter(0, Tensor([0]), 1.0)
    with pytest.raises(TypeError, match=r"Tensor\.scatter: an index has integers, not float32"):
        x.scatter(0, Tensor([[0.0]]), 1.0)
    with pytest.raises(TypeError, match=r"use scatter_reduce for tensors"):
        x.scatter(0, index, Tensor([[1.0, 2.0]]), reduce="add")
    with pytest.raises(ValueError, match=r'reduce is "add"'):
        x.scatter(0, index, 1.0, reduce="sum")
    with pytest.raises(RuntimeError, match=r"reduce is one of sum, prod"):
        x.scatter_reduce(0, index, Tensor([[1.0, 2.0]]), "add")
    with pytest.raises(RuntimeError, match=r"the index of shape \[1, 2\] is larger than src"):
        x.scatter(0, index, Tensor([[1.0]]))
    with pytest.raises(RuntimeError, match=r"src has int32, the tensor float32"):
        x.scatter(0, index, Tensor([[1, 2]]))
    with pytest.raises(RuntimeError, match=r"the index has size 4 on axis 0, the tensor 2"):
        x.scatter(1, Tensor.zeros(4, 1, dtype="int32"), 1.0)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ["float32", "int32", "bool"])
def test_masked_select_and_nonzero(shape, dtype, rng):
    x = numbers(rng, shape, dtype)
    mask = rng.random(shape) > 0.5
    mask = np.asarray(mask)
    check(Tensor(x).masked_select(Tensor(mask)), x[mask])
    wanted = np.where(mask, x, np.zeros_like(x))
    found = Tensor(wanted).nonzero()
    check(found, torch.nonzero(torch.from_numpy(np.array(wanted))).numpy(), same_dtype=False)
    assert found.numpy().dtype == np.int32


def test_masked_select_broadcasts_and_fills(rng):
    x, mask = numbers(rng, (3, 4), "float32"), np.array([True, False, True, False])
    check(Tensor(x).masked_select(Tensor(mask)), x[:, [0, 2]].ravel())
    check(Tensor(x[0]).masked_select(Tensor(np.array([[True], [False]]))), x[0])
    found = Tensor(x).masked_select(Tensor(mask), size=8, fill_value=9)
    check(found, np.concatenate([x[:, [0, 2]].ravel(), [9, 9]]).astype(np.float32))
    check(Tensor(x).masked_select(Tensor(mask), size=2), x[0, [0, 2]])
    found = Tensor([[0, 1], [2, 0]]).nonzero(size=4, fill_value=-1)
    assert found.tolist() == [[0, 1], [1, 0], [-1, -1], [-1, -1]]
    with pytest.raises(RuntimeError, match=r"Tensor\.masked_select: a mask has bools, not int32"):
        Tensor([1]).masked_select(Tensor([1]))


def test_masked_select_has_a_gradient(rng):
    x, mask = numbers(rng, (3, 4), "float32"), rng.random((3, 4)) > 0.5
    compare_with_torch(
        lambda a: a.masked_select(Tensor(mask)),
        lambda a: a.masked_select(torch.from_numpy(mask)), x,
    )  # fmt: skip
