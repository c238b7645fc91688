"""TinyJit: launch again what the first calls of a function launched."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tinymlir import _core
from tinymlir.config import JIT
from tinymlir.dtypes import dtypes
from tinymlir.engine import JitError, recording_of
from tinymlir.errors import describe
from tinymlir.ops.base import TensorBase, live_tensors
from tinymlir.symbolic import SInt, is_symbolic
from tinymlir.tensor import Tensor

__all__ = ["JitError", "TinyJit"]

R = TypeVar("R")


def _place_of(uop: _core.UOp) -> int | None:
    """Return the address of what a value is a view of; None for a lazy one."""
    while not uop.is_realized and len(uop.src) == 1:
        uop = uop.src[0]
    return uop.buffer.ptr if uop.is_realized and uop.buffer else None


class _Input:
    """A tensor argument: its storage, and all that a replay does not change."""

    def __init__(self, name: str, tensor: Tensor) -> None:
        if dtypes.is_weak(tensor.dtype) or tensor.uop.base.op == "const":
            raise JitError(
                f"the argument {name} is a constant, {describe(tensor)}; pass a tensor that "
                "has storage (Tensor.contiguous, Tensor.clone)"
            )
        uop = tensor.uop
        view = []
        while not uop.is_realized and len(uop.src) == 1:
            view.append((uop.op, repr(uop.arg)))
            uop = uop.src[0]
        if not uop.is_realized:
            uop, view = tensor.realize().uop, []
            while not uop.is_realized:
                view.append((uop.op, repr(uop.arg)))
                uop = uop.src[0]
        assert uop.buffer is not None
        self.name = name
        self.buffer = uop.buffer
        self.numbers: dict[str, int] = {}
        shape = tuple(self._unbound(size) for size in tensor.shape)
        storage = tuple(self._unbound(size) for size in uop.shape)
        self.form = (name, shape, tensor.dtype.name, storage, tuple(view), _place_text(tensor))

    def _unbound(self, size: Any) -> Any:
        """Note what a size is bound to; a replay may bind it to another number."""
        return _unbind(size, self.numbers) if is_symbolic(size) else size

    def __str__(self) -> str:
        name, shape, dtype, storage, view, place = self.form
        steps = "".join(f" of {op}{arg}" for op, arg in view)
        return f"{name}: {dtype}{_text(shape)}{steps} in storage of {_text(storage)} on {place}"


def _place_text(tensor: Tensor) -> str:
    device, axis = tensor.device, tensor.uop.axis
    names = ", ".join(device) if isinstance(device, tuple) else str(device)
    return names if axis is None else f"{names}, sharded on axis {axis}"


def _text(shape: tuple[Any, ...]) -> str:
    sizes = (size.render() if is_symbolic(size) else str(size) for size in shape)
    return f"[{', '.join(sizes)}]"


def _unbind(expression: _core.UOp, numbers: dict[str, int]) -> _core.UOp:
    """Return the expression of its variables, and add what they are bound to.

    Raises:
        RuntimeError: a variable is bound to two numbers.
    """
    free, bound = expression.unbind_all()
    for variable, number in bound.items():
        name = variable.expr
        if numbers.setdefault(name, number) != number:
            raise RuntimeError(
                f"bind mismatch: two numbers for Variable '{name}', {numbers[name]} and {number}"
            )
    return free


def _numbers_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, int]:
    """Return what variables among the arguments are bound to."""
    numbers: dict[str, int] = {}
    for value in (*args, *kwargs.values()):
        if isinstance(value, _core.UOp) and value.shape == ():
            _unbind(value, numbers)
    return numbers


def _rebound(uop: _core.UOp, numbers: dict[str, int]) -> _core.UOp:
    """Return a stored value with its sizes bound to other numbers."""
    if not is_symbolic(*uop.shape):
        return uop
    shape: list[SInt] = list(uop.shape)
    sizes = [size.rebind(numbers) if is_symbolic(size) else size for size in shape]
    return uop.src[0].shrink([0] * len(sizes), sizes)


def _tensors_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Tensor]:
    """Return the tensors among the arguments, those in containers included."""
    found: dict[str, Tensor] = {}
    seen: set[int] = set()

    def add(name: str, value: Any) -> None:
        if isinstance(value, Tensor) and id(value) not in seen:
            seen.add(id(value))
            found[name] = value

    named = [*((str(i), arg) for i, arg in enumerate(args)), *sorted(kwargs.items())]
    for name, value in named:
        add(name, value)
        if isinstance(value, (list, tuple)):
            value = dict(enumerate(value))
        for key, item in value.items() if isinstance(value, dict) else ():
            add(f"{name}[{key!r}]", item)
    return found


def _outputs_of(value: Any) -> list[Tensor]:
    """Return the tensors of a result.

    Raises:
        JitError: there is something else in it.
    """
    if value is None:
        return []
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [tensor for item in value for tensor in _outputs_of(item)]
    if isinstance(value, dict):
        return [tensor for item in value.values() for tensor in _outputs_of(item)]
    raise JitError(
        f"a jitted function returns tensors, not {describe(value)}: a number would be "
        "that of the first call for ever"
    )


class _State:
    """A tensor from outside that a call has read, written or moved.

    A call that assigns a tensor while something else still reads its old elements
    gives it new storage. Replays then use the old and the new storage in turns.
    """

    def __init__(self, tensor: TensorBase, old: _core.Buffer | None) -> None:
        self.ref = weakref.ref(tensor)
        self.now = tensor.uop
        self.buffers: list[_core.Buffer] = []
        self.next = tensor.uop
        if old is not None and tensor.uop.buffer is not None:
            self.buffers = [old, tensor.uop.buffer]
            self.next = _core.UOp.from_buffer(old, tensor.shape, tensor.dtype)
        self.places = (_place_of(self.now), _place_of(self.next))

    def is_valid(self) -> bool:
        # What is assigned to a tensor moves its UOp along.
        if self.places[0] != _place_of(self.now):
            return False
        tensor = self.ref()
        return tensor is None or tensor.uop is self.now

    def flip(self) -> None:
        self.now, self.next = self.next, self.now
        self.places = self.places[::-1]
        tensor = self.ref()
        if tensor is not None:
            tensor.uop = self.now


class _Capture:
    """What one call launched, and the tensors that it takes and gives."""

    def __init__(self, inputs: list[_Input]) -> None:
        self.inputs = inputs
        self.recording = _core.Recording()
        self.result: Any = None
        self.outputs: list[tuple[Tensor, _core.UOp, int | None]] = []
        self.states: list[_State] = []
        self.is_flipped = False

    def run(self, function: Callable[[], Any]) -> bool:
        """Call and note; return whether a replay would do the same.

        It would not if a tensor that was there before is left lazy, is a view of
        other storage, or had storage that cannot be written.
        """
        # Addresses: a reference would keep assignments out of the storage.
        before = [(weakref.ref(tensor), _place_of(tensor.uop)) for tensor in live_tensors()]
        with recording_of(self.recording):
            self.result = function()
            tensors = _outputs_of(self.result)
            for tensor in tensors:
                tensor.realize()
        if not self.recording.num_launches:
            raise JitError("didn't JIT anything: the call computed nothing")
        for ref, old in before:
            there = ref()
            if there is not None and not self._add_state(there, old):
                return False
        states = {id(state.ref()) for state in self.states}
        self.outputs = [
            (tensor, tensor.uop, _place_of(tensor.uop))
            for tensor in tensors
            if id(tensor) not in states
        ]
        return True

    def _add_state(self, tensor: TensorBase, old: int | None) -> bool:
        new = _place_of(tensor.uop)
        if new == old:
            if new is not None and self.recording.find(new):
                self.states.append(_State(tensor, None))
            return True
        if old is None or new is None or not tensor.uop.is_realized:
            return False
        read = self.recording.find(old)
        if read is None or read.writable:
            self.states.append(_State(tensor, read))
        return read is None or read.writable

    def is_valid(self) -> bool:
        """Whether each tensor that the launches use or make still has its storage."""
        return all(state.is_valid() for state in self.states) and all(
            _place_of(uop) == place for _, uop, place in self.outputs
        )

    def replay(self, inputs: list[_Input], numbers: dict[str, int]) -> Any:
        """Launch everything on other inputs; return the tensors of the capture."""
        pairs: list[_core.Buffer] = []
        self.is_flipped = not self.is_flipped
        if self.is_flipped:
            pairs = [buffer for state in self.states for buffer in state.buffers]
        self.recording.replay(
            [item.buffer for item in self.inputs],
            [item.buffer for item in inputs],
            pairs,
            numbers,
        )
        for tensor, uop, _ in self.outputs:
            tensor.uop = _rebound(uop, numbers)
        for state in self.states:
            state.flip()
        return self.result


class TinyJit(Generic[R]):
    """Make a function launch its kernels without building its graph again.

    The first call runs as it is. The second notes what is launched; later calls
    launch that on the tensors they are given, and return the same tensor objects,
    with new elements. What the function does besides computing tensors happens in
    the first two calls only.

    Tensors among the arguments, in lists, tuples and dicts too, are the inputs:
    shape, dtype and view must stay. Bound variables among the arguments, and those
    in shapes, may be bound to other numbers. Tensors that the function reads or assigns from
    elsewhere keep their storage; if one gets other storage, the next call notes
    anew. The switch `JIT=0` calls the function each time.

    Args:
        fxn: the function. It realizes tensors, or returns them.

    Raises:
        JitError: an input is a constant or was given twice; an input differs from
            that of the noted call; elements are looked at while noting; nothing is
            computed; or something other than tensors is returned.

    Example:
        >>> @TinyJit
        ... def double(x):
        ...     return (x * 2).realize()
        >>> [double(Tensor([i])).item() for i in range(4)]
        [0, 2, 4, 6]
    """

    def __init__(self, fxn: Callable[..., R]) -> None:
        self.fxn = fxn
        functools.update_wrapper(self, fxn, updated=())
        self.reset()

    def reset(self) -> None:
        """Forget what was noted; the next call is a first one."""
        self.cnt = 0
        self._capture: _Capture | None = None

    @property
    def captured(self) -> bool:
        """Whether the next call replays."""
        return self._capture is not None

    def __get__(self, instance: object, owner: type | None = None) -> Callable[..., R]:
        """Bind to an object; all objects of the class share what was noted."""
        return self if instance is None else functools.partial(self.__call__, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> R:
        """Run, note or replay."""
        if not JIT or self.cnt == 0:
            self.cnt += 1
            result = self.fxn(*args, **kwargs)
            for tensor in _outputs_of(result) if JIT else ():
                tensor.realize()
            return result
        inputs = [_Input(name, t) for name, t in _tensors_of(args, kwargs).items()]
        buffers = [item.buffer.ptr for item in inputs]
        if len(set(buffers)) != len(buffers):
            raise JitError("two arguments share their storage; clone one of them")
        self.cnt += 1
        numbers = _numbers_of(args, kwargs)
        for item in inputs:
            for name, number in item.numbers.items():
                if numbers.setdefault(name, number) != number:
                    raise JitError(
                        f"bind mismatch: two numbers for Variable '{name}', "
                        f"{numbers[name]} and {number}"
                    )
        if self._capture and not self._capture.is_valid():
            self._capture = None
        if self._capture:
            self._check(self._capture.inputs, inputs)
            return self._capture.replay(inputs, numbers)
        capture = _Capture(inputs)
        if capture.run(lambda: self.fxn(*args, **kwargs)):
            self._capture = capture
        return capture.result

    @staticmethod
    def _check(noted: list[_Input], given: list[_Input]) -> None:
        if len(noted) != len(given):
            raise JitError(f"{len(given)} tensors were given, {len(noted)} were noted")
        for old, new in zip(noted, given, strict=True):
            if old.form != new.form:
                raise JitError(f"the arguments differ from those noted: {new} is not {old}")
