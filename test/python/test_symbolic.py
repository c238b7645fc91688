"""Sizes, offsets and numbers that are known at launch only, against NumPy."""

import numpy as np
import pytest
from tinymlir import Tensor, TinyJit, UOp, Variable, _core, dtypes
from tinymlir.testing import interpret

A = np.arange(128, dtype=np.float32).reshape(16, 8) / 7 - 5
W = np.arange(64, dtype=np.float32).reshape(8, 8) / 31 - 1


def check(build, reference, numbers, low=1, high=16):
    """Compare for several numbers; only the first may compile."""
    n = Variable("n", low, high)
    for index, number in enumerate(numbers):
        before = _core.stats()
        got = build(n.bind(number)).numpy()
        after = _core.stats()
        want = np.asarray(reference(number))
        assert got.shape == want.shape
        np.testing.assert_allclose(got, want, rtol=2e-5, atol=1e-6)
        if index:
            assert after["compiled_kernels"] == before["compiled_kernels"], number
            assert after["compile_seconds"] == before["compile_seconds"], number


NUMBERS = (3, 1, 16, 7)


# ----- Variables


def test_variable():
    n = Variable("n", 2, 16)
    assert (n.vmin, n.vmax, n.expr, n.is_variable, n.is_bound_var) == (2, 16, "n", True, False)
    assert Variable("n", 2, 16) is n
    assert n.dtype is dtypes.weakint
    bound = n.bind(3)
    assert bound.is_bound_var and not bound.is_variable
    assert (bound.vmin, bound.vmax) == (2, 16)
    assert bound.unbind() == (n, 3)
    expression, numbers = (bound * 2 + 1).unbind_all()
    assert expression is n * 2 + 1
    assert numbers == {n: 3}
    assert (bound * 2 + 1).evaluate() == 7
    assert (n * 2 + 1).variables() == [n]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Variable("n", 2, 16).bind(17), r"bind 17 not in range \[2, 16\]"),
        (lambda: Variable("n", 2, 16).bind(1), r"bind 1 not in range \[2, 16\]"),
        (lambda: Variable("m", 0, 16, multiple_of=4).bind(6), "bind 6 is no multiple of 4"),
        (lambda: Variable("n", 2, 16).bind(3).bind(3), "bound already"),
        (lambda: (Variable("n", 2, 16) + 1).bind(3), "no Variable"),
        (lambda: Variable("n", 2, 16).unbind(), "no bound Variable"),
        (lambda: Variable("n", 2, 1), "which is less"),
        (lambda: Variable("", 1, 2), "empty label"),
    ],
)
def test_variable_errors(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_bounds_of_expressions():
    n, m = Variable("n", 2, 16), Variable("m", 0, 4)
    assert ((n + 1 - n).vmin, (n + 1 - n).vmax) == (1, 1)
    assert ((n * m).vmin, (n * m).vmax) == (0, 64)
    assert (n // 4).vmax == 4
    assert bool(n < 17) and not bool(n < 2)
    with pytest.raises(ValueError, match="whether n < 5 depends on the values"):
        bool(n < 5)
    assert (n * 2 - n).simplify() is n
    assert (m + n).simplify() is (n + m).simplify()


# ----- Shapes


def test_shapes():
    n = Variable("n", 1, 16)
    t = Tensor(A)[:n]
    assert t.shape == (n, 8)
    assert (t + 1).shape == (n, 8)
    assert t.T.shape == (8, n)
    assert t.sum(0).shape == (8,)
    assert t.sum(1).shape == (n,)
    assert t.reshape(-1, 2, 4).shape == (n, 2, 4)
    assert t.flatten().shape == ((n * 8).simplify(),)
    assert t.flatten().reshape(-1, 8).shape == (n, 8)
    assert t[:, None].shape == (n, 1, 8)
    assert Tensor(A)[2 : n + 2 - 2 + 0, :].shape[0] is (n - 2).simplify() if n.vmin >= 2 else True
    assert t.expand(3, n, 8).shape == (3, n, 8)
    assert t.pad(((1, 2), None)).shape == ((n + 3).simplify(), 8)
    assert "n, 8" in repr(t)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda t, n, m: t[: n + 1],
        lambda t, n, m: t[n : n + 1],
        lambda t, n, m: t[: n - 2],
        lambda t, n, m: t[:n] + t[:m],
        lambda t, n, m: t[:n] + t,
        lambda t, n, m: t[:n].reshape(m, 8),
        lambda t, n, m: t[:n].reshape(16, 8),
        lambda t, n, m: t[:n].expand(m, 8),
        lambda t, n, m: t[:n].pad(((0, 8 - n), None)),
        lambda t, n, m: t[:n].reshape(n, 4),
        lambda t, n, m: t.sum(0).expand(n - 2, 8),
    ],
)
def test_what_holds_for_some_numbers_only_is_an_error(wrong):
    n, m = Variable("n", 1, 16), Variable("m", 1, 16)
    with pytest.raises(ValueError, match="Tensor"):
        wrong(Tensor(A), n, m)


