"""Functions of several tensors against PyTorch: broadcasting, dtypes, gradients."""

from __future__ import annotations

import operator

import numpy as np
import pytest
from support import FLOATS, INTS, check, compare_with_torch, numbers
from tinymlir import Tensor

torch = pytest.importorskip("torch")

SHAPES = [
    ((), ()), ((3,), ()), ((), (2, 3)), ((3,), (3,)), ((2, 3), (3,)), ((2, 1), (1, 3)),
    ((4, 1, 3), (2, 1)), ((0,), (1,)), ((2, 0), (2, 1)), ((1, 1), (5, 4)), ((2, 3, 4), (2, 3, 4)),
]  # fmt: skip
FUNCTIONS = {
    "add": (Tensor.add, torch.add, -3, 3),
    "sub": (Tensor.sub, torch.sub, -3, 3),
    "mul": (Tensor.mul, torch.mul, -3, 3),
    "div": (Tensor.div, torch.div, 0.3, 3),
    "pow": (Tensor.pow, torch.pow, 0.3, 3),
    "maximum": (Tensor.maximum, torch.maximum, -3, 3),
    "minimum": (Tensor.minimum, torch.minimum, -3, 3),
    "logaddexp": (Tensor.logaddexp, torch.logaddexp, -3, 3),
    "copysign": (Tensor.copysign, torch.copysign, -3, 3),
    "mod": (Tensor.mod, torch.remainder, 0.3, 3),
    "fmod": (Tensor.fmod, torch.fmod, 0.3, 3),
    "lerp": (lambda x, y: x.lerp(y, 0.3), lambda x, y: torch.lerp(x, y, 0.3), -3, 3),
    "masked_fill": (
        lambda x, y: x.masked_fill(y > 0, 2.0),
        lambda x, y: torch.where(y > 0, torch.tensor(2.0), x), -3, 3,
    ),
    "where": (
        lambda x, y: (x > 0).where(x, y), lambda x, y: torch.where(x > 0, x, y), -3, 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_broadcasting_and_gradients(name, rng):
    ours, theirs, low, high = FUNCTIONS[name]
    for shapes in SHAPES:
        if name == "lerp" and len(shapes[1]) > len(shapes[0]):
            continue
        a, b = (np.asarray(rng.uniform(low, high, s).astype(np.float32)) for s in shapes)
        compare_with_torch(ours, theirs, a, b, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("dtype", ["float16", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_other_floats(name, dtype, rng):
    ours, theirs, low, high = FUNCTIONS[name]
    if name == "masked_fill" and dtype == "float64":
        theirs = lambda x, y: torch.where(y > 0, torch.tensor(2.0).double(), x)  # noqa: E731
    a, b = (rng.uniform(low, high, s).astype(dtype) for s in ((3, 4), (4,)))
    rtol = 1e-2 if dtype == "float16" else 1e-6
    wide = [torch.from_numpy(x).float() if dtype == "float16" else torch.from_numpy(x)
            for x in (a, b)]  # fmt: skip
    if name in ("mod", "fmod") and dtype == "float16":
        pytest.skip("a remainder may jump by a rounding")
    found = ours(Tensor(a), Tensor(b))
    assert found.dtype.name == dtype
    check(found, theirs(*wide).numpy(), rtol=rtol, atol=rtol, same_dtype=False)


INTEGER = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "floordiv": operator.floordiv,
    "mod": operator.mod, "and": operator.and_, "or": operator.or_, "xor": operator.xor,
}  # fmt: skip


@pytest.mark.parametrize("dtype", INTS)
@pytest.mark.parametrize("name", INTEGER)
def test_integers_and_their_extremes(name, dtype, rng):
    info = np.iinfo(dtype)
    extremes = np.array([info.min, info.max, 0, 1, 2, 5, info.max - 1, 7], dtype)
    if info.min < 0:
        extremes = np.concatenate([extremes, np.array([-1, -2, -7], dtype)])
    a, b = np.meshgrid(extremes, extremes)
    if name in ("floordiv", "mod"):
        keep = (b != 0) & ~((a == info.min) & (b == dtype_of(-1, dtype)))
        a, b = a[keep], b[keep]
    with np.errstate(all="ignore"):
        wanted = INTEGER[name](a, b)
    check(INTEGER[name](Tensor(a), Tensor(b)), wanted)
    if name in ("and", "or", "xor"):
        check(getattr(Tensor(a), f"bitwise_{name}")(Tensor(b)), wanted)


def dtype_of(value, dtype):
    return np.array(value).astype(dtype)


@pytest.mark.parametrize("dtype", [*INTS, "bool"])
def test_bits_and_truth(dtype, rng):
    a = numbers(rng, (2, 5), dtype)
    check(Tensor(a).bitwise_not(), ~a)
    check(Tensor(a).logical_not(), ~a.astype(bool))
    if dtype == "bool":
        b = numbers(rng, (5,), dtype)
        check(Tensor(a).bitwise_and(Tensor(b)), a & b)
        check(Tensor(a).bitwise_or(Tensor(b)), a | b)
        check(Tensor(a).bitwise_xor(Tensor(b)), a ^ b)
    else:
        b = rng.integers(0, 8 * a.itemsize, (5,)).astype(dtype)
        with np.errstate(all="ignore"):
            check(Tensor(a).lshift(Tensor(b)), a << b)
            check(Tensor(a).rshift(Tensor(b)), a >> b)


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
def test_divisions_of_integers(dtype):
    a, b = np.meshgrid(np.array([-7, -1, 0, 3, 100], dtype), np.array([-3, -1, 2, 50], dtype))
    x, y = Tensor(a), Tensor(b)
    check(x.div(y, rounding_mode="floor"), a // b)
    check(x.div(y, rounding_mode="trunc"), np.trunc(a / b).astype(dtype))
    check(x.mod(y), np.mod(a, b))
    check(x.fmod(y), np.fmod(a, b))
    check(x.div(y), (a / b).astype(np.float32), rtol=1e-6)


COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
@pytest.mark.parametrize("function", COMPARISONS, ids=lambda f: f.__name__)
def test_comparisons(function, dtype, rng):
    values = [0, 1, 1, 2, 5]
    if dtype.startswith("float"):
        values += [np.nan, np.inf, -np.inf, -0.0, -1]
    a, b = np.meshgrid(np.array(values).astype(dtype), np.array(values).astype(dtype))
    check(function(Tensor(a), Tensor(b)), function(a, b))
    if function is operator.eq:
        check(Tensor(a).eq(Tensor(b)), a == b)
        check(Tensor(a).ne(Tensor(b)), a != b)


REFLECTED = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod,
    operator.pow,
]  # fmt: skip


@pytest.mark.parametrize("function", REFLECTED, ids=lambda f: f.__name__)
@pytest.mark.parametrize("number", [2, 2.5, np.float32(1.5), np.int8(3)], ids=str)
def test_numbers_on_both_sides(function, number, rng):
    a = rng.uniform(0.5, 3, (2, 3)).astype(np.float32)
    check(function(Tensor(a), number), function(a, np.float32(number)), rtol=1e-5)
    check(function(number, Tensor(a)), function(np.float32(number), a), rtol=1e-5)


@pytest.mark.parametrize("function", REFLECTED, ids=lambda f: f.__name__)
def test_in_place(function, rng):
    a, b = (rng.uniform(0.5, 3, (2, 3)).astype(np.float32) for _ in range(2))
    inplace = getattr(operator, "i" + function.__name__)
    t = Tensor(a).clone()
    same = t
    t = inplace(t, Tensor(b))
    assert t is same
    check(t, function(a, b), rtol=1e-5)


@pytest.mark.parametrize("equal_nan", [False, True])
def test_closeness(equal_nan):
    values = np.array([0.0, 1.0, 1.0 + 1e-6, 1.1, np.nan, np.inf, -np.inf], np.float32)
    a, b = np.meshgrid(values, values)
    wanted = np.isclose(a, b, equal_nan=equal_nan)
    check(Tensor(a).isclose(Tensor(b), equal_nan=equal_nan), wanted)
    assert Tensor(a).allclose(Tensor(b)) is False and Tensor(a[:2]).allclose(Tensor(a[:2])) is False
    assert Tensor(values).allclose(Tensor(values), equal_nan=True) is True


@pytest.mark.parametrize("pair", [("float16", "float32"), ("int8", "uint8"), ("int32", "float16"),
                                  ("bool", "int16"), ("uint8", "int64"), ("float32", "float64"),
                                  ("bool", "float16"), ("uint16", "int16")], ids=str)  # fmt: skip
def test_promotion(pair, rng):
    a, b = (numbers(rng, (3,), dtype) for dtype in pair)
    found = Tensor(a) + Tensor(b)
    if "uint16" not in pair:
        wanted = torch.from_numpy(a) + torch.from_numpy(b)
        check(found, wanted.numpy(), rtol=1e-3)
    else:
        check(found, a.astype(np.int32) + b.astype(np.int32))
