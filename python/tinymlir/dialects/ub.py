"""Values that nobody may use: the `ub` dialect."""

from tinymlir._mlir.dialects.ub import *  # noqa: F403
