"""Helpers that are no tensors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tinymlir import helpers

SMALL = st.integers(-200, 200)


@given(SMALL, SMALL.filter(bool))
def test_divisions(x, y):
    assert helpers.cdiv(x, y) == int(x / y) and helpers.floordiv(x, y) == x // y
    assert helpers.cdiv(x, y) * y + helpers.cmod(x, y) == x
    assert helpers.floormod(x, y) == x % y
    if y > 0:
        assert helpers.ceildiv(x, y) == -(-x // y)
        assert helpers.round_up(x, y) - x in range(y) and x - helpers.round_down(x, y) in range(y)


def test_divisions_by_zero():
    assert [f(5, 0) for f in (helpers.cdiv, helpers.floordiv, helpers.cmod, helpers.floormod)] == [
        0, 0, 5, 5,
    ]  # fmt: skip


@given(st.integers(0, 2**64 - 1))
def test_words(x):
    high, low = helpers.data64(x)
    assert high << 32 | low == x and helpers.data64_le(x) == (low, high)
    assert helpers.hi32(x) == high and helpers.lo32(x) == low
    assert helpers.getbits(x, 8, 15) == x >> 8 & 255
    assert helpers.next_power2(x) >= x and helpers.next_power2(x).bit_count() == 1
    signed = x - (1 << 64) if x >> 63 else x
    assert helpers.i2u(64, signed) == x


def test_polynomials():
    assert helpers.polyN(np.array([1, 2]), [2, 0, 1]).tolist() == [3, 9]


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 0), (1, 2, 1)], ids=str)
def test_shapes(shape):
    array = np.zeros(shape)
    assert helpers.get_shape(array.tolist()) == shape
    wanted = tuple(0 if n == 1 else s // 8 for n, s in zip(shape, array.strides, strict=True))
    if array.size:
        assert helpers.strides_for_shape(shape) == wanted
    assert helpers.prod(shape) == array.size
    assert helpers.fully_flatten(array.tolist()) == array.ravel().tolist()


def test_sequences_refuse():
    for call, message in [
        (lambda: helpers.get_shape([[1], [1, 2]]), "inhomogeneous"),
        (lambda: helpers.argfix((1, 2), 3), "one sequence or single items"),
        (lambda: helpers.merge_dicts([{"a": 1}, {"a": 2}]), "'a' is 1 and 2"),
        (lambda: helpers.unwrap(None), "there is nothing"),
        (lambda: helpers.get_single_element([]), "there are 0"),
        (lambda: helpers.resolve_pool_pads((1, 2, 3), 2), "3 numbers for 2 axes"),
        (lambda: helpers.colored("x", "mauve"), "no color 'mauve'"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()


def test_padding_by_axis():
    assert helpers.resolve_pool_pads((1, 2, 3, 4), 2) == (1, 2, 3, 4)
    assert helpers.flat_to_grouped(helpers.resolve_pool_pads((1, 2), 2)) == ((1, 1), (2, 2))


def test_colors(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = helpers.colored("x", "green") + helpers.colored("yz", "RED", background=True)
    assert text == "\x1b[32mx\x1b[0m\x1b[101myz\x1b[0m"
    assert helpers.ansilen(text) == 3 and helpers.ansistrip(text) == "xyz"
    assert helpers.colored("x", None) == "x"
    monkeypatch.setenv("NO_COLOR", "1")
    assert helpers.colored("x", "green") == "x"


@given(st.text(alphabet="ab \n", max_size=40), st.integers(1, 9))
def test_lines_are_wrapped(text, width):
    wrapped = helpers.word_wrap(text, width)
    assert all(len(line) <= width for line in wrapped.split("\n"))
    assert wrapped.replace("\n", "") == text.replace("\n", "")


def test_colors_do_not_count_in_lines():
    text = "ab\x1b[31mcd\x1b[0mef"
    assert [helpers.ansistrip(x) for x in helpers.word_wrap(text, 4).split("\n")] == ["abcd", "ef"]


def test_memory():
    data = bytearray(range(8))
    view = helpers.to_mv(helpers.mv_address(memoryview(data)), 8)
    view[0] = 200
    assert data[0] == 200
    words = helpers.from_mv(memoryview(data))
    words[1] = b"\x07"
    assert data[1] == 7
    assert helpers.flat_mv(memoryview(data).cast("I")).nbytes == 8
    assert helpers.pad_bytes(b"", 4) == b"" and helpers.pad_bytes(b"12345", 4) == b"12345\0\0\0"


def test_times(capsys, tmp_path):
    with helpers.Timing("took ", lambda ns: " done"):
        pass
    assert capsys.readouterr().out.startswith("took ")
    with helpers.Profiling(fn=str(tmp_path / "stats"), frac=1.0):
        sorted([3, 1])
    assert "function calls" in capsys.readouterr().out and (tmp_path / "stats").exists()
    assert list(helpers.trange(2, disable=True)) == [0, 1]


def test_sequences():
    assert helpers.dedup("abca") == ["a", "b", "c"] and helpers.argsort((3, 1, 2)) == (1, 2, 0)
    assert helpers.all_same([]) and not helpers.all_same([1, 2]) and helpers.all_int([1, True])
    assert not helpers.all_int([1, 2.0]) and helpers.make_tuple(3, 2) == (3, 3)
    assert helpers.make_tuple([1, 2, 3], 2) == (1, 2, 3)
    assert helpers.partition(range(5), lambda n: n % 2) == ([1, 3], [0, 2, 4])
    assert helpers.canonicalize_strides((1, 3), (5, 2)) == (0, 2)
    assert helpers.flatten([[1], (2, 3), []]) == [1, 2, 3]
    assert helpers.merge_dicts([]) == {} and helpers.get_single_element([5]) == 5
    assert helpers.unwrap(0) == 0


def test_text(tmp_path, monkeypatch):
    times = [helpers.time_to_str(t, 1) for t in (20, 0.02, 1e-5)]
    assert times == ["20.00s ", "20.00ms", "10.00us"]
    assert [helpers.size_to_str(s) for s in (0, 999, 1000, 2.5e9, 3e12)] == [
        "0 B", "999 B", "1.00 KB", "2.50 GB", "3.00 TB",
    ]  # fmt: skip
    assert helpers.pluralize("op", 0) == "0 ops" and helpers.pluralize("op", 1) == "1 op"
    monkeypatch.setenv("USER", "me")
    assert helpers.temp("x").endswith("/x") and helpers.temp("x", True) != helpers.temp("x")


def test_progress_bars():
    assert list(helpers.tqdm([1, 2], disable=True)) == [1, 2]
