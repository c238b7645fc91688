"""Kernels that a program writes, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import CompileError, Tensor, dtypes
from tinymlir.codegen.opt import KernelOptError, Opt, OptOps
from tinymlir.uop.ops import AddrSpace, AxisType, KernelInfo, Ops, UOp
from written_kernels import add, kernels_of, matmul, random_array


def _run(fxn, out: Tensor, *arguments: Tensor) -> np.ndarray:
    return out.custom_kernel(*arguments, fxn=fxn)[0].numpy()


# ----- Kernels


@pytest.mark.parametrize("shape", [(4, 8), (16, 16), (33, 7), (1, 1)])
def test_elementwise(shape):
    a, b = random_array(*shape), random_array(*shape)
    np.testing.assert_array_equal(_run(add, Tensor.empty(*shape), Tensor(a), Tensor(b)), a + b)


@pytest.mark.parametrize("opts", [None, (), (Opt(OptOps.UPCAST, 0, 4),)])
def test_opts(opts):
    def kernel(o, x):
        i = UOp.range(64, 0)
        return o[i].store(x[i] * x[i]).end(i).sink(arg=KernelInfo("square", opts))

    x = random_array(64)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(64), Tensor(x)), x * x)


def test_illegal_opt():
    def kernel(o):
        i = UOp.range(7, 0)
        info = KernelInfo("zero", (Opt(OptOps.UPCAST, 0, 4),))
        return o[i].store(0.0).end(i).sink(arg=info)

    with pytest.raises(KernelOptError):
        Tensor.empty(7).custom_kernel(fxn=kernel)[0].realize()


def test_two_outputs():
    def kernel(o, p, x):
        i = UOp.range(10, 0)
        stores = UOp.group(o[i].store(x[i] * 2), p[i].store(x[i] + 1))
        return stores.end(i).sink(arg=KernelInfo("two"))

    x = random_array(10)
    o, p, _ = Tensor.empty(10).custom_kernel(Tensor.empty(10), Tensor(x), fxn=kernel)
    assert kernels_of(o) == 1
    assert kernels_of(p) == 0
    np.testing.assert_array_equal(o.numpy(), x * 2)
    np.testing.assert_array_equal(p.numpy(), x + 1)


def test_two_loops():
    def kernel(o, p, x):
        i, j = UOp.range(10, 0), UOp.range(5, 1)
        return UOp.sink(
            o[i].store(x[i] * 2).end(i), p[j].store(x[j + 5]).end(j), arg=KernelInfo("loops")
        )

    x = random_array(10)
    o, p, _ = Tensor.empty(10).custom_kernel(Tensor.empty(5), Tensor(x), fxn=kernel)
    np.testing.assert_array_equal(o.numpy(), x * 2)
    np.testing.assert_array_equal(p.numpy(), x[5:])


@pytest.mark.parametrize("op", [Ops.ADD, Ops.MAX, Ops.MUL])
def test_reduction(op):
    def kernel(o, x):
        i, k = UOp.range(6, 0), UOp.range(20, 1, AxisType.REDUCE)
        return o[i].store(x[i, k].reduce(k, arg=op)).end(i).sink(arg=KernelInfo("rows"))

    x = random_array(6, 20)
    expected = {Ops.ADD: x.sum(1), Ops.MAX: x.max(1), Ops.MUL: x.prod(1)}[op]
    np.testing.assert_allclose(_run(kernel, Tensor.empty(6), Tensor(x)), expected, rtol=1e-4)


def test_reductions_that_depend_on_each_other():
    def softmax(o, x):
        i, j = UOp.range(5, 0), UOp.range(12, 3)
        k, m = UOp.range(12, 1, AxisType.REDUCE), UOp.range(12, 2, AxisType.REDUCE)
        most = x[i, k].reduce(k, arg=Ops.MAX)
        scale = 1.4426950408889634
        total = ((x[i, m] - most) * scale).alu(Ops.EXP2).reduce(m, arg=Ops.ADD)
        e = ((x[i, j] - most) * scale).alu(Ops.EXP2)
        return o[i, j].store(e / total).end(i, j).sink(arg=KernelInfo("softmax"))

    x = random_array(5, 12)
    e = np.exp(x - x.max(1, keepdims=True))
    result = _run(softmax, Tensor.empty(5, 12), Tensor(x))
    np.testing.assert_allclose(result, e / e.sum(1, keepdims=True), rtol=1e-5)


def test_matmul_in_memory():
    a, b = random_array(20, 30), random_array(30, 10)
    result = _run(matmul, Tensor.empty(20, 10), Tensor(a), Tensor(b))
    np.testing.assert_allclose(result, a @ b, rtol=1e-4, atol=1e-5)


def tiled_matmul(c, a, b):
    """A tile of 4 x 8 in registers, filled, accumulated and written as a whole."""
    ti, tj = UOp.range(c.shape[0] // 4, 0), UOp.range(c.shape[1] // 8, 1)
    k = UOp.range(a.shape[1], 2, AxisType.REDUCE)
    i, j = UOp.range(4, 3, AxisType.UPCAST), UOp.range(8, 4, AxisType.UPCAST)
    acc = UOp.placeholder((4, 8), dtypes.float32, 0, AddrSpace.REG).after(ti, tj)
    acc = acc.after(acc.store(0.0))
    product = a[ti * 4 + i, k] * b[k, tj * 8 + j]
    acc = acc[i, j].set(acc.after(k)[i, j] + product, end=(k, i, j))
    view = c.reshape(c.shape[0] // 4, 4, c.shape[1] // 8, 8)[ti, :, tj, :]
    return view.store(acc).end(ti, tj).sink(arg=KernelInfo("tiled", opts_to_apply=()))


def test_matmul_in_registers():
    a, b = random_array(16, 12), random_array(12, 32)
    result = _run(tiled_matmul, Tensor.empty(16, 32), Tensor(a), Tensor(b))
    np.testing.assert_allclose(result, a @ b, rtol=1e-4, atol=1e-5)


def test_special_ranges_are_loops():
    def kernel(o, x):
        g, l = UOp.special(4, "gidx0"), UOp.special(8, "lidx0")
        i = g * 8 + l
        return o[i].store(x[i] + 1).sink(arg=KernelInfo("special"))

    x = random_array(32)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(32), Tensor(x)), x + 1)


@pytest.mark.parametrize("axis", [AxisType.GLOBAL, AxisType.LOCAL, AxisType.LOOP, AxisType.WARP])
def test_ranges_of_workgroups_are_loops(axis):
    def kernel(o, x):
        i, j = UOp.range(4, 0, AxisType.GLOBAL), UOp.range(8, 1, axis)
        return o[i, j].store(x[i, j] * 3).end(i, j).sink(arg=KernelInfo("groups"))

    x = random_array(4, 8)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(4, 8), Tensor(x)), x * 3)


def test_gated_by_place():
    def kernel(o, x):
        i = UOp.range(16, 0)
        at = i.valid(i < 10)
        return o[at].store(x[at] + 5).end(i).sink(arg=KernelInfo("gated"))

    x = random_array(10)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(10), Tensor(x)), x + 5)


@pytest.mark.parametrize("how", ["gate", "valid", "where"])
def test_gated_by_value(how):
    def kernel(o, x):
        i = UOp.range(10, 0)
        odd = (i % 2).alu(Ops.CMPNE, 0)
        if how == "gate":
            store = o[i].store(x[i], odd)
        elif how == "valid":
            store = o[i].store(x[i].valid(odd))
        else:
            store = o[i].store(odd.alu(Ops.WHERE, x[i], UOp.invalid()))
        return store.end(i).sink(arg=KernelInfo("odd"))

    x, old = random_array(10), np.full(10, 7, np.float32)
    expected = np.where(np.arange(10) % 2 == 1, x, old)
    np.testing.assert_array_equal(_run(kernel, Tensor(old.copy()), Tensor(x)), expected)


def test_gather_by_loaded_index():
    def kernel(o, x, at):
        i = UOp.range(6, 0)
        return o[i].store(x[at[i]]).end(i).sink(arg=KernelInfo("gather"))

    x, at = random_array(20), np.array([3, 19, 0, 7, 7, 1], np.int32)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(6), Tensor(x), Tensor(at)), x[at])


def test_local_memory_of_one_item():
    def kernel(o, x):
        i, j = UOp.range(8, 0, AxisType.LOOP), UOp.range(8, 1, AxisType.LOOP)
        tile = UOp.placeholder((8,), dtypes.float32, 0, AddrSpace.LOCAL)
        copied = tile.after(tile[i].store(x[i]).end(i).barrier())
        return o[j].store(copied[7 - j]).end(j).sink(arg=KernelInfo("flip"))

    x = random_array(8)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(8), Tensor(x)), x[::-1])


def test_workgroup_memory_needs_a_workgroup():
    def kernel(o, x):
        l = UOp.range(8, 0, AxisType.LOCAL)
        tile = UOp.placeholder((8,), dtypes.float32, 0, AddrSpace.LOCAL)
        copied = tile.after(tile[l].store(x[l]).barrier())
        return o[l].store(copied[7 - l]).end(l).sink(arg=KernelInfo("flip"))

    with pytest.raises(CompileError, match="8 items of a workgroup share"):
        _run(kernel, Tensor.empty(8), Tensor(random_array(8)))


@pytest.mark.parametrize("dtype", [dtypes.int32, dtypes.bool, dtypes.half, dtypes.uint8])
def test_dtypes(dtype):
    x = np.array([0, 1, 1, 0, 1])
    t = Tensor(x).cast(dtype)
    o = Tensor.empty(5, dtype=dtype)

    def kernel(o, x):
        i = UOp.range(5, 0)
        return o[i].store(x[4 - i]).end(i).sink(arg=KernelInfo("flip"))

    assert o.custom_kernel(t, fxn=kernel)[0].tolist() == x[::-1].tolist()


def test_ranges_as_data():
    def kernel(o):
        i = UOp.range(6, 0)
        return o[i].store(i * 2 + 1).end(i).sink(arg=KernelInfo("count"))

    result = Tensor.empty(6, dtype=dtypes.int32).custom_kernel(fxn=kernel)[0]
    assert result.tolist() == [1, 3, 5, 7, 9, 11]


# ----- Views


def test_views_of_placeholders():
    def kernel(o, x):
        i, j = UOp.range(3, 0), UOp.range(4, 1)
        turned = x.permute(1, 0)[j, i] + x.flatten()[i * 4 + j]
        return o.reshape(12)[i * 4 + j].store(turned).end(i, j).sink(arg=KernelInfo("views"))

    x = random_array(3, 4)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(3, 4), Tensor(x)), x * 2)


def test_slices_of_placeholders():
    def kernel(o, x):
        i = UOp.range(4, 0)
        return o[i].store(x[i, 1:3] + x[i, -2:]).end(i).sink(arg=KernelInfo("slices"))

    x = random_array(4, 6)
    result = _run(kernel, Tensor.empty(4, 2), Tensor(x))
    np.testing.assert_array_equal(result, x[:, 1:3] + x[:, -2:])


@pytest.mark.parametrize("shape", [(), (3,), (3, 5), (4, 100)])
def test_whole_tensors(shape):
    def kernel(o, x):
        return o.store(x * 2.5 + 1).sink(arg=KernelInfo("whole"))

    x = np.asarray(random_array(*shape)) if shape else np.float32(3)
    result = _run(kernel, Tensor.empty(*shape), Tensor(x).cast(dtypes.float32).contiguous())
    np.testing.assert_allclose(result, x * np.float32(2.5) + 1, rtol=1e-5, atol=1e-6)


def test_padded_tile():
    def kernel(o, x):
        i, j = UOp.range(4, 0, AxisType.LOOP), UOp.range(4, 1, AxisType.LOOP)
        a, b = UOp.range(4, 2, AxisType.LOOP), UOp.range(4, 3, AxisType.LOOP)
        tile = UOp.placeholder((4, 5), dtypes.float32, 0, AddrSpace.REG).shrink_to(4, 4)
        tile = tile[i, j].set(x[i, j], end=(i, j))
        return o[a, b].store(tile[b, a]).end(a, b).sink(arg=KernelInfo("padded"))

    x = random_array(4, 4)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(4, 4), Tensor(x)), x.T)


def test_contract():
    def kernel(o, x):
        i, u = UOp.range(3, 0), UOp.range(4, 1, AxisType.UPCAST)
        return o[i].store((x[i, u] * 2).contract(u)).end(i).sink(arg=KernelInfo("vector"))

    x = random_array(3, 4)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(3, 4), Tensor(x)), x * 2)


def test_bound_that_depends_on_a_range():
    def kernel(o, x):
        i = UOp.range(6, 0)
        k = UOp.range(i + 1, 1, AxisType.REDUCE)
        total = x[k].reduce(k, arg=Ops.ADD)
        return o[i].store(total).end(i).sink(arg=KernelInfo("triangle"))

    x = random_array(6)
    result = _run(kernel, Tensor.empty(6), Tensor(x))
    np.testing.assert_allclose(result, x.cumsum(), rtol=1e-5)


def test_online_softmax():
    def kernel(o, x):
        i, k = UOp.range(7, 0), UOp.range(33, 1, AxisType.REDUCE)
        state = UOp.placeholder((2,), dtypes.float32, 0, AddrSpace.REG).after(i)
        state = state.after(state[0].store(-1e30), state[1].store(0.0))
        most, total = state.after(k)[0].load(), state.after(k)[1].load()
        value = x[i, k].load()
        higher = most.alu(Ops.MAX, value)
        scale = 1.4426950408889634
        new = total * ((most - higher) * scale).alu(Ops.EXP2)
        new = new + ((value - higher) * scale).alu(Ops.EXP2)
        stores = UOp.group(state[0].store(higher), state[1].store(new))
        state = state.after(stores.end(k))
        result = state[0] + state[1].load().alu(Ops.LOG2) / scale
        return o[i].store(result).end(i).sink(arg=KernelInfo("logsumexp"))

    x = random_array(7, 33) * 10
    result = _run(kernel, Tensor.empty(7), Tensor(x))
    np.testing.assert_allclose(result, np.log(np.exp(x).sum(1)), rtol=1e-5)


def test_stack():
    def kernel(o, x):
        i = UOp.range(3, 0)
        return o[i].store(UOp.stack(x[i], x[i] * 2, 1.0)).end(i).sink(arg=KernelInfo("stack"))

    x = random_array(3)
    expected = np.stack([x, x * 2, np.ones(3, np.float32)], 1)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(3, 3), Tensor(x)), expected)


def test_rearranged():
    def kernel(o, x):
        i, j = UOp.range(2, 0), UOp.range(3, 1)
        tiles = x.rearrange("(a i) (b j) -> a b i j", i=4, j=2)
        view = o.rearrange("(a i) (b j) -> a b i j", i=4, j=2)
        return view[i, j].store(tiles[i, j] * 2).end(i, j).sink(arg=KernelInfo("tiles"))

    x = random_array(8, 6)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(8, 6), Tensor(x)), x * 2)
