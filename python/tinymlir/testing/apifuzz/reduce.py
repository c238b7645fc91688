"""Operations of the table: reductions, scans, sorting, products of matrices.

Not in the table: `argmax` and `topk` with NaN, means of
integers by PyTorch (it refuses), sums of uint8 without a dtype (the reference adds
in uint32, PyTorch in int64).
"""

from __future__ import annotations

from typing import Any

import torch

from tinymlir.testing.apifuzz.draft import Draft, Reject, is_float, name_of, operation

__all__: list[str] = []


def _axes(d: Draft, i: int, several: bool = True) -> tuple[str, str]:
    """Return `axis` and `keepdim` as text for both libraries."""
    rank = d.values[i].ndim
    keep = d.rng.choice([True, False])
    kind = d.rng.random()
    if not rank or kind < 0.25:
        every = tuple(range(rank))
        return f"keepdim={keep}", f"{every}, keepdim={keep}"
    if several and kind < 0.5:
        axes = tuple(d.rng.sample(range(rank), k=d.rng.randint(1, rank)))
        return f"{axes}, keepdim={keep}", f"{axes}, keepdim={keep}"
    text = f"{d.axis(i)}, keepdim={keep}"
    return text, text


def _not_empty(value: Any) -> bool:
    return value.numel() > 0


@operation(4.0)
def sums(d: Draft) -> None:
    """Sums, and means of floats."""
    i = d.pick()
    name = d.rng.choice(["sum", "sum", "mean"])
    ours, theirs = _axes(d, i)
    if name == "mean":
        if not is_float(d.values[i]):
            d.add(f"{{0}}.mean({ours})", f"{{0}}.float().mean({theirs})", i, rule="mean")
        else:
            d.add(f"{{0}}.mean({ours})", f"{{0}}.mean({theirs})", i, rule="mean")
        return
    kind = name_of(d.values[i])
    if kind == "uint8":
        ours, theirs = (f"{text}, dtype=X.int32" for text in (ours, theirs))
    elif not is_float(d.values[i]):
        theirs += f", dtype=X.{'int32' if kind == 'bool' else kind}"
    ours, theirs = ours.replace("X.", "dtypes."), theirs.replace("X.", "torch.")
    d.add(f"{{0}}.sum({ours})", f"{{0}}.sum({theirs})", i, rule="linear")


@operation(1.0)
def products(d: Draft) -> None:
    """Products of the elements."""
    i = d.pick(lambda v: v.dtype is not torch.bool and v.numel() <= 200)
    keep = d.rng.choice([True, False])
    kind = name_of(d.values[i])
    if d.values[i].ndim and d.rng.random() < 0.7:
        axis = d.axis(i)
        theirs = f"{{0}}.prod({axis}, keepdim={keep}, dtype=torch.{kind})"
        d.add(f"{{0}}.prod({axis}, keepdim={keep})", theirs, i, rule="product")
    else:
        d.add("{0}.prod()", f"{{0}}.prod(dtype=torch.{kind})", i, rule="product")


@operation(2.5, special=True)
def greatest(d: Draft) -> None:
    """The greatest and least elements."""
    i = d.pick(_not_empty)
    name = d.rng.choice(["max", "min"])
    ours, theirs = _axes(d, i)
    d.add(f"{{0}}.{name}({ours})", f"torch.a{name}({{0}}, {theirs})", i)


@operation(1.0, special=True)
def truths(d: Draft) -> None:
    """Whether any or all elements are not zero."""
    i = d.pick()
    name = d.rng.choice(["any", "all"])
    ours, theirs = _axes(d, i)
    if not d.values[i].ndim:
        d.add(f"{{0}}.{name}()", f"{{0}}.bool().{name}()", i)
        return
    d.add(f"{{0}}.{name}({ours})", f"{{0}}.bool().{name}({theirs})", i)


@operation(1.5)
def spreads(d: Draft) -> None:
    """Variances and standard deviations."""
    i = d.within(d.pick_float(1), 50.0)
    name = d.rng.choice(["var", "std"])
    correction = d.rng.choice([0, 1, 1])
    ours, theirs = _axes(d, i)
    text = f"{{0}}.{name}(AXES, correction={correction})"
    j = d.add(text.replace("AXES", ours), text.replace("AXES", theirs), i, rule="square")
    if name == "std" and d.values[j].numel() and float(d.values[j].double().min()) < 0.1:
        raise Reject("a root of what is nearly zero")


@operation(1.5)
def exponential_sums(d: Draft) -> None:
    """Softmax and its relatives."""
    i = d.within(d.pick(lambda v: is_float(v) and v.ndim > 0 and v.numel() > 0), 20.0)
    axis = d.axis(i)
    name = d.rng.choice(["softmax", "log_softmax", "softmin", "logsumexp", "logcumsumexp"])
    theirs = f"F.softmin({{0}}, {axis})" if name == "softmin" else f"{{0}}.{name}({axis})"
    d.add(f"{{0}}.{name}({axis})", theirs, i, rule="norm")


