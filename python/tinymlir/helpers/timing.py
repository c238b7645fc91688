"""How long things take."""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Callable
from contextlib import ContextDecorator
from typing import Any

from tqdm import tqdm

__all__ = ["Profiling", "Timing", "trange"]


class Timing(ContextDecorator):
    """Print how long a block takes.

    Args:
        prefix: what is printed first.
        on_exit: returns what is printed last, given the nanoseconds.
        enabled: print at all.

    Example:
        >>> with Timing("nothing: ", enabled=False) as timer:
        ...     pass
        >>> timer.et >= 0
        True
    """

    def __init__(
        self,
        prefix: str = "",
        on_exit: Callable[[int], str] | None = None,
        enabled: bool = True,
    ) -> None:
        self.prefix, self.on_exit, self.enabled = prefix, on_exit, enabled
        self.et = 0

    def __enter__(self) -> Timing:
        """Start."""
        self.st = time.perf_counter_ns()
        return self

    def __exit__(self, *exception: object) -> None:
        """Stop, and print."""
        self.et = time.perf_counter_ns() - self.st
        if self.enabled:
            last = self.on_exit(self.et) if self.on_exit else ""
            print(f"{self.prefix}{self.et * 1e-6:6.2f} ms{last}")


class Profiling(ContextDecorator):
    """Print in which functions the time of a block is spent.

    Args:
        enabled: measure at all.
        sort: "cumtime" with what they call, or "time" without.
        frac: what part of the functions is printed.
        fn: a file for the numbers, which `pstats` reads.
        ts: divide times by this, to have them per step.

    Example:
        >>> with Profiling(enabled=False):
        ...     pass
    """

    def __init__(
        self,
        enabled: bool = True,
        sort: str = "cumtime",
        frac: float = 0.2,
        fn: str | None = None,
        ts: int = 1,
    ) -> None:
        self.enabled, self.sort, self.frac, self.fn, self.ts = enabled, sort, frac, fn, ts

    def __enter__(self) -> Profiling:
        """Start."""
        self._profile = cProfile.Profile(timer=time.perf_counter_ns, timeunit=1e-9 / self.ts)
        if self.enabled:
            self._profile.enable()
        return self

    def __exit__(self, *exception: object) -> None:
        """Stop, and print."""
        if not self.enabled:
            return
        self._profile.disable()
        if self.fn:
            self._profile.dump_stats(self.fn)
        pstats.Stats(self._profile).strip_dirs().sort_stats(self.sort).print_stats(self.frac)


def trange(n: int, **kwargs: Any) -> tqdm:
    """Return the integers below `n` with a progress bar.

    Args:
        n: how many.
        **kwargs: what `tqdm` takes.

    Example:
        >>> list(trange(3, disable=True))
        [0, 1, 2]
    """
    return tqdm(range(n), **kwargs)
