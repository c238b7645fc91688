"""Memory shared with NumPy and with what speaks DLPack."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from support import FLOATS, INTS, check
from tinymlir import Tensor, dtypes


def address(t: Tensor) -> int:
    buffer = t.uop.buffer
    assert buffer is not None
    return buffer.ptr


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
def test_every_dtype_makes_the_round_trip(dtype):
    a = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype)
    check(Tensor(a), a)
    check(Tensor(a) if dtype == "bool" else Tensor(a) + 0, a)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("bfloat16", "bfloat16"), ("float8_e4m3fn", "float8_e4m3"), ("float8_e5m2", "float8_e5m2")],
)
def test_types_that_numpy_lacks_become_float32(kind, name):
    a = np.array([1.5, -2.0, 0.25]).astype(getattr(ml_dtypes, kind))
    t = Tensor(a)
    assert t.dtype.name == name
    assert t.numpy().dtype == np.float32 and t.tolist() == [1.5, -2.0, 0.25]
    assert t.data().tolist() == [1.5, -2.0, 0.25]


def test_contiguous_memory_is_taken_as_it_is():
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    t = Tensor(a)
    assert address(t) == a.ctypes.data
    a[0, 0] = 42
    assert t.tolist()[0][0] == 42.0


def test_memory_of_arrays_is_never_written():
    a = np.array([1.0, 2.0], np.float32)
    t = Tensor(a)
    t += 1
    assert t.tolist() == [2.0, 3.0] and a.tolist() == [1.0, 2.0]


def test_read_only_arrays_are_taken_as_they_are():
    a = np.array([1.0, 2.0], np.float32)
    a.flags.writeable = False
    t = Tensor(a)
    assert address(t) == a.ctypes.data
    t += 1
    assert t.tolist() == [2.0, 3.0] and a.tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a.T,
        lambda a: a[::2],
        lambda a: a[:, ::-1],
        lambda a: a[:, 1:],
        lambda a: np.broadcast_to(a[0], (3, 4)),
    ],
    ids=["transposed", "strided", "reversed", "cropped", "broadcast"],
)  # fmt: skip
def test_other_layouts_are_copied(view):
    a = view(np.arange(12, dtype=np.int32).reshape(3, 4))
    assert not a.flags.c_contiguous
    t = Tensor(a)
    assert address(t) != a.ctypes.data
    check(t, a)


def test_unaligned_memory_is_copied():
    a = np.frombuffer(bytes(range(17)), np.uint8)[1:].view(np.int32)
    assert not a.flags.aligned
    check(Tensor(a), a)


def test_the_other_byte_order_is_converted():
    a = np.array([1.5, 2.5], ">f4")
    check(Tensor(a), a.astype(np.float32))
    assert Tensor(np.array([1, 2], ">i8")).tolist() == [1, 2]


def test_arrays_without_axes_are_constants():
    t = Tensor(np.array(2.5, np.float64))
    assert t.shape == () and t.dtype is dtypes.float64 and t.uop.op == "const"
    check(t, np.float64(2.5))
    assert Tensor(np.float16(2)).dtype is dtypes.float16
    assert Tensor(np.uint64(2**64 - 1)).item() == 2**64 - 1
    assert Tensor(np.bool_(True)).item() is True


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 2, 5)])
def test_arrays_without_elements(shape):
    a = np.zeros(shape, np.float32)
    check(Tensor(a), a)
    check(Tensor(a) * 2 + 1, a)
    check(Tensor(a).sum(), np.float32(0))


@pytest.mark.parametrize(
    "array",
    [
        np.array([1j]), np.array(["a"]), np.array([object()]), np.array(["2020-01-01"], "M8[D]"),
        np.array([(1, 2)], "i4,i4"), np.array([1], np.longdouble), np.array([b"x"]),
    ],
    ids=lambda a: str(a.dtype),
)  # fmt: skip
def test_unsupported_dtypes_are_named(array):
    with pytest.raises(
        TypeError, match=r"(?s)^Tensor: NumPy dtype .* has no counterpart.*float32.*ndarray"
    ):
        Tensor(array)
    if array.size == 1 and array.dtype.names is None:
        with pytest.raises(TypeError, match="NumPy dtype"):
            Tensor([1.0]) + array


def test_uneven_lists_and_strange_elements():
    with pytest.raises(ValueError, match=r"(?s)^Tensor: the lists have different lengths"):
        Tensor([[1, 2], [3]])
    with pytest.raises(TypeError, match=r"(?s)^Tensor: cannot make a number of str"):
        Tensor([1, "a"])
    with pytest.raises(RuntimeError, match=r"(?s)^Tensor: can't create a Tensor from dict"):
        Tensor({})
    with pytest.raises(OverflowError, match=r"^Tensor: "):
        Tensor([2**40])


def test_dtypes_by_name_and_unknown_ones():
    assert Tensor([1], dtype="half").dtype is dtypes.float16
    with pytest.raises(ValueError, match=r"(?s)^Tensor: no dtype is named 'float31'.*float32"):
        Tensor([1], dtype="float31")
    with pytest.raises(TypeError, match="a dtype or its name"):
        Tensor([1], dtype=3)
    assert Tensor(np.array([1.7]), dtype="int8").tolist() == [1]


def test_numpy_copies_and_asarray_shares():
    t = Tensor([1.0, 2.0]).realize()
    copy, shared = t.numpy(), np.asarray(t)
    copy[0] = 9
    assert t.tolist() == [1.0, 2.0]
    assert shared.ctypes.data == address(t) and not shared.flags.writeable
    assert np.array(t, dtype=np.float64).dtype == np.float64
    assert np.asarray(t * 2).tolist() == [2.0, 4.0]


def test_memory_lives_as_long_as_what_shares_it():
    shared = np.asarray(Tensor(np.arange(1000.0)) + 1)
    others = [(Tensor(np.zeros(1000)) + i).realize() for i in range(5)]
    assert shared[:3].tolist() == [1.0, 2.0, 3.0] and len(others) == 5


def test_data_is_a_memoryview():
    view = Tensor([[1, 2], [3, 4]]).data()
    assert view.format == "i" and view.shape == (2, 2) and view.readonly
    assert view.tolist() == [[1, 2], [3, 4]]
    assert Tensor([[1, 2], [3, 4]]).T.data().tolist() == [[1, 3], [2, 4]]


def test_item_needs_one_element():
    assert Tensor([[3.5]]).item() == 3.5
    with pytest.raises(ValueError, match=r"Tensor\.item: item needs one element, the tensor has 2"):
        Tensor([1, 2]).item()
    with pytest.raises(ValueError, match="has 0"):
        Tensor([]).item()


def test_dlpack_from_and_to_numpy():
    a = np.arange(4, dtype=np.int64)
    t = Tensor.from_dlpack(a)
    assert address(t) == a.ctypes.data
    b = np.from_dlpack((t + 1).realize())
    assert b.tolist() == [1, 2, 3, 4]
    with pytest.raises(TypeError, match=r"Tensor\.from_dlpack: list does not have __dlpack__"):
        Tensor.from_dlpack([1])


def test_dlpack_from_and_to_pytorch():
    torch = pytest.importorskip("torch")
    x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    t = Tensor.from_dlpack(x)
    assert address(t) == x.data_ptr()
    check(t, x.numpy())
    u = (t * 2).realize()
    y = torch.from_dlpack(u)
    assert y.data_ptr() == address(u)
    assert y.tolist() == [[0.0, 2.0, 4.0], [6.0, 8.0, 10.0]]
    check(Tensor.from_dlpack(x.t()), x.t().numpy())


def test_repr_and_mlir_compute_nothing():
    from tinymlir import GlobalCounters

    GlobalCounters.reset()
    t = Tensor([[1.0, 2.0]]) * 3
    assert repr(t) == "<Tensor float32[1, 2] on CPU, lazy mul>"
    assert "tiny.mul" in t.mlir()
    assert GlobalCounters.kernel_count == 0
    assert "realized" in repr(t.realize())
