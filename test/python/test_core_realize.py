"""`realize`: caching, assignment in place or not, replacement in the graph."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest
from tinymlir import _core
from tinymlir._core import UOp, dtype_by_name

F32 = dtype_by_name["float32"]


def stored(*values: float) -> UOp:
    array = np.array(values, np.float32)
    return UOp.from_buffer(_core.Buffer.wrap(array, True), array.shape, F32)


def place(node: UOp) -> int:
    assert node.buffer is not None
    return node.buffer.ptr


def numbers(node: UOp) -> list[float]:
    _core.realize([node])
    assert node.buffer is not None
    return np.frombuffer(node.buffer, np.float32).tolist()


def test_every_user_of_a_value_reads_its_storage():
    x = stored(1, 2)
    y = x + 1
    later = y * 10
    same = x + 1
    assert _core.realize([y]) == [y]
    assert y.is_realized and same is y and later.src[0] is y
    assert numbers(later) == [20.0, 30.0]


def test_values_inside_values_and_twice():
    x = stored(1, 2)
    y = x + 1
    z = y * 2
    _core.realize([z, y, z])
    assert (numbers(y), numbers(z)) == ([2.0, 3.0], [4.0, 6.0])


def test_equal_structure_is_compiled_once():
    numbers(stored(1, 2) * 3 + 1)
    before = _core.stats()
    x = stored(5, 6)
    assert numbers(x * 3 + 1) == [16.0, 19.0]
    after = _core.stats()
    assert after["cache_hits"] == before["cache_hits"] + 1
    assert after["compiled_ops"] == before["compiled_ops"]


def test_structure_tells_which_buffers_coincide():
    x, y = stored(1, 2), stored(10, 20)
    assert numbers(x - y) == [-9.0, -18.0]
    assert numbers(x - x) == [0.0, 0.0]
    assert numbers(y - x) == [9.0, 18.0]


def test_constants_belong_to_the_structure():
    x = stored(1, 2)
    assert numbers(x * 2) == [2.0, 4.0]
    assert numbers(x * 3) == [3.0, 6.0]


def test_assignment_in_place():
    x = stored(1, 2)
    where = place(x)
    x = x.assign(x * 10)
    assert numbers(x) == [10.0, 20.0]
    assert place(x) == where


def test_assignment_spares_what_is_still_read():
    x = stored(1, 2)
    where = place(x)
    lazy = x + 100
    x = x.assign(x * 10)
    assert numbers(x) == [10.0, 20.0]
    assert place(x) != where
    assert numbers(lazy) == [101.0, 102.0]


def test_assignment_spares_the_old_node():
    old = stored(1, 2)
    new = old.assign(old * 10)
    assert numbers(new) == [10.0, 20.0]
    assert numbers(old) == [1.0, 2.0]


def test_assignment_spares_memory_that_python_holds():
    x = stored(1, 2)
    view = np.frombuffer(x.buffer, np.float32)
    x = x.assign(x * 10)
    assert numbers(x) == [10.0, 20.0]
    assert view.tolist() == [1.0, 2.0]


def test_assignment_spares_read_only_memory():
    array = np.array([1, 2], np.float32)
    x = UOp.from_buffer(_core.Buffer.wrap(array, False), (2,), F32)
    x = x.assign(x * 10)
    assert numbers(x) == [10.0, 20.0]
    assert array.tolist() == [1.0, 2.0]


def test_later_assignments_see_the_earlier_ones():
    x = stored(1, 2)
    where = place(x)
    x = x.assign(x + 1)
    y = x * 100
    x = x.assign(x * 2)
    assert numbers(x) == [4.0, 6.0]
    assert numbers(y) == [200.0, 300.0]
    x = x.assign(7)
    assert numbers(x) == [7.0, 7.0]
    assert place(x) != where


def test_an_assignment_below_a_value_is_carried_out():
    moment, weight = stored(1, 1), stored(10, 20)
    moment = moment.assign(moment * 2)
    weight = weight.assign(weight - moment)
    assert numbers(weight) == [8.0, 18.0]
    assert moment.is_realized
    assert numbers(moment) == [2.0, 2.0]


def test_a_swap_by_assignments():
    x, y = stored(1, 2), stored(3, 4)
    new_x, new_y = x.assign(y), y.assign(x)
    del x, y
    _core.realize([new_x, new_y])
    assert (numbers(new_x), numbers(new_y)) == ([3.0, 4.0], [1.0, 2.0])


def test_an_assignment_that_moves_elements():
    x = stored(1, 2, 3)
    x = x.assign(x.flip((0,)) + x)
    assert numbers(x) == [4.0, 4.0, 4.0]


def test_values_without_elements():
    x = UOp.from_buffer(_core.Buffer(0), (0, 3), F32)
    y = x + 1
    kernels = _core.stats()["kernels"]
    _core.realize([y])
    assert y.is_realized and y.shape == (0, 3)
    assert _core.stats()["kernels"] == kernels
    assert numbers(x.reduce("add", (0,))) == [0.0, 0.0, 0.0]


def test_values_without_a_width():
    with pytest.raises(RuntimeError, match="cannot realize a value of the weak type"):
        _core.realize([UOp.const(1)])
    with pytest.raises(TypeError, match="realize: expected UOps, not int"):
        _core.realize([1])


def test_values_that_are_too_large():
    with pytest.raises(ValueError, match="too many elements"):
        _core.realize([UOp.const(1.0, F32).expand((1 << 40, 1 << 30))])
    with pytest.raises(MemoryError, match="cannot allocate"):
        _core.Buffer(1 << 60)


def test_trace_and_dump():
    trace: list[dict[str, object]] = []
    stages: list[str] = []
    x = stored(1, 2, 3)
    _core.realize(
        [x * 4321 + 1],
        trace=trace,
        dump=lambda stage, name, text: stages.append(stage),
    )
    assert [set(launch) for launch in trace] == [
        {"name", "device", "seconds", "bytes", "flops", "args"}
    ]
    assert {"tensor", "schedule", "kernel", "structured", "llvm", "asm"} <= set(stages)


def test_an_exception_in_dump_arrives():
    def dump(stage: str, name: str, text: str) -> None:
        raise KeyError(stage)

    y = stored(1, 2) * 98765
    with pytest.raises(KeyError):
        _core.realize([y], dump=dump)
    assert numbers(y) == [98765.0, 197530.0]


def test_realize_within_dump_is_refused():
    y = stored(1, 2) * 45678
    with pytest.raises(RuntimeError, match="from within realize"):
        _core.realize([y], dump=lambda *_: _core.realize([stored(1) + 1]))


def test_threads_realize_one_after_another():
    shared = stored(1, 2) + 1000
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            for step in range(50):
                x = stored(seed, step)
                assert numbers(x * 2 + seed) == [seed * 3.0, step * 2.0 + seed]
                assert numbers(shared) == [1001.0, 1002.0]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_nothing_is_left_behind():
    x, y = stored(1), stored(2)
    for _ in range(10):
        _core.realize([x + y])
    gc.collect()
    before = _core.stats()
    for _ in range(1000):
        _core.realize([x + y])
    after = _core.stats()
    for key in ("nodes", "mem_used", "cached_schedules"):
        assert after[key] == before[key]
