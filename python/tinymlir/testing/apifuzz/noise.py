"""How far the results of two libraries may be apart.

Every statement has a rule that says how large its own rounding may be. How that
carries on is found by trial: PyTorch runs the program again with roundings added
to each value, up or down at random. Where the results spread, so may those of
tinymlir; an integer or a truth that changes is not compared at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from tinymlir.testing.apifuzz.program import THEIRS, Program, Step, evaluate

__all__ = ["RULES", "Expected", "expect"]

_RUNS = 6
"""How often a program is run with roundings."""
_SPREAD = 3.0
_GRADIENT = 32.0
"""What a gradient may be off, in units of the last place of the largest."""


@dataclass(frozen=True)
class Expected:
    """A right result as PyTorch's tensor, and how far off each element may be."""

    value: Any
    bound: Any


def expect(program: Program) -> list[Expected]:
    """Return what the program should give.

    Raises:
        Exception: PyTorch refuses the program.
    """
    noise: dict[int, Any] = {}

    def measure(i: int, value: Any, inputs: list[Any]) -> Any:
        amount = _amount(program.steps[i], value, inputs, program.loss is not None)
        if amount is not None and bool((amount > 0).any()):
            noise[i] = amount
        return value

    results = program.theirs(measure)
    bounds = [_own(program, k, value, noise) for k, value in enumerate(results)]
    if noise:
        for run in range(_RUNS):
            for bound, value, other in zip(
                bounds, results, _shaken(program, noise, run, results), strict=True
            ):
                bound.copy_(torch.maximum(bound, _distance(value, other)))
    return [Expected(value, bound) for value, bound in zip(results, bounds, strict=True)]


def _own(program: Program, k: int, value: Any, noise: dict[int, Any]) -> Any:
    """Return what the last rounding of a result may be."""
    bound = torch.zeros(value.shape, dtype=torch.float64)
    if k < len(program.outputs):
        amount = noise.get(program.outputs[k])
        return bound if amount is None else bound + 2 * amount
    # The slope of an approximation is off by more than the approximation.
    rough = any(step.rule == "polynomial" for step in program.steps)
    eps = max(torch.finfo(value.dtype).eps, 1e-6 if rough else 0.0)
    return bound + _GRADIENT * eps * max(1.0, _largest(value))


def _shaken(program: Program, noise: dict[int, Any], run: int, results: list[Any]) -> list[Any]:
    source = torch.Generator().manual_seed(run)

    def shake(i: int, value: Any, inputs: list[Any]) -> Any:
        amount = noise.get(i)
        if amount is None:
            return value
        if amount.shape != value.shape:
            raise ValueError("the shape depends on the elements")
        sign = torch.randint(0, 2, value.shape, generator=source) * 2 - 1
        exact = value.detach().double()
        moved = (exact + sign * amount).to(value.dtype) - value.detach()
        return value + torch.where(moved.isfinite(), moved, torch.zeros_like(moved))

    try:
        found = program.theirs(shake)
    except (RuntimeError, ValueError, IndexError):
        return [None] * len(results)
    return found


def _distance(value: Any, other: Any) -> Any:
    """Return how far two results are apart; infinity if not comparable."""
    if other is None or other.shape != value.shape:
        return torch.full(value.shape, float("inf"), dtype=torch.float64)
    x, y = value.double(), other.double()
    same = (x == y) | (x.isnan() & y.isnan())
    if not value.dtype.is_floating_point:
        return torch.where(same, 0.0, float("inf")).double()
    apart = (x - y).abs() * _SPREAD
    limit = torch.finfo(value.dtype).max
    unclear = ~apart.isfinite() | (x.abs() + apart > limit)
    return torch.where(same, 0.0, torch.where(unclear, float("inf"), apart)).double()


def _largest(*values: Any) -> float:
    most = 0.0
    for value in values:
        if value.numel():
            size = value.detach().double().abs()
            most = max(most, float(torch.where(size.isfinite(), size, 0.0).max()))
    return most


# ----- Rules: each returns the rounding of every element, as float64


