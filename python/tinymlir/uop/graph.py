"""Walking and taking apart the graph of a `UOp`, and the factors of integers.

These are methods of `UOp`, which `tinymlir` attaches when it is imported. Walks are
linear in the nodes and ask no recursion of Python.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tinymlir._core import UOp
from tinymlir.dtypes import DType, dtypes

__all__ = ["METHODS", "attach"]


def toposort(self: UOp, gate: Callable[[UOp], bool] | None = None) -> dict[UOp, None]:
    """Return the nodes below and this one, each behind its sources, as keys of a dict.

    Args:
        gate: nodes for which it is false are left out, and so is what is only below them.

    Example:
        >>> [uop.op for uop in (UOp.const(2) + Variable("n", 1, 9)).toposort()]
        ['const', 'variable', 'add']
    """
    found: dict[UOp, None] = {}
    seen = set()
    stack = [(self, False)]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            found[node] = None
        elif node not in seen and (gate is None or gate(node)):
            seen.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in reversed(node.src))
    return found


def backward_slice(self: UOp) -> dict[UOp, None]:
    """The nodes below this one, each behind its sources."""
    found = toposort(self)
    del found[self]
    return found


def backward_slice_with_self(self: UOp) -> dict[UOp, None]:
    """The nodes below and this one, each behind its sources."""
    return toposort(self)


def op_in_backward_slice_with_self(self: UOp, *ops: str) -> bool:
    """Return whether one of some ops is below, or this one.

    Example:
        >>> from tinymlir.uop.ops import Ops
        >>> (Tensor([1.0, 2.0]) + 1).sum().uop.op_in_backward_slice_with_self(Ops.REDUCE)
        True
    """
    names = {str.__str__(op) for op in ops}
    return any(node.op in names for node in toposort(self))


def key(self: UOp) -> bytes:
    """32 bytes that equal graphs share, in every process: SHA-256 of ops, arguments and sources.

    Storage counts by its shape and dtype and by which nodes have the same, not by where
    it is.
    """
    numbers: dict[UOp, int] = {}
    digest = hashlib.sha256()
    storages = 0
    for node in toposort(self):
        numbers[node] = len(numbers)
        arg: object = sorted(node.arg.items())
        if node.op == "buffer":
            arg, storages = storages, storages + 1
        sources = [numbers[source] for source in node.src]
        what = repr(node).partition(" ")[2] if node.op == "buffer" else ""
        digest.update(repr((node.op, arg, what, sources)).encode())
    return digest.digest()


def argstr(self: UOp) -> str:
    """Return what a node is told besides its sources, as text."""
    return ", ".join(f"{name}={value!r}" for name, value in self.arg.items())


def sym_infer(self: UOp, var_vals: Mapping[str, int]) -> int:
    """Return the number that an integer is with numbers for its variables.

    Args:
        var_vals: the numbers by the names of the variables.

    Raises:
        KeyError: a variable has no number.

    Example:
        >>> (Variable("n", 1, 9) * 4 + 1).sym_infer({"n": 3})
        13
    """
    numbers = {variable: var_vals[variable.expr] for variable in self.variables()}
    return _told(_simple(self.substitute(numbers)), "value")


def ssimplify(self: UOp) -> UOp | int:
    """Return the simplest form; a number if it is one."""
    return self.simplify()


def overflows(self: UOp, dtype: DType) -> bool:
    """Return whether an integer may be outside of what a dtype holds.

    Example:
        >>> Variable("n", 0, 300).overflows(dtypes.int8), Variable("n", 0, 9).overflows(dtypes.int8)
        (True, False)
    """
    return bool(self.vmin < dtypes.min(dtype) or self.vmax > dtypes.max(dtype))


# ----- Factors

_IDENTITIES = {"add": 0, "mul": 1, "or": 0, "xor": 0, "and": -1}


def _simple(uop: UOp) -> UOp:
    simple = uop.simplify()
    return UOp.const(simple) if isinstance(simple, int) else simple


def _told(uop: UOp, name: str) -> int:
    number = uop.arg[name]
    assert isinstance(number, int)
    return number


def _constant(uop: UOp) -> int | None:
    return _told(uop, "value") if uop.op == "const" else None


def split_uop(self: UOp, sep: str) -> Iterator[UOp]:
    """Yield the operands of a chain of one op, from the left.

    Example:
        >>> n = Variable("n", 0, 9)
        >>> [part.render() for part in (n * 2 + n + 3).split_uop("add")]
        ['n * 2', 'n', '3']
    """
    stack = [self]
    while stack:
        node = stack.pop()
        if node.op == str.__str__(sep):
            stack.extend(reversed(node.src))
        else:
            yield node


def const_factor(self: UOp) -> int:
    """Return a number that divides the integer for certain, as its form shows.

    Example:
        >>> (Variable("n", 0, 9) * 6 + 9).const_factor()
        3
    """
    if (value := _constant(self)) is not None:
        return value
    if self.op == "add":
        return math.gcd(*(const_factor(part) for part in split_uop(self, "add")))
    if self.op == "mul":
        return next((v for v in map(_constant, self.src) if v is not None), 1)
    return _told(self, "multiple_of") if self.op == "variable" else 1


def divides(self: UOp, v: int) -> UOp | None:
    """Return the integer divided by a number, if its form shows that nothing is left.

    Example:
        >>> (Variable("n", 0, 9) * 6 + 12).divides(3).render(), Variable("n", 0, 9).divides(2)
        ('(n * 2) + 4', None)
    """
    if v == 1:
        return self
    if (value := _constant(self)) is not None:
        return None if value % v else UOp.const(value // v)
    if self.op == "add":
        parts = [divides(part, v) for part in split_uop(self, "add")]
        whole = [part for part in parts if part is not None]
        return None if len(whole) < len(parts) else _simple(sum(whole[1:], whole[0]))
    if self.op == "mul":
        for this, other in (self.src, self.src[::-1]):
            if (quotient := divides(this, v)) is not None:
                return _simple(quotient * other)
    if self.op == "variable" and _told(self, "multiple_of") % v == 0:
        return self // v
    return None


def pop_const(self: UOp, op: str = "add") -> tuple[UOp, int]:
    """Return the integer without its last constant operand of an op, and that constant.

    Where there is none it is the integer, and what leaves any number as it is.

    Raises:
        ValueError: nothing does that for the op.

    Example:
        >>> rest, constant = (Variable("n", 0, 9) * 2 + 5).pop_const()
        >>> rest.render(), constant
        ('n * 2', 5)
    """
    name = str.__str__(op)
    if name not in _IDENTITIES:
        known = ", ".join(_IDENTITIES)
        raise ValueError(f"pop_const: {name} leaves no number as it is, only these do: {known}")
    if self.op == name and (value := _constant(self.src[1])) is not None:
        return self.src[0], value
    return self, _IDENTITIES[name]


def gcd(*uops: UOp) -> int:
    """Return a number that divides all of some integers, as their forms show.

    Example:
        >>> UOp.gcd(Variable("n", 0, 9) * 6, UOp.const(4))
        2
    """
    return math.gcd(*(const_factor(uop) for uop in uops))


METHODS: dict[str, Any] = {
    function.__name__: function
    for function in (
        toposort, op_in_backward_slice_with_self, argstr, sym_infer, ssimplify, overflows,
        split_uop, const_factor, divides, pop_const,
    )
} | {
    read.__name__: property(read) for read in (backward_slice, backward_slice_with_self, key)
} | {"gcd": staticmethod(gcd)}  # fmt: skip
"""What `UOp` gets from this module, by name."""


def attach() -> None:
    """Make these methods and properties of `UOp`."""
    for name, method in METHODS.items():
        setattr(UOp, name, method)
