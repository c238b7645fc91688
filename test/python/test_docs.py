"""Every example in the documentation of the package runs."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest
import tinymlir
from tinymlir import Device, GlobalCounters, Tensor, Variable, dtypes
from tinymlir.testing import interpret

MODULES = [
    module.name
    for module in pkgutil.walk_packages(tinymlir.__path__, "tinymlir.")
    if not module.name.endswith(("_core", "__main__")) and "._mlir" not in module.name
]
GLOBALS = {
    "Tensor": Tensor, "dtypes": dtypes, "Device": Device,
    "GlobalCounters": GlobalCounters, "interpret": interpret, "Variable": Variable,
}  # fmt: skip


@pytest.mark.parametrize("name", ["tinymlir", *MODULES])
def test_examples_run(name):
    module = importlib.import_module(name)
    public = {k: v for k, v in vars(module).items() if not k.startswith("_")}
    result = doctest.testmod(module, extraglobs={**GLOBALS, **public})
    assert result.failed == 0


def test_the_guide_to_kernels_runs():
    guide = Path(__file__).parents[2] / "docs/kernels.md"
    result = doctest.testfile(str(guide), module_relative=False)
    assert result.attempted > 10 and result.failed == 0


def test_every_method_of_a_tensor_has_a_description_and_an_example():
    missing = []
    for name, member in inspect.getmembers(Tensor):
        if name.startswith("_") or not (callable(member) or isinstance(member, property)):
            continue
        if name in ("grad", "is_param", "uop"):
            continue
        text = inspect.getdoc(member) or ""
        if ">>>" not in text:
            missing.append(name)
    assert missing == []
