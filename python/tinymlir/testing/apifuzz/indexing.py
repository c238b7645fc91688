"""Operations of the table: elements by index, read and written.

Not in the table: an index outside of the axis, which PyTorch refuses.
"""

from __future__ import annotations

import numpy as np
import torch

from tinymlir.testing.apifuzz.draft import Draft, Reject, is_float, name_of, operation

__all__: list[str] = []


def _indices(d: Draft, size: int, shape: tuple[int, ...], negative: bool = True) -> int:
    """Return integers that are places of an axis."""
    if not size:
        raise Reject("an empty axis has no places")
    low = -size if negative and d.rng.random() < 0.3 else 0
    return d.leaf(shape, d.rng.choice(["int32", "int64"]), low, size)


@operation(2.5, special=True)
def by_tensor(d: Draft) -> None:
    """One or two tensors as subscripts, among slices."""
    i = d.pick_axes(1)
    shape = d.values[i].shape
    form = d.rng.randrange(6)
    index = d.shape((0, 1, 1, 2))
    if form < 2:
        d.add("{0}[{1}]", "", i, _indices(d, shape[0], index))
    elif form == 2:
        d.add("{0}[..., {1}]", "", i, _indices(d, shape[-1], index))
    elif len(shape) < 2:
        raise Reject("too few axes")
    elif form == 3:
        d.add("{0}[:, {1}]", "", i, _indices(d, shape[1], index))
    else:
        other = tuple(1 if d.rng.random() < 0.2 else n for n in index)
        key = "{1}, {2}"
        first, second = shape[0], shape[1]
        if form == 5 and len(shape) > 2:
            key, second = d.rng.choice(["{1}, :, {2}", "{1}, None, :, {2}"]), shape[2]
        d.add(f"{{0}}[{key}]", "", i, _indices(d, first, index), _indices(d, second, other))


@operation(0.8, special=True)
def by_list(d: Draft) -> None:
    """Lists of integers as subscripts."""
    i = d.pick(lambda v: v.ndim > 0 and v.shape[0] > 0)
    n = d.values[i].shape[0]
    places = [d.rng.randrange(-n, n) for _ in range(d.rng.randint(1, 4))]
    d.add(f"{{0}}[{places}]", "", i)


def _put(d: Draft, kind: str) -> str:
    """Return how to write; a store ends a gradient, as in the reference."""
    lazily = d.smooth or (d.rng.random() < 0.3 and kind != "bool")
    return "put_lazily" if lazily else "put"


@operation(2.5, special=True)
def written_slices(d: Draft) -> None:
    """`x[slices] = value` on a copy."""
    i = d.pick_axes(1)
    key = []
    for n in d.values[i].shape:
        form = d.rng.random()
        if form < 0.25 and n:
            key.append(str(d.rng.randrange(-n, n)))
        elif form < 0.5:
            key.append(":")
        else:
            low = d.rng.randint(0, n)
            key.append(f"{low}:{d.rng.randint(low, n)}:{d.rng.choice([1, 1, 2])}")
        if d.rng.random() < 0.3:
            break
    text = ", ".join(key)
    kind = name_of(d.values[i])
    target = eval(f"x[{text}]", {"x": d.values[i]})
    if d.rng.random() < 0.4:
        number = d.rng.choice([True, False]) if kind == "bool" else d.rng.choice([0, 1, 3])
        d.add(f"{_put(d, kind)}({{0}}, np.s_[{text}], {number})", "", i)
        return
    shape = tuple(1 if d.rng.random() < 0.2 else n for n in target.shape)
    j = d.leaf(shape, kind)
    d.add(f"{_put(d, kind)}({{0}}, np.s_[{text}], {{1}})", "", i, j)


