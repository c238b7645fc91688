"""Functions of one number against NumPy and PyTorch."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest
from support import SHAPES, check, compare, numbers
from tinymlir import Tensor, dtypes

torch = pytest.importorskip("torch")

ANY = (-3, 3)
POSITIVE = (0.01, 5)
UNIT = (-0.99, 0.99)
FUNCTIONS = [
    ("exp2", np.exp2, ANY), ("exp", np.exp, ANY), ("log2", np.log2, POSITIVE),
    ("log", np.log, POSITIVE), ("log10", np.log10, POSITIVE), ("sqrt", np.sqrt, POSITIVE),
    ("rsqrt", lambda x: 1 / np.sqrt(x), POSITIVE), ("reciprocal", lambda x: 1 / x, POSITIVE),
    ("sin", np.sin, (-10, 10)), ("cos", np.cos, (-10, 10)), ("tan", np.tan, (-1.5, 1.5)),
    ("asin", np.arcsin, UNIT), ("acos", np.arccos, UNIT), ("atan", np.arctan, ANY),
    ("sinh", np.sinh, ANY), ("cosh", np.cosh, ANY), ("tanh", np.tanh, ANY),
    ("asinh", np.arcsinh, ANY), ("acosh", np.arccosh, (1.01, 5)), ("atanh", np.arctanh, UNIT),
    ("trunc", np.trunc, ANY), ("floor", np.floor, ANY), ("ceil", np.ceil, ANY),
    ("round", np.round, ANY), ("sign", np.sign, ANY), ("abs", np.abs, ANY),
    ("neg", np.negative, ANY), ("square", np.square, ANY),
]  # fmt: skip
ACTIVATIONS = [
    ("relu", torch.nn.functional.relu), ("relu6", torch.nn.functional.relu6),
    ("leaky_relu", torch.nn.functional.leaky_relu), ("sigmoid", torch.sigmoid),
    ("hardsigmoid", torch.nn.functional.hardsigmoid), ("hardswish", torch.nn.functional.hardswish),
    ("hardtanh", torch.nn.functional.hardtanh), ("elu", torch.nn.functional.elu),
    ("celu", torch.nn.functional.celu), ("selu", torch.nn.functional.selu),
    ("softplus", torch.nn.functional.softplus), ("logsigmoid", torch.nn.functional.logsigmoid),
    ("mish", torch.nn.functional.mish), ("silu", torch.nn.functional.silu),
    ("swish", torch.nn.functional.silu), ("softsign", torch.nn.functional.softsign),
    ("erf", torch.erf), ("gelu", lambda x: torch.nn.functional.gelu(x, approximate="tanh")),
    ("quick_gelu", lambda x: x * torch.sigmoid(1.702 * x)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "reference", "domain"), FUNCTIONS, ids=[f[0] for f in FUNCTIONS])
def test_functions_agree_with_numpy(name, reference, domain, rng):
    a = rng.uniform(*domain, (3, 40)).astype(np.float32)
    compare(lambda x: getattr(x, name)(), reference, a, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize(("name", "reference"), ACTIVATIONS, ids=[f[0] for f in ACTIVATIONS])
def test_activations_agree_with_pytorch(name, reference, rng):
    a = rng.uniform(-8, 8, (4, 30)).astype(np.float32)
    expected = reference(torch.from_numpy(a)).numpy()
    check(getattr(Tensor(a), name)(), expected, rtol=1e-4, atol=2e-5)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_functions_take_every_shape(shape, rng):
    compare(Tensor.exp2, np.exp2, numbers(rng, shape, "float32"))


@pytest.mark.parametrize("dtype", ["float16", "float64"])
@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "sin"])
def test_functions_keep_the_float_type(dtype, name, rng):
    a = rng.uniform(0.5, 2, (16,)).astype(dtype)
    rtol = 3e-3 if dtype == "float16" else 1e-6
    compare(lambda x: getattr(x, name)(), getattr(np, name), a, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("name", ["exp", "sqrt", "sin", "log2", "sigmoid", "tanh"])
def test_integers_become_floats(name):
    t = getattr(Tensor([1, 2, 3]), name)()
    assert t.dtype is dtypes.float32
    check(t, getattr(Tensor([1.0, 2.0, 3.0]), name)().numpy())


def test_special_values():
    inf, nan = math.inf, math.nan
    with np.errstate(all="ignore"):
        for name, reference in (("exp2", np.exp2), ("exp", np.exp), ("log2", np.log2),
                                ("log", np.log), ("sqrt", np.sqrt), ("sin", np.sin),
                                ("trunc", np.trunc), ("floor", np.floor)):  # fmt: skip
            a = np.array([nan, inf, -inf, 0.0, -1.0], np.float32)
            compare(lambda x, n=name: getattr(x, n)(), reference, a)
    assert Tensor([0.0, -0.0]).reciprocal().tolist() == [inf, -inf]
    assert math.isnan(Tensor([nan]).abs().item()) and math.isnan(Tensor([nan]).sign().item())
    assert math.isnan(Tensor([nan]).relu().item()) is False


def test_kinds_of_numbers():
    a = np.array([1.0, np.nan, np.inf, -np.inf], np.float32)
    compare(Tensor.isnan, np.isnan, a)
    compare(Tensor.isinf, np.isinf, a)
    compare(Tensor.isfinite, np.isfinite, a)
    assert Tensor(a).isinf(detect_negative=False).tolist() == [False, False, True, False]
    assert Tensor(a).isclose(Tensor(a)).tolist() == [True, False, True, True]
    assert Tensor(a).isclose(Tensor(a), equal_nan=True).all().item() is True
    assert Tensor([1.0, 2.0]).allclose(Tensor([1.0, 2.0 + 1e-6]))
    assert not Tensor([1.0]).allclose(Tensor([1.1]))


def test_round_goes_to_the_even_one():
    a = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 2.4999, -7.5001], np.float32)
    compare(Tensor.round, np.round, a)


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7, -1, -2, 0.5, 1.5, -0.5, 2.0])
def test_powers_by_numbers(exponent, rng):
    a = rng.uniform(0.2, 3, (12,)).astype(np.float32)
    compare(lambda x: x**exponent, lambda x: x ** np.float32(exponent), a, rtol=1e-5)


def test_powers_of_negative_numbers_and_zero():
    a = np.array([-2, -1, 0, 0, 0, 3, -8, 0], np.float32)
    b = np.array([3, 2, 0, 2, -1, -2, 1 / 3, 0.5], np.float32)
    compare(Tensor.pow, np.power, a, b, rtol=1e-5)
    compare(lambda x: x**3, lambda x: x**3, a)


def test_powers_of_integers():
    a = np.array([-3, 0, 2, 7], np.int32)
    compare(lambda x: x**4, lambda x: x**4, a)
    check(Tensor(a) ** 0, np.ones(4, np.int32))
    with pytest.raises(RuntimeError, match=r"Tensor \*\*: base needs to be float"):
        Tensor(a) ** -1
    b = np.array([5, 0, 40, 3], np.int32)
    compare(operator.pow, operator.pow, a, b)
    compare(operator.pow, operator.pow, a.astype(np.uint8), b.astype(np.uint8))
    inverse = Tensor([1, -1, -1, 2, 0]) ** Tensor([-2, -3, -4, -1, -1])
    assert inverse.tolist() == [1, -1, 1, 0, 0]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_powers_of_special_numbers(dtype):
    inf = math.inf
    special = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.5, -0.5, 2.5, inf, -inf, math.nan]
    a, b = (x.astype(dtype) for x in np.meshgrid(special, special))
    compare(operator.pow, np.power, a, b, rtol=2e-3 if dtype == "float16" else 1e-6)
    signs = (Tensor(a) ** Tensor(b)).numpy()
    with np.errstate(all="ignore"):
        expected = np.power(a, b)
    np.testing.assert_array_equal(
        np.signbit(signs)[~np.isnan(expected)], np.signbit(expected)[~np.isnan(expected)]
    )


def test_powers_have_the_precision_of_their_type(rng):
    a, b = rng.uniform(0, 50, (4000,)), rng.uniform(-20, 20, (4000,))
    a, b = a.astype(np.float32), b.astype(np.float32)
    exact = np.power(a.astype(np.float64), b.astype(np.float64)).astype(np.float32)
    np.testing.assert_array_max_ulp((Tensor(a) ** Tensor(b)).numpy(), exact, maxulp=1)


def test_gradients_of_powers():
    for base, exponent in [(2.0, 3.0), (0.0, 2.0), (0.0, 0.0), (0.0, 1.0), (3.0, 0.0), (-2.0, 3.0)]:
        a, b = Tensor([base]), Tensor([exponent])
        ta, tb = (torch.tensor([x], requires_grad=True) for x in (base, exponent))
        found = (a**b).sum().gradient(a, b)
        expected = torch.autograd.grad((ta**tb).sum(), (ta, tb))
        for x, y in zip(found, expected, strict=True):
            np.testing.assert_allclose(x.numpy(), y.numpy(), rtol=1e-5, equal_nan=True)


def test_two_argument_functions(rng):
    a, b = numbers(rng, (9,), "float32"), numbers(rng, (9,), "float32")
    compare(Tensor.logaddexp, np.logaddexp, a, b)
    a[0], b[1], b[2] = -0.0, -0.0, 0.0
    compare(Tensor.copysign, np.copysign, a, b)


def test_gelu_has_two_forms(rng):
    a = numbers(rng, (20,), "float32")
    expected = torch.nn.functional.gelu(torch.from_numpy(a)).numpy()
    check(Tensor(a).gelu("none"), expected, rtol=1e-4, atol=1e-5)
    with pytest.raises(RuntimeError, match=r"Tensor\.gelu"):
        Tensor(a).gelu("other")


def test_abs_and_sign_of_integers():
    a = np.array([-5, 0, 5], np.int32)
    compare(Tensor.abs, np.abs, a)
    compare(Tensor.sign, np.sign, a)
    compare(Tensor.abs, np.abs, a.astype(np.uint8))
    compare(Tensor.sign, np.sign, a.astype(np.uint8))
