"""Passes by name: those of tinymlir and all of upstream.

Example:
    >>> from tinymlir.ir import Context, Module
    >>> from tinymlir.passmanager import PassManager
    >>> with Context():
    ...     module = Module.parse((Tensor.empty(4) * 3).mlir())
    ...     PassManager.parse("builtin.module(tiny-schedule-pipeline)").run(module.operation)
    >>> "tiny.kernel" in str(module)
    True
"""

from tinymlir._mlir.passmanager import *  # noqa: F403
