"""Checkpoints of PyTorch, read without running what is pickled in them.

A pickle names functions to call. Of these only the few are known here that make
tensors and plain containers; anything else becomes an `Opaque`, which keeps what it
was to be made of and does nothing.
"""

from __future__ import annotations

import io
import pickle
import struct
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any

import numpy as np

from tinymlir.dtypes import DType, dtypes, to_numpy_dtype
from tinymlir.nn.state.archives import (
    TensorIO,
    accept_filename,
    bytes_of,
    tar_extract,
    zip_extract,
)
from tinymlir.tensor import Tensor

__all__ = ["Opaque", "torch_load"]

_STORAGES = {
    "DoubleStorage": dtypes.float64, "FloatStorage": dtypes.float32,
    "HalfStorage": dtypes.float16, "BFloat16Storage": dtypes.bfloat16,
    "LongStorage": dtypes.int64, "IntStorage": dtypes.int32, "ShortStorage": dtypes.int16,
    "CharStorage": dtypes.int8, "ByteStorage": dtypes.uint8, "BoolStorage": dtypes.bool,
    "UntypedStorage": dtypes.uint8,
}  # fmt: skip
_DTYPES = {
    **{kind.name: kind for kind in (dtypes.bool, *dtypes.ints, dtypes.bfloat16)},
    "float16": dtypes.float16, "float32": dtypes.float32, "float64": dtypes.float64,
    "float8_e4m3fn": dtypes.fp8e4m3, "float8_e5m2": dtypes.fp8e5m2,
    "float8_e4m3fnuz": dtypes.fp8e4m3fnuz, "float8_e5m2fnuz": dtypes.fp8e5m2fnuz,
}  # fmt: skip
_LEGACY_MAGIC = 0x1950A86A20F9469CFC6C


