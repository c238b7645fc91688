"""Kernels that a program writes, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tinymlir import CompileError, GlobalCounters, Tensor, TinyJit, Variable, dtypes, function
from tinymlir.codegen.opt import KernelOptError, Opt, OptOps
from tinymlir.uop.ops import AddrSpace, AxisType, KernelInfo, Ops, UOp


def _random(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def _run(fxn, out: Tensor, *arguments: Tensor) -> np.ndarray:
    return out.custom_kernel(*arguments, fxn=fxn)[0].numpy()


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


def _stored(*shape: int) -> Tensor:
    """Storage that a kernel may write: that of an array is the program's."""
    return (Tensor(_random(*shape)) * 1).realize()


def kernels_of(*tensors: Tensor) -> int:
    GlobalCounters.reset()
    tensors[0].realize(*tensors[1:])
    return GlobalCounters.kernel_count


# ----- Kernels


@pytest.mark.parametrize("shape", [(4, 8), (16, 16), (33, 7), (1, 1)])
def test_elementwise(shape):
    a, b = _random(*shape), _random(*shape)
    np.testing.assert_array_equal(_run(add, Tensor.empty(*shape), Tensor(a), Tensor(b)), a + b)


@pytest.mark.parametrize("opts", [None, (), (Opt(OptOps.UPCAST, 0, 4),)])
def test_opts(opts):
    def kernel(o, x):
        i = UOp.range(64, 0)
        return o[i].store(x[i] * x[i]).end(i).sink(arg=KernelInfo("square", opts))

    x = _random(64)
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

    x = _random(10)
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

    x = _random(10)
    o, p, _ = Tensor.empty(10).custom_kernel(Tensor.empty(5), Tensor(x), fxn=kernel)
    np.testing.assert_array_equal(o.numpy(), x * 2)
    np.testing.assert_array_equal(p.numpy(), x[5:])


@pytest.mark.parametrize("op", [Ops.ADD, Ops.MAX, Ops.MUL])
def test_reduction(op):
    def kernel(o, x):
        i, k = UOp.range(6, 0), UOp.range(20, 1, AxisType.REDUCE)
        return o[i].store(x[i, k].reduce(k, arg=op)).end(i).sink(arg=KernelInfo("rows"))

    x = _random(6, 20)
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

    x = _random(5, 12)
    e = np.exp(x - x.max(1, keepdims=True))
    result = _run(softmax, Tensor.empty(5, 12), Tensor(x))
    np.testing.assert_allclose(result, e / e.sum(1, keepdims=True), rtol=1e-5)


def test_matmul_in_memory():
    a, b = _random(20, 30), _random(30, 10)
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
    a, b = _random(16, 12), _random(12, 32)
    result = _run(tiled_matmul, Tensor.empty(16, 32), Tensor(a), Tensor(b))
    np.testing.assert_allclose(result, a @ b, rtol=1e-4, atol=1e-5)


def test_special_ranges_are_loops():
    def kernel(o, x):
        g, l = UOp.special(4, "gidx0"), UOp.special(8, "lidx0")
        i = g * 8 + l
        return o[i].store(x[i] + 1).sink(arg=KernelInfo("special"))

    x = _random(32)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(32), Tensor(x)), x + 1)


@pytest.mark.parametrize("axis", [AxisType.GLOBAL, AxisType.LOCAL, AxisType.LOOP, AxisType.WARP])
def test_ranges_of_workgroups_are_loops(axis):
    def kernel(o, x):
        i, j = UOp.range(4, 0, AxisType.GLOBAL), UOp.range(8, 1, axis)
        return o[i, j].store(x[i, j] * 3).end(i, j).sink(arg=KernelInfo("groups"))

    x = _random(4, 8)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(4, 8), Tensor(x)), x * 3)


def test_gated_by_place():
    def kernel(o, x):
        i = UOp.range(16, 0)
        at = i.valid(i < 10)
        return o[at].store(x[at] + 5).end(i).sink(arg=KernelInfo("gated"))

    x = _random(10)
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

    x, old = _random(10), np.full(10, 7, np.float32)
    expected = np.where(np.arange(10) % 2 == 1, x, old)
    np.testing.assert_array_equal(_run(kernel, Tensor(old.copy()), Tensor(x)), expected)


