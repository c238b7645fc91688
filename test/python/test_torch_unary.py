"""Functions of one tensor against PyTorch: shapes, dtypes, gradients, special values."""

from __future__ import annotations

import numpy as np
import pytest
from support import SHAPES, check, compare_with_torch
from tinymlir import Tensor

torch = pytest.importorskip("torch")
F = torch.nn.functional

FUNCTIONS = {
    "neg": (Tensor.neg, torch.neg, -3, 3),
    "square": (Tensor.square, torch.square, -3, 3),
    "reciprocal": (Tensor.reciprocal, torch.reciprocal, 0.2, 3),
    "sqrt": (Tensor.sqrt, torch.sqrt, 0.1, 9),
    "rsqrt": (Tensor.rsqrt, torch.rsqrt, 0.1, 9),
    "exp": (Tensor.exp, torch.exp, -4, 4),
    "exp2": (Tensor.exp2, torch.exp2, -4, 4),
    "log": (Tensor.log, torch.log, 0.1, 9),
    "log2": (Tensor.log2, torch.log2, 0.1, 9),
    "log10": (Tensor.log10, torch.log10, 0.1, 9),
    "sin": (Tensor.sin, torch.sin, -9, 9),
    "cos": (Tensor.cos, torch.cos, -9, 9),
    "tan": (Tensor.tan, torch.tan, -1.2, 1.2),
    "asin": (Tensor.asin, torch.asin, -0.9, 0.9),
    "acos": (Tensor.acos, torch.acos, -0.9, 0.9),
    "atan": (Tensor.atan, torch.atan, -4, 4),
    "sinh": (Tensor.sinh, torch.sinh, -3, 3),
    "cosh": (Tensor.cosh, torch.cosh, -3, 3),
    "tanh": (Tensor.tanh, torch.tanh, -3, 3),
    "asinh": (Tensor.asinh, torch.asinh, -3, 3),
    "acosh": (Tensor.acosh, torch.acosh, 1.1, 5),
    "atanh": (Tensor.atanh, torch.atanh, -0.9, 0.9),
    "erf": (Tensor.erf, torch.erf, -3, 3),
    "sigmoid": (Tensor.sigmoid, torch.sigmoid, -5, 5),
    "abs": (Tensor.abs, torch.abs, -3, 3),
    "sign": (Tensor.sign, torch.sign, -3, 3),
    "trunc": (Tensor.trunc, torch.trunc, -5, 5),
    "floor": (Tensor.floor, torch.floor, -5, 5),
    "ceil": (Tensor.ceil, torch.ceil, -5, 5),
    "round": (Tensor.round, torch.round, -5, 5),
    "relu": (Tensor.relu, F.relu, -3, 3),
    "relu6": (Tensor.relu6, F.relu6, -9, 9),
    "leaky_relu": (Tensor.leaky_relu, F.leaky_relu, -3, 3),
    "hardsigmoid": (Tensor.hardsigmoid, F.hardsigmoid, -5, 5),
    "hardswish": (Tensor.hardswish, F.hardswish, -5, 5),
    "hardtanh": (Tensor.hardtanh, F.hardtanh, -3, 3),
    "elu": (Tensor.elu, F.elu, -3, 3),
    "elu 0.5": (lambda x: x.elu(0.5), lambda x: F.elu(x, 0.5), -3, 3),
    "celu": (lambda x: x.celu(1.5), lambda x: F.celu(x, 1.5), -3, 3),
    "selu": (Tensor.selu, F.selu, -3, 3),
    "softplus": (Tensor.softplus, F.softplus, -5, 5),
    "softplus 2": (lambda x: x.softplus(2.0), lambda x: F.softplus(x, 2.0), -5, 5),
    "logsigmoid": (Tensor.logsigmoid, F.logsigmoid, -5, 5),
    "mish": (Tensor.mish, F.mish, -5, 5),
    "swish": (Tensor.swish, F.silu, -5, 5),
    "silu": (Tensor.silu, F.silu, -5, 5),
    "gelu": (Tensor.gelu, lambda x: F.gelu(x, approximate="tanh"), -4, 4),
    "gelu none": (lambda x: x.gelu("none"), F.gelu, -4, 4),
    "quick_gelu": (Tensor.quick_gelu, lambda x: x * torch.sigmoid(1.702 * x), -4, 4),
    "softsign": (Tensor.softsign, F.softsign, -4, 4),
    "clamp": (lambda x: x.clamp(-1, 2), lambda x: x.clamp(-1, 2), -3, 3),
    "clip": (lambda x: x.clip(max_=0.5), lambda x: x.clip(max=0.5), -3, 3),
    "pow 3": (lambda x: x.pow(3), lambda x: x.pow(3), -3, 3),
    "pow -2": (lambda x: x.pow(-2), lambda x: x.pow(-2), 0.3, 3),
    "pow 2.5": (lambda x: x.pow(2.5), lambda x: x.pow(2.5), 0.3, 3),
    "pow 0": (lambda x: x.pow(0), lambda x: x.pow(0), -3, 3),
    "rpow": (lambda x: 2.5**x, lambda x: 2.5**x, -3, 3),
    "lerp": (lambda x: x.lerp(x * 2 + 1, 0.3), lambda x: x.lerp(x * 2 + 1, 0.3), -3, 3),
    "logaddexp": (lambda x: x.logaddexp(x * 2), lambda x: x.logaddexp(x * 2), -3, 3),
    "copysign": (lambda x: x.copysign(-1.0), lambda x: x.copysign(-1.0), -3, 3),
    "softmax": (Tensor.softmax, lambda x: x.softmax(-1), -3, 3),
    "log_softmax": (Tensor.log_softmax, lambda x: x.log_softmax(-1), -3, 3),
    "softmin": (Tensor.softmin, lambda x: F.softmin(x, -1), -3, 3),
    "normalize": (lambda x: x.normalize(dim=-1), lambda x: F.normalize(x, dim=-1), 0.1, 3),
    "contiguous": (Tensor.contiguous, lambda x: x, -3, 3),
    "double": (Tensor.double, lambda x: x.double(), -3, 3),
}  # fmt: skip

