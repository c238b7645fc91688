"""Modules that were written by hand run on arrays, or say why not."""

from __future__ import annotations

import re

import numpy as np
import pytest
from handmade import buffer_type, make_scaled_sum, walk
from tinymlir import CompileError, Tensor
from tinymlir.dialects import tiny
from tinymlir.engine import collect_stages, run_module
from tinymlir.ir import Context, FunctionType, InsertionPoint, Location, Module, TypeAttr
from tinymlir.passmanager import PassManager


@pytest.fixture(autouse=True)
def context():
    """A context and a location, for the functions that make ops."""
    with Context() as context, Location.unknown():
        yield context


def test_a_kernel_made_by_hand_runs():
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((5, 7), dtype=np.float32) for _ in range(2))
    out = np.zeros_like(a)
    run_module(make_scaled_sum(5, 7), [a, b, out])
    np.testing.assert_allclose(out, np.float32(2.5) * a + b, rtol=1e-6)


def test_a_graph_made_by_hand_is_scheduled_and_runs_in_either_form():
    module = Module.create()
    with InsertionPoint(module.body):
        inputs = [buffer_type(3, 4), buffer_type(3, 4), buffer_type(3, 1)]
        graph = tiny.FunctionOp("dot", TypeAttr.get(FunctionType.get(inputs, [])))
    body = graph.add_entry_block()
    a, b, out = graph.arguments
    with InsertionPoint(body):
        product = tiny.mul(tiny.load(a), tiny.load(b))
        total = tiny.reduce(product, [], tiny.ReduceKind.Add, axes=[1])
        tiny.sink([tiny.store(total, out)])
    rng = np.random.default_rng(1)
    x, y = (rng.standard_normal((3, 4), dtype=np.float32) for _ in range(2))
    results = [np.zeros((3, 1), np.float32) for _ in range(2)]
    run_module(module, [x, y, results[0]])
    PassManager.parse("builtin.module(tiny-schedule-pipeline)").run(module.operation)
    names = [op.operation.name for op in walk(module)]
    assert names.count("tiny.kernel") == names.count("tiny.call") == 1
    run_module(module, [x, y, results[1]])
    for result in results:
        np.testing.assert_allclose(result, (x * y).sum(1, keepdims=True), rtol=1e-5)


def test_a_schedule_with_a_temporary_runs():
    value = Tensor.arange(6).cast("float32").contiguous() + 1
    text = (value * 2).contiguous().sum().mlir()
    module = Module.parse(text)
    PassManager.parse("builtin.module(tiny-schedule-pipeline{plan-memory=false})").run(
        module.operation
    )
    (schedule,) = (op for op in walk(module) if isinstance(op, tiny.FunctionOp))
    shapes = [argument.type.shape for argument in schedule.arguments]
    arrays = [np.zeros(shape, np.float32) for shape in shapes]
    run_module(module, arrays)
    assert 42.0 in [array.sum() for array in arrays]


def test_variables_get_their_numbers():
    text = """
    tiny.kernel @first(%out: !tiny.buffer<8xi32, global>) {
      %n = tiny.variable "n" [1, 8]
      %i = tiny.range 8 limit %n loop id 0
      %c = tiny.const 7 : i32
      %t = tiny.store %c, %out[%i] : i32, !tiny.buffer<8xi32, global>, index
      %e = tiny.end %t over %i
      tiny.sink %e
    }
    """
    out = np.zeros(8, np.int32)
    run_module(text, [out], {"n": 3})
    assert out.tolist() == [7, 7, 7, 0, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="'n' has no number"):
        run_module(text, [out])
    with pytest.raises(ValueError, match="n"):
        run_module(text, [out], {"n": 9})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tiny.function @f( {", "module:1:"),
        ("module {}", "one tiny.function"),
        ('func.func @f() { "no.op"() : () -> () }', "module:1:"),
        (
            "tiny.function @f(%a: !tiny.buffer<4xf32, global>) {\n"
            "  %r = tiny.range 4 loop id 0\n  tiny.sink\n}",
            "module:2:",
        ),
        (
            "tiny.function @f(%a: !tiny.buffer<4xf32, global>) {\n"
            "  %t = tiny.call @g(%a) : !tiny.buffer<4xf32, global>\n  tiny.sink %t\n}",
            "module:2:",
        ),
    ],
)
def test_a_module_that_cannot_be_compiled_says_where(text, message):
    with pytest.raises(CompileError, match=re.escape(message)):
        run_module(text, [])


def test_arguments_are_checked():
    module = make_scaled_sum(2, 2)
    good = np.zeros((2, 2), np.float32)
    frozen = good.copy()
    frozen.flags.writeable = False
    run_module(module, [frozen, good, good])
    for arguments, message in (
        ([good, good], "3 arguments, not 2"),
        ([good, good, good.astype(np.float64)], "argument 2 is float32"),
        ([good, good[:1], good], "argument 1 is float32 of shape"),
        ([good, good, good.T.copy().T], "argument 2 is not contiguous"),
        ([good, good, frozen], "argument 2 is written"),
        ([good, good, Tensor([1.0]).contiguous().realize().uop.buffer], "."),
    ):
        with pytest.raises(ValueError, match=message):
            run_module(module, arguments)


def test_a_module_does_not_run_within_realize():
    errors = []

    def dump(stage: str, name: str, text: str) -> None:
        try:
            run_module("module {}", [])
        except RuntimeError as error:
            errors.append(str(error))

    with collect_stages(dump):
        (Tensor([1.0, 2.0, 3.0]) * 123.5).realize()
    assert errors and "within realize" in errors[0]
