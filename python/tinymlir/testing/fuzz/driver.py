"""Generate programs, run them, and report what fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from tqdm import tqdm

from tinymlir.testing.fuzz.check import VARIANTS, Failure, expand_variants
from tinymlir.testing.fuzz.generate import generate
from tinymlir.testing.fuzz.program import Program
from tinymlir.testing.fuzz.shrink import shrink
from tinymlir.testing.fuzz.symbolic import symbolic
from tinymlir.testing.fuzz.worker import Worker

__all__ = ["Finding", "explore", "fuzz", "heading"]

THREADS = (1, 2, 3)
"""On how many threads programs run, in turn."""


class _HasScript(Protocol):
    def script(self) -> str: ...


Found = TypeVar("Found", bound=_HasScript)


def explore(
    find: Callable[[Worker, int], Found | None],
    workers: list[Worker],
    numbers: Iterable[int],
    most: int,
    progress: bool,
) -> list[Found]:
    """Look at programs, print what fails, and stop the workers.

    Args:
        find: runs the program of a number; returns what is wrong, made small.
        workers: what programs run on, in turn.
        numbers: of the programs.
        most: after how many failures to stop.
        progress: whether to show a bar.
    """
    findings: list[Found] = []
    bar = tqdm(numbers, disable=not progress, unit="program")
    try:
        for number in bar:
            finding = find(workers[number % len(workers)], number)
            if finding is None:
                continue
            findings.append(finding)
            bar.write(f"\n{finding.script()}\n")
            if len(findings) >= most:
                break
    finally:
        bar.close()
        for worker in workers:
            worker.stop()
    return findings


def heading(seed: int, number: int, threads: int, failure: Failure) -> list[str]:
    """Return what stands above a script: where it comes from, and what is wrong."""
    return [
        f"# seed {seed}, program {number}: {failure.kind}",
        *[f"# {line}" for line in failure.text.splitlines()[:8]],
        f"# NUM_CPU_THREADS={threads} TINY_VERIFY=1 python this-file",
    ]


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
        top = heading(self.seed, self.number, self.threads, self.failure)
        return "\n".join([*top, *self._scripts(self.failure.variant)])

    def _scripts(self, variant: str) -> list[str]:
        if variant != "symbolic":
            return [self.program.script(variant)]
        return [variable.script("default") for _, variable in symbolic(self.program)]


def fuzz(
    seed: int, examples: int, first: int = 0, most: int = 5, progress: bool = True
) -> list[Finding]:
    """Run programs of a seed, and return those that fail.

    Args:
        seed: which programs.
        examples: how many.
        first: the number of the first.
        most: after how many failures to stop.
        progress: whether to show a bar.
    """

    def find(worker: Worker, number: int) -> Finding | None:
        program = generate(seed, number)
        failure = worker.run(program, VARIANTS)
        return _shrunk(worker, seed, number, program, failure) if failure else None

    workers = [Worker(threads) for threads in THREADS]
    return explore(find, workers, range(first, first + examples), most, progress)


def _shrunk(worker: Worker, seed: int, number: int, program: Program, failure: Failure) -> Finding:
    best = [failure]
    variants = VARIANTS if failure.kind in ("crash", "hang") else (failure.variant,)

    def fails(candidate: Program) -> bool:
        found = worker.run(candidate, variants)
        if found is None or found.kind != failure.kind:
            return False
        best[0] = found
        return True

    # A hang takes a minute each time.
    budget = 10 if failure.kind == "hang" else 100 if failure.kind == "crash" else 600
    small = shrink(program, fails, budget)
    for variant in expand_variants(small) if len(variants) > 1 else ():
        if (found := worker.run(small, (variant,))) and found.kind == failure.kind:
            best[0] = Failure(found.kind, found.text, variant, found.output)
    return Finding(seed, number, worker.threads, best[0], small)
