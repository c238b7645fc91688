"""What LLVM IR has for AMD GPUs: the `rocdl` dialect."""

from tinymlir._mlir.dialects.rocdl import *  # noqa: F403
