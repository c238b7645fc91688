"""Make a program that fails smaller, as long as it fails the same way.

Each round proposes simpler programs, the largest cuts first, and goes on from
the first that fails; when none does, the program is as small as it gets.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from tinymlir._core import UOp
from tinymlir.dtypes import dtypes, to_numpy_dtype
from tinymlir.testing.fuzz.program import Program, Step, build_step
from tinymlir.testing.fuzz.symbolic import resized
from tinymlir.testing.interpreter import evaluate

__all__ = ["shrink"]

_SIMPLE = ("float32", "int32", "bool")


def shrink(program: Program, fails: Callable[[Program], bool], budget: int = 400) -> Program:
    """Return the smallest program found that still fails.

    Args:
        program: what fails.
        fails: whether a program fails in the way in question.
        budget: how often `fails` may be asked.
    """
    for proposals in itertools.cycle([_fewer_outputs, _fewer_steps, _smaller, _plainer]):
        changed = True
        while changed and budget > 0:
            changed = False
            for candidate in proposals(program):
                budget -= 1
                if budget <= 0 or _accepted(candidate, fails):
                    changed = budget > 0
                    program = candidate if changed else program
                    break
        if budget <= 0 or (proposals is _plainer and not _improves(program, fails)):
            return program
    return program


def _improves(program: Program, fails: Callable[[Program], bool]) -> bool:
    """Whether another round is worth it."""
    return any(_accepted(c, fails) for c in _fewer_steps(program))


def _accepted(program: Program, fails: Callable[[Program], bool]) -> bool:
    try:
        program.build()
    except Exception:
        return False
    return fails(program)


def _values(program: Program) -> list[UOp]:
    values: list[UOp] = []
    for step in program.steps:
        values.append(build_step(step, values))
    return values


def _fewer_outputs(program: Program) -> Iterator[Program]:
    outputs = [i for group in program.groups for i in group]
    if len(outputs) > 1:
        for i in outputs:
            yield Program(program.steps, ((i,),)).pruned()
        for i in outputs:
            groups = tuple(tuple(k for k in group if k != i) for group in program.groups)
            yield Program(program.steps, tuple(g for g in groups if g)).pruned()
    if len(program.groups) > 1:
        yield Program(program.steps, (tuple(outputs),))


def _fewer_steps(program: Program) -> Iterator[Program]:
    """Take an operand, or elements that stand for it, in place of a statement."""
    values = _values(program)
    # An earlier statement may be the output just as well.
    for group, i in [(g, i) for g in range(len(program.groups)) for i in program.groups[g]]:
        for source in program.steps[i].inputs:
            groups = list(program.groups)
            groups[group] = tuple(dict.fromkeys(source if k == i else k for k in groups[group]))
            yield Program(program.steps, tuple(groups)).pruned()
    for i in range(len(program.steps) - 1, -1, -1):
        for source in program.steps[i].inputs:
            same = values[source].shape == values[i].shape
            if same and values[source].dtype is values[i].dtype:
                yield _redirect(program, i, source)
    for i in range(len(program.steps) - 1, -1, -1):
        if program.steps[i].array is None and not dtypes.is_weak(values[i].dtype):
            elements = np.array(evaluate([values[i]])[values[i]])
            yield _with_step(program, i, Step("", array=elements)).pruned()


def _redirect(program: Program, old: int, new: int) -> Program:
    steps = tuple(
        replace(step, inputs=tuple(new if k == old else k for k in step.inputs))
        for step in program.steps
    )
    groups = tuple(tuple(new if k == old else k for k in group) for group in program.groups)
    return Program(steps, groups).pruned()


def _with_step(program: Program, i: int, step: Step) -> Program:
    return replace(program, steps=(*program.steps[:i], step, *program.steps[i + 1 :]))


def _smaller(program: Program) -> Iterator[Program]:
    """Make every axis of one size shorter, in all statements."""
    sizes = {n for value in _values(program) for n in value.shape if n > 1}
    for size in sorted(sizes, reverse=True):
        for less in dict.fromkeys([1, 2, size // 2, size - 1]):
            if 0 < less < size:
                yield resized(program, size, less)


def _plainer(program: Program) -> Iterator[Program]:
    """Use common dtypes, and simple elements."""
    used = {step.array.dtype for step in program.steps if step.array is not None}
    for step in program.steps:
        for name in re.findall(r"dtypes\.(\w+)", step.expression() if step.array is None else ""):
            used.add(to_numpy_dtype(getattr(dtypes, name)))
    for dtype in sorted(used, key=str):
        if dtype.name in _SIMPLE:
            continue
        floating = dtype.kind in "fV"
        yield _retyped(program, dtype, "float32" if floating else "int32")
    for i, step in enumerate(program.steps):
        if step.array is None or step.array.size == 0:
            continue
        if step.writable:
            yield _with_step(program, i, replace(step, writable=False))
        for array in _plainer_arrays(step.array):
            if array.tobytes() != step.array.tobytes():
                yield _with_step(program, i, replace(step, array=array))


def _plainer_arrays(array: np.ndarray) -> Iterator[np.ndarray]:
    yield np.zeros_like(array)
    if not (array == 0).all():
        yield np.ones_like(array)
    if array.size > 64:
        return
    for place in np.ndindex(array.shape):
        if array[place] != 0:
            simpler = array.copy()
            simpler[place] = 0
            yield simpler


def _retyped(program: Program, old: np.dtype, name: str) -> Program:
    def retyped(step: Step) -> Step:
        if step.array is not None:
            return replace(step, array=step.array.astype(name)) if step.array.dtype == old else step
        args = {
            key: name
            if isinstance(value, str)
            and key == "dtype"
            and to_numpy_dtype(getattr(dtypes, value)) == old
            else value
            for key, value in step.args.items()
        }
        return replace(step, args=args)

    return replace(program, steps=tuple(retyped(step) for step in program.steps))
