"""A process that runs programs, and is started again when it dies."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
from multiprocessing.connection import Connection

from tinymlir.testing.fuzz.check import Failure, check
from tinymlir.testing.fuzz.program import Program

__all__ = ["Worker"]

_PATIENCE = 60.0
"""Seconds until a program counts as hanging."""


class Worker:
    """Runs programs in another process, where they may crash.

    Args:
        threads: on how many threads kernels run.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def run(self, program: Program, variants: tuple[str, ...]) -> Failure | None:
        """Return what goes wrong with a program, crashes and hangs included."""
        pipe = self._started()
        try:
            pipe.send((program, variants))
            if not pipe.poll(_PATIENCE):
                self.stop()
                return Failure("hang", f"no result after {_PATIENCE:.0f} seconds")
            return pipe.recv()
        except (EOFError, OSError):
            assert self._process is not None
            self._process.join()
            code = self._process.exitcode or 0
            self.stop()
            name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            return Failure("crash", f"the process died: {name}")

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _started(self) -> Connection:
        if self._pipe is not None:
            return self._pipe
        context = multiprocessing.get_context("spawn")
        self._pipe, there = context.Pipe()
        settings = {"NUM_CPU_THREADS": str(self.threads), "TINY_VERIFY": "1"}
        saved = {name: os.environ.get(name) for name in settings}
        os.environ.update(settings)
        try:
            self._process = context.Process(target=_serve, args=(there,), daemon=True)
            self._process.start()
        finally:
            for name, value in saved.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
        there.close()
        return self._pipe


def _serve(pipe: Connection) -> None:
    faulthandler.enable()
    while True:
        try:
            program, variants = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            result = check(program, variants)
        except Exception as error:
            result = Failure("invalid", f"{type(error).__name__}: {error}")
        pipe.send(result)
