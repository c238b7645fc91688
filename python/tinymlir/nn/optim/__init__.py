"""Optimizers: how parameters follow their gradients.

An optimizer changes its parameters in place. `step` needs the switch TRAINING:

    >>> from tinymlir import Context, nn
    >>> w = Tensor([3.0])
    >>> optimizer = nn.optim.SGD([w], lr=0.1)
    >>> with Context(TRAINING=1):
    ...     optimizer.zero_grad()
    ...     _ = (w * w).sum().backward()
    ...     optimizer.step()
    >>> round(w.item(), 4)
    2.4
"""

from tinymlir.nn.optim.adaptive import LAMB, Adam, AdamW
from tinymlir.nn.optim.base import Optimizer, OptimizerGroup
from tinymlir.nn.optim.momentum import LARS, SGD, Muon

__all__ = [
    "LAMB",
    "LARS",
    "SGD",
    "Adam",
    "AdamW",
    "Muon",
    "Optimizer",
    "OptimizerGroup",
]
