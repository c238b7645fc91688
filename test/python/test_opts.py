"""Opts given by hand give the numbers of the kernel without them."""

from __future__ import annotations

import numpy as np
import pytest
from tinymlir import Context, Tensor
from tinymlir.codegen.opt import KernelOptError, Opt, OptOps, format_opts
from tinymlir.engine import collect_stages

UPCAST, UNROLL, LOCAL = OptOps.UPCAST, OptOps.UNROLL, OptOps.LOCAL
GROUP, GROUPTOP, THREAD = OptOps.GROUP, OptOps.GROUPTOP, OptOps.THREAD
PADTO, SWAP, NOLOCALS = OptOps.PADTO, OptOps.SWAP, OptOps.NOLOCALS

OptList = list[tuple]


def apply(tensor: Tensor, opts: OptList) -> np.ndarray:
    """Compute a tensor with opts, in a target that has workgroups."""
    with Context(CPU_LOCAL=1):
        return tensor.contiguous(arg=[Opt(*opt) for opt in opts]).numpy()


def array(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.uniform(-1, 1, shape).astype(np.float32)


def check_all(tensor: Tensor, expected: np.ndarray, lists: list[OptList]) -> None:
    for opts in lists:
        np.testing.assert_allclose(apply(tensor, opts), expected, 1e-4, 1e-5, err_msg=str(opts))


def test_upcasts_and_locals_of_an_elementwise_kernel(rng):
    a, b = array(rng, 32, 24), array(rng, 32, 24)
    lists = [
        [],
        [(UPCAST, 0, 4)],
        [(UPCAST, 1, 8)],
        [(UPCAST, 0, 4), (UPCAST, 1, 3)],
        [(LOCAL, 0, 4), (LOCAL, 0, 8)],
        [(LOCAL, 1, 8), (UPCAST, 2, 4)],
        [(LOCAL, 0, 8), (UPCAST, 0, 4), (UPCAST, 0, 4)],
        [(SWAP, 0, 1), (UPCAST, 1, 8)],
        [(THREAD, 0, 4), (UPCAST, 1, 8)],
        [(THREAD, 1, 2), (UPCAST, 0, 8), (LOCAL, 0, 2)],
        [(NOLOCALS,), (UPCAST, 1, 12)],
    ]
    check_all(Tensor(a) * 2 + Tensor(b), a * 2 + b, lists)


def test_locals_and_groups_of_a_matrix_product(rng):
    a, b = array(rng, 16, 32), array(rng, 32, 24)
    lists = [
        [(LOCAL, 0, 4), (LOCAL, 1, 4)],
        [(GROUP, 0, 4)],
        [(GROUPTOP, 0, 8)],
        [(GROUP, 0, 4), (UNROLL, 0, 4)],
        [(GROUP, 0, 4), (UNROLL, 0, 4), (UNROLL, 0, 2)],
        [(GROUPTOP, 0, 4), (UNROLL, 0, 2), (UPCAST, 1, 8)],
        [(LOCAL, 0, 4), (GROUPTOP, 0, 8), (UNROLL, 0, 4), (UPCAST, 0, 4)],
        [(LOCAL, 0, 2), (LOCAL, 1, 4), (GROUP, 0, 4), (UPCAST, 1, 2), (UPCAST, 0, 2)],
        [(LOCAL, 1, 4), (GROUP, 0, 0)],
        [(UNROLL, 0, 4), (GROUP, 0, 4), (THREAD, 0, 2)],
        [(GROUP, 0, 2), (GROUP, 0, 2), (UPCAST, 0, 4)],
        [(UPCAST, 0, 4), (UPCAST, 1, 4), (UNROLL, 0, 4), (THREAD, 0, 4)],
        [(SWAP, 0, 1), (UPCAST, 0, 4), (UNROLL, 0, 8)],
    ]
    check_all(Tensor(a) @ Tensor(b), a @ b, lists)


def test_two_reductions_of_one_kernel(rng):
    a = array(rng, 8, 8, 16)
    x = Tensor(a)
    lists = [
        [(GROUPTOP, 0, 2)],
        [(GROUPTOP, 0, 2), (GROUPTOP, 1, 4)],
        [(GROUP, 0, 4), (GROUP, 0, 2), (UNROLL, 0, 2), (UNROLL, 1, 2)],
        [(LOCAL, 0, 4), (GROUPTOP, 1, 4), (UNROLL, 1, 4)],
        [(LOCAL, 0, 2), (UPCAST, 0, 2), (GROUPTOP, 0, 4), (GROUPTOP, 1, 4)],
    ]
    check_all(x.sum(axis=(1, 2)), a.sum(axis=(1, 2)), lists)
    lists = [[(UNROLL, 0, 4)], [(UNROLL, 1, 4)], [(GROUP, 0, 4), (UNROLL, 0, 2), (UNROLL, 2, 4)]]
    check_all((x.max(axis=2).sum(axis=1)), a.max(axis=2).sum(axis=1), lists)


@pytest.mark.parametrize("size", [13, 17, 30])
def test_padded_loops_compute_nothing_new(rng, size):
    a, b = array(rng, size, size) + 2, array(rng, size, size)
    x, y = Tensor(a), Tensor(b)
    outputs: list[OptList] = [
        [(PADTO, 0, 32)],
        [(PADTO, 0, 8), (UPCAST, 0, 8)],
        [(PADTO, 1, 32), (UPCAST, 1, 16)],
        [(PADTO, 0, 4), (PADTO, 1, 4), (UPCAST, 0, 4), (UPCAST, 1, 4)],
        [(PADTO, 0, 8), (LOCAL, 0, 8)],
        [(PADTO, 0, 32), (THREAD, 0, 4)],
    ]
    reductions: list[OptList] = [
        [(PADTO, 1, 32)],
        [(PADTO, 1, 32), (UNROLL, 0, 4)],
        [(PADTO, 1, 32), (UNROLL, 0, 0)],
        [(PADTO, 0, 32), (PADTO, 1, 32), (UPCAST, 0, 4), (UNROLL, 0, 8)],
        [(PADTO, 1, 8), (GROUP, 0, 8)],
        [(PADTO, 1, 8), (GROUPTOP, 0, 8), (UNROLL, 0, 2)],
    ]
    check_all(x.exp() + y, np.exp(a) + b, outputs)
    check_all(x.sum(axis=1), a.sum(axis=1), reductions)
    check_all(x.exp().sum(axis=1), np.exp(a).sum(axis=1), reductions)
    check_all(x.max(axis=1), a.max(axis=1), reductions)
    check_all((-x).max(axis=1), (-a).max(axis=1), reductions)
    check_all((x * 0.4).prod(axis=1), (a * np.float32(0.4)).prod(axis=1), reductions)
    check_all((y > 0).where(x, 1).sum(axis=1), np.where(b > 0, a, 1).sum(axis=1), reductions)
    both = [[(PADTO, 0, 32), (PADTO, 1, 32), (PADTO, 2, 32), *opts] for opts in (
        [(UPCAST, 0, 4), (UPCAST, 1, 8), (UNROLL, 0, 4)], [(UNROLL, 0, 8)], [(GROUP, 0, 4)],
    )]  # fmt: skip
    check_all(x @ y, a @ b, both)


def test_padded_integers_and_bools(rng):
    a = rng.integers(-9, 9, (7, 13)).astype(np.int32)
    x = Tensor(a)
    opts: OptList = [(PADTO, 1, 16), (UNROLL, 0, 16)]
    check_all(x.max(axis=1), a.max(axis=1), [opts])
    check_all((-x).max(axis=1), (-a).max(axis=1), [opts])
    check_all((x > 7).any(axis=1), (a > 7).any(axis=1), [opts, [(PADTO, 1, 16), (GROUP, 0, 4)]])
    check_all((x > -9).all(axis=1), (a > -9).all(axis=1), [opts])


def _random_opt(rng: np.random.Generator) -> tuple:
    op = OptOps(rng.choice([op.value for op in OptOps if op is not OptOps.TC]))
    if op is NOLOCALS:
        return (op,)
    amounts = {PADTO: [4, 8, 16], SWAP: [0, 1, 2], THREAD: [0, 2, 3, 4]}
    return op, int(rng.integers(0, 4)), int(rng.choice(amounts.get(op, [0, 2, 3, 4, 6, 8])))


def check_random_opts(seed: int) -> int:
    """Extend a list of opts at random by what is legal; return its length."""
    rng = np.random.default_rng(seed)
    shape = [int(n) for n in rng.choice([1, 3, 4, 6, 8, 12, 13], 3)]
    a = rng.uniform(-1, 1, shape).astype(np.float32)
    kind = rng.integers(0, 6)

    def build() -> tuple[Tensor, np.ndarray]:
        x = Tensor(a)
        if kind == 0:
            return x.permute(2, 0, 1) * 2 + 1, a.transpose(2, 0, 1) * 2 + 1
        if kind == 1:
            return x.exp().sum(axis=(0, 2)), np.exp(a).sum(axis=(0, 2))
        if kind == 2:
            return x @ x.transpose(1, 2), a @ a.transpose(0, 2, 1)
        if kind == 3:
            return x.max(axis=1), a.max(axis=1)
        if kind == 4:
            return x.pad(((1, 1), (0, 2), (1, 0))).sum(axis=0), np.pad(
                a, ((1, 1), (0, 2), (1, 0))
            ).sum(axis=0)
        return (x.sum(axis=2, keepdim=True) * x).max(axis=0), (
            a.sum(axis=2, keepdims=True) * a
        ).max(axis=0)

    opts: OptList = []
    for _ in range(8):
        opt = _random_opt(rng)
        tensor, expected = build()
        try:
            found = apply(tensor, [*opts, opt])
        except KernelOptError:
            continue
        opts.append(opt)
        np.testing.assert_allclose(found, expected, 1e-4, 1e-5, err_msg=f"{seed}: {opts}")
    return len(opts)


def test_random_opts_give_the_same_numbers():
    assert sum(check_random_opts(seed) for seed in range(25)) > 25


def test_opts_reach_a_kernel_between_others(rng):
    a = array(rng, 16, 16)
    middle = (Tensor(a) + 1).contiguous(arg=[Opt(UPCAST, 1, 16), Opt(UPCAST, 0, 2)])
    texts: dict[tuple[str, str], str] = {}

    def dump(stage: str, name: str, text: str) -> None:
        texts[stage, name] = text

    with collect_stages(dump):
        result = (middle @ middle.T).numpy()
    np.testing.assert_allclose(result, (a + 1) @ (a + 1).T, 1e-5)
    given = [
        text for (stage, _), text in texts.items() if stage == "kernel" and "tiny.opts" in text
    ]
    assert len(given) == 1 and 'tiny.opts = "upcast:1:16,upcast:0:2"' in given[0]


def test_other_opts_are_another_kernel(rng):
    a = array(rng, 64)
    names = []

    def dump(stage: str, name: str, text: str) -> None:
        if stage == "optimized":
            names.append(text.count("lanes ["))

    with collect_stages(dump):
        for opts in ([], [Opt(UPCAST, 0, 8)]):
            (Tensor(a) * 3).contiguous(arg=opts).realize()
    assert names == [0, 1]


def test_opts_are_applied_without_optimization_as_well(rng):
    a = array(rng, 8, 9)
    with Context(NOOPT=1):
        np.testing.assert_allclose(apply(Tensor(a) + 1, [(UPCAST, 1, 3)]), a + 1)
        with pytest.raises(KernelOptError):
            apply(Tensor(a) + 1, [(UPCAST, 1, 4)])


@pytest.mark.parametrize(
    ("opts", "message"),
    [
        ([(UPCAST, 0, 5)], r"'upcast:0:5': axis 0 \(weak, extent 16\) is no multiple of 5"),
        ([(UPCAST, 3, 2)], r"'upcast:3:2': there is no axis 3: the kernel has 2"),
        ([(UPCAST, 1, 2)], r"'upcast:1:2': axis 1 \(reduce, extent 64\) is of the wrong type"),
        ([(UNROLL, 0, 64)], r"'unroll:0:64': the amount 64 for .* is not in 1 to 32"),
        ([(GROUP, 1, 2)], r"'group:1:2': there is no reduced axis 1: the kernel has 1"),
        ([(LOCAL, 0, 16), (LOCAL, 0, 2)], r"'local:0:2': axis 0 \(local, extent 16\)"),
        ([(NOLOCALS,), (LOCAL, 0, 2)], r"'local:0:2': 'nolocals' has been applied"),
        ([(LOCAL, 0, 2), (NOLOCALS,)], r"'nolocals': axis 1 \(local, extent 2\) is one of a"),
        ([(PADTO, 0, 128)], r"'padto:0:128': axis 0 .* at least four times as long"),
        ([(UPCAST, 0, 4), (PADTO, 1, 8)], r"'padto:1:8': axis 1 \(upcast, extent 4\)"),
        ([(SWAP, 0, 1)], r"'swap:0:1': axis 0 .* and axis 1 .* are not two output loops"),
        ([(OptOps.TC, 0, (-1, 0, 1))], r"'tc:0:-1:0:1': the target has no tensor cores"),
    ],
)
def test_illegal_opts_say_why(rng, opts, message):
    a = Tensor(array(rng, 16, 64))
    with pytest.raises(KernelOptError, match="cannot apply " + message):
        apply(a.sum(axis=1), opts)


def test_the_cpu_has_no_workgroups(rng):
    a = Tensor(array(rng, 16, 64))
    for opt in (Opt(LOCAL, 0, 4), Opt(GROUP, 0, 4), Opt(GROUPTOP, 0, 4)):
        with pytest.raises(KernelOptError, match="the target has no workgroups"):
            a.sum(axis=1).contiguous(arg=[opt]).realize()


def test_opts_as_text():
    assert format_opts([Opt(UPCAST, 0, 4), Opt(NOLOCALS)]) == "upcast:0:4,nolocals"
    with pytest.raises(TypeError, match="expected opts, not 'upcast'"):
        Tensor([1.0]).contiguous(arg=["upcast"])  # type: ignore[list-item]
    assert repr(Opt(SWAP, 0, 1)) == "Opt(op=OptOps.SWAP, axis=0, arg=1)"