def test_gather_by_loaded_index():
    def kernel(o, x, at):
        i = UOp.range(6, 0)
        return o[i].store(x[at[i]]).end(i).sink(arg=KernelInfo("gather"))

    x, at = _random(20), np.array([3, 19, 0, 7, 7, 1], np.int32)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(6), Tensor(x), Tensor(at)), x[at])


def test_local_memory_of_one_item():
    def kernel(o, x):
        i, j = UOp.range(8, 0, AxisType.LOOP), UOp.range(8, 1, AxisType.LOOP)
        tile = UOp.placeholder((8,), dtypes.float32, 0, AddrSpace.LOCAL)
        copied = tile.after(tile[i].store(x[i]).end(i).barrier())
        return o[j].store(copied[7 - j]).end(j).sink(arg=KernelInfo("flip"))

    x = _random(8)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(8), Tensor(x)), x[::-1])


def test_workgroup_memory_needs_a_workgroup():
    def kernel(o, x):
        l = UOp.range(8, 0, AxisType.LOCAL)
        tile = UOp.placeholder((8,), dtypes.float32, 0, AddrSpace.LOCAL)
        copied = tile.after(tile[l].store(x[l]).barrier())
        return o[l].store(copied[7 - l]).end(l).sink(arg=KernelInfo("flip"))

    with pytest.raises(CompileError, match="8 items of a workgroup share"):
        _run(kernel, Tensor.empty(8), Tensor(_random(8)))


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

    x = _random(3, 4)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(3, 4), Tensor(x)), x * 2)


def test_slices_of_placeholders():
    def kernel(o, x):
        i = UOp.range(4, 0)
        return o[i].store(x[i, 1:3] + x[i, -2:]).end(i).sink(arg=KernelInfo("slices"))

    x = _random(4, 6)
    result = _run(kernel, Tensor.empty(4, 2), Tensor(x))
    np.testing.assert_array_equal(result, x[:, 1:3] + x[:, -2:])


@pytest.mark.parametrize("shape", [(), (3,), (3, 5), (4, 100)])
def test_whole_tensors(shape):
    def kernel(o, x):
        return o.store(x * 2.5 + 1).sink(arg=KernelInfo("whole"))

    x = np.asarray(_random(*shape)) if shape else np.float32(3)
    result = _run(kernel, Tensor.empty(*shape), Tensor(x).cast(dtypes.float32).contiguous())
    np.testing.assert_allclose(result, x * np.float32(2.5) + 1, rtol=1e-5, atol=1e-6)


def test_padded_tile():
    def kernel(o, x):
        i, j = UOp.range(4, 0, AxisType.LOOP), UOp.range(4, 1, AxisType.LOOP)
        a, b = UOp.range(4, 2, AxisType.LOOP), UOp.range(4, 3, AxisType.LOOP)
        tile = UOp.placeholder((4, 5), dtypes.float32, 0, AddrSpace.REG).shrink_to(4, 4)
        tile = tile[i, j].set(x[i, j], end=(i, j))
        return o[a, b].store(tile[b, a]).end(a, b).sink(arg=KernelInfo("padded"))

    x = _random(4, 4)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(4, 4), Tensor(x)), x.T)


def test_contract():
    def kernel(o, x):
        i, u = UOp.range(3, 0), UOp.range(4, 1, AxisType.UPCAST)
        return o[i].store((x[i, u] * 2).contract(u)).end(i).sink(arg=KernelInfo("vector"))

    x = _random(3, 4)
    np.testing.assert_array_equal(_run(kernel, Tensor.empty(3, 4), Tensor(x)), x * 2)


# ----- In graphs


