"""A beam search gives the same numbers, and remembers what it found."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tinymlir import Context, Tensor
from tinymlir.engine import collect_stages
from tinymlir.progress import SearchReport

PROGRAM = """
import numpy as np, sys, warnings
from tinymlir import Tensor, engine

searched = set()
report = engine.SearchReport
class Report(report):
    def __call__(self, kernel, step, done, total, best, warning):
        if warning:
            print("warning:", warning.split("/")[-1])
        else:
            searched.add(kernel)
engine.SearchReport = Report
a = np.arange(48 * 32, dtype=np.float32).reshape(48, 32) % 7 - 3
b = np.arange(32 * 40, dtype=np.float32).reshape(32, 40) % 5 - 2
np.testing.assert_allclose((Tensor(a) @ Tensor(b)).numpy(), a @ b)
np.testing.assert_allclose(Tensor(a).sum(axis=0).numpy(), a.sum(axis=0))
print("searched", len(searched))
"""


def run(folder: Path, **environment: str) -> list[str]:
    """Run the program in a process of its own with a cache of its own."""
    small = {"BEAM": "1", "BEAM_UPCAST_MAX": "16", "BEAM_UOPS_MAX": "300"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | small | {"CACHEDB": str(folder)} | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_second_process_does_not_search(tmp_path):
    assert run(tmp_path) == ["searched 2"]
    files = sorted((tmp_path / "beam").iterdir())
    assert len(files) == 2
    assert run(tmp_path) == ["searched 0"]
    assert run(tmp_path, IGNORE_BEAM_CACHE="1") == ["searched 2"]

    # Damaged files are told of, ignored and written anew.
    files[0].write_text("something else")
    text = files[1].read_text()
    files[1].write_text(text[: len(text) // 2])
    lines = run(tmp_path)
    assert lines[-1] == "searched 2"
    assert sorted(lines[:-1]) == sorted(
        f"warning: {file.name} is damaged and is ignored" for file in files
    )
    assert run(tmp_path) == ["searched 0"]

    # So are opts that are illegal for the kernel.
    header, opts, rest = files[1].read_text().split("\n", 2)
    assert opts.startswith("opts ")
    files[1].write_text(f"{header}\nopts upcast:0:7\n{rest}")
    assert run(tmp_path) == [
        "warning: the stored opts 'upcast:0:7' are illegal and are ignored",
        "searched 1",
    ]


def test_nothing_is_kept_at_cache_level_0(tmp_path):
    assert run(tmp_path, CACHELEVEL="0", NUM_CPU_THREADS="1") == ["searched 2"]
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def small_search(tmp_path, monkeypatch) -> None:
    """Keep searches short, and out of the user's cache."""
    monkeypatch.setenv("CACHEDB", str(tmp_path))
    monkeypatch.setenv("BEAM_UPCAST_MAX", "16")
    monkeypatch.setenv("BEAM_UOPS_MAX", "300")


CASES: dict[str, tuple[Callable[..., Tensor], Callable[..., np.ndarray]]] = {
    "elementwise": (lambda x: (x * 2).exp(), lambda a: np.exp(a * 2)),
    "row_sums": (lambda x: x.sum(axis=1), lambda a: a.sum(axis=1)),
    "column_maxima": (lambda x: x.max(axis=0), lambda a: a.max(axis=0)),
    "transpose": (lambda x: x.T.contiguous(), lambda a: a.T),
    "product": (lambda x: x @ x.T, lambda a: a @ a.T),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("workgroups", [0, 1])
def test_a_search_keeps_the_numbers(rng, small_search, monkeypatch, name, workgroups):
    monkeypatch.setenv("BEAM_PADTO", "1")
    monkeypatch.setenv("BEAM_STRICT_MODE", "1")
    a = rng.uniform(-1, 1, (18, 20)).astype(np.float32)
    build, reference = CASES[name]
    with warnings.catch_warnings(), Context(BEAM=1, CPU_LOCAL=workgroups):
        warnings.simplefilter("error")
        result = build(Tensor(a)).numpy()
    np.testing.assert_allclose(result, reference(a), 1e-4, 1e-5)


def test_a_search_stands_above_noopt(rng, small_search):
    a = rng.uniform(-1, 1, (64, 96)).astype(np.float32)
    texts = []
    with (
        Context(BEAM=1, NOOPT=1),
        collect_stages(lambda stage, name, text: texts.append((stage, text))),
    ):
        np.testing.assert_allclose((Tensor(a) * 5).numpy(), a * 5)
    (kernel,) = [text for stage, text in texts if stage == "optimized"]
    assert "lanes" in kernel


def test_progress_is_one_line(monkeypatch, capsys):
    with Context(DEBUG=1), SearchReport() as report:
        report("r_4", 1, 0, 0, 1.0, "")
        report("r_4", 1, 10, 10, 2e-6, "")
    lines = capsys.readouterr().err.split("\r")
    assert lines[2].rstrip() == "beam r_4 [####################] 10/10 of 1 opts, best 2.00 us"
    assert lines[-1] == "" and lines[-2].strip() == ""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        SearchReport()("r_4", 0, 0, 0, 1.0, "no space")
    assert str(caught[0].message) == "BEAM: kernel r_4: no space"
