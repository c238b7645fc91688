"""Random tensors are spread as their names say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tinymlir import Context, Tensor, dtypes

COUNT = 4000


def distance(sample, distribution):
    """Return the greatest difference of distribution functions (Kolmogorov, Smirnov)."""
    ordered = np.sort(sample.ravel().astype(np.float64))
    place = np.arange(len(ordered) + 1) / len(ordered)
    wanted = np.array([distribution(x) for x in ordered])
    return max(np.abs(wanted - place[1:]).max(), np.abs(wanted - place[:-1]).max())


def is_near(sample, distribution):
    """Return whether a sample may be of a distribution: once in 10^5 it is not."""
    return distance(sample, distribution) < 2.47 / math.sqrt(sample.size)


def uniform(low, high):
    return lambda x: min(max((x - low) / (high - low), 0.0), 1.0)


def normal(mean, std):
    return lambda x: 0.5 * (1 + math.erf((x - mean) / (std * math.sqrt(2))))


FAMILIES = {
    "rand": (lambda **o: Tensor.rand(40, 100, **o), uniform(0, 1)),
    "rand_like": (lambda **o: Tensor.zeros(40, 100).rand_like(**o), uniform(0, 1)),
    "uniform": (lambda **o: Tensor.uniform(40, 100, low=-2, high=3, **o), uniform(-2, 3)),
    "scaled_uniform": (lambda **o: Tensor.scaled_uniform(40, 100, **o),
                       uniform(-1 / math.sqrt(4000), 1 / math.sqrt(4000))),
    "glorot_uniform": (lambda **o: Tensor.glorot_uniform(40, 100, **o),
                       uniform(-math.sqrt(6 / 140), math.sqrt(6 / 140))),
    "kaiming_uniform": (lambda **o: Tensor.kaiming_uniform(40, 100, a=1, **o),
                        uniform(-math.sqrt(3 / 100), math.sqrt(3 / 100))),
    "randn": (lambda **o: Tensor.randn(40, 100, **o), normal(0, 1)),
    "randn_like": (lambda **o: Tensor.zeros(40, 100).randn_like(**o), normal(0, 1)),
    "normal": (lambda **o: Tensor.normal(40, 100, mean=2, std=3, **o), normal(2, 3)),
    "kaiming_normal": (lambda **o: Tensor.kaiming_normal(40, 100, a=1, **o),
                       normal(0, math.sqrt(1 / 100))),
}  # fmt: skip


@pytest.mark.parametrize("name", FAMILIES)
def test_families(name):
    Tensor.manual_seed(11)
    make, distribution = FAMILIES[name]
    sample = make()
    assert sample.shape == (40, 100) and sample.dtype is dtypes.float32
    values = sample.numpy()
    assert is_near(values, distribution)
    # Neighbours do not know of each other.
    flat = values.ravel() - values.mean()
    assert abs(np.corrcoef(flat[1:], flat[:-1])[0, 1]) < 5 / math.sqrt(COUNT)
    assert not np.array_equal(make().numpy(), values)


@pytest.mark.parametrize("dtype", ["float16", "float64", "bfloat16"])
@pytest.mark.parametrize("name", FAMILIES)
def test_families_of_dtypes(name, dtype):
    Tensor.manual_seed(12)
    make, distribution = FAMILIES[name]
    sample = make(dtype=dtype)
    assert sample.dtype.name == dtype
    assert distance(sample.numpy(), distribution) < (0.05 if dtype != "float64" else 0.04)


@pytest.mark.parametrize("shape", [(), (0,), (1,), (2, 0, 3), (3, 1)], ids=str)
def test_shapes(shape):
    for make in (Tensor.rand, Tensor.randn, Tensor.uniform, Tensor.normal, Tensor.randint,
                 Tensor.scaled_uniform):  # fmt: skip
        assert make(*shape).shape == shape == make(shape).shape
        assert make(*shape).numpy().shape == shape


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
def test_integers(dtype):
    Tensor.manual_seed(13)
    sample = Tensor.randint(COUNT, low=3, high=11, dtype=dtype)
    assert sample.dtype.name == dtype
    counts = np.bincount(sample.numpy(), minlength=11)
    assert counts[:3].sum() == 0 and len(counts) == 11
    assert ((counts[3:] - COUNT / 8) ** 2 / (COUNT / 8)).sum() < 40


def test_integers_refuse():
    with pytest.raises(TypeError, match="the bounds are integers"):
        Tensor.randint(3, low=0.5)
    with pytest.raises(TypeError, match="an integer dtype, not float32"):
        Tensor.randint(3, dtype="float32")
    with pytest.raises(ValueError, match=r"no integer lies in \[5, 5\)"):
        Tensor.randint(3, low=5, high=5)


@pytest.mark.parametrize("n", [0, 1, 2, 17, 500])
def test_permutations(n):
    Tensor.manual_seed(14)
    a, b = Tensor.randperm(n), Tensor.randperm(n, dtype="int64")
    assert sorted(a.tolist()) == sorted(b.tolist()) == list(range(n))
    assert a.dtype is dtypes.int32 and b.dtype is dtypes.int64
    assert n < 3 or a.tolist() != b.tolist()


@pytest.mark.parametrize("replacement", [False, True])
def test_multinomial(replacement):
    Tensor.manual_seed(15)
    weights = np.array([1.0, 0.0, 3.0, 4.0], np.float32)
    rows = Tensor(np.tile(weights, (COUNT, 1)))
    drawn = rows.multinomial(2, replacement).numpy()
    assert drawn.shape == (COUNT, 2) and drawn.dtype == np.int32
    counts = np.bincount(drawn[:, 0], minlength=4)
    assert counts[1] == 0
    expected = COUNT * weights[[0, 2, 3]] / 8
    assert ((counts[[0, 2, 3]] - expected) ** 2 / expected).sum() < 30
    if not replacement:
        assert (drawn[:, 0] != drawn[:, 1]).all()
    assert Tensor(weights).multinomial(1).shape == (1,)
    assert Tensor(weights).multinomial(7, True).shape == (7,)


@pytest.mark.parametrize("p", [0.0, 0.25, 0.9, 1.0])
def test_dropout(p):
    Tensor.manual_seed(16)
    x = Tensor.ones(COUNT)
    assert x.dropout(p) is x
    with Context(TRAINING=1):
        y = x.dropout(p)
        (slope,) = y.sum().gradient(x) if 0 < p < 1 else (y,)
        values = y.numpy()
    np.testing.assert_array_equal(slope.numpy(), values)
    kept = values != 0
    assert abs(kept.mean() - (1 - p)) < 0.05
    np.testing.assert_allclose(values[kept], 1 / (1 - p) if p < 1 else 0, rtol=1e-6)


def test_bits_and_keys():
    key, counter = (Tensor([n, n], dtype="uint32") for n in (5, 0))
    words = Tensor.random_bits(key, counter, 1001)
    assert words.dtype is dtypes.uint32 and words.shape == (1001,)
    values = words.numpy()
    assert is_near(values / 2**32, uniform(0, 1))
    ones = np.unpackbits(values.view(np.uint8)).mean()
    assert abs(ones - 0.5) < 0.02
    np.testing.assert_array_equal(Tensor.random_bits(key, counter, 1001).numpy(), values)
    other = Tensor.random_bits(key, Tensor([1, 0], dtype="uint32"), 1001).numpy()
    assert (other != values).mean() > 0.99
