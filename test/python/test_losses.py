"""Losses against PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, numbers
from tinymlir import Tensor

torch = pytest.importorskip("torch")
functional = torch.nn.functional
REDUCTIONS = ["mean", "sum", "none"]


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_sparse_categorical_crossentropy(reduction, smoothing, rng):
    a, y = numbers(rng, (7, 5), "float32"), rng.integers(0, 5, 7)
    expected = functional.cross_entropy(
        torch.from_numpy(a), torch.from_numpy(y), reduction=reduction, label_smoothing=smoothing
    )
    found = Tensor(a).sparse_categorical_crossentropy(
        Tensor(y), label_smoothing=smoothing, reduction=reduction
    )
    check(found, expected.numpy(), 1e-4, 1e-5)


def test_ignored_classes_do_not_count(rng):
    a, y = numbers(rng, (4, 3), "float32"), np.array([0, -1, 2, -1])
    expected = functional.cross_entropy(torch.from_numpy(a), torch.from_numpy(y), ignore_index=-1)
    check(Tensor(a).sparse_categorical_crossentropy(Tensor(y)), expected.numpy(), 1e-4, 1e-5)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("shape", [(6, 4), (3, 4, 2), (5,)])
def test_cross_entropy_by_class_and_by_probability(reduction, shape, rng):
    a = numbers(rng, shape, "float32")
    axis = 0 if len(shape) == 1 else 1
    rest = shape[:axis] + shape[axis + 1 :]
    y = rng.integers(0, shape[axis], rest)
    expected = functional.cross_entropy(
        torch.from_numpy(a), torch.tensor(y), reduction=reduction, label_smoothing=0.1
    )
    found = Tensor(a).cross_entropy(Tensor(np.asarray(y, np.int32)), reduction, label_smoothing=0.1)
    check(found, expected.numpy(), 1e-4, 1e-5)
    p = torch.from_numpy(numbers(rng, shape, "float32")).softmax(axis)
    expected = functional.cross_entropy(torch.from_numpy(a), p, reduction=reduction)
    check(Tensor(a).cross_entropy(Tensor(p.numpy()), reduction), expected.numpy(), 1e-4, 1e-5)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_binary_cross_entropies(reduction, rng):
    a, y = rng.uniform(0.05, 0.95, (9,)).astype(np.float32), numbers(rng, (9,), "bool")
    y = y.astype(np.float32)
    expected = functional.binary_cross_entropy(
        torch.from_numpy(a), torch.from_numpy(y), reduction=reduction
    )
    check(Tensor(a).binary_crossentropy(Tensor(y), reduction), expected.numpy(), 1e-4, 1e-5)
    weight = np.array([2.5], np.float32)
    expected = functional.binary_cross_entropy_with_logits(
        torch.from_numpy(a), torch.from_numpy(y), reduction=reduction,
        pos_weight=torch.from_numpy(weight),
    )  # fmt: skip
    found = Tensor(a).binary_crossentropy_logits(Tensor(y), reduction, Tensor(weight))
    check(found, expected.numpy(), 1e-4, 1e-5)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_nll_loss(reduction, rng):
    a, y = numbers(rng, (6, 4), "float32"), rng.integers(0, 4, 6)
    w = rng.uniform(0.5, 2, 4).astype(np.float32)
    expected = functional.nll_loss(
        torch.from_numpy(a), torch.from_numpy(y), torch.from_numpy(w),
        reduction=reduction, ignore_index=2,
    )  # fmt: skip
    found = Tensor(a).nll_loss(Tensor(y), Tensor(w), ignore_index=2, reduction=reduction)
    check(found, expected.numpy(), 1e-4, 1e-5)


def test_errors_name_shapes_and_reductions():
    a = Tensor.ones(3, 4)
    with pytest.raises(RuntimeError, match=r"Tensor\.sparse_categorical.*\[4\].*\[3, 4\]"):
        a.sparse_categorical_crossentropy(Tensor([1, 2, 3, 0]))
    with pytest.raises(TypeError, match="classes are integers, not float32"):
        a.sparse_categorical_crossentropy(Tensor([1.0, 2.0, 3.0]))
    with pytest.raises(RuntimeError, match=r"Tensor\.cross_entropy: targets of shape \[2\]"):
        a.cross_entropy(Tensor([1, 2]))
    with pytest.raises(ValueError, match="reduction"):
        a.cross_entropy(Tensor([1, 2, 0]), reduction="median")
    with pytest.raises(ValueError, match="label_smoothing"):
        a.cross_entropy(Tensor([1, 2, 0]), label_smoothing=2)
    with pytest.raises(RuntimeError, match=r"Tensor\.nll_loss"):
        a.nll_loss(Tensor([1]))
