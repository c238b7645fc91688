"""Memory shared with other libraries: PyTorch and NumPy, in both directions."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from tinymlir import Tensor, dtypes

torch = pytest.importorskip("torch")

KINDS = {
    "bool": torch.bool, "uint8": torch.uint8, "int8": torch.int8, "uint16": torch.uint16,
    "int16": torch.int16, "uint32": torch.uint32, "int32": torch.int32, "uint64": torch.uint64,
    "int64": torch.int64, "float16": torch.float16, "bfloat16": torch.bfloat16,
    "float32": torch.float32, "float64": torch.float64, "fp8e4m3": torch.float8_e4m3fn,
    "fp8e5m2": torch.float8_e5m2,
}  # fmt: skip


def address(tensor: Tensor) -> int:
    return tensor.uop.buffer.ptr


@pytest.mark.parametrize("name", KINDS)
def test_pytorch_lends_and_borrows_each_dtype(name):
    kind = getattr(dtypes, name)
    given = torch.tensor([[0, 1, 1], [1, 0, 1]]).to(KINDS[name])
    tensor = Tensor(given)
    assert tensor.dtype is kind and tensor.shape == (2, 3)
    assert address(tensor) == given.data_ptr()
    assert tensor.float().tolist() == [[0, 1, 1], [1, 0, 1]]
    ours = Tensor([[0, 1, 1], [1, 0, 1]], dtype=kind).contiguous().realize()
    back = torch.from_dlpack(ours)
    assert back.dtype is KINDS[name] and back.data_ptr() == address(ours)
    assert back.float().tolist() == [[0, 1, 1], [1, 0, 1]]


@pytest.mark.parametrize("version", [None, (0, 8), (1, 0), (1, 1)])
def test_versions_of_the_protocol(version):
    tensor = Tensor([1.0, 2.0], dtype=dtypes.bfloat16).contiguous().realize()
    capsule = tensor.__dlpack__() if version is None else tensor.__dlpack__(max_version=version)
    named = "dltensor_versioned" if version and version >= (1, 0) else "dltensor"
    assert f'"{named}"' in repr(capsule)
    assert tensor.__dlpack_device__() == (1, 0)


def test_views_and_odd_shapes():
    given = torch.arange(12.0).reshape(3, 4)
    assert Tensor(given.t()).tolist() == given.t().tolist()
    assert Tensor(given[:, ::2]).tolist() == given[:, ::2].tolist()
    assert Tensor(torch.tensor(3.0)).item() == 3
    assert Tensor(torch.zeros(0, 3)).shape == (0, 3)
    tensor = Tensor(given)
    assert torch.from_dlpack(tensor.T).tolist() == given.t().tolist()
    assert torch.from_dlpack(Tensor(3.0)).item() == 3
    assert torch.from_dlpack(tensor[:0]).shape == (0, 4)


def test_a_dtype_may_be_asked_for():
    tensor = Tensor(torch.arange(3), dtype=dtypes.float32)
    assert tensor.dtype is dtypes.float32 and tensor.tolist() == [0, 1, 2]


def test_memory_outlives_its_first_owner():
    tensor = Tensor([1.0, 2.0, 3.0]).contiguous().realize()
    lent = torch.from_dlpack(tensor)
    del tensor
    given = torch.arange(3.0)
    borrowed = Tensor(given)
    del given
    gc.collect()
    noise = [(Tensor.rand(3).realize(), torch.rand(3)) for _ in range(32)]
    assert len(noise) == 32 and lent.tolist() == [1, 2, 3] and borrowed.tolist() == [0, 1, 2]


def test_what_is_written_is_seen_where_it_is_ours():
    tensor = Tensor([1.0, 2.0]).contiguous().realize()
    lent = torch.from_dlpack(tensor)
    lent[0] = 9
    assert tensor.tolist() == [9, 2]
    given = torch.ones(2)
    borrowed = Tensor(given)
    borrowed.assign(borrowed + 1).realize()
    assert borrowed.tolist() == [2, 2] and given.tolist() == [1, 1], "the memory is theirs"


def test_copies_are_copies():
    tensor = Tensor([1.0, 2.0]).contiguous().realize()
    copied = np.from_dlpack(tensor, copy=True)
    assert copied.ctypes.data != address(tensor) and copied.tolist() == [1, 2]


def test_what_cannot_be():
    with pytest.raises((BufferError, TypeError), match=r"complex|dtype"):
        Tensor(torch.ones(2, dtype=torch.complex64))
    with pytest.raises((BufferError, RuntimeError), match="grad"):
        Tensor(torch.ones(2, requires_grad=True))
    with pytest.raises(RuntimeError, match="can't create a Tensor from object"):
        Tensor(object())
