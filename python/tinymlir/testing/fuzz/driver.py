"""Generate programs, run them, and report what fails."""

from __future__ import annotations

from dataclasses import dataclass

from tqdm import tqdm

from tinymlir.testing.fuzz.check import VARIANTS, Failure, expand_variants
from tinymlir.testing.fuzz.generate import generate
from tinymlir.testing.fuzz.program import Program
from tinymlir.testing.fuzz.shrink import shrink
from tinymlir.testing.fuzz.symbolic import symbolic
from tinymlir.testing.fuzz.worker import Worker

__all__ = ["Finding", "fuzz"]

THREADS = (1, 2, 3)
"""On how many threads programs run, in turn."""


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
        failure = self.failure
        lines = [
            f"# seed {self.seed}, program {self.number}: {failure.kind}",
            *[f"# {line}" for line in failure.text.splitlines()[:8]],
            f"# NUM_CPU_THREADS={self.threads} TINY_VERIFY=1 python this-file",
            *self._scripts(failure.variant),
        ]
        return "\n".join(lines)

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
    findings: list[Finding] = []
    workers = [Worker(threads) for threads in THREADS]
    bar = tqdm(range(first, first + examples), disable=not progress, unit="program")
    try:
        for number in bar:
            worker = workers[number % len(workers)]
            program = generate(seed, number)
            failure = worker.run(program, VARIANTS)
            if failure is None:
                continue
            finding = _shrunk(worker, seed, number, program, failure)
            findings.append(finding)
            bar.write(f"\n{finding.script()}\n")
            if len(findings) >= most:
                break
    finally:
        bar.close()
        for worker in workers:
            worker.stop()
    return findings


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
