"""IR that tests make by hand with MLIR's Python API."""

from __future__ import annotations

from tinymlir.dialects import tiny
from tinymlir.ir import F32Type, FunctionType, InsertionPoint, Module, TypeAttr, WalkResult


def buffer_type(*shape: int, element=None):
    return tiny.BufferType.get(shape, element or F32Type.get())


def make_kernel(name: str, count: int, rows: int, columns: int):
    """A `tiny.kernel` without a body, on some matrices; its arguments."""
    inputs = [buffer_type(rows, columns)] * count
    kernel = tiny.KernelOp(name, TypeAttr.get(FunctionType.get(inputs, [])))
    kernel.add_entry_block()
    return kernel


def make_scaled_sum(rows: int, columns: int) -> Module:
    """A kernel whose third argument becomes `2.5 * a + b`, element by element."""
    module = Module.create()
    with InsertionPoint(module.body):
        kernel = make_kernel("scaled_sum", 3, rows, columns)
    a, b, out = kernel.arguments
    with InsertionPoint(kernel.body.blocks[0]):
        i = tiny.range([], rows, tiny.AxisType.Loop, 0)
        j = tiny.range([], columns, tiny.AxisType.Loop, 1)
        width = tiny.const(columns, i.type)
        place = tiny.add(tiny.mul(i, width), j)
        factor = tiny.const(2.5, F32Type.get())
        x = tiny.mul(tiny.load(a, index=place), factor)
        stored = tiny.store(tiny.add(x, tiny.load(b, index=place)), out, index=place)
        tiny.sink([tiny.end(stored, [i, j])])
    module.operation.verify()
    return module


def walk(module: Module):
    """The ops of a module, itself included."""
    found = []

    def note(op):
        found.append(op.opview)
        return WalkResult.ADVANCE

    module.operation.walk(note)
    return found
