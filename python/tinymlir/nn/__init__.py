"""Layers. Their parameters are plain tensors; `nn.state` finds them.

Initial values come from a generator of the host, seeded by `manual_seed`.
"""

from __future__ import annotations

import math

import numpy as np

from tinymlir.dtypes import dtypes
from tinymlir.nn import optim, state
from tinymlir.tensor import Tensor

__all__ = [
    "Embedding",
    "LayerNorm",
    "Linear",
    "RMSNorm",
    "manual_seed",
    "optim",
    "state",
    "uniform",
]

_generator = np.random.default_rng()


def manual_seed(seed: int) -> None:
    """Make the initial values that follow reproducible.

    Example:
        >>> from tinymlir import nn
        >>> nn.manual_seed(1)
    """
    global _generator
    _generator = np.random.default_rng(seed)


def uniform(*shape: int, low: float, high: float) -> Tensor:
    """Return random floats from `low` to `high`.

    Example:
        >>> from tinymlir import nn
        >>> nn.uniform(2, 3, low=0, high=1).shape
        (2, 3)
    """
    values = _generator.uniform(low, high, shape).astype(np.float32)
    return Tensor(values)


class Linear:
    """`x @ weight.T + bias`.

    Args:
        in_features: the size of the last axis of the input.
        out_features: the size of the last axis of the result.
        bias: add one.

    Example:
        >>> from tinymlir import nn
        >>> nn.Linear(3, 4)(Tensor.ones(2, 3)).shape
        (2, 4)
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        bound = 1 / math.sqrt(in_features)
        self.weight = uniform(out_features, in_features, low=-bound, high=bound)
        self.bias = uniform(out_features, low=-bound, high=bound) if bias else None

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        return x.linear(self.weight.transpose(), self.bias)


class Embedding:
    """A row of `weight` for each integer of the input.

    Args:
        vocab_size: the number of rows.
        embed_size: the size of a row.

    Example:
        >>> from tinymlir import nn
        >>> nn.Embedding(10, 4)(Tensor([[1, 2, 9]])).shape
        (1, 3, 4)
    """

    def __init__(self, vocab_size: int, embed_size: int) -> None:
        self.vocab_size, self.embed_size = vocab_size, embed_size
        bound = math.sqrt(6 / (vocab_size + embed_size))
        self.weight = uniform(vocab_size, embed_size, low=-bound, high=bound)

    def __call__(self, idx: Tensor) -> Tensor:
        """Look the rows up; an integer that names none gives zeros.

        Raises:
            TypeError: the input has no integers.
        """
        if not dtypes.is_int(idx.dtype):
            raise TypeError(f"Embedding: expected integers, got {idx.dtype.name}")
        return self.weight[idx]


class LayerNorm:
    """Normalize the last axes, then scale and shift.

    Args:
        normalized_shape: the sizes of these axes.
        eps: what is added to the variance.
        elementwise_affine: scale and shift.

    Raises:
        RuntimeError: the input does not end in `normalized_shape`.

    Example:
        >>> from tinymlir import nn
        >>> nn.LayerNorm(2, eps=0)(Tensor([[-1.0, 1.0]])).tolist()
        [[-1.0, 1.0]]
    """

    def __init__(
        self,
        normalized_shape: int | tuple[int, ...],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
    ) -> None:
        shape = normalized_shape
        self.normalized_shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.axis = tuple(-1 - i for i in range(len(self.normalized_shape)))
        self.eps = eps
        self.weight = Tensor.ones(*self.normalized_shape) if elementwise_affine else None
        self.bias = Tensor.zeros(*self.normalized_shape) if elementwise_affine else None

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        if x.shape[-len(self.normalized_shape) :] != self.normalized_shape:
            raise RuntimeError(
                f"LayerNorm: shape {list(x.shape)} does not end in {list(self.normalized_shape)}"
            )
        x = x.layernorm(axis=self.axis, eps=self.eps)
        if self.weight is None or self.bias is None:
            return x
        return x * self.weight + self.bias


class RMSNorm:
    """Divide the last axis by its root mean square, as float32, then scale.

    Args:
        dim: the size of the axis.
        eps: what is added to the mean square.
        elementwise_affine: scale.

    Example:
        >>> from tinymlir import nn
        >>> nn.RMSNorm(2, eps=0)(Tensor([[3.0, 3.0]])).tolist()
        [[1.0, 1.0]]
    """

    def __init__(self, dim: int, eps: float = 1e-6, elementwise_affine: bool = True) -> None:
        self.eps = eps
        self.weight = Tensor.ones(dim) if elementwise_affine else None

    def __call__(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        wide = x.float()
        norm = (wide.square().mean(-1, keepdim=True) + self.eps).rsqrt()
        result = (wide * norm).cast(x.dtype)
        return result if self.weight is None else result * self.weight