@operation(1.5)
def scans(d: Draft) -> None:
    """Cumulative sums and products."""
    i = d.pick(lambda v: v.ndim > 0 and v.dtype is not torch.bool)
    axis = d.axis(i)
    kind = name_of(d.values[i])
    if kind == "uint8":
        raise Reject("the reference adds in uint32")
    name = d.rng.choice(["cumsum", "cumsum", "cumprod"])
    rule = "linear" if name == "cumsum" else "product"
    d.add(f"{{0}}.{name}({axis})", f"{{0}}.{name}({axis}, dtype=torch.{kind})", i, rule=rule)


@operation(0.8)
def running_extremes(d: Draft) -> None:
    """Running maxima, and where each is: the first for us, the last for PyTorch."""
    i = d.pick(lambda v: v.ndim > 0 and v.dtype is not torch.bool and v.numel() > 0)
    axis = d.axis(i)
    name = d.rng.choice(["cummax", "cummin"])
    if d.rng.random() < 0.5 or len(d.values[i].unique()) < d.values[i].numel():
        d.add(f"{{0}}.{name}({axis})[0]", "", i)
    else:
        theirs = f"{{0}}.{name}({axis})[1].to(torch.int32)"
        d.add(f"{{0}}.{name}({axis})[1]", theirs, i)


@operation(1.2)
def places(d: Draft) -> None:
    """Where the greatest and least elements are, first."""
    i = d.pick(lambda v: _not_empty(v) and v.dtype is not torch.bool)
    name = d.rng.choice(["argmax", "argmin"])
    if not d.values[i].ndim or d.rng.random() < 0.3:
        d.add(f"{{0}}.{name}()", f"{{0}}.{name}().to(torch.int32)", i)
        return
    text = f"{{0}}.{name}({d.axis(i)}, keepdim={d.rng.choice([True, False])})"
    d.add(text, f"{text}.to(torch.int32)", i)


@operation(1.5)
def sorting(d: Draft) -> None:
    """Sorted elements and their places; equal ones keep their order."""
    i = d.pick(lambda v: 0 < v.ndim < 4 and 0 < v.numel() <= 300)
    axis, down = d.axis(i), d.rng.choice([True, False])
    sort = f"torch.sort({{0}}, dim={axis}, descending={down}, stable=True)"
    kind = d.rng.randrange(5)
    if kind == 0:
        d.add(f"{{0}}.argsort({axis}, descending={down})", f"{sort}[1].to(torch.int32)", i)
    elif kind < 3:
        part = kind - 1
        last = ".to(torch.int32)" if part else ""
        d.add(f"{{0}}.sort({axis}, descending={down})[{part}]", f"{sort}[{part}]{last}", i)
    else:
        k, part = d.rng.randint(1, d.values[i].shape[axis]), kind - 3
        last = ".to(torch.int32)" if part else ""
        theirs = f"{sort}[{part}].narrow({axis}, 0, {k}){last}"
        d.add(f"{{0}}.topk({k}, {axis}, largest={down})[{part}]", theirs, i)


@operation(0.8)
def norms(d: Draft) -> None:
    """Normalization by a p-norm."""
    i = d.positive(d.within(d.pick_float(1), 30.0))
    if not d.values[i].numel():
        raise Reject("empty")
    p, axis = d.rng.choice([1, 2, 2, 3]), d.axis(i)
    d.add(f"{{0}}.normalize({p}, {axis})", f"F.normalize({{0}}, {p}, {axis})", i, rule="square")


@operation(3.0)
def matrices(d: Draft) -> None:
    """Products of vectors, matrices and stacks of them."""
    i = d.pick(lambda v: v.ndim > 0 and v.dtype is not torch.bool)
    inner = d.values[i].shape[-1]
    kind = name_of(d.values[i])
    if kind == "uint8":
        raise Reject("the reference adds in another dtype")
    form = d.rng.randrange(4)
    if form == 0:
        shape: tuple[int, ...] = (inner,)
    elif form == 1 or d.values[i].ndim < 3:
        shape = (inner, d.rng.choice(d.sizes))
    else:
        lead = [1 if d.rng.random() < 0.3 else n for n in d.values[i].shape[:-2]]
        shape = (*lead, inner, d.rng.choice(d.sizes))
    j = d.leaf(shape, kind)
    d.add(d.rng.choice(["{0} @ {1}", "{0}.matmul({1})", "{0}.dot({1})"]), "{0} @ {1}", i, j,
          rule="linear")  # fmt: skip


_EINSUM = {
    1: ["i,j->ij", "i,i->", "i,i->i"],
    2: ["ij,jk->ik", "ij,kj->ki", "ij,ij->", "ij,j->i", "ij,ik->jk", "ij,i->j"],
    3: ["bij,bjk->bik", "bij,bij->b", "bij,j->bi", "bij,bkj->bik"],
}


@operation(1.2)
def einsums(d: Draft) -> None:
    """Products by a formula."""
    i = d.pick(lambda v: 1 <= v.ndim <= 3 and is_float(v))
    formula = d.rng.choice(_EINSUM[d.values[i].ndim])
    first, second = formula.split("->")[0].split(",")
    sizes = dict(zip(first, d.values[i].shape, strict=True))
    shape = tuple(sizes.get(letter) or d.rng.choice(d.sizes) for letter in second)
    j = d.leaf(shape, name_of(d.values[i]))
    d.add(f"Tensor.einsum({formula!r}, {{0}}, {{1}})", f"torch.einsum({formula!r}, {{0}}, {{1}})",
          i, j, rule="linear")  # fmt: skip
