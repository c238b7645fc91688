"""Attention against PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from support import compare_with_torch, numbers
from tinymlir import Context, Tensor

torch = pytest.importorskip("torch")
attention = torch.nn.functional.scaled_dot_product_attention

SHAPES = [
    ((2, 4, 8), (2, 4, 8), (2, 4, 8)),
    ((2, 3, 5, 8), (2, 3, 7, 8), (2, 3, 7, 6)),
    ((4, 8), (6, 8), (6, 8)),
    ((1, 1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1)),
    ((0, 2, 3, 4), (0, 2, 3, 4), (0, 2, 3, 4)),
]


def three(rng, shapes, dtype="float32"):
    return [numbers(rng, shape, dtype) for shape in shapes]


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("causal", [False, True])
def test_attention(shapes, causal, rng):
    compare_with_torch(
        lambda q, k, v: q.scaled_dot_product_attention(k, v, is_causal=causal),
        lambda q, k, v: attention(q, k, v, is_causal=causal),
        *three(rng, shapes),
    )


@pytest.mark.parametrize("kind", ["bool", "float32"])
@pytest.mark.parametrize("mask_shape", [(5, 7), (2, 1, 5, 7), (1, 7)], ids=str)
def test_masks(kind, mask_shape, rng):
    mask = numbers(rng, mask_shape, kind)
    mask[..., 0] = 1  # Each query sees something.
    compare_with_torch(
        lambda q, k, v: q.scaled_dot_product_attention(k, v, attn_mask=Tensor(mask)),
        lambda q, k, v: attention(q, k, v, attn_mask=torch.from_numpy(mask)),
        *three(rng, SHAPES[1]),
    )


@pytest.mark.parametrize("heads", [(6, 2), (4, 1), (3, 3)], ids=str)
def test_groups_of_queries_share_keys(heads, rng):
    shapes = [(2, heads[0], 5, 8), (2, heads[1], 7, 8), (2, heads[1], 7, 8)]
    compare_with_torch(
        lambda q, k, v: q.scaled_dot_product_attention(k, v, enable_gqa=True),
        lambda q, k, v: attention(q, k, v, enable_gqa=True),
        *three(rng, shapes),
    )


def test_attention_of_halves(rng):
    compare_with_torch(
        lambda q, k, v: q.scaled_dot_product_attention(k, v),
        attention,
        *three(rng, SHAPES[1], "float16"),
        rtol=1e-2,
        atol=5e-3,
        gradient=False,
    )


def test_dropout_is_for_training(rng):
    q, k, v = map(Tensor, three(rng, [(2, 16, 8)] * 3))
    plain = q.scaled_dot_product_attention(k, v).numpy()
    np.testing.assert_array_equal(
        q.scaled_dot_product_attention(k, v, dropout_p=0.5).numpy(), plain
    )
    Tensor.manual_seed(0)
    with Context(TRAINING=1):
        ones = Tensor.ones(2, 16, 8)
        dropped = q.scaled_dot_product_attention(k, ones, dropout_p=0.5).numpy()
    assert 0.5 < dropped.mean() < 1.5 and not np.allclose(dropped, 1)


def test_attention_errors(rng):
    q = Tensor.ones(1, 4, 3, 8)
    with pytest.raises(RuntimeError, match="attn_mask and is_causal cannot both be given"):
        q.scaled_dot_product_attention(q, q, attn_mask=Tensor.ones(3, 3), is_causal=True)
    with pytest.raises(ValueError, match=r"the heads of queries of shape \[1, 4, 3, 8\]"):
        q.scaled_dot_product_attention(Tensor.ones(1, 3, 3, 8), q, enable_gqa=True)
    with pytest.raises(RuntimeError, match=r"cannot dot"):
        q.scaled_dot_product_attention(Tensor.ones(1, 4, 3, 7), q)
