"""Opts: what becomes of the loops of a kernel, said by hand.

`Tensor.contiguous(arg=(Opt(...), ...))` has the kernel that computes the tensor
optimized by exactly these opts, in order, instead of by the heuristics.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from tinymlir._core import KernelOptError

__all__ = ["KernelOptError", "Opt", "OptOps", "format_opts"]


class OptOps(Enum):
    """The kinds of opts. `Opt.axis` counts the loops of the kernel as they are then."""

    TC = "tc"
    """Tensor cores compute the product."""
    UPCAST = "upcast"
    """Steps of an output loop become dimensions of a vector."""
    UNROLL = "unroll"
    """Steps of a reduced loop (counted among those) become dimensions of a vector."""
    LOCAL = "local"
    """Steps of an output loop become items of a workgroup."""
    THREAD = "thread"
    """Parts of an output loop run on threads."""
    GROUP = "group"
    """Steps of a reduced loop (counted among those) are shared by a workgroup."""
    GROUPTOP = "grouptop"
    """Parts of a reduced loop (counted among those) are shared by a workgroup."""
    NOLOCALS = "nolocals"
    """Later opts cannot make workgroups."""
    PADTO = "padto"
    """A loop gets the next multiple of a number as its extent."""
    SWAP = "swap"
    """Two output loops change places."""

    def __repr__(self) -> str:
        return f"OptOps.{self.name}"


@dataclass(frozen=True)
class Opt:
    """One opt.

    Args:
        op: what it does.
        axis: the loop that it changes.
        arg: how many steps, 0 for all; of `SWAP` the other loop.

    Example:
        >>> Opt(OptOps.UPCAST, 0, 4)
        Opt(op=OptOps.UPCAST, axis=0, arg=4)
    """

    op: OptOps
    axis: int | None = None
    arg: int | tuple[int, ...] | None = None


def format_opts(opts: Iterable[Opt]) -> str:
    """Return the text that the compiler reads.

    Raises:
        TypeError: something is not an `Opt`.

    Example:
        >>> format_opts((Opt(OptOps.UPCAST, 0, 4), Opt(OptOps.NOLOCALS)))
        'upcast:0:4,nolocals'
        >>> format_opts(())
        'none'
    """
    texts = []
    for opt in opts:
        if not isinstance(opt, Opt) or not isinstance(opt.op, OptOps):
            raise TypeError(f"expected opts, not {opt!r}")
        arg = opt.arg if isinstance(opt.arg, tuple) else (opt.arg,)
        parts = [opt.axis, *arg]
        texts.append(":".join([opt.op.value, *[str(part) for part in parts if part is not None]]))
    return ",".join(texts) or "none"
