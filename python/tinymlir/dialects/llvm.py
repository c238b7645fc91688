"""LLVM IR: the `llvm` dialect."""

from tinymlir._mlir.dialects.llvm import *  # noqa: F403
