"""What a tensor is made of, and how operations make new ones."""

from __future__ import annotations

import math
import weakref
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeAlias

from tinymlir._core import UOp
from tinymlir.codegen.opt import Opt, format_opts
from tinymlir.config import DEV
from tinymlir.counters import GlobalCounters
from tinymlir.device import Device, DeviceLike, device_names
from tinymlir.dtypes import DType, dtypes
from tinymlir.engine import realize
from tinymlir.errors import explained
from tinymlir.symbolic import greatest, resolve

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Number", "TensorBase", "ints_of", "live_tensors", "normalize_axes"]

Number: TypeAlias = bool | int | float

_live: dict[weakref.ref[TensorBase], None] = {}


def live_tensors() -> list[TensorBase]:
    """Return all tensors that exist. `backward` fills the gradients of these."""
    return [tensor for ref in list(_live) if (tensor := ref()) is not None]


def ints_of(first: object, rest: tuple[object, ...]) -> tuple:
    """Return the sizes of `f(2, 3)` and of `f((2, 3))` alike."""
    if rest or not isinstance(first, (tuple, list)):
        return (first, *rest)
    return tuple(first)


def normalize_axes(axis: int | Iterable[int] | None, rank: int) -> tuple[int, ...]:
    """Return axes counted from the front and sorted. None stands for all.

    Raises:
        IndexError: an axis is outside `-rank .. rank - 1`. A scalar has the
            axes 0 and -1.
        ValueError: an axis is named twice.
        TypeError: an axis is not an integer.
    """
    if axis is None:
        return tuple(range(rank))
    given = (axis,) if isinstance(axis, int) else tuple(axis)
    axes = []
    for item in given:
        if not hasattr(item, "__index__"):
            raise TypeError(f"an axis is an integer, not {item!r}")
        limit = max(rank, 1)
        if not -limit <= item < limit:
            raise IndexError(
                f"axis {item} is outside [{-limit}, {limit - 1}], the axes of a "
                f"tensor of {rank} dimension{'s' * (rank != 1)}"
            )
        if rank:
            axes.append(item.__index__() % rank)
    if len(set(axes)) != len(axes):
        raise ValueError(f"axis {given} names an axis twice")
    return tuple(sorted(axes))


