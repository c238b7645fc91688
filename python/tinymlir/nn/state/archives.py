"""Files as tensors of bytes, and what archives among them hold."""

from __future__ import annotations

import functools
import io
import os
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from tinymlir.dtypes import dtypes
from tinymlir.errors import describe
from tinymlir.tensor import Tensor

__all__ = ["TensorIO", "accept_filename", "bytes_of", "tar_extract", "zip_extract"]

R = TypeVar("R")


def accept_filename(func: Callable[[Tensor], R]) -> Callable[[Tensor | str | Path], R]:
    """Let a function of a tensor take the path of a file as well.

    Example:
        >>> size = accept_filename(lambda t: t.numel())
        >>> size(Tensor(b"abc"))
        3
    """

    @functools.wraps(func)
    def wrapper(t: Tensor | str | Path) -> R:
        return func(t if isinstance(t, Tensor) else Tensor(Path(t)))

    return wrapper


def bytes_of(t: Tensor) -> np.ndarray:
    """Return the bytes of a tensor of bytes, without a copy where it has storage.

    Raises:
        TypeError: it is not one axis of uint8.
    """
    if t.dtype is not dtypes.uint8 or t.ndim != 1:
        raise TypeError(f"the bytes of a file are uint8[n], not {describe(t)}")
    return np.frombuffer(t.data(), np.uint8) if t.numel() else np.empty(0, np.uint8)


class TensorIO(io.RawIOBase):
    r"""The bytes of a tensor as a file that is read.

    Args:
        t: one axis of uint8.

    Raises:
        TypeError: the tensor is another.

    Example:
        >>> file = TensorIO(Tensor(b"two\nlines"))
        >>> file.readline(), file.seek(0), file.read(3)
        (b'two\n', 0, b'two')
    """

    def __init__(self, t: Tensor) -> None:
        super().__init__()
        self._bytes = bytes_of(t).data
        self._place = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read as much as fits; return how many bytes that are."""
        target = memoryview(buffer).cast("B")
        part = self._bytes[self._place : self._place + len(target)]
        target[: len(part)] = part
        self._place += len(part)
        return len(part)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Move to a place; return it.

        Raises:
            ValueError: the place is before the beginning.
        """
        origin = {os.SEEK_SET: 0, os.SEEK_CUR: self._place, os.SEEK_END: len(self._bytes)}
        place = origin[whence] + offset
        if place < 0:
            raise ValueError(f"TensorIO.seek: {place} is before the beginning")
        self._place = place
        return place


@accept_filename
def zip_extract(t: Tensor) -> dict[str, Tensor]:
    """Return the files of a zip archive by name, each as uint8.

    Those that are not compressed share the memory of the archive.

    Args:
        t: the archive.

    Raises:
        BadZipFile: it is none.

    Example:
        >>> import io, zipfile
        >>> file = io.BytesIO()
        >>> with zipfile.ZipFile(file, "w") as archive:
        ...     archive.writestr("a.txt", "abc")
        >>> zip_extract(Tensor(file.getvalue()))["a.txt"].tolist()
        [97, 98, 99]
    """
    data = bytes_of(t)
    found = {}
    with zipfile.ZipFile(io.BufferedReader(TensorIO(t))) as archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            if info.compress_type == zipfile.ZIP_STORED:
                # Name and extra field are as long as the local header says.
                start = info.header_offset + 30
                lengths = struct.unpack("<HH", data[start - 4 : start].tobytes())
                start += sum(lengths)
                found[info.filename] = Tensor(data[start : start + info.file_size])
            else:
                found[info.filename] = Tensor(archive.read(info))
    return found


@accept_filename
def tar_extract(t: Tensor) -> dict[str, Tensor]:
    """Return the files of a tar archive by name, each as uint8.

    The archive may be compressed; otherwise the files share its memory.

    Args:
        t: the archive.

    Raises:
        ReadError: it is none.

    Example:
        >>> import io, tarfile
        >>> file = io.BytesIO()
        >>> with tarfile.open(fileobj=file, mode="w") as archive:
        ...     info = tarfile.TarInfo("a.txt")
        ...     info.size = 3
        ...     archive.addfile(info, io.BytesIO(b"abc"))
        >>> tar_extract(Tensor(file.getvalue()))["a.txt"].tolist()
        [97, 98, 99]
    """
    data = bytes_of(t)
    found = {}
    stream = io.BufferedReader(TensorIO(t))
    is_compressed = not data[257:262].tobytes() == b"ustar"
    with tarfile.open(fileobj=stream, mode="r:*") as archive:
        for member in archive:
            if not member.isfile():
                continue
            if is_compressed or member.issparse():
                file = archive.extractfile(member)
                assert file is not None
                found[member.name] = Tensor(file.read())
            else:
                start = member.offset_data
                found[member.name] = Tensor(data[start : start + member.size])
    return found
