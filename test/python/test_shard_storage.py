"""Tensors on several devices: their storage, jitted functions, random numbers."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, numbers
from tinymlir import JitError, Tensor, TinyJit

SHAPE = (12, 24)
AXES = [None, 0, 1]


def devices(count: int, first: int = 0) -> tuple[str, ...]:
    return tuple(f"CPU:{i}" for i in range(first, first + count))


# ----- Storage


@pytest.mark.parametrize("axis", AXES)
def test_assignment(rng, axis):
    array = numbers(rng, (4, 6), "float32")
    x = Tensor(array).shard(devices(2), axis).realize()
    storage = x.uop.buffer.ptr
    x += 1
    check(x.realize(), array + 1)
    assert x.uop.buffer.ptr == storage
    x.assign(x * 2)
    check(x, (array + 1) * 2)
    x.assign(3)
    check(x, np.full((4, 6), 3, np.float32))
    for other in {None, 0, 1} - {axis}:
        with pytest.raises(RuntimeError, match="shard_like"):
            x.assign(Tensor(array).shard(devices(2), other))
        with pytest.raises(RuntimeError, match="shard_like"):
            (x + 1).assign(Tensor(array).shard(devices(2), other))
    with pytest.raises(RuntimeError, match=r"Tensor\.assign.*devices"):
        x.assign(Tensor(array))


def test_elements_are_set_on_other_axes(rng):
    array = numbers(rng, (4, 6), "float32")
    x = Tensor(array).shard(devices(2), 0).realize()
    x[:, 2:4] = 7
    array[:, 2:4] = 7
    check(x, array)


def test_sharding_like_another(rng):
    array = numbers(rng, (4, 6), "float32")
    for axis in AXES:
        y = Tensor(array).shard(devices(2), axis)
        z = Tensor(array).shard_like(y)
        assert (z.device, z.uop.axis) == (y.device, axis)
        assert z.shard_like(y) is z
        check(z.to("CPU").shard_like(y) + y, 2 * array)
        assert z.shard_like(Tensor([1])).device == "CPU"
    with pytest.raises(RuntimeError, match="on several devices"):
        y.shard_like(Tensor(array).shard(devices(2), 0))


def test_sharding_in_place_takes_the_gradient_along():
    x = Tensor([1.0, 2.0])
    (x * 3).sum().backward()
    assert x.shard_(devices(2), 0) is x
    assert (x.device, x.grad.device, x.grad.uop.axis) == (("CPU", "CPU:1"), ("CPU", "CPU:1"), 0)
    assert x.grad.tolist() == [3.0, 3.0]


def test_storage_like_a_sharded_tensor():
    x = Tensor.ones(4, 6).shard(devices(2), 1)
    for like in (x.zeros_like(), x.ones_like(), x.full_like(3), x.clone(), x.empty_like()):
        assert (like.device, like.uop.axis) == (x.device, 1)
        assert like.realize().uop.axis == 1
    assert x.full_like(3.0).tolist() == np.full((4, 6), 3.0).tolist()
    assert x.clone().tolist() == x.tolist()
    whole = Tensor.full((2,), 3.0, device=devices(2))
    assert (whole.uop.axis, whole.tolist()) == (None, [3.0, 3.0])
    with pytest.raises(BufferError):
        memoryview(x.realize().uop.buffer)
    assert x.uop.buffer.nbytes == 4 * 6 * 4
    assert x.data().tolist() == np.ones((4, 6)).tolist()


def test_values_on_several_lists_of_devices(rng):
    array = numbers(rng, (4, 6), "float32")
    a = Tensor(array).shard(devices(2), 0) + 1
    b = a.to("CPU:3") * 2
    c = b.shard(devices(3, first=1), 1).sum(1)
    d = a.to("CPU") + c.to("CPU").unsqueeze(1)
    a.realize(b, c, d)
    assert all(t.uop.is_realized for t in (a, b, c, d))
    check(c, (2 * (array + 1)).sum(1), rtol=1e-4)
    check(d, array + 1 + (2 * (array + 1)).sum(1, keepdims=True), rtol=1e-4)


# ----- Jit


def test_a_jitted_function_of_sharded_tensors(rng):
    @TinyJit
    def f(x, y):
        return ((x * 2).sum(0) + y.sum(0)).realize(), (x + y).realize()

    for i in range(5):
        a, b = numbers(rng, SHAPE, "float32") + i, numbers(rng, SHAPE, "float32")
        total, both = f(
            Tensor(a).shard(devices(2), 0).realize(), Tensor(b).shard(devices(2), 1).realize()
        )
        check(total, (a * 2).sum(0) + b.sum(0), rtol=1e-4, atol=1e-4)
        check(both, a + b)
    assert f.captured
    same = Tensor(b).shard(devices(2), 1).realize()
    for other in (Tensor(a).shard(devices(2), 1), Tensor(a), Tensor(a).shard(devices(2, 1), 0)):
        with pytest.raises(JitError, match="sharded on axis 0"):
            f(other.realize(), same)


def test_a_jitted_function_shards_and_gathers(rng):
    @TinyJit
    def f(x):
        return (x.shard(devices(3), 0) * 2).to("CPU").realize()

    for _ in range(4):
        array = numbers(rng, SHAPE, "float32")
        check(f(Tensor(array).realize()), array * 2)
    assert f.captured


def test_a_jitted_function_changes_a_sharded_tensor():
    state = Tensor.zeros(4).shard(devices(2), 0).realize()

    @TinyJit
    def f(x):
        state.assign(state + x).realize()
        return (state * 1).realize()

    for i in range(5):
        x = Tensor.full((4,), float(i)).shard(devices(2), 0).realize()
        assert f(x).tolist() == [i * (i + 1) / 2] * 4
    assert f.captured
    assert state.tolist() == [10.0] * 4


# ----- Random numbers


def test_random_numbers_are_those_of_the_first_device():
    Tensor.manual_seed(5)
    expected = Tensor.rand(4, 6).tolist()
    for axis in AXES:
        Tensor.manual_seed(5)
        like = Tensor.ones(4, 6).shard(devices(2), axis).rand_like()
        assert (like.uop.axis, like.tolist()) == (axis, expected)
    Tensor.manual_seed(5)
    normal = Tensor.randn(4, 6).tolist()
    Tensor.manual_seed(5)
    assert Tensor.ones(4, 6).shard(devices(2), 0).randn_like().tolist() == normal
