"""Devices by name, and tensors that move between them."""

from __future__ import annotations

import numpy as np
import pytest
from support import FLOATS, INTS, SHAPES, check, numbers
from tinymlir import Context, Device, GlobalCounters, Tensor, TinyJit, nn


def test_names():
    assert Device.canonicalize("cpu:0") == "CPU"
    assert Device.canonicalize("cpu:12") == "CPU:12"
    assert Device["CPU:1"] is Device["cpu:1"]
    assert Device["CPU:1"].device == "CPU:1"
    for bad in ("GPU", "CPU:", "CPU:x", "CPU:-1", "CPU:01", "CPU:1:2", "", 3):
        if bad == "CPU:":
            assert Device.canonicalize(bad) == "CPU"
            continue
        with pytest.raises(ValueError, match="device"):
            Device.canonicalize(bad)


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
def test_a_copy_has_the_elements_of_each_dtype(rng, dtype):
    array = numbers(rng, (3, 4), dtype)
    x = Tensor(array, device="CPU:1")
    assert x.device == "CPU:1"
    check(x, array)
    check(x.to("CPU"), array)
    check((x + x).to("CPU:2"), array + array)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_copy_has_each_shape(rng, shape):
    array = numbers(rng, shape, "float32")
    check(Tensor(array).to("CPU:1"), array)
    check((Tensor(array).to("CPU:1") * 2).to("CPU") + 1, array * 2 + 1)


def test_a_copy_is_lazy_and_has_memory_of_its_own():
    x = Tensor([1.0, 2.0])
    y = x.to("CPU:1")
    before = GlobalCounters.kernel_count
    assert not y.uop.is_realized
    assert y.realize().uop.is_realized
    assert GlobalCounters.kernel_count == before + 1
    assert x.uop.buffer.ptr != y.uop.buffer.ptr
    y += 1
    assert (x.tolist(), y.tolist()) == ([1.0, 2.0], [2.0, 3.0])
    assert "on CPU:1, realized" in repr(y)


def test_a_copy_of_a_view_leaves_the_view():
    x = Tensor([[1, 2], [3, 4]])
    view = x.T
    assert view.to("CPU:1").tolist() == [[1, 3], [2, 4]]
    assert not view.uop.is_realized
    assert view.flip(0).expand(2, 2).to("CPU:1").tolist() == [[2, 4], [1, 3]]


def test_an_assignment_before_a_copy_is_seen_and_one_after_it_is_not():
    x = Tensor([1, 2]).clone().realize()
    x += 1
    y = x.to("CPU:1")
    x += 10
    assert (y.tolist(), x.tolist()) == ([2, 3], [12, 13])


def test_devices_do_not_mix():
    x, y = Tensor([1.0]), Tensor([1.0], device="CPU:1")
    with pytest.raises(RuntimeError, match=r'(?s)Tensor \+.*"CPU" and "CPU:1".*float32\[1\]'):
        x + y
    with pytest.raises(RuntimeError, match="different devices"):
        y.cat(x)
    with pytest.raises(RuntimeError, match="different devices"):
        x.realize().assign(y)
    with pytest.raises(RuntimeError, match=r"Tensor\.assign"):
        (x + 1).assign(y)
    # What is computed from constants is everywhere.
    assert (y + Tensor.arange(1) + Tensor(2.0) + 3).device == "CPU:1"
    assert (np.ones(1, np.float32) + y).tolist() == [2.0]


def test_creation_on_a_device():
    for x in (
        Tensor.zeros(2, device="CPU:1"), Tensor.ones(2, device="CPU:1"),
        Tensor.full((2,), 3, device="CPU:1"), Tensor.empty(2, device="CPU:1"),
        Tensor.arange(2, device="CPU:1"), Tensor.eye(2, device="CPU:1"),
        Tensor.linspace(0, 1, 2, device="CPU:1"), Tensor.rand(2, device="CPU:1"),
        Tensor.full((2,), 3, "float32", "CPU:1", buffer=False),
        Tensor.randn(2, device="CPU:1"), Tensor(b"ab", device="CPU:1"),
    ):  # fmt: skip
        assert x.device == "CPU:1"
        for like in (x.zeros_like(), x.ones_like(), x.empty_like(), x.clone()):
            assert like.device == "CPU:1"
        assert x.realize().device == "CPU:1"
    assert Tensor.ones(2, device="CPU:1").rand_like().device == "CPU:1"
    assert Tensor.ones(2).zeros_like(device="CPU:1").device == "CPU:1"
    assert Tensor(2.0, device="CPU:1").device is None


