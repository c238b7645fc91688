"""Branches between blocks: the `cf` dialect."""

from tinymlir._mlir.dialects.cf import *  # noqa: F403
