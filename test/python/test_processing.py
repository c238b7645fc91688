"""Products of matrices and layers against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, compare, numbers, tolerance
from tinymlir import Tensor, dtypes

MATMULS = [
    ((4,), (4,)), ((3, 4), (4,)), ((4,), (4, 5)), ((3, 4), (4, 5)), ((2, 3, 4), (4, 5)),
    ((2, 3, 4), (2, 4, 5)), ((1, 3, 4), (7, 4, 5)), ((2, 1, 3, 4), (5, 4, 6)), ((4,), (2, 4, 5)),
    ((1, 1), (1, 1)), ((0, 4), (4, 3)), ((3, 0), (0, 5)), ((5, 1), (1, 5)), ((17, 33), (33, 9)),
    ((64, 64), (64, 64)), ((128, 100), (100, 70)),
]  # fmt: skip


@pytest.mark.parametrize("shapes", MATMULS, ids=str)
def test_matmul_of_all_ranks(shapes, rng):
    a, b = (numbers(rng, shape, "float32") for shape in shapes)
    compare(lambda x, y: x @ y, np.matmul, a, b, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("dtype", ["float64", "float16", "int32", "int8", "int64"])
def test_matmul_of_dtypes(dtype, rng):
    a, b = numbers(rng, (5, 7), dtype), numbers(rng, (7, 3), dtype)
    rtol = tolerance(dtype) * 3
    compare(lambda x, y: x @ y, np.matmul, a, b, rtol=rtol, atol=rtol * 10)


def test_matmul_takes_transposed_and_flipped_views(rng):
    a, b = numbers(rng, (9, 6), "float32"), numbers(rng, (9, 8), "float32")
    compare(lambda x, y: x.T @ y, lambda x, y: x.T @ y, a, b, rtol=1e-4, atol=1e-4)
    compare(lambda x, y: x.flip(0).T @ y[:, ::2], lambda x, y: x[::-1].T @ y[:, ::2], a, b,
            rtol=1e-4, atol=1e-4)  # fmt: skip


def test_matmul_with_arrays_and_in_place(rng):
    a, b = numbers(rng, (3, 3), "float32"), numbers(rng, (3, 3), "float32")
    check(Tensor(a) @ b, a @ b, rtol=1e-4, atol=1e-5)
    check(a @ Tensor(b), a @ b, rtol=1e-4, atol=1e-5)
    t = Tensor(a).clone()
    t @= Tensor(b)
    check(t, a @ b, rtol=1e-4, atol=1e-5)
    check(Tensor(a).matmul(Tensor(b), reverse=True), b @ a, rtol=1e-4, atol=1e-5)


def test_matmul_errors_name_both_shapes():
    with pytest.raises(RuntimeError, match=r"(?s)Tensor @: cannot dot \[2, 3\] and \[4, 5\]"):
        Tensor.ones(2, 3) @ Tensor.ones(4, 5)
    with pytest.raises(RuntimeError, match=r"at least 1D, got 0D and 1D"):
        Tensor(1.0).dot(Tensor([1.0]))
    with pytest.raises(TypeError):
        Tensor.ones(2, 2) @ 3


def test_dot_dtype():
    a = Tensor.full((2, 100), 11, dtype="int8")
    assert a.dot(a.T).dtype is dtypes.int8
    assert a.dot(a.T, dtype="int32").tolist() == [[12100, 12100], [12100, 12100]]


def test_linear(rng):
    x, w, b = (numbers(rng, shape, "float32") for shape in ((5, 3), (3, 4), (4,)))
    compare(Tensor.linear, lambda x, w, b: x @ w + b, x, w, b, rtol=1e-4, atol=1e-5)
    compare(Tensor.linear, lambda x, w: x * w, x, w[:, 0].copy())


@pytest.mark.parametrize(
    ("formula", "shapes"),
    [
        ("ij,jk->ik", ((2, 3), (3, 4))), ("ij->ji", ((2, 3),)), ("ii->i", ((3, 3),)),
        ("ii", ((3, 3),)), ("ij,ij->", ((2, 3), (2, 3))), ("i,j->ij", ((2,), (3,))),
        ("bij,bjk->bik", ((2, 3, 4), (2, 4, 5))), ("...ij,...jk->...ik", ((2, 3, 4), (2, 4, 5))),
        ("ij,jk", ((2, 3), (3, 4))), ("abc,cd,bd->a", ((2, 3, 4), (4, 5), (3, 5))),
        ("iji->j", ((2, 3, 2),)), ("...->...", ((2, 3),)),
    ],
)  # fmt: skip
def test_einsum(formula, shapes, rng):
    arrays = [numbers(rng, shape, "float32") for shape in shapes]
    expected = np.einsum(formula, *arrays)
    check(Tensor.einsum(formula, *map(Tensor, arrays)), expected, rtol=1e-4, atol=1e-4)


def test_einsum_errors():
    with pytest.raises(ValueError, match=r"Tensor\.einsum: 1 operands for the 2"):
        Tensor.einsum("i,i->i", Tensor([1.0]))
    with pytest.raises(ValueError, match=r"Tensor\.einsum: 'i' has the sizes 2 and 3"):
        Tensor.einsum("i,i->i", Tensor.ones(2), Tensor.ones(3))
    with pytest.raises(ValueError, match=r"Tensor\.einsum: 'ij' names 2 of 1"):
        Tensor.einsum("ij->i", Tensor.ones(2))
    with pytest.raises(ValueError, match=r"Tensor\.einsum: the result"):
        Tensor.einsum("i->k", Tensor.ones(2))


def test_layers_agree_with_pytorch(rng):
    torch = pytest.importorskip("torch")
    a = numbers(rng, (4, 6, 5), "float32")
    x = torch.from_numpy(a)
    check(Tensor(a).layernorm(), torch.nn.functional.layer_norm(x, (5,)).numpy(), 1e-4, 1e-5)
    check(
        Tensor(a).layernorm((1, 2)), torch.nn.functional.layer_norm(x, (6, 5)).numpy(), 1e-4, 1e-5
    )
    mean, var = numbers(rng, (6,), "float32"), numbers(rng, (6,), "float32") ** 2 + 0.1
    w, b = numbers(rng, (6,), "float32"), numbers(rng, (6,), "float32")
    expected = torch.nn.functional.batch_norm(x, *map(torch.from_numpy, (mean, var, w, b)), eps=0)
    invstd = Tensor(1 / np.sqrt(var))
    found = Tensor(a).batchnorm(Tensor(w), Tensor(b), Tensor(mean), invstd)
    check(found, expected.numpy(), 1e-4, 1e-4)


def test_sequential_applies_in_order():
    assert Tensor([1.0, -4.0]).sequential([Tensor.abs, Tensor.sqrt]).tolist() == [1.0, 2.0]
