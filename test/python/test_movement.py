"""Renaming of coordinates."""

from __future__ import annotations

import numpy as np
import pytest
from support import SHAPES, check
from tinymlir import Tensor


def pair(shape, dtype=np.float32):
    array = np.arange(int(np.prod(shape)), dtype=dtype).reshape(shape)
    return Tensor(array), array


@pytest.mark.parametrize("shape", SHAPES)
def test_flattening_and_back(shape):
    t, a = pair(shape)
    check(t.flatten() if shape else t.reshape(1), a.reshape(-1))
    check(t.reshape(-1) if a.size else t.reshape(0), a.reshape(-1))
    check(t.flatten().reshape(shape), a)


def test_reshape_infers_and_keeps_sizes():
    t, a = pair((2, 6))
    check(t.reshape(3, -1), a.reshape(3, -1))
    check(t.reshape((None, 2, 3)), a.reshape(2, 2, 3))
    check(t.view(12), a.reshape(12))
    assert t.reshape(2, 6) is t


def test_reshape_errors_name_the_call_and_the_shapes():
    t, _ = pair((4,))
    with pytest.raises(ValueError, match=r"(?s)Tensor\.reshape: .*\[3\].*4xf32.*float32\[4\]"):
        t.reshape(3)
    with pytest.raises(RuntimeError, match=r"Tensor\.reshape: only one size"):
        t.reshape(-1, -1)
    with pytest.raises(ValueError, match=r"Tensor\.reshape: no size for -1"):
        t.reshape(3, -1)


@pytest.mark.parametrize(
    ("shape", "target"),
    [((1,), (4,)), ((3, 1), (3, 4)), ((2,), (3, 2)), ((), (2, 2)), ((1, 3), (0, 3))],
)
def test_expand_repeats_axes_of_size_one(shape, target):
    t, a = pair(shape)
    check(t.expand(target), np.broadcast_to(a, target))


def test_expand_keeps_sizes_and_refuses_others():
    t, a = pair((3, 1))
    check(t.expand(-1, 4), np.broadcast_to(a, (3, 4)))
    check(t.expand(None, 4), np.broadcast_to(a, (3, 4)))
    with pytest.raises(ValueError, match=r"(?s)Tensor\.expand: .*float32\[3, 1\]"):
        t.expand(4, 4)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (-1, 0, 1), (1, 2, 0)])
def test_permute_reorders_axes(order):
    t, a = pair((2, 3, 4))
    check(t.permute(order), a.transpose(order))


def test_permute_refuses_what_is_no_permutation():
    t, _ = pair((2, 3))
    with pytest.raises(ValueError, match=r"Tensor\.permute: order \(0, 0\)"):
        t.permute(0, 0)
    with pytest.raises(IndexError, match=r"Tensor\.permute: axis 2 is outside \[-2, 1\]"):
        t.permute(2, 0)


def test_transposes():
    t, a = pair((2, 3, 4))
    check(t.transpose(), a.swapaxes(0, 1))
    check(t.transpose(0, -1), a.swapaxes(0, -1))
    check(t.T, a.swapaxes(0, 1))


@pytest.mark.parametrize("axes", [(0,), (1,), (0, 1), (-1,), (0, -1)])
def test_flip_reverses(axes):
    t, a = pair((3, 4))
    check(t.flip(axes), np.flip(a, axes))


def test_flip_refuses_an_axis_twice():
    with pytest.raises(RuntimeError, match=r"Tensor\.flip"):
        pair((3, 4))[0].flip(0, -2)


def test_shrink_and_shrink_to():
    t, a = pair((4, 5))
    check(t.shrink(((1, 3), (0, 5))), a[1:3])
    check(t.shrink((None, (2, 2))), a[:, 2:2])
    check(t.shrink_to(2, None), a[:2])
    with pytest.raises(ValueError, match=r"Tensor\.shrink: part \(1, 9\)"):
        t.shrink(((1, 9), None))


