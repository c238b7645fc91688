"""An MLIR-based tensor compiler.

>>> from tinymlir import Tensor
>>> (Tensor([1.0, 2.0]) * 3).tolist()
[3.0, 6.0]
"""

from tinymlir import nn
from tinymlir._core import Buffer, CompileError, UOp
from tinymlir.config import Context, getenv
from tinymlir.counters import GlobalCounters
from tinymlir.device import Device
from tinymlir.dtypes import DType, dtypes
from tinymlir.functions import function
from tinymlir.jit import JitError, TinyJit
from tinymlir.symbolic import Variable
from tinymlir.tensor import Tensor
from tinymlir.uop.graph import attach
from tinymlir.uop.shared import share_methods

share_methods()
attach()
del attach, share_methods

__all__ = [
    "Buffer",
    "CompileError",
    "Context",
    "DType",
    "Device",
    "GlobalCounters",
    "JitError",
    "Tensor",
    "TinyJit",
    "UOp",
    "Variable",
    "dtypes",
    "function",
    "getenv",
    "nn",
]
