"""Tensors on other devices, and on several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tinymlir.device import DeviceLike, device_names
from tinymlir.dtypes import dtypes
from tinymlir.errors import describe, explained
from tinymlir.ops.calls import Calls
from tinymlir.symbolic import is_symbolic

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Sharding"]


@explained("Tensor")
class Sharding(Calls):
    """A tensor on several devices is one tensor.

    Each device has all of it, or one block of an axis. An operation runs on what
    each device has; a sum over the sharded axis, and whatever else needs the
    elements of others, exchanges them.
    """

    __slots__ = ()

    def to(self, device: DeviceLike | None) -> Self:
        """Return the tensor on another device; with a tuple, all of it on each.

        Nothing is copied until the tensor is realized. A number without a width is
        everywhere.

        Args:
            device: the name, or a tuple of names; None is the default device.

        Raises:
            ValueError: a device is unknown.

        Example:
            >>> x = Tensor([1, 2]).to("CPU:1")
            >>> x.device, (x + x).tolist()
            ('CPU:1', [2, 4])
        """
        names = device_names(device)
        if names == device_names(self.device):
            return self
        result = self._at(names)
        if self.grad is not None:
            result.grad = self.grad._at(names)
        return result

    def to_(self, device: DeviceLike | None) -> Self:
        """Move the tensor to another device; returns the tensor.

        Raises:
            ValueError: a device is unknown.

        Example:
            >>> Tensor([1]).to_("CPU:1").device
            'CPU:1'
        """
        return self._move(self.to(device))

    def shard(self, devices: Sequence[str], axis: int | None = None) -> Self:
        """Return the tensor on several devices.

        Args:
            devices: the names.
            axis: each device gets one block of this axis; with None, all of the
                tensor.

        Raises:
            RuntimeError: the tensor is on several devices already, or the axis cannot
                be cut into blocks of one size.
            ValueError: a device is unknown.
            IndexError: there is no such axis.

        Example:
            >>> x = Tensor([[1, 2], [3, 4]]).shard(("CPU:0", "CPU:1"), axis=0)
            >>> x.device, (x * 2).tolist(), x.sum(0).tolist()
            (('CPU', 'CPU:1'), [[2, 4], [6, 8]], [4, 6])
        """
        names = device_names(devices)
        if isinstance(self.device, tuple):
            raise RuntimeError(
                f"can't shard a tensor that is on several devices, {', '.join(self.device)}; "
                "use Tensor.to for one of them first"
            )
        place = None if axis is None else self._axis(axis)
        if len(names) == 1:
            return self.to(names[0])
        if dtypes.is_weak(self.dtype):
            return self
        place = place if self.ndim else None
        size = 0 if place is None else self.shape[place]
        if is_symbolic(size) or size % len(names):
            raise RuntimeError(
                f"multi axis uneven: axis {place} of {describe(self)} cannot be cut into "
                f"{len(names)} blocks of one size"
            )
        result = self._at(names, place)
        if self.grad is not None:
            result.grad = self.grad._at(names, place)
        return result

    def shard_(self, devices: Sequence[str], axis: int | None = None) -> Self:
        """Move the tensor to several devices, as `shard` does; returns the tensor.

        Raises:
            RuntimeError: the tensor is on several devices already, or the axis cannot
                be cut into blocks of one size.

        Example:
            >>> Tensor([1, 2]).shard_(("CPU:0", "CPU:1"), axis=0).tolist()
            [1, 2]
        """
        return self._move(self.shard(devices, axis))

    def shard_like(self, y: Self) -> Self:
        """Return the tensor on the devices, and sharded on the axis, of another.

        Raises:
            RuntimeError: the tensor is on several devices already, and not as the
                other; or the axis cannot be cut into blocks of one size.

        Example:
            >>> y = Tensor([[1], [2]]).shard(("CPU:0", "CPU:1"), axis=0)
            >>> Tensor([[3], [4]]).shard_like(y).device
            ('CPU', 'CPU:1')
        """
        device = y.device
        if self.device == device and self.uop.axis == y.uop.axis:
            return self
        return self.shard(device, y.uop.axis) if isinstance(device, tuple) else self.to(device)

    def _move(self, moved: Self) -> Self:
        self.uop = moved.uop
        if self.grad is not None and moved.grad is not None:
            self.grad.uop = moved.grad.uop
        return self
