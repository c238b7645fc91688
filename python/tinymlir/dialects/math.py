"""Functions of floats: the `math` dialect."""

from tinymlir._mlir.dialects.math import *  # noqa: F403
