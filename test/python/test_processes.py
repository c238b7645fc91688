"""Processes that fork, and that have imported others' compilers."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations

import pytest

HEAD = """
import multiprocessing, os, signal, threading
import numpy as np
from tinymlir import Tensor, TinyJit

def work(seed):
    # Large enough for several threads, and a kernel that nobody has compiled.
    x = Tensor(np.full((512, 512), seed, np.float32))
    return ((x + seed) @ x).sum().item() / 512**3

def expected(seed):
    return 2.0 * seed * seed

def in_child(function, *arguments):
    child = os.fork()
    if not child:
        signal.alarm(60)  # A child that waits for ever is not ours to wait for.
        code = 1
        try:
            code = 0 if function(*arguments) else 2
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]
"""


def run(script: str, **environment: str) -> str:
    """Run a program after HEAD in a process of its own; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", HEAD + script],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        env={**os.environ, "NUM_CPU_THREADS": "4", **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_forked_child_computes_with_threads_of_its_own():
    run("""
def child():
    same = work(2) == expected(2) and work(3) == expected(3)
    return same and len(os.listdir("/proc/self/task")) == 4

assert work(2) == expected(2)
assert len(os.listdir("/proc/self/task")) >= 4
assert in_child(child) == 0
assert work(4) == expected(4)
""")


def test_a_child_of_a_process_that_has_computed_nothing():
    run("assert in_child(lambda: work(2) == expected(2)) == 0")


def test_tensors_and_recordings_of_the_parent_serve_the_child():
    run("""
w = Tensor(np.ones((300, 300), np.float32)).clone().realize()

@TinyJit
def step(x):
    return (x @ w).realize()

inputs = [Tensor(np.full((300, 300), i, np.float32)).clone().realize() for i in range(5)]
for x in inputs[:3]:
    step(x)

def child():
    w.assign(w * 2).realize()
    return step(inputs[4]).numpy()[0, 0] == 2 * 4 * 300

assert in_child(child) == 0
assert w.numpy()[0, 0] == 1  # Their memory parted with the fork.
assert step(inputs[4]).numpy()[0, 0] == 4 * 300
""")


def test_a_fork_while_another_thread_compiles():
    run("""
stop = threading.Event()

def compile_for_ever():
    n = 0
    while not stop.is_set():
        n += 1
        (Tensor(np.ones(64 + n, np.float32)) * n).sum().realize()

thread = threading.Thread(target=compile_for_ever)
thread.start()
try:
    for i in range(12):
        assert in_child(lambda: work(2) == expected(2)) == 0
finally:
    stop.set()
    thread.join()
""")


def test_a_grandchild_and_the_pool_of_multiprocessing():
    run("""
assert work(2) == expected(2)
same = lambda: work(3) == expected(3)
assert in_child(lambda: same() and in_child(same) == 0) == 0
with multiprocessing.get_context("fork").Pool(2) as pool:
    found = pool.map_async(work, range(1, 7)).get(timeout=100)
assert found == [expected(i) for i in range(1, 7)]
""")


def test_a_new_process_of_multiprocessing(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(
        HEAD
        + """
if __name__ == "__main__":
    for method in ("spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map_async(work, [2, 3]).get(timeout=100) == [8.0, 18.0]
"""
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("order", list(permutations(["tinymlir", "torch", "jax"])), ids=" ".join)
def test_imports_beside_other_compilers(order):
    modules = [name for name in order if name == "tinymlir" or is_installed(name)]
    script = "\n".join(f"import {name}; use_{name}()" for name in modules)
    again = "\n".join(f"use_{name}()" for name in reversed(modules))
    run(
        f"""
from tinymlir.ir import Context, Module

def use_tinymlir():
    assert work(2) == expected(2)
    with Context():
        Module.parse((Tensor.empty(4) * 3).mlir())

def use_torch():
    import torch
    x = torch.full((64, 64), 2.0)
    assert (x @ x).sum() == 64**3 * 4

def use_jax():
    import jax
    x = jax.numpy.full((64, 64), 2.0)
    assert jax.jit(lambda x: (x @ x).sum())(x) == 64**3 * 4

{script}
{again}
""",
        JAX_PLATFORMS="cpu",
    )


def is_installed(name: str) -> bool:
    """Say whether a package can be imported."""
    from importlib.util import find_spec

    return find_spec(name) is not None
