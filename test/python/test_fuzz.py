"""Random programs agree with the interpreter, and those that do not are caught."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest
from tinymlir import UOp, _core, dtypes
from tinymlir.testing import interpret
from tinymlir.testing.fuzz import leaf, verify, write
from tinymlir.testing.fuzz.bounds import bounds_of
from tinymlir.testing.fuzz.check import Expected, Failure, check, expect, run
from tinymlir.testing.fuzz.driver import fuzz
from tinymlir.testing.fuzz.generate import generate
from tinymlir.testing.fuzz.program import Program, Step
from tinymlir.testing.fuzz.shrink import shrink
from tinymlir.testing.fuzz.symbolic import symbolic
from tinymlir.testing.fuzz.worker import Worker
from tinymlir.testing.interpreter import evaluate


def test_random_programs_agree_with_the_interpreter():
    findings = fuzz(seed=2026, examples=100, progress=False)
    assert not findings, "\n\n".join(finding.script() for finding in findings)


def test_a_seed_gives_the_same_program_each_time():
    texts = {generate(7, 3).script("default") for _ in range(3)}
    assert len(texts) == 1
    assert generate(7, 4).script("default") not in texts


def _contains_max(program: Program) -> bool:
    return any(step.args.get("name") == "max" for step in program.steps)


def test_shrinking_leaves_what_fails():
    program = next(p for p in (generate(1, i) for i in range(200)) if _contains_max(p))
    small = shrink(program, _contains_max)
    assert len(small.steps) <= 3
    assert sum(step.array.size for step in small.steps if step.array is not None) <= 2


def test_the_script_of_a_program_runs_alone(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(generate(1, 0).script("noopt"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_program_with_a_variable_is_compiled_once_for_two_numbers(tmp_path):
    program = Program(
        (
            Step("", array=np.arange(12, dtype=np.int32).reshape(4, 3)),
            Step("{0}.expand({shape}).reduce('add', (1,))", (0,), {"shape": (4, 3)}),
        ),
        ((1,),),
    )
    (small, first), (whole, second) = symbolic(program)
    assert (len(first.steps), first.steps[1].expression()[:10]) == (3, "v0.shrink(")
    before = _core.stats()["compiled_kernels"]
    for concrete, variable in ((small, first), (whole, second)):
        (group,), _ = variable.build()
        expected = expect(concrete.build()[0])
        assert expected[0][0].value.shape != () and run([group], expected, "default") is None
    assert _core.stats()["compiled_kernels"] <= before + 1
    path = tmp_path / "program.py"
    path.write_text(second.script("default"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_kernel_that_runs_past_a_variable_reads_other_numbers():
    leaf_step = Step("", array=np.array([1.0, 2.0, 3.0], np.float32))
    (_, variable), *_ = symbolic(Program((leaf_step,), ((0,),)))
    number, most = variable.variable
    stored = variable.steps[0].array
    assert stored.shape == (most,)
    assert not np.isin(stored[number:], stored[:number]).any()


def test_a_wrong_result_is_reported():
    wrong = leaf(np.array([1, 2, 4], np.int32))
    with pytest.raises(AssertionError, match=r"1 of 3 elements differ, the first at \[2\]"):
        right = Expected(np.array([1, 2, 3], np.int32), np.zeros(3))
        failure = run([[wrong]], [[right]], "default")
        raise AssertionError(failure.text if failure else "")


def test_a_crash_is_reported_with_its_signal():
    worker = Worker(threads=1)
    program = Program((Step("__import__('os').kill(__import__('os').getpid(), 11) or None"),), ())
    try:
        assert worker.run(program, ("default",)) == Failure("crash", "the process died: SIGSEGV")
        assert worker.run(replace(program, steps=()), ("default",)) is None
    finally:
        worker.stop()


@pytest.mark.parametrize(
    ("make", "bound"),
    [
        (lambda x: x + x, 0),
        (lambda x: (x * x).alu("cmplt", x), 0),
        (lambda x: x.reduce("add", [0]), 0),
        (lambda x: (x * 0.1).reduce("add", [0]), 1e-6),
        (lambda x: x.alu("exp2"), 1e-4),
        (lambda x: x.cast(dtypes.int32).alu("floordiv", 0), np.inf),
        (lambda x: (x * 1e30).cast(dtypes.int32), np.inf),
    ],
)
def test_bounds_are_as_strict_as_the_graph_allows(make, bound):
    uop = make(leaf(np.array([1.0, 2.0, 4.0], np.float32)))
    found = bounds_of(evaluate([uop]))[uop].max()
    assert found <= bound and (found > 0) == (bound > 0)


def test_the_interpreter_knows_assignments():
    x = leaf(np.arange(6, dtype=np.int32).reshape(2, 3), writable=True)
    y = write(x, np.s_[1, ::2], UOp.const(9, dtypes.int32))
    assert interpret(x + y).tolist() == [[0, 2, 4], [12, 8, 14]]
    del x
    verify([[y]])


def test_infinities_in_8_bit_floats():
    x = leaf(np.array([np.inf, -np.inf, np.nan, 1e6, -1e6], np.float32))
    e5m2 = x.cast(dtypes.fp8e5m2).cast(dtypes.float32)
    assert interpret(e5m2).tolist()[:2] == [np.inf, -np.inf]
    verify([[e5m2.contiguous()]])
    for dtype in dtypes.fp8s:
        verify([[leaf(np.array([np.inf, -np.inf, np.nan, 1e6, -1e6], np.float32)).cast(dtype)]])


def test_a_narrow_float_is_rounded_once():
    tie = 1 + 2**-9 + 2**-50
    x = leaf(np.array([tie, 2**62 + 2**54 + 1]))
    assert interpret(x.cast(dtypes.bfloat16)).dtype == ml_dtypes.bfloat16
    verify([[x.cast(dtypes.bfloat16)]])
    assert check(Program((), ())) is None


def test_zero_by_zero_beside_a_mask():
    # Outside of the pad the masked loads give 0 / 0.
    x = leaf(np.array([1.5, -2.5, 3.5], np.float32))
    ones = x.alu("fdiv", x).reshape((3, 1, 1)).expand((3, 3, 1))
    verify([[ones.pad((0, 5, 2), (0, 1, 1))]])


@pytest.mark.parametrize("size", [1, 3, 8, 9, 17])
def test_a_copy_of_bfloat16_keeps_the_bits(size):
    tiny = np.arange(1, size + 1, dtype=np.uint16).view(ml_dtypes.bfloat16)
    verify([[leaf(tiny).pad((1,), (2,))]])
    verify([[leaf(tiny).alu("cmplt", 1.0).alu("where", leaf(tiny), 2.0)]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_an_infinite_power_is_infinite_in_a_sum(dtype):
    limit = np.finfo(dtype).maxexp
    x = leaf(np.array([np.inf, -np.inf, limit, np.nextafter(limit, 0), 0, np.nan], dtype))
    verify([[x.alu("exp2").alu("sub", float("inf")), x.alu("exp2")]])


def test_the_coordinate_of_a_missing_place_is_zero():
    """A sum that picks a coordinate became the number that it was compared with."""
    wanted = leaf(np.array([-1045001634, 0, 7, 1], np.int32))
    place = UOp.iota((4, 2), 1)
    found = place.alu("cmpeq", wanted.reshape((4, 1)))
    number = place.cast(dtypes.int32).alu("add", 5)
    for value in (place.cast(dtypes.int32), number):
        verify([[found.alu("where", value, UOp.const(0, value.dtype)).reduce("add", (1,))]])


def test_a_power_of_one_half_is_no_square_root():
    x = leaf(np.array([-0.0, -np.inf, 4.0], np.float32))
    assert interpret(x.alu("pow", 0.5)).tolist() == [0.0, np.inf, 2.0]
    verify([[x.alu("pow", 0.5)]])
