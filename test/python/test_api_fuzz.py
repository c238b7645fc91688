"""Random tensor calls agree with PyTorch, and those that do not are caught."""

from __future__ import annotations

import os
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
from tinymlir import Tensor

torch = pytest.importorskip("torch")

from tinymlir.testing.apifuzz import driver, put, put_lazily, to_torch, verify  # noqa: E402
from tinymlir.testing.apifuzz.check import check  # noqa: E402
from tinymlir.testing.apifuzz.draft import OPERATIONS  # noqa: E402
from tinymlir.testing.apifuzz.generate import generate  # noqa: E402
from tinymlir.testing.apifuzz.noise import RULES, expect  # noqa: E402
from tinymlir.testing.apifuzz.program import Program, Step  # noqa: E402
from tinymlir.testing.apifuzz.shrink import shrink  # noqa: E402


def test_random_calls_agree_with_torch():
    findings = driver.fuzz(seed=2026, examples=60, progress=False)
    assert not findings, "\n\n".join(finding.script() for finding in findings)


def test_a_seed_gives_the_same_program_each_time():
    texts = {generate(7, 3).script(0.0) for _ in range(3)}
    assert len(texts) == 1
    assert generate(7, 4).script(0.0) not in texts


def test_programs_use_the_whole_table():
    names = {name for _, name, _, _ in OPERATIONS}
    assert len(names) == len(OPERATIONS) > 50
    texts = [step.ours for i in range(300) for step in generate(1, i).steps]
    for call in ("sort", "put", "conv2d", "gather", " @ ", "sum", "cat", "[", "cast", "softmax"):
        assert any(call in text for text in texts)
    assert {step.rule for i in range(300) for step in generate(1, i).steps} == set(RULES)


def leaf(*numbers, dtype="float32"):
    return Step(array=np.array(numbers, dtype))


def broken_max(program, variants):
    """Stand in for a compiler that gets every maximum wrong."""
    steps = tuple(
        step if ".max(" not in step.ours else Step(f"{step.ours} + 1", step.theirs, step.inputs)
        for step in program.steps
    )
    return check(Program(steps, program.outputs, program.loss, program.targets))


def test_a_wrong_result_is_caught_and_made_small():
    (finding,) = driver.fuzz(3, 500, most=1, progress=False, check=broken_max)
    assert finding.failure.kind == "mismatch"
    assert len(finding.program.steps) <= 3
    assert sum(s.array.size for s in finding.program.steps if s.array is not None) <= 4
    script = finding.script()
    assert ".max(" in script and "torch.amax(" in script and "verify(" in script


def test_a_small_program_keeps_what_a_gradient_needs():
    square = Step("{0} * {0}", "{0} * {0}", (1,), "ring")
    total = Step("({0} * {1}).sum()", "({0} * {1}).sum()", (3, 2), "linear")
    steps = (leaf(9.0), leaf(1.5, 2.5, 3.5), leaf(1.0, 2.0, 4.0), square, total)
    program = Program(steps, (3,), 4, (1,))
    assert check(program) is None
    small = shrink(program, lambda p: p.loss is not None and check(p) is None)
    assert small.loss is not None and small.targets and not small.outputs
    assert small.steps[0].array.shape == (1,)


def test_an_error_is_reported():
    program = Program((leaf(1.0), Step("{0}.nothing()", "{0}.exp()", (0,))), (1,))
    failure = check(program)
    assert failure.kind == "error" and "nothing" in failure.text


def test_the_script_of_a_program_runs_alone(tmp_path):
    program = next(p for p in (generate(1, i) for i in range(100)) if p.loss is not None)
    bounds = [right.bound.max() for right in expect(program) if right.bound.numel()]
    path = tmp_path / "program.py"
    path.write_text(program.script(float(max(bounds))))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("step", "bound"),
    [
        (Step("", "{0} + {0}", (0,), "ring"), 0),
        (Step("", "{0} < 2.5", (0,)), 0),
        (Step("", "{0}.sum()", (0,), "linear"), 0),
        (Step("", "({0} / 3)", (0,), "round"), 1e-5),
        (Step("", "{0}.exp()", (0,), "exp"), 1e-3),
    ],
)
def test_bounds_are_as_strict_as_the_rules_allow(step, bound):
    (right,) = expect(Program((leaf(1.0, 2.0, 4.0), step), (1,)))
    found = float(right.bound.max())
    assert found <= bound and (found > 0) == (bound > 0)


def test_a_sum_is_rounded_unless_all_is_whole():
    total = Step("", "{0}.sum()", (0,), "linear")
    for first, rounded in ((1.0, False), (0.1, True), (2.0**24, True)):
        (right,) = expect(Program((leaf(first, 2.0, 4.0), total), (1,)))
        assert (float(right.bound) > 0) == rounded


def test_unclear_elements_are_not_compared():
    steps = (leaf(1.0, 5.0), Step("", "{0} / 3 * 3", (0,), "round"), Step("", "{0} < 1", (1,)))
    (right,) = expect(Program(steps, (2,)))
    assert right.bound.tolist() == [np.inf, 0]


def test_verify_looks_at_dtype_shape_and_elements():
    x, y = Tensor([1.0, 2.0]), torch.tensor([1.0, 2.0])
    verify(x, y)
    verify(x + 0.5, y, within=0.5)
    with pytest.raises(AssertionError, match=r"1 of 2 elements differ, the first at \[1\]"):
        verify(x, torch.tensor([1.0, 2.5]), within=0.1)
    with pytest.raises(AssertionError, match="is float32"):
        verify(x, y.double())
    with pytest.raises(AssertionError, match="is float32"):
        verify(x, y.reshape(2, 1))


def test_writing_leaves_the_tensor_alone():
    for write in (put, put_lazily):
        for x in (Tensor([1, 2, 3]), torch.tensor([1, 2, 3])):
            assert write(x, slice(1, None), 9).tolist() == [1, 9, 9]
            assert x.tolist() == [1, 2, 3]


def test_torch_gets_the_same_bits():
    array = np.array([[1.5, -0.0], [np.inf, np.nan]], np.float32)
    assert to_torch(array).numpy().tobytes() == array.tobytes()
    small = array.astype(ml_dtypes.bfloat16)
    assert to_torch(small).view(torch.int16).numpy().tobytes() == small.tobytes()