def test_chain_among_ops():
    x = _random(10)
    t = Tensor(x)
    y = Tensor.empty(10).custom_kernel(t + 1, fxn=double)[0]
    z = Tensor.empty(10).custom_kernel(y * 3, fxn=double)[0]
    result = (z + y + t).numpy()
    np.testing.assert_allclose(result, (x + 1) * 12 + (x + 1) * 2 + x, rtol=1e-5)


def test_storage_is_passed_as_it_is():
    x = Tensor(_random(16)).realize()
    assert kernels_of(Tensor.empty(16).custom_kernel(x, fxn=double)[0]) == 1
    assert kernels_of(Tensor.empty(8).custom_kernel(x[:8], fxn=double)[0]) == 1
    m = x.reshape(4, 4)
    assert kernels_of(Tensor.empty(4, 4).custom_kernel(m, m, fxn=add)[0]) == 1
    part = m[:2]
    result = Tensor.empty(2, 4).custom_kernel(part, part, fxn=add)[0]
    assert kernels_of(result) == 1
    np.testing.assert_array_equal(result.numpy(), x.numpy().reshape(4, 4)[:2] * 2)


def test_what_is_no_storage_is_computed_first():
    x = Tensor(_random(4, 8)).realize()
    turned = Tensor.empty(8, 4).custom_kernel(x.T, x.T, fxn=add)[0]
    assert kernels_of(turned) == 2
    np.testing.assert_array_equal(turned.numpy(), x.numpy().T * 2)
    tail = Tensor.empty(2, 8).custom_kernel(x[2:], x[2:], fxn=add)[0]
    assert kernels_of(tail) == 2
    np.testing.assert_array_equal(tail.numpy(), x.numpy()[2:] * 2)


def test_constants_are_computed_first():
    result = Tensor.empty(4, 4).custom_kernel(Tensor.ones(4, 4), Tensor.ones(4, 4), fxn=add)[0]
    assert result.tolist() == [[2.0] * 4] * 4


def test_in_place():
    x = _stored(8)
    old = x.numpy().copy()
    address = x.uop.buffer.ptr
    y = x.custom_kernel(fxn=increment)[0]
    assert kernels_of(y) == 1
    np.testing.assert_array_equal(y.numpy(), old + 1)
    np.testing.assert_array_equal(x.numpy(), old + 1)
    assert x.uop.buffer.ptr == address


def test_in_place_keeps_what_others_see():
    x = _stored(8)
    old = x.numpy().copy()
    alias, later = x.reshape(2, 4), x * 2
    y = x.custom_kernel(fxn=increment)[0].realize()
    np.testing.assert_array_equal(y.numpy(), old + 1)
    np.testing.assert_array_equal(alias.numpy(), old.reshape(2, 4))
    np.testing.assert_array_equal(later.numpy(), old * 2)


