"""A program as a user writes it, for type checkers: see test_typing.py.

What is said of types is checked by `assert_type`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tinymlir import Context, Device, Tensor, TinyJit, UOp, Variable, dtypes, function, nn
from tinymlir.schedule import Schedule
from tinymlir.uop.ops import AddrSpace, AxisType, KernelInfo, Ops
from typing_extensions import assert_type


class Model:
    def __init__(self) -> None:
        self.layers = [nn.Linear(8, 16), nn.Linear(16, 4)]
        self.norm = nn.BatchNorm(4)

    def __call__(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x).relu()
        return self.norm(x)


def train(model: Model, images: np.ndarray, labels: np.ndarray) -> list[float]:
    optimizer = nn.optim.AdamW(nn.state.get_parameters(model), lr=1e-3)

    @TinyJit
    def step(x: Tensor, y: Tensor) -> Tensor:
        optimizer.zero_grad()
        loss = model(x).sparse_categorical_crossentropy(y)
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    losses: list[float] = []
    with Context(TRAINING=1):
        for _ in range(3):
            loss = step(Tensor(images).realize(), Tensor(labels).realize())
            assert_type(loss, Tensor)
            losses.append(float(loss.item()))
    return losses


def tensors() -> None:
    x = Tensor.rand(4, 3, device=Device.DEFAULT, dtype=dtypes.float32)
    assert_type(x + 1, Tensor)
    assert_type(2 * x @ x.T, Tensor)
    assert_type(x[:, 1], Tensor)
    assert_type(x.numpy(), np.ndarray)
    assert_type(x.half().sum(0, keepdim=True), Tensor)
    values, places = x.sort(descending=True)
    assert_type(values, Tensor)
    assert_type(places, Tensor)
    assert_type(x.split(2), tuple[Tensor, ...])
    (slope,) = x.square().sum().gradient(x)
    assert_type(slope, Tensor)
    x.assign(x * 2).realize()
    x += 1
    n = Variable("n", 1, 4)
    assert_type(n.bind(2), UOp)
    x[: n.bind(2)].sum().item()
    y = x.shard(("CPU:1", "CPU:2"), axis=0).to("CPU")
    assert_type(y, Tensor)


def files(model: Model, path: Path) -> None:
    state = nn.state.get_state_dict(model)
    assert_type(state, dict[str, Tensor])
    nn.state.safe_save(state, path)
    nn.state.load_state_dict(model, nn.state.safe_load(path), verbose=False)


@function
def doubled(x: Tensor) -> Tensor:
    return x * 2


def schedules(x: Tensor) -> None:
    schedule = doubled(x).schedule_linear()
    assert_type(schedule, Schedule)
    for item in schedule:
        assert_type(item.name, str)
    schedule.run()


def row_sum(out: UOp, x: UOp) -> UOp:
    i = UOp.range(out.shape[0], 0)
    k = UOp.range(x.shape[1], 1, AxisType.REDUCE)
    scratch = UOp.placeholder((1,), dtypes.float32, 0, AddrSpace.REG)
    assert_type(scratch, UOp)
    total = x[i, k].load().maximum(0.0).reduce(k, arg=Ops.ADD)
    assert_type(total.exp2().where(total, 0.0), UOp)
    return out[i].store(total).end(i).sink(arg=KernelInfo("row_sum"))


def kernels(x: Tensor) -> None:
    out = Tensor.empty(x.shape[0]).custom_kernel(x, fxn=row_sum)[0]
    assert_type(out, Tensor)
    order = out.uop.toposort()
    assert_type(order, dict[UOp, None])
