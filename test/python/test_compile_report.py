"""The report of what each pass costs."""

from __future__ import annotations

import itertools
import json

import pytest
from tinymlir import Tensor
from tinymlir.testing.__main__ import main
from tinymlir.testing.compile_report import measure
from tinymlir.testing.models import MODELS, build


def test_every_pass_of_every_stage_is_there():
    report = measure("softmax", build("softmax"))
    names = [p.name for p in report.passes if p.stage == "kernel"]
    assert [p.stage for p in report.passes] == sorted(
        [p.stage for p in report.passes], key=["schedule", "kernel", "LLVM"].index
    )
    assert "tiny-rangeify" in [p.name for p in report.passes if p.stage == "schedule"]
    assert names.index("tiny-simplify") < names.index("tiny-optimize")
    assert names.index("tiny-optimize") < names.index("tiny-simplify 2")
    assert report.passes[-1].name == "translate, generate code, link"
    assert all(p.runs == report.kernels for p in report.passes if p.stage != "schedule")
    assert report.ops > 0 and 0 < report.passes_ms and 0 < report.llvm_ms


def test_ops_before_and_after_a_pass():
    report = measure("", [Tensor([1.0, 2.0, 3.0]).exp().contiguous() + 3])
    ops = {p.name: (p.ops_before, p.ops_after) for p in report.passes}
    assert ops["tiny-rangeify"][0] > 0
    # What a pass leaves is what the next one finds.
    kernel = [p for p in report.passes if p.stage == "kernel" and p.name.startswith("tiny-")]
    kernel = [p for p in kernel if p.name != "tiny-verify-structured"]
    assert all(a.ops_after == b.ops_before for a, b in itertools.pairwise(kernel))


def test_known_kernels_are_compiled_again():
    for _ in range(2):
        assert measure("", [Tensor([1.0, 2.0]) * 7 + Tensor([3.0, 4.0])]).kernels == 1
        x = Tensor([[1.0, 2.0]]) * 7
        assert measure("", [(x + Tensor([[3.0, 4.0]])).reshape(2)]).kernels <= 1


@pytest.mark.parametrize("model", MODELS)
def test_models_compile_without_equal_layers(model):
    assert all(tensor.uop.op != "const" for tensor in build(model, 1))


def test_json(capsys):
    assert main(["compile-report", "matmul", "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["model"] == "matmul" and report["kernels"] == 1
    assert {"stage", "name", "runs", "wall_ms", "cpu_ms"} <= report["passes"][0].keys()


def test_table_of_a_function_in_a_file(tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text(
        "from tinymlir import Tensor\ndef f():\n    return Tensor([1.0, 2.0, 5.0]).sin() + 0.25\n"
    )
    assert main(["compile-report", f"{path}:f"]) == 0
    assert "tiny-rangeify" in capsys.readouterr().out


def test_an_unknown_model(capsys):
    assert main(["compile-report", "nothing"]) == 2
    assert "there are mlp, cnn, block, softmax, matmul" in capsys.readouterr().out
