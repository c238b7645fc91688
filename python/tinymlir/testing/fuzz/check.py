"""Compile a program, and compare what comes out with the interpreter."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from tinymlir import _core
from tinymlir._core import UOp
from tinymlir.codegen.opt import KernelOptError
from tinymlir.errors import describe
from tinymlir.testing.fuzz.bounds import bounds_of
from tinymlir.testing.fuzz.opts import guess_opts
from tinymlir.testing.fuzz.program import Program
from tinymlir.testing.fuzz.symbolic import symbolic
from tinymlir.testing.interpreter import evaluate, interpret

__all__ = ["Expected", "Failure", "check", "expand_variants", "expect", "verify"]

VARIANTS = ("default", "noopt", "symbolic", "opts")
"""How a program is compiled: as always, without optimizations, with a variable for
a size, and with opts by hand for its first output. `opts` guesses some; `opts LIST`
takes these."""
_GUESSES = 8


@dataclass(frozen=True)
class Failure:
    """What went wrong: `kind` is mismatch, error, crash or hang."""

    kind: str
    text: str
    variant: str = VARIANTS[0]
    output: int = -1


@dataclass(frozen=True)
class Expected:
    """The right elements of an output, and how far off each may be."""

    value: np.ndarray
    bound: np.ndarray


def expect(groups: list[list[UOp]]) -> list[list[Expected]]:
    """Return what realizing the groups, one after another, should give."""
    values = evaluate([uop for group in groups for uop in group])
    bounds = bounds_of(values)
    return [
        [Expected(values[u].copy(), np.broadcast_to(bounds[u], values[u].shape)) for u in group]
        for group in groups
    ]


def compare(actual: np.ndarray, expected: Expected) -> str:
    """Return what is wrong with an output, or an empty text."""
    value, bound = expected.value, expected.bound
    if actual.shape != value.shape or actual.dtype != value.dtype:
        return f"is {actual.dtype}{actual.shape}, not {value.dtype}{value.shape}"
    if actual.dtype.kind in "biu":
        wrong = (actual != value) & (bound == 0)
    else:
        x, y = actual.astype(np.float64), value.astype(np.float64)
        with np.errstate(all="ignore"):
            same = (x == y) & (np.signbit(x) == np.signbit(y)) | np.isnan(x) & np.isnan(y)
            wrong = np.where(bound > 0, ~(np.abs(x - y) <= bound) & (bound < np.inf), ~same)
    if not wrong.any():
        return ""
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    return (
        f"{int(wrong.sum())} of {wrong.size} elements differ, the first at {list(place)}: "
        f"{actual[place]!r} instead of {value[place]!r} +- {bound[place]:.3g}"
    )


def _array(uop: UOp) -> np.ndarray:
    assert uop.is_realized, "the value has not been realized"
    return interpret(uop)


def run(groups: list[list[UOp]], expected: list[list[Expected]], variant: str) -> Failure | None:
    """Realize the groups; return what is wrong with the results, if anything.

    Raises:
        KernelOptError: the opts of the variant do not suit the kernel.
    """
    opts = variant.removeprefix("opts ") if variant.startswith("opts ") else None
    if opts is not None and groups:
        groups[0][0] = groups[0][0].contiguous(opts)
    number = 0
    outputs: list[tuple[int, UOp, Expected]] = []
    while groups:
        group = groups.pop(0)
        try:
            _core.realize(group, noopt=variant == "noopt", workgroups=opts is not None)
        except KernelOptError:
            raise
        except Exception as error:
            return Failure("error", f"{type(error).__name__}: {error}", variant, number)
        for uop, right in zip(group, expected[len(expected) - len(groups) - 1], strict=True):
            outputs.append((number, uop, right))
            number += 1
        # What has been realized before must not change either.
        for k, uop, right in outputs:
            if problem := compare(_array(uop), right):
                return Failure("mismatch", f"output {k} {describe(uop)} {problem}", variant, k)
    return None


def check(program: Program, variants: tuple[str, ...] = VARIANTS) -> Failure | None:
    """Return the first thing that goes wrong with a program."""
    expected = expect(program.build()[0])
    for variant in variants:
        if variant == "symbolic":
            for concrete, variable in symbolic(program):
                right = expect(concrete.build()[0])
                if failure := _check_one(variable, right, variant):
                    return failure
            continue
        for one in _guesses(program) if variant == "opts" else [variant]:
            try:
                failure = _check_one(program, expected, one)
            except KernelOptError:
                continue
            if failure:
                return failure
            break
    return None


def expand_variants(program: Program) -> list[str]:
    """Return all variants of a program, with the opts that `opts` stands for."""
    return [*VARIANTS[:-1], *_guesses(program)]


def _check_one(program: Program, expected: list[list[Expected]], variant: str) -> Failure | None:
    groups, lent = program.build()
    if failure := run(groups, expected, variant):
        return failure
    for memory, content in lent:
        if memory.tobytes() != content.tobytes():
            return Failure("mismatch", "memory that is not writable was written", variant)
    return None


def _guesses(program: Program) -> list[str]:
    """Return variants with opts, the same for the same program."""
    groups, _ = program.build()
    shape = groups[0][0].shape if groups else (0,)
    if 0 in shape:
        return []
    rng = random.Random(str((len(program.steps), shape)))
    return [*[f"opts {guess_opts(rng, shape)}" for _ in range(_GUESSES)], "opts none"]


def verify(groups: list[list[UOp]], variant: str = "default") -> None:
    """Realize the groups, one after another, and compare with the interpreter.

    Raises:
        AssertionError: a result is wrong.

    Example:
        >>> from tinymlir.testing.fuzz import verify
        >>> verify([[(Tensor([1, 2]) * 3).uop]])
    """
    failure = run(groups, expect(groups), variant)
    if failure:
        raise AssertionError(failure.text)
