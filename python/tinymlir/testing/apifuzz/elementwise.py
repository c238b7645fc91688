"""Operations of the table: elementwise ones, casts, comparisons and choices.

Not in the table, because the reference means something else there than PyTorch:
`relu` and `sign` of NaN, division of integers by
zero, casts of floats out of the range of the integer, shifts by the width or more.
"""

from __future__ import annotations

import torch

from tinymlir.testing.apifuzz.draft import Draft, Reject, is_float, is_int, name_of, operation

__all__: list[str] = []

# What takes any float: the method, the text for PyTorch, the largest input, the rule.
_UNARY = [
    ("exp", "", 6, "exp"), ("exp2", "", 8, "exp"), ("sin", "", 20, "math"),
    ("cos", "", 20, "math"), ("tan", "", 1.2, "square"), ("atan", "", 100, "polynomial"),
    ("sinh", "", 5, "sinh"), ("cosh", "", 5, "sinh"), ("tanh", "", 20, "math"),
    ("asinh", "", 3, "square"), ("asin", "", 0.9, "polynomial"), ("acos", "", 0.9, "polynomial"),
    ("atanh", "", 0.9, "math"), ("sigmoid", "", 20, "math"), ("erf", "", 20, "polynomial"),
    ("square", "", 100, "ring"), ("relu", "", 1e9, "exact"),
    ("relu6", "F.relu6({0})", 1e9, "exact"),
    ("leaky_relu", "F.leaky_relu({0})", 1e4, "round"),
    ("hardsigmoid", "({0} / 6 + 0.5).clip(0, 1)", 1e3, "math"),
    ("hardswish", "F.hardswish({0})", 1e2, "norm"), ("hardtanh", "F.hardtanh({0})", 1e9, "exact"),
    ("elu", "F.elu({0})", 8, "math"), ("celu", "F.celu({0})", 8, "math"),
    ("selu", "1.0507 * F.elu({0}, 1.67326)", 8, "norm"),
    ("softplus", "F.softplus({0})", 10, "norm"),
    ("logsigmoid", "F.logsigmoid({0})", 8, "norm"), ("mish", "F.mish({0})", 8, "square"),
    ("silu", "F.silu({0})", 8, "norm"), ("swish", "F.silu({0})", 8, "norm"),
    ("gelu", "F.gelu({0}, approximate='tanh')", 8, "square"),
    ("quick_gelu", "{0} * torch.sigmoid({0} * 1.702)", 8, "square"),
    ("softsign", "F.softsign({0})", 100, "math"),
]  # fmt: skip
_STEPS = ["trunc", "floor", "ceil", "round", "sign", "abs", "neg"]
_POSITIVE = [
    ("log", "math"), ("log2", "math"), ("log10", "math"), ("sqrt", "round"), ("rsqrt", "math"),
    ("reciprocal", "round"),
]  # fmt: skip


@operation(4.0)
def unary(d: Draft) -> None:
    """Functions of one float, some of integers."""
    name, theirs, most, rule = d.rng.choice(_UNARY)
    i = d.within(d.pick_float(), most)
    if d.smooth and name in ("asin", "acos") and bool((d.values[i] == 0).any()):
        raise Reject("the reference goes by the sign, which has no slope at zero")
    d.add(f"{{0}}.{name}()", theirs or f"{{0}}.{name}()", i, rule=rule)


@operation(0.8)
def unary_of_integers(d: Draft) -> None:
    """Functions of integers, which become floats."""
    i = d.pick(lambda v: not is_float(v) and v.numel() > 0)
    size = float(d.values[i].double().abs().max())
    name, _, _, rule = d.rng.choice(
        [f for f in _UNARY if not f[1] and f[2] >= size and f[3] not in ("ring", "exact")]
        or [("sin", "", 20, "norm")]
    )
    d.add(f"{{0}}.{name}()", "", i, rule=rule)


