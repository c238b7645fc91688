"""Convolution and pooling, and their gradients, against PyTorch."""

from __future__ import annotations

import pytest
import torch
from support import check, numbers
from tinymlir import Context, GlobalCounters, Tensor

CONVOLUTIONS = [
    ((2, 4, 9, 10), (6, 4, 3, 3), {}),
    ((2, 4, 9, 10), (6, 4, 3, 3), {"padding": 1}),
    ((2, 4, 9, 10), (6, 4, 3, 2), {"stride": 2, "padding": 1}),
    ((2, 4, 9, 10), (6, 4, 3, 3), {"dilation": 2}),
    ((2, 4, 9, 10), (6, 4, 3, 3), {"stride": (2, 3), "padding": (1, 0), "dilation": (1, 2)}),
    ((2, 4, 9, 10), (6, 2, 3, 3), {"groups": 2}),
    ((2, 4, 5, 5), (4, 1, 3, 3), {"groups": 4, "padding": 1}),
    ((1, 1, 1, 1), (1, 1, 1, 1), {}),
    ((3, 2, 11), (5, 2, 4), {"stride": 3}),
    ((1, 2, 4, 5, 6), (3, 2, 2, 2, 2), {"padding": 1}),
    ((0, 2, 5, 5), (3, 2, 2, 2), {}),
    ((1, 3, 28, 28), (8, 3, 5, 5), {"stride": 5}),
]
POOLS = [
    ((2, 3, 8, 10), {"kernel_size": 2}),
    ((2, 3, 9, 11), {"kernel_size": 2}),
    ((2, 3, 9, 10), {"kernel_size": 3, "stride": 2, "padding": 1}),
    ((2, 3, 9, 10), {"kernel_size": 3, "stride": 1, "dilation": 2}),
    ((2, 3, 9, 10), {"kernel_size": (2, 3), "stride": (3, 1)}),
    ((2, 3, 9, 11), {"kernel_size": 2, "ceil_mode": True}),
    ((2, 3, 10, 10), {"kernel_size": 3, "stride": 2, "padding": 1, "ceil_mode": True}),
    ((1, 5, 5), {"kernel_size": 5}),
]


