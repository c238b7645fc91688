"""Lists, tuples and dicts."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

__all__ = [
    "all_int",
    "all_same",
    "argfix",
    "argsort",
    "canonicalize_strides",
    "dedup",
    "flat_to_grouped",
    "flatten",
    "fully_flatten",
    "get_shape",
    "get_single_element",
    "make_tuple",
    "merge_dicts",
    "partition",
    "prod",
    "resolve_pool_pads",
    "strides_for_shape",
    "unwrap",
]

T = TypeVar("T")
K = TypeVar("K")


def prod(x: Iterable[Any]) -> Any:
    """Return the product of numbers; 1 of none.

    Example:
        >>> prod([2, 3]), prod([])
        (6, 1)
    """
    return functools.reduce(operator.mul, x, 1)


def dedup(x: Iterable[T]) -> list[T]:
    """Return the items in order, without those that came before.

    Example:
        >>> dedup([3, 1, 3])
        [3, 1]
    """
    return list(dict.fromkeys(x))


def argfix(*x: Any) -> tuple[Any, ...]:
    """Return the items of `f(2, 3)` and of `f((2, 3))` alike.

    Raises:
        ValueError: there are a sequence and something else.

    Example:
        >>> argfix(2, 3), argfix((2, 3)), argfix()
        ((2, 3), (2, 3), ())
    """
    if x and isinstance(x[0], (tuple, list)):
        if len(x) != 1:
            raise ValueError(f"argfix: one sequence or single items, not {x}")
        return tuple(x[0])
    return x


def argsort(x: Sequence[Any]) -> Any:
    """Return the places of the items in order, in a sequence of the same kind.

    Example:
        >>> argsort([30, 10, 20])
        [1, 2, 0]
    """
    return type(x)(sorted(range(len(x)), key=x.__getitem__))  # type: ignore[call-arg]


def all_same(items: Sequence[Any]) -> bool:
    """Return whether all items are equal.

    Example:
        >>> all_same([1, 1]), all_same([1, 2]), all_same([])
        (True, False, True)
    """
    return all(item == items[0] for item in items)


def all_int(t: Sequence[Any]) -> bool:
    """Return whether all items are integers; a size of variables is not.

    Example:
        >>> all_int((1, 2)), all_int((1, 2.0))
        (True, False)
    """
    return all(isinstance(item, int) for item in t)


def get_shape(x: Any) -> tuple[int, ...]:
    """Return the shape of nested lists.

    Raises:
        ValueError: the lists of a level have different shapes.

    Example:
        >>> get_shape([[1, 2, 3], [4, 5, 6]]), get_shape(1), get_shape([])
        ((2, 3), (), (0,))
    """
    if isinstance(x, (str, bytes)) or not hasattr(x, "__len__") or not hasattr(x, "__getitem__"):
        return ()
    if getattr(x, "shape", None) == ():
        return ()
    shapes = [get_shape(item) for item in x]
    if not all_same(shapes):
        raise ValueError(f"get_shape: inhomogeneous shapes {dedup(shapes)}")
    return (len(shapes), *(shapes[0] if shapes else ()))


def make_tuple(x: T | Sequence[T], cnt: int) -> tuple[T, ...]:
    """Return `cnt` times a number, or the items of a sequence.

    Example:
        >>> make_tuple(3, 2), make_tuple([1, 2, 3], 2)
        ((3, 3), (1, 2, 3))
    """
    return tuple(x) if isinstance(x, Sequence) else (x,) * cnt


def flatten(l: Iterable[Iterable[T]]) -> list[T]:
    """Return the items of all sequences.

    Example:
        >>> flatten([[1, 2], [3]])
        [1, 2, 3]
    """
    return list(itertools.chain.from_iterable(l))


def fully_flatten(l: Any) -> list[Any]:
    """Return the items of nested sequences.

    Example:
        >>> fully_flatten([[1, (2, [3])], 4])
        [1, 2, 3, 4]
    """
    if isinstance(l, (str, bytes)) or not hasattr(l, "__len__") or not hasattr(l, "__getitem__"):
        return [l]
    if getattr(l, "shape", None) == ():
        return [l[()]]
    return [item for part in l for item in fully_flatten(part)]


def flat_to_grouped(padding: Sequence[Any]) -> tuple[tuple[Any, Any], ...]:
    """Return the pairs of a flat padding, the first axis first.

    Example:
        >>> flat_to_grouped([1, 2, 3, 4])
        ((3, 4), (1, 2))
    """
    return tuple(zip(padding[-2::-2], padding[::-2], strict=True))


def resolve_pool_pads(padding: int | Sequence[int], dims: int) -> Sequence[int]:
    """Return a padding as two numbers per axis, the last axis first.

    Args:
        padding: a number, one per axis, or two per axis with the last axis first.
        dims: the number of axes.

    Raises:
        ValueError: the numbers are not as many.

    Example:
        >>> resolve_pool_pads(1, 2), resolve_pool_pads((1, 2), 2)
        ([1, 1, 1, 1], [2, 2, 1, 1])
    """
    if isinstance(padding, int):
        return [padding] * 2 * dims
    if len(padding) == dims:
        return [number for number in padding[::-1] for _ in range(2)]
    if len(padding) != 2 * dims:
        raise ValueError(f"resolve_pool_pads: {len(padding)} numbers for {dims} axes")
    return padding


def strides_for_shape(shape: Sequence[Any]) -> tuple[Any, ...]:
    """Return how far apart neighbours on each axis lie, in row-major order.

    Example:
        >>> strides_for_shape((2, 3, 4)), strides_for_shape((2, 1))
        ((12, 4, 1), (1, 0))
    """
    steps = itertools.accumulate(reversed(shape[1:]), operator.mul, initial=1)
    return canonicalize_strides(shape, tuple(steps)[::-1] if shape else ())


def canonicalize_strides(shape: Sequence[Any], strides: Sequence[Any]) -> tuple[Any, ...]:
    """Return strides with 0 for axes of size one.

    Example:
        >>> canonicalize_strides((2, 1), (1, 7))
        (1, 0)
    """
    return tuple(0 if size == 1 else step for size, step in zip(shape, strides, strict=True))


def merge_dicts(ds: Iterable[dict[K, T]]) -> dict[K, T]:
    """Return the entries of all dicts.

    Raises:
        ValueError: a key has two values.

    Example:
        >>> merge_dicts([{"a": 1}, {"b": 2}, {"a": 1}])
        {'a': 1, 'b': 2}
    """
    merged: dict[K, T] = {}
    for entries in ds:
        for key, value in entries.items():
            if merged.setdefault(key, value) != value:
                raise ValueError(f"merge_dicts: {key!r} is {merged[key]!r} and {value!r}")
    return merged


def partition(itr: Iterable[T], fxn: Callable[[T], Any]) -> tuple[list[T], list[T]]:
    """Return the items for which a function is true, and the others.

    Example:
        >>> partition([1, 2, 3], lambda x: x > 1)
        ([2, 3], [1])
    """
    parts: tuple[list[T], list[T]] = ([], [])
    for item in itr:
        parts[not fxn(item)].append(item)
    return parts


def unwrap(x: T | None) -> T:
    """Return what is not None.

    Raises:
        ValueError: it is None.

    Example:
        >>> unwrap(3)
        3
    """
    if x is None:
        raise ValueError("unwrap: there is nothing")
    return x


def get_single_element(x: Iterable[T]) -> T:
    """Return the only item.

    Raises:
        ValueError: there are more, or none.

    Example:
        >>> get_single_element({7})
        7
    """
    items = list(x)
    if len(items) != 1:
        raise ValueError(f"get_single_element: there are {len(items)}")
    return items[0]
