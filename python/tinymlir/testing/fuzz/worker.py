"""A process that runs programs, and is started again when it dies."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tinymlir.testing.fuzz.check import Failure, check

__all__ = ["Worker"]

Check = Callable[[Any, "tuple[str, ...]"], "Failure | None"]

_PATIENCE = 60.0
"""Seconds until a program counts as hanging."""


class Worker:
    """Runs programs in another process, where they may crash.

    Args:
        threads: on how many threads kernels run.
        check: what runs there; a function of a module.
    """

    def __init__(self, threads: int, check: Check = check) -> None:
        self.threads = threads
        self._check = check
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def run(self, program: Any, variants: tuple[str, ...]) -> Failure | None:
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
            self._process = context.Process(target=_serve, args=(there, self._check), daemon=True)
            self._process.start()
        finally:
            for name, value in saved.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
        there.close()
        return self._pipe


def _serve(pipe: Connection, check: Check) -> None:
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
