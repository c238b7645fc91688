"""Memory by address. What an address is made of must outlive it."""

from __future__ import annotations

import ctypes
from typing import Any

__all__ = ["flat_mv", "from_mv", "mv_address", "pad_bytes", "to_mv"]


def from_mv(mv: memoryview, to_type: Any = ctypes.c_char) -> Any:
    r"""Return writable memory as an array of `ctypes`.

    Example:
        >>> list(from_mv(memoryview(bytearray(b"\1\2\3\4")), ctypes.c_uint16))
        [513, 1027]
    """
    count = mv.nbytes // ctypes.sizeof(to_type)
    return (to_type * count).from_buffer(flat_mv(mv))


def to_mv(ptr: int, sz: int) -> memoryview:
    """Return `sz` bytes at an address.

    Example:
        >>> data = bytearray(b"abc")
        >>> bytes(to_mv(mv_address(memoryview(data)), 3))
        b'abc'
    """
    return memoryview((ctypes.c_uint8 * sz).from_address(ptr)).cast("B")


def mv_address(mv: memoryview) -> int:
    """Return the address of writable memory.

    Example:
        >>> mv_address(memoryview(bytearray(8))) > 0
        True
    """
    return ctypes.addressof(ctypes.c_char.from_buffer(mv))


def flat_mv(mv: memoryview) -> memoryview:
    """Return memory as bytes.

    Example:
        >>> flat_mv(memoryview(bytearray(8)).cast("I")).nbytes
        8
    """
    return mv if mv.nbytes == 0 else mv.cast("B")


def pad_bytes(b: bytes, align: int) -> bytes:
    r"""Return bytes with zeros up to a multiple of `align`.

    Example:
        >>> pad_bytes(b"abc", 4)
        b'abc\x00'
    """
    return b + bytes(-len(b) % align)
