"""Generate programs, run them, and report what fails."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from tqdm import tqdm

from tinymlir.testing.apifuzz.check import check
from tinymlir.testing.apifuzz.generate import generate
from tinymlir.testing.apifuzz.noise import expect
from tinymlir.testing.apifuzz.program import Program
from tinymlir.testing.apifuzz.shrink import shrink
from tinymlir.testing.fuzz.check import Failure
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
        lines = [
            f"# seed {self.seed}, program {self.number}: {self.failure.kind}",
            *[f"# {line}" for line in self.failure.text.splitlines()[:8]],
            f"# NUM_CPU_THREADS={self.threads} TINY_VERIFY=1 python this-file",
            self.program.script(within),
        ]
        return "\n".join(lines)


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
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    findings: list[Finding] = []
    workers = [Worker(threads, check) for threads in THREADS]
    bar = tqdm(range(first, first + examples), disable=not progress, unit="program")
    try:
        for number in bar:
            worker = workers[number % len(workers)]
            program = generate(seed, number)
            failure = worker.run(program, ())
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
        torch.set_num_threads(threads)
    return findings


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
