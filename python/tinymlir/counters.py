"""What the process has done since the last reset."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tinymlir import _core

__all__ = ["GlobalCounters"]


class _GlobalCounters:
    """The namespace `tinymlir.GlobalCounters`.

    Operations and bytes are those of the kernels as they were written: each
    element of an argument counts once. Times are taken where `DEBUG` is 2 or
    more.

    Example:
        >>> GlobalCounters.reset()
        >>> _ = (Tensor([1.0, 2.0]) * 3).realize()
        >>> GlobalCounters.kernel_count
        1
    """

    def __init__(self) -> None:
        self.global_ops = 0
        self.global_mem = 0
        self.time_sum_s = 0.0
        self._first_kernel = 0

    @property
    def kernel_count(self) -> int:
        """How many kernels have been launched."""
        return int(_core.stats()["kernels"]) - self._first_kernel

    @property
    def mem_used(self) -> int:
        """How many bytes of storage are in use now."""
        return int(_core.stats()["mem_used"])

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count what the block does.

        Example:
            >>> GlobalCounters.reset()
            >>> with GlobalCounters.paused():
            ...     _ = (Tensor([1.0, 2.0]) * 3).realize()
            >>> GlobalCounters.kernel_count
            0
        """
        saved = self.global_ops, self.global_mem, self.time_sum_s
        kernels = self.kernel_count
        try:
            yield
        finally:
            self.global_ops, self.global_mem, self.time_sum_s = saved
            self._first_kernel += self.kernel_count - kernels

    def reset(self) -> None:
        """Start counting anew. Memory in use is not a count and stays."""
        self.global_ops = 0
        self.global_mem = 0
        self.time_sum_s = 0.0
        self._first_kernel = int(_core.stats()["kernels"])


GlobalCounters = _GlobalCounters()
