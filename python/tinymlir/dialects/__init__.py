"""The dialects of MLIR that the package uses, and its own.

A module has a class for each op of its dialect, and a function that makes one:
`tiny.AddOp`, `tiny.add`. What upstream has is written down there:
https://mlir.llvm.org/docs/Bindings/Python/.
"""
