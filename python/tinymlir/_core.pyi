"""The expression graph, the compiler and the memory of tinymlir."""

from builtins import bool as _bool, float as _float, int as _int
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence
)
import enum
from typing import Any, Literal, overload


class DType:
    """An element type."""

    def __init__(self, name: str) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""

    @property
    def bitsize(self) -> int: ...

    @property
    def fmt(self) -> str | None:
        """The format character with which the bytes are stored."""

    @property
    def priority(self) -> int: ...

    def __lt__(self, arg: DType, /) -> bool: ...

    def __le__(self, arg: DType, /) -> bool: ...

    def __gt__(self, arg: DType, /) -> bool: ...

    def __ge__(self, arg: DType, /) -> bool: ...

    def __reduce__(self) -> tuple[type[DType], tuple[str]]: ...

    def __repr__(self) -> str: ...

dtype_by_name: dict[str, DType]

def promote(*dtypes: DType) -> DType:
    """The least type that all the given ones promote to."""

def sum_dtype(dtype: DType) -> DType:
    """The type in which a sum accumulates."""

def least_upper_float(dtype: DType, default: DType) -> DType:
    """The float type that a float function of `dtype` computes in."""

class Buffer:
    """Memory. It supports the buffer protocol."""

    def __init__(self, nbytes: int) -> None: ...

    @staticmethod
    def wrap(obj: object, writable: bool) -> Buffer:
        """
        The memory of a contiguous object with the buffer protocol, without a copy. Assignments write it if `writable`.
        """

    @property
    def nbytes(self) -> int:
        """The bytes on all devices."""

    @property
    def device(self) -> str | tuple[str, ...]:
        """The device, or a tuple of them."""

    @property
    def ptr(self) -> int: ...

    def mark_undefined(self) -> None:
        """Says that nothing has been written yet."""

    def __repr__(self) -> str: ...

    @property
    def writable(self) -> bool: ...

    def __buffer__(self, flags: int, /) -> memoryview: ...

