"""Every switch of the package, in one place.

A switch gets its first value from the environment variable of its name. A
`Context` changes it for a while:

    >>> from tinymlir import Context
    >>> from tinymlir.config import DEBUG
    >>> with Context(DEBUG=2):
    ...     DEBUG.value
    2
"""

from __future__ import annotations

import functools
import os
from contextlib import ContextDecorator
from typing import ClassVar, Generic, TypeVar

__all__ = [
    "BEAM",
    "CACHELEVEL",
    "CONST_LR",
    "CPU_LOCAL",
    "DATASETS",
    "DEBUG",
    "DEFAULT_FLOAT",
    "DEFAULT_INT",
    "DEV",
    "DISABLE_BARRIERS",
    "EMULATED_DTYPES",
    "FUSE_OPTIM",
    "IGNORE_BEAM_CACHE",
    "JITBEAM",
    "NOLOCALS",
    "NOOPT",
    "NO_MEMORY_PLANNER",
    "NUM_CPU_THREADS",
    "OPTIM_DTYPE",
    "SIM_CHECK",
    "SPLIT_REDUCEOP",
    "TINY_VERIFY",
    "TRAINING",
    "WINO",
    "Context",
    "ContextVar",
    "getenv",
]

T = TypeVar("T", int, str)


@functools.cache
def getenv(key: str, default: T = 0) -> T:  # type: ignore[assignment]
    """Read an environment variable once, with the type of its default.

    Args:
        key: the name of the variable.
        default: what an unset variable gives; an `int` default makes the
            text an integer.

    Raises:
        ValueError: the default is an integer and the text is not.

    Example:
        >>> getenv("TINYMLIR_NO_SUCH_VARIABLE", 3)
        3
    """
    text = os.environ.get(key)
    if text is None:
        return default
    try:
        return type(default)(text)
    except ValueError:
        raise ValueError(f"environment variable {key}={text!r} is not an integer") from None


class ContextVar(Generic[T]):
    """A switch: a value with a name, a type and a meaning.

    Args:
        name: also the environment variable that sets the first value.
        default: the value without one; its type is the type of the switch.
        meaning: one sentence for the documentation.
    """

    all: ClassVar[dict[str, ContextVar[int] | ContextVar[str]]] = {}

    def __init__(self, name: str, default: T, meaning: str) -> None:
        self.name = name
        self.meaning = meaning
        self.value: T = getenv(name, default)
        ContextVar.all[name] = self

    def __bool__(self) -> bool:
        return bool(self.value)

    def __ge__(self, level: T) -> bool:
        return self.value >= level

    def __gt__(self, level: T) -> bool:
        return self.value > level

    def __repr__(self) -> str:
        return f"{self.name}={self.value!r}"


