"""What is to be launched, as an object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, overload

from tinymlir import _core
from tinymlir.errors import describe

__all__ = ["Schedule", "ScheduleItem"]


@dataclass(frozen=True)
class ScheduleItem:
    """A kernel that is launched, or a copy between devices.

    Args:
        name: that of the kernel, or what the copy does.
        device: where it runs, or what is copied to; a tuple of devices runs it on
            each, on the block that it has.
        buffers: the memory that it is given, in order; None is a temporary of the
            schedule. A copy reads the first and writes the second.
        variables: the names of the numbers that it is given.
        nbytes: the bytes of the buffers.
        flops: an estimate of the operations on data.
    """

    name: str
    device: str | tuple[str, ...]
    buffers: tuple[_core.Buffer | None, ...]
    variables: tuple[str, ...] = ()
    nbytes: int = 0
    flops: int = 0


class Schedule:
    """Kernels and copies between devices, in the order in which they run.

    `Tensor.schedule_linear` and `Tensor.linear_with_vars` make one. The tensors have
    their storage then, and the schedule fills it. Until it has run their elements
    cannot be looked at.

    Example:
        >>> x = Tensor([1.0, 2.0, 3.0])
        >>> y = (x + 1).sum()
        >>> schedule = y.schedule_linear()
        >>> len(schedule), schedule[0].buffers[0].nbytes
        (1, 4)
        >>> schedule.run()
        >>> y.item()
        9.0
    """

    def __init__(self, recording: _core.Recording) -> None:
        self._recording = recording
        self._items: list[ScheduleItem] | None = None

    @property
    def items(self) -> tuple[ScheduleItem, ...]:
        """What runs, in order."""
        if self._items is None:
            fields: list[dict[str, Any]] = self._recording.items
            self._items = [ScheduleItem(**item) for item in fields]
        return tuple(self._items)

    @property
    def variables(self) -> dict[str, int]:
        """The variables by name, and the numbers that they were bound to."""
        return self._recording.numbers

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[ScheduleItem]:
        return iter(self.items)

    @overload
    def __getitem__(self, index: int) -> ScheduleItem: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ScheduleItem, ...]: ...
    def __getitem__(self, index: int | slice) -> ScheduleItem | tuple[ScheduleItem, ...]:
        return self.items[index]

    def run(self, var_vals: Mapping[str, int] | None = None) -> None:
        """Launch everything. It may run again: what it assigns is then assigned again.

        Args:
            var_vals: other numbers for variables, by name.

        Raises:
            ValueError: there is no such variable.
            RuntimeError: a number is out of the bounds of its variable, or a tensor
                that is read has a schedule that has not run.
        """
        numbers = dict(var_vals or {})
        for name, number in numbers.items():
            if name not in self.variables:
                known = ", ".join(self.variables) or "none"
                raise ValueError(f"the schedule has no variable {name!r}, only these: {known}")
            if not isinstance(number, int):
                raise ValueError(f"the variable {name!r} is an integer, not {describe(number)}")
        self._recording.replay([], [], [], numbers)

    def mlir(self) -> str:
        """Return the kernels and calls as MLIR: stage K of each launch.

        Example:
            >>> "tiny.kernel" in (Tensor([1, 2]) + 5).schedule_linear().mlir()
            True
        """
        return self._recording.print()

    def __repr__(self) -> str:
        names = ", ".join(item.name for item in self)
        return f"<Schedule of {len(self)}: {names}>"
