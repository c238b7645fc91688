"""Schedules as objects: making them, looking at them, running them."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import GlobalCounters, Tensor, TinyJit, Variable
from tinymlir.schedule import Schedule


def stored(*numbers: float) -> Tensor:
    return Tensor(np.array(numbers, np.float32)).contiguous().realize()


def test_a_schedule_runs_what_realize_would():
    x = stored(1, 2, 3)
    total, double = (x + 1).sum(), x * 2
    schedule = total.schedule_linear(double)
    assert isinstance(schedule, Schedule)
    assert len(schedule) == 2 == len(list(schedule)) and "Schedule of 2" in repr(schedule)
    schedule.run()
    assert total.item() == 9 and double.tolist() == [2, 4, 6]


def test_nothing_runs_and_nothing_is_counted_before():
    GlobalCounters.reset()
    y = stored(1, 2) + 1
    before = GlobalCounters.kernel_count
    schedule = y.schedule_linear()
    assert GlobalCounters.kernel_count == before
    schedule.run()
    assert GlobalCounters.kernel_count == before + 1


def test_items_say_what_is_launched():
    x = stored(1, 2, 3, 4)
    (item,) = (x.reshape(2, 2) @ x.reshape(2, 2)).schedule_linear()
    assert item.device == "CPU" and item.name.startswith("r_") and item.variables == ()
    assert [buffer.nbytes for buffer in item.buffers if buffer] == [16, 16]
    assert "Buffer of 16 bytes on CPU" in repr(item.buffers)
    assert item.flops > 0 and item.nbytes > 0


def test_temporaries_have_no_buffer():
    x = Tensor(np.ones((8, 2048), np.float32)).contiguous().realize()
    schedule = (x @ x.T).softmax().contiguous().sum().schedule_linear()
    assert any(buffer is None for item in schedule for buffer in item.buffers)


@pytest.mark.parametrize("look", [Tensor.item, Tensor.numpy, Tensor.tolist, Tensor.data])
def test_elements_that_are_not_there_cannot_be_looked_at(look):
    y = stored(1) + 1
    schedule = y.schedule_linear()
    with pytest.raises(RuntimeError, match="run the schedule"):
        look(y)
    schedule.run()
    assert y.item() == 2


def test_what_needs_them_cannot_be_computed_but_scheduled():
    x = stored(1, 2) + 1
    first = x.schedule_linear()
    y = x * 10
    with pytest.raises(RuntimeError, match="run the schedule"):
        y.realize()
    second = y.schedule_linear()
    with pytest.raises(RuntimeError, match="run the schedule"):
        second.run()
    first.run()
    second.run()
    assert y.tolist() == [20, 30]


def test_a_dropped_schedule_leaves_no_garbage():
    x = stored(1, 2) + 1
    x.schedule_linear()
    with pytest.raises(RuntimeError, match="run the schedule"):
        x.tolist()


def test_assignments_run_each_time():
    x = Tensor([1.0, 2.0]).contiguous().realize()  # storage of its own
    schedule = x.assign(x + 1).schedule_linear()
    schedule.run()
    assert x.tolist() == [2, 3]
    schedule.run()
    assert x.tolist() == [3, 4]


def test_assignments_run_in_their_order():
    x = stored(1, 2)
    first = x.assign(x * 2).schedule_linear()
    second = x.assign(x + 1).schedule_linear()
    with pytest.raises(RuntimeError, match="run the schedule"):
        second.run()
    first.run()
    with pytest.raises(RuntimeError, match="run the schedule"):
        x.tolist()
    second.run()
    assert x.tolist() == [3, 5]


def test_what_is_there_needs_no_schedule():
    x = stored(1, 2)
    assert len(x.schedule_linear()) == 0
    assert len(Tensor(3.0).schedule_linear()) == 0
    x.schedule_linear().run()
    assert x.tolist() == [1, 2]


def test_empty_tensors_are_there_at_once():
    x = Tensor(np.zeros((0, 3), np.float32)) + 1
    assert len(x.schedule_linear()) == 0 and x.shape == (0, 3) and x.tolist() == []


def test_one_tensor_twice_is_computed_once():
    x = stored(1, 2) + 1
    assert len(x.schedule_linear(x)) == 1


def test_copies_between_devices_are_items():
    x = stored(*range(8))
    y = ((x + 1).to("CPU:1") * 2).to("CPU") + x
    schedule = y.schedule_linear()
    assert [item.name for item in schedule if "copy" in item.name] == [
        "copy of CPU to CPU:1",
        "copy of CPU:1 to CPU",
    ]
    with pytest.raises(RuntimeError, match="run the schedule"):
        y.numpy()
    schedule.run()
    np.testing.assert_array_equal(y.numpy(), 3 * np.arange(8) + 2)


def test_shards_run_on_their_devices():
    x = stored(*range(8)).shard(("CPU:1", "CPU:2"), 0)
    schedule = (x * 2).schedule_linear()
    assert schedule[-1].device == ("CPU:1", "CPU:2")
    schedule.run()


def test_variables_can_be_bound_anew():
    x = stored(*range(8))
    total = x[: Variable("n", 1, 8).bind(3)].sum()
    schedule, numbers = total.linear_with_vars()
    assert numbers == schedule.variables == {"n": 3} and schedule[0].variables == ("n",)
    schedule.run(numbers)
    assert total.item() == 3
    schedule.run({"n": 5})
    assert total.item() == 10
    with pytest.raises(ValueError, match=r"no variable 'm'.*n"):
        schedule.run({"m": 1})
    with pytest.raises(ValueError, match="is an integer"):
        schedule.run({"n": 2.5})
    with pytest.raises(RuntimeError, match="not in range"):
        schedule.run({"n": 9})


def test_schedule_linear_takes_no_variables_and_loses_nothing():
    total = stored(*range(8))[: Variable("n", 1, 8).bind(3)].sum()
    with pytest.raises(RuntimeError, match="variables, n; use linear_with_vars"):
        total.schedule_linear()
    assert total.item() == 3


def test_the_text_is_that_of_the_kernels():
    text = ((stored(1, 2) + 1).to("CPU:1") * 2).schedule_linear().mlir()
    assert text.count("tiny.call") == 2 and "// copy of CPU to CPU:1" in text


def test_callify_compiles_and_runs_nothing():
    x = stored(1, 2, 3, 4, 5)
    y = (x * 1234.5).cos()
    GlobalCounters.reset()
    assert y.callify() is y
    assert GlobalCounters.kernel_count == 0 and not y.uop.is_realized
    np.testing.assert_allclose(y.numpy(), np.cos(np.float32([1, 2, 3, 4, 5]) * 1234.5), rtol=1e-5)


def test_inside_of_a_jit_the_schedule_runs_at_once():
    lengths = []

    @TinyJit
    def step(x):
        y = x + 1
        lengths.append(len(y.schedule_linear()))
        return y

    for number in range(4):
        given = stored(number)
        schedule = step(given)
        if lengths == [1]:
            continue
        assert schedule.item() == number + 1
    assert lengths == [1, 0]


def test_gradients_and_training_steps():
    x, w = stored(1, 2, 3), stored(1, 1, 1)
    loss = (x * w).sum().square()
    (slope,) = loss.gradient(w)
    schedule = loss.schedule_linear(slope)
    schedule.run()
    assert loss.item() == 36 and slope.tolist() == [12, 24, 36]
