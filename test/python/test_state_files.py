"""Files of tensors: safetensors, checkpoints of PyTorch, archives."""

from __future__ import annotations

import io
import os
import pickle
import struct
import tarfile
import zipfile

import numpy as np
import pytest
from support import FLOATS, INTS, check, numbers
from tinymlir import Tensor, dtypes
from tinymlir.nn import state
from tinymlir.nn.state.checkpoint import Opaque

torch = pytest.importorskip("torch")

SHAPES = [(), (3,), (2, 3), (2, 0), (1, 2, 1)]


# ----- safetensors


@pytest.fixture
def safetensors():
    return pytest.importorskip("safetensors.torch")


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
def test_safetensors_of_pytorch_are_read(dtype, tmp_path, safetensors, rng):
    arrays = {str(shape): np.array(numbers(rng, shape, dtype)) for shape in SHAPES}
    path = tmp_path / "x.safetensors"
    safetensors.save_file({k: torch.from_numpy(v) for k, v in arrays.items()}, path)
    for source in (path, str(path), Tensor(path), Tensor(path.read_bytes())):
        found = state.safe_load(source)
        assert sorted(found) == sorted(arrays)
        for name, array in arrays.items():
            check(found[name], array)


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS, "bool"])
def test_safetensors_are_read_by_pytorch(dtype, tmp_path, safetensors, rng):
    arrays = {str(shape): np.array(numbers(rng, shape, dtype)) for shape in SHAPES}
    path = tmp_path / "x.safetensors"
    state.safe_save({k: Tensor(v) for k, v in arrays.items()}, path, {"step": 3})
    found = safetensors.load_file(path)
    for name, array in arrays.items():
        np.testing.assert_array_equal(found[name].numpy(), array)
    _, start, header = state.safe_load_metadata(path)
    assert start % 8 == 0 and header["__metadata__"] == {"step": "3"}


def test_safetensors_of_small_floats(tmp_path, safetensors, rng):
    for kind in (dtypes.bfloat16, *dtypes.fp8_ocp):
        x = Tensor(numbers(rng, (3, 5), "float32")).cast(kind)
        path = tmp_path / f"{kind.name}.safetensors"
        state.safe_save({"x": x}, path)
        found = state.safe_load(path)["x"]
        assert found.dtype is kind
        check(found, x.numpy())
        theirs = safetensors.load_file(path)["x"]
        np.testing.assert_array_equal(theirs.float().numpy(), x.numpy())


def test_safetensors_are_views_and_lazy_values_are_computed(tmp_path, safetensors, rng):
    a = numbers(rng, (4, 6), "float32")
    path = tmp_path / "x.safetensors"
    state.safe_save({"a": Tensor(a).T + 1, "b": Tensor(a)[::2, 1:], "c": Tensor(a)}, path)
    found = state.safe_load(path)
    check(found["a"], a.T + 1)
    check(found["b"], a[::2, 1:])
    model = {"c": Tensor.zeros(4, 6)}
    state.load_state_dict(model, found, verbose=False)
    check(model["c"], a)


def test_safetensors_refuse(tmp_path, safetensors):
    path = tmp_path / "x.safetensors"
    with pytest.raises(ValueError, match="safe_save: 'x' is weakint, which has no width"):
        state.safe_save({"x": Tensor(2)}, path)
    state.safe_save({"x": Tensor([1.0])}, path)
    data = path.read_bytes()
    broken = tmp_path / "broken"
    broken.write_bytes(data[:-1])
    import safetensors as library

    for source in (broken, Tensor(data[:-1])):
        with pytest.raises(library.SafetensorError):
            state.safe_load(source)
    for bad in (
        b"",
        b"12345678",
        (3).to_bytes(8, "little") + b"abc",
        (1).to_bytes(8, "little") + b"1",
    ):
        with pytest.raises(ValueError, match="header of safetensors"):
            state.safe_load_metadata(Tensor(np.frombuffer(bad, np.uint8)))
    with pytest.raises(TypeError, match=r"the bytes of a file are uint8\[n\], not float32\[1\]"):
        state.safe_load_metadata(Tensor([1.0]))


