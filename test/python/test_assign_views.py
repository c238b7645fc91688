"""Writing through views of storage, and who sees it."""

import numpy as np
import pytest
from tinymlir import Tensor, TinyJit, Variable

VIEWS = {
    "slice": lambda x: x[1:3],
    "slice of columns": lambda x: x[:, 1:4],
    "one row": lambda x: x[2],
    "one element": lambda x: x[1, 2],
    "nothing": lambda x: x[2:2],
    "step": lambda x: x[::2, 1::2],
    "backwards": lambda x: x[::-1, 3:0:-1],
    "reshape": lambda x: x.reshape(2, 12),
    "part of a reshape": lambda x: x.reshape(2, 3, 4)[1, :, 2:],
    "transpose": lambda x: x.T,
    "part of a transpose": lambda x: x.T[3:5, 1:],
    "slice of a slice": lambda x: x[1:][:2][1:],
    "flip": lambda x: x[::-1],
    "new axis": lambda x: x[:, None, 2:3],
}


def stored(*shape: int) -> tuple[Tensor, np.ndarray]:
    array = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    return Tensor(array.copy()).clone().realize(), array


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("realize", [False, True])
def test_a_view_writes_to_its_storage(name: str, realize: bool):
    x, expected = stored(4, 6)
    view, part = VIEWS[name](x), (VIEWS[name](expected) if name != "transpose" else expected.T)
    new = np.arange(100, 100 + part.size, dtype=np.float32).reshape(part.shape)
    view.assign(Tensor(new))
    if realize:
        view.realize()
    if part.ndim:
        part[...] = new
    else:
        expected[1, 2] = new
    np.testing.assert_array_equal(x.numpy(), expected)
    np.testing.assert_array_equal(view.numpy(), new)


def test_other_views_see_a_write_and_computed_values_do_not():
    x, expected = stored(3, 4)
    rows, column, doubled = x[1:], x.T[2], x * 2
    before = expected * 2
    x[1, 1:3] = -1
    expected[1, 1:3] = -1
    np.testing.assert_array_equal(rows.numpy(), expected[1:])
    np.testing.assert_array_equal(column.numpy(), expected[:, 2])
    np.testing.assert_array_equal(doubled.numpy(), before)


def test_a_write_reads_what_was_there_before():
    x, expected = stored(6)
    x[1:].assign(x[:-1] + x[1:])
    expected[1:] = expected[:-1] + expected[1:]
    x[:3].assign(x[3:])
    expected[:3] = expected[3:]
    np.testing.assert_array_equal(x.numpy(), expected)


def test_writes_follow_each_other():
    x, expected = stored(8)
    for i in range(4):
        x[i : i + 2].assign(x[i : i + 2] * 2)
        expected[i : i + 2] *= 2
    x[::2] += 1
    expected[::2] += 1
    np.testing.assert_array_equal(x.numpy(), expected)


def test_a_number_broadcasts_into_a_view():
    x, expected = stored(3, 4)
    x[:, 1:3].assign(7)
    x[0].assign(Tensor([[1.0]]).reshape(1))
    expected[:, 1:3] = 7
    expected[0] = 1
    np.testing.assert_array_equal(x.numpy(), expected)


def test_what_was_expanded_refuses():
    x, _ = stored(3, 1)
    with pytest.raises(
        RuntimeError, match=r"(?s)Tensor\.assign: .*several elements.*float32\[3, 4\]"
    ):
        x.expand(3, 4).assign(1)
    with pytest.raises(RuntimeError, match=r"(?s)no place.*float32"):
        x.pad(((1, 0), (0, 0))).assign(1)
    with pytest.raises(ValueError, match=r"float32\[2, 1\]"):
        x[:2].assign(Tensor.ones(5, 1))


def test_a_view_of_an_expression_takes_the_value_alone():
    x, expected = stored(4)
    y = x * 2
    part = y[1:3]
    part.assign(Tensor([8.0, 9.0]))
    assert part.tolist() == [8.0, 9.0]
    np.testing.assert_array_equal(y.numpy(), expected * 2)


def test_writes_at_a_place_known_at_launch():
    cache, expected = stored(2, 16, 3)

    @TinyJit
    def write(row: Tensor, at) -> Tensor:
        cache[:, at : at + 2].assign(row).realize()
        return cache[:, : at + 2].sum(1).realize()

    for at in (0, 5, 14, 3, 9):
        row = np.full((2, 2, 3), 100 + at, np.float32)
        total = write(Tensor(row).realize(), Variable("at", 0, 14).bind(at))
        expected[:, at : at + 2] = row
        np.testing.assert_array_equal(cache.numpy(), expected)
        np.testing.assert_allclose(total.numpy(), expected[:, : at + 2].sum(1))


def test_assign_to_a_stored_part_of_symbolic_size():
    x, expected = stored(8)
    n = Variable("n", 1, 8).bind(5)
    part = (x[:n] + 1).contiguous().realize()
    part.assign(part * 2).realize()
    np.testing.assert_array_equal(part.numpy(), (expected[:5] + 1) * 2)
