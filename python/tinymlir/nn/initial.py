"""The first values of parameters."""

from __future__ import annotations

from tinymlir.tensor import Tensor

__all__ = ["initial"]


def initial(*shape: int, bound: float) -> Tensor:
    """Return numbers that are uniform in [-bound, bound), stored once computed.

    They follow from `Tensor.manual_seed`.

    Example:
        >>> bool((abs(initial(2, 3, bound=0.5).numpy()) <= 0.5).all())
        True
    """
    return Tensor.uniform(*shape, low=-bound, high=bound).contiguous()
