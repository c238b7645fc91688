"""Walking the graph of a UOp, replacing in it, and the factors of integers."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinymlir import Tensor, UOp, Variable, dtypes
from tinymlir.uop.ops import Ops


def stored(*numbers: float) -> Tensor:
    return Tensor(list(numbers)).contiguous().realize()


def test_a_node_comes_behind_its_sources():
    x = stored(1.0, 2.0)
    uop = ((x + 1) * (x + 1).exp()).sum().uop
    order = list(uop.toposort())
    assert order[-1] is uop and len(set(order)) == len(order)
    place = {node: number for number, node in enumerate(order)}
    assert all(place[source] < place[node] for node in order for source in node.src)
    assert list(uop.backward_slice) == order[:-1] and list(uop.backward_slice_with_self) == order
    assert uop.op_in_backward_slice_with_self(Ops.EXP2, Ops.SIN)
    assert not uop.op_in_backward_slice_with_self(Ops.SIN)


def test_a_gate_ends_the_walk():
    x = stored(1.0, 2.0)
    middle = (x + 1).uop
    order = (Tensor(middle) * 2).uop.toposort(gate=lambda uop: uop is not middle)
    assert middle not in order and x.uop not in order


def test_a_long_chain_needs_no_recursion():
    uop = stored(1.0).uop
    for _ in range(5000):
        uop = uop + 1.0
    assert len(uop.toposort()) > 5000 and len(uop.key) == 32


def test_nodes_are_replaced():
    x, y = stored(1.0, 2.0), stored(5.0, 6.0)
    uop = (x.exp() + x).uop
    other = uop.substitute({x.uop: y.uop})
    np.testing.assert_allclose(Tensor(other).numpy(), np.exp(y.numpy()) + y.numpy(), rtol=1e-6)
    assert uop.substitute({}) is uop and uop.substitute({y.uop: x.uop}) is uop
    with pytest.raises(TypeError, match="shape and dtype"):
        uop.substitute({x.uop: stored(1.0).uop})
    with pytest.raises(TypeError, match="is a UOp"):
        uop.substitute({1: x.uop})


def test_equal_graphs_have_equal_keys():
    def graph(x, y):
        return (x * 2 + y).sum().uop

    x, y = stored(1.0, 2.0), stored(3.0, 4.0)
    assert graph(x, y).key == graph(y, x).key
    assert graph(x, y).key != graph(x, x).key
    assert graph(x, y).key != (x * 3 + y).sum().uop.key
    script = "from tinymlir import Tensor; print((Tensor.arange(4) * 2).uop.key.hex())"
    keys = {
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout
        for _ in range(2)
    }
    assert keys == {(Tensor.arange(4) * 2).uop.key.hex() + "\n"}


def test_what_a_node_is_told():
    assert "min=1" in Variable("n", 1, 9).argstr() and UOp.const(3).argstr() == "value=3"


N, M = Variable("n", 0, 20), Variable("m", 2, 40, multiple_of=2)
NUMBERS = st.integers(-12, 12)


@st.composite
def integers(draw):
    """Sums and products of variables and numbers."""
    expression = draw(st.sampled_from([N, M])) * draw(NUMBERS) + draw(NUMBERS)
    for _ in range(draw(st.integers(0, 3))):
        expression = draw(
            st.sampled_from(
                [expression * 2, expression + M * 3, expression + 4, expression * N, -expression]
            )
        )
    return expression if isinstance(expression, UOp) else UOp.const(expression)


@settings(max_examples=150, deadline=None)
@given(integers(), st.integers(0, 20), st.integers(1, 20), st.sampled_from([2, 3, 4, 6]))
def test_factors_hold_for_all_numbers(expression, n, m, divisor):
    numbers = {"n": n, "m": 2 * m}
    value = expression.sym_infer(numbers)
    factor = expression.const_factor()
    assert value == 0 if factor == 0 else value % factor == 0
    if (quotient := expression.divides(divisor)) is not None:
        assert quotient.sym_infer(numbers) * divisor == value
    rest, constant = expression.pop_const()
    assert rest.sym_infer(numbers) + constant == value
    assert sum(part.sym_infer(numbers) for part in expression.split_uop(Ops.ADD)) == value
    assert UOp.gcd(expression, UOp.const(12)) in (1, 2, 3, 4, 6, 12)


def test_where_there_is_no_constant_it_is_the_identity():
    assert N.pop_const() == (N, 0) and N.pop_const(Ops.MUL) == (N, 1)
    assert N.pop_const(Ops.AND) == (N, -1) and (N * 3).pop_const(Ops.MUL) == (N, 3)
    with pytest.raises(ValueError, match="pop_const: max leaves no number"):
        N.pop_const(Ops.MAX)


def test_the_simplest_form():
    assert (N - N).ssimplify() == 0 and (N * 1).ssimplify() is N
    assert (N * 4 + 8).divides(4).render() == "n + 2"
    assert (M // 2 * 2).ssimplify() is M
    assert N.overflows(dtypes.uint8) is False and (N - 1).overflows(dtypes.uint8) is True
    with pytest.raises(KeyError):
        N.sym_infer({})
