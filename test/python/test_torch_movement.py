"""Movement against PyTorch, with gradients, dtypes and views."""

from __future__ import annotations

import numpy as np
import pytest
from support import check, compare_with_torch, numbers
from tinymlir import Tensor

torch = pytest.importorskip("torch")
F = torch.nn.functional

CASES = {
    "reshape": (lambda x: x.reshape(4, -1), lambda x: x.reshape(4, -1), (2, 6)),
    "view": (lambda x: x.view(3, 4), lambda x: x.reshape(3, 4), (2, 6)),
    "permute": (lambda x: x.permute(2, 0, 1), lambda x: x.permute(2, 0, 1), (2, 3, 4)),
    "transpose": (lambda x: x.transpose(0, -1), lambda x: x.transpose(0, -1), (2, 3, 4)),
    "T": (lambda x: x.T, lambda x: x.T, (2, 3)),
    "flip": (lambda x: x.flip((0, 2)), lambda x: x.flip((0, 2)), (2, 3, 4)),
    "expand": (lambda x: x.expand(4, 2, 3), lambda x: x.expand(4, 2, 3), (2, 1)),
    "squeeze": (Tensor.squeeze, torch.squeeze, (1, 3, 1)),
    "squeeze 0": (lambda x: x.squeeze(0), lambda x: x.squeeze(0), (1, 3, 1)),
    "unsqueeze": (lambda x: x.unsqueeze(-1), lambda x: x.unsqueeze(-1), (2, 3)),
    "flatten": (lambda x: x.flatten(1, 2), lambda x: x.flatten(1, 2), (2, 3, 4, 2)),
    "unflatten": (lambda x: x.unflatten(1, (2, -1)), lambda x: x.unflatten(1, (2, -1)), (3, 6)),
    "shrink": (lambda x: x.shrink(((0, 1), None)), lambda x: x[:1], (2, 3)),
    "shrink_to": (lambda x: x.shrink_to(None, 2), lambda x: x[:, :2], (2, 3)),
    "pad": (lambda x: x.pad((1, 2, 3, 0)), lambda x: F.pad(x, (1, 2, 3, 0)), (2, 3)),
    "pad crop": (lambda x: x.pad((-1, 2)), lambda x: F.pad(x, (-1, 2)), (2, 3)),
    "pad value": (lambda x: x.pad((1, 2), value=9), lambda x: F.pad(x, (1, 2), value=9), (2, 3)),
    "pad_to": (lambda x: x.pad_to(3, None), lambda x: F.pad(x, (0, 0, 0, 1)), (2, 3)),
    "pad_to value": (
        lambda x: x.pad_to(2, 5, value=7), lambda x: F.pad(x, (0, 2), value=7), (2, 3),
    ),
    "reflect": (
        lambda x: x.pad((2, 1), "reflect"), lambda x: F.pad(x, (2, 1), "reflect"), (1, 2, 4),
    ),
    "replicate": (
        lambda x: x.pad((2, 3, 1, 0), "replicate"),
        lambda x: F.pad(x, (2, 3, 1, 0), "replicate"), (1, 2, 4, 3),
    ),
    "circular": (
        lambda x: x.pad((2, 3), "circular"), lambda x: F.pad(x, (2, 3), "circular"), (1, 2, 4),
    ),
    "repeat": (lambda x: x.repeat(2, 3, 1), lambda x: x.repeat(2, 3, 1), (2, 3)),
    "repeat_interleave": (
        lambda x: x.repeat_interleave(3, 1), lambda x: x.repeat_interleave(3, 1), (2, 3),
    ),
    "repeat_interleave flat": (
        lambda x: x.repeat_interleave(2), lambda x: x.repeat_interleave(2), (2, 3),
    ),
    "roll": (lambda x: x.roll((1, -2), (0, 1)), lambda x: x.roll((1, -2), (0, 1)), (3, 4)),
    "roll flat": (lambda x: x.roll(7), lambda x: x.roll(7), (3, 4)),
    "diag": (Tensor.diag, torch.diag, (4,)),
    "diagonal": (Tensor.diagonal, torch.diagonal, (3, 4)),
    "diagonal 1": (
        lambda x: x.diagonal(1, 2, 0), lambda x: x.diagonal(1, 2, 0), (3, 2, 4),
    ),
    "diagonal -2": (lambda x: x.diagonal(-2), lambda x: x.diagonal(-2), (4, 3)),
    "triu": (lambda x: x.triu(1), lambda x: x.triu(1), (2, 3, 4)),
    "tril": (lambda x: x.tril(-1), lambda x: x.tril(-1), (2, 4, 3)),
    "unfold": (lambda x: x.unfold(1, 3, 2), lambda x: x.unfold(1, 3, 2), (2, 8)),
    "unfold 1": (lambda x: x.unfold(0, 2, 1), lambda x: x.unfold(0, 2, 1), (5, 2)),
    "split": (lambda x: x.split(2, 1), lambda x: x.split(2, 1), (2, 5)),
    "split list": (lambda x: x.split([1, 4], 1), lambda x: x.split([1, 4], 1), (2, 5)),
    "chunk": (lambda x: x.chunk(3, 1), lambda x: x.chunk(3, 1), (2, 7)),
    "stack": (
        lambda x: x.stack(x * 2, x, dim=-1), lambda x: torch.stack([x, x * 2, x], -1), (2, 3),
    ),
    "cat": (lambda x: x.cat(x * 2, dim=1), lambda x: torch.cat([x, x * 2], 1), (2, 3)),
    "cat uneven": (
        lambda x: x.cat(x[:, :1], x * 2, dim=1),
        lambda x: torch.cat([x, x[:, :1], x * 2], 1), (2, 3),
    ),
    "meshgrid": (
        lambda x: x.meshgrid(x * 2, x[:2]),
        lambda x: torch.meshgrid(x, x * 2, x[:2], indexing="ij"), (3,),
    ),
    "meshgrid xy": (
        lambda x: x.meshgrid(x[:2], indexing="xy"),
        lambda x: torch.meshgrid(x, x[:2], indexing="xy"), (3,),
    ),
    "gather": (
        lambda x: x.gather(1, Tensor([[0, 2], [1, 1]])),
        lambda x: x.gather(1, torch.tensor([[0, 2], [1, 1]])), (2, 3),
    ),
    "index": (lambda x: x[[1, 0, 1], 1:], lambda x: x[[1, 0, 1], 1:], (2, 3)),
    "steps": (lambda x: x[::2, ::3], lambda x: x[::2, ::3], (5, 7)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_gradients(name, rng):
    ours, theirs, shape = CASES[name]
    compare_with_torch(ours, theirs, numbers(rng, shape, "float32"))


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "float16"])
@pytest.mark.parametrize("name", CASES)
def test_dtypes(name, dtype, rng):
    ours, theirs, shape = CASES[name]
    if dtype == "bool" and name in ("cat", "cat uneven", "stack", "meshgrid", "pad value",
                                    "pad_to value"):  # fmt: skip
        pytest.skip("it multiplies by two, or pads with a number")
    array = numbers(rng, shape, dtype)
    if name in ("reflect", "replicate", "circular"):  # PyTorch has these for floats only.
        wanted = theirs(torch.from_numpy(array.astype("float32"))).numpy().astype(dtype)
        check(ours(Tensor(array)), wanted)
        return
    compare_with_torch(ours, theirs, array, gradient=False)


@pytest.mark.parametrize("name", CASES)
def test_views_and_lazy_values(name, rng):
    ours, theirs, shape = CASES[name]
    array = numbers(rng, tuple(2 * n for n in shape), "float32")
    half = tuple(slice(None, None, 2) for _ in shape)
    compare_with_torch(lambda x: ours(x[half] + 1), lambda x: theirs(x[half] + 1), array)


@pytest.mark.parametrize(
    "name", ["reshape", "flip", "pad", "repeat", "roll", "triu", "cat", "stack"]
)
def test_empty_tensors(name):
    ours, theirs, shape = CASES[name]
    array = np.zeros((*shape[:-1], 0), np.float32)
    if name == "reshape":
        check(Tensor(array).reshape(4, 0), array.reshape(4, 0))
        return
    compare_with_torch(ours, theirs, array)
