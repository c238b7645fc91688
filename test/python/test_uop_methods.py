"""UOp has the methods of Tensor: the same nodes, the same numbers."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import Tensor, UOp, Variable, dtypes
from tinymlir.uop.ops import AxisType, KernelInfo
from tinymlir.uop.shared import SHARED


def stored(*shape: int) -> Tensor:
    array = np.random.default_rng(len(shape)).uniform(0.1, 0.9, shape).astype(np.float32)
    return Tensor(array).contiguous().realize()


UNARY = [
    "neg", "exp", "log", "sin", "sqrt", "rsqrt", "relu", "sigmoid", "tanh", "gelu", "abs", "sign",
    "round", "floor", "isnan", "square", "softmax", "sum", "max", "mean", "std", "argmax", "cumsum",
    "T", "flatten", "logical_not", "half", "int", "any", "all", "logsumexp", "erf", "softsign",
]  # fmt: skip
CALLS = [
    lambda x: x.add(1), lambda x: x.sub(2, reverse=True), lambda x: x.pow(2), lambda x: x.mod(0.3),
    lambda x: x.maximum(0.5), lambda x: x.clamp(0.2, 0.4), lambda x: x.sum(0, keepdim=True),
    lambda x: x.transpose(0, 1), lambda x: x.unsqueeze(0), lambda x: x.repeat(2, 1),
    lambda x: x.roll(1, 0), lambda x: x.masked_fill(x.isnan(), 3.0),
    lambda x: (x > 0.5).where(x, 1.0),
    lambda x: x.cat(x, dim=1), lambda x: x.matmul(x.T), lambda x: x.tril(),
    lambda x: x.sort()[0], lambda x: x.topk(2)[1], lambda x: x.split(1)[0],
    lambda x: x.var_mean()[0],
    lambda x: x.layernorm(), lambda x: x.linear(x.T), lambda x: x.gather(0, x.int()),
]  # fmt: skip


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("shape", [(3, 4), (1, 1)])
def test_a_method_makes_the_node_that_a_tensor_has(name, shape):
    x = stored(*shape)

    def call(value):
        found = getattr(value, name)
        return found() if callable(found) else found

    found = call(x.uop)
    assert isinstance(found, UOp) and found is call(x).uop


@pytest.mark.parametrize("call", CALLS)
def test_arguments_are_nodes_too(call):
    x = stored(3, 4)
    found = call(x.uop)
    assert isinstance(found, UOp) and found is call(x).uop


@pytest.mark.parametrize("shape", [(), (0, 3), (2, 1, 3)])
def test_edges(shape):
    x = stored(*shape)
    np.testing.assert_array_equal(Tensor(x.uop.exp().sum()).numpy(), x.exp().sum().numpy())
    assert x.uop.ndim == len(shape) and x.uop.numel() == x.numel()


def test_sizes_may_be_symbolic():
    n = Variable("n", 1, 4)
    x = stored(4, 3)
    part = x.uop.shrink([0, 0], [n.bind(2), 3])
    np.testing.assert_allclose(
        Tensor(part.exp().sum(0)).numpy(), np.exp(x.numpy()[:2]).sum(0), rtol=1e-6
    )


def test_constructors():
    assert UOp.zeros(2, 3).shape == (2, 3) and Tensor(UOp.zeros(2, 3)).tolist() == [[0.0] * 3] * 2
    assert Tensor(UOp.arange(4)).tolist() == [0, 1, 2, 3]
    assert Tensor(UOp.eye(2)).tolist() == [[1, 0], [0, 1]]
    assert UOp.full((2,), 3.0).dtype is dtypes.float32
    assert UOp.rand(4).shape == (4,)


def test_gradients_are_nodes():
    x = stored(3)
    (slope,) = x.uop.square().sum().gradient(x.uop)
    np.testing.assert_allclose(Tensor(slope).numpy(), 2 * x.numpy())


def test_what_changes_or_computes_is_left_to_tensors():
    node = stored(2).uop
    for name in ("numpy", "item", "tolist", "realize", "backward", "grad", "relu_"):
        assert not hasattr(node, name)


def test_every_name_is_there_with_its_documentation():
    for name in SHARED:
        found = getattr(UOp, name)
        assert found.__doc__ or name == "__matmul__", name


def test_methods_serve_in_kernels():
    def kernel(out, x):
        i = UOp.range(x.shape[0], 0, AxisType.GLOBAL)
        k = UOp.range(x.shape[1], 1, AxisType.REDUCE)
        value = (x[i, k] > 0.5).where(x[i, k].exp2(), 0.0) + (k < 2).where(1.0, 2.0)
        return out[i].store(value.reduce(k)).end(i).sink(arg=KernelInfo("k"))

    x = stored(4, 5)
    out = Tensor.empty(4).custom_kernel(x, fxn=kernel)[0].numpy()
    big = np.where(x.numpy() > 0.5, np.exp2(x.numpy().astype(float)), 0)
    expected = big.sum(1) + 2 * 1 + 3 * 2
    np.testing.assert_allclose(out, expected, rtol=1e-6)


def test_the_operator_of_a_product():
    x = stored(3, 4)
    assert x.uop @ x.uop.T is (x @ x.T).uop


def test_errors_name_the_call():
    x = stored(3, 4)
    with pytest.raises((ValueError, RuntimeError), match=r"matmul|dot"):
        x.uop.matmul(x.uop)
