"""Decompositions against NumPy and PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from support import compare_with_torch, numbers
from tinymlir import Tensor

torch = pytest.importorskip("torch")

SHAPES = [
    (1, 1), (2, 2), (3, 3), (8, 8), (17, 17), (5, 3), (3, 5), (1, 4), (4, 1), (2, 4, 4),
    (2, 3, 6, 4), (0, 3, 2), (0, 3), (3, 0),
]  # fmt: skip


def turned(array: np.ndarray) -> np.ndarray:
    return np.swapaxes(array, -1, -2)


def assert_close(found, wanted, atol=2e-5):
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=atol)


def assert_orthogonal(q):
    assert_close(
        turned(q) @ q, np.broadcast_to(np.eye(q.shape[-1]), (*q.shape[:-2], *[q.shape[-1]] * 2))
    )


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_qr(shape, rng):
    array = numbers(rng, shape, "float32")
    q, r = (x.numpy() for x in Tensor(array).qr())
    rows, columns = shape[-2:]
    assert q.shape == (*shape[:-2], rows, rows) and r.shape == shape
    assert_close(q @ r, array)
    assert_orthogonal(q)
    assert_close(r, np.triu(r), 0)
    count = min(rows, columns)
    if count and array.size:
        wanted = np.linalg.qr(array, "complete")[1]
        assert_close(np.abs(r), np.abs(wanted), 1e-4)


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_svd(shape, full, rng):
    array = numbers(rng, shape, "float32")
    u, s, v = (x.numpy() for x in Tensor(array).svd(full_matrices=full))
    wanted = np.linalg.svd(array, full_matrices=full)
    assert (u.shape, s.shape, v.shape) == tuple(x.shape for x in wanted)
    assert_close(s, wanted[1], 5e-5)
    count = s.shape[-1]
    assert_close((u[..., :count] * s[..., None, :]) @ v[..., :count, :], array, 5e-5)
    assert_orthogonal(u)
    assert_orthogonal(turned(v))


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((3, 3)), np.zeros((4, 2)), np.ones((3, 3)), np.eye(4), np.diag([3.0, 0.0, 5.0]),
        np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]]), np.array([[0.0, 0.0], [1.0, 0.0]]),
        np.triu(np.ones((4, 4))), 1e-4 * np.ones((2, 3)), -np.eye(3),
        np.array([[1e4, 1.0], [1.0, 1e-4]]),
    ],
    ids=range(11),
)  # fmt: skip
def test_matrices_of_low_rank(array):
    array = array.astype(np.float32)
    q, r = (x.numpy() for x in Tensor(array).qr())
    assert_close(q @ r, array)
    assert_orthogonal(q)
    u, s, v = (x.numpy() for x in Tensor(array).svd())
    count = len(s)
    scale = max(np.abs(array).max(), 1)
    assert_close((u[:, :count] * s) @ v[:count], array, 2e-5 * scale)
    assert_orthogonal(u)
    assert_orthogonal(v.T)
    assert (np.diff(s) <= 0).all() and (s >= 0).all()


def test_precision_follows_the_dtype(rng):
    array = numbers(rng, (6, 6), "float64")
    u, s, v = Tensor(array).svd()
    np.testing.assert_allclose(s.numpy(), np.linalg.svd(array)[1], rtol=1e-12)
    np.testing.assert_allclose((u.numpy() * s.numpy()) @ v.numpy(), array, atol=1e-12)
    q, r = Tensor(array).qr()
    np.testing.assert_allclose(q.numpy() @ r.numpy(), array, atol=1e-13)
    q, r = Tensor(array.astype("float16")).qr()
    assert q.numpy().dtype == r.numpy().dtype == np.float16
    assert_close((q.numpy() @ r.numpy()).astype("float32"), array, 2e-2)
    q, r = Tensor(np.array([[3, 1], [4, 2]])).qr()
    assert_close(q.numpy() @ r.numpy(), [[3, 1], [4, 2]])


@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (2, 4, 3)], ids=str)
def test_qr_has_a_gradient(shape, rng):
    weight = numbers(rng, (shape[-1], shape[-1]), "float32")
    count = shape[-1]

    # The sign of a row of R is a matter of choice.
    def ours(x):
        return x.qr()[1][..., :count, :].square() * Tensor(weight)

    compare_with_torch(
        ours,
        lambda x: torch.linalg.qr(x)[1].square() * torch.from_numpy(weight),
        numbers(rng, shape, "float32"),
        rtol=1e-3,
        atol=1e-3,
    )


def test_singular_values_have_a_gradient(rng):
    compare_with_torch(
        lambda x: x.svd()[1],
        torch.linalg.svdvals,
        numbers(rng, (4, 3), "float32"),
        rtol=1e-3,
        atol=1e-3,
    )


def newton_schulz(x, steps, params, eps=1e-7):
    rows, columns = x.shape[-2:]
    x = x if rows <= columns else turned(x)
    x = x / (np.sqrt((x * x).sum((-2, -1), keepdims=True)) + eps)
    for _ in range(steps):
        square = x @ turned(x)
        x = sum(p * np.linalg.matrix_power(square, i) @ x for i, p in enumerate(params))
    return x if rows <= columns else turned(x)


@pytest.mark.parametrize("shape", [(3, 3), (4, 7), (7, 4), (2, 3, 5), (1, 1)], ids=str)
@pytest.mark.parametrize("params", [(1.5, -0.5), (3.4445, -4.775, 2.0315)], ids=str)
def test_newton_schulz(shape, params, rng):
    array = numbers(rng, shape, "float32")
    found = Tensor(array).newton_schulz(5, params).numpy()
    assert_close(found, newton_schulz(array.astype("float64"), 5, params), 1e-4)
    assert Tensor(array).newton_schulz(0, params).shape == shape


def test_newton_schulz_has_a_gradient(rng):
    def theirs(x):
        x = x / (x.square().sum().sqrt() + 1e-7)
        for _ in range(2):
            x = 1.5 * x - 0.5 * (x @ x.T) @ x
        return x

    compare_with_torch(
        lambda x: x.newton_schulz(2, (1.5, -0.5)), theirs, numbers(rng, (3, 4), "float32")
    )


def test_linalg_errors():
    for call in (Tensor.qr, Tensor.svd, lambda x: x.newton_schulz(1, (1.0,))):
        with pytest.raises(RuntimeError, match="a matrix has two axes, not 1"):
            call(Tensor([1.0]))
    with pytest.raises(ValueError, match=r"Tensor\.newton_schulz: there is no coefficient"):
        Tensor.eye(2).newton_schulz(1, ())
