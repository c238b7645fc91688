"""Random programs with kernels that overwrite their arguments, against NumPy.

A tensor is a value: whatever a kernel overwrites in place, what was computed from
the old value keeps it, in any order in which things are realized.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from tinymlir import Tensor
from tinymlir.uop.ops import KernelInfo, UOp
from written_kernels import double, increment

N = 8


def accumulate(o, x, y):
    i = UOp.range(N, 0)
    return o[i].store(o[i] + x[i] * y[i]).end(i).sink(arg=KernelInfo("accumulate"))


def flip(o, x):
    i = UOp.range(N, 0)
    return o[i].store(x[N - 1 - i]).end(i).sink(arg=KernelInfo("flip"))


def swap(a, b):
    i = UOp.range(N, 0)
    x, y = a[i].load(), b[i].load()
    return UOp.group(a[i].store(y), b[i].store(x)).end(i).sink(arg=KernelInfo("swap"))


def interleave(o, x):
    i = UOp.range(N // 2, 0)
    return o[i * 2].store(x[i]).end(i).sink(arg=KernelInfo("interleave"))


class Program:
    """Tensors, and the arrays that they are to equal."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.tensors: list[Tensor] = []
        self.arrays: list[np.ndarray] = []
        for _ in range(3):
            array = np.array([self.random.randint(-3, 3) for _ in range(N)], np.float32)
            tensor = Tensor(array.copy())
            self.add((tensor * 1).realize() if self.maybe() else tensor, array)

    def maybe(self) -> bool:
        return self.random.random() < 0.6

    def add(self, tensor: Tensor, array: np.ndarray) -> None:
        self.tensors.append(tensor)
        self.arrays.append(array)

    def step(self) -> None:
        t, v = self.tensors, self.arrays
        i, j, k = (self.random.randrange(len(t)) for _ in range(3))
        # Kernels that write one argument and read another.
        apart = t[i].uop is not t[j].uop and t[i].uop is not t[k].uop
        match self.random.randrange(11):
            case 0:
                self.add(t[i] + t[j], v[i] + v[j])
            case 1:
                self.add(t[i].flip(0) * 2, v[i][::-1] * 2)
            case 2:
                result = t[i].custom_kernel(fxn=increment)[0]
                v[i] = v[i] + 1
                if self.maybe():
                    self.add(result, v[i])
            case 3:
                self.add(Tensor.empty(N).custom_kernel(t[i], fxn=double)[0], v[i] * 2)
            case 4 if apart:
                result = t[i].custom_kernel(t[j], t[k], fxn=accumulate)[0]
                v[i] = v[i] + v[j] * v[k]
                if self.maybe():
                    self.add(result, v[i])
            case 5 if apart:
                t[i].custom_kernel(t[j], fxn=flip)
                v[i] = v[j][::-1].copy()
            case 6 if apart:
                t[i].custom_kernel(t[j], fxn=swap)
                v[i], v[j] = v[j], v[i]
            case 7 if apart:
                t[i].custom_kernel(t[j], fxn=interleave)
                v[i] = v[i].copy()
                v[i][::2] = v[j][: N // 2]
            case 8:
                new = v[j] + v[k]
                # Whoever holds the same storage sees it.
                stored = t[i].uop if t[i].uop.op == "load" else None
                for number, other in enumerate(t):
                    if number == i or other.uop is stored:
                        v[number] = new
                t[i].assign(t[j] + t[k])
            case 9:
                t[i].realize(*[t[j]] * self.maybe())
            case 10 if len(t) > 3:
                del t[i], v[i]

    def run(self) -> None:
        for _ in range(self.random.randint(3, 14)):
            self.step()
            if max(np.abs(array).max() for array in self.arrays) > 1e4:
                break
        if self.maybe():
            self.tensors[0].realize(*self.tensors[1:])
        order = list(range(len(self.tensors)))
        self.random.shuffle(order)
        for number in order:
            np.testing.assert_allclose(self.tensors[number].numpy(), self.arrays[number])


@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_values_stay(seed):
    for number in range(seed, seed + 20):
        Program(number).run()
