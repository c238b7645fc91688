"""Reductions and scans against PyTorch: axes, dtypes, gradients, special values."""

from __future__ import annotations

import numpy as np
import pytest
from support import FLOATS, INTS, check, compare_with_torch, numbers
from tinymlir import Tensor, dtypes

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.filterwarnings("ignore:.*degrees of freedom")

SHAPES = [
    (),
    (1,),
    (5,),
    (3, 4),
    (2, 1, 3),
    (0,),
    (3, 0, 2),
    (2, 3, 4, 2),
    (1, 1),
    (600,),
    (2, 530),
]
OVER_NOTHING = ("sum", "prod", "mean")
REDUCTIONS = {
    "sum": (Tensor.sum, torch.sum),
    "prod": (Tensor.prod, None),
    "mean": (Tensor.mean, torch.mean),
    "max": (Tensor.max, torch.amax),
    "min": (Tensor.min, torch.amin),
    "var": (Tensor.var, torch.var),
    "std": (Tensor.std, torch.std),
    "logsumexp": (Tensor.logsumexp, torch.logsumexp),
}


def axes_of(shape):
    rank = len(shape)
    found = [None, *range(-rank, rank)]
    return [*found, (0, rank - 1), tuple(range(rank))] if rank > 1 else found


def reference(name, axis, keepdim, rank):
    every = tuple(range(rank))
    if name == "prod":

        def product(x):
            for i in sorted(every if axis is None else [axis] if isinstance(axis, int) else axis)[
                ::-1
            ]:
                x = x.prod(i, keepdim=True)
            if keepdim or axis is None:
                return x if keepdim else x.reshape(())
            gone = [a % rank for a in ([axis] if isinstance(axis, int) else axis)]
            return x.reshape([n for i, n in enumerate(x.shape) if i not in gone])

        return product
    return lambda x: REDUCTIONS[name][1](x, dim=every if axis is None else axis, keepdim=keepdim)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name, shape, rng):
    if len(shape) == 0 and name in ("var", "std"):
        pytest.skip("PyTorch has no variance of a number")
    array = np.asarray(numbers(rng, shape, "float32") / 2 + 1)
    array = array.astype(np.float32)
    for axis in axes_of(shape):
        if 0 in shape and name not in OVER_NOTHING:
            continue
        for keepdim in (False, True):
            compare_with_torch(
                lambda x, a=axis, k=keepdim: REDUCTIONS[name][0](x, axis=a, keepdim=k),
                reference(name, axis, keepdim, len(shape)),
                array,
                rtol=1e-3,
                atol=1e-3,
                # A variance of one number is NaN, and so are its gradients.
                gradient=array.size > 1 and 1 not in shape,
            )


@pytest.mark.parametrize("dtype", [*INTS, "bool", "float16", "float64"])
@pytest.mark.parametrize("name", ["sum", "max", "min", "mean", "any", "all", "prod"])
def test_reductions_of_dtypes(name, dtype, rng):
    array = numbers(rng, (3, 4), dtype)
    function = {"max": np.max, "min": np.min, "any": np.any, "all": np.all, "sum": np.sum,
                "mean": np.mean, "prod": np.prod}[name]  # fmt: skip
    found = getattr(Tensor(array), name)(1)
    if name in ("sum", "mean") and dtype == "float16":
        wanted = function(array.astype("float32"), axis=1).astype("float16")
    elif name == "prod":
        wanted = function(array, axis=1, dtype=array.dtype)
    else:
        wanted = function(array, axis=1)
    check(found, wanted, rtol=3e-3 if dtype == "float16" else 1e-6, same_dtype=False)
    kinds = {"any": dtypes.bool, "all": dtypes.bool}
    if name in ("max", "min", "prod"):
        kinds[name] = Tensor(array).dtype
    if name == "mean":
        kinds[name] = dtypes.float32 if array.dtype.kind != "f" else Tensor(array).dtype
    assert found.dtype is kinds.get(name, found.dtype)


