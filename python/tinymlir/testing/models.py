"""Graphs to measure the compiler with: what `compile-report` knows by name."""

from __future__ import annotations

import itertools
import runpy
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tinymlir import nn
from tinymlir.config import Context
from tinymlir.tensor import Tensor

__all__ = ["MODELS", "build", "mlp"]


def _array(rng: np.random.Generator, *shape: int) -> Tensor:
    return Tensor(rng.normal(0, 0.1, shape).astype(np.float32))


def _parameter(rng: np.random.Generator, *shape: int) -> Tensor:
    return _array(rng, *shape).clone().realize()


def mlp(layers: int = 8) -> list[Tensor]:
    """Return a training step of a perceptron; no two layers have equal sizes."""
    rng = np.random.default_rng(0)
    sizes = [32 + i for i in range(layers + 1)]
    weights = [_parameter(rng, a, b) for a, b in itertools.pairwise(sizes)]
    biases = [_parameter(rng, b) for b in sizes[1:]]
    optimizer = nn.optim.SGD([*weights, *biases], lr=0.01)
    x = _array(rng, 16, sizes[0])
    for weight, bias in zip(weights, biases, strict=True):
        x = (x @ weight + bias).relu()
    return _step(x.square().mean(), optimizer)


def cnn(layers: int = 2) -> list[Tensor]:
    """Return a training step with Adam of convolutions with pooling."""
    rng = np.random.default_rng(0)
    channels = [1, *[16 * 2**i for i in range(layers)]]
    weights = [_parameter(rng, b, a, 3, 3) for a, b in itertools.pairwise(channels)]
    biases = [_parameter(rng, b) for b in channels[1:]]
    last = _parameter(rng, channels[-1] * (28 >> layers) ** 2, 10)
    optimizer = nn.optim.Adam([*weights, *biases, last])
    x = _array(rng, 64, 1, 28, 28)
    for weight, bias in zip(weights, biases, strict=True):
        x = x.conv2d(weight, bias, padding=1).relu().max_pool2d()
    labels = Tensor(rng.integers(0, 10, 64).astype(np.int32))
    loss = (x.flatten(1) @ last).sparse_categorical_crossentropy(labels)
    return _step(loss, optimizer)


def _step(loss: Tensor, optimizer: nn.optim.Optimizer) -> list[Tensor]:
    with Context(TRAINING=1):
        loss.backward()
        return [loss, *optimizer.schedule_step()]


def block(layers: int = 1) -> list[Tensor]:
    """Return transformer blocks with causal attention, forward."""
    rng = np.random.default_rng(0)
    length, heads = 64, 4
    x = _array(rng, 1, length, 128)
    dim = x.shape[-1]
    for _ in range(layers):
        h = nn.LayerNorm(dim)(x)
        rows = [h @ _parameter(rng, dim, dim) for _ in range(3)]
        q, k, v = (row.reshape(1, length, heads, dim // heads).permute(0, 2, 1, 3) for row in rows)
        mask = Tensor.ones(length, length).tril() > 0
        scores = q @ k.permute(0, 1, 3, 2) / (dim // heads) ** 0.5
        weights = mask.where(scores, -1e9).softmax(-1)
        joined = (weights @ v).permute(0, 2, 1, 3).reshape(1, length, dim)
        x = x + joined @ _parameter(rng, dim, dim)
        h = nn.LayerNorm(dim)(x) @ _parameter(rng, dim, 4 * dim)
        x = x + h.gelu() @ _parameter(rng, 4 * dim, dim)
    return [x]


def softmax(layers: int = 1) -> list[Tensor]:
    """Return softmax of rows, repeated."""
    x = _array(np.random.default_rng(0), 128, 512)
    for _ in range(layers):
        x = x.softmax(-1)
    return [x]


def matmul(layers: int = 1) -> list[Tensor]:
    """Return a product of square matrices, one after another."""
    rng = np.random.default_rng(0)
    x = _array(rng, 256, 256)
    for _ in range(layers):
        x = x @ _array(rng, 256, 256)
    return [x]


MODELS: dict[str, Callable[..., list[Tensor]]] = {
    "mlp": mlp, "cnn": cnn, "block": block, "softmax": softmax, "matmul": matmul,
}  # fmt: skip


def build(model: str, layers: int | None = None) -> list[Tensor]:
    """Return what a model computes, not yet computed.

    Args:
        model: a name of `MODELS`, or `FILE.py:FUNCTION` (without a function:
            `model`) whose result is a tensor or a list of them.
        layers: how many, for a model that has a number of them.

    Raises:
        ValueError: there is no such model, file or function.
    """
    options = {} if layers is None else {"layers": layers}
    if model in MODELS:
        return MODELS[model](**options)
    path, _, name = model.partition(":")
    if not Path(path).is_file():
        raise ValueError(f"no model {model!r}; there are {', '.join(MODELS)}, and FILE.py:FUNCTION")
    function = runpy.run_path(path).get(name or "model")
    if function is None:
        raise ValueError(f"{path} has no function {name or 'model'}")
    result = function(**options)
    return [result] if isinstance(result, Tensor) else list(result)
