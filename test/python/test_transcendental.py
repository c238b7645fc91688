"""How far exp2, log2, sin and e^x are from the truth, in units of the last place."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import numpy as np
import pytest
from support import check
from tinymlir import Tensor, dtypes

DTYPES = {"float16": dtypes.half, "float32": dtypes.float, "float64": dtypes.double}
RUN: dict[str, Callable[[Tensor], Tensor]] = {
    "exp2": lambda x: x.exp2(),
    "exp": lambda x: x.exp(),
    "log2": lambda x: x.log2(),
    "sin": lambda x: x.sin(),
}
EXACT = {
    "exp2": lambda x: mpmath.mpf(2) ** x,
    "exp": mpmath.exp,
    "log2": lambda x: mpmath.log(x, 2),
    "sin": mpmath.sin,
}
LIMITS = {
    "float32": {"exp2": 0.9, "exp": 1.0, "log2": 1.0, "sin": 0.51},
    "float64": {"exp2": 0.9, "exp": 1.0, "log2": 1.0, "sin": 2.0},
}


def compute(name: str, values: np.ndarray) -> np.ndarray:
    """What the compiled function makes of an array."""
    return RUN[name](Tensor(values, dtype=DTYPES[values.dtype.name])).numpy()


def assert_close(got: np.ndarray, exact: np.ndarray, limit: float) -> None:
    """Both are NaN, or of one infinity, or at most `limit` units apart."""
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = exact.astype(got.dtype)
        unit = np.spacing(np.abs(rounded)).astype(exact.dtype)
        apart = np.abs(got.astype(exact.dtype) - exact) / unit
    finite = np.isfinite(rounded)
    np.testing.assert_array_equal(got[~finite], rounded[~finite])
    worst = np.argmax(np.where(finite, apart, 0))
    assert apart.flat[worst] <= limit, f"{apart.flat[worst]} units off: {got.flat[worst]}"


@pytest.mark.parametrize("name", RUN)
def test_every_half(name: str) -> None:
    """A half is rounded once, whatever it is."""
    values = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    with np.errstate(all="ignore"):
        exact = getattr(np, name)(values.astype(np.float64))
    assert_close(compute(name, values), exact, 0.51)


def singles(name: str) -> np.ndarray:
    """Random bits, and random numbers where the function is interesting."""
    rng = np.random.default_rng(7)
    bits = rng.integers(0, 1 << 32, 1 << 18, dtype=np.uint32).view(np.float32)
    near = {"exp2": (-150, 129), "exp": (-104, 89), "log2": (0.25, 4), "sin": (-20, 20)}[name]
    dense = rng.uniform(*near, 1 << 18).astype(np.float32)
    return np.concatenate([bits, dense, rng.uniform(-1, 1, 1 << 16).astype(np.float32)])


@pytest.mark.parametrize("name", RUN)
def test_singles(name: str) -> None:
    """Doubles know the truth for floats."""
    values = singles(name)
    with np.errstate(all="ignore"):
        exact = getattr(np, name)(values.astype(np.float64))
    assert_close(compute(name, values), exact, LIMITS["float32"][name])


def doubles(name: str) -> np.ndarray:
    """As for floats, but fewer: the truth takes longer."""
    rng = np.random.default_rng(8)
    near = {"exp2": (-1074, 1024), "exp": (-745, 709.7), "log2": (0.25, 4), "sin": (-20, 20)}[name]
    sizes = np.exp2(rng.uniform(-1074, 1023.9, 1000))
    if name.startswith("exp"):
        sizes = np.minimum(sizes, 700.0)
    return np.concatenate([sizes, rng.uniform(*near, 1500), rng.uniform(0.01, 1, 500)])


@pytest.mark.parametrize("name", RUN)
def test_doubles(name: str) -> None:
    """The truth to 1200 bits, which is what the largest angle needs."""
    values = doubles(name)
    got = compute(name, values)
    with mpmath.workprec(1200 if name == "sin" else 200):
        for value, result in zip(values.tolist(), got.tolist(), strict=True):
            exact = EXACT[name](mpmath.mpf(value))
            unit = mpmath.mpf(float(np.spacing(abs(float(exact)))))
            apart = float(abs(mpmath.mpf(result) - exact) / unit)
            assert apart <= LIMITS["float64"][name], f"{name}({value}) is {apart} units off"


def multiples_of_pi(dtype: type) -> np.ndarray:
    """Numbers whose sine is as near to zero as their type allows."""
    with mpmath.workprec(1200):
        step = 1 if dtype is np.float32 else 9
        top = 126 if dtype is np.float32 else 1020
        near = [float(mpmath.nint(mpmath.mpf(2) ** k) * mpmath.pi) for k in range(0, top, step)]
    return np.array(
        [*near, -near[-1], 6381956970095103.0 * 2.0 ** (797 if top > 126 else 60)], dtype
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sine_near_its_zeros(dtype: type) -> None:
    """No argument is too large to be reduced."""
    values = multiples_of_pi(dtype)
    got = compute("sin", values)
    with mpmath.workprec(1200):
        for value, result in zip(values.tolist(), got.tolist(), strict=True):
            exact = mpmath.sin(mpmath.mpf(value))
            unit = mpmath.mpf(float(np.spacing(dtype(abs(float(exact))))))
            apart = float(abs(mpmath.mpf(result) - exact) / unit)
            assert apart <= LIMITS[np.dtype(dtype).name]["sin"], f"{value}: {apart} units off"


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("count", [1, 64])
def test_special_values(dtype: type, count: int) -> None:
    """As in C, for scalars and for vectors."""
    inf, nan = np.inf, np.nan
    info = np.finfo(dtype)
    tiny = float(info.smallest_subnormal)

    def check(name: str, values: list[float], wanted: list[float]) -> None:
        repeated = np.repeat(np.array(values, dtype)[:, None], count, axis=1)
        got = compute(name, repeated)
        expected = np.repeat(np.array(wanted, dtype)[:, None], count, axis=1)
        np.testing.assert_array_equal(got, expected)
        np.testing.assert_array_equal(np.signbit(got), np.signbit(expected))

    top = float(info.maxexp)
    low = float(info.minexp - info.nmant)
    check("exp2", [inf, -inf, 0.0, -0.0, top, low, low - 1.5, 3.0], [inf, 0, 1, 1, inf, tiny, 0, 8])
    check("exp", [inf, -inf, 0.0, -0.0], [inf, 0, 1, 1])
    check("log2", [inf, 0.0, -0.0, 1.0, tiny, 0.5], [inf, -inf, -inf, 0, low, -1])
    check("sin", [0.0, -0.0, tiny, -tiny], [0.0, -0.0, tiny, -tiny])
    for name, values in (
        ("exp2", [nan]),
        ("exp", [nan]),
        ("log2", [nan, -1.0, -inf, -tiny]),
        ("sin", [nan, inf, -inf]),
    ):
        assert np.isnan(compute(name, np.array(values * count, dtype))).all(), name


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32"])
@pytest.mark.parametrize("name", ["sinh", "cosh", "arcsinh", "arccosh", "arctanh"])
def test_hyperbolic_functions_of_integers(name, dtype):
    """The negative of a bool was its inverse, and squares did not fit."""
    high = {"arctanh": 1, "sinh": 5, "cosh": 5}.get(name, 200)
    low = 1 if name == "arccosh" else 0
    x = np.array([low, high]).astype(dtype)
    with np.errstate(divide="ignore"):
        wanted = getattr(np, name)(x.astype(np.float32))
    found = getattr(Tensor(x), name.replace("arc", "a"))()
    check(found, wanted)
