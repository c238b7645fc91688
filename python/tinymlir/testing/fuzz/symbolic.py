"""The same program with a size that is known at launch only.

A size of the program becomes a variable `N`. What is stored is longer than `N`,
and the program sees the front of it, so that a kernel that runs too far reads
numbers that are not there.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from tinymlir.testing.fuzz.program import Program, Size, Step

__all__ = ["resized", "symbolic"]


def symbolic(program: Program) -> list[tuple[Program, Program]]:
    """Return a program for two numbers, each as it is and with `N` for the number.

    The second number is that of the program itself; kernels are compiled for the
    first one. Nothing is returned for a program without a size to choose, or where
    the graph refuses the variable.
    """
    sizes = Counter(
        size
        for step in program.steps
        if step.array is not None
        for size in step.array.shape
        if size > 1
    )
    if not sizes:
        return []
    rng = random.Random(str((len(program.steps), sorted(sizes.items()))))
    size = rng.choice(sorted(sizes))
    most = size + rng.choice([0, 1, 3, 8])
    pairs = []
    for number in (rng.randint(1, size - 1), size):
        concrete = resized(program, size, number)
        try:
            concrete.build()
            variable = _with_variable(concrete, number, most, _places(program, size))
            variable.build()
        except (ValueError, RuntimeError, TypeError, IndexError):
            continue
        pairs.append((concrete, variable))
    return pairs


def resized(program: Program, size: int, number: int) -> Program:
    """Return a program with another number for every axis of a size."""

    def change(step: Step) -> Step:
        if step.array is not None:
            keep = tuple(slice(number if n == size else None) for n in step.array.shape)
            return replace(step, array=step.array[keep].copy())
        args = {
            name: tuple(number if n == size else n for n in value)
            if isinstance(value, tuple)
            else value
            for name, value in step.args.items()
        }
        return replace(step, args=args)

    return replace(program, steps=tuple(change(step) for step in program.steps))


_Places = list[dict[str, tuple[bool, ...]]]


def _places(program: Program, size: int) -> _Places:
    """Return for each statement where that size stands, in shapes only."""
    places: _Places = []
    for step in program.steps:
        shapes = {k: v for k, v in step.args.items() if k in ("shape", "sizes")}
        if step.array is not None:
            shapes = {"array": step.array.shape}
        places.append({name: tuple(n == size for n in shape) for name, shape in shapes.items()})
    return places


def _with_variable(program: Program, number: int, most: int, places: _Places) -> Program:
    """Return the program with `N`, at most `most`, where the number stands."""
    size = Size(number)
    steps: list[Step] = []
    numbers: list[int] = []
    for step, place in zip(program.steps, places, strict=True):
        step = replace(step, inputs=tuple(numbers[i] for i in step.inputs))
        if step.array is None:
            args = {
                name: tuple(
                    size if there else n for n, there in zip(step.args[name], marks, strict=True)
                )
                for name, marks in place.items()
            }
            steps.append(replace(step, args={**step.args, **args}))
        else:
            steps += _front(step, place["array"], size, most, len(steps))
        numbers.append(len(steps) - 1)
    groups = tuple(tuple(numbers[i] for i in group) for group in program.groups)
    return Program(tuple(steps), groups, (size, most))


def _front(step: Step, marks: tuple[bool, ...], size: Size, most: int, number: int) -> list[Step]:
    """Return a longer leaf, and the part of it that is the leaf."""
    array = step.array
    assert array is not None
    if not any(marks):
        return [step]
    # Behind the elements their complement, which changes any sum or maximum.
    wider = [(0, most - n if there else 0) for n, there in zip(array.shape, marks, strict=True)]
    bits = array.view(f"u{array.dtype.itemsize}")
    long = ~np.pad(bits, wider, mode="edge") if array.dtype.kind != "b" else ~np.pad(array, wider)
    long = long.view(array.dtype)
    long[tuple(slice(n) for n in array.shape)] = array
    sizes = tuple(size if there else n for n, there in zip(array.shape, marks, strict=True))
    offsets = (0,) * len(sizes)
    part = Step("{0}.shrink({offsets}, {sizes})", (number,), {"offsets": offsets, "sizes": sizes})
    return [replace(step, array=long), part]