@pytest.mark.parametrize(
    ("padding", "numpy_padding"),
    [
        (((1, 2), (0, 3)), ((1, 2), (0, 3))),
        ((None, (1, 1)), ((0, 0), (1, 1))),
        ((1, 2), ((0, 0), (1, 2))),
        ((1, 2, 3, 0), ((3, 0), (1, 2))),
    ],
)
@pytest.mark.parametrize("value", [0, 5.0, -np.inf])
def test_pad_by_constants(padding, numpy_padding, value):
    t, a = pair((2, 3))
    check(t.pad(padding, value=value), np.pad(a, numpy_padding, constant_values=value))


@pytest.mark.parametrize(
    ("mode", "numpy_mode"), [("reflect", "reflect"), ("replicate", "edge"), ("circular", "wrap")]
)
@pytest.mark.parametrize("padding", [((0, 0), (1, 2)), ((1, 0), (2, 1)), ((1, 1), (0, 2))])
def test_pad_by_what_is_there(mode, numpy_mode, padding):
    t, a = pair((2, 3))
    check(t.pad(padding, mode=mode), np.pad(a, padding, mode=numpy_mode))


def test_negative_padding_crops():
    t, a = pair((4, 5))
    check(t.pad(((-1, 2), (1, -2))), np.pad(a[1:, :3], ((0, 2), (1, 0))))


def test_pad_errors():
    t, _ = pair((2, 3))
    with pytest.raises(NotImplementedError, match="padding mode 'no'"):
        t.pad((1, 1), mode="no")
    with pytest.raises(ValueError, match=r"Tensor\.pad: .*reflects more"):
        t.pad((3, 0), mode="reflect")
    with pytest.raises(ValueError, match=r"Tensor\.pad: 3 numbers"):
        t.pad((1, 1, 1))


def test_squeezing_and_unsqueezing():
    t, a = pair((1, 3, 1))
    check(t.squeeze(), a.squeeze())
    check(t.squeeze(0), a.squeeze(0))
    check(t.squeeze(1), a)
    for dim in (0, 1, 3, -1, -4):
        check(t.unsqueeze(dim), np.expand_dims(a, dim))
    with pytest.raises(IndexError, match=r"Tensor\.unsqueeze: axis 4"):
        t.unsqueeze(4)


def test_flatten_and_unflatten():
    t, a = pair((2, 3, 4))
    check(t.flatten(1), a.reshape(2, 12))
    check(t.flatten(0, 1), a.reshape(6, 4))
    check(t.unflatten(2, (2, -1)), a.reshape(2, 3, 2, 2))
    with pytest.raises(ValueError, match=r"Tensor\.unflatten"):
        t.unflatten(2, (3, 2))


@pytest.mark.parametrize("sizes", [2, 5, [1, 4], [0, 5], [2, 2, 1]])
def test_split_cuts_where_asked(sizes):
    t, a = pair((5, 2))
    cuts = list(range(sizes, 5, sizes)) if isinstance(sizes, int) else np.cumsum(sizes)[:-1]
    for part, expected in zip(t.split(sizes), np.split(a, cuts), strict=True):
        check(part, expected)


def test_chunk_gives_equal_parts():
    t, a = pair((2, 7))
    for part, expected in zip(t.chunk(3, dim=1), (a[:, :3], a[:, 3:6], a[:, 6:]), strict=True):
        check(part, expected)
    with pytest.raises(ValueError, match=r"Tensor\.split"):
        t.split([3, 3], dim=1)


@pytest.mark.parametrize("dim", [0, 1, -1, 2])
def test_stack_adds_an_axis(dim):
    (t, a), (u, b) = pair((2, 3)), pair((2, 3))
    u, b = u + 10, b + 10
    check(t.stack(u, dim=dim), np.stack([a, b], dim))


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("other", [(2, 3), (5, 3), (2, 1), (0, 3)])
def test_cat_joins_along_an_axis(dim, other):
    (t, a), (u, b) = pair((2, 3)), pair(other)
    if all(i == dim or n == m for i, (n, m) in enumerate(zip(other, (2, 3), strict=True))):
        check(t.cat(u, t, dim=dim), np.concatenate([a, b, a], dim))
    else:
        with pytest.raises(
            ValueError, match=rf"Tensor\.cat: .*\[2, 3\].*\[{other[0]}, {other[1]}\]"
        ):
            t.cat(u, dim=dim)


