"""The demo, the command line and the reports."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tinymlir import cli
from tinymlir.examples import digits
from tinymlir.testing.opcost import measure, report


def test_the_demo_learns_digits(tmp_path):
    pytest.importorskip("sklearn")
    pytest.importorskip("matplotlib")
    picture = tmp_path / "digits.png"
    result = digits.run(epochs=12, picture=picture, progress=False)
    assert result.accuracy >= 0.95
    assert result.losses[-1] < result.losses[0] / 5
    assert result.kernels > 0 and result.launches >= result.kernels
    assert picture.read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("show", "text"), [("ir", "tiny.reduce"), ("kernels", "tiny.kernel"), ("asm", "ret")]
)
def test_the_demo_shows_what_was_compiled(show, text, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tinymlir.cli", "demo", "--epochs", "1", "--show", show,
         "--picture", str(tmp_path / "x.png")],
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert text in done.stdout
    assert "accuracy on held-out images" in done.stdout
    assert "training: 100%" in done.stderr


def test_a_missing_package_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    assert cli.main(["demo", "--epochs", "1"]) == 1
    text = " ".join(capsys.readouterr().err.split())
    assert "needs scikit-learn, which is not installed" in text
    assert "pip install 'tinymlir[demo]'" in text


def test_the_command_line_has_a_version_and_help(capsys):
    for option in ("--version", "--help"):
        with pytest.raises(SystemExit) as stop:
            cli.main([option])
        assert stop.value.code == 0
    assert "tinymlir" in capsys.readouterr().out


def test_costs_are_reported():
    measurements = measure(realizes=2000)
    text = report(measurements)
    assert len(measurements) == 5
    assert "us" in text and "<= 50" in text
    assert measurements[-1].value == 0, "equal expressions are one object"