def test_other_errors():
    n = Variable("n", 1, 16)
    t = Tensor(A)
    with pytest.raises(IndexError, match="step 1"):
        t[:n:2]
    with pytest.raises(TypeError, match="symbolic"):
        len(t[:n])
    with pytest.raises(TypeError, match="symbolic"):
        iter(t[:n])
    with pytest.raises(RuntimeError, match="made of"):
        t.reshape(Tensor([128]).cast(dtypes.weakint).sum().uop)


# ----- Numbers


@pytest.mark.parametrize("number", [1, 5, 16])
def test_a_view_of_storage(number):
    n = Variable("n", 1, 16)
    before = _core.stats()["kernels"]
    assert np.array_equal(Tensor(A)[: n.bind(number)].numpy(), A[:number])
    assert _core.stats()["kernels"] == before


CASES = {
    "elementwise": (lambda n: Tensor(A)[:n] * 2 + 1, lambda n: A[:n] * 2 + 1),
    "columns": (lambda n: Tensor(A.T.copy())[:, :n].exp(), lambda n: np.exp(A.T[:, :n])),
    "from_middle": (lambda n: Tensor(A)[n - 1 : n] * 2, lambda n: A[n - 1 : n] * 2),
    "index": (lambda n: Tensor(A)[n - 1] * 2, lambda n: A[n - 1] * 2),
    "broadcast": (lambda n: Tensor(A)[:n] + Tensor(A[0]), lambda n: A[:n] + A[0]),
    "sum_symbolic": (lambda n: Tensor(A)[:n].sum(0), lambda n: A[:n].sum(0)),
    "sum_other": (lambda n: Tensor(A)[:n].sum(1), lambda n: A[:n].sum(1)),
    "sum_all": (lambda n: Tensor(A)[:n].sum(), lambda n: A[:n].sum()),
    "max": (lambda n: Tensor(A)[:n].max(0), lambda n: A[:n].max(0)),
    "min": (lambda n: Tensor(A)[:n].min(), lambda n: A[:n].min()),
    "mean": (lambda n: Tensor(A)[:n].mean(0), lambda n: A[:n].mean(0)),
    "flatten": (lambda n: (Tensor(A)[:n] + 1).flatten(), lambda n: (A[:n] + 1).ravel()),
    "unflatten": (
        lambda n: (Tensor(A)[:n].flatten() + 1).reshape(-1, 4, 2),
        lambda n: (A[:n] + 1).reshape(-1, 4, 2),
    ),
    "columns_flat": (
        lambda n: (Tensor(A.T.copy())[:, :n] + 1).flatten() * 2,
        lambda n: (A.T[:, :n] + 1).ravel() * 2,
    ),
    "permute": (
        lambda n: Tensor(A)[:n].T.contiguous() + 1,
        lambda n: A[:n].T + 1,
    ),
    "flip": (lambda n: Tensor(A)[:n].flip(0) + 0, lambda n: A[:n][::-1]),
    "pad": (lambda n: Tensor(A)[:n].pad(((1, 2), None)), lambda n: np.pad(A[:n], ((1, 2), (0, 0)))),
    "pad_to_max": (
        lambda n: Tensor(A)[:n].pad(((0, 16 - n), None)) + 1,
        lambda n: np.pad(A[:n], ((0, 16 - n), (0, 0))) + 1,
    ),
    "expand": (
        lambda n: Tensor(A)[:1].expand(n, 8) + Tensor(A)[:n],
        lambda n: A[:1] + A[:n],
    ),
    "matmul_rows": (lambda n: Tensor(A)[:n] @ Tensor(W), lambda n: A[:n] @ W),
    "matmul_inner": (
        lambda n: Tensor(A)[:n].T @ Tensor(A)[:n],
        lambda n: A[:n].T @ A[:n],
    ),
    "matmul_columns": (lambda n: Tensor(W) @ Tensor(A)[:n].T, lambda n: W @ A[:n].T),
    "softmax": (
        lambda n: Tensor(A.T.copy())[:, :n].softmax(1),
        lambda n: np.exp(A.T[:, :n]) / np.exp(A.T[:, :n]).sum(1, keepdims=True),
    ),
    "softmax_rows": (
        lambda n: Tensor(A)[:n].softmax(1),
        lambda n: np.exp(A[:n]) / np.exp(A[:n]).sum(1, keepdims=True),
    ),
    "number": (lambda n: Tensor(A) * n, lambda n: A * n),
    "number_alone": (lambda n: Tensor(n * 2 + 1), lambda n: n * 2 + 1),
    "number_float": (lambda n: Tensor(A[0]) + n * 0.5, lambda n: A[0] + n * 0.5),
    "arange": (lambda n: Tensor.arange(n), lambda n: np.arange(n)),
    "arange_from": (lambda n: Tensor.arange(n, n * 2 + 1, 3), lambda n: np.arange(n, n * 2 + 1, 3)),
    "arange_compare": (
        lambda n: (Tensor.arange(16) < n).where(Tensor(A.T.copy()), -1),
        lambda n: np.where(np.arange(16) < n, A.T, -1),
    ),
    "ones": (lambda n: Tensor.ones(n, 3) * 2, lambda n: np.full((n, 3), 2)),
    "const": (
        lambda n: Tensor.full((n, 3), 2.0, buffer=False) + 1,
        lambda n: np.full((n, 3), 3),
    ),
    "two_kernels": (
        lambda n: (Tensor(A)[:n] @ Tensor(W)).contiguous().sum(0) + 1,
        lambda n: (A[:n] @ W).sum(0) + 1,
    ),
    "cat": (
        lambda n: Tensor(A)[:n].cat(Tensor(A)),
        lambda n: np.concatenate([A[:n], A]),
    ),
    "variance": (lambda n: Tensor(A)[:n].var(0, correction=0), lambda n: A[:n].var(0)),
}


