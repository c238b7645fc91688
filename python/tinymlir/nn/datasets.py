"""Data sets from files of this machine; nothing is downloaded.

They are looked for in the folder that the switch DATASETS names, or in
`tinymlir/datasets` of the user's folder for caches (XDG_CACHE_HOME or ~/.cache).
"""

from __future__ import annotations

import gzip
import os
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tinymlir.config import DATASETS
from tinymlir.nn.state.archives import tar_extract
from tinymlir.tensor import Tensor

__all__ = ["cifar", "mnist"]

_IDX_TYPES = {
    8: "u1", 9: "i1", 11: ">i2", 12: ">i4", 13: ">f4", 14: ">f8",
}  # fmt: skip
_CIFAR_RECORD = 1 + 3 * 32 * 32


def _folder() -> Path:
    """Return where the files are."""
    if DATASETS.value:
        return Path(DATASETS.value).expanduser()
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(caches).expanduser() / "tinymlir" / "datasets"


def _find(function: str, names: Sequence[str], hint: str) -> Path:
    """Return the first of some files that exists.

    Raises:
        FileNotFoundError: none does.
    """
    folder = _folder()
    for name in names:
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(
        f"{function}: there is no {' or '.join(names)} in {folder}; {hint}, or let "
        "DATASETS name the folder where it is"
    )


def _read_idx(path: Path) -> np.ndarray:
    """Return the array of a file in the format IDX, which may be compressed.

    Raises:
        ValueError: it is no such file.
    """
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    kind, rank = (data[2], data[3]) if len(data) > 3 else (0, 0)
    if data[:2] != bytes(2) or kind not in _IDX_TYPES or len(data) < 4 + 4 * rank:
        raise ValueError(f"{path} is no file of the format IDX")
    shape = struct.unpack(f">{rank}I", data[4 : 4 + 4 * rank])
    dtype = np.dtype(_IDX_TYPES[kind])
    elements = data[4 + 4 * rank :]
    if len(elements) != int(np.prod(shape)) * dtype.itemsize:
        raise ValueError(f"{path} has {len(elements)} bytes for an array of shape {list(shape)}")
    return np.frombuffer(elements, dtype).reshape(shape)


def mnist(
    device: str | None = None, fashion: bool = False
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return handwritten digits, or pictures of clothes in the same format.

    The files are `train-images-idx3-ubyte`, `train-labels-idx1-ubyte` and the same with
    `t10k`, compressed or not, in `mnist` or `fashion-mnist`.

    Args:
        device: where the tensors live.
        fashion: return clothes.

    Raises:
        FileNotFoundError: a file is missing.
        ValueError: a file is damaged.

    Returns:
        images for training, uint8 of shape [n, 1, 28, 28], their classes, uint8 of
        shape [n]; and the same for testing.

    Example:
        >>> from tinymlir import Context
        >>> with Context(DATASETS="/nowhere"):
        ...     mnist()  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        ...
        FileNotFoundError: mnist: there is no mnist/train-images-idx3-ubyte or …
    """
    folder = "fashion-mnist" if fashion else "mnist"
    hint = f"put the four files of {'Fashion-MNIST' if fashion else 'MNIST'} there"
    tensors = []
    for part in ("train", "t10k"):
        for name in ("images-idx3-ubyte", "labels-idx1-ubyte"):
            path = f"{folder}/{part}-{name}"
            array = _read_idx(_find("mnist", (path, f"{path}.gz"), hint))
            tensors.append(array[:, None] if array.ndim == 3 else array)
        if len(tensors[-1]) != len(tensors[-2]):
            raise ValueError(
                f"mnist: {len(tensors[-2])} images of {part} have {len(tensors[-1])} classes"
            )
    a, b, c, d = (Tensor(array, device=device) for array in tensors)
    return a, b, c, d


def cifar(device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the pictures of CIFAR-10.

    They come from `cifar-10-binary.tar.gz`, or from the folder `cifar-10-batches-bin`
    that is in it.

    Args:
        device: where the tensors live.

    Raises:
        FileNotFoundError: the files are missing.
        ValueError: a file is damaged.

    Returns:
        images for training, uint8 of shape [n, 3, 32, 32], their classes, uint8 of
        shape [n]; and the same for testing.

    Example:
        >>> from tinymlir import Context
        >>> with Context(DATASETS="/nowhere"):
        ...     cifar()  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        ...
        FileNotFoundError: cifar: there is no cifar-10-batches-bin or …
    """
    inner, archive = "cifar-10-batches-bin", "cifar-10-binary.tar.gz"
    path = _find("cifar", (inner, archive), "put the binary version of CIFAR-10 there")
    names = [f"data_batch_{i}.bin" for i in range(1, 6)]
    parts: dict[str, np.ndarray] = {}
    if path.is_dir():
        parts = {
            name: np.fromfile(path / name, np.uint8)
            for name in (*names, "test_batch.bin")
            if (path / name).exists()
        }
    else:
        for name, content in tar_extract(path).items():
            parts[Path(name).name] = content.numpy()
    tensors = []
    for wanted in (names, ["test_batch.bin"]):
        missing = [name for name in wanted if name not in parts]
        if missing:
            raise FileNotFoundError(f"cifar: there is no {missing[0]} in {path}")
        data = np.concatenate([parts[name] for name in wanted])
        if len(data) % _CIFAR_RECORD:
            raise ValueError(f"cifar: {path} does not consist of records of {_CIFAR_RECORD} bytes")
        records = data.reshape(-1, _CIFAR_RECORD)
        tensors += [records[:, 1:].reshape(-1, 3, 32, 32), records[:, 0]]
    a, b, c, d = (Tensor(np.ascontiguousarray(array), device=device) for array in tensors)
    return a, b, c, d