@pytest.mark.parametrize("correction", [0, 1, 2, 5])
def test_corrections(correction, rng):
    array = numbers(rng, (3, 5), "float32")
    for name in ("var", "std", "var_mean", "std_mean"):
        compare_with_torch(
            lambda x, n=name: getattr(x, n)(1, correction=correction),
            lambda x, n=name: getattr(torch, n)(x, dim=1, correction=correction),
            array,
            gradient=correction < 5,
        )


SCANS = {
    "cumsum": (Tensor.cumsum, torch.cumsum),
    "cumprod": (Tensor.cumprod, torch.cumprod),
    "cummax": (Tensor.cummax, torch.cummax),
    "cummin": (Tensor.cummin, torch.cummin),
    "logcumsumexp": (Tensor.logcumsumexp, torch.logcumsumexp),
}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name", SCANS)
def test_scans(name, shape, rng):
    ours, theirs = SCANS[name]
    array = np.asarray((1 + numbers(rng, shape, "float32") / 30).astype(np.float32))
    for axis in range(-len(shape), len(shape)) or [0, -1]:
        if name == "logcumsumexp" and 0 in shape:
            continue
        compare_with_torch(
            lambda x, a=axis: ours(x, a),
            lambda x, a=axis: theirs(x, a),
            array,
            rtol=1e-3,
            atol=1e-3,
            # PyTorch gives the whole gradient to one of several, we to each alike.
            gradient=max(shape, default=1) < 100,
        )


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS])
@pytest.mark.parametrize("name", ["cumsum", "cumprod", "cummax", "cummin"])
def test_scans_of_dtypes(name, dtype, rng):
    array = numbers(rng, (2, 7), dtype)
    function = {"cumsum": np.cumsum, "cumprod": np.cumprod, "cummax": np.maximum.accumulate,
                "cummin": np.minimum.accumulate}[name]  # fmt: skip
    found = getattr(Tensor(array), name)(1)
    values = found[0] if name in ("cummax", "cummin") else found
    with np.errstate(all="ignore"):
        wanted = function(array, axis=1, **({"dtype": dtype} if name == "cumprod" else {}))
    check(values, wanted, rtol=5e-3 if dtype == "float16" else 1e-6, same_dtype=False)


@pytest.mark.parametrize("name", ["argmax", "argmin"])
@pytest.mark.parametrize("shape", [s for s in SHAPES if 0 not in s], ids=str)
def test_positions(name, shape, rng):
    array = np.asarray(rng.integers(0, 3, shape).astype(np.float32))
    function = getattr(np, name)
    for axis in (None, *range(-len(shape), len(shape))):
        for keepdim in (False, True):
            if axis is None and keepdim:
                continue
            check(getattr(Tensor(array), name)(axis, keepdim),
                  function(array, axis=axis, keepdims=keepdim), same_dtype=False)  # fmt: skip


@pytest.mark.parametrize("values", [[np.inf, 1.0, -np.inf], [np.inf, np.inf], [-np.inf, -np.inf],
                                    [0.0, -0.0], [3.4e38, 3.4e38], [1e-40, 1e-40]])  # fmt: skip
def test_special_values(values):
    array = np.array(values, np.float32)
    for name in ("sum", "prod", "max", "min", "mean"):
        theirs = {"max": torch.amax, "min": torch.amin}.get(name, getattr(torch, name))
        args = (0,) if name in ("max", "min") else ()
        wanted = theirs(torch.from_numpy(array), *args).numpy()
        check(getattr(Tensor(array), name)(), wanted)
    assert bool(np.isnan(Tensor(np.array([1, np.nan], np.float32)).sum().item()))


def test_sums_wrap_and_widen():
    ones = Tensor.full((300,), 100, dtype="int8")
    assert ones.sum().item() == 30000
    assert ones.sum(dtype="int8").item() == np.int32(30000).astype(np.int8)
    large = Tensor.full((3,), 2**31 - 1, dtype="int32")
    assert large.sum().item() == np.int64(3 * (2**31 - 1)).astype(np.int32)
    assert Tensor.full((70000,), 1.0, dtype="float16").sum(dtype="float32").item() == 70000.0
