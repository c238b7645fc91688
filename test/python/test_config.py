"""Switches, dtypes and counters."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from tinymlir import Context, GlobalCounters, Tensor, config, dtypes, getenv
from tinymlir.dtypes import to_dtype


def run_python(code: str, **environment: str) -> str:
    import os

    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_contexts_nest_and_restore():
    with Context(TRAINING=1):
        with Context(TRAINING=0, DEBUG=0):
            assert not config.TRAINING
        assert config.TRAINING.value == 1
    assert config.TRAINING.value == 0


def test_contexts_restore_after_errors():
    with pytest.raises(ZeroDivisionError), Context(NOOPT=1):
        raise ZeroDivisionError
    assert config.NOOPT.value == 0


def test_contexts_check_names_and_types():
    with pytest.raises(KeyError, match=r"no switch 'DEBUGG'.*DEBUG"):
        Context(DEBUGG=1)
    with pytest.raises(TypeError, match="DEBUG takes int"):
        Context(DEBUG="2")


def test_every_switch_has_a_meaning():
    for switch in config.ContextVar.all.values():
        assert switch.meaning.endswith(".")


def test_the_environment_sets_the_first_value():
    code = (
        "from tinymlir import dtypes, config; print(dtypes.default_float.name, config.NOOPT.value)"
    )
    assert run_python(code, DEFAULT_FLOAT="half", NOOPT="1").split() == ["float16", "1"]


def test_getenv_has_the_type_of_its_default():
    assert getenv("TINYMLIR_NOT_SET", 4) == 4
    code = """
from tinymlir import getenv
print(getenv("A_NUMBER", 0) + 1, getenv("A_TEXT", ""))
try:
    getenv("A_TEXT", 1)
except ValueError as error:
    print(error)
"""
    out = run_python(code, A_NUMBER="3", A_TEXT="x")
    assert out.splitlines() == ["4 x", "environment variable A_TEXT='x' is not an integer"]


def test_noopt_gives_the_same_numbers():
    a = np.arange(12, dtype=np.float32).reshape(3, 4)
    expected = (Tensor(a) @ Tensor(a.T) + 1).numpy()
    with Context(NOOPT=1):
        np.testing.assert_allclose((Tensor(a) @ Tensor(a.T) + 1).numpy(), expected)


def test_dtype_names_groups_and_limits():
    assert to_dtype("HALF") is dtypes.float16 and to_dtype("fp8e4m3") is dtypes.fp8e4m3
    assert dtypes.is_float(dtypes.weakfloat) and dtypes.is_int(dtypes.weakint)
    assert not dtypes.is_int(dtypes.bool) and dtypes.is_bool(dtypes.bool)
    assert all(dtypes.is_unsigned(t) for t in dtypes.uints)
    assert dtypes.min(dtypes.int8) == -128 and dtypes.max(dtypes.uint64) == 2**64 - 1
    assert dtypes.max(dtypes.float32) == float("inf") and dtypes.max(dtypes.bool) is True
    assert dtypes.finfo(dtypes.bfloat16) == (8, 7)
    with pytest.raises(ValueError, match="int8 is not a float type"):
        dtypes.finfo(dtypes.int8)
    assert dtypes.from_py([True]).name == "bool" and dtypes.from_py([[1], [2.5]]).name == "float32"


def test_counters_count_kernels():
    t = Tensor([1.0, 2.0]).realize()
    GlobalCounters.reset()
    for _ in range(3):
        (t + 1).realize()
    assert GlobalCounters.kernel_count == 3
    kept = Tensor.zeros(10)
    assert GlobalCounters.mem_used >= kept.nbytes()


def test_debug_prints_by_level():
    code = "from tinymlir import Tensor; (Tensor([1.0, 2.0]).exp2().sum() + 1).item()"
    outputs = [run_python(code, DEBUG=str(level)) for level in range(7)]
    assert outputs[0] == ""
    assert "opened device CPU" in outputs[1] and "realized 1 value" in outputs[1]
    assert "***" not in outputs[1]
    assert "*** CPU" in outputs[2] and "GB/s" in outputs[2]
    assert "// ----- schedule" in outputs[3] and "tiny.call" in outputs[3]
    assert "// ----- structured" in outputs[4] and "func.func" in outputs[4]
    assert "// ----- kernel" in outputs[5] and "// ----- optimized" in outputs[5]
    assert "// ----- llvm" in outputs[6] and "// ----- asm" in outputs[6]
    lengths = [len(output) for output in outputs]
    assert lengths == sorted(lengths)


def test_counters_count_work_with_debug():
    code = """
from tinymlir import Tensor, GlobalCounters
(Tensor([1.0] * 100) + 1).realize()
print(GlobalCounters.global_mem > 0, GlobalCounters.time_sum_s > 0)
"""
    assert run_python(code, DEBUG="2").splitlines()[-1] == "True True"