DEBUG = ContextVar(
    "DEBUG",
    0,
    "1 tells what was scheduled and compiled, 2 adds a line per kernel launch, "
    "3 the schedule, 4 the structured IR, 5 the kernels as `tiny` IR, "
    "6 LLVM IR and assembly.",
)
NOOPT = ContextVar("NOOPT", 0, "1 compiles kernels without optimizations.")
CPU_LOCAL = ContextVar(
    "CPU_LOCAL",
    0,
    "1 lets opts make workgroups on the CPU. Their items run one after another, so this "
    "is only good for trying what is meant for other targets.",
)
SIM_CHECK = ContextVar(
    "SIM_CHECK",
    0,
    "1 makes kernels on the device SIM report races between items, accesses outside of "
    "memory and loads of shared memory that nobody wrote. Workgroups run one after another.",
)
DISABLE_BARRIERS = ContextVar(
    "DISABLE_BARRIERS",
    "",
    "read-after-write or write-after-read leaves out this rule of tiny-insert-barriers: a "
    "test that SIM_CHECK finds what is missing.",
)
SPLIT_REDUCEOP = ContextVar(
    "SPLIT_REDUCEOP", 1, "0 does large reductions in one kernel instead of two."
)
NO_MEMORY_PLANNER = ContextVar("NO_MEMORY_PLANNER", 0, "1 gives each temporary memory of its own.")
BEAM = ContextVar(
    "BEAM",
    0,
    "N tries opts for each kernel, extending the N fastest lists of them in each step.",
)
JITBEAM = ContextVar("JITBEAM", 0, "What BEAM is while a `TinyJit` captures; 0 for BEAM.")
IGNORE_BEAM_CACHE = ContextVar(
    "IGNORE_BEAM_CACHE", 0, "1 searches again for what a search found before."
)
CACHELEVEL = ContextVar("CACHELEVEL", 2, "0 keeps nothing on disk, and reads nothing.")
NOLOCALS = ContextVar("NOLOCALS", 0, "1 keeps a search from making workgroups.")
NUM_CPU_THREADS = ContextVar(
    "NUM_CPU_THREADS",
    0,
    "How many threads run a kernel; 0 takes every CPU this process may use. "
    "Read when the first kernel runs.",
)
DEFAULT_FLOAT = ContextVar(
    "DEFAULT_FLOAT", "float32", "The dtype of a Python float that needs storage."
)
DEFAULT_INT = ContextVar("DEFAULT_INT", "int32", "The dtype of a Python int that needs storage.")
JIT = ContextVar("JIT", 1, "0 makes TinyJit call its function each time.")
EMULATED_DTYPES = ContextVar(
    "EMULATED_DTYPES",
    "",
    "Names of dtypes, with commas between them, that kernels do without: long "
    "(with ulong), half, bfloat16 and the 8-bit floats are made of other types.",
)
DATASETS = ContextVar("DATASETS", "", "The folder with the files of `nn.datasets`.")
DEV = ContextVar("DEV", "", "The default device; empty takes the CPU.")
TRAINING = ContextVar("TRAINING", 0, "1 lets optimizers step.")
FUSE_OPTIM = ContextVar("FUSE_OPTIM", 0, "1 lets optimizers compute all parameters as one vector.")
OPTIM_DTYPE = ContextVar("OPTIM_DTYPE", "float32", "The dtype of the state of optimizers.")
CONST_LR = ContextVar("CONST_LR", 0, "1 makes learning rates constants of the kernels.")
WINO = ContextVar("WINO", 0, "1 convolves windows of 3 by Winograd's method.")
TINY_VERIFY = ContextVar(
    "TINY_VERIFY",
    0,
    "1 checks the contract of every stage while compiling. Read at start.",
)


class Context(ContextDecorator):
    """Set switches for a `with` block or for the calls of a function.

    Raises:
        KeyError: there is no switch of that name.
        TypeError: the value has not the type of the switch.

    Example:
        >>> from tinymlir import Context, dtypes
        >>> with Context(DEFAULT_FLOAT="half"):
        ...     dtypes.default_float.name
        'float16'
        >>> @Context(TRAINING=1)
        ... def step():
        ...     return TRAINING.value
        >>> step(), TRAINING.value
        (1, 0)
    """

    def __init__(self, **values: int | str) -> None:
        for name, value in values.items():
            switch = ContextVar.all.get(name)
            if switch is None:
                known = ", ".join(sorted(ContextVar.all))
                raise KeyError(f"Context: no switch {name!r}; there are {known}")
            if isinstance(value, str) != isinstance(switch.value, str):
                expected = type(switch.value).__name__
                raise TypeError(f"Context: {name} takes {expected}, not {value!r}")
        self._values = values
        self._saved: list[dict[str, int | str]] = []

    def __enter__(self) -> Context:
        """Set the switches."""
        switches = ContextVar.all
        self._saved.append({name: switches[name].value for name in self._values})
        for name, value in self._values.items():
            switches[name].value = value
        return self

    def __exit__(self, *exception: object) -> None:
        """Set them back."""
        for name, value in self._saved.pop().items():
            ContextVar.all[name].value = value
