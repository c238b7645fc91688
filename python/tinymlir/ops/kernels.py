"""Kernels that a program writes, on tensors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from tinymlir import _core
from tinymlir._core import UOp
from tinymlir.dtypes import dtypes
from tinymlir.errors import describe, explained
from tinymlir.ops.base import TensorBase
from tinymlir.ops.calls import GradientFunction, with_gradient
from tinymlir.ops.sharding import Sharding

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Kernels"]


def _name(fxn: Callable[..., UOp]) -> str:
    return f"custom_kernel {getattr(fxn, '__qualname__', repr(fxn))}"


@explained("Tensor")
class Kernels(Sharding):
    """A kernel is written once, and is a node of the graph like any other."""

    __slots__ = ()

    def custom_kernel(
        self,
        *lst: Self,
        fxn: Callable[..., UOp],
        grad_fxn: GradientFunction | None = None,
    ) -> list[Self]:
        """Run a kernel of the program on the storage of this tensor and others.

        `fxn` gets a placeholder for each tensor, with its shape and dtype, and
        returns the sink of the kernel (see `docs/kernels.md`). It runs when a result
        is needed, like any other op.

        A tensor that has storage, and a reshape or the first part of one, is passed
        as it is; anything else is computed into storage first. Tensors that the
        kernel stores to hold the result from then on; what else shares their storage
        keeps its value.

        Args:
            *lst: the arguments after this tensor, which is number 0. One tensor may
                be passed several times.
            fxn: called as `fxn(placeholder, ...)`; returns `UOp.sink(..., arg=
                KernelInfo(...))`.
            grad_fxn: called as `grad_fxn(gradient, call)` with the gradient of what
                the kernel stores, or with one for each as `grad_fxn(*gradients,
                call=call)` if it stores to several tensors. `call.src` is the result
                and the arguments. It returns a tuple with a gradient (or None) for
                each argument.

        Returns:
            a tensor for each argument, with what the kernel left there.

        Raises:
            TypeError: an argument is no tensor, or `fxn` does not return a sink.
            RuntimeError: what `fxn` returns is no kernel, or an argument has no
                elements; when gradients are built: there is no `grad_fxn`.

        Example:
            >>> from tinymlir.uop.ops import AxisType, KernelInfo, UOp
            >>> def scale(o, x):
            ...     i = UOp.range(x.shape[0], 0)
            ...     return o[i].store(x[i] * 10).end(i).sink(arg=KernelInfo("scale"))
            >>> x = Tensor([1.0, 2.0, 3.0])
            >>> Tensor.empty(3).custom_kernel(x, fxn=scale)[0].tolist()
            [10.0, 20.0, 30.0]
        """
        tensors = (self, *lst)
        for number, tensor in enumerate(tensors):
            if not isinstance(tensor, TensorBase):
                raise TypeError(
                    f"{_name(fxn)}: argument {number} is {describe(tensor)}, not a Tensor"
                )
            if math.prod(tensor.max_shape) == 0:
                raise RuntimeError(
                    f"{_name(fxn)}: argument {number}, {describe(tensor)}, has no elements"
                )
        arguments = [tensor._strong() for tensor in tensors]
        values = [
            uop if _core.is_stored(uop := argument.uop) else uop.contiguous()
            for argument in arguments
        ]
        try:
            roots = fxn(*_core.placeholders(values))
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:
                raise TypeError(f"{_name(fxn)} gets {len(tensors)} placeholders: {error}") from None
            raise
        if not isinstance(roots, UOp) or roots.op != "roots":
            found = f"the node {roots.op!r}" if isinstance(roots, UOp) else describe(roots)
            raise TypeError(
                f"{_name(fxn)} returns {found}; a kernel ends with .sink(arg=KernelInfo(...))"
            )
        results = _core.apply(roots, values)
        stored = [number for number, uop in enumerate(results) if uop is not None]
        outputs = [self._from_uop(uop) for uop in results if uop is not None]
        if grad_fxn is not None and outputs:
            inputs = [self._from_uop(argument.uop) for argument in arguments]
            wrapped = with_gradient(outputs, inputs, grad_fxn, is_tuple=len(outputs) > 1)
            outputs = [self._from_uop(uop) for uop in wrapped]
        by_number = dict(zip(stored, outputs, strict=True))
        for number, output in by_number.items():
            if tensors[number].dtype == output.dtype and not dtypes.is_weak(output.dtype):
                tensors[number].uop = output.uop
        return [
            by_number[number] if number in by_number else self._from_uop(argument.uop)
            for number, argument in enumerate(arguments)
        ]