class Opaque:
    """What was to be made by something that is not known here."""

    name = "object"
    """The full name of that."""

    args: tuple[Any, ...]
    """What it was to be called with."""

    state: Any
    """What it was to be given afterwards."""

    items: list[Any]
    """What was to be added: the items of a list, or pairs of a dict."""

    def __new__(cls, *args: Any) -> Opaque:
        """Keep the arguments; nothing else calls for them."""
        self = object.__new__(cls)
        self.args, self.state, self.items = args, None, []
        return self

    def __init__(self, *args: Any) -> None:
        """Do nothing: an unpickled object need not be initialized."""

    def __setstate__(self, state: Any) -> None:
        """Keep the state."""
        self.state = state

    def append(self, item: Any) -> None:
        """Keep an item of a list."""
        self.items.append(item)

    def extend(self, items: Any) -> None:
        """Keep items of a list."""
        self.items.extend(items)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Keep an item of a dict."""
        self.items.append((key, value))

    def __call__(self, *args: Any) -> Opaque:
        """Return what a call was to make."""
        return type(self)(self, *args)

    def __repr__(self) -> str:
        return f"<Opaque {self.name}{self.args}>"


@dataclass
class _Storage:
    """Memory that tensors are views of; the bytes may become known later."""

    dtype: DType
    numel: int
    data: np.ndarray | None = None
    views: list[tuple[Tensor, DType, int, tuple[int, ...], tuple[int, ...]]] = field(
        default_factory=list
    )

    def fill(self, data: np.ndarray) -> None:
        """Take the bytes, and let the tensors have them."""
        size = self.numel * self.dtype.itemsize
        if len(data) < size:
            raise ValueError(f"torch_load: a storage has {len(data)} of {size} bytes")
        self.data = data[:size]
        for tensor, dtype, offset, shape, stride in self.views:
            tensor.uop = self._view(dtype, offset, shape, stride).uop

    def tensor(
        self, dtype: DType, offset: int, shape: tuple[int, ...], stride: tuple[int, ...]
    ) -> Tensor:
        """Return a view; offset and strides count elements."""
        if self.data is not None:
            return self._view(dtype, offset, shape, stride)
        result = Tensor(0)
        self.views.append((result, dtype, offset, shape, stride))
        return result

    def _view(
        self, dtype: DType, offset: int, shape: tuple[int, ...], stride: tuple[int, ...]
    ) -> Tensor:
        assert self.data is not None
        kind = to_numpy_dtype(dtype)
        count = self.numel * self.dtype.itemsize // dtype.itemsize
        last = offset + sum((n - 1) * s for n, s in zip(shape, stride, strict=True))
        if 0 in shape:
            return Tensor(np.empty(shape, kind))
        if min((offset, *stride, *shape)) < 0 or last >= count:
            raise ValueError(f"torch_load: shape {shape} leaves its storage of {count} elements")
        steps = [step * kind.itemsize for step in stride]
        array: np.ndarray = np.ndarray(shape, kind, self.data, offset * kind.itemsize, steps)
        return Tensor(array) if shape else Tensor(array.reshape(1)).reshape(())


def _tensor_of(storage: _Storage, offset: int, shape: Any, stride: Any, *rest: Any) -> Tensor:
    return storage.tensor(storage.dtype, int(offset), tuple(shape), tuple(stride))


def _tensor_of_dtype(
    storage: _Storage,
    offset: int,
    shape: Any,
    stride: Any,
    requires_grad: bool,
    hooks: Any,
    dtype: DType,
    *rest: Any,
) -> Tensor:
    return storage.tensor(dtype, int(offset), tuple(shape), tuple(stride))


def _same(value: Any, *rest: Any) -> Any:
    return value


_KNOWN: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): OrderedDict,
    ("torch._utils", "_rebuild_tensor"): _tensor_of,
    ("torch._utils", "_rebuild_tensor_v2"): _tensor_of,
    ("torch._utils", "_rebuild_tensor_v3"): _tensor_of_dtype,
    ("torch._utils", "_rebuild_parameter"): _same,
    ("torch._utils", "_rebuild_parameter_with_state"): _same,
    ("torch", "Size"): tuple,
    ("builtins", "set"): set,
    ("__builtin__", "set"): set,
}


class _Unpickler(pickle.Unpickler):
    """Makes tensors and plain data, and imports nothing."""

    def __init__(self, file: IO[bytes], storage_of: Callable[[Any], Any] | None = None) -> None:
        super().__init__(file, encoding="latin1")
        self._storage_of = storage_of

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _KNOWN:
            return _KNOWN[module, name]
        if module in ("torch", "torch.storage") and name in _STORAGES:
            return _STORAGES[name]
        if module == "torch" and name in _DTYPES:
            return _DTYPES[name]
        return type("Opaque", (Opaque,), {"name": f"{module}.{name}"})

    def persistent_load(self, pid: Any) -> Any:
        if self._storage_of is None:
            raise pickle.UnpicklingError("torch_load: a storage where none is expected")
        return self._storage_of(pid)


def _storage(pid: Any) -> tuple[str, _Storage]:
    """Return the key and the storage that a pickle asks for."""
    kind, dtype, key, _, count = pid[:5]
    if kind != "storage" or not isinstance(dtype, DType):
        raise pickle.UnpicklingError(f"torch_load: no storage is {pid[:2]}")
    return str(key), _Storage(dtype, int(count))


@accept_filename
def torch_load(t: Tensor) -> Any:
    """Return what `torch.save` has written, in the formats of all versions.

    Nothing that is pickled is run: what is neither a tensor nor a number, a text or a
    container of them becomes an `Opaque` that says what it was.

    Args:
        t: the file.

    Raises:
        UnpicklingError: it is no checkpoint.
        ValueError: a tensor leaves its storage.

    Example:
        >>> import pickle
        >>> parts = (0x1950A86A20F9469CFC6C, 1001, {}, {"step": 3}, [])
        >>> torch_load(Tensor(b"".join(pickle.dumps(part) for part in parts)))
        {'step': 3}
    """
    data = bytes_of(t)
    if data[:4].tobytes() == b"PK\x03\x04":
        return _load_zip(zip_extract(t))
    if data[257:262].tobytes() == b"ustar":
        return _load_tar(tar_extract(t))
    return _load_legacy(io.BufferedReader(TensorIO(t)), data)


def _load_zip(files: dict[str, Tensor]) -> Any:
    index = next((name for name in files if name.endswith("data.pkl")), None)
    if index is None:
        raise pickle.UnpicklingError("torch_load: the archive has no data.pkl")
    folder = index.removesuffix("data.pkl")
    order = files.get(folder + "byteorder")
    is_swapped = order is not None and bytes_of(order).tobytes() == b"big"
    storages: dict[str, _Storage] = {}

    def storage_of(pid: Any) -> _Storage:
        key, storage = _storage(pid)
        if key not in storages:
            name = f"{folder}data/{key}"
            if name not in files:
                raise pickle.UnpicklingError(f"torch_load: the archive has no {name}")
            data = bytes_of(files[name])
            if is_swapped:
                data = data.reshape(-1, storage.dtype.itemsize)[:, ::-1].ravel()
            storage.fill(data)
            storages[key] = storage
        return storages[key]

    return _Unpickler(io.BufferedReader(TensorIO(files[index])), storage_of).load()


def _load_legacy(file: io.BufferedReader, data: np.ndarray) -> Any:
    """Read pickles in a row; the storages follow at the end."""
    if _Unpickler(file).load() != _LEGACY_MAGIC:
        raise pickle.UnpicklingError("torch_load: this is no checkpoint")
    _Unpickler(file).load()  # The version of the format.
    system = _Unpickler(file).load()
    if not system.get("little_endian", True):
        raise pickle.UnpicklingError("torch_load: the bytes are in the order of another machine")
    storages: dict[str, _Storage] = {}

    def storage_of(pid: Any) -> _Storage:
        key, storage = _storage(pid)
        if len(pid) > 5 and pid[5] is not None:
            raise pickle.UnpicklingError("torch_load: storages that are views are not known")
        return storages.setdefault(key, storage)

    result = _Unpickler(file, storage_of).load()
    keys = _Unpickler(file).load()
    place = file.tell()
    for key in keys:
        (count,) = struct.unpack("<q", data[place : place + 8].tobytes())
        storage = storages[str(key)]
        storage.numel = count
        end = place + 8 + count * storage.dtype.itemsize
        # An odd header leaves them unaligned.
        storage.fill(data[place + 8 : end].copy())
        place = end
    return result


def _load_tar(files: dict[str, Tensor]) -> Any:
    """Read the format before the other two: storages, tensors, and the object."""
    objects: dict[int, Any] = {}
    file = io.BufferedReader(TensorIO(files["storages"]))
    for _ in range(_Unpickler(file).load()):
        key, _, dtype = _Unpickler(file).load()
        (count,) = struct.unpack("<q", file.read(8))
        objects[int(key)] = _Storage(dtype, count)
        objects[int(key)].fill(np.frombuffer(file.read(count * dtype.itemsize), np.uint8))
    # Pairs of storages that share memory: views are written out in full.
    _Unpickler(file).load()
    file = io.BufferedReader(TensorIO(files["tensors"]))
    for _ in range(_Unpickler(file).load()):
        key, storage_id, _ = _Unpickler(file).load()
        (rank,) = struct.unpack("<q", file.read(8))
        numbers = struct.unpack(f"<{2 * rank + 1}q", file.read(8 * (2 * rank + 1)))
        storage = objects[int(storage_id)]
        shape, stride = numbers[:rank], numbers[rank : 2 * rank]
        objects[int(key)] = storage.tensor(storage.dtype, numbers[-1], shape, stride)
    pickled = io.BufferedReader(TensorIO(files["pickle"]))

    def object_of(pid: Any) -> Any:
        if isinstance(pid, tuple):
            return objects[int(pid[0])]
        return objects[int(pid)]

    return _Unpickler(pickled, object_of).load()
