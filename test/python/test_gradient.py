"""Gradients against PyTorch and finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, numbers
from tinymlir import Tensor

torch = pytest.importorskip("torch")
F = torch.nn.functional

ONE = {
    "neg": (lambda x: -x, lambda x: -x, (-2, 2)),
    "square": (lambda x: x * x, lambda x: x * x, (-2, 2)),
    "cube": (lambda x: x**3, lambda x: x**3, (-2, 2)),
    "power": (lambda x: x**1.5, lambda x: x**1.5, (0.1, 2)),
    "reciprocal": (lambda x: 1 / x, lambda x: 1 / x, (0.3, 2)),
    "exp2": (Tensor.exp2, torch.exp2, (-2, 2)),
    "exp": (Tensor.exp, torch.exp, (-2, 2)),
    "log2": (Tensor.log2, torch.log2, (0.3, 3)),
    "log": (Tensor.log, torch.log, (0.3, 3)),
    "sqrt": (Tensor.sqrt, torch.sqrt, (0.3, 3)),
    "rsqrt": (Tensor.rsqrt, torch.rsqrt, (0.3, 3)),
    "sin": (Tensor.sin, torch.sin, (-4, 4)),
    "cos": (Tensor.cos, torch.cos, (-4, 4)),
    "tan": (Tensor.tan, torch.tan, (-1, 1)),
    "tanh": (Tensor.tanh, torch.tanh, (-2, 2)),
    "sigmoid": (Tensor.sigmoid, torch.sigmoid, (-3, 3)),
    "atan": (Tensor.atan, torch.atan, (0.1, 2)),
    "abs": (Tensor.abs, torch.abs, (-2, 2)),
    "relu": (Tensor.relu, F.relu, (-2, 2)),
    "gelu": (Tensor.gelu, lambda x: F.gelu(x, approximate="tanh"), (-2, 2)),
    "silu": (Tensor.silu, F.silu, (-2, 2)),
    "softplus": (Tensor.softplus, F.softplus, (-2, 2)),
    "elu": (Tensor.elu, F.elu, (-2, 2)),
    "clamp": (lambda x: x.clamp(-1, 1), lambda x: x.clamp(-1, 1), (-2, 2)),
    "trunc": (Tensor.trunc, torch.trunc, (-2, 2)),
    "sum": (lambda x: x.sum(1), lambda x: x.sum(1), (-2, 2)),
    "mean": (lambda x: x.mean(0), lambda x: x.mean(0), (-2, 2)),
    "max": (lambda x: x.max(1), lambda x: x.amax(1), (-2, 2)),
    "min": (lambda x: x.min(1), lambda x: x.amin(1), (-2, 2)),
    "prod": (lambda x: x.prod(1), lambda x: x.prod(1), (0.5, 1.5)),
    "var": (lambda x: x.var(1), lambda x: x.var(1), (-2, 2)),
    "softmax": (Tensor.softmax, lambda x: x.softmax(-1), (-2, 2)),
    "log_softmax": (Tensor.log_softmax, lambda x: x.log_softmax(-1), (-2, 2)),
    "logsumexp": (lambda x: x.logsumexp(1), lambda x: x.logsumexp(1), (-2, 2)),
    "layernorm": (Tensor.layernorm, lambda x: F.layer_norm(x, (4,)), (-2, 2)),
    "cumsum": (lambda x: x.cumsum(1), lambda x: x.cumsum(1), (-2, 2)),
    "reshape": (lambda x: x.reshape(4, 3), lambda x: x.reshape(4, 3), (-2, 2)),
    "permute": (lambda x: x.T, lambda x: x.T, (-2, 2)),
    "expand": (lambda x: x.unsqueeze(0).expand(2, 3, 4), lambda x: x.expand(2, 3, 4), (-2, 2)),
    "pad": (lambda x: x.pad((1, 2)), lambda x: F.pad(x, (1, 2)), (-2, 2)),
    "shrink": (lambda x: x[1:, :2], lambda x: x[1:, :2], (-2, 2)),
    "flip": (lambda x: x.flip(1), lambda x: x.flip(1), (-2, 2)),
    "stride": (lambda x: x[:, ::2], lambda x: x[:, ::2], (-2, 2)),
    "cat": (lambda x: x.cat(x * 2), lambda x: torch.cat([x, x * 2]), (-2, 2)),
    "stack": (lambda x: x.stack(x * 2), lambda x: torch.stack([x, x * 2]), (-2, 2)),
    "roll": (lambda x: x.roll(1, 1), lambda x: x.roll(1, 1), (-2, 2)),
    "repeat": (lambda x: x.repeat(2, 1), lambda x: x.repeat(2, 1), (-2, 2)),
    "where": (lambda x: (x > 0).where(x, x * 3), lambda x: torch.where(x > 0, x, x * 3), (-2, 2)),
    "steps": (
        lambda x: (x > 0).where(1.0, 0.5) * x,
        lambda x: torch.where(x > 0, 1.0, 0.5) * x,
        (-2, 2),
    ),
    "maximum": (lambda x: x.maximum(0.3), lambda x: x.clamp(min=0.3), (-2, 2)),
    "cast": (lambda x: x.double(), lambda x: x.double(), (-2, 2)),
    "contiguous": (lambda x: (x * 2).contiguous() * x, lambda x: x * 2 * x, (-2, 2)),
    "detach": (lambda x: x * x.detach(), lambda x: x * x.detach(), (-2, 2)),
    "tril": (Tensor.tril, torch.tril, (-2, 2)),
    "diagonal": (Tensor.diagonal, torch.diagonal, (-2, 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_tensor(name, rng):
    ours, theirs, (low, high) = ONE[name]
    a = rng.uniform(low, high, (3, 4)).astype(np.float32)
    x = torch.from_numpy(a).requires_grad_()
    result = theirs(x)
    seed = rng.uniform(-1, 1, tuple(result.shape)).astype(np.float32)
    result.backward(torch.from_numpy(seed).to(result.dtype))
    t = Tensor(a)
    (found,) = ours(t).gradient(t, gradient=Tensor(seed))
    check(found, x.grad.numpy(), rtol=2e-3, atol=2e-5)


TWO = {
    "add": (lambda x, y: x + y, (3, 4), (4,)),
    "sub": (lambda x, y: x - y, (3, 1), (3, 4)),
    "mul": (lambda x, y: x * y, (3, 4), (1, 4)),
    "div": (lambda x, y: x / (y * y + 1), (2, 3, 4), (3, 1)),
    "matmul": (lambda x, y: x @ y, (3, 4), (4, 5)),
    "batched matmul": (lambda x, y: x @ y, (2, 3, 4), (4, 5)),
    "vector matmul": (lambda x, y: x @ y, (4,), (4, 5)),
    "pow": (lambda x, y: (x * x + 1) ** y, (3, 4), (3, 4)),
    "shared": (lambda x, y: (x * y).sum() * x + y * y, (3, 4), (3, 4)),
}


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two_tensors(name, rng):
    function, first, second = TWO[name]
    a, b = numbers(rng, first, "float32"), numbers(rng, second, "float32")
    x, y = (torch.from_numpy(v).requires_grad_() for v in (a, b))
    function(x, y).sum().backward()
    t, u = Tensor(a), Tensor(b)
    dt, du = function(t, u).sum().gradient(t, u)
    check(dt, x.grad.numpy(), rtol=1e-3, atol=1e-4)
    check(du, y.grad.numpy(), rtol=1e-3, atol=1e-4)


def test_extremes_share_the_gradient_among_ties():
    t = Tensor([[2.0, 2.0, 1.0]])
    assert t.max().gradient(t)[0].tolist() == [[0.5, 0.5, 0.0]]
    a, b = Tensor([1.0, 2.0]), Tensor([1.0, 0.0])
    da, db = a.maximum(b).sum().gradient(a, b)
    assert da.tolist() == [0.5, 1.0] and db.tolist() == [0.5, 0.0]


def test_extremes_of_what_is_still_to_be_summed(rng):
    t = Tensor(rng.uniform(0.5, 2, (40, 4)).astype(np.float32))
    y = t.softmax(-1).cumsum(1)
    (found,) = y.max(1).sum().gradient(y)
    assert found.sum(1).tolist() == [1.0] * 40
    assert (y.max(1, keepdim=True) == y).any(1).all().item() is True
    assert y.argmax(1).tolist() == [3] * 40


def test_products_with_zeros():
    t = Tensor([[2.0, 0.0, 3.0], [0.0, 0.0, 5.0]])
    (found,) = t.prod(1).sum().gradient(t)
    assert found.tolist() == [[0.0, 6.0, 0.0], [0.0, 0.0, 0.0]]


def test_finite_differences_of_a_network(rng):
    arrays = [numbers(rng, shape, "float64") * 0.5 for shape in ((5, 4), (4, 3), (3,))]

    def loss(x, w, b):
        return ((x @ w + b).tanh().softmax(-1).log() * 0.1).sum()

    tensors = [Tensor(a) for a in arrays]
    gradients = loss(*tensors).gradient(*tensors)
    for i, gradient in enumerate(gradients):
        found = gradient.numpy()
        place = (1,) * found.ndim
        shifted = [a.copy() for a in arrays]
        shifted[i][place] += 1e-5
        up = loss(*map(Tensor, shifted)).item()
        shifted[i][place] -= 2e-5
        down = loss(*map(Tensor, shifted)).item()
        assert found[place] == pytest.approx((up - down) / 2e-5, rel=1e-4, abs=1e-8)


def test_backward_fills_and_adds():
    x, w = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    y = x * w
    loss = y.sum()
    loss.backward()
    assert x.grad.tolist() == [3.0, 4.0] and w.grad.tolist() == [1.0, 2.0]
    assert y.grad.tolist() == [1.0, 1.0] and loss.grad.item() == 1.0
    loss.backward()
    assert x.grad.tolist() == [6.0, 8.0]


def test_backward_leaves_strangers_alone():
    x, other, number = Tensor([1.0]), Tensor([1.0]), Tensor([1])
    (x * 2).sum().backward()
    assert other.grad is None and number.grad is None


def test_backward_through_realized_values(rng):
    x = Tensor([1.0, 2.0])
    y = (x * 3).realize()
    (y * y).sum().backward()
    assert y.grad.tolist() == [6.0, 12.0]


def test_unreachable_targets_have_zeros():
    x, y = Tensor([1.0, 2.0]), Tensor([[1.0]])
    (dy,) = (x * x).sum().gradient(y)
    assert dy.tolist() == [[0.0]]
    assert x.detach().sum().gradient(x)[0].tolist() == [0.0, 0.0]


def test_gradients_have_gradients():
    x = Tensor([2.0, 3.0])
    (first,) = (x**3).sum().gradient(x)
    (second,) = first.sum().gradient(x)
    assert second.tolist() == [12.0, 18.0]


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_gradients_have_the_dtype_of_the_target(dtype):
    x = Tensor([1.0, 2.0], dtype=dtype)
    (found,) = (x * x).float().sum().gradient(x)
    assert found.dtype is x.dtype and found.tolist() == [2.0, 4.0]


def test_errors_say_what_has_no_gradient():
    with pytest.raises(RuntimeError, match=r"Tensor\.backward: only floats.*int32\[2\]"):
        Tensor([1, 2]).backward()
    x = Tensor([1.0, 2.0])
    with pytest.raises(RuntimeError, match=r"Tensor\.backward: a tensor of shape \[2\] needs"):
        x.backward()
    with pytest.raises(RuntimeError, match=r"Tensor\.gradient: only floats.*target"):
        x.sum().gradient(Tensor([1]))
    with pytest.raises(RuntimeError, match=r"Tensor\.backward: the gradient has shape \[3\]"):
        x.backward(Tensor([1.0, 1.0, 1.0]))
    with pytest.raises(RuntimeError, match="only floats"):
        x.sum().gradient(Tensor(1.0))
