"""Tensor graphs, schedules and kernels: the `tiny` dialect."""

from tinymlir._mlir.dialects.tiny import *  # noqa: F403
