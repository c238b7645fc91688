"""Random programs of tensor calls."""

from __future__ import annotations

import random
from dataclasses import replace

# Each of these enters its operations in the table.
from tinymlir.testing.apifuzz import elementwise, indexing, layers, movement, reduce
from tinymlir.testing.apifuzz.draft import OPERATIONS, Draft, Reject, is_float, name_of
from tinymlir.testing.apifuzz.program import Program

__all__ = ["generate"]

_TABLES = (elementwise, indexing, layers, movement, reduce)


def generate(seed: int, number: int) -> Program:
    """Return a program; the same numbers give the same one."""
    rng = random.Random(f"{seed}/{number}")
    while True:
        kind = rng.random()
        draft = Draft(rng, smooth=kind < 0.2, special=0.2 <= kind < 0.3)
        for _ in range(rng.choice([1, 1, 2, 3])):
            draft.leaf(draft.shape(), draft.dtype())
        _grow(draft, rng.choice([1, 2, 3, 4, 6, 8]))
        program = _ended(draft)
        if program is not None:
            return program


def _grow(draft: Draft, count: int) -> None:
    table = [entry for entry in OPERATIONS if entry[3] or not draft.special]
    weights = [entry[0] for entry in table]
    done = 0
    for _ in range(20 * count):
        if done == count:
            return
        (_, _, function, _) = draft.rng.choices(table, weights)[0]
        length = len(draft.steps)
        try:
            function(draft)
            done += 1
        except Reject:
            del draft.steps[length:], draft.values[length:]


def _ended(draft: Draft) -> Program | None:
    """Return the program with its outputs: what nothing else uses, and some more."""
    used = {i for step in draft.steps for i in step.inputs}
    ends = [
        i for i, step in enumerate(draft.steps)
        if step.array is None and (i not in used or draft.rng.random() < 0.15)
    ]  # fmt: skip
    if not ends:
        return None
    if not draft.smooth:
        return draft.program(tuple(ends[-3:])).pruned()
    return _differentiated(draft, ends)


def _differentiated(draft: Draft, ends: list[int]) -> Program | None:
    """Return the program with the gradient of a weighted sum of a result."""
    floats = [i for i in ends if is_float(draft.values[i]) and draft.values[i].numel()]
    if not floats:
        return None
    end = floats[-1]
    value = draft.values[end]
    try:
        weight = draft.leaf(tuple(value.shape), name_of(value))
        loss = draft.add("({0} * {1}).sum()", "", end, weight, rule="linear")
    except Reject:
        return None
    program = draft.program((end,))
    needed = {loss}
    for i in range(loss, -1, -1):
        if i in needed:
            needed.update(draft.steps[i].inputs)
    targets = tuple(
        i for i in sorted(needed)
        if draft.steps[i].array is not None and is_float(draft.values[i]) and i != weight
    )  # fmt: skip
    if not targets:
        return None
    program = replace(program, loss=loss, targets=targets[-3:]).pruned()
    try:
        program.theirs()
    except RuntimeError:  # no float path leads to a target
        return None
    return program
