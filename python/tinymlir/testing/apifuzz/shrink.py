"""Make a program that fails smaller, as long as it fails the same way.

As for the programs of the compiler: each round proposes simpler programs, and goes
on from the first that fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import torch

from tinymlir.testing.apifuzz.program import THEIRS, Program, Step, evaluate, to_torch

__all__ = ["shrink"]


def shrink(program: Program, fails: Callable[[Program], bool], budget: int = 300) -> Program:
    """Return the smallest program found that still fails.

    Args:
        program: what fails.
        fails: whether a program fails in the way in question.
        budget: how often `fails` may be asked.
    """
    changed = True
    while changed:
        changed = False
        for proposals in (_fewer_outputs, _fewer_steps, _smaller, _plainer):
            again = True
            while again:
                again = False
                for candidate in proposals(program):
                    if budget <= 0:
                        return program
                    budget -= 1
                    if fails(candidate):
                        program, again, changed = candidate, True, True
                        break
    return program


def _values(program: Program) -> list[Any]:
    values: list[Any] = []
    for step in program.steps:
        values.append(
            to_torch(step.array)
            if step.array is not None
            else evaluate(step.theirs, step.inputs, values, THEIRS)
        )
    return values


def _fewer_outputs(program: Program) -> Iterator[Program]:
    if program.loss is not None:
        yield replace(program, loss=None, targets=()).pruned()
        if program.outputs:
            yield replace(program, outputs=()).pruned()
        for i in program.targets if len(program.targets) > 1 else ():
            yield replace(program, targets=(i,)).pruned()
    if len(program.outputs) > 1:
        for i in program.outputs:
            yield replace(program, outputs=(i,)).pruned()


def _fewer_steps(program: Program) -> Iterator[Program]:
    values = _values(program)
    for i in program.outputs:
        for source in program.steps[i].inputs:
            outputs = tuple(dict.fromkeys(source if k == i else k for k in program.outputs))
            yield replace(program, outputs=outputs).pruned()
    for i in range(len(program.steps) - 1, -1, -1):
        for source in program.steps[i].inputs:
            same = values[source].shape == values[i].shape
            if same and values[source].dtype is values[i].dtype:
                yield _redirect(program, i, source)
    for i in range(len(program.steps) - 1, -1, -1):
        if program.steps[i].array is None and i != program.loss:
            elements = _array(values[i])
            steps = _with_step(program, i, Step(array=elements))
            # A gradient is taken by a leaf.
            grown = (*program.targets, i) if elements.dtype.kind == "f" else program.targets
            yield replace(steps, targets=grown if program.loss is not None else ()).pruned()


def _array(value: Any) -> np.ndarray:
    if value.dtype is torch.bfloat16:
        return value.detach().view(torch.int16).numpy().copy().view(ml_dtypes.bfloat16)
    return value.detach().numpy().copy()


def _redirect(program: Program, old: int, new: int) -> Program:
    steps = tuple(
        replace(step, inputs=tuple(new if k == old else k for k in step.inputs))
        for step in program.steps
    )
    outputs = tuple(dict.fromkeys(new if k == old else k for k in program.outputs))
    loss = new if program.loss == old else program.loss
    return replace(program, steps=steps, outputs=outputs, loss=loss).pruned()


def _with_step(program: Program, i: int, step: Step) -> Program:
    return replace(program, steps=(*program.steps[:i], step, *program.steps[i + 1 :]))


def _smaller(program: Program) -> Iterator[Program]:
    """Make axes of one size shorter, in all leaves and in each."""
    leaves = [i for i, step in enumerate(program.steps) if step.array is not None]
    sizes = {n for i in leaves for n in _shape(program, i) if n > 1}
    for size in sorted(sizes, reverse=True):
        for less in dict.fromkeys([1, 2, size - 1]):
            if less >= size:
                continue
            yield _resized(program, leaves, size, less)
            for i in leaves:
                if size in _shape(program, i):
                    yield _resized(program, [i], size, less)


def _shape(program: Program, i: int) -> tuple[int, ...]:
    array = program.steps[i].array
    return () if array is None else array.shape


def _resized(program: Program, leaves: list[int], size: int, less: int) -> Program:
    for i in leaves:
        array = program.steps[i].array
        assert array is not None
        keep = tuple(slice(less if n == size else None) for n in array.shape)
        program = _with_step(program, i, Step(array=array[keep].copy()))
    return program


def _plainer(program: Program) -> Iterator[Program]:
    """Use simple elements."""
    for i, step in enumerate(program.steps):
        if step.array is None or not step.array.size:
            continue
        simple = [np.zeros_like(step.array), np.ones_like(step.array)]
        rounded = np.trunc(step.array.astype(np.float64))
        if step.array.dtype.kind not in "biu":
            simple.append(rounded.astype(step.array.dtype))
        if step.array.size <= 16:
            for place in np.ndindex(step.array.shape):
                one = step.array.copy()
                one[place] = 0
                simple.append(one)
        for array in simple:
            if (array != step.array).sum() > 0 and _weight(array) < _weight(step.array):
                yield _with_step(program, i, Step(array=array))


def _weight(array: np.ndarray) -> tuple[int, float]:
    """Return how complicated elements are."""
    x = array.astype(np.float64)
    broken = int((~np.isfinite(x)).sum()) + int((x != np.trunc(x)).sum())
    return broken, float((x != 0).sum() + ((x != 0) & (x != 1)).sum())