def test_in_place_beside_readers():
    x = _stored(8)
    old = x.numpy().copy()
    before = x * 2
    y = x.custom_kernel(fxn=increment)[0]
    both = before + y
    y.realize(both, before)
    np.testing.assert_array_equal(y.numpy(), old + 1)
    np.testing.assert_allclose(both.numpy(), old * 3 + 1, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(before.numpy(), old * 2)


def test_repeated_in_place():
    x = _stored(8)
    old = x.numpy().copy()
    for _ in range(5):
        x.custom_kernel(fxn=increment)
    assert kernels_of(x) == 5
    np.testing.assert_allclose(x.numpy(), old + 5, rtol=1e-5)


def test_swapped():
    def swap(a, b):
        i = UOp.range(8, 0)
        x, y = a[i].load(), b[i].load()
        return UOp.group(a[i].store(y), b[i].store(x)).end(i).sink(arg=KernelInfo("swap"))

    a, b = _stored(8), _stored(8).add(1).realize()
    old = a.numpy().copy(), b.numpy().copy()
    c, d = a.custom_kernel(b, fxn=swap)
    c.realize(d)
    np.testing.assert_array_equal(c.numpy(), old[1])
    np.testing.assert_array_equal(d.numpy(), old[0])


def test_duplicates():
    x = _stored(4, 4)
    result = Tensor.empty(4, 4).custom_kernel(x, x, fxn=add)[0]
    np.testing.assert_array_equal(result.numpy(), x.numpy() * 2)
    old = x.numpy().copy()
    y = x.custom_kernel(x, x, fxn=add)[0]
    np.testing.assert_array_equal(y.numpy(), old * 2)


def test_equal_kernels_are_compiled_once():
    x = Tensor(_random(16)).realize()
    Tensor.empty(16).custom_kernel(x, fxn=double)[0].realize()
    from tinymlir import _core

    before = _core.stats()["compiled_kernels"]
    Tensor.empty(16).custom_kernel(x, fxn=double)[0].realize()
    Tensor.empty(16).custom_kernel(x + 0, fxn=double)[0].realize()
    assert _core.stats()["compiled_kernels"] - before <= 1


def test_jit():
    @TinyJit
    def step(x):
        return (Tensor.empty(8).custom_kernel(x + 1, fxn=double)[0] * 3).realize()

    for n in range(6):
        x = _random(8) + n
        np.testing.assert_allclose(step(Tensor(x)).numpy(), (x + 1) * 6, rtol=1e-5)


def test_jit_in_place():
    state = Tensor(np.zeros(8, np.float32)).realize()

    @TinyJit
    def step():
        state.custom_kernel(fxn=increment)
        return state.realize()

    for n in range(6):
        assert step().tolist() == [n + 1.0] * 8


def test_function_precompile():
    @function(precompile=True)
    def body(x):
        return Tensor.empty(8).custom_kernel(x * 2, fxn=double)[0] + 1

    x = _random(8)
    np.testing.assert_allclose(body(Tensor(x)).numpy(), x * 4 + 1, rtol=1e-5)


def test_variable():
    def prefix_sum(o, x, n):
        k = UOp.range(n, 0, AxisType.REDUCE)
        return o[0].store(x[k].reduce(k, arg=Ops.ADD)).sink(arg=KernelInfo("prefix"))

    x = _random(16)
    n = Variable("n", 1, 16)
    for number in (3, 16, 7):
        bound = n.bind(number)
        result = Tensor.empty(1).custom_kernel(
            Tensor(x), fxn=lambda o, x, bound=bound: prefix_sum(o, x, bound)
        )[0]
        np.testing.assert_allclose(result.numpy(), x[:number].sum(keepdims=True), rtol=1e-4)


def test_symbolic_tensor():
    n = Variable("n", 1, 16)
    x = Tensor(_random(16)).realize()
    for number in (5, 9):
        part = x[: n.bind(number)]
        out = Tensor.empty(16).custom_kernel(part * 2, fxn=double)[0]
        np.testing.assert_allclose(out.numpy()[:number], x.numpy()[:number] * 4, rtol=1e-6)


# ----- Gradients


def test_no_gradient():
    x = Tensor(_random(8))
    y = Tensor.empty(8).custom_kernel(x, fxn=double)[0].sum()
    with pytest.raises(RuntimeError, match="custom kernel.*needs grad_fxn"):
        y.gradient(x)


def test_gradient():
    def grad_fxn(gradient, call):
        _, _, a, b = call.src
        return None, gradient @ b.T, a.T @ gradient

    a, b = Tensor(_random(4, 6)), Tensor(_random(6, 5))
    c = Tensor.empty(4, 5).custom_kernel(a, b, fxn=matmul, grad_fxn=grad_fxn)[0]
    (c * c).sum().backward()
    expected = [t.numpy() for t in ((a @ b) ** 2).sum().gradient(a, b)]
    np.testing.assert_allclose(a.grad.numpy(), expected[0], rtol=1e-4)
    np.testing.assert_allclose(b.grad.numpy(), expected[1], rtol=1e-4)


def test_gradient_by_kernels():
    def grad_fxn(gradient, call):
        return None, Tensor.empty(8).custom_kernel(gradient, fxn=double)[0]

    x = Tensor(_random(8))
    y = Tensor.empty(8).custom_kernel(x, fxn=double, grad_fxn=grad_fxn)[0]
    assert y.sum().gradient(x)[0].tolist() == [2.0] * 8


def test_gradient_of_two_outputs():
    def kernel(o, p, x):
        i = UOp.range(4, 0)
        stores = UOp.group(o[i].store(x[i] * 2), p[i].store(x[i] * 3))
        return stores.end(i).sink(arg=KernelInfo("two"))

    x = Tensor(_random(4))
    o, p, _ = Tensor.empty(4).custom_kernel(
        Tensor.empty(4), x, fxn=kernel, grad_fxn=lambda g, h, call: (None, None, g * 2 + h * 3)
    )
    assert (o + p * 10).sum().gradient(x)[0].tolist() == [32.0] * 4


# ----- Errors


def _error(body, error, match, *tensors):
    with pytest.raises(error, match=match):
        Tensor.empty(4).custom_kernel(*tensors, fxn=body)


def test_errors_of_ranges():
    def never(o):
        return o[UOp.range(4, 3)].store(1.0).sink(arg=KernelInfo("k"))

    def twice(o):
        i = UOp.range(4, 3)
        store = o[i].store(1.0)
        return UOp.sink(store.end(i), o[i].store(2.0).end(i), arg=KernelInfo("k"))

    def clash(o):
        i, j = UOp.range(4, 3), UOp.range(2, 3)
        return o[i + j * 0].store(1.0).end(i, j).sink(arg=KernelInfo("k"))

    def unrelated(o):
        return o[0].store(1.0).end(UOp.range(4, 3)).sink(arg=KernelInfo("k"))

    _error(never, RuntimeError, r"'k' never ends range 3 \(4 values\)")
    _error(twice, RuntimeError, r"'k' ends range 3 \(4 values\) twice")
    _error(clash, RuntimeError, "'k' has two ranges with the id 3")
    _error(unrelated, RuntimeError, "does not depend on")


def test_errors_of_accesses():
    i = UOp.range(4, 0)
    _error(lambda o: o[i].store(Tensor([1]).uop), TypeError, "int32.*storage of float32")
    _error(lambda o: o[i, 0].store(1.0), IndexError, "2 indices for the 1 axes")
    _error(lambda o: o[5].store(1.0), IndexError, "index 5 is outside of axis 0 of size 4")
    _error(lambda o: o[o[0]].store(1.0), TypeError, "an index is an integer, not.*float32")
    _error(lambda o: o[1.5].store(1.0), TypeError, "an index is an integer")
    _error(lambda o: o[i].store([1.0]), TypeError, "expected a UOp, bool, int or float, not list")
    _error(lambda o: (o[i] + 1).store(1.0), TypeError, "store takes a placeholder")
    _error(lambda o: o[0].store(o), ValueError, "does not broadcast")
    _error(lambda o: o.reshape(3), ValueError, "does not hold the elements")


def test_errors_of_kernels():
    x = Tensor(_random(4)).realize()
    i = UOp.range(4, 0)
    _error(lambda o: None, TypeError, "returns None; a kernel ends with .sink")
    _error(lambda o: o[i].store(1.0).end(i), TypeError, "a kernel ends with .sink")
    _error(lambda o, x: None, TypeError, "gets 1 placeholders")
    _error(lambda o: o[i].store(x.uop[0]).end(i).sink(), RuntimeError, "reads a tensor")
    _error(lambda o: o.store(x.uop).sink(), RuntimeError, "reads a tensor: pass it")
    _error(lambda o: o.end(i), TypeError, "nothing happens in")
    other = UOp.placeholder((4,), dtypes.float32, 3)
    _error(lambda o: o.store(other).sink(), RuntimeError, "argument 3, but 1 tensors are passed")
    with pytest.raises(TypeError, match="argument 1 is"):
        x.custom_kernel(5, fxn=double)
    with pytest.raises(ValueError, match="gidx0"):
        UOp.special(4, "thread")
    with pytest.raises(RuntimeError, match="no elements"):
        Tensor.empty(0).custom_kernel(fxn=increment)
