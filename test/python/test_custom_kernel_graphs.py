"""Kernels that a program writes, in graphs: storage, gradients, errors."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import Tensor, TinyJit, Variable, dtypes, function
from tinymlir.uop.ops import AxisType, KernelInfo, Ops, UOp
from written_kernels import add, double, increment, kernels_of, matmul, random_array


def _stored(*shape: int) -> Tensor:
    """Storage that a kernel may write: that of an array is the program's."""
    return (Tensor(random_array(*shape)) * 1).realize()


# ----- In graphs


def test_chain_among_ops():
    x = random_array(10)
    t = Tensor(x)
    y = Tensor.empty(10).custom_kernel(t + 1, fxn=double)[0]
    z = Tensor.empty(10).custom_kernel(y * 3, fxn=double)[0]
    result = (z + y + t).numpy()
    np.testing.assert_allclose(result, (x + 1) * 12 + (x + 1) * 2 + x, rtol=1e-5)


def test_storage_is_passed_as_it_is():
    x = Tensor(random_array(16)).realize()
    assert kernels_of(Tensor.empty(16).custom_kernel(x, fxn=double)[0]) == 1
    assert kernels_of(Tensor.empty(8).custom_kernel(x[:8], fxn=double)[0]) == 1
    m = x.reshape(4, 4)
    assert kernels_of(Tensor.empty(4, 4).custom_kernel(m, m, fxn=add)[0]) == 1
    part = m[:2]
    result = Tensor.empty(2, 4).custom_kernel(part, part, fxn=add)[0]
    assert kernels_of(result) == 1
    np.testing.assert_array_equal(result.numpy(), x.numpy().reshape(4, 4)[:2] * 2)


def test_what_is_no_storage_is_computed_first():
    x = Tensor(random_array(4, 8)).realize()
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
    x = Tensor(random_array(16)).realize()
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
        x = random_array(8) + n
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

    x = random_array(8)
    np.testing.assert_allclose(body(Tensor(x)).numpy(), x * 4 + 1, rtol=1e-5)


def test_variable():
    def prefix_sum(o, x, n):
        k = UOp.range(n, 0, AxisType.REDUCE)
        return o[0].store(x[k].reduce(k, arg=Ops.ADD)).sink(arg=KernelInfo("prefix"))

    x = random_array(16)
    n = Variable("n", 1, 16)
    for number in (3, 16, 7):
        bound = n.bind(number)
        result = Tensor.empty(1).custom_kernel(
            Tensor(x), fxn=lambda o, x, bound=bound: prefix_sum(o, x, bound)
        )[0]
        np.testing.assert_allclose(result.numpy(), x[:number].sum(keepdims=True), rtol=1e-4)


def test_symbolic_tensor():
    n = Variable("n", 1, 16)
    x = Tensor(random_array(16)).realize()
    for number in (5, 9):
        part = x[: n.bind(number)]
        out = Tensor.empty(16).custom_kernel(part * 2, fxn=double)[0]
        np.testing.assert_allclose(out.numpy()[:number], x.numpy()[:number] * 4, rtol=1e-6)


# ----- Gradients


def test_no_gradient():
    x = Tensor(random_array(8))
    y = Tensor.empty(8).custom_kernel(x, fxn=double)[0].sum()
    with pytest.raises(RuntimeError, match="it needs grad_fxn"):
        y.gradient(x)


def test_gradient():
    def grad_fxn(gradient, call):
        _, _, a, b = call.src
        return None, gradient @ b.T, a.T @ gradient

    a, b = Tensor(random_array(4, 6)), Tensor(random_array(6, 5))
    c = Tensor.empty(4, 5).custom_kernel(a, b, fxn=matmul, grad_fxn=grad_fxn)[0]
    (c * c).sum().backward()
    expected = [t.numpy() for t in ((a @ b) ** 2).sum().gradient(a, b)]
    np.testing.assert_allclose(a.grad.numpy(), expected[0], rtol=1e-4)
    np.testing.assert_allclose(b.grad.numpy(), expected[1], rtol=1e-4)


def test_gradient_by_kernels():
    def grad_fxn(gradient, call):
        return None, Tensor.empty(8).custom_kernel(gradient, fxn=double)[0]

    x = Tensor(random_array(8))
    y = Tensor.empty(8).custom_kernel(x, fxn=double, grad_fxn=grad_fxn)[0]
    assert y.sum().gradient(x)[0].tolist() == [2.0] * 8


def test_gradient_of_two_outputs():
    def kernel(o, p, x):
        i = UOp.range(4, 0)
        stores = UOp.group(o[i].store(x[i] * 2), p[i].store(x[i] * 3))
        return stores.end(i).sink(arg=KernelInfo("two"))

    x = Tensor(random_array(4))
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
    x = Tensor(random_array(4)).realize()
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
