"""Digests against `hashlib`."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from support import numbers
from tinymlir import Tensor

DIGESTS = {
    "sha3_224": lambda data: hashlib.sha3_224(data).digest(),
    "sha3_256": lambda data: hashlib.sha3_256(data).digest(),
    "shake_128": lambda data: hashlib.shake_128(data).digest(16),
}
LENGTHS = [0, 1, 7, 8, 135, 136, 137, 143, 144, 167, 168, 169, 300]


@pytest.mark.parametrize("cfg", DIGESTS)
@pytest.mark.parametrize("length", LENGTHS)
def test_keccak(cfg, length, rng):
    data = rng.integers(0, 256, length).astype(np.uint8)
    found = Tensor(data).keccak(cfg)
    assert bytes(found.numpy()) == DIGESTS[cfg](data.tobytes())


def test_keccak_of_many_messages(rng):
    data = rng.integers(0, 256, (3, 2, 150)).astype(np.uint8)
    found = Tensor(data).keccak().numpy()
    assert found.shape == (3, 2, 32) and found.dtype == np.uint8
    for i in range(3):
        for j in range(2):
            assert bytes(found[i, j]) == hashlib.sha3_256(data[i, j].tobytes()).digest()
    assert Tensor(data[:0]).keccak().shape == (0, 2, 32)
    assert (
        bytes(Tensor(data)[:, 0].T.keccak("sha3_224").numpy()[0])
        == hashlib.sha3_224(data[:, 0].T[0].tobytes()).digest()
    )


def test_keccak_of_other_kinds():
    found = Tensor(b"abc").keccak((72, 6)).numpy()
    assert bytes(found) == hashlib.sha3_512(b"abc").digest()


def tree(data: bytes) -> bytes:
    """Return the digest of a tree, as its definition says it."""
    size, leaf = 1 << 20, 1 << 12
    data += bytes(-len(data) % size or (0 if data else size))
    digests = b""
    for begin in range(0, len(data), size):
        leaves = b"".join(
            hashlib.shake_128(data[begin + i : begin + i + leaf]).digest(16)
            for i in range(0, size, leaf)
        )
        digests += hashlib.shake_128(leaves).digest(16)
    return digests if len(digests) == 16 else tree(digests)


@pytest.mark.parametrize(
    ("shape", "dtype"),
    [((3,), "int32"), ((), "float64"), ((0,), "float32"), ((2, 5), "float16"), ((9,), "bool"),
     (((1 << 20) + 5,), "uint8")],
    ids=str,
)  # fmt: skip
def test_hash(shape, dtype, rng):
    array = np.asarray(numbers(rng, shape, dtype))
    found = Tensor(array).hash()
    assert found.shape == (16,)
    assert bytes(found.numpy()) == tree(array.tobytes())


def test_hash_errors():
    with pytest.raises(ValueError, match=r"Tensor\.keccak: cfg is one of sha3_224"):
        Tensor(b"").keccak("md5")
    with pytest.raises(ValueError, match="a block of 201 bytes"):
        Tensor(b"").keccak((201, 6))
    with pytest.raises(TypeError, match="bytes are uint8, not int32"):
        Tensor([1]).keccak()
    with pytest.raises(RuntimeError, match="weakint has no storage"):
        Tensor(1).hash()
