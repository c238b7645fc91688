"""Random values for a purpose: layers, choices, dropout."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tinymlir.config import TRAINING
from tinymlir.device import DeviceLike
from tinymlir.dtypes import DTypeLike, dtypes, to_dtype
from tinymlir.errors import explained
from tinymlir.ops.base import ints_of
from tinymlir.ops.random import Random

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Sampling"]


@explained("Tensor")
class Sampling(Random):
    """What is drawn with random numbers."""

    __slots__ = ()

    # ----- Initial values of layers

    @classmethod
    def scaled_uniform(cls, *shape: int, **options: Any) -> Self:
        """Return uniform numbers of a size of at most 1 over the root of their number.

        Example:
            >>> bool((abs(Tensor.scaled_uniform(2, 8).numpy()) <= 0.25).all())
            True
        """
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        bound = math.prod(sizes) ** -0.5 if math.prod(sizes) else 1.0
        return cls.uniform(*sizes, low=-1.0, high=1.0, **options) * bound

    @classmethod
    def glorot_uniform(cls, *shape: int, **options: Any) -> Self:
        """Return uniform numbers that keep the variance in both directions.

        Example:
            >>> Tensor.glorot_uniform(2, 3).shape
            (2, 3)
        """
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        bound = (6 / (sizes[0] + math.prod(sizes[1:]))) ** 0.5 if sizes else 1.0
        return cls.uniform(*sizes, low=-1.0, high=1.0, **options) * bound

    @classmethod
    def kaiming_uniform(cls, *shape: int, a: float = 0.01, **options: Any) -> Self:
        """Return uniform numbers that keep the variance through a leaky relu.

        Args:
            shape: the sizes; all but the first are what an output is made of.
            a: the slope of the leaky relu for negative numbers.
            options: as for `rand`.

        Example:
            >>> Tensor.kaiming_uniform(2, 3).shape
            (2, 3)
        """
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        bound = (6 / ((1 + a**2) * math.prod(sizes[1:]))) ** 0.5
        return cls.uniform(*sizes, low=-bound, high=bound, **options)

    @classmethod
    def kaiming_normal(cls, *shape: int, a: float = 0.01, **options: Any) -> Self:
        """Return normal numbers that keep the variance through a leaky relu.

        Args:
            shape: the sizes; all but the first are what an output is made of.
            a: the slope of the leaky relu for negative numbers.
            options: as for `rand`.

        Example:
            >>> Tensor.kaiming_normal(2, 3).shape
            (2, 3)
        """
        sizes = ints_of(shape[0], shape[1:]) if shape else ()
        std = (2 / ((1 + a**2) * math.prod(sizes[1:]))) ** 0.5
        return cls.normal(*sizes, mean=0.0, std=std, **options)

    # ----- Choices

    @classmethod
    def randperm(
        cls,
        n: int,
        device: DeviceLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        **options: Any,
    ) -> Self:
        """Return the integers below `n` in random order.

        Example:
            >>> sorted(Tensor.randperm(5).tolist())
            [0, 1, 2, 3, 4]
        """
        return cls.rand(n, device=device, **options).argsort()._cast(to_dtype(dtype))

    def _drawn(self, *shape: int) -> Self:
        """Return random numbers on the devices of this tensor, all of them on each."""
        device = self.device
        first = device[0] if isinstance(device, tuple) else device
        return self.rand(*shape, device=first)._at(device)

    def multinomial(self, num_samples: int = 1, replacement: bool = False) -> Self:
        """Return indices, each with the weight that this tensor gives it.

        Args:
            num_samples: how many indices of each row.
            replacement: let an index be drawn more than once.

        Raises:
            ValueError: the tensor has other than one or two axes, or no sample is
                wanted.

        Example:
            >>> Tensor([0.0, 0.0, 2.0]).multinomial(3, replacement=True).tolist()
            [2, 2, 2]
        """
        if not 1 <= self.ndim <= 2 or num_samples <= 0:
            raise ValueError(
                f"weights have one or two axes, not {self.ndim}, and samples are >= 1, "
                f"not {num_samples}"
            )
        weights = self.unsqueeze(0) if self.ndim == 1 else self
        if replacement or num_samples == 1:
            cdf = weights._cast(dtypes.float32).cumsum(1)
            cdf = cdf / cdf[:, -1:]
            drawn = self._drawn(num_samples, weights.shape[0], 1)
            below = (drawn >= cdf.unsqueeze(0))._cast(dtypes.int32).sum(2)
            indices = below.permute(1, 0)
        else:
            drawn = self._drawn(*weights.shape)
            indices = (drawn.log2() / weights).topk(num_samples)[1]
        indices = indices._cast(dtypes.int32)
        return indices.squeeze(0) if self.ndim == 1 else indices

    def dropout(self, p: float = 0.5) -> Self:
        """Replace elements by zero with probability `p`, and scale the others.

        Only while training: with the switch `TRAINING` off it does nothing.

        Raises:
            ValueError: `p` is not a probability.

        Example:
            >>> from tinymlir import Context
            >>> with Context(TRAINING=1):
            ...     sorted(set(Tensor.ones(50).dropout(0.5).tolist()))
            [0.0, 2.0]
        """
        if not 0 <= p <= 1:
            raise ValueError(f"a probability lies in [0, 1], not {p}")
        if not TRAINING.value or p == 0:
            return self
        if p == 1:
            return self.zeros_like()
        kept = (self.rand_like(dtype=dtypes.default_float) >= p).contiguous()
        return kept.where(self, 0) / (1 - p)
