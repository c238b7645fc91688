"""Kernels for GPUs as machine code: what they need, as the vendors' tools say it.

No kernel runs here. ptxas comes with the package nvidia-cuda-nvcc, which the tests
require; the notes of an hsaco are read with LLVM's tools.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from tinymlir.ptxas import find_ptxas

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "test/Target/Inputs"
TINY_RUN = ROOT / "build/bin/tiny-run"
READELF = "/usr/lib/llvm-22/bin/llvm-readelf"

GENERAL = (
    "atomics",
    "dynamic-size",
    "fragment-matmul",
    "half-vectors",
    "masked-tail",
    "row-softmax",
    "saxpy",
)
SHARED = {"fragment-matmul": 34816, "mma-matmul": 9728}
"""Bytes that the workgroups of kernels share; the others share none."""
REGISTERS = {
    ("fragment-matmul", "sm_80"): 122,
    ("fragment-matmul", "sm_90"): 80,
    ("mma-matmul", "sm_80"): 70,
    ("mma-matmul", "sm_90"): 70,
    ("row-softmax", "sm_80"): 46,
    ("row-softmax", "sm_90"): 46,
    ("fragment-matmul", "gfx1100"): 115,
    ("fragment-matmul", "gfx942"): 116,
    ("fragment-matmul", "gfx950"): 116,
}
"""What kernels of these shapes needed in an experiment of its own."""


def compile_kernel(
    path: Path, target: str, chip: str, output: Path, *options: str, ptxas: str | None = None
) -> str:
    """Compile a file of kernels, and return what tiny-run prints."""
    command = [TINY_RUN, path, f"--target={target}", f"--chip={chip}", f"--output={output}"]
    environment = {**os.environ, "TINY_PTXAS": ptxas or require_ptxas()}
    result = subprocess.run(
        [*map(str, command), *options], capture_output=True, text=True, env=environment
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def require_ptxas() -> str:
    """Return the path of ptxas. Without it the tests fail."""
    path = find_ptxas()
    assert path, "ptxas is missing: tools/dev/install_deps test"
    return path


def read_resources(text: str) -> dict[str, int]:
    """What one kernel needs, from the line that tiny-run prints."""
    return {name: int(number) for number, name in re.findall(r"(\d+) ([a-z][a-z ]+)", text)}


def read_notes(path: Path) -> dict[str, int]:
    """The numbers in the notes of an hsaco of one kernel."""
    command = [READELF, "--notes", str(path)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "hidden" not in text
    return {name: int(number) for name, number in re.findall(r"\.(\w+): +(\d+)$", text, re.M)}


@pytest.mark.parametrize("chip", ["sm_80", "sm_90"])
@pytest.mark.parametrize("kernel", [*GENERAL, "mma-matmul"])
def test_ptxas_accepts(kernel: str, chip: str, tmp_path: Path) -> None:
    output = tmp_path / "kernel.cubin"
    text = compile_kernel(KERNELS / f"{kernel}.mlir", "nvvm", chip, output, "--show=resources")
    needs = read_resources(text)
    assert output.read_bytes()[:4] == b"\x7fELF"
    assert needs["bytes shared"] == SHARED.get(kernel, 0)
    for name in ("bytes stack", "bytes spill stores", "bytes spill loads"):
        assert needs[name] == 0
    if expected := REGISTERS.get((kernel, chip)):
        assert needs["registers"] == pytest.approx(expected, rel=0.1)


def test_ptxas_may_not_spill(tmp_path: Path) -> None:
    # Nothing bounds the grid, so an index has 64 bits. On this chip ptxas then
    # rather spills than lets fewer workgroups run at once.
    text = (KERNELS / "fragment-matmul.mlir").read_text()
    source = tmp_path / "wide.mlir"
    source.write_text(re.sub(r",\s*known_grid_size = [^}]*", "", text))
    ptx, cubin = tmp_path / "wide.ptx", tmp_path / "wide.cubin"
    compile_kernel(source, "nvvm", "sm_90", ptx)
    command = [require_ptxas(), "-v", "-arch=sm_90", "-o", str(tmp_path / "spills"), str(ptx)]
    report = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert " 0 bytes spill stores" not in report
    needs = read_resources(compile_kernel(source, "nvvm", "sm_90", cubin, "--show=resources"))
    assert needs["bytes spill stores"] == needs["bytes spill loads"] == 0
    assert needs["registers"] > 80


def test_ptxas_says_what_is_wrong(tmp_path: Path) -> None:
    source = tmp_path / "large.mlir"
    text = (KERNELS / "fragment-matmul.mlir").read_text()
    source.write_text(text.replace("memref<4352xf32", "memref<14352xf32"))
    with pytest.raises(AssertionError, match=r"ptxas.*uses too much shared data"):
        compile_kernel(source, "nvvm", "sm_80", tmp_path / "large.cubin")


AMD = [(kernel, chip) for kernel in GENERAL for chip in ("gfx1100", "gfx942", "gfx950")] + [
    ("wmma-matmul", "gfx1100"),
    ("mfma-matmul", "gfx942"),
    ("mfma-matmul", "gfx950"),
    ("wide-mfma-matmul", "gfx950"),
]


@pytest.mark.parametrize(("kernel", "chip"), AMD)
def test_hsaco_describes_kernel(kernel: str, chip: str, tmp_path: Path) -> None:
    source, output = KERNELS / f"{kernel}.mlir", tmp_path / "kernel.hsaco"
    compile_kernel(source, "rocdl", chip, output)
    notes = read_notes(output)
    signature = re.search(r"gpu\.func @\w+\(([^)]*)\)", source.read_text().replace("(global)", ""))
    assert signature
    block = re.search(r"known_block_size = array<i32: (\d+), 1, 1>", source.read_text())
    assert block
    assert notes["kernarg_segment_size"] == 8 * signature[1].count("%")
    assert notes["max_flat_workgroup_size"] == int(block[1])
    assert notes["wavefront_size"] == (32 if chip == "gfx1100" else 64)
    assert notes["group_segment_fixed_size"] == SHARED.get(kernel, 0)
    for name in ("private_segment_fixed_size", "sgpr_spill_count", "vgpr_spill_count"):
        assert notes[name] == 0
    if expected := REGISTERS.get((kernel, chip)):
        assert notes["vgpr_count"] == pytest.approx(expected, rel=0.1)


def test_find_ptxas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TINY_PTXAS", "/somewhere/ptxas")
    assert find_ptxas() == "/somewhere/ptxas"
    monkeypatch.delenv("TINY_PTXAS")
    monkeypatch.setenv("PATH", "")
    found = find_ptxas()
    assert found
    assert os.access(found, os.X_OK)
