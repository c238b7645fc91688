"""The cell: assign, replace, clone, realize."""

from __future__ import annotations

import pytest
from tinymlir import GlobalCounters, Tensor, dtypes


def stored(*values: float) -> Tensor:
    return Tensor(list(values)).clone().realize()


def test_assign_writes_in_place():
    t = stored(1.0, 2.0)
    place = t.uop.buffer.ptr
    t.assign(t * 10).realize()
    assert t.tolist() == [10.0, 20.0]
    assert t.uop.buffer.ptr == place


def test_assign_broadcasts_and_takes_numbers():
    t = stored(1.0, 2.0)
    assert t.assign(5).tolist() == [5.0, 5.0]
    assert t.assign(Tensor([7.0])).tolist() == [7.0, 7.0]
    with pytest.raises(ValueError, match=r"(?s)Tensor\.assign: .*float32\[3\]"):
        t.assign(Tensor([1.0, 2.0, 3.0]))


def test_assign_checks_the_dtype():
    t = stored(1.0, 2.0)
    with pytest.raises(
        RuntimeError, match=r"Tensor\.assign: assign dtype mismatch: int32 into float32"
    ):
        t.assign(Tensor([1, 2]))
    assert t.assign(Tensor(3)).dtype is dtypes.float32


def test_old_values_survive_for_who_reads_them():
    t = stored(1.0, 2.0)
    doubled, kept = t * 2, t + 0
    t += 1
    later = t * 2
    assert t.tolist() == [2.0, 3.0]
    assert doubled.tolist() == [2.0, 4.0]
    assert kept.tolist() == [1.0, 2.0]
    assert later.tolist() == [4.0, 6.0]


def test_chains_of_assigns_are_one_after_another():
    t = stored(0.0)
    for i in range(10):
        t.assign(t * 2 + i)
    expected = 0
    for i in range(10):
        expected = expected * 2 + i
    assert t.item() == expected


def test_swapping_by_lazy_assigns():
    a, b = stored(1.0, 2.0), stored(3.0, 4.0)
    old = a + 0
    a.assign(b + 0)
    b.assign(old)
    a.realize(b)
    assert a.tolist() == [3.0, 4.0] and b.tolist() == [1.0, 2.0]


def test_assign_reads_neighbours_of_the_old_state():
    t = stored(1.0, 2.0, 3.0, 4.0)
    t.assign(t.flip(0) + t)
    assert t.tolist() == [5.0, 5.0, 5.0, 5.0]
    u = stored(1.0, 2.0, 3.0)
    u.assign(u.roll(1) * 10)
    assert u.tolist() == [30.0, 10.0, 20.0]


def test_two_tensors_of_zeros_have_their_own_storage():
    a, b = Tensor.zeros(3), Tensor.zeros(3)
    a += 1
    a.realize(b)
    assert a.tolist() == [1.0] * 3 and b.tolist() == [0.0] * 3


def test_assign_to_an_expression_takes_its_place():
    t = Tensor([1.0, 2.0]) * 2
    t.assign(Tensor([5.0, 6.0]))
    assert t.tolist() == [5.0, 6.0]


def test_assign_to_itself_changes_nothing():
    t = stored(1.0)
    assert t.assign(t) is t and t.tolist() == [1.0]


def test_replace_swaps_the_value():
    t = Tensor([1, 2])
    assert t.replace(Tensor([3, 4])) is t and t.tolist() == [3, 4]
    with pytest.raises(ValueError, match=r"Tensor\.replace: shapes \[2\] and \[3\]"):
        t.replace(Tensor([1, 2, 3]))


def test_clones_are_apart():
    a = Tensor([1.0, 2.0])
    b = a.clone()
    b += 1
    assert a.tolist() == [1.0, 2.0] and b.tolist() == [2.0, 3.0]


def test_realize_computes_once():
    t = (Tensor([1.0, 2.0]) * 3).realize()
    GlobalCounters.reset()
    t.realize()
    assert t.tolist() == [3.0, 6.0]
    assert GlobalCounters.kernel_count == 0


def test_realize_takes_many():
    a = Tensor([1.0, 2.0])
    b, c = a + 1, (a + 1).sum()
    assert b.realize(c) is b
    assert c.uop.is_realized and c.item() == 5.0


def test_realize_of_numbers_does_nothing():
    assert Tensor(3).realize().uop.op == "const"


def test_numbers_of_zero_elements_are_realized():
    t = (Tensor.zeros(0, 3) + 1).realize()
    assert t.shape == (0, 3) and t.tolist() == []


def test_what_was_realized_is_not_computed_again():
    a = Tensor([1.0, 2.0, 3.0])
    b = a.exp2()
    c = b + 1
    b.realize()
    GlobalCounters.reset()
    assert c.tolist() == [3.0, 5.0, 9.0]
    assert GlobalCounters.kernel_count == 1


def test_memory_comes_back():
    before = GlobalCounters.mem_used
    for _ in range(20):
        (Tensor.ones(1000, 100) + 1).realize()
    assert GlobalCounters.mem_used - before < 3 * 400_000
