"""Vectors in registers: the `vector` dialect."""

from tinymlir._mlir.dialects.vector import *  # noqa: F403
