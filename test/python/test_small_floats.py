"""The narrow floats that NumPy lacks go through every family of operations."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import Tensor, dtypes

KINDS = [dtypes.bfloat16, *dtypes.fp8s]

INDEX = Tensor([[0, 2, 1], [1, 1, 3]])
FUNCTIONS = {
    # What only moves elements is exact.
    "sort": (lambda x: x.sort(1)[0], 0),
    "sort descending": (lambda x: x.sort(1, descending=True)[0], 0),
    "topk": (lambda x: x.topk(2)[0], 0),
    "max": (lambda x: x.max(1), 0),
    "min": (lambda x: x.min(0), 0),
    "cummax": (lambda x: x.cummax(1)[0], 0),
    "max_pool2d": (lambda x: x.max_pool2d((1, 2)), 0),
    "max_unpool2d": (lambda x: x.max_pool2d((1, 2), return_indices=True)[0], 0),
    "gather": (lambda x: x.gather(1, INDEX), 0),
    "scatter": (lambda x: x.scatter(1, INDEX, x), 0),
    "amax": (lambda x: x.scatter_reduce(1, INDEX, x, "amax"), 0),
    "masked_select": (lambda x: x.masked_select(x > 0), 0),
    "index": (lambda x: x[[1, 0, 1], 1:], 0),
    "cat": (lambda x: x.cat(x), 0),
    "pad": (lambda x: x.pad((1, 2), value=2.0), 0),
    "reflect": (lambda x: x.pad((1, 2), mode="reflect"), 0),
    "roll": (lambda x: x.roll(1, 1), 0),
    "triu": (Tensor.triu, 0),
    "neg": (Tensor.neg, 0),
    "abs": (Tensor.abs, 0),
    "relu": (Tensor.relu, 0),
    "where": (lambda x: (x > 0).where(x, -1.0), 0),
    "nearest": (lambda x: x.interpolate((7,), mode="nearest"), 0),
    "clamp": (lambda x: x.clamp(-1, 1), 0),
    # The rest is rounded once or a few times.
    "add": (lambda x: x + x, 1),
    "mul": (lambda x: x * x, 1),
    "sum": (lambda x: x.sum(1), 1),
    "mean": (lambda x: x.mean(1), 1),
    "exp": (Tensor.exp, 1),
    "sigmoid": (Tensor.sigmoid, 3),
    "cumsum": (lambda x: x.cumsum(1), 1),
    "linear": (lambda x: x.interpolate((7,)), 1),
    "avg_pool2d": (lambda x: x.avg_pool2d((1, 2)), 1),
    "matmul": (lambda x: x @ x.T, 1),
    "conv2d": (lambda x: x.reshape(1, 2, 4).conv2d(x[:, :3].reshape(1, 2, 3)), 1),
    "einsum": (lambda x: Tensor.einsum("ij,ij->i", x, x), 1),
    "softmax": (Tensor.softmax, 4),
    "layernorm": (Tensor.layernorm, 4),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_small_floats(name, kind, rng):
    function, roundings = FUNCTIONS[name]
    values = rng.choice([-3, -1.5, -1, -0.5, 0, 0.25, 0.5, 1, 1.25, 2, 2.5, 3.5], (2, 4))
    x = Tensor(values.astype(np.float32)).cast(kind)
    found = function(x)
    assert found.dtype is kind
    wanted = function(x.float()).numpy()
    if not roundings:
        np.testing.assert_array_equal(found.numpy(), wanted)
        return
    unit = 2.0 ** -dtypes.finfo(kind)[1]
    np.testing.assert_allclose(found.numpy(), wanted, rtol=roundings * unit, atol=roundings * unit)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_small_floats_have_gradients(kind):
    x = Tensor([[1.0, 2.0, -0.5], [0.5, -1.0, 3.0]]).cast(kind)
    for function in (lambda x: x.sort()[0], lambda x: x.max_pool2d((1, 3)), lambda x: x.relu(),
                     lambda x: x @ x.T, lambda x: x.pad((1, 1)), lambda x: x.sum(1)):  # fmt: skip
        (found,) = function(x).sum().gradient(x)
        assert found.dtype is kind
        wide = x.float()
        (wanted,) = function(wide).sum().gradient(wide)
        np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=0.13, atol=0.13)
