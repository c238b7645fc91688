"""Random numbers: a counter, enciphered with a key.

The state is a tensor like any other. What `manual_seed` fixes are the bits, on
every machine: they are those of Threefry-2x32 with 20 rounds.
"""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tinymlir.device import DeviceLike, device_names
from tinymlir.dtypes import DType, DTypeLike, dtypes, to_dtype, to_numpy_dtype
from tinymlir.errors import explained
from tinymlir.interop import from_array
from tinymlir.ops.base import ints_of
from tinymlir.ops.hashing import Hashing
from tinymlir.symbolic import is_symbolic

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Self

__all__ = ["Random"]

_LARGEST_CHUNK = (1 << 32) - 1


@explained("Tensor")
class Random(Hashing):
    """Random tensors. Every function takes `device`, the name of one device."""

    __slots__ = ()

    _seed_value: ClassVar[int] = 0
    _random_states: ClassVar[dict[str, tuple[Any, ...]]] = {}

    # ----- Bits

    @classmethod
    def manual_seed(cls, seed: int = 0) -> None:
        """Start the random numbers of all devices anew.

        Example:
            >>> Tensor.manual_seed(7)
            >>> a = Tensor.rand(3).tolist()
            >>> Tensor.manual_seed(7)
            >>> a == Tensor.rand(3).tolist()
            True
        """
        Random._seed_value = seed
        Random._random_states.clear()

    def threefry(self, seed: Self) -> Self:
        """Encipher counters of 64 bits with a key of 64 bits.

        Example:
            >>> counters = Tensor([0, 1], dtype="uint64")
            >>> counters.threefry(Tensor([0], dtype="uint64")).numpy()[0] & 0xFFFFFFFF
            np.uint64(1797259609)
        """
        wide = self._cast(dtypes.uint64)
        return wide._binary("threefry", seed._cast(dtypes.uint64))

    @classmethod
    def random_bits(cls, key: Self, counter: Self, num: int) -> Self:
        """Return `num` random words of 32 bits.

        Args:
            key: two words.
            counter: two words, the lower first.
            num: how many.

        Example:
            >>> key, counter = (Tensor([n, 0], dtype="uint32") for n in (1, 0))
            >>> Tensor.random_bits(key, counter, 5).shape
            (5,)
        """
        chunks = []
        words = counter.bitcast(dtypes.uint64)
        for begin in range(0, num, _LARGEST_CHUNK):
            size = min(num - begin, _LARGEST_CHUNK)
            place = words + begin if begin else words
            inner = place.threefry(key.bitcast(dtypes.uint64))
            half = (size + 1) // 2
            low = cls.arange(half, dtype=dtypes.uint64)
            pairs = (low + (low + half).lshift(32)).threefry(inner)
            upper = pairs.rshift(32)._cast(dtypes.uint32)
            chunks.append(pairs._cast(dtypes.uint32).cat(upper)[:size])
        if not chunks:
            return cls.empty(0, dtype=dtypes.uint32)
        return chunks[0].cat(*chunks[1:]) if len(chunks) > 1 else chunks[0]

    @classmethod
    def _next_bits(cls, device: str, num: int) -> Self:
        """Return words that no call before has returned since the seed."""
        states = Random._random_states
        if device not in states:
            digest = hashlib.sha256(len(states).to_bytes(4, "big")).digest()
            key = np.array([int.from_bytes(digest[-4:], "big"), 0], np.uint32)
            key[1] = Random._seed_value & 0xFFFFFFFF
            words = (key, np.zeros(2, np.uint32))
            states[device] = tuple(cls._from_uop(from_array(w))._at(device) for w in words)
            if device != "CPU":
                states[device][0].realize(states[device][1])
        key, counter = states[device]
        low, high = counter[0:1], counter[1:2]
        after = low + num
        carry = (after < num)._cast(dtypes.uint32)
        counter.assign(after.cat(high + carry))
        low, high = counter[0:1], counter[1:2]
        borrow = (low < num)._cast(dtypes.uint32)
        return cls.random_bits(key, (low - num).cat(high - borrow), num)

    # ----- Uniform numbers

    @classmethod
    def rand(
        cls,
        *shape: int,
        device: DeviceLike | None = None,
        dtype: DTypeLike | None = None,
        contiguous: bool = True,
    ) -> Self:
        """Return floats that are uniform in [0, 1).

        Args:
            shape: the sizes.
            device: the device.
            dtype: a float dtype.
            contiguous: store the numbers once; otherwise they are computed where
                they are used.

        Raises:
            ValueError: the dtype is no float, a size is negative or depends on
                variables, or several devices are named (use `shard`).

        Example:
            >>> t = Tensor.rand(2, 3)
            >>> t.shape, bool((t.numpy() < 1).all())
            ((2, 3), True)
        """
        kind = to_dtype(dtype or dtypes.default_float)
        if not dtypes.is_float(kind) or dtypes.is_weak(kind):
            raise ValueError(f"random numbers are floats, not {kind.name}")
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        if is_symbolic(*sizes):
            raise ValueError("the sizes of random tensors do not depend on variables")
        if any(size < 0 for size in sizes):
            raise ValueError(f"a shape consists of sizes >= 0, not {sizes}")
        place, *others = device_names(device)
        if others:
            raise ValueError(f"random numbers are those of one device, not of {device}")
        count = math.prod(sizes)
        if count == 0:
            return cls.empty(*sizes, dtype=kind, device=place)
        bits = cls._next_bits(place, -(-count * kind.itemsize // 4))
        result = cls._to_unit(bits, kind)[:count].reshape(sizes)
        return result.contiguous() if contiguous else result

    @classmethod
    def _to_unit(cls, bits: Self, dtype: DType) -> Self:
        """Make the bits the mantissas of numbers in [1, 2), less 1."""
        word = {1: dtypes.uint8, 2: dtypes.uint16, 4: dtypes.uint32, 8: dtypes.uint64}
        kind = word[dtype.itemsize]
        one = np.ones(1, to_numpy_dtype(dtype)).view(to_numpy_dtype(kind)).item()
        unused = 8 * dtype.itemsize - dtypes.finfo(dtype)[1]
        return bits.bitcast(kind).rshift(unused).bitwise_or(one).bitcast(dtype) - 1

    def rand_like(self, **options: Any) -> Self:
        """Return `rand` with the shape, and unless named the dtype, of this.

        Raises:
            ValueError: the dtype is no float.

        Example:
            >>> Tensor([[1.0, 2.0]]).rand_like().shape
            (1, 2)
        """
        options.setdefault("dtype", dtypes.strong(self.dtype))
        return self._like(self.rand, options)

    def _like(self, make: Callable[..., Self], options: dict[str, Any]) -> Self:
        """Return random numbers of this shape, where this is.

        On several devices they are those that the first one would have alone.
        """
        device = options.setdefault("device", self.device)
        if not isinstance(device, tuple):
            return make(*self.shape, **options)
        options["device"] = device[0]
        return make(*self.shape, **options)._beside(self)

    @classmethod
    def uniform(
        cls,
        *shape: int,
        low: float = 0.0,
        high: float = 1.0,
        dtype: DTypeLike | None = None,
        **options: Any,
    ) -> Self:
        """Return numbers that are uniform in [low, high).

        Example:
            >>> t = Tensor.uniform(100, low=2, high=3)
            >>> bool((t.numpy() >= 2).all() and (t.numpy() < 3.001).all())
            True
        """
        kind = to_dtype(dtype or dtypes.default_float)
        wide = kind if dtypes.is_float(kind) else dtypes.default_float
        numbers = cls.rand(*shape, dtype=wide, **options)
        return (numbers * (high - low))._cast(kind) + low

    @classmethod
    def randint(
        cls,
        *shape: int,
        low: int = 0,
        high: int = 10,
        dtype: DTypeLike = dtypes.int32,
        **options: Any,
    ) -> Self:
        """Return integers that are uniform in [low, high).

        Raises:
            TypeError: a bound is no integer, or the dtype is not one of integers.
            ValueError: `low` is not less than `high`.

        Example:
            >>> t = Tensor.randint(100, low=5, high=8)
            >>> sorted(set(t.tolist()))
            [5, 6, 7]
        """
        if not all(isinstance(bound, (int, np.integer)) for bound in (low, high)):
            raise TypeError(f"the bounds are integers, not {low!r} and {high!r}")
        kind = to_dtype(dtype)
        if not dtypes.is_int(kind):
            raise TypeError(f"random integers have an integer dtype, not {kind.name}")
        if low >= high:
            raise ValueError(f"no integer lies in [{low}, {high})")
        return cls.uniform(*shape, low=low, high=high, dtype=kind, **options)

    # ----- Normal numbers

    @classmethod
    def randn(cls, *shape: int, dtype: DTypeLike | None = None, **options: Any) -> Self:
        """Return numbers with the mean 0 and the deviation 1.

        Example:
            >>> bool(abs(Tensor.randn(1000).numpy().mean()) < 0.2)
            True
        """
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        kind = to_dtype(dtype or dtypes.default_float)
        pair = cls.rand(2, *sizes, dtype=dtypes.float32, **options)
        angle, size = pair[0] * (2 * math.pi), (1 - pair[1]).log() * -2
        return (angle.cos() * size.sqrt())._cast(kind)

    def randn_like(self, dtype: DTypeLike | None = None, **options: Any) -> Self:
        """Return `randn` with the shape, and unless named the dtype, of this.

        Example:
            >>> Tensor([[1.0, 2.0]]).randn_like().shape
            (1, 2)
        """
        options["dtype"] = dtype or dtypes.strong(self.dtype)
        return self._like(self.randn, options)

    @classmethod
    def normal(cls, *shape: int, mean: float = 0.0, std: float = 1.0, **options: Any) -> Self:
        """Return numbers with the given mean and deviation.

        Example:
            >>> bool(abs(Tensor.normal(1000, mean=5, std=0.1).numpy().mean() - 5) < 0.1)
            True
        """
        return cls.randn(*shape, **options) * std + mean
