"""Subscripts, to read and to write, by NumPy's rules."""

from __future__ import annotations

import numpy as np
import pytest
from support import check
from tinymlir import Tensor, dtypes

S = np.s_
BASIC = [
    S[0], S[-1], S[1, 2], S[-1, -2, -3], S[:], S[1:], S[:-1], S[::2], S[::-1], S[::-2], S[3:0:-1],
    S[1:1], S[5:2], S[-100:100], S[..., 0], S[0, ...], S[..., 1:],
    S[None], S[:, None], S[..., None],
    S[None, 1, None, ..., None], S[1, ::-1, 1:3], S[:, 1, ::3], S[1:3, ::2, ::-2], S[0, 0, 0],
    S[2:100:3, -2:], S[:, :, 4:1:-2], S[()], S[...],
]  # fmt: skip


I = np.array([0, 2, -1])
J = np.array([[1], [2]])
K = np.array([0, 2, 1])
ADVANCED = [
    S[I], S[:, J], S[..., I], S[I, :, K], S[I, K], S[J, K], S[K, K, K], S[I, ..., K],
    S[0, :, I], S[:, 0, I], S[J, K, 0], S[J, 0, K], S[None, I, None], S[K, None, I],
    S[:, K, None, I], S[None, :, K, I], S[1, I[:2], 1:3], S[::-1, K, ::2],
    S[1:3, [[0, 1], [2, 0]]], S[[0, 2]], S[[]], S[I[:0], 1], S[np.array(1)], S[:, np.array(1), I],
    S[J.astype(np.uint8), K.astype(np.int64)],
]  # fmt: skip


def with_tensors(index):
    """Make tensors of the arrays in a subscript."""
    items = index if isinstance(index, tuple) else (index,)
    return tuple(Tensor(x) if isinstance(x, np.ndarray) else x for x in items)


@pytest.fixture
def cube():
    return np.arange(4 * 3 * 5, dtype=np.float32).reshape(4, 3, 5)


@pytest.mark.parametrize("index", BASIC, ids=str)
def test_reading(index, cube):
    check(Tensor(cube)[index], cube[index])


@pytest.mark.parametrize("index", BASIC, ids=str)
def test_writing_into_storage(index, cube):
    t, expected = Tensor(cube.copy()).clone(), cube.copy()
    value = np.float32(-1) - np.arange(expected[index].size, dtype=np.float32).reshape(
        expected[index].shape
    )
    t[index] = value
    expected[index] = value
    check(t, expected)


@pytest.mark.parametrize("index", ADVANCED, ids=str)
def test_picking_by_tensors(index, cube):
    check(Tensor(cube)[with_tensors(index)], cube[index])


@pytest.mark.parametrize("index", ADVANCED, ids=str)
def test_writing_by_tensors_keeps_the_last_of_several(index, cube):
    t, expected = Tensor(cube.copy()).clone(), cube.copy()
    shape = expected[index].shape
    value = -1 - np.arange(expected[index].size, dtype=np.float32).reshape(shape)
    t[with_tensors(index)] = value
    expected[index] = value
    check(t, expected)


@pytest.mark.parametrize("index", ADVANCED, ids=str)
def test_gradients_flow_to_what_was_picked(index, cube):
    x = Tensor(cube)
    picked = x[with_tensors(index)]
    scale = np.arange(1, cube[index].size + 1, dtype=np.float32).reshape(cube[index].shape)
    (slope,) = (picked * Tensor(scale)).sum().gradient(x)
    expected = np.zeros_like(cube)
    np.add.at(expected, index, scale)
    check(slope, expected)


def test_picking_reads_one_element_for_each():
    # What was not picked does not matter, not even if it is infinite.
    x = np.full((1000, 4), np.inf, np.float32)
    x[::500] = 1
    check(Tensor(x)[Tensor([0, 500, -500])], np.ones((3, 4), np.float32))
    table = Tensor(np.arange(100_000 * 8, dtype=np.float32).reshape(-1, 8))
    rows = np.random.default_rng(0).integers(0, 100_000, 10_000)
    # Compared with each row this would take a minute.
    check(table[Tensor(rows)], np.arange(800_000, dtype=np.float32).reshape(-1, 8)[rows])


def test_an_index_outside_picks_zero_and_writes_nothing():
    x = Tensor([1.0, 2.0, 3.0]).clone()
    assert x[Tensor([2, 3, -4, 100])].tolist() == [3.0, 0.0, 0.0, 0.0]
    x[Tensor([3, -4])] = 9
    assert x.tolist() == [1.0, 2.0, 3.0]


def test_small_indices_into_a_long_axis():
    x = np.arange(600)
    index = np.array([5, 255, 0], np.uint8)
    check(Tensor(x)[Tensor(index)], x[index])
    check(Tensor(x).gather(0, Tensor(index)), x[index])
    check(Tensor(x)[Tensor(np.array([-128, 127], np.int8))], x[[-128, 127]])


def test_picking_bools_and_every_dtype(cube):
    for dtype in (bool, np.int8, np.uint64, np.float16, np.float64):
        a = (cube * 7 % 5).astype(dtype)
        check(Tensor(a)[:, Tensor(K)], a[:, K])


