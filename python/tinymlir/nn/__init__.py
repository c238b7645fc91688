"""Layers. Their parameters are plain tensors; `nn.state` finds them.

Initial values follow from `Tensor.manual_seed`.
"""

from tinymlir.nn import datasets, optim, state
from tinymlir.nn.convolution import Conv1d, Conv2d, ConvTranspose1d, ConvTranspose2d
from tinymlir.nn.linear import Embedding, Linear, LSTMCell
from tinymlir.nn.normalization import (
    BatchNorm,
    BatchNorm2d,
    BatchNorm3d,
    GroupNorm,
    InstanceNorm,
    LayerNorm,
    LayerNorm2d,
    RMSNorm,
)

__all__ = [
    "BatchNorm",
    "BatchNorm2d",
    "BatchNorm3d",
    "Conv1d",
    "Conv2d",
    "ConvTranspose1d",
    "ConvTranspose2d",
    "Embedding",
    "GroupNorm",
    "InstanceNorm",
    "LSTMCell",
    "LayerNorm",
    "LayerNorm2d",
    "Linear",
    "RMSNorm",
    "datasets",
    "optim",
    "state",
]
