"""What the schedule passes promise, seen from Python: numbers and counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from support import check
from tinymlir import Context, GlobalCounters, Tensor


def count(function: Callable[[], Tensor]) -> tuple[int, Tensor]:
    """Realize a value; return the number of kernels with it."""
    tensor = function()
    GlobalCounters.reset()
    tensor.realize()
    return GlobalCounters.kernel_count, tensor


@pytest.mark.parametrize("kind", ["sum", "max"])
def test_large_reduction_takes_two_kernels(rng: np.random.Generator, kind: str) -> None:
    array = rng.standard_normal((64, 4096)).astype(np.float32)
    x = Tensor(array).realize()
    for split, kernels in ((1, 2), (0, 1)):
        with Context(SPLIT_REDUCEOP=split):
            number, result = count(lambda: getattr(x, kind)())
        assert number == kernels
        check(result, getattr(array, kind)(), rtol=1e-4, atol=1e-3)


def test_large_reduction_of_a_permuted_source(rng: np.random.Generator) -> None:
    array = rng.standard_normal((4, 1024, 96)).astype(np.float32)
    x = Tensor(array).realize()
    check(x.permute(1, 2, 0).sum((0, 1)), array.sum((1, 2)), rtol=1e-4, atol=1e-3)


def chain(x: Tensor) -> Tensor:
    """Five temporaries, of which two are needed at a time."""
    for _ in range(5):
        x = (x.T.contiguous() * 1.5 + 1).contiguous()
    return x.T


def test_temporaries_share_memory(rng: np.random.Generator) -> None:
    array = rng.standard_normal((33, 65)).astype(np.float32)
    expected = array
    for _ in range(5):
        expected = (expected.T * np.float32(1.5) + np.float32(1)).astype(np.float32)
    for off in (0, 1):
        with Context(NO_MEMORY_PLANNER=off):
            check(chain(Tensor(array)), expected.T)


def test_many_buffers(rng: np.random.Generator) -> None:
    arrays = [rng.standard_normal(7).astype(np.float32) for _ in range(80)]
    tensors = [Tensor(array).realize() for array in arrays]
    total = tensors[0]
    for tensor in tensors[1:]:
        total = total + tensor
    number, result = count(lambda: total)
    assert number == 3
    check(result, np.sum(arrays, axis=0), rtol=1e-4, atol=1e-5)
    number, result = count(lambda: Tensor.stack(*tensors))
    assert number == 4
    check(result, np.stack(arrays))
