"""MLIR's own Python API: contexts, modules, passes and ops of the package."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from handmade import make_scaled_sum, walk
from tinymlir import Tensor
from tinymlir.dialects import arith, func, gpu, llvm, memref, nvvm, rocdl, scf, tiny, vector
from tinymlir.engine import run_module
from tinymlir.ir import (
    Context,
    F32Type,
    InsertionPoint,
    IntegerType,
    Location,
    MLIRError,
    Module,
)
from tinymlir.passmanager import PassManager

ROOT = Path(__file__).resolve().parents[2]
TABLEGEN = sorted((ROOT / "dialects/tiny/IR").glob("*Ops.td"))
OPS = [
    name for path in TABLEGEN for name in re.findall(r"^def Tiny_(\w+Op)\b", path.read_text(), re.M)
]
EXAMPLES = [
    block
    for path in TABLEGEN
    for block in re.findall(r"^ *```mlir\n(.*?)```", path.read_text(), re.M | re.S)
]


@pytest.fixture(autouse=True)
def context():
    """A context and a location, for the functions that make ops."""
    with Context() as context, Location.unknown():
        yield context


# ----- What there is


@pytest.mark.parametrize("name", OPS)
def test_every_op_has_a_class_and_a_function(name):
    cls = getattr(tiny, name)
    mnemonic = cls.OPERATION_NAME.removeprefix("tiny.")
    function = getattr(tiny, mnemonic, None) or getattr(tiny, mnemonic + "_")
    assert callable(function) and function.__doc__ == cls.__doc__


def test_dialects_of_upstream_are_there():
    modules = (arith, func, gpu, llvm, memref, nvvm, rocdl, scf, vector)
    classes = [
        [c for c in vars(module).values() if hasattr(c, "OPERATION_NAME")] for module in modules
    ]
    assert all(len(found) > 3 for found in classes)


def test_a_new_context_has_the_dialects(context):
    for name in (
        "tiny",
        "func",
        "arith",
        "scf",
        "vector",
        "memref",
        "gpu",
        "llvm",
        "nvvm",
        "rocdl",
    ):
        assert context.is_registered_operation("tiny.add")
        assert context.dialects[name] is not None


def test_a_dialect_that_a_text_names_is_loaded():
    assert Module.parse(
        '%t = "tosa.const"() {values = dense<1> : tensor<2xi32>} : () -> tensor<2xi32>'
    )


def test_types():
    type = tiny.BufferType.get([4, 8], F32Type.get(), tiny.AddressSpace.Local)
    assert str(type) == "!tiny.buffer<4x8xf32, local>"
    assert type.shape == [4, 8]
    assert type.element_type == F32Type.get()
    assert type.address_space is tiny.AddressSpace.Local
    assert str(tiny.TokenType.get()) == "!tiny.token"
    assert str(tiny.WeakFloatType.get()) == "!tiny.weakfloat"
    with pytest.raises(MLIRError, match="no negative sizes"):
        tiny.BufferType.get([-1], F32Type.get())


# ----- Ops and properties


def strip_result(op) -> str:
    return op.operation.get_asm(print_generic_op_form=True).split(" = ", 1)[-1]


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_op_of_an_example_can_be_read_and_made_again(text):
    module = Module.parse(text)
    for op in walk(module):
        if not op.operation.name.startswith("tiny.") or op.operation.regions:
            continue
        assert type(op) is not tiny.__dict__.get("OpView")
        parameters = [
            name
            for name in inspect.signature(type(op)).parameters
            if name not in ("results", "loc", "ip")
        ]
        arguments = {name: getattr(op, name) for name in parameters}
        if isinstance(op, tiny.SinkOp):
            continue  # Two would be one too many.
        again = type(op)(**arguments, ip=InsertionPoint(op))
        again.operation.move_after(op.operation)
        assert strip_result(again) == strip_result(op)
        assert [r.type for r in again.operation.results] == [r.type for r in op.operation.results]


def test_examples_cover_the_ops():
    names = {op.operation.name for text in EXAMPLES for op in walk(Module.parse(text))}
    assert names >= {getattr(tiny, name).OPERATION_NAME for name in OPS}


def test_properties_are_read_and_written():
    module = make_scaled_sum(4, 6)
    loops = [op for op in walk(module) if isinstance(op, tiny.RangeOp)]
    assert [(op.extent, op.axis, op.id) for op in loops] == [
        (4, tiny.AxisType.Loop, 0),
        (6, tiny.AxisType.Loop, 1),
    ]
    loops[0].axis = tiny.AxisType.Global
    assert "tiny.range 4 global id 0" in str(module)


def test_properties_with_a_default_may_be_left_out():
    optional = r"(?:DefaultValuedProp<.*>|Tiny_OptionalIntsProp|UnitProp):\$(\w+)"
    for path in TABLEGEN:
        for name, text in re.findall(r"^def Tiny_(\w+Op)\b(.*?)^}", path.read_text(), re.M | re.S):
            expected = set(re.findall(optional, text))
            parameters = inspect.signature(getattr(tiny, name)).parameters.values()
            found = {
                p.name
                for p in parameters
                if p.default is None and p.kind is p.POSITIONAL_OR_KEYWORD
            }
            assert found == expected, name


def test_constants_of_every_kind():
    module = Module.create()
    i64 = IntegerType.get_signless(64)
    with InsertionPoint(module.body):
        values = [
            tiny.const(value, type)
            for value, type in (
                (1.5, F32Type.get()),
                (-3, i64),
                (2**64 - 1, IntegerType.get_unsigned(64)),
                (True, IntegerType.get_signless(1)),
            )
        ]
    assert [value.owner.opview.value for value in values] == [1.5, -3, 2**64 - 1, 1]


# ----- Passes


def test_a_kernel_made_by_hand_becomes_structured_ir():
    module = make_scaled_sum(4, 6)
    PassManager.parse("builtin.module(tiny-kernel-pipeline{no-opt=true})").run(module.operation)
    names = [op.operation.name for op in walk(module)]
    assert "func.func" in names and "scf.for" in names
    assert not [name for name in names if name.startswith("tiny.")]
    (function,) = (op for op in walk(module) if isinstance(op, func.FuncOp))
    assert function.name.value == "scaled_sum"


def test_the_graph_of_a_tensor_can_be_read():
    x = Tensor.empty(3, 4)
    module = Module.parse(((x * 2).exp2() + x).sum().mlir())
    names = [op.operation.name for op in walk(module)]
    for name in ("tiny.mul", "tiny.exp2", "tiny.add", "tiny.reduce", "tiny.store"):
        assert names.count(name) == 1
    (reduce,) = (op for op in walk(module) if isinstance(op, tiny.ReduceOp))
    assert (reduce.kind, reduce.axes) == (tiny.ReduceKind.Add, (0, 1))
    (exp2,) = (op for op in walk(module) if isinstance(op, tiny.Exp2Op))
    assert exp2.operand.owner.name == "tiny.mul"


def test_all_passes_have_a_name():
    names = (
        "builtin.module(tiny-schedule-pipeline,tiny-kernel-pipeline,tiny-cpu-pipeline)",
        "builtin.module(tiny.function(tiny-fuse,tiny-plan-memory),canonicalize,cse)",
        "builtin.module(convert-scf-to-cf,convert-to-llvm)",
    )
    for name in names:
        assert "builtin.module" in str(PassManager.parse(name))
    with pytest.raises(ValueError, match="tiny-no-such-pass"):
        PassManager.parse("builtin.module(tiny-no-such-pass)")


# ----- Errors


def test_a_verifier_says_what_is_wrong():
    module = make_scaled_sum(4, 6)
    (loop, _) = (op for op in walk(module) if isinstance(op, tiny.RangeOp))
    loop.extent = -1
    with pytest.raises(MLIRError, match=r"'tiny\.range' op"):
        module.operation.verify()


def test_an_op_that_cannot_be_says_why():
    module = Module.create()
    with InsertionPoint(module.body):
        value = tiny.const(1.0, F32Type.get())
        with pytest.raises(MLIRError, match=r"cannot make tiny\.reshape.*\n.*tiny\.reshape"):
            tiny.reshape(value, [], [2, 3])
        with pytest.raises(TypeError, match="extent"):
            tiny.range([], axis=tiny.AxisType.Loop, id=0)
        with pytest.raises(MLIRError, match="expected a type"):
            tiny.const(1.0, 2)
        with pytest.raises(TypeError, match="no_such"):
            tiny.const(1.0, F32Type.get(), no_such=1)
    assert len(module.body.operations) == 1


def test_a_pass_that_fails_says_why():
    module = Module.parse("tiny.function @f() { %r = tiny.range 4 loop id 0 \n tiny.sink }")
    passes = PassManager.parse("builtin.module(tiny-schedule-pipeline)")
    with pytest.raises(MLIRError, match=r"error: .*1:27: 'tiny.range' op"):
        passes.run(module.operation)


# ----- Threads, processes, imports


def test_threads_have_contexts_of_their_own():
    texts = [None] * 4

    def work(number: int) -> None:
        with Context(), Location.unknown():
            module = make_scaled_sum(4, 6)
            PassManager.parse("builtin.module(tiny-kernel-pipeline)").run(module.operation)
            out = np.zeros((4, 6), np.float32)
            run_module(make_scaled_sum(4, 6), [out + 1, out + 2, out])
            assert (out == 4.5).all()
            texts[number] = str(module)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts[0] is not None and texts.count(texts[0]) == 4


def run_script(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PASSES = """
from tinymlir.ir import Context, Module
from tinymlir.passmanager import PassManager
from tinymlir import Tensor
def lower():
    with Context():
        module = Module.parse((Tensor.empty(4) * 3).mlir())
        PassManager.parse(
            "builtin.module(tiny-schedule-pipeline,tiny-kernel-pipeline)"
        ).run(module.operation)
        return str(module)
