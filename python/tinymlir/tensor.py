"""The tensor: what users hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tinymlir import _core
from tinymlir._core import UOp
from tinymlir.device import DeviceLike, device_names
from tinymlir.dlpack import export_array
from tinymlir.dtypes import DTypeLike, dtypes, to_dtype
from tinymlir.engine import JitError, is_recording, realize
from tinymlir.errors import describe, explained
from tinymlir.interop import (
    array_of_data,
    from_array,
    from_dlpack,
    map_file,
    view_as_array,
    wrap_address,
    wrap_array,
)
from tinymlir.ops.base import ints_of
from tinymlir.ops.schedules import Schedules
from tinymlir.symbolic import evaluate, is_symbolic

__all__ = ["Tensor"]

_SMALL_FLOATS = (*dtypes.fp8s, dtypes.bfloat16)


@explained("Tensor")
class Tensor(Schedules):
    """A multi-dimensional array, computed when it is needed.

    An operation only notes what is to be done. Looking at the elements, or
    `realize`, compiles the graph to machine code and runs it.

    Args:
        data: a number; nested lists of numbers; a NumPy array or an object with
            `__dlpack__`, such as a PyTorch tensor on the CPU, whose memory is used
            where possible (see `tinymlir.interop`); bytes; a `Path`, whose
            file is mapped into memory as uint8; or a UOp.
        device: where the tensor lives, "CPU" or "CPU:1" and so on; of a tuple each
            device gets all of it (see `Tensor.shard`).
        dtype: the dtype or its name; otherwise that of the data. A Python number
            alone has no width: it takes that of what it meets.

    Raises:
        ValueError: the lists have different lengths, or the device or dtype is
            unknown.
        TypeError: a NumPy dtype has no counterpart, or an element is no number.
        RuntimeError: the data is of another kind.
        OSError: the file cannot be read.

    Example:
        >>> t = Tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> (t @ t + 1).tolist()
        [[8.0, 11.0], [16.0, 23.0]]
    """

    __slots__ = ()

    def __init__(
        self, data: Any, device: DeviceLike | None = None, dtype: DTypeLike | None = None
    ) -> None:
        names = device_names(device)
        uop = self._make(data, None if dtype is None else to_dtype(dtype))
        if names != ("CPU",) and uop.op != "const" and not (device is None and data is uop):
            uop = uop.copy_to(names)
        self._set(uop)

    @staticmethod
    def _make(data: Any, dtype: _core.DType | None) -> UOp:
        if isinstance(data, UOp):
            return data if dtype in (None, data.dtype) else data.cast(dtype)
        if isinstance(data, (np.ndarray, np.generic)):
            return from_array(np.asarray(data), dtype)
        if isinstance(data, (bool, int, float)):
            return UOp.const(data, dtype)
        if data is None:
            return UOp.const(0.0, dtype or dtypes.default_float)
        if isinstance(data, (list, tuple)):
            array = array_of_data(data, dtype)
            kind = dtypes.strong(dtypes.from_py(data) if dtype is None else dtype)
            return UOp.from_buffer(wrap_array(array, True), array.shape, kind)
        if isinstance(data, Path):
            return from_array(map_file(data), dtype)
        if isinstance(data, (bytes, bytearray, memoryview)):
            return from_array(np.frombuffer(bytes(data), np.uint8), dtype)
        if hasattr(data, "__dlpack__"):
            uop = from_dlpack(data)
            return uop if dtype is None else uop.cast(dtype)
        raise RuntimeError(
            f"can't create a Tensor from {type(data).__name__}; numbers, lists, NumPy "
            "arrays, bytes and paths are taken, and Tensor.from_dlpack takes other tensors"
        )

    def __repr__(self) -> str:
        """Return a text that says what is known without computing."""
        state = "realized" if self.uop.base.is_realized else f"lazy {self.uop.op}"
        return f"<Tensor {describe(self)} on {self.device}, {state}>"

    # ----- The elements

    def _array(self) -> np.ndarray:
        """Return the storage of the elements.

        Raises:
            JitError: a jitted function looks at what later calls do not look at.
        """
        if is_recording():
            raise JitError(
                "the elements of a tensor cannot be looked at inside of a jitted function: "
                "they would be those of this call for ever; return the tensor"
            )
        x = self._strong()
        if isinstance(x.device, tuple):
            x = x._at(x.device[0])
        if not x.uop.is_realized:
            x.realize()
        uop = x.uop
        if not uop.is_realized:
            (uop,) = realize([uop.contiguous()])
        buffer = uop.buffer
        assert buffer is not None
        if not is_symbolic(*uop.shape):
            return view_as_array(buffer, uop.shape, uop.dtype)
        # Storage has room for the greatest sizes.
        whole = view_as_array(buffer, uop.src[0].shape, uop.dtype)
        return whole[tuple(slice(evaluate(size)) for size in uop.shape)]

    def numpy(self) -> np.ndarray:
        """Return the elements as a NumPy array of their own. Computes.

        The 8-bit floats and bfloat16, which NumPy lacks, become float32.

        Raises:
            CompileError: the graph could not be compiled.

        Example:
            >>> Tensor([1, 2]).numpy()
            array([1, 2], dtype=int32)
        """
        array = self._array()
        small = self.dtype in _SMALL_FLOATS
        return array.astype(np.float32) if small else array.copy()

    def data(self) -> memoryview:
        """Return the elements as a memoryview with format and shape. Computes.

        Its memory is that of the tensor where the tensor has storage.

        Example:
            >>> Tensor([1, 2]).data().tolist()
            [1, 2]
        """
        array = self._array()
        if not array.flags.c_contiguous:
            array = array.copy()
        if self.dtype in _SMALL_FLOATS:
            array = array.astype(np.float32)
        return array.data.toreadonly()

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers. Computes.

        Example:
            >>> Tensor([[1.5, 2.5]]).tolist()
            [[1.5, 2.5]]
        """
        array = self._array()
        small = self.dtype in _SMALL_FLOATS
        return (array.astype(np.float32) if small else array).tolist()

    def item(self) -> bool | int | float:
        """Return the one element as a Python number. Computes.

        Raises:
            ValueError: there are more elements, or none.

        Example:
            >>> Tensor([[7]]).item()
            7
        """
        if is_symbolic(*self.shape):
            array = self._array()
            if array.size == 1:
                small = self.dtype in _SMALL_FLOATS
                return (array.astype(np.float32) if small else array).item()
            raise ValueError(f"item needs one element, the tensor has {array.size}; use tolist")
        if self.numel() != 1:
            raise ValueError(f"item needs one element, the tensor has {self.numel()}; use tolist")
        return self.reshape(()).tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Return what `numpy.asarray(tensor)` gives: a read-only view if it can."""
        if copy or self.dtype in _SMALL_FLOATS:
            array = self.numpy()
        else:
            array = self._array().view()
            array.flags.writeable = False
        return array if dtype is None else array.astype(dtype, copy=False)

    # ----- Memory of others

    @classmethod
    def from_blob(
        cls,
        ptr: int,
        shape: int | Sequence[int],
        dtype: DTypeLike | None = None,
        device: DeviceLike | None = None,
    ) -> Tensor:
        """Return a tensor in memory at an address, which must outlive it.

        What is assigned to the tensor is written there.

        Args:
            ptr: the address; a multiple of the size of an element.
            shape: the sizes; elements lie in row-major order.
            dtype: the dtype or its name; a default float otherwise.
            device: where the tensor is; on another device than "CPU" it is a copy.

        Raises:
            ValueError: the address is 0 or not aligned, or a size is negative.

        Example:
            >>> import numpy as np
            >>> array = np.array([1.0, 2.0], dtype=np.float32)
            >>> Tensor.from_blob(array.ctypes.data, (2,)).tolist()
            [1.0, 2.0]
        """
        kind = to_dtype(dtype or dtypes.default_float)
        sizes = ints_of(shape, ())
        if any(size < 0 for size in sizes):
            raise ValueError(f"a shape consists of sizes >= 0, not {sizes}")
        uop = UOp.from_buffer(wrap_address(ptr, sizes, kind), sizes, kind)
        return cls._from_uop(uop)._at(device)

    # ----- DLPack

    @classmethod
    def from_dlpack(cls, source: Any) -> Tensor:
        """Return a tensor that shares the memory of one of another library.

        Raises:
            TypeError: the object does not have `__dlpack__`, or its dtype has no
                counterpart.
            BufferError: it lives on another device.

        Example:
            >>> import numpy as np
            >>> Tensor.from_dlpack(np.arange(3.0)).tolist()
            [0.0, 1.0, 2.0]
        """
        return cls._from_uop(from_dlpack(source))

    def __dlpack__(self, **options: Any) -> Any:
        """Return the capsule that `from_dlpack` of other libraries takes.

        Raises:
            BufferError: an option asks for what cannot be.
        """
        array = self._array()
        return export_array(array if array.flags.writeable else array.copy(), **options)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return the DLPack name of the CPU."""
        return (1, 0)

    # ----- The cell

    def replace(self, x: Tensor) -> Tensor:
        """Let this tensor hold the value of another; returns the tensor.

        Raises:
            ValueError: the shapes differ.

        Example:
            >>> Tensor([1, 2]).replace(Tensor([3, 4])).tolist()
            [3, 4]
        """
        if x.shape != self.shape:
            raise ValueError(f"shapes {list(self.shape)} and {list(x.shape)} differ")
        self.uop = x.uop
        return self

    def assign(self, x: Any) -> Tensor:
        """Write another value into this tensor; returns the tensor.

        Stored elements are overwritten when the tensor is next realized. A tensor
        that is a view of storage, such as a slice or a transpose, writes there: the
        tensor that it was taken from and its other views see the new elements,
        while what was computed from the old ones keeps its value. A tensor without
        storage takes the value as it is.

        Args:
            x: a tensor, array or number that broadcasts to the shape.

        Raises:
            RuntimeError: the dtypes, the devices or the sharded axes differ, or
                several elements of the tensor are one in storage.
            ValueError: the shape does not broadcast.

        Example:
            >>> t = Tensor([1.0, 2.0, 3.0])
            >>> t[1:].assign(t[1:] * 10).tolist()
            [20.0, 30.0]
            >>> t.tolist()
            [1.0, 20.0, 30.0]
        """
        if x is self:
            return self
        if dtypes.is_weak(self.dtype):
            self.uop = self._strong().uop
        value = self._value_to_store(x)._broadcast_to(self.shape).uop
        if value is self.uop:
            return self
        uop = self.uop
        self.uop = uop.write(value) if uop.base.op == "load" else value.placed_like(uop)
        return self

    def clone(self, device: DeviceLike | None = None) -> Tensor:
        """Return the same elements in storage of their own.

        Args:
            device: where; otherwise where this tensor is.

        Example:
            >>> a = Tensor([1, 2])
            >>> b = a.clone()
            >>> a += 1
            >>> b.tolist()
            [1, 2]
        """
        x = self._strong()._at(device)
        copy = self._new_storage(x.shape, x.dtype, *x._devices_of(None))
        copy.uop = copy.uop.assign(x.uop)
        return copy
