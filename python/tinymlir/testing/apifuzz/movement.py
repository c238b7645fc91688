"""Operations of the table: the same elements elsewhere."""

from __future__ import annotations

import itertools

import torch

from tinymlir.testing.apifuzz.draft import Draft, Reject, is_float, is_int, name_of, operation

__all__: list[str] = []


def _factors(d: Draft, count: int) -> list[int]:
    """Return sizes whose product is a number."""
    sizes: list[int] = []
    while count > 1 and len(sizes) < 4:
        divisors = [n for n in range(1, count + 1) if count % n == 0]
        sizes.append(d.rng.choice(divisors))
        count //= sizes[-1]
    return [*sizes, count] if count > 1 or not sizes else sizes


@operation(2.0, special=True)
def reshapes(d: Draft) -> None:
    """Other sizes, one of them perhaps left open."""
    i = d.pick()
    count = d.values[i].numel()
    sizes = _factors(d, count) if count else list(d.values[i].shape)[::-1]
    if sizes and count and d.rng.random() < 0.4:
        sizes[d.rng.randrange(len(sizes))] = -1
    name = d.rng.choice(["reshape", "reshape", "view"])
    theirs = f"{{0}}.reshape({tuple(sizes)})"
    d.add(f"{{0}}.{name}({tuple(sizes)})", theirs, i)


@operation(2.0, special=True)
def permutations(d: Draft) -> None:
    """Axes in another order."""
    i = d.pick_axes(2)
    rank = d.values[i].ndim
    if d.rng.random() < 0.5:
        order = list(range(rank))
        d.rng.shuffle(order)
        d.add(f"{{0}}.permute({tuple(order)})", "", i)
    elif rank == 2 and d.rng.random() < 0.3:
        d.add("{0}.T", "", i)
    else:
        d.add(f"{{0}}.transpose({d.axis(i)}, {d.axis(i)})", "", i)


@operation(1.5, special=True)
def expansions(d: Draft) -> None:
    """Axes of one element, many times."""
    i = d.pick(lambda v: v.ndim < 4)
    shape = [d.rng.choice(d.sizes) if n == 1 else n for n in d.values[i].shape]
    lead = [d.rng.choice(d.sizes)] if d.rng.random() < 0.4 else []
    wanted = [-1 if d.rng.random() < 0.2 and not lead else n for n in shape]
    d.add(f"{{0}}.expand({tuple(lead + wanted)})", "", i)


@operation(1.5, special=True)
def constant_padding(d: Draft) -> None:
    """Elements added around, or cropped."""
    i = d.pick_axes(1)
    rank = d.values[i].ndim
    pairs = [(d.rng.choice([0, 0, 1, 2, -1]), d.rng.choice([0, 1, 3, -1])) for _ in range(rank)]
    if any(n + sum(p) < 0 for n, p in zip(d.values[i].shape, pairs, strict=True)):
        raise Reject("cropped too far")
    flat = tuple(itertools.chain(*pairs[::-1]))
    value = d.rng.choice([0, 0, 1, 2] if d.values[i].dtype is not torch.bool else [0, True])
    theirs = f"F.pad({{0}}, {flat}, value={value})"
    ours = tuple(pairs) if d.rng.random() < 0.6 else flat
    d.add(f"{{0}}.pad({ours}, value={value})", theirs, i)


@operation(0.7, special=True)
def other_padding(d: Draft) -> None:
    """The border mirrored, repeated, or continued at the other end."""
    i = d.pick(lambda v: is_float(v) and v.ndim in (3, 4))
    count = d.values[i].ndim - 2
    flat = tuple(d.rng.randrange(3) for _ in range(2 * count))
    mode = d.rng.choice(["reflect", "replicate", "circular"])
    d.add(f"{{0}}.pad({flat}, mode={mode!r})", f"F.pad({{0}}, {flat}, mode={mode!r})", i)


@operation(1.2, special=True)
def flips(d: Draft) -> None:
    """Axes backwards."""
    i = d.pick_axes(1)
    rank = d.values[i].ndim
    axes = tuple(d.rng.sample(range(rank), k=d.rng.randint(1, rank)))
    axes = tuple(a - rank if d.rng.random() < 0.3 else a for a in axes)
    d.add(f"{{0}}.flip({axes})", "", i)


@operation(1.0, special=True)
def shrinks(d: Draft) -> None:
    """Parts by (begin, end)."""
    i = d.pick_axes(1)
    bounds: list = []
    for n in d.values[i].shape:
        low = d.rng.randint(0, n)
        bounds.append(None if d.rng.random() < 0.3 else (low, d.rng.randint(low, n)))
    key = ", ".join(":" if b is None else f"{b[0]}:{b[1]}" for b in bounds)
    d.add(f"{{0}}.shrink({tuple(bounds)})", f"{{0}}[{key}]", i)