"""


def test_a_forked_child_runs_passes():
    script = f"""{PASSES}
import os
text = lower()
child = os.fork()
if not child:
    os._exit(0 if lower() == text else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    run_script(script)


@pytest.mark.parametrize(
    "order",
    [
        "tinymlir._core, tinymlir.ir, torch",
        "tinymlir.ir, tinymlir._core, torch",
        "torch, tinymlir.dialects.tiny, tinymlir._core",
        "torch, tinymlir._core, tinymlir.passmanager",
    ],
)
def test_imports_work_in_any_order(order):
    script = f"""
import {order}
{PASSES}
assert "func.func" in lower()
assert (Tensor([1.0, 2.0]) * 3).tolist() == [3.0, 6.0]
maps = open("/proc/self/maps").read()
print({{line.split()[-1] for line in maps.splitlines() if "libMLIR.so" in line}})
"""
    assert run_script(script).count("libMLIR.so") <= 1


def test_the_example_of_the_documentation_prints_what_is_shown():
    text = (ROOT / "docs/debugging.md").read_text()
    (example,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    (shown,) = re.findall(r"^```text\n(.*?)^```$", text, re.M | re.S)
    assert run_script(example) == shown


def test_nothing_is_imported_before_it_is_asked_for():
    script = "import sys, tinymlir; print([m for m in sys.modules if '_mlir' in m])"
    assert run_script(script).strip() == "[]"
