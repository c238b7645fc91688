"""Random chains of operations: compiled, interpreted and NumPy agree."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import check
from tinymlir import Tensor
from tinymlir.testing import interpret

OPTIONS = settings(
    max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
shapes = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple)


@st.composite
def movement(draw, shape):
    """Return a function for arrays and tensors alike, and how it is written."""
    rank = len(shape)
    kind = draw(st.sampled_from(["reshape", "permute", "flip", "pad", "slice", "expand", "sum"]))
    if kind == "reshape":
        sizes = list(shape)
        draw(st.randoms(use_true_random=False)).shuffle(sizes)
        return lambda x: x.reshape(sizes)
    if kind == "permute":
        order = draw(st.permutations(range(rank)))
        return lambda x: x.permute(order) if isinstance(x, Tensor) else x.transpose(order)
    if kind == "flip":
        axis = draw(st.integers(0, rank - 1))
        return lambda x: x.flip(axis) if isinstance(x, Tensor) else np.flip(x, axis)
    if kind == "pad":
        pads = draw(
            st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=rank, max_size=rank)
        )
        return lambda x: x.pad(pads) if isinstance(x, Tensor) else np.pad(x, pads)
    if kind == "slice":
        steps = draw(st.lists(st.sampled_from([1, 2, -1, -2]), min_size=rank, max_size=rank))
        index = tuple(slice(None, None, step) for step in steps)
        return lambda x: x[index]
    if kind == "expand":
        count = draw(st.integers(1, 3))
        return lambda x: (
            x.expand(count, *x.shape)
            if isinstance(x, Tensor)
            else np.broadcast_to(x, (count, *x.shape))
        )
    axis = draw(st.integers(0, rank - 1))
    return lambda x: (
        x.sum(axis, True) if isinstance(x, Tensor) else x.sum(axis, keepdims=True, dtype=x.dtype)
    )


@OPTIONS
@given(st.data(), shapes)
def test_chains_of_movement(data, shape):
    a = np.arange(int(np.prod(shape)), dtype=np.int32).reshape(shape)
    t = Tensor(a)
    for _ in range(data.draw(st.integers(1, 6))):
        step = data.draw(movement(a.shape))
        a, t = step(a), step(t)
        if a.ndim > 6 or a.size > 20_000:
            break
    np.testing.assert_array_equal(interpret(t.uop), a)
    check(t, a)


@OPTIONS
@given(st.data(), shapes)
def test_broadcasting(data, shape):
    masks = data.draw(st.lists(st.booleans(), min_size=len(shape), max_size=len(shape)))
    other = tuple(1 if mask else n for n, mask in zip(shape, masks, strict=True))
    other = other[data.draw(st.integers(0, len(other))) :]
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    a, b = rng.integers(-9, 9, shape, np.int32), rng.integers(-9, 9, other, np.int32)
    result = (Tensor(a) * 3 - Tensor(b)).maximum(Tensor(b) + 1)
    check(result, np.maximum(a * 3 - b, b + 1))


STEPS = [
    lambda x, y, axis: x + y,
    lambda x, y, axis: x * y - 0.5,
    lambda x, y, axis: x.max(axis, keepdim=True) - y,
    lambda x, y, axis: (x < y).where(x, y * 0.5),
    lambda x, y, axis: (x + y.sum(axis, keepdim=True)) * 0.1,
    lambda x, y, axis: x.flip(axis) / (y * y + 1),
    lambda x, y, axis: x.contiguous() + y.abs().sqrt(),
    lambda x, y, axis: x.cumsum(axis) * 0.2,
]


@OPTIONS
@given(st.data(), shapes)
def test_mixed_graphs_agree_with_the_interpreter(data, shape):
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    values = [Tensor(rng.uniform(0.5, 2, shape).astype(np.float32)) for _ in range(2)]
    for _ in range(data.draw(st.integers(2, 8))):
        x = values[data.draw(st.integers(0, len(values) - 1))]
        y = values[data.draw(st.integers(0, len(values) - 1))]
        axis = data.draw(st.integers(0, len(shape) - 1))
        made = data.draw(st.sampled_from(STEPS))(x, y, axis)
        values.append(made)
    total = values[-1]
    np.testing.assert_allclose(total.numpy(), interpret(total.uop), rtol=1e-4, atol=1e-4)
