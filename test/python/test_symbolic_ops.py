"""Operations on tensors with a size that is known at launch only."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import Context, Tensor, Variable, nn

rng = np.random.default_rng(7)
ARRAY = rng.standard_normal((8, 2, 6, 6)).astype(np.float32)
WEIGHT = rng.standard_normal((2, 2, 3, 3)).astype(np.float32)
INDEX = rng.integers(0, 2, (8, 1, 6, 6)).astype(np.int32)


def taken(x):
    return Tensor(INDEX)[: x.shape[0]]


def heads(x):
    """The symbolic axis as that of the keys: 2 × n × 6."""
    return x[:, :, 0].permute(1, 0, 2)


FUNCTIONS = {
    "sort": lambda x: x.sort()[0],
    "argsort": lambda x: x.argsort(1),
    "topk": lambda x: x.topk(2)[1],
    "argmax": lambda x: x.argmax(1),
    "argmax of it": lambda x: x.argmax(0),
    "argmin of it": lambda x: x.argmin(0),
    "cumsum": lambda x: x.cumsum(3),
    "cummax": lambda x: x.cummax(3)[0],
    "max_pool2d": lambda x: x.max_pool2d(),
    "indices": lambda x: x.max_pool2d(return_indices=True)[1],
    "avg_pool2d": lambda x: x.avg_pool2d(3, 1, 1, 1, count_include_pad=False),
    "interpolate": lambda x: x.interpolate((3, 9)),
    "conv2d": lambda x: x.conv2d(Tensor(WEIGHT)),
    "conv_transpose2d": lambda x: x.conv_transpose2d(Tensor(WEIGHT), stride=2),
    "layernorm": lambda x: x.layernorm(),
    "GroupNorm": lambda x: nn.GroupNorm(2, 2)(x),
    "BatchNorm": lambda x: nn.BatchNorm(2)(x),
    "attention": lambda x: x.scaled_dot_product_attention(x, x, is_causal=True),
    "keys": lambda x: Tensor(ARRAY[:2, 0]).scaled_dot_product_attention(heads(x), heads(x)),
    "rearrange": lambda x: x.rearrange("a b c d -> a (b c d)"),
    "rearrange it": lambda x: x.rearrange("a b c d -> (b a) c d"),
    "softmax": lambda x: x.softmax(),
    "softmax of it": lambda x: x.softmax(0),
    "repeat_interleave": lambda x: x.repeat_interleave(2, 1),
    "qr": lambda x: x.qr()[1].abs(),
    "unfold": lambda x: x.unfold(3, 2, 1),
    "roll": lambda x: x.roll(1, 2),
    "std": lambda x: x.std(0),
    "scatter": lambda x: x.scatter(1, taken(x), 1.0),
    "gather": lambda x: x.gather(1, taken(x)),
    "one_hot": lambda x: (x > 0).int().one_hot(2),
    "triu": lambda x: x.triu(),
    "normalize": lambda x: x.normalize(),
    "stack": lambda x: x.stack(x * 2),
    "cat": lambda x: x.cat(x, dim=1),
    "cat it": lambda x: x.cat(x * 2),
    "reflect": lambda x: x.pad((1, 1), mode="reflect"),
    "einsum": lambda x: Tensor.einsum("abcd,abce->ade", x, x),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("size", [1, 3, 8])
def test_symbolic_sizes(name, size):
    function = FUNCTIONS[name]
    n = Variable("n", 1, 8).bind(size)
    wanted = function(Tensor(ARRAY[:size])).numpy()
    found = function(Tensor(ARRAY)[:n]).numpy()
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5, equal_nan=True)


def test_winograd_of_symbolic_sizes_falls_back():
    n = Variable("n", 1, 8).bind(3)
    wanted = Tensor(ARRAY[:3]).conv2d(Tensor(WEIGHT)).numpy()
    with Context(WINO=1):
        found = Tensor(ARRAY)[:n].conv2d(Tensor(WEIGHT)).numpy()
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: x.sort(0), r"Tensor\.sort: whether .* depends on the values"),
        (lambda x: x.cumsum(0), r"Tensor\.cumsum: whether .* depends on the values"),
        (lambda x: x.split(2), r"Tensor\.split: how many parts there are depends on variables"),
        (lambda x: x.rand_like(), r"Tensor\.rand_like: the sizes of random tensors do not"),
    ],
    ids=["sort", "cumsum", "split", "rand_like"],
)
def test_what_needs_the_size_says_so(call, message):
    x = Tensor(ARRAY)[: Variable("n", 1, 8).bind(3)]
    with pytest.raises(ValueError, match=message):
        call(x)
