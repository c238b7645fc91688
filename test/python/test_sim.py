"""Kernels for workgroups on the device SIM, checked: right ones, and broken ones."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tinymlir import Context, Tensor, dtypes
from tinymlir._core import CompileError
from tinymlir.examples.kernels.matmul import fragment_matmul, matmul_relu
from tinymlir.examples.kernels.rows import softmax, top_k
from tinymlir.uop.ops import AddrSpace, AxisType, KernelInfo, UOp

LOCAL, GLOBAL, LOOP = AxisType.LOCAL, AxisType.GLOBAL, AxisType.LOOP


def normal(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def on_sim(array: np.ndarray) -> Tensor:
    return Tensor(array).to("SIM").contiguous().realize()


@pytest.fixture(autouse=True)
def checked():
    with Context(SIM_CHECK=1):
        yield


# Kernels


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize(
    ("tile", "items", "shape"),
    [
        ((64, 64, 64), (8, 16), (64, 64, 64)),
        ((64, 64, 64), (8, 16), (128, 192, 128)),
        ((16, 16, 8), (4, 4), (48, 32, 24)),
        ((4, 4, 4), (2, 2), (8, 8, 8)),
    ],
)
def test_the_fragment_matmul(tile, items, shape, dtype):
    m, n, k = shape
    a, b = normal(m, k).astype(dtype), normal(k, n).astype(dtype)
    c = matmul_relu(on_sim(a), on_sim(b), tile=tile, items=items).numpy()
    expected = np.maximum(a.astype(float) @ b.astype(float), 0)
    assert c.dtype == dtype
    np.testing.assert_allclose(c, expected, atol=1e-4 if dtype == np.float32 else 0.05)


@pytest.mark.parametrize(("shape", "items"), [((5, 256), 64), ((1, 64), 64), ((3, 96), 32)])
def test_the_row_softmax(shape, items):
    x = normal(*shape) * 5
    raised = np.exp(x.astype(float) - x.max(1, keepdims=True))
    expected = raised / raised.sum(1, keepdims=True)
    np.testing.assert_allclose(softmax(on_sim(x), items).numpy(), expected, atol=1e-6)


@pytest.mark.parametrize("k", [1, 10, 256])
def test_the_largest_of_a_row(k):
    x = normal(4, 256).round(1)  # some are equal
    values, places = (t.numpy() for t in top_k(on_sim(x), k))
    order = np.argsort(-x, 1, kind="stable")[:, :k]
    np.testing.assert_array_equal(places, order)
    np.testing.assert_array_equal(values, np.take_along_axis(x, order, 1))


def test_named_dimensions():
    def kernel(out, x):
        place = UOp.special(4, "gidx0") * 8 + UOp.special(8, "lidx0")
        return out[place].store(x[place] * 2).sink(arg=KernelInfo("named"))

    x = normal(32)
    out = Tensor.empty(32, device="SIM").custom_kernel(on_sim(x), fxn=kernel)[0]
    np.testing.assert_array_equal(out.numpy(), x * 2)


# Broken kernels: each is reported, with both accesses


def shared(items: int, slot: int = 0) -> UOp:
    return UOp.placeholder((items,), dtypes.float32, slot, AddrSpace.LOCAL)


def run(kernel, *shape: int, x: np.ndarray | None = None) -> np.ndarray:
    given = on_sim(normal(32) if x is None else x)
    return Tensor.empty(*shape, device="SIM").custom_kernel(given, fxn=kernel)[0].numpy()


def error_of(kernel, *shape: int) -> str:
    with pytest.raises(RuntimeError) as error:
        run(kernel, *shape)
    return str(error.value)


HERE = re.escape(__file__)


def test_a_missing_after_is_a_race_or_undefined():
    def kernel(out, x):
        item, tile = UOp.range(32, 0, LOCAL), shared(32)
        token = tile[item].store(x[item])
        value = tile[31 - item].load()  # of the tile before
        return UOp.group(out[item].store(value), token).end(item).sink(arg=KernelInfo("k"))

    text = error_of(kernel, 32)
    assert re.search(rf"undefined memory: load at {HERE}:\d+ by item \d+", text)


def test_an_update_in_place_without_a_barrier_is_a_race():
    def kernel(out, x):
        item, tile = UOp.range(32, 0, LOCAL), shared(32)
        tile = tile.after(tile[item].store(x[item]))
        value = tile[31 - item].load()
        tile = tile.after(tile[item].store(value))
        return out[item].store(tile[item]).end(item).sink(arg=KernelInfo("k"))

    text = error_of(kernel, 32)
    assert re.search(
        rf"race on element \d+ of workgroup memory 0: (load|store) at {HERE}:\d+ by item \d+ "
        rf"and (load|store) at {HERE}:\d+ by item \d+ of workgroup 0, with no barrier",
        text,
    )


def test_two_items_that_store_to_one_place_race():
    def kernel(out, x):
        item = UOp.range(32, 0, LOCAL)
        return out[item // 2].store(x[item]).end(item).sink(arg=KernelInfo("k"))

    assert "race on element 0 of buffer 0: store" in error_of(kernel, 32)


def test_two_workgroups_that_store_to_one_place_race():
    def kernel(out, x):
        group, item = UOp.range(2, 0, GLOBAL), UOp.range(16, 1, LOCAL)
        place = item + group * 8
        return out[place].store(x[item]).end(group, item).sink(arg=KernelInfo("k"))

    assert "which no barrier can order" in error_of(kernel, 32)


def test_global_memory_of_another_item_is_a_race():
    def kernel(out, x):
        item = UOp.range(32, 0, LOCAL)
        out = out.after(out[item].store(x[item]))
        total = out[31 - item].load()
        return out[item].store(total).end(item).sink(arg=KernelInfo("k"))

    assert "race on element" in error_of(kernel, 32)


@pytest.mark.parametrize(("shift", "element"), [(1, 32), (-1, -1)])
def test_a_load_outside_of_memory(shift, element):
    def kernel(out, x):
        item = UOp.range(32, 0, LOCAL)
        return out[item].store(x[item + shift]).end(item).sink(arg=KernelInfo("k"))

    text = error_of(kernel, 32)
    assert re.search(
        rf"out of bounds: load at {HERE}:\d+ by item \d+ of workgroup 0 of element {element} of "
        "buffer 1, which has 32",
        text,
    )


def test_a_store_outside_of_memory_does_not_happen():
    def kernel(out, x):
        item = UOp.range(32, 0, LOCAL)
        return out[item + 4].store(x[item]).end(item).sink(arg=KernelInfo("k"))

    assert "out of bounds: store" in error_of(kernel, 32)


def test_shared_memory_outside_of_it():
    def kernel(out, x):
        item, tile = UOp.range(32, 0, LOCAL), shared(16)
        tile = tile.after(tile[item].store(x[item]))
        return out[item].store(tile[item]).end(item).sink(arg=KernelInfo("k"))

    assert "of element 16 of workgroup memory 0, which has 16" in error_of(kernel, 32)


def test_a_barrier_that_not_all_items_reach():
    def kernel(out, x):
        item, tile = UOp.range(32, 0, LOCAL), shared(32)
        step = UOp.range(item + 1, 1, LOOP)
        tile = tile.after(tile[item].store(x[(item + step) % 32]))
        token = out[item].store(tile[31 - item])
        return token.end(item, step).sink(arg=KernelInfo("k"))

    with pytest.raises(CompileError, match=r"is not reached by all items of a workgroup alike"):
        run(kernel, 32)


def test_an_element_that_no_item_owns():
    def kernel(out, x):
        item, step = UOp.range(8, 0, LOCAL), UOp.range(4, 1, LOOP)
        tile = UOp.placeholder((4,), dtypes.float32, 0, AddrSpace.REG).unshard(0, item)
        tile = tile.after(tile.store(0.0))
        place = item * 4 + step + 1  # one too far
        tile = tile[place].set(x[place % 32], end=step)
        return out.store(tile).end(item).sink(arg=KernelInfo("k"))

    with pytest.raises(CompileError, match=r"cannot shard index .* may name an element of another"):
        run(kernel, 32)


@pytest.mark.parametrize(
    ("items", "elements", "text"),
    [
        (2048, 1, "do not fit into dimensions of at most 1024, 1024 and 64"),
        (32, 65536, "shares 262144 bytes in a workgroup, but the target has"),
    ],
)
def test_what_a_workgroup_has_not(items, elements, text):
    def kernel(out, x):
        item, tile = UOp.range(items, 0, LOCAL), shared(elements)
        tile = tile.after(tile[0].store(1.0))
        return out[item].store(tile[0]).end(item).sink(arg=KernelInfo("k"))

    with pytest.raises(CompileError, match=text):
        run(kernel, items)


@pytest.mark.parametrize("rule", ["read-after-write", "write-after-read"])
def test_the_matmul_needs_both_rules_for_barriers(rule):
    a, b = on_sim(normal(16, 32)), on_sim(normal(32, 16))
    with (
        Context(DISABLE_BARRIERS=rule),
        pytest.raises(RuntimeError, match=r"race on element|undefined memory"),
    ):
        matmul_relu(a, b, tile=(16, 16, 8), items=(4, 4)).realize()


def test_without_the_check_nothing_is_reported():
    def kernel(out, x):
        item = UOp.range(32, 0, LOCAL)
        return out[item // 2].store(x[item]).end(item).sink(arg=KernelInfo("k"))

    with Context(SIM_CHECK=0):
        run(kernel, 32)


def test_what_the_cpu_has_not_it_says():
    x = Tensor(normal(16, 16)).contiguous()
    kernel = fragment_matmul((16, 16, 8), (4, 4))
    with pytest.raises(CompileError, match="takes a target with workgroups"):
        Tensor.empty(16, 16).custom_kernel(x, x, fxn=kernel)[0].realize()


# Tensors


def pooled(x: Tensor) -> Tensor:
    return x.reshape(1, 1, *x.shape).max_pool2d()


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x + 1, lambda x: x * x.T[:1, :1], lambda x: x.exp().sin(), lambda x: x.sum(),
        lambda x: x.sum(0), lambda x: x.max(1), lambda x: x.softmax(), lambda x: x @ x.T,
        lambda x: x.T.contiguous(), lambda x: x.cumsum(1), lambda x: x.sort()[0], pooled,
        lambda x: x.argmax(1), lambda x: x[:, ::-2], lambda x: (x > 0).any(1), lambda x: x.std(),
        lambda x: x.pad(((1, 2), (0, 3))), lambda x: x.half().sum(1), lambda x: x[Tensor([3, 0])],
        lambda x: x.layernorm(), lambda x: x.int() // 3, lambda x: x.cast(dtypes.int64).prod(1),
    ],
)  # fmt: skip
@pytest.mark.parametrize("shape", [(7, 6), (16, 64), (1, 300)])
def test_tensors_are_the_same_as_on_the_cpu(function, shape):
    x = normal(*shape)
    if shape[0] < 4:
        x = np.vstack([x] * 4)
    expected = function(Tensor(x)).numpy()
    with Context(DEV="SIM"):
        found = function(Tensor(x)).numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)


def test_a_training_step():
    from tinymlir import nn

    def train():
        Tensor.manual_seed(1)
        layers = [nn.Linear(8, 16), nn.Linear(16, 2)]
        optimizer = nn.optim.Adam(nn.state.get_parameters(layers), lr=0.05)
        losses = []
        with Context(TRAINING=1):
            for _ in range(3):
                optimizer.zero_grad()
                loss = layers[1](layers[0](Tensor(normal(5, 8))).relu()).square().mean().backward()
                optimizer.step()
                losses.append(loss.item())
        return losses

    expected = train()
    with Context(DEV="SIM"):
        np.testing.assert_allclose(train(), expected, rtol=1e-4)
