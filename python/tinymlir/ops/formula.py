"""Rearrangement by a formula that names the axes."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from tinymlir.errors import explained
from tinymlir.ops.rearrange import Rearrange
from tinymlir.symbolic import simplify

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Formula", "plan"]

_TOKEN = re.compile(r"\s*(\.\.\.|…|[A-Za-z_]\w*|\d+|[()])")
_ELLIPSIS = "..."

Groups = list[list[str]]


def _read_side(text: str) -> Groups:
    """Return the axes of one side: each is the list of names that it merges."""
    groups: Groups = []
    inside, place = False, 0
    text = text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ValueError(f"{text[place:].strip()!r} is no part of a formula")
        token, place = match[1], match.end()
        if token == "(":
            if inside:
                raise ValueError(f"a parenthesis inside of another in {text.strip()!r}")
            inside = True
            groups.append([])
        elif token == ")":
            if not inside:
                raise ValueError(f"a parenthesis closes what none opens in {text.strip()!r}")
            inside = False
        elif token.isdigit():
            if token != "1":
                raise ValueError(f"the only number that stands for an axis is 1, not {token}")
            if not inside:
                groups.append([])
        else:
            name = _ELLIPSIS if token == "…" else token
            if inside:
                groups[-1].append(name)
            else:
                groups.append([name])
    if inside:
        raise ValueError(f"a parenthesis is not closed in {text.strip()!r}")
    return groups


def _spell_out(rank: int, left: Groups, right: Groups) -> tuple[Groups, Groups]:
    """Replace `...` by names of their own."""
    count = rank - len(left) + 1
    if [_ELLIPSIS] not in left:
        if any(_ELLIPSIS in group for group in left):
            raise ValueError("`...` stands outside of parentheses on the left side")
        if len(left) != rank:
            raise ValueError(f"{len(left)} axes are named, the tensor has {rank}")
        return left, right
    if count < 0:
        raise ValueError(f"{len(left) - 1} axes are named, the tensor has {rank}")
    rest = [f"{_ELLIPSIS}{i}" for i in range(count)]
    result = []
    for side in (left, right):
        groups: Groups = []
        for group in side:
            if group == [_ELLIPSIS]:
                groups += [[name] for name in rest]
            else:
                names = [rest if name == _ELLIPSIS else [name] for name in group]
                groups.append([name for part in names for name in part])
        result.append(groups)
    return result[0], result[1]


def _sizes_of(shape: tuple[int, ...], groups: Groups, given: dict[str, int]) -> dict[str, int]:
    """Return the size of each name on the left side."""
    known = dict(given)
    for group, size in zip(groups, shape, strict=True):
        missing = [name for name in group if name not in known]
        part = math.prod(known[name] for name in group if name in known)
        if len(missing) > 1:
            raise ValueError(f"the sizes of {missing[0]!r} and {missing[1]!r} are not given")
        if missing and part and simplify(size % part) == 0:
            known[missing[0]] = simplify(size // part)
        elif missing or part != size:
            names = " ".join(group) or "1"
            raise ValueError(f"an axis of {size} is not made of ({names}) of {part}")
    return known


def plan(
    shape: tuple[int, ...], formula: str, sizes: dict[str, int]
) -> tuple[list[int], list[int], list[int]]:
    """Return the sizes of all names, their order in the result, and its shape.

    Raises:
        ValueError: the formula cannot be read, names a thing twice or on one side
            only, or does not fit the shape.
    """
    if formula.count("->") != 1:
        raise ValueError(f"a formula has one `->`, which {formula!r} has not")
    left, right = (_read_side(side) for side in formula.split("->"))
    names = [[name for group in side for name in group] for side in (left, right)]
    for side in names:
        twice = sorted({name for name in side if side.count(name) > 1})
        if twice:
            raise ValueError(f"{twice[0]!r} is named twice on one side of {formula!r}")
    alone = sorted(set(names[0]) ^ set(names[1]))
    if alone:
        raise ValueError(f"{alone[0]!r} is named on one side of {formula!r} only")
    unknown = sorted(set(sizes) - set(names[0]))
    if unknown:
        raise ValueError(f"there is no {unknown[0]!r} in {formula!r}")
    left, right = _spell_out(len(shape), left, right)
    known = _sizes_of(shape, left, sizes)
    flat = [name for group in left for name in group]
    split = [known[name] for name in flat]
    order = [flat.index(name) for group in right for name in group]
    return split, order, [math.prod(known[name] for name in group) for group in right]


@explained("Tensor")
class Formula(Rearrange):
    """What einops calls `rearrange`."""

    __slots__ = ()

    def rearrange(self, formula: str, **sizes: int) -> Self:
        """Return the elements with axes split, reordered and merged by name.

        Args:
            formula: the names of the axes of this tensor, `->`, and those of the
                result. Parentheses merge axes, `1` or `()` is an axis of size one, and
                `...` stands for all axes that are not named.
            **sizes: the sizes of names in parentheses on the left side; one of each
                parenthesis may be left out.

        Raises:
            ValueError: the formula cannot be read, names a thing twice or on one side
                only, or does not fit the shape.

        Example:
            >>> Tensor.ones(2, 3, 4).rearrange("b h w -> (h w) b").shape
            (12, 2)
            >>> Tensor.ones(2, 12).rearrange("... (h w) -> ... w h", h=3).shape
            (2, 4, 3)
        """
        split, order, merged = plan(self.shape, formula, sizes)
        return self.reshape(split).permute(order).reshape(merged)
