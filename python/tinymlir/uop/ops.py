"""What kernels are written with: `UOp`, and what its methods are told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tinymlir._core import AddrSpace, AxisType, UOp
from tinymlir.codegen.opt import Opt

__all__ = ["AddrSpace", "AxisType", "KernelInfo", "Ops", "UOp"]


class Ops(str, Enum):
    """Ops by name, for `UOp.alu` and `UOp.reduce`; a node's `op` equals its name."""

    CONST = "const"
    BUFFER = "buffer"
    RANGE = "range"
    LOAD = "load"
    STORE = "store"
    AFTER = "after"
    END = "end"
    GROUP = "group"
    BARRIER = "barrier"
    INDEX = "index"
    REDUCE = "reduce"
    STACK = "stack"
    RESHAPE = "reshape"
    PERMUTE = "permute"
    EXPAND = "expand"
    PAD = "pad"
    SHRINK = "shrink"
    FLIP = "flip"
    CONTIGUOUS = "contiguous"
    DETACH = "detach"
    CAST = "cast"
    BITCAST = "bitcast"
    EXP2 = "exp2"
    LOG2 = "log2"
    SIN = "sin"
    SQRT = "sqrt"
    RECIPROCAL = "reciprocal"
    NEG = "neg"
    TRUNC = "trunc"
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    FDIV = "fdiv"
    POW = "pow"
    MAX = "max"
    CDIV = "cdiv"
    CMOD = "cmod"
    FLOORDIV = "floordiv"
    FLOORMOD = "floormod"
    SHL = "shl"
    SHR = "shr"
    AND = "and"
    OR = "or"
    XOR = "xor"
    THREEFRY = "threefry"
    CMPLT = "cmplt"
    CMPNE = "cmpne"
    CMPEQ = "cmpeq"
    WHERE = "where"

    def __repr__(self) -> str:
        return f"Ops.{self.name}"

    __str__ = __repr__


@dataclass(frozen=True)
class KernelInfo:
    """What `UOp.sink` says of a kernel.

    Args:
        name: its name in traces.
        opts_to_apply: the opts for its ranges, in order; `()` compiles it exactly
            as it is written, and None leaves the choice to the compiler.
    """

    name: str = "kernel"
    opts_to_apply: tuple[Opt, ...] | None = None
