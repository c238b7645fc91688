"""The graph arena behind `UOp`: identity, lifetime, errors, gradients."""

from __future__ import annotations

import copy
import gc
import pickle

import pytest
from tinymlir import _core
from tinymlir._core import UOp, dtype_by_name

F32, I32 = dtype_by_name["float32"], dtype_by_name["int32"]


def leaf(*shape: int, dtype: _core.DType = F32) -> UOp:
    count = 1
    for size in shape:
        count *= size
    return UOp.from_buffer(_core.Buffer(count * dtype.itemsize), shape, dtype)


def node_count() -> int:
    gc.collect()
    return int(_core.stats()["nodes"])


def test_equal_expressions_are_one_object():
    x, y = leaf(2, 3), leaf(2, 3)
    assert x + y is x + y
    assert (x * 2).alu("exp2") is (x * 2).alu("exp2")
    assert x.reshape((6,)) is x.reshape([6])
    assert x + y is not y * x
    assert UOp.const(3) is UOp.const(3)
    assert UOp.const(3) is not UOp.const(3.0)
    assert UOp.const(0.0) is not UOp.const(-0.0)
    assert UOp.const(float("nan")) is UOp.const(float("nan"))


def test_each_buffer_is_a_node_of_its_own():
    buffer = _core.Buffer(8)
    first = UOp.from_buffer(buffer, (2,), F32)
    assert UOp.from_buffer(buffer, (2,), F32) is not first
    assert first.is_realized
    assert first.buffer is not None
    assert first.buffer.ptr == buffer.ptr


def test_nodes_die_with_their_last_reference():
    before = node_count()
    x = leaf(4)
    long = x
    for _ in range(50_000):
        long = long + x
    assert node_count() > before + 50_000
    del long
    assert node_count() == before + 2
    del x
    assert node_count() == before


def test_a_failed_op_leaves_nothing():
    x, y = leaf(2), leaf(3)
    before = node_count()
    for _ in range(3):
        with pytest.raises(ValueError, match="do not broadcast"):
            (x * 2.5) + y
        with pytest.raises(ValueError, match="reshape"):
            x.reshape((5,))
    assert node_count() == before


def test_buffers_die_with_their_nodes():
    before = _core.stats()["mem_used"]
    x = leaf(1 << 16)
    y = x + 1
    del x
    assert _core.stats()["mem_used"] >= before + (1 << 18)
    del y
    assert _core.stats()["mem_used"] == before


def test_what_changes_nothing_is_no_node():
    x = leaf(2, 3)
    assert x.reshape((2, 3)) is x
    assert x.permute((0, 1)) is x
    assert x.expand((2, 3)) is x
    assert x.pad((0, 0), (0, 0)) is x
    assert x.shrink((0, 0), (2, 3)) is x
    assert x.flip(()) is x
    assert x.reduce("add", ()) is x
    assert x.cast(F32) is x


def test_numbers_mix_with_nodes():
    x, n = leaf(2), leaf(2, dtype=I32)
    assert (x + 1).dtype is F32
    assert (1 - x).src[0].arg == {"value": 1.0}
    assert (n * 2).dtype is I32
    assert (n + 0.5).dtype is dtype_by_name["weakfloat"]
    assert (x < 1).dtype is dtype_by_name["bool"]
    assert (x < 1).alu("where", x, 0).dtype is F32
    assert x.alu("max", True).dtype is F32


def test_integers_have_up_to_128_bits():
    for value in (0, -1, 2**63, 2**64 - 1, -(2**64), 2**127 - 1, -(2**127)):
        assert UOp.const(value).arg == {"value": value}
    for value in (2**127, -(2**127) - 1, 2**500):
        with pytest.raises(OverflowError, match="128 bits"):
            UOp.const(value)
        with pytest.raises(OverflowError, match="128 bits"):
            leaf(2) + value


def test_comparisons_other_than_equality_are_nodes():
    x, y = leaf(2), leaf(2)
    assert (x > y) is y.alu("cmplt", x)
    assert (x >= y).op == "cmpne"
    assert x != y and x == x
    assert len({x, y, x}) == 2


def test_operands_that_are_no_numbers():
    x = leaf(2)
    with pytest.raises(TypeError):
        x + "a"
    with pytest.raises(TypeError, match="'add' takes a UOp, bool, int or float, not str"):
        x.alu("add", "a")
    with pytest.raises(TypeError, match="'add' takes 2 operands, not 1"):
        x.alu("add")
    with pytest.raises(ValueError, match="no elementwise op 'addd'"):
        x.alu("addd", x)
    with pytest.raises(TypeError, match="is storage or a token"):
        x.src[0] + 1


