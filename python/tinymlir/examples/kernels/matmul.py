"""A product of matrices whose tile lies in the registers of a workgroup."""

from __future__ import annotations

from collections.abc import Callable

from tinymlir.dtypes import dtypes
from tinymlir.tensor import Tensor
from tinymlir.uop.ops import AddrSpace, AxisType, KernelInfo, Ops, UOp

__all__ = ["fragment_matmul", "matmul_relu"]


def fragment_matmul(
    tile: tuple[int, int, int] = (64, 64, 64), items: tuple[int, int] = (8, 16), unroll: int = 4
) -> Callable[[UOp, UOp, UOp], UOp]:
    """Return a kernel that computes `c = max(a @ b, 0)`.

    A workgroup computes a tile of `c`. It copies tiles of `a` and `b` to shared memory,
    one after the other along the reduction, each item a few rows of neighbouring
    columns. The sums are a fragment: item (y, x) holds each `items[0]`-th row from
    row y on, and a block of columns. That the items wait for the copies, and before
    they overwrite them, follows from `after`.

    Args:
        tile: rows of `a`, columns of `b` and steps of the reduction at a time.
        items: of a workgroup, along the rows and the columns.
        unroll: how many steps of the reduction are done at once.
    """
    rows, columns, depth = tile
    ty_count, tx_count = items
    tm, tn = rows // ty_count, columns // tx_count

    def kernel(c: UOp, a: UOp, b: UOp) -> UOp:
        m, n, k = c.shape[0] // rows, c.shape[1] // columns, a.shape[1] // depth
        gx, gy = UOp.range(n, 0, AxisType.GLOBAL), UOp.range(m, 1, AxisType.GLOBAL)
        tx, ty = UOp.range(tx_count, 2, AxisType.LOCAL), UOp.range(ty_count, 3, AxisType.LOCAL)
        ko = UOp.range(k, 4, AxisType.LOOP)

        def tile_of(x: UOp, i: UOp, j: UOp, height: int, width: int) -> UOp:
            split = x.reshape(x.shape[0] // height, height, x.shape[1] // width, width)
            return split.permute(0, 2, 1, 3)[i, j]

        def copied(slot: int, source: UOp) -> UOp:
            def part(x: UOp) -> UOp:
                formula = "(tm ty) (tx tn) -> ty tx tm tn"
                return x.rearrange(formula, ty=ty_count, tx=tx_count)[ty, tx]

            shared = UOp.placeholder(source.shape, source.dtype, slot, AddrSpace.LOCAL)
            return shared.after(part(shared).store(part(source)))

        a_tile = copied(0, tile_of(a, gy, ko, rows, depth))
        b_tile = copied(1, tile_of(b, ko, gx, depth, columns))
        sums = UOp.placeholder((tm, 1, 1, tn), dtypes.float32, 0, AddrSpace.REG)
        sums = sums.unshard((1, 2), (ty, tx))
        sums = sums.after(sums.store(0.0))

        kk = UOp.range(depth // unroll, 5, AxisType.LOOP)
        i, j = UOp.range(tm, 6, AxisType.LOOP), UOp.range(tn, 7, AxisType.UPCAST)
        step = sums.after(kk)[i, ty, tx, j]
        for u in range(unroll):
            at = kk * unroll + u
            left = a_tile[i * ty_count + ty, at].cast(dtypes.float32)
            step = step + left * b_tile[at, tx * tn + j].cast(dtypes.float32)
        sums = sums[i, ty, tx, j].set(step, end=(kk, i, j, ko))

        relu = sums.load().alu(Ops.MAX, UOp.const(0.0)).cast(c.dtype)
        stored = tile_of(c, gy, gx, rows, columns).reshape(*sums.shape).store(relu)
        return stored.end(tx, ty, gx, gy).sink(arg=KernelInfo("matmul_relu", opts_to_apply=()))

    return kernel


def matmul_relu(a: Tensor, b: Tensor, **options: object) -> Tensor:
    """Return `max(a @ b, 0)`, [m, n], of `a` [m, k] and `b` [k, n] on the device SIM.

    The sizes are multiples of those of the tile (see `fragment_matmul`).

    Example:
        >>> from tinymlir import Tensor
        >>> a, b = Tensor.ones(64, 64).to("SIM").contiguous(), Tensor.eye(64).to("SIM").contiguous()
        >>> matmul_relu(a, b).sum().item()
        4096.0
    """
    c = Tensor.empty(a.shape[0], b.shape[1], dtype=a.dtype, device=a.device)
    return c.custom_kernel(a, b, fxn=fragment_matmul(**options))[0]  # type: ignore[arg-type]
