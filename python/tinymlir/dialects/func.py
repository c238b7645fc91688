"""Functions and calls: the `func` dialect."""

from tinymlir._mlir.dialects.func import *  # noqa: F403
