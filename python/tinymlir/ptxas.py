"""Where NVIDIA's assembler is, which makes machine code of PTX."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

__all__ = ["find_ptxas"]


def find_ptxas() -> str | None:
    """Return the path of the program ptxas, or None if there is none.

    It is what the environment variable ``TINY_PTXAS`` names, or the first in ``PATH``,
    or that of the package ``nvidia-cuda-nvcc`` beside this Python.

    >>> path = find_ptxas()
    >>> path is None or path.endswith("ptxas")
    True
    """
    path = os.environ.get("TINY_PTXAS") or shutil.which("ptxas")
    if path:
        return path
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for program in sorted(Path(folder).glob("*/bin/ptxas")):
            return str(program)
    return None
