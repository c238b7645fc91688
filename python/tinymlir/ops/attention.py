"""Attention: each query takes a mean of values, weighted by how well keys fit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tinymlir._core import promote, sum_dtype
from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.sampling import Sampling

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Attention"]


@explained("Tensor")
class Attention(Sampling):
    """What is made of products, softmax and dropout."""

    __slots__ = ()

    def scaled_dot_product_attention(
        self,
        key: Self,
        value: Self,
        attn_mask: Self | None = None,
        dropout_p: float = 0.0,
        is_causal: bool = False,
        enable_gqa: bool = False,
    ) -> Self:
        """Return attention: `softmax(self @ key.T / sqrt(d) + mask) @ value`.

        Scores are added up as floats of at least 32 bits.

        Args:
            key: (..., keys, d).
            value: (..., keys, e).
            attn_mask: added to the scores; a mask of bools keeps what is True.
            dropout_p: the probability with which a weight is dropped while training.
            is_causal: let each query see only the keys up to its own place.
            enable_gqa: let groups of heads, the third axis from the end, share a key
                and a value.

        Raises:
            RuntimeError: both masks are given, or the sizes differ.
            ValueError: the heads of the queries are no multiple of those of the keys,
                or `dropout_p` is no probability.

        Example:
            >>> q = Tensor.ones(1, 2, 4)
            >>> q.scaled_dot_product_attention(q, q).shape
            (1, 2, 4)
        """
        if enable_gqa:
            key, value = (self._per_head(shared) for shared in (key, value))
        wide = promote(sum_dtype(self.dtype), promote(self.dtype, dtypes.float32))
        scores = self.matmul(key.transpose(-2, -1), dtype=wide) / math.sqrt(self.shape[-1])
        if is_causal:
            if attn_mask is not None:
                raise RuntimeError("attn_mask and is_causal cannot both be given")
            attn_mask = self._triangle(scores.shape[-2], scores.shape[-1], 0, False)
        if attn_mask is not None:
            if attn_mask.dtype is dtypes.bool:
                attn_mask = attn_mask.where(0.0, -math.inf)
            scores = scores + attn_mask
        return scores._cast(self.dtype).softmax(-1).dropout(dropout_p) @ value

    def _per_head(self, shared: Self) -> Self:
        """Repeat keys or values for each head of the queries."""
        if self.ndim < 3 or shared.ndim < 3 or self.shape[-3] % max(shared.shape[-3], 1):
            raise ValueError(
                f"the heads of queries of shape {list(self.shape)} do not share keys of "
                f"shape {list(shared.shape)}"
            )
        return shared.repeat_interleave(self.shape[-3] // shared.shape[-3], dim=-3)