@pytest.mark.parametrize("name", CASES)
def test_cases(name):
    build, reference = CASES[name]
    check(build, reference, NUMBERS)


@pytest.mark.parametrize("name", CASES)
def test_the_interpreter_agrees(name):
    build, reference = CASES[name]
    got = interpret(build(Variable("n", 1, 16).bind(7))._strong().uop)
    np.testing.assert_allclose(got, reference(7), rtol=2e-5, atol=1e-6)


EMPTY = (
    "elementwise sum_symbolic sum_all flatten matmul_rows matmul_inner pad arange columns "
    "two_kernels"
)


@pytest.mark.parametrize("name", EMPTY.split())
def test_nothing(name):
    build, reference = CASES[name]
    check(build, reference, (0, 2, 16), low=0)


def test_nothing_has_the_identity():
    n = Variable("n", 0, 16)
    assert Tensor(A)[: n.bind(0)].max().item() == -np.inf
    assert Tensor(A)[: n.bind(0)].prod().item() == 1


def test_item_and_tolist():
    n = Variable("n", 1, 16)
    assert (Tensor(A)[: n.bind(1), :1] + 1).item() == A[0, 0] + 1
    assert Tensor([1, 2, 3])[: Variable("k", 1, 3).bind(2)].tolist() == [1, 2]
    with pytest.raises(ValueError, match="item needs one element, the tensor has 2"):
        Tensor([1, 2, 3])[: Variable("k", 1, 3).bind(2)].item()


