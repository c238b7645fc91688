"""How far a compiled value may be from the interpreted one.

Every element has a bound on the absolute difference: 0 where the value is
defined to the bit, infinity where it is not defined at all (a quotient by zero,
a comparison of numbers that are closer than their error). The bounds are carried
through the graph next to the values, so that one comparison at the end is as
strict as the graph allows.

The compiler may add in any order, and may compute `a * b + c` with one rounding
instead of two. What it may not do is round + - * / or a square root otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from tinymlir._core import DType, UOp
from tinymlir.dtypes import dtypes, to_numpy_dtype
from tinymlir.testing.interpreter import move, sources_of, unify

__all__ = ["bounds_of"]

_MOVEMENT = ("reshape", "expand", "permute", "flip", "pad", "shrink")
_SAME = ("neg", "detach", "contiguous", "contiguous_backward", "load")
_MATH_ERROR = 8.0
"""What exp2, log2 and sin may be off, in units of the last place."""


@dataclass
class _Value:
    """An operand: numbers as doubles, their bound, and what a product may gain
    when a sum takes it unrounded.
    """

    x: np.ndarray
    error: np.ndarray
    unrounded: np.ndarray

    @property
    def total(self) -> np.ndarray:
        return self.error + self.unrounded


class _Format:
    """The numbers of a float type."""

    def __init__(self, dtype: DType) -> None:
        info = ml_dtypes.finfo(to_numpy_dtype(dtypes.strong(dtype)))
        self.eps, self.largest = float(info.eps), float(info.max)
        self.smallest = float(info.smallest_subnormal)
        self.normal = float(info.smallest_normal)
        self.precision = 1 - int(np.log2(self.eps))

    def ulp(self, x: np.ndarray) -> np.ndarray:
        return np.maximum(np.abs(x) * self.eps, self.smallest)


def bounds_of(values: dict[UOp, np.ndarray]) -> dict[UOp, np.ndarray]:
    """Return the bound of each element of each value.

    Args:
        values: what `evaluate` returns.
    """
    known: dict[UOp, _Value] = {}
    with np.errstate(all="ignore"):
        for node, value in values.items():
            nodes = sources_of(node)
            operands = [known[source] for source in nodes]
            arrays = unify(nodes, [values[s] for s in nodes]) if node.op in _UNIFIED else None
            if arrays is not None:
                operands = [
                    _Value(_double(a), o.error, o.unrounded)
                    for a, o in zip(arrays, operands, strict=True)
                ]
            known[node] = _bound(node, _double(value), operands)
    return {node: value.error for node, value in known.items()}


def _double(x: np.ndarray) -> np.ndarray:
    return np.asarray(x.astype(np.float64))


def _bound(node: UOp, x: np.ndarray, operands: list[_Value]) -> _Value:
    op = node.op
    zero = np.zeros(x.shape)
    if not operands:
        return _Value(x, zero, zero)
    first = operands[0]
    if op in _SAME:
        return _Value(x, first.error, first.unrounded)
    if op in _MOVEMENT:
        return _Value(x, move(node, first.error), move(node, first.unrounded))
    if op == "stack":
        errors = [np.stack([getattr(o, k) for o in operands]) for k in ("error", "unrounded")]
        return _Value(x, *errors)
    if op == "where":
        error, unrounded = (
            np.where(first.x != 0, getattr(operands[1], k), getattr(operands[2], k))
            for k in ("error", "unrounded")
        )
        return _Value(x, np.where(first.error > 0, np.inf, error), unrounded)
    if op == "cast":
        return _Value(x, _cast(node, x, first), zero)
    if op == "bitcast":
        # Which of the NaNs it is is not defined.
        unknown = (first.error > 0) | np.isnan(first.x)
        return _Value(x, np.where(unknown, np.inf, 0.0), zero)
    if op in ("cmplt", "cmpne", "cmpeq"):
        return _Value(x, _compare(first, operands[1]), zero)
    if not dtypes.is_float(node.dtype):
        return _Value(x, _integer(node, x, operands), zero)
    number = _Format(node.dtype)
    if op == "reduce":
        arg: dict[str, Any] = node.arg
        error = _REDUCTIONS[arg["kind"]](number, x, first, tuple(arg["axes"]))
    else:
        error = _FLOAT[op](number, x, *operands)
    if dtypes.is_weak(node.dtype):
        error = error + number.ulp(x) * 2
    error = _sealed(number, x, error)
    unrounded = zero
    if op == "mul":
        finite = np.isfinite(first.x) & np.isfinite(operands[1].x)
        unrounded = np.where(finite, number.ulp(x), 0.0)
        # A product that a sum takes unrounded has not overflowed yet.
        unrounded = np.where(finite & ~np.isfinite(x), np.inf, unrounded)
    return _Value(x, error, unrounded)


def _sealed(number: _Format, x: np.ndarray, error: np.ndarray) -> np.ndarray:
    """Add the rounding of a result that is not exact; give up on an overflow."""
    error = np.where(error > 0, error + number.ulp(x), error)
    fits = np.isfinite(x) & (np.abs(x) + error < number.largest)
    error = np.where((error > 0) & ~fits, np.inf, error)
    return np.where(np.isnan(error), np.inf, error)


def _times(x: np.ndarray, error: np.ndarray) -> np.ndarray:
    """A factor times an error, which is 0 where there is no error."""
    return np.where(error > 0, np.abs(x) * error, 0.0)


# ----- Elementwise


def _add(number: _Format, x: np.ndarray, a: _Value, b: _Value) -> np.ndarray:
    return a.total + b.total


def _mul(number: _Format, x: np.ndarray, a: _Value, b: _Value) -> np.ndarray:
    return _times(a.x, b.error) + _times(b.x, a.error) + _times(a.error, b.error)


def _fdiv(number: _Format, x: np.ndarray, a: _Value, b: _Value) -> np.ndarray:
    least = np.abs(b.x) - b.error
    error = (a.error + _times(x, b.error)) / np.where(least > 0, least, np.nan)
    return np.where((a.error > 0) | (b.error > 0), error, 0.0)


def _reciprocal(number: _Format, x: np.ndarray, a: _Value) -> np.ndarray:
    zero = np.zeros_like(a.x)
    return _fdiv(number, x, _Value(zero + 1, zero, zero), a)


def _sqrt(number: _Format, x: np.ndarray, a: _Value) -> np.ndarray:
    least = a.x - a.error
    return np.where(a.error > 0, a.error / np.sqrt(np.where(least > 0, least, np.nan)), 0.0)


def _exp2(number: _Format, x: np.ndarray, a: _Value) -> np.ndarray:
    limit = np.log2(number.largest)
    own = np.where(np.isfinite(a.x) & (a.x < limit + 0.01), _MATH_ERROR * number.ulp(x), 0.0)
    return own + np.where(a.error > 0, x * np.expm1(a.error), 0.0)


def _log2(number: _Format, x: np.ndarray, a: _Value) -> np.ndarray:
    least = a.x - a.error
    own = np.where(np.isfinite(x), _MATH_ERROR * (number.ulp(x) + number.eps), 0.0)
    return own + np.where(a.error > 0, 2 * a.error / np.where(least > 0, least, np.nan), 0.0)


def _sin(number: _Format, x: np.ndarray, a: _Value) -> np.ndarray:
    own = np.where(np.isfinite(a.x) & (a.x != 0), _MATH_ERROR * number.eps, 0.0)
    small = _MATH_ERROR * number.ulp(x)
    return np.where(np.abs(a.x) < 1, np.minimum(own, small), own) + a.error


def _pow(number: _Format, x: np.ndarray, a: _Value, b: _Value) -> np.ndarray:
    size = np.abs(a.x)
    exponent = np.abs(np.where(size > 0, b.x * np.log2(np.where(size > 0, size, 1.0)), 0.0))
    # The exponent of a large result is itself rounded.
    own = number.ulp(x) * (_MATH_ERROR + 4 * exponent)
    limit = np.log2(number.largest)
    special = np.isnan(x) | (np.isinf(x) & ~(np.abs(exponent - limit) < 1)) | ~np.isfinite(exponent)
    own = np.where(special, 0.0, own)
    least = size - a.error
    relative = np.where(a.error > 0, np.abs(b.x) * a.error / np.where(least > 0, least, np.nan), 0)
    logarithm = np.log(np.where(a.x > 0, a.x, np.nan))
    relative = relative + np.where(b.error > 0, np.abs(logarithm) * b.error, 0)
    return own + np.where(relative == 0, 0.0, np.abs(x) * np.expm1(np.abs(relative)))


def _trunc(number: _Format, x: np.ndarray, a: _Value) -> np.ndarray:
    same = np.trunc(a.x - a.error) == np.trunc(a.x + a.error)
    # A zero that may have either sign keeps that.
    kept = np.where((a.error > 0) & (x == 0), number.smallest, 0.0)
    return np.where((a.error > 0) & ~same, a.error + 1, kept)


def _max(number: _Format, x: np.ndarray, a: _Value, b: _Value) -> np.ndarray:
    error = np.maximum(a.error, b.error)
    certain = (np.isnan(a.x) & (a.error == 0)) | (np.isnan(b.x) & (b.error == 0))
    return np.where(certain, 0.0, np.where((error > 0) & np.isnan(x), np.inf, error))


_FLOAT: dict[str, Callable[..., np.ndarray]] = {
    "add": _add, "sub": _add, "mul": _mul, "fdiv": _fdiv, "reciprocal": _reciprocal,
    "sqrt": _sqrt, "exp2": _exp2, "log2": _log2, "sin": _sin, "trunc": _trunc, "max": _max,
    "pow": _pow,
}  # fmt: skip
_UNIFIED = {
    "add", "sub", "mul", "fdiv", "max", "cmplt", "cmpne", "cmpeq", "floordiv", "floormod",
    "cdiv", "cmod", "shl", "shr", "and", "or", "xor", "pow", "threefry",
}  # fmt: skip


def _compare(a: _Value, b: _Value) -> np.ndarray:
    """Unknown where the numbers are closer than their errors."""
    error = a.error + b.error
    far = np.abs(a.x - b.x) > error
    return np.where((error > 0) & ~far, np.inf, 0.0)


def _integer(node: UOp, x: np.ndarray, operands: list[_Value]) -> np.ndarray:
    """Unknown where an operand is, and where the operation is not defined."""
    unknown: Any = False
    for operand in operands:
        unknown = unknown | (operand.error > 0)
    if node.op == "reduce":
        arg: dict[str, Any] = node.arg
        unknown = _along(np.logical_or, unknown, tuple(arg["axes"]))
    if node.op in ("floordiv", "floormod", "cdiv", "cmod"):
        unknown = unknown | (operands[1].x == 0)
    if node.op in ("shl", "shr"):
        width = dtypes.strong(node.dtype).bitsize
        unknown = unknown | (operands[1].x < 0) | (operands[1].x >= width)
    return np.broadcast_to(np.where(unknown, np.inf, 0.0), x.shape)


def _cast(node: UOp, x: np.ndarray, a: _Value) -> np.ndarray:
    to = node.dtype
    if dtypes.is_float(to):
        return _sealed(_Format(to), x, a.error)
    if to is dtypes.bool:
        return np.where((a.error > 0) & ~(np.abs(a.x) > a.error), np.inf, 0.0)
    if not dtypes.is_float(node.src[0].dtype):
        return np.where(a.error > 0, np.inf, 0.0)
    low, high = np.trunc(a.x - a.error), np.trunc(a.x + a.error)
    strong = dtypes.int64 if dtypes.is_weak(to) else to
    least, most = float(dtypes.min(strong)), float(dtypes.max(strong))
    # The greatest 64-bit number is not a double: the next one is out of range.
    fits = (low >= least) & ((high < most) | ((high == most) & (strong.bitsize < 64)))
    return np.where((low == high) & fits, 0.0, np.inf)


# ----- Reductions: in any order


def _sum(number: _Format, x: np.ndarray, a: _Value, axes: tuple[int, ...]) -> np.ndarray:
    size = np.abs(a.x)
    finite = np.isfinite(size)
    partial = _along(np.add, np.where(finite, size, 0.0), axes)
    whole = _along(np.logical_and, ~finite | (a.x == np.rint(a.x)), axes)
    exact = whole & (partial <= 2.0**number.precision) & (partial < number.largest)
    # An infinity or NaN decides, if no partial sum overflows.
    exact |= ~_along(np.logical_and, finite, axes) & (partial < number.largest / 2)
    error = _along(np.add, a.total, axes)
    count = _count(a.x, axes)
    rounded = error + count * number.ulp(partial)
    error = np.where((error == 0) & (exact | (count == 1)), 0.0, rounded)
    error = np.where(partial + error < number.largest, error, np.where(error > 0, np.inf, 0.0))
    # The sign of a zero is that of the neutral element or not.
    return np.where(x == 0, np.maximum(error, number.smallest), error)


def _product(number: _Format, x: np.ndarray, a: _Value, axes: tuple[int, ...]) -> np.ndarray:
    size = np.abs(a.x)
    known = _along(np.logical_and, a.error == 0, axes)
    most = _along(np.multiply, np.maximum(size + a.error, 1.0), axes)
    least = _along(np.multiply, np.where(size > 0, np.minimum(size, 1.0), 1.0), axes)
    normal = (most < number.largest) & (least > number.normal)
    whole = _along(np.logical_and, size == np.rint(size), axes)
    exact = known & whole & (most <= 2.0**number.precision) & (most < number.largest)
    relative = _along(np.add, a.total / np.maximum(size - a.error, 0.0), axes)
    count = _count(a.x, axes)
    rounded = np.abs(x) * np.expm1(relative + count * number.eps)
    has_zero = known & _along(np.logical_or, size == 0, axes)
    error = np.where(exact | (known & (count == 1)), 0.0, rounded)
    error = np.where(has_zero, number.smallest, error)
    has_nan = _along(np.logical_or, np.isnan(a.x), axes)
    return np.where(normal, error, np.where(known & has_nan, 0.0, np.inf))


def _maximum(number: _Format, x: np.ndarray, a: _Value, axes: tuple[int, ...]) -> np.ndarray:
    error = _along(np.maximum, a.error, axes)
    # The sign of a zero depends on the order.
    error = np.where(x == 0, np.maximum(error, number.smallest), error)
    certain = _along(np.logical_or, np.isnan(a.x) & (a.error == 0), axes)
    return np.where(certain, 0.0, np.where((error > 0) & np.isnan(x), np.inf, error))


def _along(function: np.ufunc, x: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    initial = -np.inf if function is np.maximum else np._NoValue
    return function.reduce(x, axis=axes, keepdims=True, initial=initial)


def _count(x: np.ndarray, axes: tuple[int, ...]) -> int:
    return int(np.prod([x.shape[axis] for axis in axes]))


_REDUCTIONS: dict[str, Callable[..., np.ndarray]] = {
    "add": _sum, "mul": _product, "max": _maximum,
}  # fmt: skip
