"""`function`: what a Python function computes, as one thing with known inputs."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

from tinymlir import _core
from tinymlir._core import UOp
from tinymlir.dtypes import dtypes
from tinymlir.errors import describe
from tinymlir.nn.state.model import get_state_dict
from tinymlir.ops.calls import GradientFunction, with_gradient
from tinymlir.tensor import Tensor

__all__ = ["function"]

R = TypeVar("R")


class _Function(Generic[R]):
    """A Python function and what its calls are to be like."""

    def __init__(
        self,
        fxn: Callable[..., R],
        precompile: bool,
        precompile_backward: bool,
        allow_implicit: bool,
        grad_fxn: GradientFunction | None,
    ) -> None:
        self.fxn = fxn
        self.precompile = precompile
        self.precompile_backward = precompile_backward
        self.allow_implicit = allow_implicit
        self.grad_fxn = grad_fxn
        functools.update_wrapper(self, fxn, updated=())

    def __get__(self, instance: object, owner: type | None = None) -> Callable[..., R]:
        """Bind to an object, whose tensors are inputs then."""
        return self if instance is None else functools.partial(self.__call__, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> R:
        """Call the function, and say what its result depends on."""
        # Before the call, which may assign to them.
        found = [tensor.uop for tensor in get_state_dict((args, kwargs)).values()]
        inputs = list(dict.fromkeys(found))
        result: Any = self.fxn(*args, **kwargs)
        outputs = list(result) if isinstance(result, tuple) else [result]
        if not outputs or not all(isinstance(output, Tensor) for output in outputs):
            raise RuntimeError(
                f"{self._name()} returns a Tensor or a tuple of Tensors, not {describe(result)}"
            )
        values = [output.uop for output in outputs]
        implicit = _core.sources(values, inputs)
        if implicit and not self.allow_implicit:
            shown = ", ".join(describe(uop) for uop in implicit)
            raise RuntimeError(
                f"{self._name()} reads tensors that are no arguments: {shown}; pass them, or "
                "say allow_implicit=True"
            )
        inputs += implicit
        if self.precompile or self.precompile_backward:
            values = self._separate(values, inputs)
        if self.grad_fxn is not None:
            values = with_gradient(
                [Tensor(uop) for uop in values],
                [Tensor(uop) for uop in inputs],
                self.grad_fxn,
                isinstance(result, tuple),
            )
        tensors: Any = tuple(Tensor(uop) for uop in values)
        return tensors if isinstance(result, tuple) else tensors[0]

    def _name(self) -> str:
        return f"the function {getattr(self.fxn, '__qualname__', repr(self.fxn))}"

    def _separate(self, values: list[UOp], inputs: list[UOp]) -> list[UOp]:
        """Give storage to what goes in and what comes out.

        The kernels between depend on the function alone then, and calls share them.
        """
        inside = _core.substitute(values, inputs, [self._border(uop) for uop in inputs])
        return [self._border(uop) for uop in inside]

    def _border(self, uop: UOp) -> UOp:
        if self.precompile and uop.op != "load" and not dtypes.is_weak(uop.dtype):
            uop = uop.contiguous()
        if self.precompile_backward and uop.dtype in dtypes.floats:
            uop = uop.contiguous_backward()
        return uop


@overload
def function(
    fxn: Callable[..., R],
    *,
    precompile: bool = ...,
    precompile_backward: bool = ...,
    allow_implicit: bool = ...,
    grad_fxn: GradientFunction | None = ...,
) -> Callable[..., R]: ...


@overload
def function(
    fxn: None = ...,
    *,
    precompile: bool = ...,
    precompile_backward: bool = ...,
    allow_implicit: bool = ...,
    grad_fxn: GradientFunction | None = ...,
) -> Callable[[Callable[..., R]], Callable[..., R]]: ...


def function(
    fxn: Callable[..., Any] | None = None,
    *,
    precompile: bool = False,
    precompile_backward: bool = False,
    allow_implicit: bool = False,
    grad_fxn: GradientFunction | None = None,
) -> Any:
    """Make of a Python function one with known inputs; usable as a decorator.

    The inputs are the tensors among the arguments, also those in lists, dicts and
    attributes of objects; for a method those of its object too. A call builds the
    graph of its results, as without the decorator: nothing is computed, gradients
    flow through, and any shapes may come.

    Args:
        fxn: the function. It returns a tensor or a tuple of tensors.
        precompile: give inputs and results storage, so that what is around a call
            has no part in its kernels, and calls of the same shapes have the same.
        precompile_backward: do the same for the kernels of its gradient.
        allow_implicit: let it read stored tensors that are no arguments.
        grad_fxn: called as `grad_fxn(gradient, call)`, or as
            `grad_fxn(*gradients, call=call)` if the function returns a tuple, when
            gradients are built. `call.src` is what the function returned, then its
            inputs. Returns a tuple with a gradient, or None, for each input; it must
            not refer to tensors that the function returned, except by `call`.

    Raises:
        RuntimeError: when called: the function returns something else, or reads a
            stored tensor that is no argument.

    Example:
        >>> from tinymlir import function
        >>> @function(precompile=True)
        ... def layer(x, w):
        ...     return (x @ w).relu()
        >>> layer(Tensor([[1.0, 2.0]]), Tensor([[1.0, -1.0], [1.0, -1.0]])).tolist()
        [[3.0, 0.0]]
        >>> @function(grad_fxn=lambda gradient, call: (gradient * 100,))
        ... def same(x):
        ...     return x * 1
        >>> x = Tensor([1.0, 2.0])
        >>> same(x).sum().gradient(x)[0].tolist()
        [100.0, 100.0]
    """

    def decorate(fxn: Callable[..., Any]) -> Callable[..., Any]:
        return _Function(fxn, precompile, precompile_backward, allow_implicit, grad_fxn)

    return decorate if fxn is None else decorate(fxn)
