"""Random calls of the tensor API: they give what the same calls on PyTorch give.

`python -m tinymlir.testing fuzz --api` generates programs from a seed, runs each
with tinymlir and with PyTorch on the CPU, and compares dtypes, shapes and elements.
A program that fails is made small and printed as a script that runs alone.
"""

from tinymlir.testing.apifuzz.check import verify
from tinymlir.testing.apifuzz.program import put, put_lazily, to_torch

__all__ = ["put", "put_lazily", "to_torch", "verify"]
