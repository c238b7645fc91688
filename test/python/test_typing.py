"""A user's program passes `mypy --strict` against the stubs of the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def check(*options: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--config-file=",
        *options,
    ]
    environment = {"MYPYPATH": str(ROOT / "python"), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=HERE)


def test_a_program_has_no_errors(tmp_path):
    done = check(f"--cache-dir={tmp_path}", str(HERE / "typed_program.py"))
    assert done.returncode == 0, done.stdout + done.stderr


def test_mistakes_are_found(tmp_path):
    program = tmp_path / "wrong.py"
    program.write_text(
        "from tinymlir import Tensor, UOp\n"
        "x = Tensor([1.0])\n"
        "x.summ()\n"
        "x.reshape('2')\n"
        "y: int = x.sum()\n"
        "UOp.const(1).exq2()\n"
    )
    done = check(f"--cache-dir={tmp_path}", str(program))
    lines = [line.rsplit(":", 2)[0] for line in done.stdout.splitlines() if ": error:" in line]
    assert len(lines) == 4, done.stdout
