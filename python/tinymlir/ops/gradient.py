"""Gradients, in reverse from one value to all that it depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tinymlir import _core
from tinymlir._core import UOp
from tinymlir.dtypes import dtypes
from tinymlir.errors import describe, explained
from tinymlir.ops.attention import Attention
from tinymlir.ops.base import TensorBase, live_tensors

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Gradient"]


@explained("Tensor")
class Gradient(Attention):
    """The compiler derives the graph; nothing is computed."""

    __slots__ = ()

    def gradient(self, *targets: Self, gradient: Self | None = None) -> list[Self]:
        """Return the gradients of this tensor with respect to others.

        Args:
            *targets: what to derive by.
            gradient: the gradient of this tensor; 1 where it is a single number.

        Raises:
            RuntimeError: a dtype is not a float type, or the tensor is no single
                number and `gradient` is not given.

        Example:
            >>> x = Tensor([1.0, 2.0])
            >>> (x * x).sum().gradient(x)[0].tolist()
            [2.0, 4.0]
        """
        for target in targets:
            self._check_float(target, "target")
        seed = self._seed(gradient)
        found = _core.gradient(self.uop, [target.uop for target in targets], seed)
        return [
            target.zeros_like() if uop is None else self._from_uop(uop)
            for target, uop in zip(targets, found, strict=True)
        ]

    def backward(self, gradient: Self | None = None) -> Self:
        """Fill `.grad` of every float tensor that this one was computed from.

        A second call adds to the gradients. Returns the tensor.

        Args:
            gradient: the gradient of this tensor; 1 where it is a single number.

        Raises:
            RuntimeError: the dtype is not a float type, or the tensor is no single
                number and `gradient` is not given.

        Example:
            >>> x = Tensor([1.0, 2.0])
            >>> _ = (x * x).sum().backward()
            >>> x.grad.tolist()
            [2.0, 4.0]
        """
        seed = self._seed(gradient)
        cells = [
            (tensor, tensor.uop)
            for tensor in live_tensors()
            if isinstance(tensor, type(self))
            and tensor.uop.dtype in dtypes.floats
            and tensor.uop.base.op != "const"
        ]
        # Tensors that hold one value have one gradient.
        targets = list(dict.fromkeys(uop for _, uop in cells))
        found = _core.gradient(self.uop, targets, seed)
        gradients = dict(zip(targets, found, strict=True))
        for tensor, uop in cells:
            gradient_uop = gradients[uop]
            if gradient_uop is None:
                continue
            new = self._from_uop(gradient_uop)
            old = tensor.grad
            tensor.grad = new if old is None else old.assign(old + new)
        return self

    def _seed(self, gradient: Self | None) -> UOp:
        self._check_float(self, "tensor")
        if gradient is None:
            if self.shape != ():
                raise RuntimeError(
                    f"a tensor of shape {list(self.shape)} needs gradient=…; only a "
                    "single number has one of its own (Tensor.sum, Tensor.mean)"
                )
            return UOp.const(1.0, self.dtype)
        if gradient.shape != self.shape:
            raise RuntimeError(
                f"the gradient has shape {list(gradient.shape)}, the tensor {list(self.shape)}"
            )
        return gradient._cast(self.dtype).uop

    @staticmethod
    def _check_float(tensor: TensorBase, role: str) -> None:
        if tensor.dtype not in dtypes.floats:
            raise RuntimeError(f"only floats have gradients; the {role} is {describe(tensor)}")