@operation(3.0, special=True)
def slices(d: Draft) -> None:
    """Integers, slices with steps of either sign, new axes and an ellipsis."""
    i = d.pick_axes(1)
    theirs, ours, plain = "{0}", [], []
    for axis, n in enumerate(d.values[i].shape):
        kind = d.rng.random()
        if kind < 0.15:
            ours.append("None")
            plain.append("None")
        if kind < 0.35 and n:
            ours.append(str(d.rng.randrange(-n, n)))
            plain.append(ours[-1])
            continue
        if kind < 0.5:
            ours.append(":")
            plain.append(":")
            continue
        bounds = [d.rng.choice(["", str(d.rng.randint(-n - 1, n + 1))]) for _ in range(2)]
        step = d.rng.choice([1, 1, 2, 3, -1, -2])
        ours.append(f"{bounds[0]}:{bounds[1]}:{step}")
        if step > 0:
            plain.append(ours[-1])
            continue
        low, high = (int(b) if b else None for b in bounds)
        chosen = slice(low, high, step)
        places = list(range(n))[chosen]
        theirs += f".index_select({axis}, torch.tensor({places}, dtype=torch.int64))"
        plain.append(":")
    if d.rng.random() < 0.3:
        keep = d.rng.randint(0, len(ours))
        if all(k not in ("None",) and not k.lstrip("-").isdigit() for k in ours[keep:]):
            plain = [*plain[:keep], "...", *plain[keep:]]
            ours = [*ours[:keep], "...", *ours[keep:]]
    d.add(f"{{0}}[{', '.join(ours)}]", f"{theirs}[{', '.join(plain)}]", i)


@operation(1.0, special=True)
def rolls(d: Draft) -> None:
    """Elements moved around the end."""
    i = d.pick_axes(1)
    if d.rng.random() < 0.3:
        d.add(f"{{0}}.roll({d.rng.randint(-5, 5)})", "", i)
    else:
        d.add(f"{{0}}.roll({d.rng.randint(-5, 5)}, {d.axis(i)})", "", i)


@operation(0.8, special=True)
def unfolds(d: Draft) -> None:
    """Windows of an axis."""
    i = d.pick_axes(1)
    axis = d.axis(i)
    size = d.rng.randint(1, max(1, d.values[i].shape[axis]))
    d.add(f"{{0}}.unfold({axis}, {size}, {d.rng.randint(1, 3)})", "", i)


@operation(1.2, special=True)
def repetitions(d: Draft) -> None:
    """Tensors and elements several times."""
    i = d.pick(lambda v: v.numel() <= 300)
    if d.rng.random() < 0.5:
        rank = d.values[i].ndim + d.rng.choice([0, 0, 1])
        counts = tuple(d.rng.choice([1, 2, 3]) for _ in range(rank))
        d.add(f"{{0}}.repeat({counts})", "", i)
    elif d.rng.random() < 0.3:
        d.add(f"{{0}}.repeat_interleave({d.rng.randint(1, 3)})", "", i)
    else:
        d.add(f"{{0}}.repeat_interleave({d.rng.randint(1, 3)}, {d.axis(i)})", "", i)


@operation(1.5, special=True)
def axes_of_one(d: Draft) -> None:
    """Axes of one element that come and go, and axes joined and cut."""
    i = d.pick()
    rank = d.values[i].ndim
    kind = d.rng.randrange(5)
    if kind == 0:
        d.add(f"{{0}}.unsqueeze({d.rng.randint(-rank - 1, rank)})", "", i)
    elif kind == 1:
        d.add("{0}.squeeze()", "", i)
    elif kind == 2:
        d.add(f"{{0}}.squeeze({d.axis(i)})", "", i)
    elif kind == 3:
        start = d.rng.randint(0, max(rank - 1, 0))
        d.add(f"{{0}}.flatten({start})", "", i)
    else:
        axis = d.axis(i)
        sizes = tuple(_factors(d, d.values[i].shape[axis]))
        d.add(f"{{0}}.unflatten({axis}, {sizes})", "", i)


@operation(2.0, special=True)
def joins(d: Draft) -> None:
    """Tensors side by side, of several dtypes."""
    i = d.pick_axes(1)
    if d.rng.random() < 0.5:
        axis = d.axis(i)
        shape = list(d.values[i].shape)
        shape[axis] = d.rng.choice(d.sizes)
        j = d.leaf(tuple(shape), d.dtype())
        order = d.rng.choice(["{0}.cat({1}, dim=AXIS)", "Tensor.cat({0}, {1}, {0}, dim=AXIS)"])
        theirs = "({0}, {1}, {0})" if "Tensor" in order else "({0}, {1})"
        d.add(order.replace("AXIS", str(axis)), f"torch.cat({theirs}, {axis})", i, j)
        return
    j = d.leaf(tuple(d.values[i].shape), name_of(d.values[i]))
    axis = d.rng.randint(-d.values[i].ndim - 1, d.values[i].ndim)
    d.add(f"Tensor.stack({{0}}, {{1}}, dim={axis})", f"torch.stack(({{0}}, {{1}}), {axis})", i, j)


