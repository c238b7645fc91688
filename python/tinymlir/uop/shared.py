"""The methods that `UOp` has from `Tensor`.

Each is the method of `Tensor`, called on a tensor of the node: one definition says
what an operation is for both. What changes a tensor, computes it or looks at its
elements is left to tensors. A method that `UOp` has of its own, which storage in
kernels needs, stays.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from tinymlir import _core
from tinymlir._core import UOp
from tinymlir.dtypes import dtypes
from tinymlir.tensor import Tensor

__all__ = ["SHARED", "share_methods"]

SHARED = tuple("""
    const_like empty_like invalids full full_like zeros zeros_like ones ones_like
    element_size is_floating_point float half int bool bfloat16 double long short
    ufix usum uprod logical_not neg add sub mul bitwise_not bitwise_and bitwise_or
    bitwise_xor mod fmod div ne eq lshift rshift maximum minimum copysign logaddexp
    where masked_fill threefry reciprocal trunc sqrt sin cos exp log2 exp2 pow square
    clamp clip isnan isinf isfinite isclose ceil floor relu sigmoid relu6 hardswish
    hardsigmoid hardtanh leaky_relu tanh quick_gelu gelu swish silu rsqrt log log10
    atanh asinh acosh round sign abs tan asin acos atan elu celu selu softplus mish
    logsigmoid sinh cosh erf softsign lerp
    ndim numel max_shape max_numel size pad_to view squeeze unsqueeze T transpose
    unflatten split chunk meshgrid diag diagonal roll repeat_interleave repeat unfold
    sum prod max any all arange linspace eye triu tril dot matmul einsum gradient min
    mean var var_mean std std_mean normalize logsumexp softmax log_softmax softmin cat
    cumsum cumprod cummax cummin logcumsumexp argmax argmin sort argsort topk allclose
    one_hot gather interpolate scatter_reduce scatter masked_select nonzero sequential
    linear avg_pool2d max_pool2d max_unpool2d conv2d conv_transpose2d layernorm
    batchnorm binary_crossentropy binary_crossentropy_logits
    sparse_categorical_crossentropy cross_entropy nll_loss qr svd newton_schulz keccak
    hash nbytes random_bits rand rand_like randn_like randn randint normal uniform
    scaled_uniform glorot_uniform kaiming_uniform kaiming_normal randperm multinomial
    dropout scaled_dot_product_attention __matmul__
""".split())  # fmt: skip
"""Their names. What computes elements (`data`, `item`, `numpy`) is not among them."""


def _is_number(uop: UOp) -> bool:
    """Whether a node is a size or place, which tensors take as it is."""
    return uop.dtype is dtypes.weakint and uop.shape == ()


def _to_tensor(value: Any) -> Any:
    """Return what a method of `Tensor` takes for an argument."""
    if isinstance(value, UOp):
        if _core.is_storage(value):
            value = value.load()
        return value if _is_number(value) else Tensor._from_uop(value)
    if type(value) in (list, tuple):
        return type(value)(map(_to_tensor, value))
    return value


def _to_uop(value: Any) -> Any:
    """Return what a method of `UOp` returns for a result."""
    if isinstance(value, Tensor):
        return value.uop
    if type(value) in (list, tuple):
        return type(value)(map(_to_uop, value))
    return value


def _tensor_of(uop: UOp) -> Tensor:
    return Tensor._from_uop(uop.load() if _core.is_storage(uop) else uop)


def _method(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(self: UOp, *args: Any, **kwargs: Any) -> Any:
        keywords = {key: _to_tensor(value) for key, value in kwargs.items()}
        return _to_uop(getattr(_tensor_of(self), name)(*map(_to_tensor, args), **keywords))

    return call


def _constructor(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        keywords = {key: _to_tensor(value) for key, value in kwargs.items()}
        return _to_uop(function(*map(_to_tensor, args), **keywords))

    return staticmethod(call)


def share_methods() -> None:
    """Give `UOp` the methods; called when the package is imported."""
    for name in SHARED:
        found = inspect.getattr_static(Tensor, name)
        if isinstance(found, (classmethod, staticmethod)):
            setattr(UOp, name, _constructor(getattr(Tensor, name)))
        elif isinstance(found, property):
            get = functools.partial(
                lambda name, self: _to_uop(getattr(_tensor_of(self), name)), name
            )
            setattr(UOp, name, property(get, doc=found.__doc__))
        else:
            setattr(UOp, name, _method(found, name))