def test_picking_from_what_is_computed(cube):
    x, i = Tensor(cube), Tensor([3, 0, 1, 2])
    order = np.array([3, 0, 1, 2])
    check((x * 2 + 1)[i].sum(0), (cube * 2 + 1)[order].sum(0))
    check(x.sum(-1)[i, Tensor(K)[0]], cube.sum(-1)[order, 0])
    check(x[i][i], cube[order][order])
    check(x[Tensor([1, 2]) + 1, Tensor([0, 1]) * 2], cube[[2, 3], [0, 2]])


@pytest.mark.parametrize(
    ("index", "error", "text"),
    [
        (S[4], IndexError, "index 4 is out of bounds for axis 0 with size 4"),
        (S[0, -4], IndexError, "index -4 is out of bounds for axis 1 with size 3"),
        (S[0, 0, 0, 0], IndexError, "too many indices"),
        (S[..., ...], IndexError, "single ellipsis"),
        (S["a"], IndexError, "only integers, slices"),
        (S[1.0], IndexError, "only integers, slices"),
        (S[[0, 4]], IndexError, "index 4 is out of bounds for axis 0 with size 4"),
        (S[:, [0, -4]], IndexError, "index -4 is out of bounds for axis 1 with size 3"),
        (S[[0.5]], IndexError, "an index has integers, not float64"),
        (S[[0, 1], [0, 1, 2]], IndexError, "the index tensors have shapes"),
        (S[::0], ValueError, "slice step cannot be zero"),
        (S["a":], TypeError, "slice indices must be integers"),
        (S[1.5:], TypeError, "slice indices must be integers"),
    ],
    ids=str,
)
def test_errors_are_those_of_numpy(index, error, text, cube):
    with pytest.raises(error):
        cube[index]
    with pytest.raises(error, match=rf"(?s)Tensor\[\.\.\.\]: .*{text}.*float32\[4, 3, 5\]"):
        Tensor(cube)[index]


def test_bools_are_no_indices(cube):
    for index in (True, S[[True, False]], Tensor([True, False])):
        with pytest.raises(IndexError, match=r"integers"):
            Tensor(cube)[index]


def test_numpy_integers_are_integers(cube):
    check(Tensor(cube)[np.int64(2)], cube[2])
    check(Tensor(cube)[np.int8(-1) :], cube[-1:])


def test_indexing_zero_dimensions_and_no_elements():
    t = Tensor(np.float32(3))
    check(t[()], np.float32(3))
    check(t[None], np.ones(1, np.float32) * 3)
    with pytest.raises(IndexError, match="too many indices"):
        t[0]
    empty = np.zeros((0, 3), np.float32)
    check(Tensor(empty)[:, ::2], empty[:, ::2])
    with pytest.raises(IndexError, match="out of bounds"):
        Tensor(empty)[0]


def test_reading_views_of_views(cube):
    t = Tensor(cube)
    check(t[1:][:, ::-1][..., 1::2][-1], cube[1:][:, ::-1][..., 1::2][-1])


def test_writing_broadcasts_and_takes_numbers(cube):
    t, a = Tensor(cube).clone(), cube.copy()
    t[1:3] = 7
    a[1:3] = 7
    t[:, 0] = Tensor([1.0, 2.0, 3.0, 4.0, 5.0])
    a[:, 0] = [1, 2, 3, 4, 5]
    t[0, :, ::-2] = np.array([[9.0], [8.0], [7.0]], np.float32)
    a[0, :, ::-2] = [[9], [8], [7]]
    check(t, a)


def test_writing_does_not_touch_what_was_computed_before():
    t = Tensor([1.0, 2.0, 3.0]).clone().realize()
    doubled = t * 2
    t[0] = 100
    assert t.tolist() == [100.0, 2.0, 3.0]
    assert doubled.tolist() == [2.0, 4.0, 6.0]


def test_writing_in_place_operations():
    t = Tensor([1, 2, 3, 4]).clone()
    t[1:3] += 10
    assert t.tolist() == [1, 12, 13, 4]


def test_gradients_flow_through_written_parts():
    x, v = Tensor([1.0, 2.0, 3.0]), Tensor([5.0])
    y = x * 2
    y[1:2] = v * 3
    dx, dv = (y * y).sum().gradient(x, v)
    assert y.tolist() == [2.0, 15.0, 6.0]
    assert dx.tolist() == [8.0, 0.0, 24.0]
    assert dv.tolist() == [90.0]


def test_writing_errors():
    t = Tensor([1, 2, 3])
    with pytest.raises(
        RuntimeError, match=r"(?s)Tensor\[\.\.\.\] =: assign dtype mismatch.*float32"
    ):
        t[0] = Tensor([1.5])[0]
    with pytest.raises(ValueError, match=r"(?s)Tensor\[\.\.\.\] =: .*int32\[3\]\[:2\]"):
        t[:2] = Tensor([1, 2, 3])
    with pytest.raises(RuntimeError, match="no storage to write"):
        Tensor(2)[()] = 3
    with pytest.raises(TypeError, match="cannot be deleted"):
        del t[0]
    assert t.dtype is dtypes.int32 and t.tolist() == [1, 2, 3]
