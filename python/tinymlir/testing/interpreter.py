"""What a tensor graph means, op by op, in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tinymlir._core import DType, UOp
from tinymlir.dtypes import dtypes, to_numpy_dtype
from tinymlir.interop import view_as_array

__all__ = ["interpret"]

_UNARY: dict[str, Callable[..., Any]] = {
    "exp2": np.exp2, "log2": np.log2, "sin": np.sin, "sqrt": np.sqrt,
    "reciprocal": lambda x: np.divide(np.ones((), x.dtype), x),
    "neg": np.negative, "trunc": np.trunc,
    "contiguous": lambda x: x, "detach": lambda x: x,
}  # fmt: skip
_BINARY: dict[str, Callable[..., Any]] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "fdiv": np.divide,
    "max": lambda x, y: np.where(x < y, y, x),
    "floordiv": np.floor_divide, "floormod": np.mod, "cmod": np.fmod,
    "cdiv": lambda x, y: (np.abs(x) // np.abs(y) * np.sign(x) * np.sign(y)).astype(x.dtype),
    "shl": np.left_shift, "shr": np.right_shift,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    "cmplt": np.less, "cmpne": np.not_equal, "cmpeq": np.equal,
}  # fmt: skip


def interpret(root: UOp) -> np.ndarray:
    """Return the value of a graph.

    Weak numbers are computed at their default widths.

    Example:
        >>> interpret((Tensor([1, 2]) * 3).uop).tolist()
        [3, 6]
    """
    values: dict[UOp, np.ndarray] = {}
    stack = [root]
    with np.errstate(all="ignore"):
        while stack:
            node = stack[-1]
            missing = [source for source in _sources(node) if source not in values]
            if node not in values and not missing:
                values[node] = _evaluate(node, [values[s] for s in _sources(node)])
            if missing:
                stack += missing
            else:
                stack.pop()
    return values[root]


def _sources(node: UOp) -> tuple[UOp, ...]:
    return () if node.is_realized else node.src


def _numpy(dtype: DType) -> np.dtype:
    # A weak integer is wide, so that it wraps as it should where it gets a width.
    wide = dtypes.int64 if dtype is dtypes.weakint else dtypes.strong(dtype)
    return to_numpy_dtype(wide)


def _evaluate(node: UOp, sources: list[np.ndarray]) -> np.ndarray:
    op, arg = node.op, node.arg
    if node.is_realized:
        assert node.buffer is not None
        return view_as_array(node.buffer, node.shape, node.dtype)
    if op in _UNARY:
        return _UNARY[op](sources[0])
    if op in _BINARY:
        return _BINARY[op](*_unify(node.src, sources))
    if op == "where":
        return np.where(sources[0], *_unify(node.src[1:], sources[1:]))
    result = _other(op, arg, node, sources)
    return result.astype(_numpy(node.dtype), copy=False)


def _unify(nodes: tuple[UOp, ...], values: list[np.ndarray]) -> list[np.ndarray]:
    """Give weak operands the type of the others."""
    concrete = [node.dtype for node in nodes if not dtypes.is_weak(node.dtype)]
    if not concrete:
        return values
    return [value.astype(_numpy(concrete[0]), copy=False) for value in values]


def _constant(value: Any) -> np.ndarray:
    wraps = isinstance(value, int) and value >= 1 << 63
    return np.asarray(value - (1 << 64) if wraps else value)


def _other(op: str, arg: dict[str, Any], node: UOp, sources: list[np.ndarray]) -> np.ndarray:
    shape = node.shape
    x = sources[0] if sources else np.zeros(())
    if op == "const":
        return _constant(arg["value"])
    if op == "iota":
        axis = arg["axis"]
        sizes = [n if i == axis else 1 for i, n in enumerate(shape)]
        return np.broadcast_to(np.arange(shape[axis]).reshape(sizes), shape)
    if op == "cast":
        return x.astype(_numpy(node.dtype))
    if op == "reshape":
        return x.reshape(shape)
    if op == "expand":
        return np.broadcast_to(x, shape)
    if op == "permute":
        return x.transpose(arg["order"])
    if op == "flip":
        return np.flip(x, arg["axes"])
    if op == "pad":
        return np.pad(x, list(zip(arg["low"], arg["high"], strict=True)))
    if op == "shrink":
        bounds = zip(arg["offsets"], arg["sizes"], strict=True)
        return x[tuple(slice(begin, begin + size) for begin, size in bounds)]
    if op == "stack":
        return np.stack(sources)
    if op == "reduce":
        return _reduce(arg["kind"], x, tuple(arg["axes"]), node.dtype)
    raise ValueError(f"interpret: no meaning is known for {op!r}")


def _reduce(kind: str, x: np.ndarray, axes: tuple[int, ...], dtype: DType) -> np.ndarray:
    if kind == "add":
        return np.add.reduce(x, axis=axes, keepdims=True, dtype=x.dtype)
    if kind == "mul":
        return np.multiply.reduce(x, axis=axes, keepdims=True, dtype=x.dtype)
    return np.maximum.reduce(x, axis=axes, keepdims=True, initial=dtypes.min(dtype))
