"""What a tensor graph means, op by op, in NumPy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tinymlir import symbolic
from tinymlir._core import DType, UOp
from tinymlir.dtypes import dtypes, from_numpy_dtype, to_numpy_dtype
from tinymlir.interop import view_as_array
from tinymlir.testing.rounding import convert

__all__ = ["evaluate", "interpret", "move", "sources_of", "unify"]


def _power(base: np.ndarray, exponent: np.ndarray) -> np.ndarray:
    if base.dtype.kind == "f":
        # NumPy may take a square root, which differs for -0.0 and -inf.
        root = (exponent == 0.5) & ((base == 0) | np.isneginf(base))
        return np.power(np.where(root, np.abs(base), base), exponent)
    unit = np.isin(base, (1, -1)) if base.dtype.kind == "i" else base == 1
    inverse = np.where(unit, np.where(exponent & 1, base, 1), 0)
    power = np.power(base, np.maximum(exponent, 0))
    return np.where(exponent < 0, inverse, power).astype(base.dtype)


def _threefry(counter: np.ndarray, key: np.ndarray) -> np.ndarray:
    low, high = np.uint64(0xFFFFFFFF), np.uint64(32)
    x, y = (counter & low).astype(np.uint32), (counter >> high).astype(np.uint32)
    keys = [(key & low).astype(np.uint32), (key >> high).astype(np.uint32)]
    keys.append(keys[0] ^ keys[1] ^ np.uint32(0x1BD11BDA))
    x, y = x + keys[0], y + keys[1]
    for group in range(5):
        for rotation in [(13, 15, 26, 6), (17, 29, 16, 24)][group % 2]:
            x = x + y
            y = (y << np.uint32(rotation) | y >> np.uint32(32 - rotation)) ^ x
        x = x + keys[(group + 1) % 3]
        y = y + keys[(group + 2) % 3] + np.uint32(group + 1)
    return y.astype(np.uint64) << high | x


_UNARY: dict[str, Callable[..., Any]] = {
    "exp2": np.exp2, "log2": np.log2, "sin": np.sin, "sqrt": np.sqrt,
    "reciprocal": lambda x: np.divide(np.ones((), x.dtype), x),
    "neg": np.negative, "trunc": np.trunc,
    "contiguous": lambda x: x, "detach": lambda x: x,
    "contiguous_backward": lambda x: x, "custom_gradient": lambda x: x,
}  # fmt: skip
_BINARY: dict[str, Callable[..., Any]] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "fdiv": np.divide,
    "max": lambda x, y: np.where((x < y) | (y != y), y, x),
    "floordiv": np.floor_divide, "floormod": np.mod,
    "cdiv": lambda x, y: _truncated(x, y)[0], "cmod": lambda x, y: _truncated(x, y)[1],
    "shl": np.left_shift, "shr": np.right_shift,
    "pow": _power, "threefry": _threefry,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    "cmplt": np.less, "cmpne": np.not_equal, "cmpeq": np.equal,
}  # fmt: skip
_REDUCTIONS: dict[str, Callable[..., Any]] = {
    "add": lambda x, axes, _: np.add.reduce(x, axis=axes, keepdims=True, dtype=x.dtype),
    "mul": lambda x, axes, _: np.multiply.reduce(x, axis=axes, keepdims=True, dtype=x.dtype),
    "max": lambda x, axes, least: np.maximum.reduce(x, axis=axes, keepdims=True, initial=least),
}  # fmt: skip
_NARROW = [to_numpy_dtype(t) for t in (*dtypes.fp8s, dtypes.float16, dtypes.bfloat16)]


def interpret(root: UOp) -> np.ndarray:
    """Return the value of a graph.

    Weak numbers are computed at their default widths.

    Example:
        >>> interpret((Tensor([1, 2]) * 3).uop).tolist()
        [3, 6]
    """
    return evaluate([root])[root]


def evaluate(roots: Iterable[UOp]) -> dict[UOp, np.ndarray]:
    """Return the value of every node below the roots, operands first.

    Stored elements are copied: what is stored to them later does not show.
    """
    values: dict[UOp, np.ndarray] = {}
    stack = list(roots)
    with np.errstate(all="ignore"):
        while stack:
            node = stack[-1]
            sources = sources_of(node)
            missing = [source for source in sources if source not in values]
            if node not in values and not missing:
                values[node] = np.asarray(_evaluate(node, sources, [values[s] for s in sources]))
            if missing:
                stack += missing
            else:
                stack.pop()
    return values


def sources_of(node: UOp) -> tuple[UOp, ...]:
    """Return the values that a value is computed from.

    The content of storage has none; what has been assigned is the value stored.
    Sizes and offsets are no such values.
    """
    if node.op in ("iota", "bind"):
        return ()
    if node.op in ("reshape", "expand", "pad", "shrink", "custom_gradient"):
        return node.src[:1]
    if node.op != "load":
        return node.src
    if node.is_realized:
        return ()
    (state,) = node.src
    _, token = state.src
    return token.src[:1]


def _rounded(function: Callable[..., Any], operands: list[np.ndarray]) -> np.ndarray:
    """Compute with floats narrower than 32 bits in 32 bits, and round the result."""
    narrow = operands[0].dtype
    if narrow not in _NARROW:
        return function(*operands)
    result = np.asarray(function(*[x.astype(np.float32) for x in operands]))
    return result if result.dtype == np.bool_ else convert(result, from_numpy_dtype(narrow))


def _sizes(dims: tuple[symbolic.SInt, ...]) -> tuple[int, ...]:
    return tuple(symbolic.evaluate(dim) for dim in dims)


def _width(dtype: DType) -> DType:
    # A weak integer is wide, so that it wraps as it should where it gets a width.
    return dtypes.int64 if dtype is dtypes.weakint else dtypes.strong(dtype)


def _evaluate(node: UOp, nodes: tuple[UOp, ...], sources: list[np.ndarray]) -> np.ndarray:
    op: str = node.op
    arg: dict[str, Any] = node.arg
    if node.is_realized:
        assert node.buffer is not None
        storage = node.src[0].shape if node.op == "shrink" else node.shape
        array = view_as_array(node.buffer, storage, node.dtype)
        return array[tuple(slice(size) for size in _sizes(node.shape))].copy()
    if op == "load":
        return sources[0]
    if op == "bind":
        return np.asarray(arg["value"])
    if op in _UNARY:
        return _rounded(_UNARY[op], sources)
    if op in _BINARY:
        return _rounded(_BINARY[op], unify(nodes, sources))
    if op == "where":
        return np.where(sources[0], *unify(nodes[1:], sources[1:]))
    if op == "const":
        return _constant(arg["value"], node.dtype)
    if op == "iota":
        axis, shape = arg["axis"], _sizes(node.shape)
        sizes = [n if i == axis else 1 for i, n in enumerate(shape)]
        return np.broadcast_to(np.arange(shape[axis]).reshape(sizes), shape)
    if op == "cast":
        return convert(sources[0], _width(node.dtype))
    if op == "bitcast":
        return sources[0].copy().view(to_numpy_dtype(node.dtype))
    if op == "stack":
        return np.stack(sources)
    if op == "reduce":
        reduction = _REDUCTIONS[arg["kind"]]
        least = dtypes.min(node.dtype)
        return _rounded(lambda x: reduction(x, tuple(arg["axes"]), least), sources)
    return move(node, sources[0])


def unify(nodes: tuple[UOp, ...], values: list[np.ndarray]) -> list[np.ndarray]:
    """Give weak operands the type of the others."""
    concrete = [node.dtype for node in nodes if not dtypes.is_weak(node.dtype)]
    if not concrete:
        return values
    return [convert(value, concrete[0]) for value in values]


def _constant(value: Any, dtype: DType) -> np.ndarray:
    if dtypes.is_weak(dtype):
        wraps = isinstance(value, int) and value >= 1 << 63
        return np.asarray(value - (1 << 64) if wraps else value)
    # The numbers of a dtype are among those of double and of its own integers.
    kind = np.dtype(np.float64) if dtypes.is_float(dtype) else to_numpy_dtype(dtype)
    return convert(np.asarray(value, kind), dtype)


def _truncated(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the quotient rounded toward zero, and the remainder it leaves."""
    quotient, remainder = np.floor_divide(x, y), np.mod(x, y)
    above = (remainder != 0) & ((x < 0) != (y < 0))
    return quotient + above.astype(x.dtype), remainder - np.where(above, y, y * 0)


def move(node: UOp, x: np.ndarray) -> np.ndarray:
    """Do to an array what a movement op does to its operand.

    Raises:
        ValueError: the node is no movement op.
    """
    op, shape = node.op, _sizes(node.shape)
    arg: dict[str, Any] = node.arg
    if op == "reshape":
        return x.reshape(shape)
    if op == "expand":
        return np.broadcast_to(x, shape)
    if op == "permute":
        return x.transpose(arg["order"])
    if op == "flip":
        return np.flip(x, arg["axes"])
    if op == "pad":
        low = zip(_sizes(arg["low"]), x.shape, shape, strict=True)
        return np.pad(x, [(before, size - before - n) for before, n, size in low])
    if op == "shrink":
        bounds = zip(_sizes(arg["offsets"]), shape, strict=True)
        return x[tuple(slice(begin, begin + size) for begin, size in bounds)]
    raise ValueError(f"interpret: no meaning is known for {op!r}")
