"""Text for people."""

from __future__ import annotations

import getpass
import os
import re
import tempfile
from pathlib import Path

__all__ = [
    "ansilen",
    "ansistrip",
    "colored",
    "pluralize",
    "size_to_str",
    "temp",
    "time_to_str",
    "word_wrap",
]

_COLORS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_ESCAPE = re.compile("\x1b\\[[0-9;]*[A-Za-z]")


def colored(st: str, color: str | None, background: bool = False) -> str:
    """Return a text in a color of the terminal.

    Args:
        st: the text.
        color: black, red, green, yellow, blue, magenta, cyan or white; a bright one in
            upper case; None leaves the text alone, as does the variable NO_COLOR.
        background: color what is behind the text.

    Raises:
        ValueError: there is no such color.

    Example:
        >>> ansistrip(colored("warm", "red"))
        'warm'
    """
    if color is None or os.environ.get("NO_COLOR"):
        return st
    if color.lower() not in _COLORS:
        raise ValueError(f"colored: no color {color!r}; there are {', '.join(_COLORS)}")
    code = 30 + _COLORS.index(color.lower()) + 10 * background + 60 * color.isupper()
    return f"\x1b[{code}m{st}\x1b[0m"


def ansistrip(s: str) -> str:
    r"""Return a text without colors.

    Example:
        >>> ansistrip("\x1b[31mred\x1b[0m")
        'red'
    """
    return _ESCAPE.sub("", s)


def ansilen(s: str) -> int:
    r"""Return how many characters of a text are seen.

    Example:
        >>> ansilen("\x1b[31mred\x1b[0m")
        3
    """
    return len(ansistrip(s))


def time_to_str(t: float, w: int = 8) -> str:
    """Return seconds as text, in the unit that suits them.

    Args:
        t: the seconds.
        w: the width of the number.

    Example:
        >>> time_to_str(0.00125), time_to_str(20), time_to_str(0.02, 1)
        (' 1250.00us', '   20.00s ', '20.00ms')
    """
    if t > 10:
        return f"{t:{w}.2f}s "
    return f"{t * 1e3:{w}.2f}ms" if t > 0.01 else f"{t * 1e6:{w}.2f}us"


def size_to_str(s: float) -> str:
    """Return bytes as text, in the unit that suits them.

    Example:
        >>> size_to_str(1500), size_to_str(3_000_000), size_to_str(7)
        ('1.50 KB', '3.00 MB', '7 B')
    """
    for factor, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "KB")):
        if s >= factor:
            return f"{s / factor:.2f} {unit}"
    return f"{s:.0f} B"


def pluralize(st: str, cnt: int) -> str:
    """Return a number of things.

    Example:
        >>> pluralize("kernel", 1), pluralize("kernel", 3)
        ('1 kernel', '3 kernels')
    """
    return f"{cnt} {st}" + "s" * (cnt != 1)


def word_wrap(x: str, wrap: int = 80) -> str:
    """Return a text with lines of at most `wrap` characters that are seen.

    Example:
        >>> word_wrap("abcdef", 4).splitlines()
        ['abcd', 'ef']
    """
    lines = []
    for line in x.split("\n"):
        seen, start, place = 0, 0, 0
        while place < len(line):
            escape = _ESCAPE.match(line, place)
            if escape:
                place = escape.end()
                continue
            if seen == wrap:
                lines.append(line[start:place])
                seen, start = 0, place
            seen, place = seen + 1, place + 1
        lines.append(line[start:])
    return "\n".join(lines)


def temp(x: str, append_user: bool = False) -> str:
    """Return the path of a file among the temporary ones.

    Args:
        x: its name.
        append_user: add the name of the user, who need not share it then.

    Example:
        >>> temp("cache.db").endswith("cache.db")
        True
    """
    name = f"{x}.{getpass.getuser()}" if append_user else x
    return str(Path(tempfile.gettempdir()) / name)