# ----- Checkpoints


def saved(value, new: bool) -> Tensor:
    file = io.BytesIO()
    torch.save(value, file, _use_new_zipfile_serialization=new)
    return Tensor(file.getvalue())


@pytest.mark.parametrize("new", [True, False])
@pytest.mark.parametrize("dtype", [*FLOATS, "int8", "uint8", "int16", "int32", "int64", "bool"])
def test_checkpoints(dtype, new, rng):
    arrays = {str(shape): np.array(numbers(rng, shape, dtype)) for shape in SHAPES}
    found = state.torch_load(saved({k: torch.from_numpy(v) for k, v in arrays.items()}, new))
    for name, array in arrays.items():
        check(found[name], array)


@pytest.mark.parametrize("new", [True, False])
def test_checkpoints_of_models(new, tmp_path):
    model = torch.nn.Sequential(
        torch.nn.Conv2d(2, 3, 3), torch.nn.BatchNorm2d(3), torch.nn.Linear(3, 1)
    )
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2, 3, 5).requires_grad_())[0].sum().backward()
    optimizer.step()
    value = {"model": model.state_dict(), "adam": optimizer.state_dict(), "step": 3, "x": None}
    path = tmp_path / "model.pt"
    torch.save(value, path, _use_new_zipfile_serialization=new)
    found = state.torch_load(path)
    assert found["step"] == 3 and found["x"] is None
    assert list(found["model"]) == list(value["model"])
    for name, tensor in value["model"].items():
        check(found["model"][name], tensor.numpy())
    for number, entry in value["adam"]["state"].items():
        check(found["adam"]["state"][number]["exp_avg"], entry["exp_avg"].numpy())


@pytest.mark.parametrize("new", [True, False])
def test_checkpoints_of_views_and_parameters(new, rng):
    a = torch.from_numpy(numbers(rng, (4, 6), "float32"))
    value = [a.T, a[1::2, 2:], a[:, :1].expand(4, 3), torch.nn.Parameter(a), a.reshape(-1)[5]]
    for x, y in zip(state.torch_load(saved(value, new)), value, strict=True):
        check(x, y.detach().numpy())


@pytest.mark.parametrize("new", [True, False])
def test_checkpoints_of_small_floats(new, rng):
    a = torch.from_numpy(numbers(rng, (3, 5), "float32"))
    kinds = [torch.bfloat16] + ([torch.float8_e4m3fn, torch.float8_e5m2] if new else [])
    for kind in kinds:
        found = state.torch_load(saved(a.to(kind), new))
        check(found, a.to(kind).float().numpy())
        assert found.dtype.name.replace("fn", "") in str(kind)


def test_checkpoints_of_unsigned_integers(rng):
    a = rng.integers(0, 60000, (3, 5)).astype(np.uint16)
    check(state.torch_load(saved(torch.from_numpy(a), True)), a)


def test_the_oldest_checkpoints_are_read(rng):
    """The format of a tar archive, which PyTorch reads but no longer writes."""
    a = numbers(rng, (2, 3), "float32")

    def entries(*parts):
        return b"".join(x if isinstance(x, bytes) else pickle.dumps(x, 2) for x in parts)

    # PyTorch names its classes, which are not imported here.
    kind = b"\x80\x02(X\x01\x00\x00\x000X\x03\x00\x00\x00cpuctorch\nFloatStorage\nt."
    tensor = b"\x80\x02(X\x01\x00\x00\x001X\x01\x00\x00\x000ctorch\nFloatTensor\nt."
    files = {
        "storages": entries(1, kind, struct.pack("<q", 6), a.tobytes(), []),
        "tensors": entries(1, tensor, struct.pack("<q", 2), struct.pack("<5q", 3, 2, 1, 3, 0)),
        "pickle": b"\x80\x02}X\x01\x00\x00\x00wX\x01\x00\x00\x001Qs.",
    }
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    check(state.torch_load(Tensor(file.getvalue()))["w"], a.T)