def test_joining_promotes():
    t = Tensor([1, 2]).cat(Tensor([0.5]))
    check(t, np.array([1, 2, 0.5], np.float32))
    check(Tensor([1]).stack(Tensor([True])), np.array([[1], [1]], np.int32))
    with pytest.raises(ValueError, match=r"Tensor\.stack"):
        Tensor([1]).stack(Tensor([1, 2]))


@pytest.mark.parametrize("repeats", [(2, 3), (1, 1), (2, 2, 2), (0, 1)])
def test_repeat_tiles(repeats):
    t, a = pair((2, 3))
    check(t.repeat(repeats), np.tile(a, repeats))


@pytest.mark.parametrize("dim", [None, 0, 1, -1])
def test_repeat_interleave_repeats_elements(dim):
    t, a = pair((2, 3))
    check(t.repeat_interleave(3, dim), np.repeat(a, 3, dim))


@pytest.mark.parametrize(
    ("shifts", "dims"), [(1, 0), (-1, 0), (7, 1), ((1, 2), (0, 1)), (2, None), (0, 0)]
)
def test_roll_moves_around(shifts, dims):
    t, a = pair((3, 4))
    check(t.roll(shifts, dims), np.roll(a, shifts, dims))


@pytest.mark.parametrize("indexing", ["ij", "xy"])
def test_meshgrid(indexing):
    (t, a), (u, b) = pair((3,)), pair((2,))
    for grid, expected in zip(
        t.meshgrid(u, indexing=indexing), np.meshgrid(a, b, indexing=indexing), strict=True
    ):
        check(grid, expected)


@pytest.mark.parametrize("offset", [-3, -1, 0, 1, 2, 9])
@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (4, 2)])
def test_diagonal(shape, offset):
    t, a = pair(shape)
    check(t.diagonal(offset), np.diagonal(a, offset))


def test_diagonal_of_other_axes_and_diag():
    t, a = pair((2, 3, 4))
    check(t.diagonal(1, 2, 0), np.diagonal(a, 1, 2, 0))
    t, a = pair((3,))
    check(t.diag(), np.diag(a))


@pytest.mark.parametrize(("size", "step"), [(1, 1), (2, 1), (3, 2), (2, 3), (5, 1), (1, 4)])
@pytest.mark.parametrize("dim", [0, 1])
def test_unfold_gives_windows(size, step, dim):
    shape = (5, 2) if dim == 0 else (2, 5)
    t, a = pair(shape)
    windows = np.lib.stride_tricks.sliding_window_view(a, size, dim)
    check(t.unfold(dim, size, step), windows[::step] if dim == 0 else windows[:, ::step])


@pytest.mark.parametrize("diagonal", [-2, 0, 1, 5])
@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (2, 3, 2)])
def test_triangles(shape, diagonal):
    t, a = pair(shape)
    t, a = t + 1, a + 1
    check(t.triu(diagonal), np.triu(a, diagonal))
    check(t.tril(diagonal), np.tril(a, diagonal))


def test_a_view_of_storage_is_not_copied_by_realize():
    t, a = pair((3, 4))
    view = t.T.flip(0)
    assert view.realize().uop.op == "flip"
    check(view, np.flip(a.T, 0))


def test_a_long_chain_of_views_reads_the_right_elements():
    t, a = pair((2, 3, 4))
    u = t.permute(2, 0, 1).reshape(8, 3).flip(1)[1:7:2].pad(((1, 0), (0, 2))).T
    b = np.pad(np.flip(a.transpose(2, 0, 1).reshape(8, 3), 1)[1:7:2], ((1, 0), (0, 2))).T
    check(u, b)