@operation(1.2, special=True)
def cuts(d: Draft) -> None:
    """One part of a tensor that is cut."""
    i = d.pick_axes(1)
    axis = d.axis(i)
    n = d.values[i].shape[axis]
    if d.rng.random() < 0.4:
        text = f"{{0}}.split({d.rng.randint(1, max(n, 1))}, {axis})"
    elif d.rng.random() < 0.5:
        low = d.rng.randint(0, n)
        text = f"{{0}}.split({[low, n - low]}, {axis})"
    else:
        text = f"{{0}}.chunk({d.rng.randint(1, 4)}, {axis})"
    d.add(f"{text}[{d.rng.choice([0, -1])}]", "", i)


_FORMULAS = [
    (2, "a b -> b a", "{0}.permute(1, 0)"), (2, "a b -> (a b)", "{0}.reshape(A * B)"),
    (2, "a b -> (b a)", "{0}.permute(1, 0).reshape(A * B)"),
    (2, "a b -> a 1 b", "{0}.reshape(A, 1, B)"),
    (3, "a b c -> c (a b)", "{0}.permute(2, 0, 1).reshape(C, A * B)"),
    (3, "a b c -> (c a) b", "{0}.permute(2, 0, 1).reshape(C * A, B)"),
    (3, "a ... -> ... a", "{0}.permute(1, 2, 0)"),
]  # fmt: skip


@operation(0.8, special=True)
def formulas(d: Draft) -> None:
    """`rearrange`, which PyTorch lacks, as permutations and reshapes."""
    rank, formula, theirs = d.rng.choice(_FORMULAS)
    i = d.pick(lambda v: v.ndim == rank)
    for letter, n in zip("ABC", d.values[i].shape, strict=False):
        theirs = theirs.replace(letter, str(n))
    d.add(f"{{0}}.rearrange({formula!r})", theirs, i)


@operation(0.8, special=True)
def diagonals(d: Draft) -> None:
    """Diagonals, and the triangles beside them."""
    offset = d.rng.randint(-2, 2)
    if d.rng.random() < 0.2:
        d.add("{0}.diag()", "", d.pick(lambda v: v.ndim == 1 and v.numel() <= 30))
        return
    i = d.pick_axes(2)
    name = d.rng.choice(["diagonal", "triu", "tril"])
    rows, columns = d.values[i].shape[:2]
    if name == "diagonal" and not -rows < offset < columns:
        raise Reject("no diagonal")
    d.add(f"{{0}}.{name}({offset})", "", i)


@operation(0.5, special=True)
def grids(d: Draft) -> None:
    """`meshgrid` of two."""
    i = d.pick(lambda v: v.ndim == 1 and v.numel() <= 40)
    j = d.pick(lambda v: v.ndim == 1 and v.numel() <= 40 and v.dtype == d.values[i].dtype)
    mode, k = d.rng.choice(["ij", "xy"]), d.rng.randrange(2)
    theirs = f"torch.meshgrid({{0}}, {{1}}, indexing={mode!r})[{k}]"
    d.add(f"{{0}}.meshgrid({{1}}, indexing={mode!r})[{k}]", theirs, i, j)


@operation(0.8, special=True)
def stored(d: Draft) -> None:
    """What computes or copies in between, and changes nothing."""
    name = d.rng.choice(["contiguous", "clone", "realize", "detach"])
    if d.smooth and name != "contiguous":
        raise Reject("a gradient ends there")
    theirs = "{0}.contiguous()" if name == "realize" else ""
    d.add(f"{{0}}.{name}()", theirs, d.pick())


@operation(0.8)
def creations(d: Draft) -> None:
    """Tensors out of nothing."""
    kind = d.rng.randrange(6)
    n = d.rng.randint(1, 8)
    if kind == 0:
        start, step = d.rng.randint(-3, 3), d.rng.choice([1, 2, -1])
        stop = start + step * n
        d.add(
            f"Tensor.arange({start}, {stop}, {step})",
            f"torch.arange({start}, {stop}, {step}, dtype=torch.int32)",
        )
    elif kind == 1:
        text = f"linspace({d.rng.choice([0.0, -1.0])}, {d.rng.choice([1.0, 2.5])}, {n})"
        d.add(f"Tensor.{text}", f"torch.{text}", rule="math")
    elif kind == 2:
        text = f"eye({n}, {d.rng.randint(1, 5)})"
        d.add(f"Tensor.{text}", f"torch.{text}")
    elif kind == 3:
        shape, dtype = d.shape(), d.dtype()
        number = d.rng.choice([True, False]) if dtype == "bool" else d.rng.choice([0, 1, 7])
        text = f"full({shape}, {number}, dtype=X.{dtype})"
        d.add("Tensor." + text.replace("X.", "dtypes."), "torch." + text.replace("X.", "torch."))
    else:
        i = d.pick()
        name = d.rng.choice(["zeros_like", "ones_like", "full_like"])
        fill = (
            ", 3" if name == "full_like" and (is_int(d.values[i]) or is_float(d.values[i])) else ""
        )
        if name == "full_like" and not fill:
            raise Reject("a number is no bool")
        d.add(f"{{0}}.{name}({fill[2:]})", f"torch.{name}({{0}}{fill})", i)
