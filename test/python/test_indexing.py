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


@pytest.mark.parametrize(
    ("index", "error", "text"),
    [
        (S[4], IndexError, "index 4 is out of bounds for axis 0 with size 4"),
        (S[0, -4], IndexError, "index -4 is out of bounds for axis 1 with size 3"),
        (S[0, 0, 0, 0], IndexError, "too many indices"),
        (S[..., ...], IndexError, "single ellipsis"),
        (S["a"], IndexError, "only integers, slices"),
        (S[1.0], IndexError, "only integers, slices"),
        (S[True], IndexError, "only integers, slices"),
        (S[[0, 1]], IndexError, "not a basic index"),
        (S[::0], ValueError, "slice step cannot be zero"),
        (S["a":], TypeError, "slice indices must be integers"),
        (S[1.5:], TypeError, "slice indices must be integers"),
    ],
    ids=str,
)
def test_errors_are_those_of_numpy(index, error, text, cube):
    if text != "not a basic index" and index is not True:
        with pytest.raises(error):
            cube[index]
    with pytest.raises(error, match=rf"(?s)Tensor\[\.\.\.\]: .*{text}.*float32\[4, 3, 5\]"):
        Tensor(cube)[index]


def test_a_tensor_as_index_says_what_to_do(cube):
    with pytest.raises(IndexError, match=r"gather"):
        Tensor(cube)[Tensor([0, 1])]


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
