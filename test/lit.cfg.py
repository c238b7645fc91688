"""How lit finds and runs the tests of the compiler.

Run them with ``lit -v build/test``. What depends on the build stands in
``lit.site.cfg.py``, which CMake writes there and which loads this file.

RUN lines name programs without a path: those of this project (``tiny-opt``,
``tiny-run``) and LLVM's (``FileCheck``, ``not``, ``split-file``) come first in
``PATH``.
"""

# ruff: noqa: F821  (lit defines `config` and `lit_config`)

import os
import shutil
import sys

import lit.formats

config.name = "tinymlir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "lib", "python"]  # pytest runs test/python
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tiny_build_root, "test")

tool_folders = [
    os.path.join(config.tiny_build_root, "bin"),
    os.path.join(config.tiny_build_root, "test"),
    config.llvm_tools_dir,
]
search_path = os.pathsep.join([*tool_folders, os.environ.get("PATH", "")])
for tool in ("tiny-opt", "tiny-run", "FileCheck", "not", "split-file"):
    if not shutil.which(tool, path=search_path):
        lit_config.fatal(f"{tool} is in none of {tool_folders}: build first")

config.environment["PATH"] = search_path
# A variable that a label should have reset is an error, unless named $GLOBAL.
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
# Pipelines close each stage with its contract check.
config.environment["TINY_VERIFY"] = "1"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%python", f'"{sys.executable}"'))
config.substitutions.append(
    ("%fake_cuda", os.path.join(config.tiny_build_root, "test", "libfake-cuda.so"))
)
config.available_features.add("cpu-exec")
if config.tiny_sanitize:
    config.available_features.add("sanitizer")
    # A report must not pass for the failure that a test expects.
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        config.environment.setdefault(name, "abort_on_error=1")
