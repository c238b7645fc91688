"""Rearrangement by names against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, compare_with_torch, numbers
from tinymlir import Tensor, Variable

CASES = [
    ("a b c -> c a b", (2, 3, 4), {}, lambda x: x.transpose(2, 0, 1)),
    ("a b c -> a (b c)", (2, 3, 4), {}, lambda x: x.reshape(2, 12)),
    ("a b c -> (c a) b", (2, 3, 4), {}, lambda x: x.transpose(2, 0, 1).reshape(8, 3)),
    ("(a b) -> a b", (6,), {"a": 2}, lambda x: x.reshape(2, 3)),
    ("(a b) c -> b c a", (6, 4), {"b": 2},
     lambda x: x.reshape(3, 2, 4).transpose(1, 2, 0)),
    ("... -> ...", (2, 3), {}, lambda x: x),
    ("a ... -> ... a", (2, 3, 4), {}, lambda x: x.transpose(1, 2, 0)),
    ("... a -> a ...", (5,), {}, lambda x: x),
    ("a ... b -> (a ...) b", (2, 3, 4), {}, lambda x: x.reshape(6, 4)),
    ("a b -> a 1 b", (2, 3), {}, lambda x: x[:, None]),
    ("a 1 b -> b a", (2, 1, 3), {}, lambda x: x[:, 0].T),
    ("a () b -> () b a", (2, 1, 3), {}, lambda x: x[:, 0].T[None]),
    ("->", (), {}, lambda x: x),
    ("-> 1 1", (), {}, lambda x: x.reshape(1, 1)),
    ("a b -> b a", (0, 3), {}, lambda x: x.T),
    ("(a b) c -> a (b c)", (0, 3), {"b": 2}, lambda x: x.reshape(0, 6)),
    ("b (h p) (w q) c -> b (h w) (p q c)", (2, 4, 6, 3), {"p": 2, "q": 3},
     lambda x: x.reshape(2, 2, 2, 2, 3, 3).transpose(0, 1, 3, 2, 4, 5).reshape(2, 4, 18)),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "shape", "sizes", "reference"), CASES)
@pytest.mark.parametrize("dtype", ["float32", "int8", "bool"])
def test_rearrange(formula, shape, sizes, reference, dtype, rng):
    array = np.asarray(numbers(rng, shape, dtype))
    check(Tensor(array).rearrange(formula, **sizes), reference(array))


def test_rearrange_takes_views_and_has_a_gradient(rng):
    array = numbers(rng, (4, 6), "float32")
    check(Tensor(array).T[::2].rearrange("(a b) c -> c b a", a=3), array.T[::2].T[..., None]
          .reshape(4, 3, 1).transpose(0, 2, 1))  # fmt: skip
    compare_with_torch(
        lambda x: x.rearrange("a (b c) -> (c a) b", b=2),
        lambda x: x.reshape(4, 2, 3).permute(2, 0, 1).reshape(12, 2),
        array,
    )


def test_rearrange_of_symbolic_sizes(rng):
    n = Variable("n", 1, 8).bind(3)
    array = numbers(rng, (8, 6), "float32")
    found = Tensor(array)[:n].rearrange("n (a b) -> a n b", a=2)
    np.testing.assert_array_equal(found.numpy(), array[:3].reshape(3, 2, 3).transpose(1, 0, 2))


@pytest.mark.parametrize(
    ("formula", "sizes", "message"),
    [
        ("a b", {}, "has one `->`"),
        ("a b -> a", {}, "'b' is named on one side"),
        ("a a -> a a", {}, "'a' is named twice"),
        ("a -> a", {}, "1 axes are named, the tensor has 2"),
        ("(a b) c -> a b c", {}, "the sizes of 'a' and 'b' are not given"),
        ("(a b) c -> a b c", {"a": 5}, "an axis of 4 is not made of"),
        ("(a b c -> a b c", {}, "is not closed"),
        ("a b) -> a b", {}, "closes what none opens"),
        ("((a) b) -> a b", {}, "inside of another"),
        ("a 2 -> a 2", {}, "the only number"),
        ("a b -> b a", {"c": 2}, "there is no 'c'"),
        ("a 1 -> a", {}, "an axis of 6 is not made of"),
        ("a b * -> a b *", {}, "is no part of a formula"),
        ("(... a) -> a ...", {}, "outside of parentheses"),
        ("a b c ... -> a b c ...", {}, "3 axes are named, the tensor has 2"),
    ],
)
def test_rearrange_errors(formula, sizes, message):
    with pytest.raises(ValueError, match=rf"Tensor\.rearrange: .*{message}"):
        Tensor.ones(4, 6).rearrange(formula, **sizes)