@operation(1.5)
def positive(d: Draft) -> None:
    """Functions of positive floats."""
    name, rule = d.rng.choice(_POSITIVE)
    d.add(f"{{0}}.{name}()", "", d.positive(d.pick_float()), rule=rule)


@operation(1.5)
def whole(d: Draft) -> None:
    """Rounding, signs and absolute values."""
    name = d.rng.choice(_STEPS)
    if name == "neg":
        i = d.pick(lambda v: v.dtype is not torch.bool)
    else:
        i = d.pick(lambda v: is_float(v) or (is_int(v) and name in ("sign", "abs")))
    d.add(f"{{0}}.{name}()", "", i)


@operation(0.7, special=True)
def classes_of_floats(d: Draft) -> None:
    """Questions that are made for what is not a number."""
    d.add(f"{{0}}.{d.rng.choice(['isnan', 'isinf', 'isfinite'])}()", "", d.pick_float())


def _with_width(d: Draft, i: int, number: float, text: str) -> str:
    """Return a text whose result has a width.

    What a Python number has made of a bool or integer has none in the reference:
    that which it meets next decides.
    """
    if is_float(d.values[i]) or (isinstance(number, int) and is_int(d.values[i])):
        return text
    return f"({text}).cast(dtypes.{'int32' if isinstance(number, int) else 'float32'})"


_BINARY = ["+", "-", "*"]


@operation(5.0, special=True)
def arithmetic(d: Draft) -> None:
    """Sums, differences and products, with broadcasting and promotion."""
    i = d.pick()
    j = d.partner(i)
    if d.rng.random() < 0.5:
        i, j = j, i
    a, b = d.same(i, j)
    name = d.rng.choice(_BINARY)
    d.add(f"{{0}} {name} {{1}}", f"{a} {name} {b}", i, j, rule="ring")


@operation(3.0)
def arithmetic_with_numbers(d: Draft) -> None:
    """Python numbers on either side: they take the dtype of the tensor."""
    i = d.pick()
    number = d.number(i)
    # PyTorch's default integer is int64, the reference's int32.
    x = "{0}.to(torch.int32)" if d.values[i].dtype is torch.bool else "{0}"
    name = d.rng.choice(_BINARY)
    left = d.rng.random() < 0.5
    text = f"{number} {name} {{x}}" if left else f"{{x}} {name} {number}"
    if number != round(number):
        rule = "norm" if name_of(d.values[i]) in ("float16", "bfloat16") else "round"
    else:
        rule = "ring"
    ours = _with_width(d, i, number, text.replace("{x}", "{0}"))
    d.add(ours, text.replace("{x}", x), i, rule=rule)


@operation(2.0)
def division(d: Draft) -> None:
    """True division; of integers it gives floats."""
    i = d.pick()
    j = d.partner(i)
    if bool((d.values[j].double().abs() < 0.05).any()):
        j = d.positive(j)
    if d.values[j].dtype is torch.bool:
        raise Reject("by zero")
    a, b = d.same(i, j)
    d.add("{0} / {1}", f"{a} / {b}", i, j, rule="round")


@operation(1.0)
def division_by_numbers(d: Draft) -> None:
    """True division with a Python number on either side."""
    i = d.pick(lambda v: v.dtype is not torch.bool)
    number = d.number(i)
    number = number or 3
    if d.rng.random() < 0.5 and is_float(d.values[i]):
        d.add(f"{number} / {{0}}", "", d.positive(i), rule="math")
    else:
        text = f"{{0}} / {number}"
        d.add(_with_width(d, i, number, text), text, i, rule="math")


