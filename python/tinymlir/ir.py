"""Contexts, modules, ops, types and attributes: MLIR's own Python API.

A `Context` knows the dialects of `tinymlir.dialects`; others are loaded when a
text names them. Nothing of this is imported before it is asked for.

Example:
    >>> from tinymlir.ir import Context, Module
    >>> with Context():
    ...     module = Module.parse((Tensor([1.0, 2.0]) * 3).mlir())
    >>> [op.name for op in module.body.operations[0].body.blocks[0]].count("tiny.mul")
    1
"""

from tinymlir._mlir.ir import *  # noqa: F403
