"""Compile and run: the one place that calls `realize` of the compiler.

It also prints what `DEBUG` asks for, and lets a caller collect the text of the
stages.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np

from tinymlir import _core
from tinymlir.config import (
    BEAM,
    CACHELEVEL,
    CPU_LOCAL,
    DEBUG,
    DISABLE_BARRIERS,
    EMULATED_DTYPES,
    IGNORE_BEAM_CACHE,
    JITBEAM,
    NO_MEMORY_PLANNER,
    NOLOCALS,
    NOOPT,
    SIM_CHECK,
    SPLIT_REDUCEOP,
)
from tinymlir.counters import GlobalCounters
from tinymlir.device import Device
from tinymlir.dtypes import dtypes, from_numpy_dtype, to_dtype
from tinymlir.interop import wrap_array
from tinymlir.progress import SearchReport

__all__ = [
    "STAGES",
    "JitError",
    "collect_stages",
    "is_recording",
    "realize",
    "recording_of",
    "run_module",
]

Dump = Callable[[str, str, str], None]

STAGES = {
    "tensor": "the tensor graph",
    "schedule": "kernels and their calls",
    "kernel": "a kernel before optimization",
    "optimized": "a kernel in execution order",
    "structured": "scf, vector, memref and arith",
    "llvm": "LLVM IR",
    "asm": "assembly",
}
"""The stages whose text can be had, in the order in which they happen."""

_LEVEL = {
    "schedule": 3, "structured": 4, "kernel": 5, "optimized": 5, "tensor": 6,
    "llvm": 6, "asm": 6,
}  # fmt: skip

_EMULATED = {
    dtypes.int64: "i64", dtypes.uint64: "i64", dtypes.float16: "f16", dtypes.bfloat16: "bf16",
    dtypes.fp8e4m3: "f8E4M3FN", dtypes.fp8e5m2: "f8E5M2",
    dtypes.fp8e4m3fnuz: "f8E4M3FNUZ", dtypes.fp8e5m2fnuz: "f8E5M2FNUZ",
}  # fmt: skip

_collectors: list[Dump] = []
_recordings: list[_core.Recording] = []


class _HasOperation(Protocol):
    """A module or an op of `tinymlir.ir`, which need not be imported for this."""

    @property
    def operation(self) -> object: ...


class JitError(RuntimeError):
    """A function or its arguments cannot be replayed."""


def is_recording() -> bool:
    """Return whether a `TinyJit` is noting what is launched."""
    return bool(_recordings)


@contextmanager
def recording_of(recording: _core.Recording) -> Iterator[None]:
    """Note what is realized in the block.

    Raises:
        RuntimeError: another block is noting.
    """
    if _recordings:
        raise RuntimeError("a TinyJit inside a TinyJit cannot be captured; call its function")
    _recordings.append(recording)
    recording.start()
    try:
        yield
    finally:
        recording.stop()
        _recordings.clear()


def realize(values: list[_core.UOp], *, compile_only: bool = False) -> list[_core.UOp]:
    """Compute values: each becomes the content of storage for all who refer to it.

    With `compile_only` they stay what they are, and are compiled as far as the first
    copies between devices.

    Raises:
        CompileError: a value could not be compiled.
        MemoryError: there is no storage for a value.
    """
    level = DEBUG.value
    if level <= 0 and not _collectors:
        return _realize(values, compile_only=compile_only)
    return _realize_loudly(values, level, compile_only)


def _realize(values: list[_core.UOp], **more: Any) -> list[_core.UOp]:
    more |= {
        "noopt": bool(NOOPT.value),
        "workgroups": bool(CPU_LOCAL.value),
        "sim_check": bool(SIM_CHECK.value),
        "disable_barriers": DISABLE_BARRIERS.value,
        "split_reduce": bool(SPLIT_REDUCEOP.value),
        "plan_memory": not NO_MEMORY_PLANNER.value,
        "emulate": _emulated(EMULATED_DTYPES.value),
    }
    beam = (is_recording() and JITBEAM.value) or BEAM.value
    if beam <= 0:
        return _core.realize(values, **more)
    with SearchReport() as report:
        return _core.realize(
            values,
            no_locals=bool(NOLOCALS.value),
            beam=beam,
            use_beam_cache=CACHELEVEL.value >= 1,
            ignore_beam_cache=bool(IGNORE_BEAM_CACHE.value),
            report=report,
            **more,
        )


@functools.cache
def _emulated(names: str) -> tuple[str, ...]:
    """Return what the compiler calls the dtypes of the switch.

    Raises:
        ValueError: a dtype cannot be done without, or there is none of that name.
    """
    found = set()
    for name in filter(None, (part.strip() for part in names.split(","))):
        try:
            found.add(_EMULATED[to_dtype(name)])
        except (KeyError, ValueError):
            known = ", ".join(dtype.name for dtype in _EMULATED)
            raise ValueError(
                f"EMULATED_DTYPES: kernels cannot do without {name!r}, only without {known}"
            ) from None
    return tuple(sorted(found))


@contextmanager
def collect_stages(dump: Dump) -> Iterator[None]:
    """Call `dump(stage, name, text)` for all that is compiled in the block.

    A kernel that was compiled before is not compiled again.

    Example:
        >>> from tinymlir.engine import collect_stages
        >>> names = []
        >>> with collect_stages(lambda stage, name, text: names.append(stage)):
        ...     _ = (Tensor([1.0, 2.0, 3.0]) * 11).realize()
        >>> "asm" in names
        True
    """
    _collectors.append(dump)
    try:
        yield
    finally:
        _collectors.remove(dump)


def run_module(
    module: _HasOperation | str,
    arguments: Sequence[np.ndarray | _core.Buffer],
    variables: Mapping[str, int] | None = None,
) -> None:
    """Compile a module that was written by hand, and run it on memory.

    Args:
        module: a tensor graph (one `tiny.function`), a schedule (one
            `tiny.function` and the kernels that it calls) or one `tiny.kernel`;
            as a module or op of `tinymlir.ir`, or as text.
        arguments: an array or buffer for each argument of the function or
            kernel. What is stored to an argument is in the array afterwards.
        variables: the number of each `tiny.variable`, by its name.

    Raises:
        CompileError: the module is none of these, or a pass or verifier refuses
            it; the text says what and where.
        ValueError: there are too few or too many arguments, one has another
            dtype, shape or size, is not contiguous, or is read-only but written;
            or a variable has no number, or one out of bounds.

    Example:
        >>> import numpy as np
        >>> from tinymlir.engine import run_module
        >>> x, y = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
        >>> run_module('''
        ... tiny.function @double(%x: !tiny.buffer<4xf32, global>,
        ...                       %y: !tiny.buffer<4xf32, global>) {
        ...   %a = tiny.load %x : !tiny.buffer<4xf32, global>
        ...   %b = tiny.add %a, %a : tensor<4xf32>, tensor<4xf32>
        ...   %t = tiny.store %b, %y : tensor<4xf32>, !tiny.buffer<4xf32, global>
        ...   tiny.sink %t
        ... }''', [x, y])
        >>> y.tolist()
        [0.0, 2.0, 4.0, 6.0]
    """
    text = module if isinstance(module, str) else str(module.operation)
    program = _core.ModuleProgram(text, noopt=bool(NOOPT.value))
    expected = program.arguments
    if len(arguments) != len(expected):
        raise ValueError(f"the module has {len(expected)} arguments, not {len(arguments)}")
    buffers = [
        _as_buffer(argument, number, *wanted)
        for number, (argument, wanted) in enumerate(zip(arguments, expected, strict=True))
    ]
    given = dict(variables or {})
    missing = [name for name in program.variables if name not in given]
    if missing:
        raise ValueError(f"the variable {missing[0]!r} has no number")
    program.run(buffers, [given[name] for name in program.variables])


def _as_buffer(
    argument: np.ndarray | _core.Buffer,
    number: int,
    shape: tuple[int, ...],
    dtype: _core.DType,
    is_written: bool,
) -> _core.Buffer:
    """Return the memory of an argument of a module.

    Raises:
        ValueError: it is not what the module works on.
    """
    if isinstance(argument, _core.Buffer):
        return argument
    if argument.shape != shape or from_numpy_dtype(argument.dtype) is not dtype:
        raise ValueError(
            f"argument {number} is {dtype.name} of shape {shape} in the module, but "
            f"an array of {argument.dtype} and shape {argument.shape} was given"
        )
    flags = argument.flags
    if not (flags.c_contiguous and flags.aligned and argument.dtype.isnative):
        raise ValueError(f"argument {number} is not contiguous, aligned and in native byte order")
    if is_written and not flags.writeable:
        raise ValueError(f"argument {number} is written, but is read-only")
    return wrap_array(argument, is_written)


def _realize_loudly(values: list[_core.UOp], level: int, compile_only: bool) -> list[_core.UOp]:
    trace: list[dict[str, Any]] | None = [] if level >= 2 else None

    def dump(stage: str, name: str, text: str) -> None:
        for collector in _collectors:
            collector(stage, name, text)
        if level >= _LEVEL.get(stage, 6):
            title = f"{stage} {name}".strip()
            print(f"\n// ----- {title}: {STAGES.get(stage, '')}\n{text.rstrip()}")

    wants_text = bool(_collectors) or level >= 3
    before = _core.stats()
    if level >= 1:
        Device[Device.DEFAULT]
    result = _realize(
        values, compile_only=compile_only, trace=trace, dump=dump if wants_text else None
    )
    if level >= 1:
        _print_summary(before, _core.stats(), len(values))
    if trace is not None:
        first = GlobalCounters.kernel_count - len(trace) + 1
        for number, launch in enumerate(trace, first):
            _print_launch(number, launch)
    return result


def _print_summary(before: dict[str, Any], after: dict[str, Any], count: int) -> None:
    def delta(key: str) -> float:
        return float(after.get(key, 0)) - float(before.get(key, 0))

    kernels = int(delta("kernels"))
    if kernels == 0:
        return
    text = f"realized {count} value{'s' * (count != 1)} with {kernels} kernel"
    text += "s" * (kernels != 1)
    if compiled := delta("compile_seconds"):
        text += (
            f", compiled in {compiled * 1e3:.2f} ms (passes "
            f"{delta('pass_seconds') * 1e3:.2f} ms, LLVM "
            f"{delta('llvm_seconds') * 1e3:.2f} ms)"
        )
    print(text + f", ran {delta('run_seconds') * 1e3:.2f} ms")


def _print_launch(number: int, launch: dict[str, Any]) -> None:
    seconds = float(launch["seconds"])
    flops, size = int(launch.get("flops", 0)), int(launch.get("bytes", 0))
    GlobalCounters.global_ops += flops
    GlobalCounters.global_mem += size
    GlobalCounters.time_sum_s += seconds
    arguments = launch.get("args", 0)
    count = arguments if isinstance(arguments, int) else len(arguments)
    rate = ""
    if seconds > 0:
        rate = f"{flops / seconds / 1e9:8.2f} GFLOPS {size / seconds / 1e9:7.1f} GB/s"
    print(
        f"*** {launch['device']} {number:5d} {launch['name']:46s} arg {count:2d} "
        f"mem {GlobalCounters.mem_used / 1e9:6.3f} GB tm {seconds * 1e6:9.2f}us/"
        f"{GlobalCounters.time_sum_s * 1e3:9.2f}ms ({rate})"
    )