@operation(1.5)
def integer_division(d: Draft) -> None:
    """Quotients and remainders of integers, by what is not zero."""
    i = d.pick(is_int)
    kind = name_of(d.values[i])
    if d.rng.random() < 0.5:
        b = str(d.rng.choice([1, 2, 3, 7] if kind == "uint8" else [-3, -1, 1, 2, 3, 7]))
        inputs = [i]
    else:
        shape = tuple(d.values[i].shape)
        j = d.leaf(shape[d.rng.randrange(len(shape) + 1) :], kind, 1, 6)
        b, inputs = "{1}", [i, j]
    text = d.rng.choice([
        f"{{0}} // {b}", f"{{0}} % {b}", f"{{0}}.fmod({b})",
        f"{{0}}.div({b}, rounding_mode='trunc')",
        f"{{0}}.div({b}, rounding_mode='floor')",
    ])  # fmt: skip
    d.add(text, "", *inputs)


@operation(0.7)
def float_remainder(d: Draft) -> None:
    """Remainders of floats, where no quotient is nearly whole."""
    i = d.pick(lambda v: v.dtype in (torch.float32, torch.float64))
    number = d.rng.choice([0.7, 1.3, 2.5, 3.0])
    quotient = d.values[i].double() / number
    if bool(((quotient - quotient.round()).abs() < 1e-3).any()) or d.smooth:
        raise Reject("a remainder may jump")
    name = d.rng.choice(["%", "//", "fmod"])
    text = f"{{0}}.fmod({number})" if name == "fmod" else f"{{0}} {name} {number}"
    d.add(text, "", i, rule="norm")


@operation(1.0)
def powers(d: Draft) -> None:
    """Powers of positive floats, and small powers of integers."""
    kind = d.rng.randrange(4)
    if kind == 0:
        i = d.pick(is_int)
        d.add(f"{{0}} ** {d.rng.choice([0, 1, 2, 3])}", "", i)
        return
    i = d.within(d.positive(d.pick_float()), 6.0)
    if kind == 1:
        number = d.rng.choice([0.5, -1, 2, 3, 1.5, 0])
        d.add(f"{{0}}.pow({number})", "", i, rule="square")
    elif kind == 2:
        d.add(f"{d.rng.choice([2.0, 0.5, 3.0])} ** {{0}}", "", i, rule="exp")
    else:
        j = d.within(d.partner(i, name_of(d.values[i])), 3.0)
        d.add("{0} ** {1}", "", i, j, rule="exp")


@operation(1.0, special=True)
def bits(d: Draft) -> None:
    """And, or, xor and not of integers and bools."""
    i = d.pick(lambda v: not is_float(v))
    if d.rng.random() < 0.25:
        d.add(d.rng.choice(["~{0}", "{0}.bitwise_not()"]), "", i)
        return
    j = d.partner(i, name_of(d.values[i]))
    d.add(f"{{0}} {d.rng.choice('&|^')} {{1}}", "", i, j)


@operation(0.6)
def shifts(d: Draft) -> None:
    """Shifts by less than the width."""
    i = d.pick(is_int)
    if d.rng.random() < 0.5:
        d.add(f"{{0}} {d.rng.choice(['<<', '>>'])} {d.rng.randrange(5)}", "", i)
    else:
        j = d.leaf(tuple(d.values[i].shape), name_of(d.values[i]), 0, 7)
        d.add(f"{{0}} {d.rng.choice(['<<', '>>'])} {{1}}", "", i, j)


@operation(2.5, special=True)
def comparisons(d: Draft) -> None:
    """Comparisons with tensors and numbers."""
    i = d.pick()
    name = d.rng.choice(["<", "<=", ">", ">=", "==", "!="])
    if d.rng.random() < 0.4:
        number = d.number(i)
        text = f"{{0}} {name} {number}" if d.rng.random() < 0.7 else f"{number} {name} {{0}}"
        d.add(text, "", i)
        return
    j = d.partner(i)
    a, b = d.same(i, j)
    d.add(f"{{0}} {name} {{1}}", f"{a} {name} {b}", i, j)


@operation(1.5, special=True)
def extremes(d: Draft) -> None:
    """The greater or lesser of two."""
    i = d.pick()
    name = d.rng.choice(["maximum", "minimum"])
    j = d.partner(i)
    a, b = d.same(i, j)
    d.add(f"{{0}}.{name}({{1}})", f"torch.{name}({a}, {b})", i, j)


