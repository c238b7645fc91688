"""The demo, the command line and the reports."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tinymlir import cli
from tinymlir.examples import cnn, digits, gpt, vae
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


def test_the_convolutional_network_learns(tmp_path):
    pytest.importorskip("sklearn")
    picture = tmp_path / "cnn.png"
    result = cnn.run(steps=30, picture=picture, progress=False)
    assert result.losses[-1] < result.losses[0] / 2
    assert result.accuracy > 0.6 and result.confusion.sum() == 359
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_the_autoencoder_learns(tmp_path):
    pytest.importorskip("sklearn")
    picture = tmp_path / "vae.png"
    result = vae.run(steps=150, picture=picture, progress=False)
    assert result.test_loss < 32 < result.losses[0]
    assert result.samples.shape == (16, 64) and 0 <= result.samples.min()
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_the_language_model_learns(tmp_path):
    picture = tmp_path / "gpt.png"
    result = gpt.run(steps=25, picture=picture, progress=False, length=30)
    assert result.losses[-1] < result.losses[0] * 0.8
    assert 2 < result.trigram_bits < 3 and result.bits < 5
    assert result.text.startswith("The ") and len(result.text) == 30
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_the_command_line_runs_each_example(monkeypatch, capsys):
    for name, module in {"digits": digits, "cnn": cnn, "vae": vae, "gpt": gpt}.items():
        seen = []
        monkeypatch.setattr(module, "main", lambda argv, seen=seen: seen.append(argv) or 0)
        assert cli.main(["demo", name, "--seed", "3"]) == 0 and seen == [["--seed", "3"]]
    assert cli.main(["demo", "--epochs", "1"]) == 0
    with pytest.raises(SystemExit):
        cli.main(["demo", "--help"])
    shown = capsys.readouterr().out
    assert all(name in shown for name in cli.EXAMPLES)


@pytest.mark.parametrize("name", ["cnn", "vae", "gpt"])
def test_an_example_ends_cleanly(name, monkeypatch, capsys, tmp_path):
    module = {"cnn": cnn, "vae": vae, "gpt": gpt}[name]
    arguments = ["--steps", "1", "--picture", str(tmp_path / "x.png")]

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "train", stop)
    assert module.main(arguments) == 130 and "stopped" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(module, "train", lambda *_: [])
    assert module.main([*arguments, *(["--length", "5"] if name == "gpt" else [])]) == 1
    assert "pip install 'tinymlir[demo]'" in " ".join(capsys.readouterr().err.split())


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
