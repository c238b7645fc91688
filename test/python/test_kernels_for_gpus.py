"""Kernels that programs write, compiled for GPUs from the IR that SIM runs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from test_gpu_code import ROOT, compile_kernel, read_notes, read_resources
from tinymlir import Tensor, dtypes
from tinymlir.examples.kernels.matmul import fragment_matmul
from tinymlir.examples.kernels.rows import row_softmax, topk_256

TINY_OPT = ROOT / "build/bin/tiny-opt"


def kernel_of(*tensors: Tensor, fxn) -> str:
    """Return a module with the kernel that is applied to tensors."""
    text = tensors[0].custom_kernel(*tensors[1:], fxn=fxn)[0].mlir()
    return "module {\n" + text[text.index("  tiny.kernel") :]


def empty(*shape: int, dtype=dtypes.float32) -> Tensor:
    return Tensor.empty(*shape, dtype=dtype)


def matmul(dtype=dtypes.float32) -> str:
    a, b, c = (empty(512, 512, dtype=dtype) for _ in range(3))
    return kernel_of(c, a, b, fxn=fragment_matmul())


KERNELS = {
    "matmul": matmul,
    "matmul in half precision": lambda: matmul(dtypes.float16),
    "softmax": lambda: kernel_of(empty(64, 1024), empty(64, 1024), fxn=row_softmax(128)),
    "top_k": lambda: kernel_of(
        empty(64, 16), empty(64, 16, dtype=dtypes.int32), empty(64, 256), fxn=topk_256(16)
    ),
}


def structured(text: str, tmp_path: Path, pipeline: str = "tiny-kernel-pipeline") -> Path:
    """Compile to structured IR for a grid."""
    source, result = tmp_path / "kernel.mlir", tmp_path / "structured.mlir"
    source.write_text(text)
    command = [TINY_OPT, source, f"--{pipeline}=target=sim", "-o", result]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return result


@pytest.mark.parametrize("chip", ["sm_80", "sm_90"])
@pytest.mark.parametrize("name", KERNELS)
def test_nvidia(name, chip, tmp_path):
    source = structured(KERNELS[name](), tmp_path)
    needs = read_resources(
        compile_kernel(source, "nvvm", chip, tmp_path / "k.cubin", "--show=resources")
    )
    assert needs["bytes spill stores"] == needs["bytes spill loads"] == needs["bytes stack"] == 0


@pytest.mark.parametrize("chip", ["gfx1100", "gfx942", "gfx950"])
@pytest.mark.parametrize("name", KERNELS)
def test_amd(name, chip, tmp_path):
    source = structured(KERNELS[name](), tmp_path)
    compile_kernel(source, "rocdl", chip, tmp_path / "k.hsaco")
    notes = read_notes(tmp_path / "k.hsaco")
    assert notes["vgpr_spill_count"] == notes["private_segment_fixed_size"] == 0


@pytest.mark.parametrize(("chip", "registers"), [("sm_80", 122), ("sm_90", 80)])
def test_the_matmul_is_what_its_layout_implies(chip, registers, tmp_path):
    """A tile of 64 x 64 floats, 128 items, sums of 8 x 4 in an item, 4 steps at a time.

    An item copies 8 x 4 elements of each of two tiles: 16 vectors of four. In each step
    it loads an element of each of its 8 rows, which are vectors of four steps in machine
    code, and a vector of its 4 columns.
    """
    source = structured(matmul(), tmp_path)
    text = source.read_text()
    outer, inner = re.findall(r"scf\.for %\S+ = %c0 to %c(\d+) step", text)
    assert (int(outer), int(inner)) == (512 // 64, 64 // 4)
    loop, rest = text.split("scf.for")[1:3]
    inner_loop, behind = rest.split("scf.yield", 1)
    assert loop.count("gpu.barrier") == behind.count("gpu.barrier") == 1
    assert inner_loop.count("gpu.barrier") == 0
    assert len(re.findall(r"vector\.store .*workgroup>>, vector<4xf32>", loop)) == 2 * 8
    columns = re.findall(r"vector\.load .*workgroup>>, vector<4xf32>", inner_loop)
    rows = re.findall(r"memref\.load .*workgroup>>", inner_loop)
    assert (len(rows), len(columns)) == (8 * 4, 4)
    assert not re.search(r"memref\.(load|store)", loop)

    compile_kernel(source, "nvvm", chip, tmp_path / "k.ptx")
    ptx = (tmp_path / "k.ptx").read_text()
    assert ptx.count("ld.shared.v4") == 12 and ptx.count("st.shared.v4") == 16
    assert ptx.count("ld.global.nc.v4") == 16 and ptx.count("bar.sync") == 2
    assert not re.search(r"(ld|st)\.local|ld\.shared\.[^v]", ptx)
    needs = read_resources(
        compile_kernel(source, "nvvm", chip, tmp_path / "k.cubin", "--show=resources")
    )
    assert needs["bytes shared"] == 2 * 64 * 64 * 4
    assert needs["bytes spill stores"] == needs["bytes spill loads"] == 0
    assert needs["registers"] == pytest.approx(registers, rel=0.1)


@pytest.mark.parametrize(("chip", "registers"), [("gfx1100", 115), ("gfx942", 116)])
def test_the_matmul_on_amd(chip, registers, tmp_path):
    compile_kernel(structured(matmul(), tmp_path), "rocdl", chip, tmp_path / "k.hsaco")
    notes = read_notes(tmp_path / "k.hsaco")
    assert notes["group_segment_fixed_size"] == 2 * 64 * 64 * 4
    assert notes["vgpr_spill_count"] == 0
    assert notes["vgpr_count"] == pytest.approx(registers, rel=0.1)


@pytest.mark.parametrize(
    "build",
    [
        lambda x: x + 1, lambda x: x.sum(1), lambda x: x.sum(), lambda x: x @ x.T,
        lambda x: x.softmax(), lambda x: x.exp().sin(), lambda x: x.T.contiguous(),
        lambda x: x.half().max(0), lambda x: x.cumsum(1), lambda x: x.argmax(1),
    ],
)  # fmt: skip
def test_kernels_of_tensors(build, tmp_path):
    graph = tmp_path / "graph.mlir"
    graph.write_text(build(empty(48, 96)).mlir())
    command = [TINY_OPT, graph, "--tiny-schedule-pipeline", "--tiny-kernel-pipeline=target=sim"]
    text = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True).stdout
    # One file for each kernel: what tiny-run compiles.
    kernels = re.findall(r"^  gpu\.module .*?^  }$", text, re.M | re.S)
    assert kernels
    for number, kernel in enumerate(kernels):
        source = tmp_path / f"{number}.mlir"
        source.write_text(f"module {{\n{kernel}\n}}\n")
        compile_kernel(source, "nvvm", "sm_80", tmp_path / f"{number}.cubin")
        compile_kernel(source, "rocdl", "gfx1100", tmp_path / f"{number}.hsaco")
