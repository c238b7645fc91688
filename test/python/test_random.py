"""Random numbers: their bits are fixed, and they are spread as they should be."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from tinymlir import Context, Tensor, dtypes
from tinymlir.dtypes import to_numpy_dtype


def threefry(x, y, key):
    """Threefry-2x32 with 20 rounds, on arrays of words."""
    word = np.uint32
    keys = [word(key[0]), word(key[1]), word(key[0]) ^ word(key[1]) ^ word(0x1BD11BDA)]
    x, y = x.astype(word) + keys[0], y.astype(word) + keys[1]
    for group in range(5):
        for rotation in [(13, 15, 26, 6), (17, 29, 16, 24)][group % 2]:
            x = x + y
            y = (y << word(rotation) | y >> word(32 - rotation)) ^ x
        x, y = x + keys[(group + 1) % 3], y + keys[(group + 2) % 3] + word(group + 1)
    return x, y


def bits(seed, begin, num):
    """The words that follow after `begin` words have been taken."""
    with np.errstate(over="ignore"):
        device = int.from_bytes(hashlib.sha256(bytes(4)).digest()[-4:], "big")
        place = np.array([begin & 0xFFFFFFFF]), np.array([begin >> 32])
        x, y = threefry(*place, (device, seed))
        half = (num + 1) // 2
        low = np.arange(half)
        return np.concatenate(threefry(low, low + half, (x[0], y[0])))[:num]


def test_bits_are_those_of_jax():
    # jax.random.bits of the key (0, 1337)
    expected = [
        2221762175, 1752107825, 653745012, 1967534793, 1395205442, 3840423848, 2159346757,
        603508235, 3319473678, 3363866483, 3544324138, 1436466838, 2169858556, 2570072943,
        2387150698, 3678370550, 2911697663, 403244401, 2560861638, 1692360114,
    ]  # fmt: skip
    low = Tensor.arange(10, dtype="uint64")
    key = Tensor([1337 << 32], dtype="uint64")
    pairs = (low + (low + 10).lshift(32)).threefry(key).numpy()
    found = [*(pairs & 0xFFFFFFFF).tolist(), *(pairs >> 32).tolist()]
    assert found == expected


def test_the_seed_fixes_the_bits():
    Tensor.manual_seed(1337)
    for begin, num in [(0, 10), (10, 7), (17, 1)]:
        expected = (bits(1337, begin, num) >> 9 | 0x3F800000).view(np.float32) - 1
        np.testing.assert_array_equal(Tensor.rand(num).numpy(), expected)


def test_numbers_that_are_not_computed_count():
    Tensor.manual_seed(3)
    a, b = Tensor.rand(4), Tensor.rand(4)
    later = b.numpy()
    np.testing.assert_array_equal(later, (bits(3, 4, 4) >> 9 | 0x3F800000).view(np.float32) - 1)
    np.testing.assert_array_equal(a.numpy(), (bits(3, 0, 4) >> 9 | 0x3F800000).view(np.float32) - 1)


@pytest.mark.parametrize("dtype", [*dtypes.fp8s, *dtypes.floats[4:]], ids=str)
def test_every_float_type_has_its_mantissa(dtype):
    Tensor.manual_seed(5)
    t = Tensor.rand(301, dtype=dtype)
    assert t.dtype is dtype
    kind = to_numpy_dtype(dtype)
    raw = bits(5, 0, -(-301 * dtype.itemsize // 4)).view(f"u{dtype.itemsize}")[:301]
    one = np.ones(1, kind).view(raw.dtype)[0]
    unused = raw.dtype.type(8 * dtype.itemsize - dtypes.finfo(dtype)[1])
    expected = (raw >> unused | one).view(kind).astype(np.float64) - 1
    np.testing.assert_array_equal(t.numpy().astype(np.float64), expected)


def test_the_counter_has_64_bits():
    Tensor.manual_seed(1)
    Tensor.rand(1).realize()
    _, counter = Tensor._random_states["CPU"]
    counter.assign(Tensor([0xFFFFFFFE, 4], dtype="uint32")).realize()
    expected = (bits(1, (4 << 32) + 0xFFFFFFFE, 5) >> 9 | 0x3F800000).view(np.float32) - 1
    np.testing.assert_array_equal(Tensor.rand(5).numpy(), expected)
    assert counter.tolist() == [3, 5]
    Tensor.manual_seed(1)


def test_numbers_are_spread():
    Tensor.manual_seed(0)
    u = Tensor.rand(20000).numpy()
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.01
    assert np.abs(np.histogram(u, 10)[0] - 2000).max() < 200
    n = Tensor.randn(100, 200).numpy()
    assert n.shape == (100, 200) and abs(n.mean()) < 0.03 and abs(n.std() - 1) < 0.03
    m = Tensor.normal(20000, mean=3, std=0.5).numpy()
    assert abs(m.mean() - 3) < 0.02 and abs(m.std() - 0.5) < 0.02
    i = Tensor.randint(20000, low=-2, high=3).numpy()
    assert i.dtype == np.int32 and set(i) == {-2, -1, 0, 1, 2}
    v = Tensor.uniform(20000, low=-4, high=6).numpy()
    assert v.min() >= -4 and v.max() <= 6 and abs(v.mean() - 1) < 0.1


def test_initial_values_have_bounds():
    Tensor.manual_seed(0)
    for function, bound in [
        (Tensor.scaled_uniform, 600**-0.5),
        (Tensor.glorot_uniform, (6 / 50) ** 0.5),
        (Tensor.kaiming_uniform, (6 / (1.0001 * 30)) ** 0.5),
    ]:
        values = function(20, 30).numpy()
        assert abs(values).max() <= bound and abs(values).max() > 0.9 * bound
    assert abs(Tensor.kaiming_normal(200, 300).numpy().std() - (2 / 300) ** 0.5) < 0.01


def test_choices():
    Tensor.manual_seed(2)
    assert sorted(Tensor.randperm(50).tolist()) == list(range(50))
    weights = Tensor([1.0, 0.0, 3.0])
    drawn = weights.multinomial(4000, replacement=True).numpy()
    assert drawn.dtype == np.int32 and set(drawn) == {0, 2}
    assert abs((drawn == 2).mean() - 0.75) < 0.03
    once = Tensor([[1.0, 1.0, 1.0, 1.0]] * 6).multinomial(4).numpy()
    assert once.shape == (6, 4) and all(sorted(row) == [0, 1, 2, 3] for row in once)
    with pytest.raises(ValueError, match=r"Tensor\.multinomial"):
        Tensor.ones(2, 2, 2).multinomial()


def test_dropout_only_while_training():
    Tensor.manual_seed(0)
    ones = Tensor.ones(5000)
    assert ones.dropout(0.3) is ones
    with Context(TRAINING=1):
        kept = ones.dropout(0.3).numpy()
        assert ones.dropout(1).numpy().sum() == 0
    assert set(np.round(kept, 4)) == {0, np.float32(1.4286)} and abs(kept.mean() - 1) < 0.05
    with pytest.raises(ValueError, match="probability"):
        ones.dropout(1.5)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: Tensor.rand(2, dtype="int32"), ValueError),
        (lambda: Tensor.rand(-1), ValueError),
        (lambda: Tensor.randint(2, low=1.5), TypeError),
        (lambda: Tensor.randint(2, dtype="float32"), TypeError),
        (lambda: Tensor.randint(2, low=3, high=3), ValueError),
    ],
)
def test_errors(call, error):
    with pytest.raises(error):
        call()


def test_empty_shapes():
    assert Tensor.rand(0, 3).shape == (0, 3) and Tensor.rand().shape == ()
