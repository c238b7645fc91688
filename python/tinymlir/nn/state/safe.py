"""Files of safetensors: names, dtypes, shapes, and bytes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tinymlir.dtypes import dtypes, to_numpy_dtype
from tinymlir.nn.state.archives import accept_filename, bytes_of
from tinymlir.tensor import Tensor

__all__ = ["safe_load", "safe_load_metadata", "safe_save"]

_DTYPES = {
    "BOOL": dtypes.bool, "I8": dtypes.int8, "U8": dtypes.uint8, "I16": dtypes.int16,
    "U16": dtypes.uint16, "I32": dtypes.int32, "U32": dtypes.uint32, "I64": dtypes.int64,
    "U64": dtypes.uint64, "F16": dtypes.float16, "BF16": dtypes.bfloat16,
    "F32": dtypes.float32, "F64": dtypes.float64, "F8_E4M3": dtypes.fp8e4m3,
    "F8_E5M2": dtypes.fp8e5m2, "F8_E4M3FNUZ": dtypes.fp8e4m3fnuz,
    "F8_E5M2FNUZ": dtypes.fp8e5m2fnuz,
}  # fmt: skip


def _library() -> ModuleType:
    """Return the package safetensors.

    Raises:
        ModuleNotFoundError: it is not installed.
    """
    try:
        import safetensors.numpy
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "files of safetensors need the package safetensors: pip install safetensors"
        ) from error
    return safetensors


@accept_filename
def safe_load_metadata(t: Tensor) -> tuple[Tensor, int, dict[str, Any]]:
    """Return what a file says of its tensors.

    Args:
        t: the file.

    Raises:
        ValueError: the file is no file of safetensors.

    Returns:
        the file as bytes, where the elements begin, and the header: dtype, shape and
        place by name, and texts under `__metadata__`.

    Example:
        >>> header = b'{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}'
        >>> file = len(header).to_bytes(8, "little") + header + b"x"
        >>> safe_load_metadata(Tensor(file))[2]["a"]["shape"]
        [1]
    """
    data = bytes_of(t)
    start = 8 + int.from_bytes(data[:8].tobytes(), "little")
    if len(data) < 8 or start > len(data):
        raise ValueError(f"{len(data)} bytes have no header of safetensors")
    try:
        header = json.loads(data[8:start].tobytes())
    except ValueError as error:
        raise ValueError(f"the header is no header of safetensors: {error}") from None
    if not isinstance(header, dict):
        raise ValueError("the header is no header of safetensors")
    return t, start, header


def _tensor(data: Any, info: dict[str, Any]) -> Tensor:
    """Return a tensor of bytes.

    Raises:
        ValueError: the dtype has no counterpart.
    """
    kind = _DTYPES.get(info["dtype"])
    if kind is None:
        raise ValueError(f"safe_load: dtype {info['dtype']} has no counterpart")
    target = to_numpy_dtype(kind)
    array = np.frombuffer(data, target) if len(data) else np.empty(0, target)
    array = array.reshape(info["shape"])
    return Tensor(array) if array.ndim else Tensor(array.reshape(1)).reshape(())


def safe_load(fn: Tensor | str | Path) -> dict[str, Tensor]:
    """Return the tensors of a file of safetensors by name.

    Those of a path share the memory that the file is mapped to, and are read when
    they are needed.

    Args:
        fn: the file.

    Raises:
        SafetensorError: the file is damaged.
        ValueError: a dtype has no counterpart.
        ModuleNotFoundError: the package safetensors is not installed.

    Example:
        >>> import os, tempfile
        >>> from tinymlir.nn.state import safe_load, safe_save
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "model.safetensors")
        ...     safe_save({"weight": Tensor([1.0, 2.0])}, path)
        ...     safe_load(path)["weight"].tolist()
        [1.0, 2.0]
    """
    library = _library()
    if isinstance(fn, Tensor):
        entries = library.deserialize(bytes_of(fn).tobytes())
        return {name: _tensor(info["data"], info) for name, info in entries}
    with library.safe_open(os.fspath(fn), framework="np"):
        pass  # The header is checked: places fit sizes, and nothing overlaps.
    t, start, header = safe_load_metadata(fn)
    header.pop("__metadata__", None)
    data = bytes_of(t)[start:]
    return {
        name: _tensor(data[slice(*info["data_offsets"])], info) for name, info in header.items()
    }


def safe_save(
    tensors: dict[str, Tensor], fn: str | Path, metadata: dict[str, Any] | None = None
) -> None:
    """Write tensors to a file of safetensors. Computes.

    Args:
        tensors: the tensors by name.
        fn: the path of the file.
        metadata: texts, or what becomes text, by name.

    Raises:
        ValueError: a dtype is weak and has no width.
        OSError: the file cannot be written.
        ModuleNotFoundError: the package safetensors is not installed.

    Example:
        >>> import os, tempfile
        >>> from tinymlir.nn.state import safe_load_metadata, safe_save
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "model.safetensors")
        ...     safe_save({"weight": Tensor([1.0, 2.0])}, path, {"step": 3})
        ...     safe_load_metadata(path)[2]["__metadata__"]
        {'step': '3'}
    """
    library = _library()
    arrays = {}
    for name, tensor in tensors.items():
        if dtypes.is_weak(tensor.dtype):
            raise ValueError(f"safe_save: {name!r} is {tensor.dtype.name}, which has no width")
        arrays[name] = np.ascontiguousarray(tensor._array()).reshape(tensor.shape)
    texts = None if metadata is None else {str(k): str(v) for k, v in metadata.items()}
    library.numpy.save_file(arrays, os.fspath(fn), texts)
