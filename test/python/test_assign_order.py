"""Reads and writes of one buffer happen in the order of the program.

Each case runs on tensors and, statement by statement, on arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tinymlir import Tensor

Case = Callable[[Any, Any, Callable[..., None]], list[Any]]


def assign(target: Any, value: Any) -> None:
    """Write to storage in place."""
    if isinstance(target, Tensor):
        target.assign(value)
    else:
        target[...] = value


def copy(x: Any) -> Any:
    """Return what a value is now."""
    return x * 1 if isinstance(x, Tensor) else x.copy()


def read_then_write(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    y = a + 1
    put(a, b * 2)
    return [y, a, b]


def write_then_read(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    put(a, b * 2)
    return [a + 1, a, b]


def write_twice(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    put(a, a + b)
    y = copy(a)
    put(a, a * 3)
    return [y, a]


def swap(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    old = copy(a)
    put(a, b)
    put(b, old)
    return [a, b]


def rotate(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    c = copy(a + b)
    x, y = copy(a), copy(b)
    put(a, y + c)
    put(b, x - c)
    return [a, b, c]


def transpose_in_place(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    put(a, copy(a.T))
    return [a]


def flip_in_place(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    put(a, copy(a[::-1]))
    return [a]


def diamond(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    x, y = a + 1, copy(b * 2)
    put(b, x + a)
    put(a, y + b)
    return [a, b]


def cross(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    rows = a.sum(1, keepdims=True) if isinstance(a, np.ndarray) else a.sum(1, keepdim=True)
    put(a, a - rows)
    put(b, b + a)
    return [a, b, rows]


def mean_and_step(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    put(a, a * 0.9 + b * 0.1)
    put(b, b - a * 0.5)
    return [b, a]


def reader_of_both(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    before = copy(a @ b)
    put(a, a + 1)
    between = copy(a @ b)
    put(b, b - 1)
    return [before, between, a @ b, a, b]


def chain(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    for _ in range(4):
        put(a, a + b)
        put(b, b * 0.5 + a)
    return [a, b]


def sum_of_itself(a: Any, b: Any, put: Callable[..., None]) -> list[Any]:
    put(a, a / a.sum())
    put(b, b - b.max())
    return [a, b]


CASES: list[Case] = [
    read_then_write, write_then_read, write_twice, swap, rotate, transpose_in_place,
    flip_in_place, diamond, cross, mean_and_step, reader_of_both, chain, sum_of_itself,
]  # fmt: skip


def run(case: Case, rng: np.random.Generator, order: int) -> None:
    arrays = [rng.uniform(1, 2, (5, 5)).astype(np.float32) for _ in range(2)]
    a, b = (Tensor(array.copy()).realize() for array in arrays)
    expected = case(arrays[0], arrays[1], assign)
    found = case(a, b, assign)
    # The arrays that the case returned may have changed since: so have the tensors.
    wanted = [np.array(value) for value in expected]
    if order < 0:
        found, wanted = found[::-1], wanted[::-1]
    found[0].realize(*found[1:])
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one.numpy(), other, rtol=1e-4)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_order(case: Case, order: int, rng: np.random.Generator) -> None:
    run(case, rng, order)


def test_parts_in_turn(rng: np.random.Generator) -> None:
    array = rng.standard_normal((6, 4)).astype(np.float32)
    x = Tensor(array.copy()).realize()
    x[1:3] = x[3:5] + 1
    array[1:3] = array[3:5] + 1
    x[0] = x[1] * 2
    array[0] = array[1] * 2
    x[:, 2] = 5.0
    array[:, 2] = 5.0
    total = x.sum()
    x[4:] = x[:2]
    array_total = array.sum()
    array[4:] = array[:2].copy()
    np.testing.assert_allclose(total.numpy(), array_total, rtol=1e-5)
    np.testing.assert_allclose(x.numpy(), array, rtol=1e-5)


def test_overlapping_parts(rng: np.random.Generator) -> None:
    array = rng.standard_normal(8).astype(np.float32)
    x = Tensor(array.copy()).realize()
    x[1:] = x[:-1]
    array[1:] = array[:-1].copy()
    x[:4] = x[:4][::-1]
    array[:4] = array[:4][::-1].copy()
    np.testing.assert_allclose(x.numpy(), array)


def test_nothing_is_written_to_an_empty_part() -> None:
    x = Tensor([1.0, 2.0, 3.0]).realize()
    x[1:1] = Tensor([]).reshape(0)
    empty = Tensor.zeros(0, 3)
    empty.assign(empty + 1)
    assert x.tolist() == [1.0, 2.0, 3.0]
    assert (empty.sum() + x.sum()).item() == 6.0
    assert empty.numpy().shape == (0, 3)
