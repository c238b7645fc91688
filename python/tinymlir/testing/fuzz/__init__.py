"""Random programs: compiled, they compute what the interpreter computes.

`python -m tinymlir.testing fuzz` generates programs from a seed, compiles each in
several ways, and compares with `tinymlir.testing.interpreter`. A program that
fails is made as small as possible and printed as a script that runs alone.
"""

from tinymlir.testing.fuzz.check import verify
from tinymlir.testing.fuzz.program import leaf, write

__all__ = ["leaf", "verify", "write"]
