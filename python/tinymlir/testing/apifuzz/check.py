"""Run a program with both libraries, and compare."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tinymlir.tensor import Tensor
from tinymlir.testing.apifuzz.noise import Expected, expect
from tinymlir.testing.apifuzz.program import Program
from tinymlir.testing.fuzz.check import Failure

__all__ = ["check", "compare", "verify"]


def compare(actual: Tensor, expected: Expected) -> str:
    """Return what is wrong with a result, or an empty text."""
    value = expected.value
    name = str(value.dtype).removeprefix("torch.")
    found = str(actual.dtype.name)
    if found != name or actual.shape != tuple(value.shape):
        return f"is {found}{list(actual.shape)}, not {name}{list(value.shape)}"
    x = actual.numpy()
    y = (value.float() if value.dtype is torch.bfloat16 else value).numpy()
    bound = expected.bound.numpy()
    if x.shape != y.shape:
        return f"has elements of shape {x.shape}, not {y.shape}"
    with np.errstate(all="ignore"):
        same = (x == y) | ((x != x) & (y != y))
        if y.dtype.kind == "f":
            near = np.abs(x.astype(np.float64) - y.astype(np.float64)) <= bound
            wrong = ~same & ~near & (bound < np.inf)
        else:
            wrong = ~same & (bound < np.inf)
    if not wrong.any():
        return ""
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    return (
        f"{int(wrong.sum())} of {wrong.size} elements differ, the first at {list(place)}: "
        f"{x[place]!r} instead of {y[place]!r} +- {bound[place]:.3g}"
    )


def check(program: Program, variants: tuple[str, ...] = ()) -> Failure | None:
    """Return the first thing that goes wrong with a program."""
    torch.set_num_threads(1)
    expected = expect(program)
    try:
        results = program.ours()
    except Exception as error:
        return Failure("error", f"{type(error).__name__}: {error}")
    for k, (name, x, right) in enumerate(zip(program.names(), results, expected, strict=True)):
        if problem := compare(x, right):
            return Failure("mismatch", f"{name} {problem}", output=k)
    return None


def verify(x: Tensor, y: Any, within: float = 0.0) -> None:
    """Compare a tensor with one of PyTorch.

    Raises:
        AssertionError: dtype, shape or an element differs.

    Example:
        >>> import torch
        >>> verify(Tensor([1, 2]) * 2, torch.tensor([2, 4], dtype=torch.int32))
    """
    bound = torch.full(y.shape, within, dtype=torch.float64)
    problem = compare(x, Expected(y.detach(), bound))
    assert not problem, f"the tensor {problem}"
