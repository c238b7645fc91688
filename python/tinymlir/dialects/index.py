"""Arithmetic on indices: the `index` dialect."""

from tinymlir._mlir.dialects.index import *  # noqa: F403
