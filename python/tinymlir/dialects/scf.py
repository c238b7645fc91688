"""Loops and conditions: the `scf` dialect."""

from tinymlir._mlir.dialects.scf import *  # noqa: F403
