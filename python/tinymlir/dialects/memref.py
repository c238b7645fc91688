"""Memory with a shape: the `memref` dialect."""

from tinymlir._mlir.dialects.memref import *  # noqa: F403
