"""Layers made of matrix products, and tables."""

from __future__ import annotations

import math

from tinymlir.dtypes import dtypes
from tinymlir.nn.initial import initial
from tinymlir.tensor import Tensor

__all__ = ["Embedding", "LSTMCell", "Linear"]


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
        self.weight = initial(out_features, in_features, bound=bound)
        self.bias = initial(out_features, bound=bound) if bias else None

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
        self.weight = initial(vocab_size, embed_size, bound=bound)

    def __call__(self, idx: Tensor) -> Tensor:
        """Look the rows up; an integer that names none gives zeros.

        Raises:
            TypeError: the input has no integers.
        """
        if not dtypes.is_int(idx.dtype):
            raise TypeError(f"Embedding: expected integers, got {idx.dtype.name}")
        return self.weight[idx]


class LSTMCell:
    """One step of a long short-term memory.

    Args:
        input_size: the size of the last axis of the input.
        hidden_size: the size of the state.
        bias: add two.

    Example:
        >>> from tinymlir import nn
        >>> hidden, cell = nn.LSTMCell(3, 5)(Tensor.ones(2, 3))
        >>> hidden.shape, cell.shape
        ((2, 5), (2, 5))
    """

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True) -> None:
        bound = 1 / math.sqrt(hidden_size)
        self.weight_ih = initial(4 * hidden_size, input_size, bound=bound)
        self.weight_hh = initial(4 * hidden_size, hidden_size, bound=bound)
        self.bias_ih = Tensor.zeros(4 * hidden_size) if bias else None
        self.bias_hh = Tensor.zeros(4 * hidden_size) if bias else None

    def __call__(self, x: Tensor, hc: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """Return the next state.

        Args:
            x: batch × input.
            hc: what is output and what is remembered, batch × hidden both; zeros
                unless given.

        Raises:
            RuntimeError: the sizes differ.
        """
        if hc is None:
            zeros = x.zeros_like().shrink_to(x.shape[0], 0).pad_to(x.shape[0], self._size)
            hc = (zeros, zeros)
        gates = x.linear(self.weight_ih.T, self.bias_ih)
        gates = gates + hc[0].linear(self.weight_hh.T, self.bias_hh)
        i, f, g, o = gates.chunk(4, dim=1)
        cell = f.sigmoid() * hc[1] + i.sigmoid() * g.tanh()
        return o.sigmoid() * cell.tanh(), cell

    @property
    def _size(self) -> int:
        return self.weight_hh.shape[1]