class Evil:
    """Runs a command when it is unpickled."""

    def __reduce__(self):
        return (os.system, ("exit 1",))


class Callable:
    """Calls an object when it is unpickled."""

    def __reduce__(self):
        return (pytest.fail, ("this was run",))


class Config:
    """An object of a class that the reader does not know."""

    def __init__(self):
        self.size = 3


@pytest.mark.parametrize("new", [True, False])
def test_nothing_that_is_pickled_is_run(new):
    value = {"evil": Evil(), "called": Callable(), "config": Config(), "x": torch.ones(2)}
    value["dtype"] = torch.float16
    found = state.torch_load(saved(value, new))
    assert isinstance(found["evil"], Opaque) and found["evil"].args == ("exit 1",)
    assert found["called"].args[1:] == ("this was run",)
    assert found["config"].name.endswith("Config") and found["config"].state == {"size": 3}
    assert "Config" in repr(found["config"]) and found["dtype"] is dtypes.float16
    assert found["x"].tolist() == [1.0, 1.0]


def test_bad_checkpoints_are_refused():
    with pytest.raises(pickle.UnpicklingError, match="this is no checkpoint"):
        state.torch_load(Tensor(pickle.dumps({"a": 1}) + bytes(300)))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", "b")
    with pytest.raises(pickle.UnpicklingError, match=r"no data\.pkl"):
        state.torch_load(Tensor(file.getvalue()))
    from tinymlir.nn.state.checkpoint import _Storage

    storage = _Storage(dtypes.float32, 4)
    with pytest.raises(ValueError, match="a storage has 3 of 16 bytes"):
        storage.fill(np.zeros(3, np.uint8))
    storage.fill(np.zeros(16, np.uint8))
    for view in ((0, (5,), (1,)), (3, (2,), (1,)), (0, (2, 2), (1, 3)), (0, (2,), (-1,))):
        with pytest.raises(ValueError, match="leaves its storage of 4 elements"):
            storage.tensor(dtypes.float32, *view)


# ----- Archives


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_zip_archives(method, tmp_path):
    files = {"a.txt": b"hello", "folder/b.bin": bytes(range(256)), "empty": b""}
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.mkdir("folder") if hasattr(archive, "mkdir") else None
        for name, content in files.items():
            archive.writestr(name, content)
    for source in (path, str(path), Tensor(path.read_bytes())):
        found = state.zip_extract(source)
        assert {name: bytes(x.numpy()) for name, x in found.items()} == files


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz"])
def test_tar_archives(mode, tmp_path):
    files = {"a.txt": b"hello", "folder/b.bin": bytes(range(256)) * 9, "empty": b""}
    path = tmp_path / "x.tar"
    with tarfile.open(path, mode) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    for source in (path, Tensor(path.read_bytes())):
        found = state.tar_extract(source)
        assert {name: bytes(x.numpy()) for name, x in found.items()} == files


def test_tensors_are_files():
    file = state.TensorIO(Tensor(b"0123456789"))
    assert file.read(3) == b"012" and file.tell() == 3 and file.seek(-2, io.SEEK_END) == 8
    assert file.read() == b"89" and file.read(1) == b"" and file.seekable() and file.readable()
    assert file.seek(-1, io.SEEK_CUR) == 9
    with pytest.raises(ValueError, match="before the beginning"):
        file.seek(-1)


def test_filenames_become_tensors(tmp_path):
    (tmp_path / "x").write_bytes(b"abc")
    size = state.accept_filename(Tensor.numel)
    assert size(tmp_path / "x") == size(str(tmp_path / "x")) == size(Tensor(b"abc")) == 3
