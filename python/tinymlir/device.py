"""Devices by name.

"CPU" is the machine; "CPU:1", "CPU:2" and so on are further devices, as many as are
named. They are parts of the same machine, but each has memory of its own, and a
kernel runs on one of them. "SIM" is a GPU that the CPU simulates: kernels are those
of a GPU, with workgroups, items and shared memory.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeAlias

from tinymlir.config import DEBUG, DEV

__all__ = ["Device", "DeviceHandle", "DeviceLike", "device_names"]

DeviceLike: TypeAlias = str | Sequence[str]

_KNOWN = ("CPU", "SIM")


class DeviceHandle:
    """An opened device.

    Args:
        name: the canonical name.
    """

    def __init__(self, name: str) -> None:
        self.device = name
        if DEBUG >= 1:
            print(f"opened device {name} from pid:{os.getpid()}")

    def synchronize(self) -> None:
        """Wait until all kernels have run. On the CPU they always have."""

    def __repr__(self) -> str:
        return f"<device {self.device}>"


class _Devices:
    """The namespace `tinymlir.Device`.

    Example:
        >>> Device.DEFAULT, Device["cpu:0"].device, Device["cpu:1"].device
        ('CPU', 'CPU', 'CPU:1')
    """

    def __init__(self) -> None:
        object.__setattr__(self, "_opened", {})

    @property
    def DEFAULT(self) -> str:  # noqa: N802
        """The device of a tensor that names none: the switch DEV, or the CPU."""
        return self.canonicalize(DEV.value or None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Device.{name} cannot be set; use Context(DEV={value!r})")

    def canonicalize(self, name: str | None) -> str:
        """Return the canonical name: upper case, without a final ":0".

        Args:
            name: a device name; None is the default device.

        Raises:
            ValueError: there is no such device.
        """
        if name is None:
            return self.DEFAULT if DEV.value else "CPU"
        if not isinstance(name, str):
            raise ValueError(f"a device is named by a string, not by {name!r}")
        prefix, colon, rest = name.partition(":")
        canonical = prefix.upper() + (colon + rest if rest not in ("", "0") else "")
        if prefix.upper() not in _KNOWN or (colon and not _is_number(rest)):
            known = ", ".join(_KNOWN)
            raise ValueError(
                f"unknown device {name!r}; the known devices are: {known}, with a number "
                "behind a colon for further ones"
            )
        return canonical

    def __getitem__(self, name: str) -> DeviceHandle:
        """Open a device, once.

        Raises:
            ValueError: there is no such device.
        """
        canonical = self.canonicalize(name)
        opened: dict[str, DeviceHandle] = self._opened  # type: ignore[attr-defined]
        if canonical not in opened:
            opened[canonical] = DeviceHandle(canonical)
        return opened[canonical]

    def get_available_devices(self) -> list[str]:
        """Return the names of the devices of this machine, each once without a number."""
        return list(_KNOWN)


def _is_number(text: str) -> bool:
    return text == "" or (text.isascii() and text.isdigit() and str(int(text)) == text)


Device = _Devices()


def device_names(device: DeviceLike | None) -> tuple[str, ...]:
    """Return the canonical names of one device or several; None is the default one.

    Raises:
        ValueError: there is no such device, or none is named.

    Example:
        >>> from tinymlir.device import device_names
        >>> device_names("cpu:1"), device_names(["CPU:0", "CPU:1"])
        (('CPU:1',), ('CPU', 'CPU:1'))
    """
    if device is None or isinstance(device, str):
        return (Device.canonicalize(device),)
    if not isinstance(device, (tuple, list)) or not device:
        raise ValueError(f"devices are named by a string or a tuple of strings, not by {device!r}")
    names = tuple(Device.canonicalize(name) for name in device)
    kinds = {name.partition(":")[0] for name in names}
    if len(kinds) > 1:
        raise ValueError(f"a value is on devices of one kind, not on {', '.join(names)}")
    return names
