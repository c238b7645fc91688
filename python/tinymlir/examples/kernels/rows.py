"""Rows that the items of a workgroup share: a softmax, and the largest elements."""

from __future__ import annotations

from collections.abc import Callable

from tinymlir.dtypes import dtypes
from tinymlir.tensor import Tensor
from tinymlir.uop.ops import AddrSpace, AxisType, KernelInfo, Ops, UOp

__all__ = ["row_softmax", "softmax", "top_k", "topk_256"]


def _combined(value: UOp, op: Ops, slot: int, item: UOp, items: int) -> UOp:
    """Return what all items have, combined in a tree in shared memory."""
    shared = UOp.placeholder((items,), dtypes.float32, slot, AddrSpace.LOCAL)
    shared = shared.after(shared[item].store(value))
    distance = items // 2
    while distance:
        # Those in front take what those behind have; nobody reads what another writes.
        is_front = item < distance
        other = shared[item.valid(is_front) + distance].load()
        both = shared[item].load().alu(op, other)
        token = shared[item].store(both, gate=is_front)
        shared = shared.after(token.barrier())
        distance //= 2
    return shared[0].load()


def row_softmax(items: int = 64) -> Callable[[UOp, UOp], UOp]:
    """Return a kernel for the softmax of rows, one workgroup for each.

    An item takes each `items`-th element. The maximum and the sum of a row are
    combined in shared memory.
    """

    def kernel(out: UOp, x: UOp) -> UOp:
        rows, columns = x.shape
        row, item = UOp.range(rows, 0, AxisType.GLOBAL), UOp.range(items, 1, AxisType.LOCAL)
        steps = columns // items

        def reduced(number: int, start: float, op: Ops, value: Callable[[UOp], UOp]) -> UOp:
            k = UOp.range(steps, 10 + number, AxisType.LOOP)
            register = UOp.placeholder((1,), dtypes.float32, number, AddrSpace.REG)
            register = register.after(row, item)
            register = register.after(register[0].store(start))
            next_value = register.after(k)[0].load().alu(op, value(x[row, k * items + item].load()))
            total = register[0].set(next_value, end=k)[0].load()
            return _combined(total, op, number, item, items)

        largest = reduced(0, -float("inf"), Ops.MAX, lambda v: v)
        scale = 1.4426950408889634

        def raised(v: UOp) -> UOp:
            return ((v - largest) * scale).alu(Ops.EXP2)

        total = reduced(1, 0.0, Ops.ADD, raised)
        k = UOp.range(steps, 20, AxisType.LOOP)
        place = k * items + item
        stored = out[row, place].store(raised(x[row, place].load()) / total)
        return stored.end(row, item, k).sink(arg=KernelInfo("row_softmax", opts_to_apply=()))

    return kernel


def softmax(x: Tensor, items: int = 64) -> Tensor:
    """Return the softmax of rows [n, columns] on the device SIM; `items` divides `columns`.

    Example:
        >>> from tinymlir import Tensor
        >>> x = Tensor.zeros(2, 64).to("SIM").contiguous()
        >>> softmax(x).max().item()
        0.015625
    """
    return Tensor.empty(*x.shape, device=x.device).custom_kernel(x, fxn=row_softmax(items))[0]


def topk_256(k: int) -> Callable[[UOp, UOp, UOp], UOp]:
    """Return a kernel that finds the `k` largest of 256 elements, in order, and their places.

    A workgroup of 256 items sorts a row by Batcher's bitonic network (Sorting networks
    and their applications, 1968): 36 steps, in each of which an item keeps what it has
    or takes what its partner has. Steps read one pair of arrays and write the other, so
    one barrier between them is enough. Of equal elements the first comes first.
    """

    def kernel(values: UOp, places: UOp, x: UOp) -> UOp:
        row = UOp.range(x.shape[0], 0, AxisType.GLOBAL)
        item = UOp.range(256, 1, AxisType.LOCAL)
        numbers = [UOp.placeholder((256,), dtypes.float32, i, AddrSpace.LOCAL) for i in (0, 1)]
        indices = [UOp.placeholder((256,), dtypes.int32, i, AddrSpace.LOCAL) for i in (2, 3)]
        number = numbers[0].after(numbers[0][item].store(x[row, item]))
        index = indices[0].after(indices[0][item].store(item.cast(dtypes.int32)))
        step = 0
        for size in (2, 4, 8, 16, 32, 64, 128, 256):
            distance = size // 2
            while distance:
                step += 1
                # 1 for the second of two partners, and where small ones come first.
                is_second, ascends = item // distance % 2, item // size % 2
                partner = item + distance - is_second * (2 * distance)
                mine, other = number[item].load(), number[partner].load()
                my_index, other_index = index[item].load(), index[partner].load()
                is_equal = mine.alu(Ops.CMPEQ, other)
                comes_first = (mine > other) | (is_equal & (my_index < other_index))
                keeps = comes_first.alu(Ops.CMPNE, is_second.alu(Ops.CMPNE, ascends))
                tokens = UOp.group(
                    numbers[step % 2][item].store(keeps.alu(Ops.WHERE, mine, other)),
                    indices[step % 2][item].store(keeps.alu(Ops.WHERE, my_index, other_index)),
                ).barrier()
                number = numbers[step % 2].after(tokens)
                index = indices[step % 2].after(tokens)
                distance //= 2
        is_wanted = item < k
        place = item.valid(is_wanted)
        stored = UOp.group(
            values[row, place].store(number[item].load()),
            places[row, place].store(index[item].load()),
        )
        return stored.end(row, item).sink(arg=KernelInfo("topk_256", opts_to_apply=()))

    return kernel


def top_k(x: Tensor, k: int) -> tuple[Tensor, Tensor]:
    """Return the `k` largest of each row [n, 256] on the device SIM, and their places.

    Example:
        >>> from tinymlir import Tensor
        >>> x = Tensor.arange(256.0).reshape(1, 256).to("SIM").contiguous()
        >>> values, places = top_k(x, 2)
        >>> values.tolist(), places.tolist()
        ([[255.0, 254.0]], [[255, 254]])
    """
    values = Tensor.empty(x.shape[0], k, device=x.device)
    places = Tensor.empty(x.shape[0], k, dtype=dtypes.int32, device=x.device)
    values, places, _ = values.custom_kernel(places, x, fxn=topk_256(k))
    return values, places
