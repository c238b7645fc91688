"""What LLVM IR has for NVIDIA GPUs: the `nvvm` dialect."""

from tinymlir._mlir.dialects.nvvm import *  # noqa: F403
