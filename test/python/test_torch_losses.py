"""Losses, and gradients of gradients, against PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, compare_with_torch, numbers
from test_torch_movement import CASES
from test_torch_unary import FUNCTIONS
from tinymlir import Tensor

torch = pytest.importorskip("torch")
F = torch.nn.functional

REDUCTIONS = ["mean", "sum", "none"]
SCORES = [((4, 3), (4,)), ((3,), ()), ((2, 3, 5), (2, 5)), ((2, 3, 4, 2), (2, 4, 2)),
          ((1, 1), (1,)), ((0, 3), (0,))]  # fmt: skip


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("smoothing", [0.0, 0.2, 1.0])
@pytest.mark.parametrize(("shape", "rest"), SCORES, ids=str)
def test_cross_entropy(shape, rest, smoothing, reduction, rng):
    if 0 in shape and reduction == "mean":
        pytest.skip("the mean of nothing")
    classes = shape[0] if len(shape) == 1 else shape[1]
    labels = np.asarray(rng.integers(0, classes, rest))
    scores = numbers(rng, shape, "float32")
    compare_with_torch(
        lambda x: x.cross_entropy(Tensor(labels), reduction, smoothing),
        lambda x: F.cross_entropy(
            x, torch.from_numpy(labels), reduction=reduction, label_smoothing=smoothing
        ),
        scores,
    )
    if len(shape) > 1:
        axis = 1
        weights = np.exp(numbers(rng, shape, "float32"))
        weights /= weights.sum(axis, keepdims=True)
        compare_with_torch(
            lambda x, y: x.cross_entropy(y, reduction, smoothing),
            lambda x, y: F.cross_entropy(x, y, reduction=reduction, label_smoothing=smoothing),
            scores,
            weights,
        )


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("smoothing", [0.0, 0.3])
@pytest.mark.parametrize("ignored", [-1, 1])
@pytest.mark.parametrize("lead", [(5,), (2, 4), ()], ids=str)
def test_sparse_categorical_crossentropy(lead, ignored, smoothing, reduction, rng):
    scores = numbers(rng, (*lead, 3), "float32")
    labels = np.asarray(rng.integers(0, 3, lead))
    labels.reshape(-1)[0] = 2  # At least one counts.

    def theirs(x):
        losses = F.cross_entropy(x.reshape(-1, 3), torch.from_numpy(labels).reshape(-1),
                                 reduction="none", label_smoothing=smoothing,
                                 ignore_index=ignored).reshape(lead)  # fmt: skip
        if reduction == "none":
            return losses
        count = (labels != ignored).sum() if reduction == "mean" else 1
        return losses.sum() / float(count)

    compare_with_torch(
        lambda x: x.sparse_categorical_crossentropy(Tensor(labels), ignored, smoothing, reduction),
        theirs,
        scores,
    )


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("ignored", [None, 0])
@pytest.mark.parametrize(("shape", "rest"), SCORES[:4], ids=str)
def test_nll_loss(shape, rest, ignored, weighted, reduction, rng):
    classes = shape[0] if len(shape) == 1 else shape[1]
    labels = np.asarray(rng.integers(0, classes, rest))
    labels.reshape(-1)[0] = 1
    weight = rng.uniform(0.5, 2, classes).astype(np.float32) if weighted else None
    compare_with_torch(
        lambda x: x.nll_loss(
            Tensor(labels), None if weight is None else Tensor(weight), ignored, reduction
        ),
        lambda x: F.nll_loss(
            x,
            torch.from_numpy(labels),
            None if weight is None else torch.from_numpy(weight),
            ignore_index=-100 if ignored is None else ignored,
            reduction=reduction,
        ),
        numbers(rng, shape, "float32"),
    )


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("shape", [(), (5,), (3, 4), (2, 1, 3)], ids=str)
def test_binary_crossentropy(shape, reduction, rng):
    p = np.asarray(rng.uniform(0.05, 0.95, shape).astype(np.float32))
    y = np.asarray(rng.uniform(0, 1, shape).astype(np.float32))
    compare_with_torch(
        lambda a, b: a.binary_crossentropy(b, reduction),
        lambda a, b: F.binary_cross_entropy(a, b.detach(), reduction=reduction) + b.sum() * 0,
        p, y, gradient=False,
    )  # fmt: skip
    weight = np.array(1.7, np.float32)
    logits = np.asarray(numbers(rng, shape, "float32"))
    for chosen in (None, weight):
        compare_with_torch(
            lambda a, w=chosen: a.binary_crossentropy_logits(
                Tensor(y), reduction, None if w is None else Tensor(w)
            ),
            lambda a, w=chosen: F.binary_cross_entropy_with_logits(
                a, torch.from_numpy(y), reduction=reduction,
                pos_weight=None if w is None else torch.from_numpy(w),
            ),
            logits,
        )  # fmt: skip


def test_losses_of_large_scores():
    scores = np.array([[1000.0, 0.0, -1000.0]], np.float32)
    for label in range(3):
        wanted = F.cross_entropy(torch.from_numpy(scores), torch.tensor([label])).numpy()
        check(Tensor(scores).cross_entropy(Tensor([label])), wanted)
        check(Tensor(scores).sparse_categorical_crossentropy(Tensor([label])), wanted)
    check(Tensor([200.0, -200.0]).binary_crossentropy_logits(Tensor([0.0, 1.0])), np.float32(200))


SECOND = [name for name in FUNCTIONS if name not in ("pow 0", "contiguous", "lerp", "hardsigmoid")]


def second(ours, theirs, array, rtol=5e-3, atol=5e-4):
    """Compare the gradient of the squares of a gradient."""
    x, y = Tensor(array), torch.from_numpy(array).requires_grad_()
    seed = np.random.default_rng(3)
    result, wanted = ours(x), theirs(y)
    weight = seed.uniform(-1, 1, wanted.shape).astype("float32")
    (slope,) = (result * Tensor(weight)).sum().gradient(x)
    (curve,) = slope.square().sum().gradient(x)
    loss = (wanted * torch.from_numpy(np.array(weight))).sum()
    (slope_,) = torch.autograd.grad(loss, y, create_graph=True)
    total = slope_.square().sum()
    if not total.requires_grad:
        check(curve, np.zeros_like(array), same_dtype=False)
        return
    (curve_,) = torch.autograd.grad(total, y, allow_unused=True)
    check(curve, np.zeros_like(array) if curve_ is None else curve_.numpy(force=True), rtol, atol)


@pytest.mark.parametrize("name", SECOND)
def test_second_order_of_functions(name, rng):
    ours, theirs, low, high = FUNCTIONS[name]
    second(ours, theirs, rng.uniform(low, high, (3, 4)).astype(np.float32))


@pytest.mark.parametrize("name", ["pad", "roll", "diagonal", "unfold", "gather", "index", "triu"])
def test_second_order_through_movement(name, rng):
    ours, theirs, shape = CASES[name]
    second(lambda x: ours(x).exp(), lambda x: theirs(x).exp(), numbers(rng, shape, "float32") / 3)


@pytest.mark.parametrize(
    "name", ["matmul", "conv", "sort", "cumprod", "prod", "max", "var", "norm"]
)
def test_second_order_of_compositions(name, rng):
    weight = numbers(rng, (2, 2, 3), "float32")
    ours, theirs, shape = {
        "matmul": (lambda x: x @ x.T @ x, lambda x: x @ x.T @ x, (3, 4)),
        "conv": (lambda x: x.conv2d(Tensor(weight)).sin(),
                 lambda x: torch.conv1d(x, torch.from_numpy(weight)).sin(), (1, 2, 6)),
        "sort": (lambda x: x.sort()[0].exp(), lambda x: x.sort()[0].exp(), (3, 5)),
        "cumprod": (lambda x: x.cumprod(1), lambda x: x.cumprod(1), (2, 4)),
        "prod": (lambda x: x.prod(1), lambda x: x.prod(1), (2, 4)),
        "max": (lambda x: x.max(1).square(), lambda x: x.amax(1).square(), (2, 4)),
        "var": (lambda x: x.var(1), lambda x: x.var(1), (2, 4)),
        "norm": (lambda x: x.layernorm(), lambda x: F.layer_norm(x, (4,)), (2, 4)),
    }[name]  # fmt: skip
    second(ours, theirs, numbers(rng, shape, "float32") / 2)
