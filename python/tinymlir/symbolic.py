"""Sizes that are known at launch only.

A `Variable` is an integer within bounds. It may stand wherever a size, an offset
or a number does; what is compiled then holds for all its values, and `bind` says
which one to launch with. A size that depends on variables is a UOp.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tinymlir._core import UOp

__all__ = ["SInt", "Variable", "evaluate", "greatest", "is_symbolic", "resolve", "simplify"]

SInt: TypeAlias = Any
"""A size: an int, or a UOp that is an expression of variables. Both have the
operators of numbers."""

Variable = UOp.variable


def is_symbolic(*sizes: object) -> bool:
    """Return whether one of the sizes depends on a variable.

    Example:
        >>> is_symbolic(1, 2), is_symbolic(1, Variable("n", 1, 8))
        (False, True)
    """
    return any(isinstance(size, UOp) for size in sizes)


def resolve(condition: bool | UOp, default: bool = True) -> bool:
    """Return the truth of a condition if it is one for all values, else `default`.

    Example:
        >>> n = Variable("n", 1, 8)
        >>> resolve(n < 9, False), resolve(n < 4, False), resolve(n < 4)
        (True, False, True)
    """
    if not isinstance(condition, UOp):
        return condition
    least, greatest = condition.vmin, condition.vmax
    return bool(least) if least == greatest else default


def simplify(size: SInt) -> SInt:
    """Return the simplest form of a size.

    Example:
        >>> simplify((Variable("n", 1, 8) + 1) * 2 - 2).render()
        'n * 2'
    """
    return size.simplify() if isinstance(size, UOp) else size


def greatest(size: SInt) -> int:
    """Return the greatest number that a size can be.

    Example:
        >>> greatest(Variable("n", 1, 8) * 2), greatest(3)
        (16, 3)
    """
    return size.vmax if isinstance(size, UOp) else size


def evaluate(size: SInt) -> int:
    """Return the number that a size is with what its variables are bound to.

    Raises:
        RuntimeError: a variable is not bound.

    Example:
        >>> evaluate(Variable("n", 1, 8).bind(3) * 2)
        6
    """
    return size.evaluate() if isinstance(size, UOp) else size
