"""Arithmetic on integers and floats: the `arith` dialect."""

from tinymlir._mlir.dialects.arith import *  # noqa: F403
