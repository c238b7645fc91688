"""Training on several devices equals training on one."""

from __future__ import annotations

import numpy as np
import pytest
from support import check
from tinymlir import Context, Tensor, TinyJit, nn

COUNTS = [2, 3, 4]
RULES = {
    "sgd": lambda params: nn.optim.SGD(params, lr=0.1, momentum=0.9, weight_decay=0.01),
    "adam": lambda params: nn.optim.Adam(params, lr=0.01),
    "lamb": lambda params: nn.optim.LAMB(params, lr=0.01),
    "fused": lambda params: nn.optim.Adam(params, lr=0.01, fused=True),
}


def devices(count: int) -> tuple[str, ...]:
    return tuple(f"CPU:{i}" for i in range(count))


class Model:
    def __init__(self) -> None:
        # A bias before a normalization has no gradient but rounding errors.
        self.first = nn.Linear(8, 12, bias=False)
        self.norm = nn.BatchNorm(12)
        self.second = nn.Linear(12, 4)

    def __call__(self, x: Tensor) -> Tensor:
        return self.second(self.norm(self.first(x)).relu().dropout(0.3))


def spread(model: object, count: int, axis: int | None) -> None:
    """Shard what can be on an axis; all devices get the rest."""
    for tensor in nn.state.get_parameters(model):
        fits = axis is not None and tensor.ndim > axis and tensor.shape[axis] % count == 0
        tensor.shard_(devices(count), axis if fits else None)


def train(count: int, axis: int | None, rule: str, jits: bool) -> tuple[list[float], Model]:
    Tensor.manual_seed(3)
    model = Model()
    if count > 1:
        spread(model, count, axis)
    optimizer = RULES[rule](nn.state.get_parameters(model))
    rng = np.random.default_rng(0)

    def step(x: Tensor, y: Tensor) -> Tensor:
        optimizer.zero_grad()
        loss = model(x).sparse_categorical_crossentropy(y)
        loss.backward()
        optimizer.step()
        return loss.realize()

    step = TinyJit(step) if jits else step
    losses = []
    with Context(TRAINING=1):
        for _ in range(5):
            x = Tensor(rng.standard_normal((12, 8)).astype(np.float32))
            y = Tensor(rng.integers(0, 4, 12).astype(np.int32))
            if count > 1:
                x, y = x.shard(devices(count), 0), y.shard(devices(count), 0)
            losses.append(step(x.realize(), y.realize()).item())
    assert not jits or step.captured
    return losses, model


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("count", COUNTS)
def test_data_parallel(count, rule):
    expected, alone = train(1, None, rule, False)
    for jits in (False, True):
        found, model = train(count, None, rule, jits)
        np.testing.assert_allclose(found, expected, rtol=1e-4)
        check(model.first.weight, alone.first.weight.numpy(), rtol=1e-3, atol=1e-5)
        check(model.norm.running_mean, alone.norm.running_mean.numpy(), rtol=1e-4)


@pytest.mark.parametrize("rule", ["sgd", "adam", "lamb"])
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("axis", [0, 1])
def test_sharded_parameters(count, rule, axis):
    expected, alone = train(1, None, rule, False)
    found, model = train(count, axis, rule, True)
    np.testing.assert_allclose(found, expected, rtol=1e-4)
    check(model.second.weight, alone.second.weight.numpy(), rtol=1e-3, atol=1e-5)
    assert model.second.weight.uop.axis == (axis if (4, 12)[axis] % count == 0 else None)


def test_the_state_of_an_optimizer_is_cut_like_its_parameter():
    model = Model()
    spread(model, 2, 0)
    optimizer = nn.optim.Adam(nn.state.get_parameters(model))
    for state, param in zip(optimizer.m, optimizer.params, strict=True):
        assert (state.device, state.uop.axis) == (param.device, param.uop.axis)


@pytest.mark.parametrize("count", COUNTS)
def test_a_convolutional_network_on_a_cut_batch(rng, count):
    x = rng.standard_normal((12, 2, 6, 6)).astype(np.float32)
    results = []
    for parts in (1, count):
        Tensor.manual_seed(1)
        convolution, norm = nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3)
        if parts > 1:
            spread([convolution, norm], parts, None)
        source = Tensor(x).shard(devices(parts), 0)
        with Context(TRAINING=1):
            loss = norm(convolution(source)).relu().max_pool2d().flatten(1).square().mean()
            loss.backward()
        results.append([loss, source.grad, convolution.weight.grad, norm.running_var])
    for alone, found in zip(*results, strict=True):
        check(found, alone.numpy(), rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_values_are_loaded_into_sharded_tensors(axis):
    source, target = Model(), Model()
    spread(target, 2, axis)
    places = {k: (t.device, t.uop.axis) for k, t in nn.state.get_state_dict(target).items()}
    nn.state.load_state_dict(target, nn.state.get_state_dict(source))
    for name, tensor in nn.state.get_state_dict(target).items():
        assert (tensor.device, tensor.uop.axis) == places[name]
        check(tensor, nn.state.get_state_dict(source)[name].numpy())
    # And back.
    nn.state.load_state_dict(source, nn.state.get_state_dict(target))
    assert source.first.weight.device == "CPU"


def test_much_is_summed_in_parts(rng):
    x = rng.standard_normal((4, 64, 4096)).astype(np.float32)
    total = Tensor(x).shard(devices(4), 0).sum(0)
    check(total, x.sum(0), rtol=1e-4, atol=1e-4)
    check(total.max(), x.sum(0).max(), rtol=1e-4)


def test_a_long_sum_of_shards(rng):
    # Each shard is summed in two kernels.
    x = rng.standard_normal(4 << 18).astype(np.float32)
    check(Tensor(x).shard(devices(4), 0).sum(), x.sum(dtype=np.float64), rtol=1e-2, atol=1.0,
          same_dtype=False)  # fmt: skip
