"""Layers, optimizers and state against PyTorch."""

from __future__ import annotations

from collections import namedtuple

import numpy as np
import pytest
from support import check, numbers
from tinymlir import Context, Tensor, dtypes, nn

torch = pytest.importorskip("torch")

OPTIMIZERS = {
    "sgd": (lambda p: nn.optim.SGD(p, 0.05), lambda p: torch.optim.SGD(p, 0.05)),
    "momentum": (
        lambda p: nn.optim.SGD(p, 0.05, momentum=0.9),
        lambda p: torch.optim.SGD(p, 0.05, momentum=0.9),
    ),
    "nesterov": (
        lambda p: nn.optim.SGD(p, 0.05, momentum=0.9, nesterov=True, weight_decay=0.1),
        lambda p: torch.optim.SGD(p, 0.05, momentum=0.9, nesterov=True, weight_decay=0.1),
    ),
    "decay": (
        lambda p: nn.optim.SGD(p, 0.05, weight_decay=0.2),
        lambda p: torch.optim.SGD(p, 0.05, weight_decay=0.2),
    ),
    "adam": (lambda p: nn.optim.Adam(p, 0.05), lambda p: torch.optim.Adam(p, 0.05)),
    "adamw": (
        lambda p: nn.optim.AdamW(p, 0.05, weight_decay=0.1),
        lambda p: torch.optim.AdamW(p, 0.05, weight_decay=0.1),
    ),
}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers_walk_as_those_of_pytorch(name, rng):
    ours, theirs = OPTIMIZERS[name]
    x = numbers(rng, (8, 5), "float32")
    arrays = [numbers(rng, (5, 3), "float32"), numbers(rng, (3,), "float32")]
    expected = [torch.from_numpy(a.copy()).requires_grad_() for a in arrays]
    found = [Tensor(a.copy()) for a in arrays]
    reference, optimizer = theirs(expected), ours(found)
    for _ in range(4):
        reference.zero_grad()
        ((torch.from_numpy(x) @ expected[0] + expected[1]) ** 2).mean().backward()
        reference.step()
        with Context(TRAINING=1):
            optimizer.zero_grad()
            ((Tensor(x) @ found[0] + found[1]) ** 2).mean().backward()
            optimizer.step()
    for tensor, wanted in zip(found, expected, strict=True):
        check(tensor, wanted.detach().numpy(), rtol=2e-4, atol=1e-5)


def test_lamb_and_lars_move_against_the_gradient():
    for optimizer_of in (nn.optim.LAMB, nn.optim.LARS):
        w = Tensor([3.0, -2.0])
        optimizer = optimizer_of([w], lr=0.1)
        with Context(TRAINING=1):
            for _ in range(3):
                optimizer.zero_grad()
                (w * w).sum().backward()
                optimizer.step()
        first, second = w.tolist()
        assert 0 < first < 3 and -2 < second < 0


def test_steps_are_taken_in_place():
    w = Tensor([1.0, 2.0]).clone().realize()
    place = w.uop.buffer.ptr
    optimizer = nn.optim.SGD([w], lr=0.5)
    with Context(TRAINING=1):
        w.sum().backward()
        optimizer.step()
    assert w.tolist() == [0.5, 1.5] and w.uop.buffer.ptr == place


def test_the_learning_rate_can_change():
    w = Tensor([1.0])
    optimizer = nn.optim.SGD([w], lr=1.0)
    optimizer.lr.assign(0.25)
    with Context(TRAINING=1):
        w.sum().backward()
        optimizer.step()
    assert w.tolist() == [0.75]


def test_groups_step_together():
    a, b = Tensor([1.0]), Tensor([1.0])
    group = nn.optim.OptimizerGroup(nn.optim.SGD([a], 0.5), nn.optim.SGD([b], 0.25))
    with Context(TRAINING=1):
        group.zero_grad()
        (a + b).sum().backward()
        group.step()
    assert a.tolist() == [0.5] and b.tolist() == [0.75] and group[0].params == [a]


def test_parameters_without_axes_are_updated():
    w = Tensor(np.float32(2.0)).clone()
    optimizer = nn.optim.Adam([w], lr=0.5)
    with Context(TRAINING=1):
        (w * w).backward()
        optimizer.step()
    assert w.shape == () and w.item() == pytest.approx(1.5, rel=1e-4)


