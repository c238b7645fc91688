"""Tensors on several devices are computed as on one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support import FLOATS, INTS, check, numbers
from tinymlir import GlobalCounters, Tensor, _core

COUNTS = [2, 3, 4]
SHAPE = (12, 24)
AXES = [None, 0, 1]


def devices(count: int, first: int = 0) -> tuple[str, ...]:
    return tuple(f"CPU:{i}" for i in range(first, first + count))


def launches(tensor: Tensor) -> int:
    """How many kernels and copies it takes."""
    before = GlobalCounters.kernel_count
    tensor.realize()
    return GlobalCounters.kernel_count - before


# ----- There and back


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
def test_there_and_back(rng, count, axis, dtype):
    array = numbers(rng, SHAPE, dtype)
    x = Tensor(array).shard(devices(count), axis)
    assert x.device == ("CPU", *devices(count)[1:])
    assert x.shape == SHAPE
    assert x.uop.axis == axis
    check(x, array)
    check(x.to("CPU:7"), array)
    check((x.to("CPU") * x.to("CPU")), array * array)


@pytest.mark.parametrize(
    ("shape", "axis"),
    [((), None), ((0,), 0), ((0,), None), ((4, 0), 0), ((4, 0), 1), ((1, 4), 1), ((2, 1, 8), -1)],
)
def test_shapes(rng, shape, axis):
    array = numbers(rng, shape, "float32")
    x = Tensor(array).shard(devices(4), axis)
    check(x, array)
    check(x + 1, array + 1)
    check(x.sum(), array.sum())
    assert x.unsqueeze(0).numpy().shape == (1, *shape)


def test_a_view_is_sharded(rng):
    array = numbers(rng, (6, 4), "float32")
    x = Tensor(array)
    for view, expected in (
        (x.T, array.T), (x.flip(0), array[::-1]), (x[::2, 1:3], array[::2, 1:3]),
        (x[:1].expand(4, 4), np.broadcast_to(array[:1], (4, 4))),
    ):  # fmt: skip
        for axis in range(2):
            if expected.shape[axis] % 2 == 0:
                check(view.shard(devices(2), axis) * 2, expected * 2)


def test_what_is_not_stored_is_sharded():
    x = Tensor.arange(8).shard(devices(2), 0)
    assert (x + 1).tolist() == list(range(1, 9))
    assert Tensor(2.5).shard(devices(2)).item() == 2.5
    assert Tensor.ones(4).shard(devices(4), 0).sum().item() == 4.0


def test_one_device_is_a_move():
    x = Tensor([1, 2]).shard(("CPU:1",), 0)
    assert x.device == "CPU:1"
    assert x.uop.axis is None


def test_errors():
    x = Tensor.ones(4, 6)
    sharded = x.shard(devices(2), 0)
    with pytest.raises(RuntimeError, match=r"(?s)multi axis uneven: axis 0.*float32\[4, 6\]"):
        x.shard(devices(3), 0)
    with pytest.raises(RuntimeError, match="on several devices"):
        sharded.shard(devices(2), 1)
    with pytest.raises(IndexError):
        x.shard(devices(2), 2)
    with pytest.raises(ValueError, match="device"):
        x.shard(("CPU", "GPU"), 0)
    with pytest.raises(ValueError, match="device"):
        x.shard((), 0)
    with pytest.raises(RuntimeError, match=r'"CPU,CPU:1" and "CPU"'):
        sharded + x
    with pytest.raises(RuntimeError, match="moved items between shards"):
        x.shard(devices(2), 1).reshape(24)
    with pytest.raises(RuntimeError, match="moved items between shards"):
        sharded.reshape(1, 24).reshape(8, 3).reshape(3, 8)
    with pytest.raises(RuntimeError, match="shrinking not supported"):
        sharded[1:3]
    with pytest.raises(RuntimeError, match="padding not supported"):
        sharded.pad(((1, 0), (0, 0)))
    with pytest.raises(RuntimeError, match="flipping not supported"):
        sharded.flip(0)
    with pytest.raises(ValueError, match="one device"):
        Tensor.rand(4, device=devices(2))
    # Nothing of it is left behind.
    assert (sharded + 1).sum().item() == 48.0


# ----- Computing


def operands(rng, count):
    """Each sharding of a matrix, with its elements."""
    for axis in AXES:
        array = numbers(rng, SHAPE, "float32")
        yield Tensor(array).shard(devices(count), axis), array, axis


@pytest.mark.parametrize("count", COUNTS)
def test_elementwise_ops_of_all_shardings(rng, count):
    for (a, x, axis), (b, y, other) in itertools.product(operands(rng, count), repeat=2):
        result = a * 2 + b
        check(result, x * 2 + y)
        assert result.uop.axis == (axis if other is None else other)
        check((a < b).where(a, b), np.where(x < y, x, y))


@pytest.mark.parametrize("count", COUNTS)
def test_broadcasting(rng, count):
    row = numbers(rng, (24,), "float32")
    column = numbers(rng, (12, 1), "float32")
    for a, x, _ in operands(rng, count):
        for axis in (None, 0):
            check(a + Tensor(row).shard(devices(count), axis), x + row)
            check(a + Tensor(column).shard(devices(count), axis), x + column)
        check(a + row, x + row)
        check(row[None] - a, row[None] - x)
        check(a * 3, x * 3)


@pytest.mark.parametrize("count", COUNTS)
def test_reductions(rng, count):
    for a, x, axis in operands(rng, count):
        for over in (0, 1, None):
            check(a.sum(over), x.sum(over), rtol=1e-4, atol=1e-4)
            check(a.max(over), x.max(over))
            check(a.mean(over), x.mean(over), rtol=1e-4)
            check((a * 0.1).prod(over), (x * np.float32(0.1)).prod(over), rtol=1e-4)
            if over is not None:
                check(a.argmax(over), x.argmax(over), same_dtype=False)
                check(a.std(over), x.std(over, ddof=1), rtol=1e-4)
        check(a.softmax(1), Tensor(x).softmax(1).numpy())
        check(a.softmax(0), Tensor(x).softmax(0).numpy())
        assert a.sum(1).uop.axis == (0 if axis == 0 else None)
    check((a > 0).any(0), (x > 0).any(0))
    check((a > 0).all(), (x > 0).all())


@pytest.mark.parametrize("dtype", ["int32", "uint8", "int64", "float16", "float64", "bool"])
def test_dtypes_are_combined(rng, dtype):
    array = numbers(rng, (4, 6), dtype)
    x = Tensor(array).shard(devices(2), 0)
    check(x.sum(0), Tensor(array).sum(0).numpy(), rtol=1e-2)
    check(x.max(0), array.max(0))
    # Gathered: its other operand is sharded on another axis.
    y = Tensor(array).shard(devices(2), 1)
    check(x != y, np.zeros((4, 6), bool))
    check(x[2:4], array[2:4])


@pytest.mark.parametrize("count", COUNTS)
def test_movements(rng, count):
    array = numbers(rng, SHAPE, "float32")
    x = Tensor(array).shard(devices(count), 0)
    for result, expected, axis in (
        (x.reshape(12, 4, 6), array.reshape(12, 4, 6), 0),
        (x.reshape(288), array.reshape(288), 0),
        (x.reshape(1, 12, 24), array.reshape(1, 12, 24), 1),
        (x.T, array.T, 1),
        (x.unsqueeze(0).expand(3, -1, -1), np.broadcast_to(array, (3, *SHAPE)), 1),
        (x.pad(((0, 0), (1, 2))), np.pad(array, ((0, 0), (1, 2))), 0),
        (x.flip(1), array[:, ::-1], 0),
        (x[:, 3:7], array[:, 3:7], 0),
        (x.T.contiguous() + 1, array.T + 1, 1),
        (x.cat(x, dim=1), np.concatenate([array, array], 1), 0),
        (Tensor.stack(x, x), np.stack([array, array]), 1),
    ):
        assert result.uop.axis == axis
        check(result, expected)
    size = 12 // count
    for i in range(count):
        block = x[i * size : (i + 1) * size]
        assert block.uop.axis is None
        check(block * 2, array[i * size : (i + 1) * size] * 2)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("a", "b"), [*itertools.product(AXES, AXES)])
def test_products_and_their_gradients(rng, count, a, b):
    x, y = numbers(rng, SHAPE, "float32"), numbers(rng, SHAPE[::-1], "float32")
    on = devices(count)
    s, t = Tensor(x).shard(on, a), Tensor(y).shard(on, b)
    ((s @ t).relu() ** 2).mean().backward()
    u, v = Tensor(x), Tensor(y)
    ((u @ v).relu() ** 2).mean().backward()
    check(s @ t, x @ y, rtol=1e-4, atol=1e-4)
    for tensor, alone in ((s, u), (t, v)):
        check(tensor.grad, alone.grad.numpy(), rtol=1e-3, atol=1e-4)
        assert (tensor.grad.device, tensor.grad.uop.axis) == (tensor.device, tensor.uop.axis)


def test_rows_times_a_matrix_on_all_devices_exchange_nothing(rng):
    x = Tensor(numbers(rng, (4, 6), "float32")).shard(devices(2), 0).realize()
    z = Tensor(numbers(rng, (6, 8), "float32")).shard(devices(2)).realize()
    assert launches(x @ z) == 2
    y = Tensor(numbers(rng, (4, 6), "float32")).shard(devices(2), 1).realize()
    w = Tensor(numbers(rng, (6, 8), "float32")).shard(devices(2), 0).realize()
    # A product of what each has, and the sum of both.
    assert launches(y @ w) == 4


def test_one_kernel_serves_all_devices(rng):
    before = _core.stats()["compiled_kernels"]
    x = Tensor(numbers(rng, (8, 17), "float32")).shard(devices(4), 0).realize()
    assert launches(x * 3.75 + 11) == 4
    assert _core.stats()["compiled_kernels"] == before + 1


def test_the_graph_can_be_read():
    x = Tensor.ones(4, 6).shard(devices(2), 0).realize()
    text = (x + 1).sum(0).mlir()
    assert "tiny.devices = 2" in text
    assert "tiny.unshard %arg0 over %0 axes [0] counts [2] : !tiny.buffer<2x6xf32, global>" in text
    assert "tiny.copy %" in Tensor.ones(4).shard(devices(2), 0).mlir()


def test_gradients_go_back_to_what_was_sharded(rng):
    array = numbers(rng, SHAPE, "float32")
    for axis in AXES:
        x = Tensor(array)
        s = x.shard(devices(3), axis)
        (s * s).sum().backward()
        assert x.grad.device == "CPU"
        check(x.grad, 2 * array)
        y = Tensor(array)
        z = y.shard(devices(3), axis).to("CPU")
        (z * z).sum().backward()
        check(y.grad, 2 * array)


def test_zeros_keep_their_sign():
    array = np.array([[0.0, -0.0], [-0.0, 0.0]], np.float32)
    x = Tensor(array).shard(devices(2), 0)
    ones = Tensor.ones(2, 2).shard(devices(2), 1)
    assert (ones / x).tolist() == [[np.inf, -np.inf], [-np.inf, np.inf]]
    assert (1 / x[0:1]).tolist() == [[np.inf, -np.inf]]
