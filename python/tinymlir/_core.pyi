"""The expression graph, the compiler and the memory of tinymlir."""

from collections.abc import Callable, Sequence
import enum
from typing import overload


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
    def reshape(self, *shape: int) -> UOp: ...

    @overload
    def permute(self, order: Sequence[int]) -> UOp: ...

    @overload
    def permute(self, *order: int) -> UOp: ...

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

    def shrink_to(self, *shape: int) -> UOp:
        """The first elements of each axis."""

    def unshard(self, axis: int | Sequence[int], ranges: UOp | Sequence[UOp]) -> UOp:
        """
        The tile of which each item holds a part: block number `ranges[i]` along axis `axis[i]`.
        """

    def rearrange(self, formula: str, **sizes: int) -> UOp:
        """The axes split, reordered and merged by name."""

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