def compare_with_gradients(ours, theirs, *arrays):
    tensors = [Tensor(a) for a in arrays]
    others = [torch.tensor(a, requires_grad=True) for a in arrays]
    result, expected = ours(*tensors), theirs(*others)
    seed = torch.linspace(-1, 1, expected.numel()).reshape(expected.shape)
    # First: a realized result forgets what it was computed from.
    gradients = result.gradient(*tensors, gradient=Tensor(seed.numpy()))
    check(result, expected.detach().numpy(), rtol=1e-4, atol=1e-4)
    if expected.numel():
        expected.backward(seed)
        for found, other in zip(gradients, others, strict=True):
            check(found, other.grad.numpy(), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(("shape", "weight", "options"), CONVOLUTIONS, ids=str)
def test_convolution(shape, weight, options, rng):
    function = {3: torch.conv1d, 4: torch.conv2d, 5: torch.conv3d}[len(shape)]
    compare_with_gradients(
        lambda x, w, b: x.conv2d(w, b, **options),
        lambda x, w, b: function(x, w, b, **options),
        numbers(rng, shape, "float32"),
        numbers(rng, weight, "float32"),
        numbers(rng, weight[:1], "float32"),
    )


def test_padding_of_each_side(rng):
    x, w = numbers(rng, (1, 2, 4, 5), "float32"), numbers(rng, (3, 2, 2, 2), "float32")
    padded = torch.nn.functional.pad(torch.tensor(x), (1, 0, 2, 3))
    expected = torch.conv2d(padded, torch.tensor(w)).numpy()
    check(Tensor(x).conv2d(Tensor(w), padding=(1, 0, 2, 3)), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", ["float16", "float64", "int32", "int8"])
def test_convolution_of_dtypes(dtype, rng):
    x, w = numbers(rng, (1, 2, 5, 5), dtype), numbers(rng, (3, 2, 3, 3), dtype)
    expected = torch.conv2d(torch.tensor(x).double(), torch.tensor(w).double()).numpy()
    check(Tensor(x).conv2d(Tensor(w)), expected.astype(dtype), rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize(("shape", "options"), POOLS, ids=str)
def test_max_pool(shape, options, rng):
    pool = torch.nn.functional.max_pool2d
    compare_with_gradients(
        lambda x: x.max_pool2d(**options), lambda x: pool(x, **options), rng.permutation(
            int(torch.tensor(shape).prod())).reshape(shape).astype("float32"),
    )  # fmt: skip


def test_max_pool_of_integers_and_infinities(rng):
    x = numbers(rng, (1, 4, 4), "int8")
    check(Tensor(x).max_pool2d(2), x.reshape(1, 2, 2, 2, 2).max((2, 4)))
    low = Tensor([[float("-inf")] * 3] * 3)
    check(low.max_pool2d(2, padding=1, stride=1), low.max_pool2d(1).numpy()[:1].repeat(4, 0)[:, :1]
          .repeat(4, 1))  # fmt: skip


def test_errors_name_the_shapes():
    x = Tensor.ones(1, 4, 5, 5)
    with pytest.raises(RuntimeError, match=r"(?s)conv2d.*\[1, 4, 5, 5\].*\[2, 3, 3, 3\]"):
        x.conv2d(Tensor.ones(2, 3, 3, 3))
    with pytest.raises(RuntimeError, match="the input has 4 axes and the weight 3"):
        x.conv2d(Tensor.ones(2, 4, 3))
    with pytest.raises(ValueError, match="a window of 7 elements 1 apart does not fit axis 2 of 5"):
        x.conv2d(Tensor.ones(2, 4, 7, 7))
    with pytest.raises(ValueError, match=r"stride \(1, 2, 3\) has 3 numbers for 2 axes"):
        x.conv2d(Tensor.ones(2, 4, 3, 3), stride=(1, 2, 3))
    with pytest.raises(ValueError, match="stride 0 has a number below 1"):
        x.max_pool2d(2, stride=0)
    with pytest.raises(ValueError, match="padding 2 is wider than half"):
        x.max_pool2d(2, padding=2)


TRANSPOSED = [
    ((2, 4, 5, 6), (4, 3, 3, 3), {}),
    ((2, 4, 5, 6), (4, 3, 3, 2), {"stride": 2}),
    ((2, 4, 5, 6), (4, 3, 3, 3), {"stride": (2, 3), "padding": 1, "output_padding": (1, 2)}),
    ((2, 4, 5, 6), (4, 3, 3, 3), {"dilation": 2, "padding": 2}),
    ((2, 4, 5, 6), (4, 3, 2, 2), {"groups": 2}),
    ((2, 4, 5, 6), (4, 1, 2, 2), {"groups": 4, "stride": 3}),
    ((2, 4, 5, 6), (4, 2, 1, 1), {"stride": 2}),
    ((3, 2, 7), (2, 5, 4), {"stride": 3, "padding": 2, "output_padding": 1}),
    ((1, 2, 3, 4, 5), (2, 3, 2, 2, 2), {"stride": 2}),
    ((1, 1, 1, 1), (1, 1, 1, 1), {}),
    ((0, 2, 3, 3), (2, 3, 2, 2), {}),
]


@pytest.mark.parametrize(("shape", "weight", "options"), TRANSPOSED, ids=str)
def test_transposed_convolution(shape, weight, options, rng):
    function = {
        3: torch.conv_transpose1d, 4: torch.conv_transpose2d, 5: torch.conv_transpose3d,
    }[len(shape)]  # fmt: skip
    compare_with_gradients(
        lambda x, w, b: x.conv_transpose2d(w, b, **options),
        lambda x, w, b: function(x, w, b, **options),
        numbers(rng, shape, "float32"),
        numbers(rng, weight, "float32"),
        numbers(rng, (weight[1] * options.get("groups", 1),), "float32"),
    )


def test_transposed_convolution_errors():
    x = Tensor.ones(1, 4, 5, 5)
    with pytest.raises(RuntimeError, match=r"Tensor\.conv_transpose2d: input shape \[1, 4, 5, 5\]"):
        x.conv_transpose2d(Tensor.ones(3, 2, 2, 2))
    with pytest.raises(RuntimeError, match="the input has 4 axes and the weight 3"):
        x.conv_transpose2d(Tensor.ones(4, 2, 2))
    with pytest.raises(ValueError, match="leaves nothing of axis 2"):
        x.conv_transpose2d(Tensor.ones(4, 2, 2, 2), padding=3)


@pytest.mark.parametrize(
    ("shape", "weight", "options"),
    [
        ((2, 4, 9, 10), (6, 4, 3, 3), {"padding": 1}), ((1, 1, 3, 3), (1, 1, 3, 3), {}),
        ((2, 4, 8, 6), (6, 2, 3, 3), {"groups": 2}), ((3, 2, 11), (5, 2, 3), {}),
        ((1, 2, 4, 5, 6), (3, 2, 3, 3, 3), {"padding": 1}),
        ((1, 2, 7, 7), (3, 2, 3, 3), {"padding": (2, 0, 1, 3)}),
        ((2, 4, 9, 10), (6, 4, 3, 3), {"stride": 2}), ((0, 2, 5, 5), (3, 2, 3, 3), {}),
    ],
    ids=str,
)  # fmt: skip
def test_the_method_of_winograd(shape, weight, options, rng):
    arrays = [numbers(rng, s, "float32") for s in (shape, weight, weight[:1])]
    plain = [Tensor(a) for a in arrays]
    wanted = plain[0].conv2d(plain[1], plain[2], **options)
    slopes = wanted.square().sum().gradient(*plain)
    with Context(WINO=1):
        found = plain[0].conv2d(plain[1], plain[2], **options)
    others = found.square().sum().gradient(*plain)
    check(found, wanted.numpy(), rtol=1e-3, atol=1e-3)
    for a, b in zip(others, slopes, strict=True):
        check(a, b.numpy(), rtol=1e-3, atol=1e-2)


def test_winograd_takes_four_kernels(rng):
    x, w = (Tensor(numbers(rng, s, "float32")) for s in ((1, 16, 16, 16), (16, 16, 3, 3)))
    GlobalCounters.reset()
    with Context(WINO=1):
        x.conv2d(w).realize()
    assert GlobalCounters.kernel_count == 4
