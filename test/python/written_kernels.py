"""Kernels that several files of tests write, and how often they run."""

from __future__ import annotations

import numpy as np
from tinymlir import GlobalCounters, Tensor
from tinymlir.uop.ops import AxisType, KernelInfo, UOp


def add(o, a, b):
    i, j = UOp.range(o.shape[0], 0), UOp.range(o.shape[1], 1)
    return o[i, j].store(a[i, j] + b[i, j]).end(i, j).sink(arg=KernelInfo("add"))


def double(o, x):
    i = UOp.range(x.shape[0], 0)
    return o[i].store(x[i] * 2).end(i).sink(arg=KernelInfo("double"))


def increment(x):
    i = UOp.range(x.shape[0], 0)
    return x[i].store(x[i] + 1).end(i).sink(arg=KernelInfo("increment"))


def matmul(c, a, b):
    i, j = UOp.range(c.shape[0], 0), UOp.range(c.shape[1], 1)
    k = UOp.range(a.shape[1], 2, AxisType.REDUCE)
    c = c[i, j].set(0.0)
    c = c[i, j].set(c.after(k)[i, j] + a[i, k] * b[k, j], end=k)
    return c.end(i, j).sink(arg=KernelInfo("matmul", opts_to_apply=()))


def random_array(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def kernels_of(*tensors: Tensor) -> int:
    """Return how many kernels compute tensors."""
    GlobalCounters.reset()
    tensors[0].realize(*tensors[1:])
    return GlobalCounters.kernel_count
