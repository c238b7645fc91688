"""Random programs on sharded tensors compute what NumPy computes."""

from __future__ import annotations

import numpy as np
import pytest
from support import check
from tinymlir import Tensor

SIZE = 12


class Program:
    """Square matrices on the same devices, each beside the array that it is."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        count = int(self.rng.choice([2, 3, 4]))
        self.devices = tuple(f"CPU:{i}" for i in range(count))
        self.block = SIZE // count
        self.values: list[list] = []
        self.refused = 0
        for axis in (None, 0, 1):
            self.new(axis)

    def new(self, axis: int | None) -> None:
        array = self.rng.integers(-4, 5, (SIZE, SIZE)).astype(np.float32)
        self.values.append([Tensor(array).shard(self.devices, axis), array])

    def pick(self) -> list:
        return self.values[self.rng.integers(len(self.values))]

    def step(self) -> None:
        kind = self.rng.integers(14)
        entry = self.pick()
        (a, x), (b, y) = entry, self.pick()
        axis, block = int(self.rng.integers(2)), int(self.rng.integers(len(self.devices)))
        one = slice(block * self.block, (block + 1) * self.block)
        try:
            if kind == 0:
                new = a + b, x + y
            elif kind == 1:
                new = (a < b).where(a, b * 2), np.where(x < y, x, y * 2)
            elif kind == 2:
                new = (a @ b) % 5, (x @ y) % 5
            elif kind == 3:
                new = a - a.sum(axis, keepdim=True), x - x.sum(axis, keepdims=True)
            elif kind == 4:
                new = a.maximum(b.max(axis)), np.maximum(x, y.max(axis))
            elif kind == 5:
                new = a.T.contiguous(), x.T
            elif kind == 6:
                new = a.flip(axis), np.flip(x, axis)
            elif kind == 7:
                new = a.roll(1, axis), np.roll(x, 1, axis)
            elif kind == 8:
                part = (one, slice(None)) if axis == 0 else (slice(None), one)
                new = b + a[part].sum(axis, keepdim=True), y + x[part].sum(axis, keepdims=True)
            elif kind == 9:
                new = (
                    a.reshape(SIZE, 3, 4).permute(0, 2, 1).reshape(SIZE, SIZE),
                    (x.reshape(SIZE, 3, 4).transpose(0, 2, 1).reshape(SIZE, SIZE)),
                )
            elif kind == 10:
                a.assign(b.clip(-3, 3) + a.T)
                entry[1] = y.clip(-3, 3) + x.T
                return
            elif kind == 11:
                a += b.sum(axis, keepdim=True)
                entry[1] = x + y.sum(axis, keepdims=True)
                return
            elif kind == 12:
                a.realize(b)
                return
            else:
                self.new([None, 0, 1][self.rng.integers(3)])
                return
        except RuntimeError as error:
            texts = ("not supported on a sharded", "between shards", "shard_like")
            assert any(text in str(error) for text in texts), error
            self.refused += 1
            return
        self.values.append(list(new))
        if len(self.values) > 6:
            self.values.pop(0)
        # Numbers stay exact.
        self.values[-1][0] = self.values[-1][0] % 7
        self.values[-1][1] = self.values[-1][1] % 7


@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed):
    program = Program(seed)
    for _ in range(25):
        program.step()
    for tensor, array in program.values:
        check(tensor, array.astype(np.float32))


def test_most_of_it_is_not_refused():
    programs = [Program(seed) for seed in range(10)]
    for program in programs:
        for _ in range(25):
            program.step()
    assert sum(program.refused for program in programs) < 125
