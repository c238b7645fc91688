"""Scheduling and compiling apart from running."""

from __future__ import annotations

from tinymlir._core import Recording
from tinymlir.engine import is_recording, realize, recording_of
from tinymlir.ops.kernels import Kernels
from tinymlir.schedule import Schedule

__all__ = ["Schedules"]


class Schedules(Kernels):
    """What `realize` does, in steps."""

    def callify(self, *lst: Schedules) -> Schedules:
        """Compile what computes this tensor and all of `lst`, and run nothing.

        `realize` only launches it then. Behind a copy between devices nothing is
        compiled yet.

        Args:
            *lst: further tensors.

        Raises:
            CompileError: the graph could not be compiled.

        Example:
            >>> x = Tensor([1.0, 2.0])
            >>> (x * 3).callify().tolist()
            [3.0, 6.0]
        """
        targets = [uop for tensor in (self, *lst) if (uop := tensor._to_compute()) is not None]
        if targets:
            realize(targets, compile_only=True)
        return self

    def linear_with_vars(self, *lst: Schedules) -> tuple[Schedule, dict[str, int]]:
        """Return the schedule of this tensor and all of `lst`, and what variables are bound to.

        The tensors get their storage now; `Schedule.run` fills it. A function that a
        `TinyJit` notes runs them at once: then the schedule is empty.

        Args:
            *lst: further tensors.

        Raises:
            CompileError: the graph could not be compiled.
            MemoryError: there is no storage for a result.

        Example:
            >>> from tinymlir import Variable
            >>> n = Variable("n", 1, 4).bind(3)
            >>> x = Tensor.ones(4).contiguous()[:n].sum()
            >>> schedule, numbers = x.linear_with_vars()
            >>> schedule.run(numbers)
            >>> numbers, x.item()
            ({'n': 3}, 3.0)
        """
        recording = Recording(deferred=True)
        if is_recording():
            self.realize(*lst)
        else:
            with recording_of(recording):
                self.realize(*lst)
        schedule = Schedule(recording)
        return schedule, schedule.variables

    def schedule_linear(self, *lst: Schedules) -> Schedule:
        """Return the schedule of this tensor and all of `lst`, which has no variables.

        Args:
            *lst: further tensors.

        Raises:
            RuntimeError: it has variables (see `Tensor.linear_with_vars`).
            CompileError: the graph could not be compiled.
            MemoryError: there is no storage for a result.

        Example:
            >>> x, y = Tensor([1, 2]) + 1, Tensor([3, 4]) * 2
            >>> schedule = x.schedule_linear(y)
            >>> schedule.run()
            >>> x.tolist(), y.tolist()
            ([2, 3], [6, 8])
        """
        schedule, numbers = self.linear_with_vars(*lst)
        if numbers:
            schedule.run()  # the tensors are what they should be all the same
            raise RuntimeError(
                f"schedule_linear: the schedule has variables, {', '.join(numbers)}; "
                "use linear_with_vars"
            )
        return schedule
