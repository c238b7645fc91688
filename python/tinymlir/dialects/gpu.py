"""Launches, threads and memory of GPUs: the `gpu` dialect."""

from tinymlir._mlir.dialects.gpu import *  # noqa: F403