@operation(1.2)
def clips(d: Draft) -> None:
    """Bounds on one or both sides."""
    i = d.pick(lambda v: v.dtype is not torch.bool)
    low, high = (0, 3) if is_int(d.values[i]) else (-1.25, 1.5)
    text = d.rng.choice([f"{low}, {high}", f"{low}, None", f"None, {high}"])
    d.add(f"{{0}}.{d.rng.choice(['clip', 'clamp'])}({text})", "", i)


@operation(2.0, special=True)
def choice(d: Draft) -> None:
    """`where` and `masked_fill`."""
    i = d.pick()
    j = d.partner(i)
    shape = torch.broadcast_shapes(d.values[i].shape, d.values[j].shape)
    try:
        mask = d.pick(lambda v: v.dtype is torch.bool and v.shape == shape)
    except Reject:
        mask = d.leaf(tuple(shape), "bool")
    if d.rng.random() < 0.3 and d.values[i].shape == shape and is_float(d.values[i]):
        number = d.number(i)
        d.add(f"{{0}}.masked_fill({{1}}, {number})", "", i, mask)
        return
    kind = torch.promote_types(d.values[i].dtype, d.values[j].dtype)
    theirs = f"torch.where({{0}}, {{1}}.to({kind}), {{2}}.to({kind}))"
    d.add("{0}.where({1}, {2})", theirs, mask, i, j)


@operation(0.8)
def of_two_floats(d: Draft) -> None:
    """Functions of two floats of one dtype."""
    i = d.pick_float()
    j = d.partner(i, name_of(d.values[i]))
    name = d.rng.choice(["copysign", "logaddexp", "lerp", "isclose"])
    if name == "copysign":
        if bool((d.values[j] == 0).any()):
            raise Reject("the sign of a zero is not defined")
        d.add("{0}.copysign({1})", "", i, j)
    elif name == "logaddexp":
        d.add("{0}.logaddexp({1})", "", d.within(i, 10.0), d.within(j, 10.0), rule="norm")
    elif name == "lerp":
        d.add(f"{{0}}.lerp({{1}}, {d.rng.choice([0.3, 0.5, 0.9])})", "", i, j, rule="norm")
    else:
        tolerance = d.rng.choice([0.1, 0.7])
        d.add(f"{{0}}.isclose({{1}}, rtol=0.01, atol={tolerance})", "", i, j)


@operation(2.0)
def casts(d: Draft) -> None:
    """Conversions; of floats to integers only where these reach."""
    i, dtype = d.pick(), d.dtype()
    value = d.values[i]
    if is_float(value) and dtype in ("int32", "int64", "uint8") and value.numel():
        least, most = float(value.double().min()), float(value.double().max())
        if least < (0 if dtype == "uint8" else -1e6) or most > (255 if dtype == "uint8" else 1e6):
            raise Reject("out of range")
    if dtype == "float16" and value.numel() and float(value.double().abs().max()) > 2e3:
        raise Reject("out of range")
    rule = "round" if dtype.startswith(("float", "bfloat")) and name_of(value) != dtype else "exact"
    d.add(f"{{0}}.cast(dtypes.{dtype})", f"{{0}}.to(torch.{dtype})", i, rule=rule)


@operation(0.4, special=True)
def bitcasts(d: Draft) -> None:
    """The same bits as another dtype of the width."""
    pairs = {"float32": "int32", "int32": "float32", "float64": "int64"}
    i = d.pick(lambda v: name_of(v) in pairs and not bool(v.isnan().any()))
    if is_int(d.values[i]):
        raise Reject("the bits may be those of a NaN")
    dtype = pairs[name_of(d.values[i])]
    d.add(f"{{0}}.bitcast(dtypes.{dtype})", f"{{0}}.view(torch.{dtype})", i)