def _amount(step: Step, value: Any, inputs: list[Any], smooth: bool) -> Any | None:
    """Return the rounding of a statement, or None without one.

    With `smooth`, everything is moved a little, so that a gradient that jumps (a
    maximum of equal numbers) is found to be unclear.
    """
    if not value.dtype.is_floating_point:
        return None
    rule = RULES[step.rule]
    amount = None if rule is None else rule(step, value.detach(), [x.detach() for x in inputs])
    info = torch.finfo(value.dtype)
    if smooth and step.inputs:
        least = torch.full(value.shape, 4 * info.eps * _largest(value), dtype=torch.float64)
        amount = least if amount is None else torch.maximum(least, amount)
    if amount is None:
        return None
    finite = value.detach().isfinite()
    amount = torch.where(amount > 0, amount + info.smallest_normal * info.eps, amount)
    return torch.where(finite, amount, 0.0).double()


def _eps(value: Any) -> float:
    return torch.finfo(value.dtype).eps


def _whole(value: Any, inputs: list[Any]) -> bool:
    """Whether integers make the result, small enough for no sum to be rounded."""
    limit = 1 / _eps(value)
    for x in inputs:
        if x.dtype.is_floating_point and not bool((x == x.round()).all()):
            return False
    return _largest(value) <= limit and sum(_largest(x) for x in inputs) <= limit


def _ring(step: Step, value: Any, inputs: list[Any]) -> Any | None:
    """Sums and products of two: rounded once, and not if all is whole."""
    return None if _whole(value, inputs) else _round(step, value, inputs)


def _round(step: Step, value: Any, inputs: list[Any]) -> Any:
    return _eps(value) * value.double().abs()


def _sizes(step: Step, inputs: list[Any]) -> Any:
    """Return what the statement gives for the sizes of its inputs."""
    sizes = [x.abs() if x.dtype is not torch.bool else x for x in inputs]
    return evaluate(step.theirs, range(len(sizes)), sizes, THEIRS).double().abs()


def _linear(step: Step, value: Any, inputs: list[Any]) -> Any | None:
    """Sums of many: in any order, and not rounded if all is whole."""
    sizes = _sizes(step, inputs)
    whole = all(not x.dtype.is_floating_point or bool((x == x.round()).all()) for x in inputs)
    if whole and _largest(sizes) <= 1 / _eps(value):
        return None
    return 4 * _eps(value) * sizes


def _mean(step: Step, value: Any, inputs: list[Any]) -> Any:
    return 4 * _eps(value) * _sizes(step, inputs)


def _product(step: Step, value: Any, inputs: list[Any]) -> Any | None:
    """Products of many: each factor rounds once more."""
    return None if _whole(value, inputs) else 8 * _eps(value) * value.double().abs()


def _exp(step: Step, value: Any, inputs: list[Any]) -> Any:
    """Exponentials: a power of two whose exponent has been rounded."""
    return 2 * _eps(value) * (1 + 1.5 * _largest(*inputs)) * value.double().abs()


def _sinh(step: Step, value: Any, inputs: list[Any]) -> Any:
    """Differences of exponentials."""
    return 2 * _eps(value) * (1 + 1.5 * _largest(*inputs)) * (1 + value.double().abs())


def _math(step: Step, value: Any, inputs: list[Any]) -> Any:
    """Functions that are made of several steps near one."""
    return 4 * _eps(value) * (1 + value.double().abs())


def _polynomial(step: Step, value: Any, inputs: list[Any]) -> Any:
    """Functions that the reference approximates for float32, whatever the dtype."""
    return torch.maximum(_math(step, value, inputs), torch.tensor(1e-6, dtype=torch.float64))


def _norm(step: Step, value: Any, inputs: list[Any]) -> Any:
    """Formulas of several steps, rounded to the largest of all numbers."""
    size = max(1.0, _largest(value), _largest(*inputs))
    return torch.full(value.shape, 8 * _eps(value) * size, dtype=torch.float64)


def _square(step: Step, value: Any, inputs: list[Any]) -> Any:
    """Formulas that square what they are given."""
    size = max(1.0, _largest(value), _largest(*inputs) ** 2)
    return torch.full(value.shape, 8 * _eps(value) * size, dtype=torch.float64)


RULES: dict[str, Callable[[Step, Any, list[Any]], Any | None] | None] = {
    "exact": None, "ring": _ring, "round": _round, "linear": _linear, "mean": _mean,
    "product": _product, "exp": _exp, "math": _math, "sinh": _sinh,
    "polynomial": _polynomial, "norm": _norm, "square": _square,
}  # fmt: skip