@operation(1.0, special=True)
def written_by_tensor(d: Draft) -> None:
    """`x[index] = value` on a copy; no place twice."""
    i = d.pick(lambda v: v.ndim > 0 and v.shape[0] > 0)
    n = d.values[i].shape[0]
    places = d.rng.sample(range(n), k=d.rng.randint(1, n))
    rest = tuple(d.values[i].shape[1:])
    kind = name_of(d.values[i])
    j = d.leaf((len(places), *rest), kind)
    d.add(f"{_put(d, kind)}({{0}}, {places}, {{1}})", "", i, j)


def _index_like(d: Draft, i: int, axis: int, distinct: bool) -> tuple[int, tuple[int, ...]]:
    """Return an index for `gather` and `scatter`, and its shape."""
    shape = list(d.values[i].shape)
    size = shape[axis]
    if not d.values[i].numel():
        raise Reject("empty")
    sizes = [d.rng.randint(1, n) for n in shape]
    if not distinct:
        sizes[axis] = d.rng.randint(1, 6)
        return _indices(d, size, tuple(sizes), negative=False), tuple(sizes)
    # Different places, the same ones along the other axes.
    chosen = np.array(d.rng.sample(range(size), k=sizes[axis]))
    lengths = [1] * len(shape)
    lengths[axis] = sizes[axis]
    return d.constant(np.array(np.broadcast_to(chosen.reshape(lengths), sizes))), tuple(sizes)


@operation(1.5, special=True)
def gathers(d: Draft) -> None:
    """`gather` along an axis."""
    i = d.pick(lambda v: 0 < v.ndim < 4)
    axis = d.axis(i)
    j, _ = _index_like(d, i, axis, False)
    d.add(f"{{0}}.gather({axis}, {{1}})", f"{{0}}.gather({axis}, {{1}}.long())", i, j)


@operation(1.2, special=True)
def scatters(d: Draft) -> None:
    """`scatter` to places that differ, of tensors and numbers."""
    i = d.pick(lambda v: 0 < v.ndim < 4)
    axis, kind = d.axis(i), name_of(d.values[i])
    j, shape = _index_like(d, i, axis, True)
    if d.rng.random() < 0.3 and kind != "bool":
        d.add(f"{{0}}.scatter({axis}, {{1}}, {d.rng.choice([0, 1, 3])})", "", i, j)
        return
    d.add(f"{{0}}.scatter({axis}, {{1}}, {{2}})", "", i, j, d.leaf(shape, kind))


@operation(1.2)
def reducing_scatters(d: Draft) -> None:
    """`scatter_reduce`, to places that may be the same."""
    i = d.pick(lambda v: 0 < v.ndim < 4 and v.dtype is not torch.bool)
    axis, kind = d.axis(i), name_of(d.values[i])
    j, shape = _index_like(d, i, axis, False)
    k = d.leaf(shape, kind)
    how = d.rng.choice(["sum", "prod", "amax", "amin", "mean"])
    if how == "mean" and not is_float(d.values[i]):
        raise Reject("means of integers")
    rule = {"sum": "linear", "mean": "mean", "prod": "product"}.get(how, "exact")
    include = d.rng.choice([True, False])
    text = f"{{0}}.scatter_reduce({axis}, {{1}}X, {{2}}, {how!r}, include_self={include})"
    d.add(text.replace("X", ""), text.replace("X", ".long()"), i, j, k, rule=rule)


@operation(0.7, special=True)
def masks(d: Draft) -> None:
    """Elements that a mask picks; the shape is that of the elements."""
    i = d.pick(lambda v: v.numel() <= 100)
    mask = d.leaf(tuple(d.values[i].shape), "bool")
    if not d.values[i].ndim or d.smooth:
        raise Reject("no axes")
    d.add("{0}.masked_select({1})", "", i, mask)


@operation(0.5)
def one_hots(d: Draft) -> None:
    """A one in the place that an element names."""
    n = d.rng.randint(1, 6)
    i = d.leaf(d.shape((0, 1, 2)), d.rng.choice(["int32", "int64"]), 0, n)
    d.add(f"{{0}}.one_hot({n})", f"F.one_hot({{0}}.long(), {n}).to(torch.int32)", i)
