"""The tensors of a model by name, and the files that they come from.

Where a function takes a file it takes its path, or its bytes as a tensor.
"""

from tinymlir.nn.state.archives import TensorIO, accept_filename, tar_extract, zip_extract
from tinymlir.nn.state.checkpoint import torch_load
from tinymlir.nn.state.model import get_parameters, get_state_dict, load_state_dict
from tinymlir.nn.state.safe import safe_load, safe_load_metadata, safe_save

__all__ = [
    "TensorIO",
    "accept_filename",
    "get_parameters",
    "get_state_dict",
    "load_state_dict",
    "safe_load",
    "safe_load_metadata",
    "safe_save",
    "tar_extract",
    "torch_load",
    "zip_extract",
]