@explained("Tensor")
class TensorBase:
    """A mutable cell that holds a `UOp`, and the gradient of it.

    Everything about the value (shape, dtype, how to compute it) is the UOp's. An
    operation makes a new cell; `assign` and `realize` change the cell.
    """

    __slots__ = ("__weakref__", "grad", "is_param", "uop")

    uop: UOp
    grad: Self | None
    is_param: bool

    @classmethod
    def _from_uop(cls, uop: UOp) -> Self:
        tensor = object.__new__(cls)
        tensor._set(uop)
        return tensor

    def _set(self, uop: UOp) -> None:
        self.uop = uop
        self.grad = None
        self.is_param = True
        _live[weakref.ref(self, _live.pop)] = None

    __hash__ = object.__hash__

    # ----- What is known without computing

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes. One that depends on variables is a UOp.

        Example:
            >>> Tensor.ones(2, 3).shape
            (2, 3)
        """
        return self.uop.shape

    @property
    def dtype(self) -> DType:
        """The type of the elements.

        Example:
            >>> Tensor([1, 2]).dtype.name
            'int32'
        """
        return self.uop.dtype

    @property
    def device(self) -> str | tuple[str, ...] | None:
        """The device of the storage, or a tuple of them; None for a Python number.

        Example:
            >>> Tensor([1, 2]).device, Tensor(1).device
            ('CPU', None)
            >>> Tensor([1, 2]).shard(("CPU:0", "CPU:1"), axis=0).device
            ('CPU', 'CPU:1')
        """
        if dtypes.is_weak(self.uop.dtype):
            return None
        device = self.uop.device
        return Device.DEFAULT if device is None else device

    @property
    def ndim(self) -> int:
        """The number of axes.

        Example:
            >>> Tensor.ones(2, 3).ndim
            2
        """
        return len(self.uop.shape)

    def numel(self) -> int:
        """Return the number of elements.

        Example:
            >>> Tensor.ones(2, 3).numel()
            6
        """
        return math.prod(self.uop.shape)

    @property
    def max_shape(self) -> tuple[int, ...]:
        """The greatest sizes of the axes, for all values of their variables.

        Example:
            >>> Tensor.ones(2, 3).max_shape
            (2, 3)
        """
        return tuple(greatest(size) for size in self.uop.shape)

    def max_numel(self) -> int:
        """Return the greatest number of elements, for all values of variables.

        Example:
            >>> Tensor.ones(2, 3).max_numel()
            6
        """
        return math.prod(self.max_shape)

    def size(self, dim: int | None = None) -> int | tuple[int, ...]:
        """Return the shape, or the size of one axis.

        Raises:
            IndexError: there is no axis `dim`.

        Example:
            >>> Tensor.ones(2, 3).size(), Tensor.ones(2, 3).size(-1)
            ((2, 3), 3)
        """
        return self.shape if dim is None else self.shape[self._axis(dim)]

    def element_size(self) -> int:
        """Return the bytes of an element.

        Raises:
            RuntimeError: the dtype is weak and has no storage.

        Example:
            >>> Tensor([1.0]).element_size()
            4
        """
        if dtypes.is_weak(self.dtype):
            raise RuntimeError(f"{self.dtype.name} has no storage; cast it first")
        return self.dtype.itemsize

    def nbytes(self) -> int:
        """Return the bytes of all elements.

        Raises:
            RuntimeError: the dtype is weak and has no storage.

        Example:
            >>> Tensor.ones(2, 3).nbytes()
            24
        """
        return self.numel() * self.element_size()

    def is_floating_point(self) -> bool:
        """Return whether the elements are floats.

        Example:
            >>> Tensor([1.0]).is_floating_point(), Tensor([1]).is_floating_point()
            (True, False)
        """
        return dtypes.is_float(self.dtype)

    def is_param_(self, is_param: bool = True) -> Self:
        """Say whether an optimizer updates this tensor; returns the tensor.

        Example:
            >>> Tensor([1.0]).is_param_(False).is_param
            False
        """
        self.is_param = is_param
        return self

    def mlir(self) -> str:
        """Return the graph of the value as an MLIR module. Nothing is computed.

        Example:
            >>> "tiny.mul" in (Tensor([1.0, 2.0]) * 3).mlir()
            True
        """
        return self.uop.mlir()

    # ----- What the operations are made with

    def _at(self, device: DeviceLike | None, axis: int | None = None) -> Self:
        """Return the value on devices; where none is named, where it is."""
        if device is None or dtypes.is_weak(self.uop.dtype):
            return self
        return self._from_uop(self.uop.copy_to(device_names(device), axis))

    def _beside(self, like: TensorBase) -> Self:
        """Return the value on the devices, and cut on the axis, of another."""
        return self._at(like.device, like.uop.axis)

    def _axis(self, dim: int, extra: int = 0) -> int:
        """Return one axis counted from the front; `extra` axes may be added."""
        axes = normalize_axes(dim, self.ndim + extra)
        return axes[0] if axes else 0

    def _alu(self, name: str, *others: UOp | Number) -> Self:
        return self._from_uop(self.uop.alu(name, *others))

    def _cast(self, dtype: DType) -> Self:
        uop = self.uop
        return self if uop.dtype is dtype else self._from_uop(uop.cast(dtype))

    def _strong(self) -> Self:
        """Give a weak number the default width."""
        return self._cast(dtypes.strong(self.uop.dtype))

    def detach(self) -> Self:
        """Return the same value, through which no gradient flows.

        Example:
            >>> x = Tensor([2.0])
            >>> (x * x.detach()).sum().gradient(x)[0].tolist()
            [2.0]
        """
        return self._from_uop(self.uop.detach())

    def contiguous(self, arg: Sequence[Opt] | None = None) -> Self:
        """Ask for storage: the value is computed once, in row-major order.

        A number without a width stays as it is.

        Args:
            arg: the opts for the kernel that computes the value, instead of
                those that the compiler would choose.

        Raises:
            KernelOptError: an opt is illegal for that kernel; when it is compiled.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).T.contiguous().tolist()
            [[1, 3], [2, 4]]
            >>> from tinymlir.codegen.opt import Opt, OptOps
            >>> (Tensor.arange(8) * 2).contiguous(arg=(Opt(OptOps.UPCAST, 0, 4),)).tolist()
            [0, 2, 4, 6, 8, 10, 12, 14]
        """
        opts = "" if arg is None else format_opts(arg)
        uop = self.uop
        if uop.is_realized or dtypes.is_weak(uop.dtype):
            return self
        return self._from_uop(uop.contiguous(opts))

    def contiguous_backward(self) -> Self:
        """Return the same value; its gradient is computed once, in row-major order.

        Example:
            >>> x = Tensor([1.0, 2.0])
            >>> (x.contiguous_backward() * 3).sum().gradient(x)[0].tolist()
            [3.0, 3.0]
        """
        return self._from_uop(self.uop.contiguous_backward())

    def realize(self, *lst: Self, do_update_stats: bool = True) -> Self:
        """Compute this tensor and all of `lst` now, together; returns the tensor.

        A view of storage and a number without a width stay as they are.

        Args:
            *lst: further tensors.
            do_update_stats: let `GlobalCounters` count it.

        Raises:
            CompileError: the graph could not be compiled.
            MemoryError: there is no storage for a result.

        Example:
            >>> a, b = Tensor([1, 2]) + 1, Tensor([1, 2]) * 3
            >>> a.realize(b).tolist(), b.tolist()
            ([2, 3], [3, 6])
        """
        targets = [uop for tensor in (self, *lst) if (uop := tensor._to_compute()) is not None]
        if targets:
            with nullcontext() if do_update_stats else GlobalCounters.paused():
                realize(targets)
        return self

    def _to_compute(self) -> UOp | None:
        """Return what `realize` computes: of an expanded value only what repeats."""
        uop = self.uop
        base = uop.base
        if base.is_realized or base.op == "const" or dtypes.is_weak(uop.dtype):
            return None
        if DEV.value and uop.device is None:
            # What can be computed anywhere is computed there.
            self.uop = uop = base = uop.copy_to(device_names(None))
        repeats = resolve(math.prod(base.shape) < math.prod(uop.shape), False)
        return base if repeats else uop