def test_element_types_that_do_not_fit():
    x = leaf(2)
    with pytest.raises(RuntimeError, match=r"'tiny.and' op takes an integer type or i1"):
        x & x
    with pytest.raises(RuntimeError, match="condition is not a bool"):
        x.alu("where", x, x)
    with pytest.raises(RuntimeError, match="does not take weak floats"):
        (UOp.const(1.5).expand((3,)) * 2).reduce("add", (0,))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: x.reshape((7,)), r"shape \[7\] does not hold the elements"),
        (lambda x: x.permute((0, 0)), "is no permutation of the axes"),
        (lambda x: x.expand((4, 3)), "is no broadcast"),
        (lambda x: x.pad((1,), (1, 1)), "numbers for 2 axes"),
        (lambda x: x.pad((-1, 0), (0, 0)), "may be negative"),
        (lambda x: x.shrink((0, 1), (2, 3)), "leave the bounds"),
        (lambda x: x.flip((2,)), "are not different axes"),
        (lambda x: x.reduce("add", (1, 1)), "are not ascending axes"),
        (lambda x: x.reduce("mean", (1,)), "the kind is 'add', 'mul' or 'max'"),
        (lambda x: UOp.stack([x, x.reshape((6,))]), "operands of types"),
        (lambda x: UOp.stack([]), "needs an operand"),
        (lambda x: UOp.iota((2,), 3), "axis 3 is not an axis"),
        (lambda x: UOp.iota((), 0), "makes a tensor or vector"),
        (lambda x: x.assign(leaf(5)), "is no broadcast"),
        (lambda x: UOp.from_buffer(_core.Buffer(4), (2,), F32), "does not hold the shape"),
    ],
)
def test_shapes_that_do_not_fit(call, message):
    with pytest.raises(ValueError, match=message):
        call(leaf(2, 3))


def test_arguments_of_the_wrong_kind():
    x = leaf(2, 3)
    assert x.reshape(6) is x.reshape((6,))
    with pytest.raises(TypeError, match="reshape: expected integers"):
        x.reshape((6.0,))
    with pytest.raises(OverflowError, match="expand: a number is too large"):
        x.expand((1 << 62, 2, 3))
    with pytest.raises(RuntimeError, match="no weak type"):
        UOp.from_buffer(_core.Buffer(8), (1,), dtype_by_name["weakint"])
    with pytest.raises(RuntimeError, match="not the content of storage"):
        (x + 1).assign(x)


def test_looking_at_a_node():
    x = leaf(2, 3)
    y = x.permute((1, 0)).pad((1, 0), (0, 2))
    assert (y.op, y.shape, y.dtype) == ("pad", (4, 4), F32)
    assert y.arg == {"low": (1, 0), "sizes": (4, 4)}
    assert y.src[0].arg == {"order": (1, 0)}
    assert y.base is x
    assert repr(y) == "<UOp pad tensor<4x4xf32>>"
    total = x.reduce("max", (1,))
    assert total.arg == {"kind": "max", "axes": (1,)}
    assert total.shape == (2, 1)
    assert x.cast(I32).arg == {"dtype": I32}
    token = x.assign(x + 1).src[0].src[1]
    assert (token.op, token.dtype.name) == ("store", "void")


def test_the_graph_as_a_module():
    text = (leaf(2, 3) * 2).mlir()
    assert "tiny.function @main" in text
    assert "tiny.mul" in text
    assert "i32" in (UOp.const(2) * 3).mlir()


def test_reductions_and_paddings_of_nothing_are_constants():
    x = leaf(0, 3)
    assert x.reduce("add", (0,)).src[0].arg == {"value": 0.0}
    assert x.reduce("max", (0,)).src[0].arg == {"value": float("-inf")}
    assert leaf(0, dtype=I32).reduce("max", (0,)).src[0].arg == {"value": -(2**31)}
    assert x.pad((1, 0), (1, 0)).src[0].op == "const"
    assert x.reduce("add", (1,)).shape == (0, 1)


def test_dtypes_are_single_ordered_and_picklable():
    assert F32 is dtype_by_name["float32"]
    assert copy.deepcopy(F32) is F32 is _core.DType("float32")
    assert pickle.loads(pickle.dumps(F32)) is F32
    assert sorted([F32, I32, dtype_by_name["bool"]])[-1] is F32
    assert _core.promote(I32, dtype_by_name["float16"]).name == "float16"
    assert _core.promote(dtype_by_name["int8"], dtype_by_name["uint8"]).name == "int16"
    assert _core.sum_dtype(dtype_by_name["uint8"]).name == "uint32"
    assert _core.least_upper_float(I32, F32) is F32
    with pytest.raises(TypeError, match="expected a DType"):
        _core.promote(1)


def test_gradient_of_a_node_on_the_way():
    x = leaf(2, 3)
    middle = x.reshape((3, 2))
    loss = (middle.reshape((6,)) * 2).reduce("add", (0,)).reshape(())
    one = UOp.const(1.0)
    to_middle, to_x, to_other = _core.gradient(loss, [middle, x, leaf(1)], one)
    assert to_middle is not None and to_middle.shape == (3, 2)
    assert to_x is not None and to_x.shape == (2, 3)
    assert to_other is None
    assert _core.gradient(loss, [loss], one)[0] is one.cast(F32)


def test_gradient_stops_at_detach_and_storage():
    x = leaf(3)
    one = UOp.const(1.0)
    assert _core.gradient(x.detach().alu("sin"), [x], one) == [None]
    assigned = x.assign(x * 2)
    assert _core.gradient(assigned * 3, [x], one) == [None]
    assert _core.gradient(assigned * 3, [assigned], one)[0] is not None


def test_gradient_sums_over_broadcast_axes():
    x, bias = leaf(4, 3), leaf(3)
    (found,) = _core.gradient(x + bias, [bias], UOp.const(1.0))
    assert found is not None and found.shape == (3,)


def test_gradients_leave_no_nodes():
    x = leaf(4, 3)
    loss = (x.alu("sin") * x).reduce("add", (0, 1))
    before = node_count()
    for _ in range(10):
        _core.gradient(loss, [x], UOp.const(1.0))
    assert node_count() == before