APPROXIMATE = {
    "asin": 1e-5,
    "acos": 1e-5,
    "atan": 1e-5,
    "erf": 1e-5,
    "gelu none": 1e-5,
    "selu": 1e-4,
}
"""What is made of constants with few digits."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_shapes_and_gradients(name, rng):
    ours, theirs, low, high = FUNCTIONS[name]
    for shape in SHAPES:
        array = np.asarray(rng.uniform(low, high, shape).astype(np.float32))
        compare_with_torch(ours, theirs, array, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("dtype", ["float16", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_other_floats(name, dtype, rng):
    ours, theirs, low, high = FUNCTIONS[name]
    array = rng.uniform(low, high, (3, 4)).astype(dtype)
    rtol, atol = (5e-3, 5e-3) if dtype == "float16" else (1e-6, APPROXIMATE.get(name, 1e-6))
    wanted = theirs(torch.from_numpy(array).float() if dtype == "float16" else
                    torch.from_numpy(array))  # fmt: skip
    found = ours(Tensor(array))
    assert str(found.dtype.name) == ("float64" if name == "double" else dtype)
    check(found, wanted.numpy(), rtol=rtol, atol=atol, same_dtype=False)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_views(name, rng):
    ours, theirs, low, high = FUNCTIONS[name]
    array = rng.uniform(low, high, (4, 6)).astype(np.float32)
    compare_with_torch(
        lambda x: ours(x.T[::2]), lambda x: theirs(x.T[::2]), array, rtol=1e-3, atol=1e-4
    )


INTEGERS = [
    "neg", "square", "exp", "log", "sqrt", "sin", "cos", "tanh", "sigmoid", "abs", "sign", "trunc",
    "floor", "ceil", "round", "relu", "pow 3", "clamp",
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
@pytest.mark.parametrize("name", INTEGERS)
def test_integers(name, dtype):
    ours, theirs, _, _ = FUNCTIONS[name]
    array = np.array([0, 1, 2, 3, 7], dtype)
    if dtype[0] == "i":
        array = np.concatenate([array, np.array([-1, -2, -5], dtype)])
    with np.errstate(all="ignore"):
        wanted = theirs(torch.from_numpy(array)).numpy()
    check(ours(Tensor(array)), wanted, rtol=1e-5, atol=1e-5)


SPECIAL = np.array(
    [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 1e-40, 3.4e38, -3.4e38, 1e-7, 88.0, -104.0],
    np.float32,
)
PARTIAL = {
    # Rules that are given by the definition of the function, or values that cancel.
    "asinh", "acosh", "sinh", "cosh", "mish", "copysign", "asin", "acos", "atan", "atanh", "tan",
    "gelu", "gelu none", "elu", "elu 0.5", "celu", "selu", "hardswish", "relu6", "hardsigmoid",
    "softsign", "softmax", "log_softmax", "softmin", "normalize", "lerp", "logaddexp", "rsqrt",
    "softplus", "softplus 2", "logsigmoid", "swish", "silu", "quick_gelu", "rpow", "pow 2.5",
    "pow -2", "erf", "sin", "cos", "tanh", "sign", "relu",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in PARTIAL])
def test_special_values(name):
    ours, theirs, _, _ = FUNCTIONS[name]
    wanted = theirs(torch.from_numpy(SPECIAL)).numpy()
    found = ours(Tensor(SPECIAL))
    check(found, wanted, rtol=2e-6, atol=1e-37)
    # By their definitions |x| is x * sign(x), and round adds and takes off a half.
    zeros = (wanted == 0) & (SPECIAL == 0) & (name not in ("abs", "round"))
    np.testing.assert_array_equal(np.signbit(found.numpy())[zeros], np.signbit(wanted)[zeros])


def test_functions_of_nan_by_definition():
    nan = Tensor([np.nan])
    assert nan.relu().tolist() == [0.0] and nan.leaky_relu().isnan().item()
    assert nan.sign().isnan().item() and nan.abs().isnan().item()
    assert nan.clamp(-1, 1).isnan().item() and nan.tanh().isnan().item()
