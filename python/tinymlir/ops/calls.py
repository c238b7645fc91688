"""Graphs as functions: params, calls and gradients of the program's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tinymlir import _core
from tinymlir._core import UOp
from tinymlir.dtypes import dtypes
from tinymlir.errors import describe, explained
from tinymlir.ops.base import TensorBase
from tinymlir.ops.gradient import Gradient
from tinymlir.symbolic import is_symbolic

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Call", "Calls", "GradientFunction", "with_gradient"]

GradientFunction: TypeAlias = Callable[..., Any]


@dataclass(frozen=True)
class Call:
    """What a function of the program sees of the call that it is the gradient of.

    Attributes:
        src: what the call computed, then its arguments. What it computed is a
            tensor, or a tuple of tensors if it returned several; None stands for
            one that nothing refers to any more.
    """

    src: tuple[Any, ...]


def with_gradient(
    values: Sequence[TensorBase],
    inputs: Sequence[TensorBase],
    grad_fxn: GradientFunction,
    is_tuple: bool,
) -> list[UOp]:
    """Return values whose gradients `grad_fxn` turns into those of the inputs.

    It is called when gradients are built: with one gradient per value, zeros where
    there is none, and the `Call`. It must not refer to the values: they would keep
    it, and it them.

    Raises:
        RuntimeError: an input or value has no width; when gradients are built: the
            function returns another number of gradients than there are inputs, or
            one of another shape.
    """
    if not inputs:
        return [value.uop for value in values]
    make = type(inputs[0])._from_uop
    shapes = [(value.shape, value.dtype) for value in values]

    def rule(
        upstream: list[UOp | None], found: list[UOp | None], sources: list[UOp]
    ) -> list[UOp | None]:
        gradients = [
            make(UOp.const(0.0, dtype).expand(shape) if uop is None else uop)
            for uop, (shape, dtype) in zip(upstream, shapes, strict=True)
        ]
        computed = tuple(None if uop is None else make(uop) for uop in found)
        call = Call((computed if is_tuple else computed[0], *map(make, sources)))
        if is_tuple:
            result = grad_fxn(*gradients, call=call)
        else:
            result = grad_fxn(gradients[0], call)
        parts = tuple(result) if isinstance(result, (tuple, list)) else (result,)
        if len(parts) != len(sources):
            raise RuntimeError(
                f"grad_fxn returned {len(parts)} gradients for {len(sources)} arguments; "
                "None stands for an argument without one"
            )
        return [
            _part(number, part, source)
            for number, (part, source) in enumerate(zip(parts, sources, strict=True))
        ]

    return _core.custom_gradient(
        [value.uop for value in values], [tensor.uop for tensor in inputs], rule
    )


def _part(number: int, part: Any, source: UOp) -> UOp | None:
    """Return a gradient that a function of the program made, once checked.

    Raises:
        RuntimeError: it is not the gradient of that argument.
    """
    if part is None:
        return None
    uop = part.uop if isinstance(part, TensorBase) else part
    if not isinstance(uop, UOp):
        raise RuntimeError(
            f"grad_fxn returned {describe(part)} for argument {number}; it returns a tuple "
            "of tensors and None"
        )
    if uop.shape != source.shape:
        raise RuntimeError(
            f"grad_fxn returned a gradient of shape {list(uop.shape)} for argument "
            f"{number} of shape {list(source.shape)}"
        )
    return uop if source.dtype in dtypes.floats else None


@explained("Tensor")
class Calls(Gradient):
    """A function is a graph above params; a call is a copy above arguments."""

    __slots__ = ()

    def as_param(self, slot: int) -> Self:
        """Return what stands for argument number `slot` of a `call`.

        It has the shape and dtype of this tensor, but no elements.

        Args:
            slot: the number of the argument, from 0.

        Raises:
            ValueError: the slot is negative.
            RuntimeError: the dtype is weak, or a size depends on a variable.

        Example:
            >>> x = Tensor([1.0, 2.0])
            >>> body = x.as_param(0) * 10
            >>> x.call(fxn=body).tolist()
            [10.0, 20.0]
        """
        if dtypes.is_weak(self.dtype):
            raise RuntimeError(f"a param has a width; cast the {self.dtype.name} first")
        if is_symbolic(*self.shape):
            raise RuntimeError(
                f"a param has sizes that are known, not {list(self.shape)}; use tinymlir.function"
            )
        return self._from_uop(UOp.param(slot, self.shape, self.dtype))

    def call(self, *lst: Self, fxn: Self | UOp, grad_fxn: GradientFunction | None = None) -> Self:
        """Return a value that was written with params, for arguments.

        Calls of one `fxn` are compiled once.

        Args:
            *lst: the arguments after this tensor, which is number 0. Some may be
                of no use to `fxn`.
            fxn: the value, made from `as_param` tensors.
            grad_fxn: called as `grad_fxn(gradient, call)` with the gradient of the
                result; `call.src` is the result and the arguments. It returns a
                tuple with a gradient (or None) for each argument. Without it, the
                gradient is that of `fxn`.

        Raises:
            TypeError: an argument has another shape or dtype than its param.
            ValueError: a param has no argument.

        Example:
            >>> a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
            >>> body = a.as_param(0) * b.as_param(1)
            >>> a.call(b, fxn=body).tolist()
            [3.0, 8.0]
            >>> def swapped(gradient, call):
            ...     _, x, y = call.src
            ...     return gradient * x, gradient * y
            >>> a.call(b, fxn=body, grad_fxn=swapped).sum().gradient(a)[0].tolist()
            [1.0, 2.0]
        """
        body = fxn.uop if isinstance(fxn, TensorBase) else fxn
        arguments = [self, *lst]
        params = [uop for uop in _core.sources([body], []) if uop.param_slot is not None]
        given = []
        for param in params:
            slot = param.param_slot
            assert slot is not None
            if slot >= len(arguments):
                raise ValueError(
                    f"fxn has a param {slot}, but the call has {len(arguments)} arguments"
                )
            argument = arguments[slot]
            if argument.shape != param.shape or argument.dtype != param.dtype:
                raise TypeError(
                    f"argument {slot} is {describe(argument)}, its param "
                    f"{describe(self._from_uop(param))}"
                )
            given.append(argument.uop)
        (value,) = _core.substitute([body], params, given)
        result = self._from_uop(value)
        if grad_fxn is not None:
            (value,) = with_gradient([result], arguments, grad_fxn, is_tuple=False)
            result = self._from_uop(value)
        return result
