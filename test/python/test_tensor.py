"""What a tensor is made from and tells about itself."""

from __future__ import annotations

import numpy as np
import pytest
from support import FLOATS, INTS, SHAPES, check, numbers
from tinymlir import GlobalCounters, Tensor, Variable, dtypes


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
def test_from_blob_shares_memory(dtype, rng):
    array = numbers(rng, (3, 4), dtype)
    tensor = Tensor.from_blob(array.ctypes.data, (3, 4), dtype=dtype)
    check(tensor, array)
    tensor.assign(tensor.clone().flip(0).contiguous()).realize()
    check(tensor, array)


def test_from_blob_refuses():
    assert Tensor.from_blob(0, (0, 3)).shape == (0, 3)
    with pytest.raises(ValueError, match=r"Tensor\.from_blob: address 0x0 is 0"):
        Tensor.from_blob(0, (2,))
    with pytest.raises(ValueError, match="not aligned to float32"):
        Tensor.from_blob(3, 2)
    with pytest.raises(ValueError, match="sizes >= 0"):
        Tensor.from_blob(8, (-1,))


def test_files_are_mapped(tmp_path, rng):
    array = numbers(rng, (5, 3), "float32")
    path = tmp_path / "numbers"
    path.write_bytes(b"head" + array.tobytes())
    tensor = Tensor(path)
    assert tensor.dtype is dtypes.uint8 and tensor.shape == (64,)
    check(tensor[4:].bitcast("float32").reshape(5, 3), array)
    assert tensor.assign(tensor + 1).tolist()[0] == ord("h") + 1
    assert path.read_bytes()[:4] == b"head"
    empty = tmp_path / "empty"
    empty.touch()
    assert Tensor(empty).shape == (0,)
    with pytest.raises(FileNotFoundError):
        Tensor(tmp_path / "missing")


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes_and_their_bounds(shape):
    tensor = Tensor.zeros(*shape)
    assert tensor.max_shape == shape and tensor.max_numel() == tensor.numel()
    assert Tensor.invalids(*shape, dtype="int8").shape == shape


def test_bounds_of_symbolic_shapes():
    n = Variable("n", 1, 8).bind(3)
    tensor = Tensor.zeros(8, 2)[:n]
    assert tensor.max_shape == (8, 2) and tensor.max_numel() == 16


def test_constants_of_one_shape():
    x = Tensor([[1, 2]])
    check(x.const_like(3), np.array([[3, 3]], np.int32))
    check(x.const_like(3, "float16"), np.array([[3, 3]], np.float16))
    check(x.const_like(True, dtype=dtypes.bool), np.array([[True, True]]))


def test_other_operands_become_tensors():
    x = Tensor([1.0, 2.0], dtype="float16")
    assert x.ufix(2).dtype is dtypes.float16 and x.ufix(2).item() == 2
    assert x.ufix(x) is not x and x.ufix(x).uop is x.uop
    assert Tensor([1]).ufix(2.5).dtype is dtypes.weakfloat
    check(x.ufix(np.array([3])), np.array([3]))
    with pytest.raises(TypeError, match=r"Tensor\.ufix: an operand is"):
        x.ufix("2")


def test_ops_by_name(rng):
    a, b = numbers(rng, (3,), "float32"), numbers(rng, (2, 1), "float32")
    check(Tensor(a).alu("add", Tensor(b)), a + b)
    check(Tensor(a).alu("cmplt", 0), a < 0)
    check((Tensor(a) > 0).alu("where", 1.0, Tensor(a)), np.where(a > 0, np.float32(1), a))
    check(Tensor(a).alu("trunc"), np.trunc(a))
    with pytest.raises(ValueError, match=r"Tensor\.alu: there is no elementwise op 'nothing'"):
        Tensor(a).alu("nothing")


def test_sums_and_products_of_tensors(rng):
    a, b = numbers(rng, (3,), "float32"), numbers(rng, (2, 1), "float32")
    check(Tensor(a).usum(Tensor(b), 2), a + b + 2)
    check(Tensor(a).uprod(Tensor(b), 2), a * b * 2)
    check(Tensor(a).usum(), a)


def test_realize_without_counting():
    GlobalCounters.reset()
    x = (Tensor([1.0, 2.0]) * 5).realize(do_update_stats=False)
    assert GlobalCounters.kernel_count == 0 and x.tolist() == [5.0, 10.0]
    (x + 1).realize()
    assert GlobalCounters.kernel_count == 1


def test_bytes_are_mixed_with_rounding():
    a, b = Tensor([0, 255, 10], dtype="uint8"), Tensor([255, 0, 20], dtype="uint8")
    weight = Tensor([0.5, 0.25, 0.1])
    assert a.lerp(b, weight).tolist() == [128, 191, 11]
    assert a.lerp(b, weight).dtype is dtypes.uint8


@pytest.mark.parametrize("target", ["uint8", "uint16", "float64", "int32"])
def test_nothing_is_bitcast(target):
    assert Tensor.zeros(2, 0).bitcast(target).shape == (2, 0)
    assert Tensor.zeros(0, 4).bitcast(target).shape[0] == 0


def test_devices_and_kinds():
    x = Tensor([1.0])
    assert x.to_("CPU:0") is x and x.device == "CPU"
    with pytest.raises(ValueError, match="unknown device 'moon'"):
        x.to_("moon")
    assert x.is_floating_point() and Tensor(1.5).is_floating_point()
    assert not Tensor([1]).is_floating_point() and not Tensor([True]).is_floating_point()
