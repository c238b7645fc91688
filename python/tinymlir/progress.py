"""What a search for opts tells while it runs."""

from __future__ import annotations

import sys
import time
import warnings
from types import TracebackType

from tinymlir.config import DEBUG

__all__ = ["SearchReport"]


class SearchReport:
    """One line on the terminal, written again and again while kernels are tried.

    There is a line if standard error is a terminal or `DEBUG` is set. It is gone
    at the end of the block.
    """

    _INTERVAL = 0.1

    def __init__(self) -> None:
        self._shows = DEBUG.value >= 1 or sys.stderr.isatty()
        self._width = 0
        self._last = 0.0

    def __enter__(self) -> SearchReport:
        """Start without a line."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the line."""
        if self._width:
            self._write("")

    def __call__(
        self, kernel: str, step: int, done: int, total: int, best: float, warning: str
    ) -> None:
        """Show how far the search for a kernel is.

        Args:
            kernel: its name.
            step: the length of the lists of opts that are tried.
            done: how many of them have been.
            total: how many there are.
            best: the seconds of the shortest run so far.
            warning: what went wrong besides, or an empty text.
        """
        if warning:
            warnings.warn(f"BEAM: kernel {kernel}: {warning}", RuntimeWarning, stacklevel=2)
            return
        now = time.monotonic()
        if not self._shows or (now - self._last < self._INTERVAL and done != total):
            return
        self._last = now
        cells = 20
        bar = "#" * (cells * done // total) if total else ""
        count = f"{done}/{total} of {step} opts"
        self._write(f"beam {kernel} [{bar:<{cells}}] {count}, best {best * 1e6:.2f} us")

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width) + ("" if text else "\r"))
        sys.stderr.flush()
        self._width = len(text)
