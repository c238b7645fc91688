"""Integers, their bits, and polynomials."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = [
    "cdiv",
    "ceildiv",
    "cmod",
    "data64",
    "data64_le",
    "floordiv",
    "floormod",
    "getbits",
    "hi32",
    "i2u",
    "lo32",
    "next_power2",
    "polyN",
    "round_down",
    "round_up",
]


def ceildiv(num: Any, amt: Any) -> Any:
    """Return a quotient, rounded up.

    Example:
        >>> ceildiv(7, 2), ceildiv(-7, 2)
        (4, -3)
    """
    return -(num // -amt)


def round_up(num: Any, amt: Any) -> Any:
    """Return the least multiple that is no less.

    Example:
        >>> round_up(7, 4), round_up(8, 4)
        (8, 8)
    """
    return (num + amt - 1) // amt * amt


def round_down(num: Any, amt: Any) -> Any:
    """Return the greatest multiple that is no greater.

    Example:
        >>> round_down(7, 4), round_down(-1, 4)
        (4, -4)
    """
    return num // amt * amt


def next_power2(x: int) -> int:
    """Return the least power of two that is no less.

    Example:
        >>> next_power2(5), next_power2(8), next_power2(0)
        (8, 8, 1)
    """
    return 1 if x <= 0 else 1 << (x - 1).bit_length()


def cdiv(x: int, y: int) -> int:
    """Return a quotient, rounded toward zero as in C; 0 if the divisor is.

    Example:
        >>> cdiv(-7, 2), cdiv(7, 2)
        (-3, 3)
    """
    if y == 0:
        return 0
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


def cmod(x: int, y: int) -> int:
    """Return the remainder of `cdiv`, with the sign of the dividend.

    Example:
        >>> cmod(-7, 2), cmod(7, -2)
        (-1, 1)
    """
    return x - cdiv(x, y) * y


def floordiv(x: int, y: int) -> int:
    """Return a quotient, rounded down; 0 if the divisor is.

    Example:
        >>> floordiv(-7, 2)
        -4
    """
    return x // y if y else 0


def floormod(x: int, y: int) -> int:
    """Return the remainder of `floordiv`, with the sign of the divisor.

    Example:
        >>> floormod(-7, 2), floormod(7, -2)
        (1, -1)
    """
    return x - floordiv(x, y) * y


def lo32(x: Any) -> Any:
    """Return the lower 32 bits.

    Example:
        >>> lo32(0x100000002)
        2
    """
    return x & 0xFFFFFFFF


def hi32(x: Any) -> Any:
    """Return what is above the lower 32 bits.

    Example:
        >>> hi32(0x100000002)
        1
    """
    return x >> 32


def data64(data: Any) -> tuple[Any, Any]:
    """Return 64 bits as two words, the upper one first.

    Example:
        >>> data64(0x100000002)
        (1, 2)
    """
    return hi32(data) & 0xFFFFFFFF, lo32(data)


def data64_le(data: Any) -> tuple[Any, Any]:
    """Return 64 bits as two words, the lower one first.

    Example:
        >>> data64_le(0x100000002)
        (2, 1)
    """
    return lo32(data), hi32(data) & 0xFFFFFFFF


def getbits(value: int, start: int, end: int) -> int:
    """Return the bits from `start` to `end`, both included.

    Example:
        >>> getbits(0b11010, 1, 3)
        5
    """
    return value >> start & ((1 << (end - start + 1)) - 1)


def i2u(bits: int, value: int) -> int:
    """Return the bits of an integer in two's complement as one without a sign.

    Example:
        >>> i2u(8, -1), i2u(8, 5)
        (255, 5)
    """
    return value if value >= 0 else (1 << bits) + value


def polyN(x: Any, p: Iterable[float]) -> Any:  # noqa: N802
    """Return the value of a polynomial, the highest coefficient first.

    Example:
        >>> polyN(2, [1, 0, 3])
        7
    """
    total: Any = 0
    for coefficient in p:
        total = total * x + coefficient
    return total
