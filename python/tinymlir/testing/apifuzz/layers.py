"""Operations of the table: what networks are made of."""

from __future__ import annotations

import torch

from tinymlir.testing.apifuzz.draft import Draft, Reject, is_float, name_of, operation

__all__: list[str] = []


def _images(d: Draft, most: int = 6) -> int:
    """Return floats with a batch, channels and one or two axes."""
    try:
        return d.pick(
            lambda v: is_float(v) and v.ndim in (3, 4) and v.numel() > 0 and v.shape[1] <= most
        )
    except Reject:
        rank = d.rng.choice([1, 2])
        sizes = [d.rng.randint(2, 8) for _ in range(rank)]
        return d.leaf((d.rng.randint(1, 2), d.rng.randint(1, 4), *sizes), d.float_dtype())


@operation(1.5)
def convolutions(d: Draft) -> None:
    """Convolutions over one or two axes, with groups."""
    i = d.within(_images(d), 50.0)
    shape, kind = d.values[i].shape, name_of(d.values[i])
    rank = len(shape) - 2
    groups = d.rng.choice([g for g in (1, 1, 2, shape[1]) if shape[1] % g == 0])
    outputs = groups * d.rng.randint(1, 3)
    window = [d.rng.randint(1, 3) for _ in range(rank)]
    stride, dilation, padding = d.rng.randint(1, 2), d.rng.choice([1, 1, 2]), d.rng.randint(0, 2)
    inputs = [i]
    name = "conv"
    if d.rng.random() < 0.25:
        name, dilation = "conv_transpose", 1
        inputs.append(d.leaf((shape[1], outputs // groups, *window), kind))
    else:
        inputs.append(d.leaf((outputs, shape[1] // groups, *window), kind))
    bias = "None"
    if d.rng.random() < 0.5:
        inputs.append(d.leaf((outputs,), kind))
        bias = "{2}"
    options = f"stride={stride}, padding={padding}, dilation={dilation}, groups={groups}"
    theirs = f"F.{name}{rank}d({{0}}, {{1}}, {bias}, {options})"
    i = d.add(f"{{0}}.{name}2d({{1}}, {bias}, {options})", theirs, *inputs, rule="linear")
    if not d.values[i].numel():
        raise Reject("we refuse a result without elements")


@operation(1.5)
def pools(d: Draft) -> None:
    """Means and maxima of windows."""
    i = _images(d)
    rank = d.values[i].ndim - 2
    name = d.rng.choice(["max", "avg"])
    window = tuple(d.rng.randint(1, 3) for _ in range(rank))
    padding = d.rng.randint(0, 1) if min(window) > 1 else 0
    options = f"{window}, stride={d.rng.choice([None, 1, 2])}, padding={padding}"
    options += f", ceil_mode={d.rng.random() < 0.3}"
    if name == "avg":
        options += f", count_include_pad={d.rng.choice([True, False])}"
    elif d.rng.random() < 0.3:
        options += ", dilation=2"
    rule = "mean" if name == "avg" else "exact"
    d.add(
        f"{{0}}.{name}_pool2d({options})", f"F.{name}_pool{rank}d({{0}}, {options})", i, rule=rule
    )


@operation(0.6)
def interpolations(d: Draft) -> None:
    """Images of other sizes."""
    # Weights are float32, whatever the dtype.
    i = d.pick(lambda v: v.dtype is torch.float32 and v.ndim in (3, 4) and v.numel() > 0)
    rank = d.values[i].ndim - 2
    size = tuple(d.rng.randint(1, 9) for _ in range(rank))
    mode = d.rng.choice(["linear", "linear", "nearest", "nearest-exact"])
    theirs = {"linear": "linear" if rank == 1 else "bilinear"}.get(mode, mode)
    corners = f", align_corners={d.rng.choice([True, False])}" if mode == "linear" else ""
    d.add(f"{{0}}.interpolate({size}, mode={mode!r}{corners})",
          f"F.interpolate({{0}}, {size}, mode={theirs!r}{corners})", i,
          rule="norm" if corners else "exact")  # fmt: skip


@operation(1.0)
def normalizations(d: Draft) -> None:
    """`layernorm` and `batchnorm`."""
    i = d.within(d.pick_float(2), 30.0)
    value = d.values[i]
    if not value.numel() or float(value.double().var(-1, correction=0).min()) < 0.3:
        raise Reject("a division by what is nearly zero")
    if d.rng.random() < 0.5:
        theirs = f"F.layer_norm({{0}}, ({value.shape[-1]},))"
        d.add("{0}.layernorm()", theirs, i, rule="square")
        return
    kind, n = name_of(value), value.shape[1]
    mean, scale, shift = (d.leaf((n,), kind) for _ in range(3))
    spread = d.positive(d.leaf((n,), kind))
    d.add("{0}.batchnorm({1}, {2}, {3}, {4}.rsqrt())",
          "F.batch_norm({0}, {3}, {4}, {1}, {2}, False, 0.0, 0.0)",
          i, scale, shift, mean, spread, rule="square")  # fmt: skip


@operation(1.0)
def linears(d: Draft) -> None:
    """Linear layers."""
    i = d.within(d.pick_float(1), 50.0)
    kind, outputs = name_of(d.values[i]), d.rng.choice(d.sizes)
    j = d.leaf((d.values[i].shape[-1], outputs), kind)
    k = d.leaf((outputs,), kind)
    d.add("{0}.linear({1}, {2})", "F.linear({0}, {1}.T, {2})", i, j, k, rule="linear")


@operation(0.7)
def attention(d: Draft) -> None:
    """Attention, perhaps masked."""
    kind = d.float_dtype()
    lead, many, size = d.shape((1, 2)), d.rng.randint(1, 6), d.rng.randint(1, 8)
    q = d.leaf((*lead, d.rng.randint(1, 6), size), kind)
    k, v = (d.leaf((*lead, many, size), kind) for _ in range(2))
    causal = d.rng.random() < 0.4
    text = f"scaled_dot_product_attention({{0}}, {{1}}, {{2}}, is_causal={causal})"
    d.add(f"Tensor.{text}", f"F.{text}", q, k, v, rule="norm")


def _scores(d: Draft) -> int:
    i = d.within(d.pick_float(1, 3), 20.0)
    if not d.values[i].numel():
        raise Reject("nothing to lose")
    return i


@operation(1.5)
def losses(d: Draft) -> None:
    """Losses of probabilities, and of classes by number."""
    i = _scores(d)
    shape, kind = tuple(d.values[i].shape), name_of(d.values[i])
    reduction = f"reduction={d.rng.choice(['mean', 'sum', 'none'])!r}"
    form = d.rng.randrange(5)
    axis = 0 if len(shape) == 1 else 1
    smoothing = d.rng.choice([0.0, 0.1])
    if form < 2:
        hits = d.add(f"{{0}}.cast(dtypes.{kind})", f"{{0}}.to(torch.{kind})", d.leaf(shape, "bool"))
        if form == 0:
            text = "binary_cross_entropy_with_logits"
            d.add(f"{{0}}.binary_crossentropy_logits({{1}}, {reduction})",
                  f"F.{text}({{0}}, {{1}}, {reduction})", i, hits, rule="norm")  # fmt: skip
            return
        chance = d.add("{0}.sigmoid() * 0.8 + 0.1", "", i, rule="math")
        d.add(f"{{0}}.binary_crossentropy({{1}}, {reduction})",
              f"F.binary_cross_entropy({{0}}, {{1}}, {reduction})", chance, hits,
              rule="norm")  # fmt: skip
        return
    if shape[axis] < 2:
        raise Reject("one class")
    classes = d.leaf(
        shape[:axis] + shape[axis + 1 :], d.rng.choice(["int32", "int64"]), 0, shape[axis]
    )
    if form == 2:
        if kind in ("float16", "bfloat16") or shape[:axis] + shape[axis + 1 :] == shape:
            raise Reject("too narrow")
        options = f"{reduction}, label_smoothing={smoothing}"
        if reduction == "reduction='mean'" and len(shape) == 3 and smoothing:
            raise Reject("the mean is by another count")
        d.add(f"{{0}}.cross_entropy({{1}}, {options})",
              f"F.cross_entropy({{0}}, {{1}}.long(), {options})", i, classes,
              rule="norm")  # fmt: skip
    elif form == 3:
        logs = d.add(f"{{0}}.log_softmax({axis})", "", i, rule="norm")
        d.add(f"{{0}}.nll_loss({{1}}, {reduction})",
              f"F.nll_loss({{0}}, {{1}}.long(), {reduction})", logs, classes,
              rule="norm")  # fmt: skip
    else:
        if axis != len(shape) - 1:
            raise Reject("the classes are last")
        options = f"{reduction}, label_smoothing={smoothing}"
        d.add(f"{{0}}.sparse_categorical_crossentropy({{1}}, {options})",
              f"F.cross_entropy({{0}}, {{1}}.long(), {options})", i, classes,
              rule="norm")  # fmt: skip