def test_two_variables():
    n, m = Variable("n", 1, 16), Variable("m", 1, 8)
    for i, j in ((3, 4), (16, 8), (1, 1)):
        got = (Tensor(A)[: n.bind(i), : m.bind(j)] * 2).numpy()
        assert np.array_equal(got, A[:i, :j] * 2)
        got = (Tensor(A)[: n.bind(i), : m.bind(j)] + 1).flatten().numpy()
        assert np.array_equal(got, (A[:i, :j] + 1).ravel())


def test_write_a_part():
    n = Variable("n", 0, 15)
    t = Tensor(A.copy())
    want = A.copy()
    for i in (0, 3, 15):
        place = n.bind(i)
        t[place : place + 1] = Tensor(W[:1])
        t.realize()
        want[i] = W[0]
        assert np.array_equal(t.numpy(), want)


def test_attention_with_a_cache():
    start = Variable("start", 0, 15)
    keys = Tensor.zeros(16, 8).contiguous().realize()
    want = np.zeros((0, 8), np.float32)
    for i in range(4):
        before = _core.stats()["compiled_kernels"]
        place = start.bind(i)
        keys[place : place + 1] = Tensor(A[i : i + 1])
        query = Tensor(W[i : i + 1])
        scores = (query @ keys[: place + 1].T).softmax(1)
        got = (scores @ keys[: place + 1]).numpy()
        want = A[: i + 1]
        weights = np.exp(W[i : i + 1] @ want.T - (W[i : i + 1] @ want.T).max())
        np.testing.assert_allclose(got, weights / weights.sum() @ want, rtol=1e-4)
        if i > 1:
            assert _core.stats()["compiled_kernels"] == before


def test_unbound_and_mismatch():
    n = Variable("n", 1, 16)
    with pytest.raises(RuntimeError, match="unbound Variable 'n'"):
        (Tensor(A)[:n] + 1).numpy()
    with pytest.raises(RuntimeError, match="unbound Variable 'n'"):
        Tensor(A)[:n].numpy()
    with pytest.raises(RuntimeError, match="unbound Variable 'n'"):
        (Tensor(A) * n).numpy()
    with pytest.raises(RuntimeError, match="bind mismatch"):
        (Tensor(A)[: n.bind(2)] + Tensor(A)[: n.bind(3)]).numpy()
    with pytest.raises(RuntimeError, match="bind mismatch"):
        (Tensor(A)[: n.bind(2)] + 1).realize(Tensor(A)[: n.bind(3)] + 1)
    assert (Tensor(A)[: n.bind(2)] + 1).shape[0].evaluate() == 2


def test_realize_keeps_the_size():
    n = Variable("n", 1, 16).bind(5)
    t = (Tensor(A)[:n] + 1).realize()
    assert t.shape[0] is n
    before = _core.stats()["kernels"]
    assert np.array_equal(t.numpy(), A[:5] + 1)
    assert _core.stats()["kernels"] == before
    assert np.array_equal((t * 2).numpy(), (A[:5] + 1) * 2)


@pytest.mark.parametrize("number", [1, 5, 16])
def test_gradient(number):
    n = Variable("n", 1, 16).bind(number)
    x, w = Tensor(A), Tensor(W)
    loss = (x[:n] @ w).square().sum()
    gx, gw = loss.gradient(x, w)
    want_gx = np.zeros_like(A)
    want_gx[:number] = 2 * A[:number] @ W @ W.T
    np.testing.assert_allclose(gx.numpy(), want_gx, rtol=1e-4, atol=1e-4)
    want_gw = 2 * A[:number].T @ (A[:number] @ W)
    np.testing.assert_allclose(gw.numpy(), want_gw, rtol=1e-4, atol=1e-3)


def test_gradient_of_movements():
    n = Variable("n", 1, 16).bind(3)
    x = Tensor(A)
    y = x[:n].pad(((1, 1), None)).flatten().reshape(-1, 8).flip(0).T
    (g,) = (y * y).sum().gradient(x)
    want = np.zeros_like(A)
    want[:3] = 2 * A[:3]
    np.testing.assert_allclose(g.numpy(), want, rtol=1e-6)


def test_wide_variable():
    big = Variable("big", 0, 1 << 40)
    got = (Tensor([1, 2], dtype=dtypes.int64) + big.bind(1 << 35)).tolist()
    assert got == [1 + (1 << 35), 2 + (1 << 35)]