class UOp:
    """A node of the expression graph. Equal expressions are the same object."""

    @property
    def op(self) -> str:
        """The name of the op, such as 'add'."""

    @property
    def dtype(self) -> DType: ...

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes; one that depends on variables is a UOp."""

    @property
    def src(self) -> tuple[UOp, ...]:
        """The operands."""

    @property
    def arg(self) -> dict[str, object]:
        """The properties of the op, by name."""

    @property
    def is_realized(self) -> bool:
        """Whether this is the content of storage."""

    @property
    def buffer(self) -> Buffer | None:
        """The storage of a realized node."""

    @property
    def base(self) -> UOp:
        """The node below movement ops, `detach` and `contiguous_backward`."""

    def mlir(self) -> str:
        """The tensor graph below as the text of a module."""

    def __repr__(self) -> str: ...

    @staticmethod
    def const(value: bool | int | float, dtype: DType | None = None) -> UOp:
        """A constant; without a dtype it is a bool or weak."""

    @staticmethod
    def from_buffer(buf: Buffer, shape: Sequence[int], dtype: DType) -> UOp:
        """The content of a buffer. Each call is a new node."""

    @staticmethod
    def iota(shape: Sequence[int | UOp], axis: int) -> UOp:
        """Each element is its coordinate on an axis, a weak integer."""

    @overload
    @staticmethod
    def stack(sources: Sequence[UOp | bool | int | float]) -> UOp: ...

    @overload
    @staticmethod
    def stack(*sources: UOp | bool | int | float) -> UOp:
        """The values along a new leading axis."""

    def cast(self, dtype: DType) -> UOp: ...

    def bitcast(self, dtype: DType) -> UOp:
        """The bits as a dtype of the same width."""

    @overload
    def reshape(self, shape: Sequence[int | UOp]) -> UOp: ...

    @overload
    def reshape(self, *shape: int | Sequence[int]) -> UOp: ...

    @overload
    def permute(self, order: Sequence[int]) -> UOp: ...

    @overload
    def permute(self, *order: int | Sequence[int]) -> UOp: ...

    def expand(self, shape: Sequence[int | UOp]) -> UOp: ...

    def pad(self, low: Sequence[int | UOp], high: Sequence[int | UOp]) -> UOp: ...

    def shrink(self, offsets: Sequence[int | UOp], sizes: Sequence[int | UOp]) -> UOp: ...

    def flip(self, axes: Sequence[int]) -> UOp: ...

    @overload
    def reduce(self, kind: str, axes: Sequence[int]) -> UOp:
        """Combines along axes ('add', 'mul', 'max'), which keep size one."""

    @overload
    def reduce(self, *src: UOp, arg: str | None = None) -> UOp:
        """Combines the values for all values of ranges."""

    def contiguous(self, opts: str = "") -> UOp:
        """The value in storage of its own; `opts` optimize its kernel."""

    def detach(self) -> UOp:
        """The value without its gradient."""

    def contiguous_backward(self) -> UOp:
        """The value; its gradient gets storage of its own."""

    def assign(self, value: UOp | bool | int | float) -> UOp:
        """The content of this storage once the value is stored to it."""

    def write(self, value: UOp | bool | int | float) -> UOp:
        """
        Stores to what this is a view of. This and all other UOps that are its content, or views of it, mean the new content from then on; what was computed from them keeps its value.
        """

    def __add__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __radd__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __sub__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rsub__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __mul__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rmul__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __truediv__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rtruediv__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __floordiv__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rfloordiv__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __mod__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rmod__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __and__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rand__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __or__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __ror__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __xor__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rxor__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __lshift__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rlshift__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rshift__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __rrshift__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __lt__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __gt__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __ge__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __le__(self, other: UOp | bool | int | float, /) -> UOp: ...

    def __neg__(self) -> UOp: ...

    def alu(self, name: str, *others: UOp | bool | int | float) -> UOp:
        """
        The elementwise op `name` of this value and others. Operands are promoted and broadcast.
        """

    @staticmethod
    def variable(name: str, min_val: int, max_val: int, dtype: DType | None = None, multiple_of: int = 1) -> UOp:
        """An integer within bounds that is known at launch only."""

    def bind(self, val: int) -> UOp:
        """The variable with the number to launch with."""

    def unbind(self) -> tuple[UOp, int]:
        """The variable, and the number that it is bound to."""

    def unbind_all(self) -> tuple[UOp, dict[UOp, int]]:
        """The expression of variables that are not bound, and their numbers."""

    def rebind(self, numbers: dict[str, int]) -> UOp:
        """The expression with its variables bound to other numbers, by name."""

    def variables(self) -> list[UOp]:
        """The variables below, by name."""

    def substitute(self, dvars: Mapping[UOp, UOp | bool | int | float]) -> UOp:
        """The graph with other nodes in the place of some, made anew above them."""

    def simplify(self) -> int | UOp:
        """The simplest form of a size."""

    def evaluate(self) -> int:
        """The number that a size is with the numbers of its variables."""

    def render(self) -> str:
        """The expression as text."""

    def __bool__(self) -> bool: ...

    @property
    def is_variable(self) -> bool: ...

    @property
    def is_bound_var(self) -> bool: ...

    @property
    def expr(self) -> str:
        """The name of a variable."""

    @property
    def vmin(self) -> int:
        """The least value, as far as it is known."""

    @property
    def vmax(self) -> int:
        """The greatest value, as far as it is known."""

    @property
    def device(self) -> str | tuple[str, ...] | None:
        """
        The device, or a tuple of them; None for what is computed from constants only, which can be done anywhere.
        """

    @property
    def axis(self) -> int | None:
        """The axis of which each device has a block; None where each has all."""

    def copy_to(self, devices: Sequence[str], axis: int | None = None) -> UOp:
        """
        The value on other devices, given by their canonical names; with an axis each has a block of it.
        """

    def placed_like(self, other: UOp) -> UOp:
        """
        The value, where another is if it can be computed anywhere; raises RuntimeError if it is elsewhere.
        """

    @staticmethod
    def empty(shape: Sequence[int], dtype: DType, devices: Sequence[str], axis: int | None = None) -> UOp:
        """The content of new storage on some devices."""

    @staticmethod
    def param(slot: int, shape: Sequence[int], dtype: DType) -> UOp:
        """What stands for an argument of a call, by its number."""

    @property
    def param_slot(self) -> int | None:
        """The number of the argument that a param stands for."""

    def load(self) -> UOp:
        """The content of storage. Elsewhere storage is loaded by itself."""

    def store(self, value: UOp | bool | int | float, gate: UOp | None = None) -> UOp:
        """Writes a value, which broadcasts, where the gate is true."""

    def set(self, val: UOp | bool | int | float, end: UOp | Sequence[UOp] = ()) -> UOp:
        """
        The storage that this is a view of, once `val` is stored and the ranges have ended.
        """

    def after(self, *src: UOp) -> UOp:
        """The storage once the stores have happened, inside of the ranges."""

    def end(self, *src: UOp) -> UOp:
        """Closes ranges, the outermost first."""

    def group(self, *src: UOp) -> UOp:
        """Several stores."""

    def barrier(self, *src: UOp) -> UOp:
        """Waits for the stores of all items of the workgroup."""

    def sink(self, *src: UOp, arg: object | None = None) -> UOp:
        """The kernel that does this; `arg` is a `KernelInfo`."""

    @staticmethod
    def placeholder(shape: Sequence[int], dtype: DType, slot: int, addrspace: AddrSpace = ...) -> UOp:
        """Memory of a kernel: argument `slot`, or scratch of that number."""

    def placeholder_like(self, slot: int, addrspace: AddrSpace = ...) -> UOp:
        """Memory of this shape and dtype."""

    @staticmethod
    def range(end: int | UOp, axis_id: int, axis_type: AxisType = ..., src: Sequence[UOp] = ()) -> UOp:
        """A loop variable from 0 up to `end`; ids are unique in a kernel."""

    @staticmethod
    def special(end: int, name: str) -> UOp:
        """The index of a workgroup (gidx0) or of an item (lidx0)."""

    @staticmethod
    def invalid() -> UOp:
        """What is not stored."""

    def valid(self, cond: UOp | bool) -> UOp:
        """The value or place, invalid where the condition is false."""

    def contract(self, *rngs: UOp) -> UOp:
        """The values for all values of UPCAST ranges, the last one fastest."""

    def __getitem__(self, key: object) -> UOp:
        """The place or part of storage."""

    def flatten(self) -> UOp:
        """All elements along one axis."""

    def shrink_to(self, *shape: int | Sequence[int]) -> UOp:
        """The first elements of each axis."""

    def unshard(self, axis: int | Sequence[int], ranges: UOp | Sequence[UOp]) -> UOp:
        """
        The tile of which each item holds a part: block number `ranges[i]` along axis `axis[i]`.
        """

    def rearrange(self, formula: str, **sizes: int) -> UOp:
        """The axes split, reordered and merged by name."""

    def const_like(self, b: _bool | _int | _float, dtype: DType | str | None = ...) -> UOp: ...

    def empty_like(self, dtype: DType | str | None = ..., device: str | Sequence[str] | None = ...) -> UOp: ...

    @staticmethod
    def invalids(*shape: _int, device: str | Sequence[str] | None = ..., dtype: DType | str | None = ...) -> UOp: ...

    @staticmethod
    def full(shape: _int | Sequence[_int], fill_value: _bool | _int | _float, dtype: DType | str | None = ..., device: str | Sequence[str] | None = ..., buffer: _bool = ...) -> UOp: ...

    def full_like(self, fill_value: _bool | _int | _float, dtype: DType | str | None = ..., device: str | Sequence[str] | None = ..., buffer: _bool = ...) -> UOp: ...

    @staticmethod
    def zeros(*shape: _int, device: str | Sequence[str] | None = ..., dtype: DType | str | None = ...) -> UOp: ...

    def zeros_like(self, dtype: DType | str | None = ..., device: str | Sequence[str] | None = ...) -> UOp: ...

    @staticmethod
    def ones(*shape: _int, device: str | Sequence[str] | None = ..., dtype: DType | str | None = ...) -> UOp: ...

    def ones_like(self, dtype: DType | str | None = ..., device: str | Sequence[str] | None = ...) -> UOp: ...

    def element_size(self) -> _int: ...

    def is_floating_point(self) -> _bool: ...

    def float(self) -> UOp: ...

    def half(self) -> UOp: ...

    def int(self) -> UOp: ...

    def bool(self) -> UOp: ...

    def bfloat16(self) -> UOp: ...

    def double(self) -> UOp: ...

    def long(self) -> UOp: ...

    def short(self) -> UOp: ...

    def ufix(self, x: UOp | _bool | _int | _float) -> UOp: ...

    def usum(self, *uops: UOp | _bool | _int | _float) -> UOp: ...

    def uprod(self, *uops: UOp | _bool | _int | _float) -> UOp: ...

    def logical_not(self) -> UOp: ...

    def neg(self) -> UOp: ...

    def add(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def sub(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def mul(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def bitwise_not(self) -> UOp: ...

    def bitwise_and(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def bitwise_or(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def bitwise_xor(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def mod(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def fmod(self, x: UOp | _bool | _int | _float) -> UOp: ...

    def div(self, x: UOp | _bool | _int | _float, reverse: _bool = ..., rounding_mode: str | None = ...) -> UOp: ...

    def ne(self, x: UOp | _bool | _int | _float) -> UOp: ...

    def eq(self, x: UOp | _bool | _int | _float) -> UOp: ...

    def lshift(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def rshift(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def maximum(self, x: UOp | _bool | _int | _float) -> UOp: ...

    def minimum(self, x: UOp | _bool | _int | _float) -> UOp: ...

    def copysign(self, other: UOp | _bool | _int | _float) -> UOp: ...

    def logaddexp(self, other: UOp | _bool | _int | _float) -> UOp: ...

    def where(self, x: UOp | _bool | _int | _float, y: UOp | _bool | _int | _float) -> UOp: ...

    def masked_fill(self, mask: UOp, value: UOp | _bool | _int | _float) -> UOp: ...

    def threefry(self, seed: UOp) -> UOp: ...

    def reciprocal(self) -> UOp: ...

    def trunc(self) -> UOp: ...

    def sqrt(self) -> UOp: ...

    def sin(self) -> UOp: ...

    def cos(self) -> UOp: ...

    def exp(self) -> UOp: ...

    def log2(self) -> UOp: ...

    def exp2(self) -> UOp: ...

    def pow(self, x: UOp | _bool | _int | _float, reverse: _bool = ...) -> UOp: ...

    def square(self) -> UOp: ...

    def clamp(self, min_: UOp | _bool | _int | _float | None = ..., max_: UOp | _bool | _int | _float | None = ...) -> UOp: ...

    def clip(self, min_: UOp | _bool | _int | _float | None = ..., max_: UOp | _bool | _int | _float | None = ...) -> UOp: ...

    def isnan(self) -> UOp: ...

    def isinf(self, detect_positive: _bool = ..., detect_negative: _bool = ...) -> UOp: ...

    def isfinite(self) -> UOp: ...

    def isclose(self, other: UOp, rtol: _float = ..., atol: _float = ..., equal_nan: _bool = ...) -> UOp: ...

    def ceil(self) -> UOp: ...

    def floor(self) -> UOp: ...

    def relu(self) -> UOp: ...

    def sigmoid(self) -> UOp: ...

    def relu6(self) -> UOp: ...

    def hardswish(self) -> UOp: ...

    def hardsigmoid(self, alpha: _float = ..., beta: _float = ...) -> UOp: ...

    def hardtanh(self, min_val: _float = ..., max_val: _float = ...) -> UOp: ...

    def leaky_relu(self, neg_slope: _float = ...) -> UOp: ...

    def tanh(self) -> UOp: ...

    def quick_gelu(self) -> UOp: ...

    def gelu(self, approximate: str = ...) -> UOp: ...

    def swish(self) -> UOp: ...

    def silu(self) -> UOp: ...

    def rsqrt(self) -> UOp: ...

    def log(self) -> UOp: ...

    def log10(self) -> UOp: ...

    def atanh(self) -> UOp: ...

    def asinh(self) -> UOp: ...

    def acosh(self) -> UOp: ...

    def round(self) -> UOp: ...

    def sign(self) -> UOp: ...

    def abs(self) -> UOp: ...

    def tan(self) -> UOp: ...

    def asin(self) -> UOp: ...

    def acos(self) -> UOp: ...

    def atan(self) -> UOp: ...

    def elu(self, alpha: _float = ...) -> UOp: ...

    def celu(self, alpha: _float = ...) -> UOp: ...

    def selu(self, alpha: _float = ..., gamma: _float = ...) -> UOp: ...

    def softplus(self, beta: _float = ...) -> UOp: ...

    def mish(self) -> UOp: ...

    def logsigmoid(self) -> UOp: ...

    def sinh(self) -> UOp: ...

    def cosh(self) -> UOp: ...

    def erf(self) -> UOp: ...

    def softsign(self) -> UOp: ...

    def lerp(self, end: UOp, weight: UOp | _bool | _int | _float) -> UOp: ...

    @property
    def ndim(self) -> _int: ...

    def numel(self) -> _int: ...

    @property
    def max_shape(self) -> tuple[_int, ...]: ...

    def max_numel(self) -> _int: ...

    def size(self, dim: _int | None = ...) -> _int | tuple[_int, ...]: ...

    def pad_to(self, shape: _int | Sequence[_int | None], *args: _int | None, value: _float = ...) -> UOp: ...

    def view(self, shape: _int | Sequence[_int | None], *args: _int | None) -> UOp: ...

    def squeeze(self, dim: _int | None = ...) -> UOp: ...

    def unsqueeze(self, dim: _int) -> UOp: ...

    @property
    def T(self) -> UOp: ...

    def transpose(self, dim0: _int = ..., dim1: _int = ...) -> UOp: ...

    def unflatten(self, dim: _int, sizes: Sequence[_int]) -> UOp: ...

    def split(self, sizes: _int | Sequence[_int], dim: _int = ...) -> tuple[UOp, ...]: ...

    def chunk(self, chunks: _int, dim: _int = ...) -> list[UOp]: ...

    def meshgrid(self, *args: UOp, indexing: str = ...) -> tuple[UOp, ...]: ...

    def diag(self) -> UOp: ...

    def diagonal(self, offset: _int = ..., dim1: _int = ..., dim2: _int = ...) -> UOp: ...

    def roll(self, shifts: _int | Sequence[_int], dims: _int | Sequence[_int] | None = ...) -> UOp: ...

    def repeat_interleave(self, repeats: _int, dim: _int | None = ...) -> UOp: ...

    def repeat(self, repeats: _int | Sequence[_int], *args: _int) -> UOp: ...

    def unfold(self, dim: _int, size: _int, step: _int) -> UOp: ...

    def sum(self, axis: Any = ..., keepdim: _bool = ..., dtype: DType | str | None = ...) -> UOp: ...

    def prod(self, axis: Any = ..., keepdim: _bool = ..., dtype: DType | str | None = ...) -> UOp: ...

    def max(self, axis: Any = ..., keepdim: _bool = ...) -> UOp: ...

    def any(self, axis: Any = ..., keepdim: _bool = ...) -> UOp: ...

    def all(self, axis: Any = ..., keepdim: _bool = ...) -> UOp: ...

    @staticmethod
    def arange(start: _float, stop: _float | None = ..., step: _float = ..., dtype: DType | str | None = ..., device: str | Sequence[str] | None = ...) -> UOp: ...

    @staticmethod
    def linspace(start: _float, stop: _float, steps: _int, dtype: DType | str | None = ..., device: str | Sequence[str] | None = ...) -> UOp: ...

    @staticmethod
    def eye(n: _int, m: _int | None = ..., dtype: DType | str | None = ..., device: str | Sequence[str] | None = ...) -> UOp: ...

    def triu(self, diagonal: _int = ...) -> UOp: ...

    def tril(self, diagonal: _int = ...) -> UOp: ...

    def dot(self, w: UOp, dtype: DType | str | None = ...) -> UOp: ...

    def matmul(self, x: UOp, reverse: _bool = ..., dtype: DType | str | None = ...) -> UOp: ...

    @staticmethod
    def einsum(formula: str, *operands: UOp | Sequence[UOp], dtype: DType | str | None = ...) -> UOp: ...

    def gradient(self, *targets: UOp, gradient: UOp | None = ...) -> list[UOp]: ...

    def min(self, axis: Any = ..., keepdim: _bool = ...) -> UOp: ...

    def mean(self, axis: Any = ..., keepdim: _bool = ...) -> UOp: ...

    def var(self, axis: Any = ..., keepdim: _bool = ..., correction: _int = ...) -> UOp: ...

    def var_mean(self, axis: Any = ..., keepdim: _bool = ..., correction: _int = ...) -> tuple[UOp, UOp]: ...

    def std(self, axis: Any = ..., keepdim: _bool = ..., correction: _int = ...) -> UOp: ...

    def std_mean(self, axis: Any = ..., keepdim: _bool = ..., correction: _int = ...) -> tuple[UOp, UOp]: ...

    def normalize(self, p: _float = ..., dim: _int = ..., eps: _float = ...) -> UOp: ...

    def logsumexp(self, axis: Any = ..., keepdim: _bool = ...) -> UOp: ...

    def softmax(self, axis: _int = ..., dtype: DType | str | None = ...) -> UOp: ...

    def log_softmax(self, axis: _int = ..., dtype: DType | str | None = ...) -> UOp: ...

    def softmin(self, axis: _int = ..., dtype: DType | str | None = ...) -> UOp: ...

    def cat(self, *args: UOp, dim: _int = ...) -> UOp: ...

    def cumsum(self, axis: _int = ...) -> UOp: ...

    def cumprod(self, axis: _int) -> UOp: ...

    def cummax(self, axis: _int = ...) -> tuple[UOp, UOp]: ...

    def cummin(self, axis: _int = ...) -> tuple[UOp, UOp]: ...

    def logcumsumexp(self, axis: _int = ...) -> UOp: ...

    def argmax(self, axis: _int | None = ..., keepdim: _bool = ...) -> UOp: ...

    def argmin(self, axis: _int | None = ..., keepdim: _bool = ...) -> UOp: ...

    def sort(self, dim: _int = ..., descending: _bool = ...) -> tuple[UOp, UOp]: ...

    def argsort(self, dim: _int = ..., descending: _bool = ...) -> UOp: ...

    def topk(self, k: _int, dim: _int = ..., largest: _bool = ..., sorted_: _bool = ...) -> tuple[UOp, UOp]: ...

    def allclose(self, other: UOp, rtol: _float = ..., atol: _float = ..., equal_nan: _bool = ...) -> _bool: ...

    def one_hot(self, num_classes: _int) -> UOp: ...

    def gather(self, dim: _int, index: UOp) -> UOp: ...

    def interpolate(self, size: Sequence[_int], mode: str = ..., align_corners: _bool = ...) -> UOp: ...

    def scatter_reduce(self, dim: _int, index: UOp, src: UOp, reduce: str, include_self: _bool = ...) -> UOp: ...

    def scatter(self, dim: _int, index: UOp, src: UOp | _bool | _int | _float, reduce: str | None = ...) -> UOp: ...

    def masked_select(self, mask: UOp, size: _int | None = ..., fill_value: _bool | _int | _float = ...) -> UOp: ...

    def nonzero(self, size: _int | None = ..., fill_value: _int = ...) -> UOp: ...

    def sequential(self, ll: Sequence[Callable[[UOp], UOp]]) -> UOp: ...

    def linear(self, weight: UOp, bias: UOp | None = ..., dtype: DType | str | None = ...) -> UOp: ...

    def avg_pool2d(self, kernel_size: Any = ..., stride: Any = ..., dilation: Any = ..., padding: Any = ..., ceil_mode: _bool = ..., count_include_pad: _bool = ...) -> UOp: ...

    def max_pool2d(self, kernel_size: Any = ..., stride: Any = ..., dilation: Any = ..., padding: Any = ..., ceil_mode: _bool = ..., return_indices: _bool = ...) -> UOp | tuple[UOp, UOp]: ...

    def max_unpool2d(self, indices: UOp, kernel_size: Any = ..., stride: Any = ..., dilation: Any = ..., padding: Any = ..., output_size: Sequence[_int] | None = ...) -> UOp: ...

    def conv2d(self, weight: UOp, bias: UOp | None = ..., groups: _int = ..., stride: Any = ..., dilation: Any = ..., padding: Any = ..., dtype: DType | str | None = ...) -> UOp: ...

    def conv_transpose2d(self, weight: UOp, bias: UOp | None = ..., groups: _int = ..., stride: Any = ..., dilation: Any = ..., padding: Any = ..., output_padding: Any = ...) -> UOp: ...

    def layernorm(self, axis: _int | tuple[_int, ...] = ..., eps: _float = ...) -> UOp: ...

    def batchnorm(self, weight: UOp | None, bias: UOp | None, mean: UOp, invstd: UOp, axis: _int | tuple[_int, ...] = ...) -> UOp: ...

    def binary_crossentropy(self, Y: UOp, reduction: str = ...) -> UOp: ...

    def binary_crossentropy_logits(self, Y: UOp, reduction: str = ..., pos_weight: UOp | None = ...) -> UOp: ...

    def sparse_categorical_crossentropy(self, Y: UOp, ignore_index: _int = ..., label_smoothing: _float = ..., reduction: str = ...) -> UOp: ...

    def cross_entropy(self, Y: UOp, reduction: str = ..., label_smoothing: _float = ...) -> UOp: ...

    def nll_loss(self, Y: UOp, weight: UOp | None = ..., ignore_index: _int | None = ..., reduction: str = ...) -> UOp: ...

    def qr(self) -> tuple[UOp, UOp]: ...

    def svd(self, full_matrices: _bool = ...) -> tuple[UOp, UOp, UOp]: ...

    def newton_schulz(self, steps: _int, params: Sequence[_float], eps: _float = ...) -> UOp: ...

    def keccak(self, cfg: str | tuple[_int, _int] = ...) -> UOp: ...

    def hash(self) -> UOp: ...

    def nbytes(self) -> _int: ...

    @staticmethod
    def random_bits(key: UOp, counter: UOp, num: _int) -> UOp: ...

    @staticmethod
    def rand(*shape: _int, device: str | Sequence[str] | None = ..., dtype: DType | str | None = ..., contiguous: _bool = ...) -> UOp: ...

    def rand_like(self, **options: Any) -> UOp: ...

    def randn_like(self, dtype: DType | str | None = ..., **options: Any) -> UOp: ...

    @staticmethod
    def randn(*shape: _int, dtype: DType | str | None = ..., **options: Any) -> UOp: ...

    @staticmethod
    def randint(*shape: _int, low: _int = ..., high: _int = ..., dtype: DType | str = ..., **options: Any) -> UOp: ...

    @staticmethod
    def normal(*shape: _int, mean: _float = ..., std: _float = ..., **options: Any) -> UOp: ...

    @staticmethod
    def uniform(*shape: _int, low: _float = ..., high: _float = ..., dtype: DType | str | None = ..., **options: Any) -> UOp: ...

    @staticmethod
    def scaled_uniform(*shape: _int, **options: Any) -> UOp: ...

    @staticmethod
    def glorot_uniform(*shape: _int, **options: Any) -> UOp: ...

    @staticmethod
    def kaiming_uniform(*shape: _int, a: _float = ..., **options: Any) -> UOp: ...

    @staticmethod
    def kaiming_normal(*shape: _int, a: _float = ..., **options: Any) -> UOp: ...

    @staticmethod
    def randperm(n: _int, device: str | Sequence[str] | None = ..., dtype: DType | str = ..., **options: Any) -> UOp: ...

    def multinomial(self, num_samples: _int = ..., replacement: _bool = ...) -> UOp: ...

    def dropout(self, p: _float = ...) -> UOp: ...

    def scaled_dot_product_attention(self, key: UOp, value: UOp, attn_mask: UOp | None = ..., dropout_p: _float = ..., is_causal: _bool = ..., enable_gqa: _bool = ...) -> UOp: ...

    def __matmul__(self, x: Any) -> UOp: ...

    def toposort(self, gate: Callable[[UOp], _bool] | None = ...) -> dict[UOp, None]: ...

    def op_in_backward_slice_with_self(self, *ops: str) -> _bool: ...

    def argstr(self) -> str: ...

    def sym_infer(self, var_vals: Mapping[str, _int]) -> _int: ...

    def ssimplify(self) -> UOp | _int: ...

    def overflows(self, dtype: DType) -> _bool: ...

    def split_uop(self, sep: str) -> Iterator[UOp]: ...

    def const_factor(self) -> _int: ...

    def divides(self, v: _int) -> UOp | None: ...

    def pop_const(self, op: str = ...) -> tuple[UOp, _int]: ...

    @property
    def backward_slice(self) -> dict[UOp, None]: ...

    @property
    def backward_slice_with_self(self) -> dict[UOp, None]: ...

    @property
    def key(self) -> bytes: ...

    @staticmethod
    def gcd(*uops: UOp) -> _int: ...

def custom_gradient(values: list[UOp], inputs: list[UOp], rule: Callable[[list[UOp | None], list[UOp | None], list[UOp]], list[UOp | None]]) -> list[UOp]:
    """
    The values, with gradients that go to the inputs: `rule(gradients, values, inputs)` makes those of the inputs; None is no gradient.
    """

def substitute(roots: list[UOp], old: list[UOp], new: list[UOp]) -> list[UOp]:
    """The roots, computed from `new` where they were from `old`."""

def sources(roots: list[UOp], inputs: list[UOp]) -> list[UOp]:
    """The stored values and params that the roots read besides the inputs."""

class AddrSpace(enum.Enum):
    """Where memory of a kernel is."""

    GLOBAL = 0

    LOCAL = 1

    REG = 2

class AxisType(enum.Enum):
    """What a range stands for."""

    WEAK = 1

    LOOP = 2

    THREAD = 3

    GLOBAL = 4

    WARP = 5

    LOCAL = 6

    GROUP_REDUCE = 7

    REDUCE = 8

    UPCAST = 9

    UNROLL = 10

def placeholders(values: list[UOp]) -> list[UOp]:
    """What a kernel sees of the storage of values."""

def is_storage(node: UOp) -> bool:
    """Whether a node is a placeholder, or a view of one."""

def is_stored(value: UOp) -> bool:
    """Whether the value is the first part of some storage."""

def apply(roots: UOp, values: list[UOp]) -> list[UOp | None]:
    """
    What a kernel leaves in the storage of values; None for one that it does not write.
    """

class CompileError(RuntimeError):
    pass

class KernelOptError(CompileError):
    pass

def gradient(root: UOp, targets: list[UOp], seed: UOp) -> list[UOp | None]:
    """
    The gradients of `root` with respect to the targets, given its own; None where it does not depend on a target.
    """

def realize(values: list[UOp], *, noopt: bool = False, workgroups: bool = False, sim_check: bool = False, disable_barriers: str = '', split_reduce: bool = True, plan_memory: bool = True, emulate: Sequence[str] = (), no_locals: bool = False, beam: int = 0, use_beam_cache: bool = True, ignore_beam_cache: bool = False, compile_only: bool = False, report: Callable[[str, int, int, int, float, str], object] | None = None, trace: list[dict[str, object]] | None = None, dump: Callable[[str, str, str], object] | None = None, profile: list[dict[str, object]] | None = None) -> list[UOp]:
    """
    Computes the values. Each node becomes the content of storage, for all who refer to it; with `compile_only` none does. `trace` gets a dict per kernel launch; `dump` is called with stage, name and text of what is compiled; `profile` gets a dict per pass with what it cost.
    """

def stats() -> dict[str, float]:
    """Counters since the last reset; memory and cache sizes now."""

def reset_stats() -> None: ...

class Recording:
    """
    What calls of realize launched, to launch it again; or, deferred, what they are to launch.
    """

    def __init__(self, deferred: bool = False) -> None: ...

    @property
    def items(self) -> list[dict[str, object]]:
        """The launches and transfers in order."""

    @property
    def numbers(self) -> dict[str, int]:
        """What variables are bound to."""

    def print(self) -> str:
        """The kernels and calls of all launches."""

    def start(self) -> None:
        """Notes what is realized from now on."""

    def stop(self) -> None: ...

    @property
    def num_launches(self) -> int: ...

    def find(self, ptr: int) -> Buffer | None:
        """The storage at an address, if a launch reads or writes it."""

    def replay(self, originals: list[Buffer], inputs: list[Buffer], state: list[Buffer], numbers: dict[str, int] = {}) -> None:
        """
        Launches all of it with `inputs` in the place of `originals`, and the buffers of `state` exchanged in pairs. An input that is written is copied first. `numbers` binds variables anew.
        """

class ModuleProgram:
    """A compiled module that somebody wrote."""

    def __init__(self, text: str, noopt: bool = False) -> None:
        """
        Compiles a tensor graph, a schedule or one kernel; raises CompileError with what the passes said.
        """

    @property
    def arguments(self) -> list[tuple[tuple[int, ...], DType, bool]]:
        """Shape, dtype, and whether it is written, of each argument."""

    @property
    def variables(self) -> list[str]:
        """The names of the variables."""

    @property
    def kernels(self) -> list[str]: ...

    def run(self, buffers: list[Buffer], numbers: Sequence[int]) -> None:
        """Runs it on memory, with a number for each variable."""
