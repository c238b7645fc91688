"""What goes wrong says what, with which shapes, in which call."""

from __future__ import annotations

import operator
import subprocess
import sys

import pytest
from tinymlir import Tensor
from tinymlir.errors import describe


@pytest.mark.parametrize(
    ("op", "sign"),
    [(operator.add, r"\+"), (operator.mul, r"\*"), (operator.lt, "<"), (operator.truediv, "/")],
)
def test_shape_mismatch(op, sign):
    with pytest.raises(
        ValueError,
        match=rf"(?s)^Tensor {sign}: 'tiny\.\w+' op .*broadcast.*one of them 1.*"
        rf"in the call float32\[2, 3\] {sign} float32\[4\]$",
    ):
        op(Tensor.ones(2, 3), Tensor.ones(4))


def test_reflected_mismatch_keeps_the_order():
    import numpy as np

    with pytest.raises(ValueError, match=r"ndarray float64\[4\] - float32\[3\]"):
        np.ones(4) - Tensor.ones(3)


def test_wrong_dtype():
    with pytest.raises(
        RuntimeError, match=r"(?s)^Tensor &: .*'tiny\.and' op .*float32\[2\] & float32\[2\]"
    ):
        Tensor.ones(2) & Tensor.ones(2)
    with pytest.raises(RuntimeError, match=r"(?s)^Tensor <<: .*cast.*float32\[2\] << 1"):
        Tensor.ones(2) << 1
    with pytest.raises(RuntimeError, match=r"(?s)^~?Tensor ~: .*~float32\[2\]"):
        ~Tensor.ones(2)


def test_the_outermost_call_is_named():
    with pytest.raises(IndexError, match=r"^Tensor\.softmax: axis 5"):
        Tensor.ones(2, 3).softmax(5)
    with pytest.raises(ValueError, match=r"(?s)^Tensor\.linear: .*linear|in the call"):
        Tensor.ones(2, 3).linear(Tensor.ones(3, 2), Tensor.ones(7))


def test_keyword_arguments_are_shown():
    with pytest.raises(IndexError, match=r"in the call \(float32\[2\], axis=4, keepdim=True\)"):
        Tensor.ones(2).sum(axis=4, keepdim=True)


def test_the_traceback_leads_to_the_users_line():
    try:
        Tensor.ones(2).reshape(5)
    except ValueError as error:
        traceback = error.__traceback__
        assert traceback is not None
        assert traceback.tb_frame.f_code.co_filename == __file__


def test_descriptions_are_short():
    import numpy as np

    assert describe(Tensor.ones(2, 3)) == "float32[2, 3]"
    assert describe(np.ones(3)) == "ndarray float64[3]"
    assert describe((1, None)) == "(1, None)" and describe((1,)) == "(1,)"
    assert describe(slice(1, None, 2)) == "1::2"
    assert describe(list(range(100))).endswith("…]")
    assert len(describe("x" * 500)) <= 60


def test_huge_sizes_are_refused():
    with pytest.raises((MemoryError, ValueError, OverflowError), match=r"^Tensor\.empty: "):
        Tensor.empty(2**40, 2**40)


MEMORY = """
import resource
from tinymlir import Tensor
{setup}
soft = 4 << 30
resource.setrlimit(resource.RLIMIT_AS, (soft, soft))
try:
    {action}
except MemoryError as error:
    print(error)
{after}
"""


def run_with_little_memory(setup: str, action: str, after: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY.format(setup=setup, action=action, after=after)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_an_allocation_that_fails_is_a_memory_error():
    out = run_with_little_memory(
        "(Tensor([1.0]) + 1).realize()",
        "Tensor.empty(4_000_000_000)",
        "print((Tensor([1.0]) + 1).tolist())",
    )
    assert "Tensor.empty: no memory for float32[4000000000], 16000000000 bytes" in out
    assert "in the call (4000000000)" in out
    assert out.splitlines()[-1] == "[2.0]"


def test_a_result_that_does_not_fit_is_a_memory_error():
    out = run_with_little_memory(
        "t = Tensor([1.0]); (t + 1).realize()",
        "(t.expand(3_000_000_000) + 1).contiguous().realize()",
        "print((t + 2).tolist())",
    )
    assert "Tensor.realize: " in out and "12000000000" in out
    assert "float32[3000000000]" in out
    assert out.splitlines()[-1] == "[3.0]"
