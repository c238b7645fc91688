"""Random lists of opts for the kernel of a value.

What is legal depends on the kernel, which has fewer axes than the value where
axes can be merged. So a list is a guess, and the compiler says whether it holds.
"""

from __future__ import annotations

import random

__all__ = ["guess_opts"]

_AMOUNTS = [2, 2, 3, 4, 4, 5, 7, 8, 8, 13, 16, 0]
_KINDS = [
    "upcast", "upcast", "upcast", "unroll", "unroll", "local", "group", "grouptop",
    "thread", "padto", "swap",
]  # fmt: skip

_REDUCTIONS = ["unroll", "unroll", "group", "grouptop"]


def guess_opts(rng: random.Random, shape: tuple[int, ...]) -> str:
    """Return opts for a value of a shape, as the compiler reads them."""
    sizes = [n for n in shape if n > 1]
    rank = max(len(sizes), 1)
    opts = []
    for _ in range(rng.choice([1, 1, 2, 2, 3])):
        # Without an axis of the result there can only be reduced ones.
        kind = rng.choice(_KINDS if sizes else _REDUCTIONS)
        axis = rng.randrange(rank) if rng.random() < 0.7 else 0
        fitting = [n for n in _AMOUNTS if n and any(size % n == 0 for size in sizes)]
        amount = rng.choice(fitting if fitting and rng.random() < 0.7 else _AMOUNTS)
        if kind == "swap":
            amount = rng.randrange(rank)
        opts.append(f"{kind}:{axis}:{amount}")
    return ",".join(opts)
