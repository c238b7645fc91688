"""Random programs from a seed.

A generator keeps the values made so far and adds a statement at a time, chosen
by weight; a statement that the graph refuses is left out. Each program has a
mood (the dtypes, sizes and numbers it prefers), so that programs differ more
than their statements do.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from tinymlir._core import DType
from tinymlir.dtypes import dtypes
from tinymlir.testing.fuzz.program import Program
from tinymlir.testing.fuzz.statements import Statements, expands, name_of

__all__ = ["generate"]


def generate(seed: int, number: int) -> Program:
    """Return program `number` of a seed."""
    return _Generator(random.Random(f"{seed}/{number}")).program()


class _Generator(Statements):
    # ----- Operations

    def unary(self) -> None:
        i = self.pick()
        if dtypes.is_float(self.values[i].dtype):
            names = ["exp2", "log2", "sin", "sqrt", "reciprocal", "neg", "neg", "trunc"]
        elif dtypes.is_int(self.values[i].dtype):
            names = ["neg", "trunc"]
        else:
            return
        self.add("{0}.alu({name!r})", i, name=self.rng.choice(names))

    def binary(self) -> None:
        rng = self.rng
        i = self.pick()
        value = self.values[i]
        dtype = value.dtype
        names = ["add", "add", "mul", "mul", "max", "cmplt", "cmpne", "cmpeq"]
        if dtypes.is_float(dtype):
            names += ["sub", "sub", "fdiv", "fdiv", "pow"]
        elif dtypes.is_int(dtype):
            names += ["sub", "and", "or", "xor", "shl", "shr"]
            names += ["floordiv", "floormod", "cdiv", "cmod"] * 2 + ["pow"]
            if dtype is dtypes.uint64:
                names += ["threefry"] * 3
        else:
            names += ["and", "or", "xor"]
        name = rng.choice(names)
        if rng.random() < 0.15:
            self.with_number(name, i, dtype)
            return
        other = self.partner(value, dtype)
        if name in ("floordiv", "floormod", "cdiv", "cmod") and rng.random() < 0.7:
            other = self.add("{0}.alu('or', 1)", other)
        if name in ("shl", "shr") and rng.random() < 0.9:
            other = self.add("{0}.alu('and', {mask})", other, mask=dtype.bitsize - 1)
        if rng.random() < 0.3:
            i, other = other, i
        self.add("{0}.alu({name!r}, {1})", i, other, name=name)

    def with_number(self, name: str, i: int, dtype: DType) -> None:
        if dtype is dtypes.bool:
            number: Any = self.rng.random() < 0.5
        elif name in ("shl", "shr"):
            number = self.rng.randrange(dtype.bitsize)
        elif dtypes.is_float(dtype):
            number = self.rng.choice([0.0, 1.0, -1.0, 0.5, 2.0, 3.0])
        else:
            number = self.rng.choice([1, 2, 3, 4, 7, 8, 10, 16, 100])
            if dtype not in dtypes.uints and self.rng.random() < 0.3:
                number = -number
        self.add("{0}.alu({name!r}, {number})", i, name=name, number=repr(number))

    def where(self) -> None:
        i = self.pick()
        value = self.values[i]
        if self.rng.random() < 0.5:
            condition = self.partner(value, dtypes.bool)
        else:
            other = self.partner(value, value.dtype)
            condition = self.add("{0}.alu('cmplt', {1})", i, other)
        branches = [i, self.partner(value, value.dtype)]
        self.rng.shuffle(branches)
        self.add("{0}.alu('where', {1}, {2})", condition, *branches)

    def cast(self) -> None:
        self.as_dtype(self.pick(), self.dtype())

    def bitcast(self) -> None:
        i = self.pick(lambda v: v.dtype is not dtypes.bool)
        dtype = self.values[i].dtype
        same = [t for t in dtypes.all if t.bitsize == dtype.bitsize and t is not dtypes.bool]
        self.add("{0}.bitcast(dtypes.{dtype})", i, dtype=name_of(self.rng.choice(same)))

    def reshape(self) -> None:
        i = self.pick()
        shape = list(self.values[i].shape)
        if self.rng.random() < 0.4 and shape:
            axis = self.rng.randrange(len(shape))
            divisors = [d for d in range(1, shape[axis] + 1) if shape[axis] % d == 0]
            if divisors:
                first = self.rng.choice(divisors)
                shape[axis : axis + 1] = [first, shape[axis] // first]
        if self.rng.random() < 0.4 and len(shape) > 1:
            axis = self.rng.randrange(len(shape) - 1)
            shape[axis : axis + 2] = [shape[axis] * shape[axis + 1]]
        if self.rng.random() < 0.3:
            self.rng.shuffle(shape)
        if self.rng.random() < 0.2:
            shape.insert(self.rng.randrange(len(shape) + 1), 1)
        elif self.rng.random() < 0.2:
            shape = [n for n in shape if n != 1]
        self.add("{0}.reshape({shape})", i, shape=tuple(shape))

    def permute(self) -> None:
        i = self.pick(lambda v: len(v.shape) > 1)
        order = list(range(len(self.values[i].shape)))
        self.rng.shuffle(order)
        self.add("{0}.permute({order})", i, order=tuple(order))

    def expand(self) -> None:
        i = self.pick()
        shape = [
            self.rng.choice(self.sizes) if n == 1 and self.rng.random() < 0.7 else n
            for n in self.values[i].shape
        ]
        if self.rng.random() < 0.3:
            shape.insert(0, self.rng.choice(self.sizes))
        self.add("{0}.expand({shape})", i, shape=tuple(shape))

    def pad(self) -> None:
        i = self.pick(lambda v: len(v.shape) > 0)
        rank = len(self.values[i].shape)
        low, high = ([self.rng.choice([0, 0, 1, 2, 5]) for _ in range(rank)] for _ in range(2))
        self.add("{0}.pad({low}, {high})", i, low=tuple(low), high=tuple(high))

    def shrink(self) -> None:
        i = self.pick(lambda v: len(v.shape) > 0)
        offsets, sizes = [], []
        for n in self.values[i].shape:
            begin = self.rng.randint(0, min(3, n)) if self.rng.random() < 0.5 else 0
            size = n - begin if self.rng.random() < 0.4 else self.rng.randint(0, n - begin)
            if size == 0 and self.rng.random() < 0.9:
                begin, size = 0, n
            offsets.append(begin)
            sizes.append(size)
        self.add("{0}.shrink({offsets}, {sizes})", i, offsets=tuple(offsets), sizes=tuple(sizes))

    def flip(self) -> None:
        i = self.pick(lambda v: len(v.shape) > 0)
        axes = [k for k in range(len(self.values[i].shape)) if self.rng.random() < 0.6]
        self.add("{0}.flip({axes})", i, axes=tuple(axes))

    def stack(self) -> None:
        i = self.pick()
        shape, dtype = self.values[i].shape, self.values[i].dtype
        parts = [i]
        for _ in range(self.rng.randint(0, 3)):
            part = self.pick(lambda v: v.shape == shape)
            parts.append(self.as_dtype(part, dtype))
        self.rng.shuffle(parts)
        self.add("UOp.stack([" + ", ".join(f"{{{k}}}" for k in range(len(parts))) + "])", *parts)

    def reduce(self) -> None:
        i = self.pick(lambda v: len(v.shape) > 0)
        rank = len(self.values[i].shape)
        axes = self.rng.sample(range(rank), k=self.rng.choice([1, 1, min(2, rank), rank]))
        kind = self.rng.choice(["add", "add", "add", "max", "max", "mul"])
        self.add("{0}.reduce({kind!r}, {axes})", i, kind=kind, axes=tuple(sorted(axes)))

    def gather(self) -> None:
        """Rows of a value by numbers, as the sum that picks them."""
        i = self.pick(lambda v: len(v.shape) > 0 and v.dtype is not dtypes.bool)
        rows, *rest = self.values[i].shape
        count = self.rng.choice(self.sizes)
        index = self.leaf((count,), self.rng.choice([dtypes.int32, dtypes.int64, dtypes.uint8]))
        if self.rng.random() < 0.7 and rows:
            index = self.add("{0}.alu('floormod', {rows})", index, rows=rows)
        self.add(
            "UOp.iota({shape}, 1).alu('cmpeq', {1}.reshape({column})).reshape({mask})"
            ".alu('where', {0}, UOp.const(0, {0}.dtype)).reduce('add', (1,))",
            i, index, shape=(count, rows), column=(count, 1), mask=(count, rows, *[1] * len(rest)),
        )  # fmt: skip

    def wrap(self) -> None:
        name = self.rng.choice(["contiguous", "contiguous", "detach"])
        self.add("{0}.{name}()", self.pick(), name=name)

    def weak(self) -> None:
        """Arithmetic on coordinates, which have no width yet."""
        shape = self.shape()
        if not shape:
            return
        axes = [self.rng.randrange(len(shape)) for _ in range(2)]
        a, b, c = (self.rng.choice([1, 2, 3, 5, 8, 16]) for _ in range(3))
        texts = [
            "(UOp.iota({shape}, {i}) * {a} + UOp.iota({shape}, {j})) // {b} % {c}",
            "UOp.iota({shape}, {i}) * {a} - UOp.iota({shape}, {j}) * {b}",
            "(UOp.iota({shape}, {i}) + {a}).alu('cmplt', UOp.iota({shape}, {j}) * {b})",
            "(UOp.iota({shape}, {i}) - {a}).alu('max', UOp.iota({shape}, {j})) % {c}",
        ]
        text = self.rng.choice(texts)
        self.add(
            "(" + text + ").cast(dtypes.{dtype})", shape=shape, i=axes[0], j=axes[1],
            a=a, b=b, c=c, dtype=name_of(self.dtype()),
        )  # fmt: skip

    def assign(self) -> None:
        """Store to a whole buffer."""
        target = self.storage()
        value = self.values[target]
        new = self.pick(lambda v: expands(v.shape, value.shape))
        new = self.as_dtype(new, value.dtype)
        self.stored[self.stored.index(target)] = self.add("{0}.assign({1})", target, new)

    def write(self) -> None:
        """Store to a part of a buffer."""
        target = self.storage()
        value = self.values[target]
        index: list[str] = []
        for n in value.shape:
            if n and self.rng.random() < 0.3:
                index.append(str(self.rng.randrange(n)))
                continue
            begin = self.rng.randint(0, n)
            step = self.rng.choice([1, 1, 2, -1, -2, 3])
            end = self.rng.randint(begin, n) if step > 0 else self.rng.randint(0, begin)
            text = f"{begin}:{end}:{step}" if self.rng.random() < 0.5 else f"::{step}"
            index.append(text)
        where = ", ".join(index) if index else "..."
        part = _part(value.shape, where)
        try:
            new = self.pick(lambda v: expands(v.shape, part))
            new = self.as_dtype(new, value.dtype)
        except ValueError:
            new = self.leaf(part, value.dtype)
        text = "write({0}, np.s_[{where}], {1})"
        self.stored[self.stored.index(target)] = self.add(text, target, new, where=where)

    def storage(self) -> int:
        """Return the latest state of a buffer, most often of a new one at first."""
        if not self.stored or self.rng.random() < 0.2:
            new = self.leaf(self.shape(), self.dtype(), writable=True)
            self.stored.append(new)
        return self.rng.choice(self.stored)

    def gradient(self) -> None:
        i = self.pick(lambda v: dtypes.is_float(v.dtype))
        target = self.pick(lambda v: dtypes.is_float(v.dtype))
        self.add(
            "_core.gradient({0}, [{1}], UOp.const(1.0, {0}.dtype).expand({0}.shape))[0]"
            " or {1}.alu('neg')",
            i, target,
        )  # fmt: skip

    # ----- The program

    def program(self) -> Program:
        rng = self.rng
        for _ in range(rng.randint(1, 3)):
            self.leaf(self.shape(), self.dtype())
        kinds = [
            (self.unary, 3), (self.binary, 8), (self.where, 2), (self.cast, 2), (self.bitcast, 0.5),
            (self.reshape, 2), (self.permute, 2), (self.expand, 2), (self.pad, 2),
            (self.shrink, 2), (self.flip, 1), (self.stack, 1), (self.reduce, 4),
            (self.gather, 1), (self.wrap, 1), (self.weak, 1), (self.gradient, 1),
        ]  # fmt: skip
        if rng.random() < 0.3:
            kinds += [(self.assign, 3), (self.write, 4)]
        makers = [maker for maker, _ in kinds]
        weights = [weight for _, weight in kinds]
        for _ in range(rng.choice([2, 4, 6, 8, 8, 10, 12, 16, 24])):
            try:
                rng.choices(makers, weights)[0]()
            except (ValueError, RuntimeError):
                continue
        return Program(tuple(self.steps), self._groups()).pruned()

    def _groups(self) -> tuple[tuple[int, ...], ...]:
        """Choose what is realized: the latest states, the last value, and some."""
        rng = self.rng
        last = len(self.steps) - 1
        outputs = [last]
        outputs += [i for i in self.stored if i != last and rng.random() < 0.8]
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            outputs.append(rng.randrange(len(self.steps)))
        outputs = list(dict.fromkeys(outputs))
        rng.shuffle(outputs)
        cut = rng.randrange(len(outputs) + 1) if rng.random() < 0.3 else 0
        return tuple(tuple(group) for group in (outputs[:cut], outputs[cut:]) if group)


def _part(shape: tuple[int, ...], where: str) -> tuple[int, ...]:
    index = eval(f"np.s_[{where}]", {"np": np})
    return np.broadcast_to(np.zeros(()), shape)[index].shape