def test_optimizer_errors():
    w = Tensor([1.0])
    optimizer = nn.optim.SGD([w])
    with pytest.raises(RuntimeError, match=r"SGD\.step needs the switch TRAINING"):
        optimizer.step()
    with (
        Context(TRAINING=1),
        pytest.raises(RuntimeError, match=r"SGD\.step: parameter 0 of shape \[1\]"),
    ):
        optimizer.step()
    with pytest.raises(ValueError, match="learning rate"):
        nn.optim.Adam([w], lr=-1)
    with pytest.raises(ValueError, match="no parameters"):
        nn.optim.SGD([w.detach().is_param_(False)])


def test_tensors_that_are_no_parameters_stay():
    w, fixed = Tensor([1.0]), Tensor([5.0]).is_param_(False)
    optimizer = nn.optim.SGD([w, fixed, w], lr=1.0)
    assert optimizer.params == [w] and optimizer.buffers == [fixed]
    with Context(TRAINING=1):
        (w * fixed).sum().backward()
        optimizer.step()
    assert w.tolist() == [-4.0] and fixed.tolist() == [5.0]


def test_linear_layers(rng):
    Tensor.manual_seed(3)
    layer = nn.Linear(4, 3)
    x = numbers(rng, (2, 4), "float32")
    check(layer(Tensor(x)), x @ layer.weight.numpy().T + layer.bias.numpy(), rtol=1e-4, atol=1e-5)
    assert np.abs(layer.weight.numpy()).max() <= 0.5
    assert nn.Linear(4, 3, bias=False).bias is None
    Tensor.manual_seed(3)
    check(nn.Linear(4, 3).weight, layer.weight.numpy())


def test_normalizing_layers(rng):
    x = numbers(rng, (2, 3, 4), "float32")
    theirs = torch.nn.LayerNorm((3, 4))(torch.from_numpy(x)).detach().numpy()
    check(nn.LayerNorm((3, 4))(Tensor(x)), theirs, rtol=1e-4, atol=1e-5)
    theirs = torch.nn.RMSNorm(4, eps=1e-6)(torch.from_numpy(x)).detach().numpy()
    check(nn.RMSNorm(4)(Tensor(x)), theirs, rtol=1e-4, atol=1e-5)
    with pytest.raises(RuntimeError, match=r"LayerNorm: shape \[2, 3, 4\]"):
        nn.LayerNorm(5)(Tensor(x))


def test_state_is_found_everywhere():
    Pair = namedtuple("Pair", ["left", "right"])

    class Model:
        def __init__(self):
            self.layers = [nn.Linear(1, 2), {"deep": Tensor([1.0])}]
            self.pair = Pair(Tensor([2.0]), (Tensor([3.0]),))
            self.name = "model"

    state = nn.state.get_state_dict(Model())
    assert sorted(state) == [
        "layers.0.bias", "layers.0.weight", "layers.1.deep", "pair.left", "pair.right.0",
    ]  # fmt: skip
    assert len(nn.state.get_parameters(Model())) == 5


def test_state_is_loaded_and_checked():
    a, b = nn.Linear(2, 3), nn.Linear(2, 3)
    changed = nn.state.load_state_dict(a, nn.state.get_state_dict(b), verbose=False)
    assert len(changed) == 2
    check(a.weight, b.weight.numpy())
    a.weight += 1
    assert not np.allclose(a.weight.numpy(), b.weight.numpy())
    with pytest.raises(KeyError, match="no value for 'bias'"):
        nn.state.load_state_dict(a, {"weight": b.weight})
    with pytest.raises(ValueError, match=r"'weight' has shape \[3, 2\], its value \[2\]"):
        nn.state.load_state_dict(a, {"weight": Tensor([1.0, 2.0]), "bias": b.bias})
    some = {"weight": b.weight}
    nn.state.load_state_dict(a, some, strict=False, verbose=False, consume=True)
    assert some == {}
    assert a.weight.dtype is dtypes.float32


def test_embedding_looks_rows_up():
    layer = nn.Embedding(7, 3)
    weight = layer.weight.numpy()
    index = np.array([[0, 6], [3, 3]])
    check(layer(Tensor(index)), weight[index])
    (slope,) = layer(Tensor(index)).sum().gradient(layer.weight)
    assert slope.tolist() == [[n] * 3 for n in (1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0)]
    with pytest.raises(TypeError, match="Embedding: expected integers, got float32"):
        layer(Tensor([1.0]))
