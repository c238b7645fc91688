"""The README keeps its promises: its example and its commands work as shown."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    """The code blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def run(command: list[str]) -> str:
    """What a command prints; it must succeed."""
    environment = {k: v for k, v in os.environ.items() if k != "DEBUG"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_example_prints_what_is_shown() -> None:
    (example,), (shown,) = blocks("python"), blocks("text")
    assert run([sys.executable, "-c", example]) == shown


def test_example_has_ten_lines() -> None:
    lines = [line for line in blocks("python")[0].splitlines() if line]
    assert len(lines) == 10


def test_setup_and_test_commands_exist() -> None:
    setup, test, *_ = blocks("bash")
    for command in (setup.split("&&")[0].strip(), test.strip()):
        assert os.access(ROOT / command, os.X_OK)
    assert len(setup.splitlines()) == len(test.splitlines()) == 1
    ci = (ROOT / ".ci/run").read_text()
    assert test.strip() in ci


def test_stage_commands_work_when_pasted() -> None:
    script = blocks("bash")[2].replace(".venv/bin/python", sys.executable)
    if not (ROOT / "build/bin/tiny-opt").exists():
        pytest.fail("build first: tools/dev/build")
    printed = run(["bash", "-euo", "pipefail", "-c", script])
    for stage in ("tiny.sink", "tiny.contiguous", "tiny.kernel", "scf.for", "define void"):
        assert stage in printed


@pytest.mark.parametrize("path", re.findall(r"\]\((?!http)([^)#]+)\)", README))
def test_links_lead_somewhere(path: str) -> None:
    assert (ROOT / path).exists()
