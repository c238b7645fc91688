"""Layers against those of PyTorch with the same parameters."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from support import check, numbers
from tinymlir import Context, Tensor, dtypes, nn


def share(ours, theirs):
    """Give the parameters of a layer of PyTorch to ours; return the names."""
    values = {
        name: Tensor(value.detach().numpy().copy()) for name, value in theirs.state_dict().items()
    }
    nn.state.load_state_dict(ours, values, verbose=False)
    return sorted(values)


def compare(ours, theirs, array, training=False):
    """Compare results, and gradients of the input and of all parameters."""
    x, y = Tensor(array), torch.tensor(array, requires_grad=True)
    theirs.train(training)
    theirs.zero_grad()
    expected = theirs(y)
    seed = np.random.default_rng(5).uniform(-1, 1, expected.shape).astype("float32")
    expected.backward(torch.from_numpy(seed))
    parameters = dict(theirs.named_parameters())
    mine = nn.state.get_state_dict(ours)
    with Context(TRAINING=int(training)):
        found = ours(x)
        slopes = found.gradient(x, *[mine[name] for name in parameters], gradient=Tensor(seed))
    check(found, expected.detach().numpy(), rtol=1e-4, atol=1e-4)
    wanted = [y.grad, *[p.grad for p in parameters.values()]]
    for slope, wish in zip(slopes, wanted, strict=True):
        check(slope, wish.numpy(), rtol=1e-3, atol=1e-3)


CONVOLUTIONS = [
    ("Conv1d", (4, 6, 3), {}, (2, 4, 9)),
    ("Conv1d", (4, 6, 3), {"padding": "same", "dilation": 2}, (2, 4, 9)),
    ("Conv2d", (4, 6, 3), {"stride": 2, "padding": 1}, (2, 4, 9, 8)),
    ("Conv2d", (4, 6, (3, 2)), {"groups": 2, "bias": False}, (2, 4, 9, 8)),
    ("Conv2d", (4, 6, 4), {"padding": "same"}, (1, 4, 5, 6)),
    ("Conv2d", (1, 1, 1), {}, (1, 1, 1, 1)),
    ("ConvTranspose1d", (4, 6, 3), {"stride": 2}, (2, 4, 5)),
    ("ConvTranspose2d", (4, 6, 3), {"stride": 2, "padding": 1, "output_padding": 1},
     (2, 4, 5, 4)),
    ("ConvTranspose2d", (4, 6, 2), {"groups": 2, "bias": False}, (2, 4, 5, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "sizes", "options", "shape"), CONVOLUTIONS, ids=str)
def test_convolutional_layers(name, sizes, options, shape, rng):
    ours, theirs = getattr(nn, name)(*sizes, **options), getattr(torch.nn, name)(*sizes, **options)
    share(ours, theirs)
    compare(ours, theirs, numbers(rng, shape, "float32"))


def test_convolutional_layers_refuse():
    with pytest.raises(ValueError, match=r'Conv2d: padding "same" is for stride 1, not 2'):
        nn.Conv2d(1, 1, 3, stride=2, padding="same")
    with pytest.raises(ValueError, match=r"Conv2d: padding is sizes or \"same\", not 'valid'"):
        nn.Conv2d(1, 1, 3, padding="valid")
    with pytest.raises(ValueError, match=r"Conv1d: 3 and 4 channels in 2 groups"):
        nn.Conv1d(3, 4, 3, groups=2)
    with pytest.raises(ValueError, match=r"ConvTranspose2d: padding is sizes, not 'same'"):
        nn.ConvTranspose2d(1, 1, 3, padding="same")


def test_initial_values_follow_from_the_seed():
    Tensor.manual_seed(3)
    a = nn.Conv2d(4, 8, 3)
    Tensor.manual_seed(3)
    b = nn.Conv2d(4, 8, 3)
    check(a.weight, b.weight.numpy())
    assert 0.9 / 6 < np.abs(a.weight.numpy()).max() <= 1 / 6
    assert np.abs(nn.LSTMCell(3, 16).weight_ih.numpy()).max() <= 0.25


AFFINE = [
    ("GroupNorm", (2, 6), (3, 6, 4, 5)), ("GroupNorm", (1, 6), (3, 6)),
    ("GroupNorm", (6, 6), (1, 6, 7)),
    ("LayerNorm", (5,), (3, 4, 5)), ("LayerNorm", ((4, 5),), (3, 4, 5)),
    ("RMSNorm", (5, 1e-6), (3, 4, 5)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "sizes", "shape"), AFFINE, ids=str)
def test_normalizing_layers(name, sizes, shape, rng):
    ours, theirs = getattr(nn, name)(*sizes), getattr(torch.nn, name)(*sizes)
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.copy_(torch.from_numpy(numbers(rng, tuple(parameter.shape), "float32")))
    share(ours, theirs)
    compare(ours, theirs, numbers(rng, shape, "float32"))


@pytest.mark.parametrize("shape", [(2, 3, 4), (2, 3, 4, 5), (1, 3, 2, 2, 2)], ids=str)
def test_instance_norm(shape, rng):
    kinds = {3: torch.nn.InstanceNorm1d, 4: torch.nn.InstanceNorm2d, 5: torch.nn.InstanceNorm3d}
    theirs = kinds[len(shape)](3, affine=True)
    with torch.no_grad():
        theirs.weight.copy_(torch.tensor([1.0, -2.0, 0.5]))
    ours = nn.InstanceNorm(3)
    share(ours, theirs)
    compare(ours, theirs, numbers(rng, shape, "float32"))


def test_layer_norm_of_images(rng):
    ours, theirs = nn.LayerNorm2d(4), torch.nn.LayerNorm(4)
    share(ours, theirs)
    x = numbers(rng, (2, 4, 3, 5), "float32")
    moved = torch.from_numpy(x).permute(0, 2, 3, 1)
    check(ours(Tensor(x)), theirs(moved).permute(0, 3, 1, 2).detach().numpy(), 1e-4, 1e-4)
    with pytest.raises(RuntimeError, match=r"LayerNorm2d: shape \[4\] has not 4 axes"):
        ours(Tensor.ones(4))


BATCH = {2: torch.nn.BatchNorm1d, 3: torch.nn.BatchNorm1d, 4: torch.nn.BatchNorm2d,
         5: torch.nn.BatchNorm3d}  # fmt: skip


@pytest.mark.parametrize("shape", [(8, 3), (4, 3, 5), (4, 3, 5, 6), (2, 3, 2, 3, 4)], ids=str)
@pytest.mark.parametrize(
    "options", [{}, {"affine": False}, {"momentum": 0.3, "eps": 1e-3}], ids=str
)
def test_batch_norm(shape, options, rng):
    theirs = BATCH[len(shape)](3, **options)
    if theirs.affine:
        with torch.no_grad():
            theirs.weight.copy_(torch.tensor([1.0, -2.0, 0.5]))
    ours = nn.BatchNorm(3, **options)
    share(ours, theirs)
    for _ in range(2):
        compare(ours, theirs, numbers(rng, shape, "float32"), training=True)
    for name in ("running_mean", "running_var"):
        check(getattr(ours, name), getattr(theirs, name).numpy(), 1e-4, 1e-5)
    assert ours.num_batches_tracked.item() == 2
    assert ours.num_batches_tracked.dtype is dtypes.int64
    compare(ours, theirs, numbers(rng, shape, "float32"))


def test_batch_norm_without_running_statistics(rng):
    ours = nn.BatchNorm2d(3, track_running_stats=False)
    theirs = torch.nn.BatchNorm2d(3, track_running_stats=False)
    compare(ours, theirs, numbers(rng, (4, 3, 2, 2), "float32"))


@pytest.mark.parametrize("bias", [True, False])
def test_lstm_cell(bias, rng):
    ours, theirs = nn.LSTMCell(4, 6, bias), torch.nn.LSTMCell(4, 6, bias)
    share(ours, theirs)
    x = numbers(rng, (3, 4), "float32")
    state, wanted = None, None
    for _ in range(3):
        state = ours(Tensor(x), state)
        wanted = theirs(torch.from_numpy(x), wanted)
        for a, b in zip(state, wanted, strict=True):
            check(a.contiguous(), b.detach().numpy(), 1e-4, 1e-5)


def test_layers_of_wrong_inputs():
    with pytest.raises(ValueError, match="GroupNorm: 5 channels in 2 groups"):
        nn.GroupNorm(2, 5)
    with pytest.raises(RuntimeError, match=r"GroupNorm: shape \[2, 3\] has not 4 channels"):
        nn.GroupNorm(2, 4)(Tensor.ones(2, 3))
    with pytest.raises(RuntimeError, match=r"input shape \[1, 2, 5, 5\] does not match"):
        nn.Conv2d(3, 4, 3)(Tensor.ones(1, 2, 5, 5))
