"""Hashing: Keccak's permutation on 64-bit words."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.linalg import Linalg

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Hashing"]

_STATE = 200
"""The bytes of the state: 25 words."""

_KINDS = {"sha3_224": (144, 6), "sha3_256": (136, 6), "shake_128": (168, 31)}
"""Bytes that a block takes, and the byte that ends the message."""

_CHUNK = 1 << 20
_LEAF = 1 << 12


@functools.cache
def _round_constants() -> tuple[int, ...]:
    """Return what the 24 rounds add: bits of a shift register, at 2^j - 1."""
    register, constants = 1, []
    for _ in range(24):
        word = 0
        for j in range(7):
            if register & 1:
                word |= 1 << ((1 << j) - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        constants.append(word)
    return tuple(constants)


@functools.cache
def _walk() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return where each word of a round comes from, and how far it is turned.

    Word `x + 5 y` of the state is in column x and row y.
    """
    turns = [0] * 25
    x, y = 1, 0
    for step in range(24):
        turns[x + 5 * y] = (step + 1) * (step + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    sources = [0] * 25
    for x in range(5):
        for y in range(5):
            sources[y + 5 * ((2 * x + 3 * y) % 5)] = x + 5 * y
    return tuple(sources), tuple(turns[source] for source in sources)


@explained("Tensor")
class Hashing(Linalg):
    """Digests that are those of `hashlib`."""

    __slots__ = ()

    def keccak(self, cfg: str | tuple[int, int] = "sha3_256") -> Self:
        """Return the digests of the bytes along the last axis.

        Args:
            cfg: "sha3_224", "sha3_256", "shake_128" with 16 bytes, or the bytes that a
                block takes (a multiple of 8 below 200) with the byte that ends the
                message.

        Raises:
            ValueError: there is no such `cfg`.
            TypeError: the tensor has no uint8.
            RuntimeError: the tensor has no axis.

        Returns:
            uint8, with half of the bytes that a block leaves along the last axis.

        Example:
            >>> import hashlib
            >>> digest = Tensor(b"abc").keccak()
            >>> bytes(digest.tolist()) == hashlib.sha3_256(b"abc").digest()
            True
        """
        if isinstance(cfg, str):
            if cfg not in _KINDS:
                raise ValueError(f"cfg is one of {', '.join(_KINDS)} or a pair, not {cfg!r}")
            cfg = _KINDS[cfg]
        rate, end = cfg
        if not 0 < rate < _STATE or rate % 8 or not 0 <= end < 256:
            raise ValueError(f"a block of {rate} bytes and a last byte of {end}")
        if self.dtype is not dtypes.uint8:
            raise TypeError(f"bytes are uint8, not {self.dtype.name}")
        if self.ndim == 0:
            raise RuntimeError("a message needs an axis")
        lead, size = self.shape[:-1], self.shape[-1]
        blocks = size // rate + 1
        words = self.pad_to(*lead, blocks * rate)
        # The message ends with one byte, the block with the highest bit.
        place = self.arange(blocks * rate)
        words = words ^ (place == size).where(end, 0)._cast(dtypes.uint8)
        words = words ^ (place == blocks * rate - 1).where(0x80, 0)._cast(dtypes.uint8)
        count = math.prod(lead)
        inputs = words.reshape(count, blocks, rate).bitcast(dtypes.uint64).contiguous()
        state = self.zeros(count, 25, dtype=dtypes.uint64, device=self.device)
        for block in range(blocks):
            bounds = (None, (block, block + 1), None)
            taken = inputs.shrink(bounds).reshape(count, rate // 8).pad_to(count, 25)
            state = (state ^ taken).contiguous()
            for constant in _round_constants():
                state = state._keccak_round(constant)
        digest = state.bitcast(dtypes.uint8).shrink_to(count, (_STATE - rate) // 2)
        return digest.reshape(*lead, (_STATE - rate) // 2)

    def _keccak_round(self, constant: int) -> Self:
        """Return the state, of 25 words in the last axis, after a round."""
        rows = [self.shrink((None, (5 * y, 5 * y + 5))) for y in range(5)]
        parity = rows[0] ^ rows[1] ^ rows[2] ^ rows[3] ^ rows[4]
        turned = (parity << 1) | (parity >> 63)
        mixed = (parity.roll(1, 1) ^ turned.roll(-1, 1)).contiguous()
        mixed = self ^ mixed.repeat(1, 5)
        sources, turns = _walk()
        moved = mixed[:, list(sources)]
        left = type(self)(list(turns), self.device, dtypes.uint64)  # type: ignore[call-arg]
        # Shifting by all 64 bits is not defined.
        moved = (moved << left) | ((moved >> 1) >> (63 - left))
        moved = moved.contiguous().reshape(-1, 5, 5)
        result = moved ^ (~moved.roll(-1, 2) & moved.roll(-2, 2))
        result = result.reshape(-1, 25)
        first = self.arange(25) == 0
        return (result ^ first.where(constant, 0)._cast(dtypes.uint64)).contiguous()

    def hash(self) -> Self:
        """Return 16 bytes that depend on all bytes of the elements.

        A tree: chunks of a mebibyte, the last one filled up with zeros, are hashed by
        "shake_128" in leaves of 4096 bytes, and the digests of these again; then the
        digests of the chunks in the same way, until one is left.

        Raises:
            RuntimeError: the dtype is weak and has no storage.

        Example:
            >>> Tensor([1, 2, 3]).hash().shape
            (16,)
        """
        if dtypes.is_weak(self.dtype):
            raise RuntimeError(f"{self.dtype.name} has no storage; cast it first")
        data = self.zeros(0, dtype=dtypes.uint8, device=self.device)
        if self.numel():
            data = self.flatten().bitcast(dtypes.uint8)
        while True:
            chunks = max(-(-data.shape[0] // _CHUNK), 1)
            leaves = data.pad_to(chunks * _CHUNK).reshape(chunks, _CHUNK // _LEAF, _LEAF)
            digests = leaves.keccak("shake_128").reshape(chunks, -1).keccak("shake_128")
            data = digests.flatten()
            if chunks == 1:
                return data
