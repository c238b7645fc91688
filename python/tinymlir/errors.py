"""Errors that name the user's call.

The graph is built and checked in C++, whose errors name an op of the IR. The
outermost public call that such an error passes through puts the call, with the
shapes of its arguments, in front of it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from tinymlir._core import UOp

__all__ = ["describe", "explained"]

C = TypeVar("C", bound=type)

_OPERATORS = {
    "__add__": "+", "__sub__": "-", "__mul__": "*", "__truediv__": "/",
    "__floordiv__": "//", "__mod__": "%", "__pow__": "**", "__matmul__": "@",
    "__and__": "&", "__or__": "|", "__xor__": "^", "__lshift__": "<<",
    "__rshift__": ">>", "__lt__": "<", "__gt__": ">", "__le__": "<=",
    "__ge__": ">=", "__eq__": "==", "__ne__": "!=",
}  # fmt: skip
_REFLECTED = {"__r" + name[2:]: sign for name, sign in _OPERATORS.items()}
_INPLACE = {"__i" + name[2:]: sign + "=" for name, sign in _OPERATORS.items()}
_PREFIX = {"__neg__": "-", "__invert__": "~"}
_OTHER = {"__init__", "__getitem__", "__setitem__"}
_DUNDERS = {*_OPERATORS, *_REFLECTED, *_INPLACE, *_PREFIX, *_OTHER}

_HINTS = {
    "broadcast": "align the shapes from the right: each pair of sizes must be "
    "equal, or one of them 1 (Tensor.reshape and Tensor.unsqueeze add axes)",
    " type, not ": "convert with Tensor.cast first",
}


def describe(value: object) -> str:
    """Return a short text for an argument: dtype and shape of what has them.

    Example:
        >>> describe([Tensor.ones(2, 3), 1.5])
        '[float32[2, 3], 1.5]'
    """
    if isinstance(value, UOp) and value.shape == () and value.variables():
        return value.render()
    dtype, shape = getattr(value, "dtype", None), getattr(value, "shape", None)
    if dtype is not None and isinstance(shape, tuple):
        name = getattr(dtype, "name", None) or str(dtype)
        kind = "ndarray " if isinstance(value, np.ndarray) else ""
        sizes = [n.render() if isinstance(n, UOp) else str(n) for n in shape]
        return f"{kind}{name}[{', '.join(sizes)}]"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(describe(item) for item in value[:6])
        inner += ", …" if len(value) > 6 else ""
        if isinstance(value, list):
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, slice):
        parts = ["" if x is None else describe(x) for x in (value.start, value.stop)]
        step = "" if value.step is None else f":{value.step!r}"
        return ":".join(parts) + step
    name = getattr(value, "name", None)
    if isinstance(name, str) and hasattr(value, "itemsize"):
        return name
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _call_text(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    if name == "__init__":
        args = args[1:]  # The object is not made yet.
    shown = [describe(argument) for argument in args]
    if name in _OPERATORS and len(shown) == 2:
        return f"{shown[0]} {_OPERATORS[name]} {shown[1]}"
    if name in _REFLECTED and len(shown) == 2:
        return f"{shown[1]} {_REFLECTED[name]} {shown[0]}"
    if name in _INPLACE and len(shown) == 2:
        return f"{shown[0]} {_INPLACE[name]} {shown[1]}"
    if name in _PREFIX:
        return _PREFIX[name] + shown[0]
    if name in ("__getitem__", "__setitem__"):
        index = shown[1]
        if isinstance(args[1], tuple):
            index = ", ".join(describe(item) for item in args[1])
        value = f" = {shown[2]}" if name == "__setitem__" else ""
        return f"{shown[0]}[{index}]{value}"
    shown += [f"{key}={describe(value)}" for key, value in kwargs.items()]
    return f"({', '.join(shown)})"


def _display_name(owner: str, name: str) -> str:
    for table in (_OPERATORS, _REFLECTED, _INPLACE, _PREFIX):
        if name in table:
            return f"{owner} {table[name]}"
    if name == "__init__":
        return owner
    if name in ("__getitem__", "__setitem__"):
        return f"{owner}[...]" + (" =" if name == "__setitem__" else "")
    return f"{owner}.{name}"


def _explain(
    error: Exception,
    owner: str,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> None:
    """Rewrite the text of `error` so that it starts with the call."""
    detail: str | None = getattr(error, "_tiny_detail", None)
    if detail is None:
        detail = str(error.args[0]) if len(error.args) == 1 else str(error)
        for word, hint in _HINTS.items():
            if word in detail and detail.startswith("'tiny."):
                detail = f"{detail.rstrip()}; {hint}"
                break
        error._tiny_detail = detail  # type: ignore[attr-defined]
    try:
        call = _call_text(name, args, kwargs)
    except Exception:  # An argument that cannot be shown must not hide the error.
        call = "(…)"
    error.args = (f"{_display_name(owner, name)}: {detail}\n  in the call {call}",)


_EXPLAINED = (ValueError, TypeError, RuntimeError, IndexError, MemoryError, OverflowError)


def _wrap(function: Callable[..., Any], owner: str, is_bound: bool) -> Callable[..., Any]:
    name = function.__name__

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except _EXPLAINED as error:
            _explain(error, owner, name, args[1:] if is_bound else args, kwargs)
            raise

    return call


def explained(owner: str) -> Callable[[C], C]:
    """Make the public methods of a class say in their errors who was called.

    Args:
        owner: the name of the class that users know.
    """

    def decorate(cls: C) -> C:
        for name, value in list(vars(cls).items()):
            if name.startswith("_") and name not in _DUNDERS:
                continue
            if isinstance(value, classmethod):
                wrapped: object = classmethod(_wrap(value.__func__, owner, True))
            elif isinstance(value, staticmethod):
                wrapped = staticmethod(_wrap(value.__func__, owner, False))
            elif callable(value) and hasattr(value, "__code__"):
                wrapped = _wrap(value, owner, False)
            else:
                continue
            setattr(cls, name, wrapped)
        return cls

    return decorate
