"""Optimizers against PyTorch, and against their rules written in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, numbers
from test_linalg import newton_schulz
from tinymlir import Context, Tensor, dtypes, nn

SHAPES = [(4, 3), (3,), (2, 2, 3), (1,)]


def run(make, arrays, steps=4, **switches):
    """Return the parameters after steps whose gradients are `p * k + 1`."""
    params = [Tensor(array.copy()) for array in arrays]
    with Context(**switches):
        optimizer = make(params)
    with Context(TRAINING=1):
        for step in range(steps):
            optimizer.zero_grad()
            loss = sum(((p * p).sum() * (0.5 + step) + p.sum() for p in params), Tensor(0.0))
            loss.backward()
            optimizer.step()
    return [p.numpy() for p in params]


def slopes(array, step):
    return 2 * (0.5 + step) * array + 1


RULES = {
    "sgd": lambda p, **o: nn.optim.SGD(p, 0.05, momentum=0.9, weight_decay=0.1, **o),
    "nesterov": lambda p, **o: nn.optim.SGD(p, 0.05, momentum=0.9, nesterov=True, **o),
    "classic": lambda p, **o: nn.optim.SGD(p, 0.05, momentum=0.9, classic=True, **o),
    "lars": lambda p, **o: nn.optim.LARS(p, 0.5, tcoef=0.1, weight_decay=0.01, **o),
    "lars not classic": lambda p, **o: nn.optim.LARS(p, 0.5, tcoef=0.1, classic=False, **o),
    "lars late": lambda p, **o: nn.optim.LARS(p, 0.5, weight_decay=0.1, pre_wd=False, **o),
    "adam": lambda p, **o: nn.optim.Adam(p, 0.05, **o),
    "adamw": lambda p, **o: nn.optim.AdamW(p, 0.05, **o),
    "lamb": lambda p, **o: nn.optim.LAMB(p, 0.05, weight_decay=0.01, **o),
    "muon": lambda p, **o: nn.optim.Muon(p, 0.05, **o),
}


@pytest.mark.parametrize("name", RULES)
def test_fused_optimizers_do_the_same(name, rng):
    arrays = [numbers(rng, shape, "float32") for shape in SHAPES]
    plain = run(RULES[name], arrays)
    for found in (run(lambda p: RULES[name](p, fused=True), arrays),
                  run(RULES[name], arrays, FUSE_OPTIM=1)):  # fmt: skip
        for a, b in zip(found, plain, strict=True):
            np.testing.assert_allclose(a, b, rtol=2e-4, atol=1e-5)


def lars(array, lr, momentum, wd, nesterov, classic, pre_wd, tcoef, steps=4):
    w, b = array.astype("float64"), 0
    for step in range(steps):
        g = slopes(w, step)
        size, slope = np.sqrt((w * w).sum()), np.sqrt((g * g).sum())
        r = tcoef * size / (slope + wd * size) if tcoef else 1
        g = g + wd * w if pre_wd else g
        g = g * r * lr if classic else g
        b = momentum * b + g
        g = g + momentum * b if nesterov else b
        w = w if pre_wd else w * (1 - wd * lr)
        w = w - (g if classic else g * r * lr)
    return w


@pytest.mark.parametrize("nesterov", [False, True])
@pytest.mark.parametrize("classic", [False, True])
@pytest.mark.parametrize("pre_wd", [False, True])
@pytest.mark.parametrize("tcoef", [0.0, 0.1])
def test_lars(nesterov, classic, pre_wd, tcoef, rng):
    arrays = [numbers(rng, shape, "float32") for shape in SHAPES]
    options = {"nesterov": nesterov, "classic": classic, "pre_wd": pre_wd, "tcoef": tcoef}
    found = run(lambda p: nn.optim.LARS(p, 0.05, 0.8, 0.1, **options), arrays)
    for array, value in zip(arrays, found, strict=True):
        np.testing.assert_allclose(value, lars(array, 0.05, 0.8, 0.1, **options), 1e-3, 1e-4)


def test_lamb(rng):
    arrays = [numbers(rng, shape, "float32") for shape in SHAPES]
    found = run(lambda p: nn.optim.LAMB(p, 0.05, 0.8, 0.9, 1e-6, 0.1), arrays)
    for array, value in zip(arrays, found, strict=True):
        w, m, v = array.astype("float64"), 0, 0
        for step in range(4):
            g = slopes(w, step)
            m, v = 0.8 * m + 0.2 * g, 0.9 * v + 0.1 * g * g
            up = m / (1 - 0.8 ** (step + 1)) / (np.sqrt(v / (1 - 0.9 ** (step + 1))) + 1e-6)
            up = up + 0.1 * w
            w = w - 0.05 * np.sqrt((w * w).sum() / (up * up).sum()) * up
        np.testing.assert_allclose(value, w, 1e-3, 1e-4)


def test_muon(rng):
    arrays = [numbers(rng, shape, "float32") for shape in SHAPES]
    found = run(lambda p: nn.optim.Muon(p, 0.05, weight_decay=0.2), arrays)
    for array, value in zip(arrays, found, strict=True):
        w, b = array.astype("float64"), 0
        for step in range(4):
            b = 0.95 * b + slopes(w, step)
            g = (slopes(w, step) + 0.95 * b).reshape(len(w), -1)
            g = newton_schulz(g, 5, (3.4445, -4.775, 2.0315)).reshape(w.shape)
            w = w * (1 - 0.05 * 0.2) - 0.05 * g
        np.testing.assert_allclose(value, w, 2e-3, 1e-3)


def test_parameters_of_zeros_are_not_scaled():
    for make in (nn.optim.LARS, nn.optim.LAMB):
        found = run(lambda p, make=make: make(p, 0.1), [np.zeros(3, np.float32)], 1)
        assert np.isfinite(found[0]).all() and (found[0] < 0).all()


def test_the_state_has_a_dtype_of_its_own(rng):
    array = numbers(rng, (5,), "float16")
    for make in RULES.values():
        found = run(make, [array], 2)
        assert found[0].dtype == np.float16
    with Context(OPTIM_DTYPE="float64"):
        optimizer = nn.optim.Adam([Tensor(array)])
    assert optimizer.m[0].dtype is dtypes.float64
    plain = run(RULES["adam"], [array.astype("float32")])[0]
    wide = run(RULES["adam"], [array.astype("float32")], OPTIM_DTYPE="float64")[0]
    np.testing.assert_allclose(plain, wide, rtol=1e-3)


def test_learning_rates_are_tensors_or_constants(rng):
    array = numbers(rng, (3,), "float32")
    assert nn.optim.SGD([Tensor(array)], 0.25).lr.shape == (1,)
    with Context(CONST_LR=1):
        assert nn.optim.SGD([Tensor(array)], 0.25).lr.device is None
    plain = run(RULES["adam"], [array])[0]
    np.testing.assert_allclose(run(RULES["adam"], [array], CONST_LR=1)[0], plain, rtol=1e-5)


def test_optimizers_refuse():
    with pytest.raises(ValueError, match="unknown device 'moon'"):
        nn.optim.Adam([Tensor([1.0])], device="moon")
    with pytest.raises(ValueError, match="LARS: 2 steps need ns_coefficients"):
        nn.optim.LARS([Tensor([1.0])], ns_steps=2)
    with pytest.raises(TypeError, match="Optimizer is no rule"), Context(TRAINING=1):
        param = Tensor([1.0])
        param.sum().backward()
        nn.optim.Optimizer([param], 0.1).step()


def test_fused_groups_and_zero_dimensional_parameters():
    a, b = Tensor(np.float32(2.0)).clone(), Tensor([1.0])
    group = nn.optim.OptimizerGroup(
        nn.optim.SGD([a, b], 0.5, fused=True), nn.optim.Muon([Tensor([[1.0]])])
    )
    assert len(group.params) == 3
    optimizer = group[0]
    with Context(TRAINING=1):
        (a + b.sum()).backward()
        optimizer.step()
    check(a, np.float32(1.5))
    assert b.tolist() == [0.5]
