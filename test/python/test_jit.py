"""TinyJit: what is replayed equals what a call would compute."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import Context, GlobalCounters, JitError, Tensor, TinyJit, nn


def training_step(weight, optimizer):
    def step(x):
        with Context(TRAINING=1):
            optimizer.zero_grad()
            loss = ((weight * x - 1) ** 2).sum().backward()
            return loss.realize(*optimizer.schedule_step())

    return step


@pytest.mark.parametrize("keeps_gradient", [False, True])
def test_training_equals_training_without(keeps_gradient):
    results = []
    for jits in (False, True):
        weight = Tensor([1.0, 2.0])
        step = training_step(weight, nn.optim.Adam([weight], lr=0.1))
        step = TinyJit(step) if jits else step
        losses, kept = [], []
        for i in range(6):
            x = Tensor([0.5, float(i)])
            losses.append(step(x).item())
            # Its lazy gradient reads the old weight, which is then not overwritten.
            kept += [x] if keeps_gradient else []
        results.append((losses, weight.tolist()))
    assert results[0] == results[1]


def test_replay_launches_without_compiling():
    calls = []

    @TinyJit
    def f(x):
        calls.append(1)
        return (x * 3 + 1).sum(), x.max()

    for i in range(5):
        total, top = f(Tensor([i, i + 1.5]))
        assert (total.item(), top.item()) == pytest.approx((6 * i + 6.5, i + 1.5))
        assert f.captured == (i > 0)
    assert len(calls) == 2
    before = GlobalCounters.kernel_count
    f(Tensor([1.0, 2.0]))
    assert GlobalCounters.kernel_count > before


def test_inputs_in_containers_by_name_and_as_views():
    @TinyJit
    def f(items, *, scale):
        return items[0] * scale["s"] + items[1]

    for i in range(4):
        base = Tensor(np.arange(6.0).reshape(2, 3) + i)
        result = f([base[1], Tensor([1.0, 1.0, 1.0])], scale={"s": Tensor([2.0])})
        assert result.tolist() == [(3 + j + i) * 2 + 1 for j in range(3)]


def test_outside_tensors_are_state():
    count, history = Tensor([0]).realize(), Tensor.zeros(4).contiguous().realize()

    @TinyJit
    def f(x):
        history.assign(history + x)
        count.assign(count + 1)
        history.realize(count)

    for i in range(6):
        f(Tensor([1.0, 2.0, 3.0, float(i)]))
    assert count.item() == 6
    assert history.tolist() == [6, 12, 18, 15]


def test_state_that_is_replaced_is_noted_anew():
    weight = Tensor([2.0]).realize()

    @TinyJit
    def f(x):
        return x * weight

    for i in range(3):
        assert f(Tensor([float(i)])).item() == 2 * i
    weight.replace(Tensor([10.0]).realize())
    for i in range(3):
        assert f(Tensor([float(i)])).item() == 10 * i


def test_an_output_can_be_the_next_input():
    @TinyJit
    def f(x):
        return x * 2

    x = Tensor([1])
    for _ in range(6):
        x = f(x)
    assert x.item() == 64


def test_methods_and_reset():
    class Model:
        def __init__(self, factor):
            self.weight = Tensor([factor])

        @TinyJit
        def forward(self, x):
            return x * self.weight

    model = Model(3)
    assert [model.forward(Tensor([i])).item() for i in range(4)] == [0, 3, 6, 9]
    Model.forward.reset()
    assert not Model.forward.captured
    assert [Model(2).forward(Tensor([i])).item() for i in range(2)] == [0, 2]


def test_switched_off():
    calls = []

    @TinyJit
    def f(x):
        calls.append(1)
        return x + 1

    with Context(JIT=0):
        assert [f(Tensor([i])).item() for i in range(4)] == [1, 2, 3, 4]
    assert len(calls) == 4


def test_errors():
    @TinyJit
    def f(x, y):
        return x + y

    for _ in range(2):
        f(Tensor([1]), Tensor([2]))
    with pytest.raises(JitError, match=r"differ from those noted: 0: int32\[2\]"):
        f(Tensor([1, 2]), Tensor([1, 2]))
    with pytest.raises(JitError, match=r"float32\[1\]"):
        f(Tensor([1.0]), Tensor([2]))
    with pytest.raises(JitError, match="1 tensors were given, 2 were noted"):
        f(Tensor([1]), 2)
    same = Tensor([1, 2]).realize()
    with pytest.raises(JitError, match="share their storage"):
        f(same[0:1], same[1:2])
    with pytest.raises(JitError, match="the argument 1 is a constant"):
        f(same, Tensor(1))

    looks = TinyJit(lambda x: Tensor([x.item()]))
    looks(Tensor([1]))
    with pytest.raises(JitError, match="cannot be looked at"):
        looks(Tensor([1]))
    nothing = TinyJit(lambda x: None)
    nothing(Tensor([1]))
    with pytest.raises(JitError, match="didn't JIT anything"):
        nothing(Tensor([1]))
    with pytest.raises(JitError, match="returns tensors, not 3"):
        TinyJit(lambda x: 3)(Tensor([1]))
    inner = TinyJit(lambda x: x + 1)
    outer = TinyJit(lambda x: inner(x))
    outer(Tensor([1]))
    inner(Tensor([1]))
    inner.reset()
    inner(Tensor([1]))
    with pytest.raises(RuntimeError, match="inside a TinyJit"):
        outer(Tensor([1]))


def test_what_is_assigned_between_calls_is_seen():
    w = Tensor(np.ones(4, np.float32)).clone().realize()
    step = TinyJit(lambda x: (x * w).realize())
    inputs = [Tensor(np.full(4, i, np.float32)).clone().realize() for i in range(8)]
    factor = 1.0
    for i, x in enumerate(inputs):
        out = step(x)
        assert out.tolist() == [i * factor] * 4
        if i in (3, 5):
            w.assign(w * 2).realize()
            factor *= 2
        if i == 4:
            out.assign(out + 100)
            assert out.tolist() == [i * factor + 100] * 4
        if i == 6:
            w[:2].assign(0)
            w[2:].assign(0)
            factor = 0.0