def test_each_device_has_random_numbers_of_its_own():
    Tensor.manual_seed(3)
    first = [Tensor.rand(4, device=d).tolist() for d in ("CPU", "CPU:1", "CPU:1")]
    Tensor.manual_seed(3)
    assert first == [Tensor.rand(4, device=d).tolist() for d in ("CPU", "CPU:1", "CPU:1")]
    assert len({tuple(x) for x in first}) == 3


def test_the_default_device():
    with Context(DEV="CPU:1"):
        assert Device.DEFAULT == "CPU:1"
        x = Tensor([1.0, 2.0])
        assert x.device == "CPU:1"
        assert Tensor.arange(2).device == "CPU:1"
        assert Tensor.arange(2).clone().realize().device == "CPU:1"
        assert Tensor.arange(2).contiguous().realize().device == "CPU:1"
        layer = nn.Linear(2, 2)
        assert layer(x).device == "CPU:1"
        assert Tensor([1], device="CPU").device == "CPU"
        layer(x).sum().backward()
        assert x.grad.device == "CPU:1"
        assert layer.weight.grad.device == "CPU:1"
    assert (x + 1).device == "CPU:1"


def test_gradients_go_back():
    x = Tensor([1.0, 2.0])
    y = x.to("CPU:1")
    ((y * y).to("CPU:2") * 3).sum().backward()
    assert (x.grad.device, x.grad.tolist()) == ("CPU", [6.0, 12.0])
    assert (y.grad.device, y.grad.tolist()) == ("CPU:1", [6.0, 12.0])
    # The gradient of a sum is a constant.
    z = Tensor([1.0, 2.0], device="CPU:1")
    z.sum().backward()
    assert (z.grad.device, z.grad.tolist()) == ("CPU:1", [1.0, 1.0])


def test_moving_in_place_takes_the_gradient_along():
    x = Tensor([1.0, 2.0])
    (x * 3).sum().backward()
    assert x.to_("CPU:1") is x
    assert (x.device, x.grad.device, x.grad.tolist()) == ("CPU:1", "CPU:1", [3.0, 3.0])
    assert x.to("CPU:1") is x
    assert Tensor([1]).to(None).device == "CPU"


def test_a_realization_of_values_on_several_devices():
    x = Tensor([1.0, 2.0])
    a, b, c = x + 1, (x.to("CPU:1") * 2), (x.to("CPU:2") * 3).to("CPU:1") - 1
    a.realize(b, c)
    assert all(t.uop.is_realized for t in (a, b, c))
    assert [t.tolist() for t in (a, b, c)] == [[2.0, 3.0], [2.0, 4.0], [2.0, 5.0]]


def test_equal_kernels_are_compiled_for_all_devices_once():
    from tinymlir import _core

    results = [(Tensor([1.0, 5.0], device="CPU") * 77 + 3).realize()]
    before = _core.stats()["compiled_kernels"]
    results += [(Tensor([1.0, 5.0], device=f"CPU:{i}") * 77 + 3).realize() for i in (1, 2)]
    assert _core.stats()["compiled_kernels"] == before
    assert all(r.tolist() == [80.0, 388.0] for r in results)


def test_a_symbolic_size_moves():
    from tinymlir import Variable

    size = Variable("n", 1, 10).bind(4)
    x = Tensor.arange(10).contiguous().realize()[:size]
    assert (x.to("CPU:1") + 1).sum().item() == 10
    both = ("CPU", "CPU:1")
    assert (x.shard(both) + 1).tolist() == [1, 2, 3, 4]
    with pytest.raises(RuntimeError, match=r"multi axis uneven: axis 0 of int32\[n\]"):
        x.shard(both, 0)
    rows = Tensor.ones(10, 4).contiguous().realize()[:size].shard(both, 1)
    assert (rows + 1).numpy().tolist() == np.full((4, 4), 2.0).tolist()


def test_a_jitted_function_copies_again():
    @TinyJit
    def f(x):
        return (x.to("CPU:1") * 2).to("CPU")

    for i in range(4):
        assert f(Tensor([1.0, i]).realize()).tolist() == [2.0, 2.0 * i]
    assert f.captured


def test_an_optimizer_with_state_elsewhere():
    x = Tensor([1.0, 2.0])
    optimizer = nn.optim.Adam([x], lr=0.1, device="CPU:1")
    y = Tensor([1.0, 2.0])
    other = nn.optim.Adam([y], lr=0.1)
    with Context(TRAINING=1):
        for tensor, rule in ((x, optimizer), (y, other)):
            for _ in range(3):
                rule.zero_grad()
                (tensor * tensor).sum().backward()
                rule.step()
    assert (optimizer.m[0].device, x.device) == ("CPU:1", "CPU")
    assert x.tolist() == y.tolist()
