"""Generate programs, run them, and report what fails."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from tinymlir.testing.apifuzz.check import check
from tinymlir.testing.apifuzz.generate import generate
from tinymlir.testing.apifuzz.noise import expect
from tinymlir.testing.apifuzz.program import Program
from tinymlir.testing.apifuzz.shrink import shrink
from tinymlir.testing.fuzz.check import Failure
from tinymlir.testing.fuzz.driver import explore, heading
from tinymlir.testing.fuzz.worker import Check, Worker

__all__ = ["Finding", "fuzz"]

THREADS = (1, 2)
"""On how many threads kernels run, in turn."""
_BUDGET = {"hang": 10, "crash": 60}


@dataclass(frozen=True)
class Finding:
    """A program that fails, made small."""

    seed: int
    number: int
    threads: int
    failure: Failure
    program: Program

    def script(self) -> str:
        """Return the program as a script that shows the failure."""
        within = 0.0
        for right in expect(self.program):
            finite = right.bound[right.bound.isfinite()]
            within = max(within, float(finite.max()) if finite.numel() else 0.0)
        top = heading(self.seed, self.number, self.threads, self.failure)
        return "\n".join([*top, self.program.script(within)])


def fuzz(
    seed: int,
    examples: int,
    first: int = 0,
    most: int = 5,
    progress: bool = True,
    check: Check = check,
) -> list[Finding]:
    """Run programs of a seed, and return those that fail.

    Args:
        seed: which programs.
        examples: how many.
        first: the number of the first.
        most: after how many failures to stop.
        progress: whether to show a bar.
        check: what runs a program.
    """

    def find(worker: Worker, number: int) -> Finding | None:
        program = generate(seed, number)
        failure = worker.run(program, ())
        return _shrunk(worker, seed, number, program, failure) if failure else None

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        workers = [Worker(count, check) for count in THREADS]
        return explore(find, workers, range(first, first + examples), most, progress)
    finally:
        torch.set_num_threads(threads)


def _shrunk(worker: Worker, seed: int, number: int, program: Program, failure: Failure) -> Finding:
    best = [failure]
    # An error of another type is another failure.
    start = failure.text.split(":")[0] if failure.kind == "error" else ""

    def fails(candidate: Program) -> bool:
        found = worker.run(candidate, ())
        if found is None or found.kind != failure.kind or not found.text.startswith(start):
            return False
        best[0] = found
        return True

    small = shrink(program, fails, _BUDGET.get(failure.kind, 300))
    return Finding(seed, number, worker.threads, best[0], small)
