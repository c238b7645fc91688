"""Data sets in the formats of their files."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile

import numpy as np
import pytest
from support import check
from tinymlir import Context, nn


def write_idx(path, array, compress):
    data = struct.pack(f">HBB{array.ndim}I", 0, 8, array.ndim, *array.shape) + array.tobytes()
    if compress:
        path = path.with_name(path.name + ".gz")
        data = gzip.compress(data)
    path.write_bytes(data)


def pictures(rng, count, *shape):
    images = rng.integers(0, 256, (count, *shape)).astype(np.uint8)
    return images, rng.integers(0, 10, count).astype(np.uint8)


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("fashion", [False, True])
def test_mnist(fashion, compress, tmp_path, rng):
    folder = tmp_path / ("fashion-mnist" if fashion else "mnist")
    folder.mkdir()
    wanted = []
    for part, count in (("train", 7), ("t10k", 3)):
        images, labels = pictures(rng, count, 28, 28)
        write_idx(folder / f"{part}-images-idx3-ubyte", images, compress)
        write_idx(folder / f"{part}-labels-idx1-ubyte", labels, compress)
        wanted += [images[:, None], labels]
    with Context(DATASETS=str(tmp_path)):
        for found, array in zip(nn.datasets.mnist(fashion=fashion), wanted, strict=True):
            check(found, array)
        with pytest.raises(FileNotFoundError, match=r"put the four files of (Fashion-)?MNIST"):
            nn.datasets.mnist(fashion=not fashion)


def test_damaged_files_are_refused(tmp_path, rng):
    folder = tmp_path / "mnist"
    folder.mkdir()
    images, labels = pictures(rng, 2, 28, 28)
    path = folder / "train-images-idx3-ubyte"
    with Context(DATASETS=str(tmp_path)):
        for data in (b"", b"\0\0", b"\1\0\x08\1", b"\0\0\x08\3\0"):
            path.write_bytes(data)
            with pytest.raises(ValueError, match="is no file of the format IDX"):
                nn.datasets.mnist()
        write_idx(path, images, False)
        path.write_bytes(path.read_bytes()[:-1])
        with pytest.raises(ValueError, match=r"bytes for an array of shape \[2, 28, 28\]"):
            nn.datasets.mnist()
        write_idx(path, images, False)
        write_idx(folder / "train-labels-idx1-ubyte", labels[:1], False)
        with pytest.raises(ValueError, match="2 images of train have 1 classes"):
            nn.datasets.mnist()


@pytest.mark.parametrize("archived", [False, True])
def test_cifar(archived, tmp_path, rng):
    names = [*(f"data_batch_{i}.bin" for i in range(1, 6)), "test_batch.bin"]
    images, labels = pictures(rng, 12, 3, 32, 32)
    records = np.concatenate([labels[:, None], images.reshape(12, -1)], 1)
    files = {name: records[2 * i : 2 * i + 2].tobytes() for i, name in enumerate(names)}
    folder = tmp_path / "cifar-10-batches-bin"
    if archived:
        with tarfile.open(tmp_path / "cifar-10-binary.tar.gz", "w:gz") as archive:
            for name, data in files.items():
                info = tarfile.TarInfo(f"cifar-10-batches-bin/{name}")
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    else:
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
    with Context(DATASETS=str(tmp_path)):
        found = nn.datasets.cifar()
        for x, array in zip(
            found, (images[:10], labels[:10], images[10:], labels[10:]), strict=True
        ):
            check(x, array)
        if not archived:
            (folder / names[0]).write_bytes(b"123")
            with pytest.raises(ValueError, match="does not consist of records of 3073 bytes"):
                nn.datasets.cifar()
            (folder / names[0]).unlink()
            with pytest.raises(FileNotFoundError, match=r"there is no data_batch_1\.bin"):
                nn.datasets.cifar()


def test_folders_of_caches(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with Context(DATASETS=""), pytest.raises(FileNotFoundError, match=str(tmp_path)):
        nn.datasets.cifar()