def test_multiple():
    n = Variable("n", 0, 16, multiple_of=4)
    assert (n % 4).simplify() == 0
    t = Tensor(A)[: n.bind(8)]
    assert np.array_equal(
        (t.reshape(n.bind(8) // 4, 4, 8) + 1).numpy(), (A[:8] + 1).reshape(2, 4, 8)
    )


def test_mlir_has_the_variable():
    text = (Tensor(A)[: Variable("n", 1, 16).bind(3)] + 1).mlir()
    assert 'tiny.variable "n" [1, 16]' in text
    assert "bind" not in text


def test_jit():
    n = Variable("n", 1, 16)
    w = Tensor(W)

    @TinyJit
    def step(x, place):
        return (x[:place] @ w).realize()

    for number in (3, 5, 1, 16, 2):
        before = _core.stats()["compiled_kernels"]
        got = step(Tensor(A + number), n.bind(number))
        np.testing.assert_allclose(got.numpy(), (A + number)[:number] @ W, rtol=1e-4, atol=1e-4)
        if number != 3:
            assert _core.stats()["compiled_kernels"] == before
    assert step.captured
    with pytest.raises(RuntimeError, match="not in range"):
        step(Tensor(A), Variable("n", 1, 32).bind(20))


def test_jit_of_a_symbolic_input():
    n = Variable("n", 1, 16)

    @TinyJit
    def double(x):
        return (x * 2).sum(0).realize()

    for number in (3, 5, 1, 16):
        x = (Tensor(A)[: n.bind(number)] + 1).realize()
        np.testing.assert_allclose(double(x).numpy(), ((A[:number] + 1) * 2).sum(0), rtol=1e-5)


def test_jit_with_a_cache():
    start = Variable("start", 0, 15)
    keys = Tensor.zeros(16, 8).contiguous().realize()

    @TinyJit
    def step(x, place):
        keys[place : place + 1] = x
        return keys[: place + 1].sum(0).realize()

    for i in range(6):
        got = step(Tensor(A[i : i + 1]), start.bind(i))
        np.testing.assert_allclose(got.numpy(), A[: i + 1].sum(0), rtol=1e-5)


def test_uop_functions():
    n = Variable("n", 1, 16)
    x = UOp.const(1.0).expand((n, 4))
    assert x.shape == (n, 4)
    assert x.arg == {"shape": (n, 4)}
    assert UOp.iota((n,), 0).shape == (n,)
    assert n.arg == {"name": "n", "min": 1, "max": 16, "multiple_of": 1}


def test_vectors_along_a_symbolic_axis():
    x = np.arange(1000, dtype=np.float32) / 100 - 4
    n = Variable("n", 0, 1000)
    for number in (0, 1, 7, 8, 9, 500, 1000):
        t = Tensor(x)[: n.bind(number)]
        np.testing.assert_allclose((t * 2 + 1).numpy(), x[:number] * 2 + 1, rtol=1e-6)
        np.testing.assert_allclose(t.sum().numpy(), x[:number].sum(), rtol=1e-4, atol=1e-3)
        if number:
            np.testing.assert_allclose(t.max().numpy(), x[:number].max())
            want = np.exp(x[:number]) / np.exp(x[:number]).sum()
            np.testing.assert_allclose(t.softmax().numpy(), want, rtol=1e-4)
        ints = Tensor(x).cast(dtypes.int8)[: n.bind(number)]
        assert np.array_equal((ints + 1).numpy(), x.astype(np.int8)[:number] + 1)


def test_a_variable_of_one_value():
    for number in (0, 1, 3):
        n = Variable("n", number, number).bind(number)
        assert np.array_equal((Tensor(A)[:n] + 1).numpy(), A[:number] + 1)
        assert np.array_equal(Tensor(A)[:n].sum(0).numpy(), A[:number].sum(0))


def test_division_by_a_variable():
    n = Variable("n", 0, 3)
    for number in (1, 2, 3):
        got = (Tensor([7, -7]) // n.bind(number)).tolist()
        assert got == [7 // number, -7 // number]
    (Tensor([7, -7]) // n.bind(0)).realize()
    (Tensor([7, -7]) + 5 // n.bind(0)).realize()
