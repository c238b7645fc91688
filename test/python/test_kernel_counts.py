"""How many kernels programs take: a count that grows is a fusion that is lost.

The limits are those of comparable compilers; the numbers here were measured.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from tinymlir import Context, GlobalCounters, Tensor, nn


def leaf(*shape: int) -> Tensor:
    """Storage with numbers."""
    array = np.random.default_rng(0).standard_normal(shape)
    return Tensor(array.astype(np.float32)).realize()


def count(*results: Tensor) -> int:
    """Realize values together; return the number of kernels."""
    GlobalCounters.reset()
    results[0].realize(*results[1:])
    return GlobalCounters.kernel_count


def test_softmax() -> None:
    assert count(leaf(32, 64).softmax()) == 2  # the limit is 3


def test_log_softmax() -> None:
    assert count(leaf(32, 64).log_softmax()) == 2


def test_layernorm() -> None:
    assert count(leaf(32, 64).layernorm()) == 2  # the limit is 3


def test_matmul_relu() -> None:
    assert count((leaf(32, 64) @ leaf(64, 16)).relu()) == 1


def test_two_reductions_of_one_value() -> None:
    x = leaf(32, 64)
    assert count(x.sum(1) + x.max(1)) == 1
    assert count(x.sum(1), x.max(1)) == 1


def test_reduction_of_a_reduction() -> None:
    assert count(leaf(32, 64).sum(1).max()) == 1  # the limit is 2


def test_argmax() -> None:
    assert count(leaf(32, 64).argmax(1)) == 1  # the limit is 2
    assert count(leaf(32, 64).argmax()) == 1


def test_gather() -> None:
    assert count(leaf(32, 64).gather(0, Tensor([[1] * 64, [5] * 64]))) == 1


def normalize(x: Tensor) -> Tensor:
    """Batch normalization without parameters."""
    mean = x.mean((0, 2, 3), keepdim=True)
    variance = (x - mean).square().mean((0, 2, 3), keepdim=True)
    return (x - mean) * (variance + 1e-5).rsqrt()


def test_batchnorm() -> None:
    assert count(normalize(leaf(4, 8, 16, 16))) == 2  # the limit is 3


def test_attention() -> None:
    q, k, v = (leaf(2, 4, 16, 8) for _ in range(3))
    assert count(q.scaled_dot_product_attention(k, v)) == 3  # the limit is 4


def test_convolutions() -> None:
    x, w, u = leaf(4, 8, 16, 16), leaf(8, 8, 3, 3), leaf(8, 8, 3, 3)
    assert count(x.conv2d(w).relu()) == 1
    assert count(x.conv2d(w).relu().conv2d(u)) == 2


def test_convolution_backward() -> None:
    x, w = leaf(4, 8, 16, 16), leaf(8, 8, 3, 3)
    gradients = x.conv2d(w).relu().sum().gradient(x, w)
    assert count(*gradients) == 3  # the limit is 4


@pytest.mark.parametrize(("optimizer", "kernels"), [("SGD", 4), ("Adam", 5)])
def test_optimizer_step(optimizer: str, kernels: int) -> None:
    x, w, b = leaf(16, 64), leaf(64, 32), leaf(32)
    step: Callable[..., nn.optim.Optimizer] = getattr(nn.optim, optimizer)
    follower = step([w, b])
    with Context(TRAINING=1):
        loss = (x @ w + b).relu().sum().backward()
        assert count(loss, *follower.schedule_step()) == kernels


def test_one_kernel_updates_a_parameter() -> None:
    """The state of an optimizer and its parameter change in one loop."""
    w = leaf(64, 32)
    gradient = leaf(64, 32)
    follower = nn.optim.Adam([w])
    with Context(TRAINING=1):
        for _ in range(2):
            w.grad = gradient
            assert count(*follower.schedule_step()) == 2  # one is the powers of the decays
