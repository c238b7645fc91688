"""Whole training steps: layers, losses and optimizers together, with and without JIT."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from support import check, numbers
from tinymlir import Context, Tensor, TinyJit, nn


class Network:
    """Convolutions with everything around them.

    A bias before a normalization has no gradient but noise, which Adam makes large.
    """

    def __init__(self):
        self.c1, self.n1 = nn.Conv2d(1, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4)
        self.c2, self.n2 = nn.Conv2d(4, 6, 3, groups=2), nn.GroupNorm(3, 6)
        self.l1, self.l2 = nn.Linear(24, 8), nn.Linear(8, 3)

    def __call__(self, x):
        x = self.n1(self.c1(x)).relu().max_pool2d(2)
        x = self.n2(self.c2(x)).gelu().avg_pool2d(2)
        return self.l2(self.l1(x.flatten(1)).tanh())


def torch_network():
    class Theirs(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.c1, self.n1 = (
                torch.nn.Conv2d(1, 4, 3, padding=1, bias=False),
                torch.nn.BatchNorm2d(4),
            )
            self.c2, self.n2 = torch.nn.Conv2d(4, 6, 3, groups=2), torch.nn.GroupNorm(3, 6)
            self.l1, self.l2 = torch.nn.Linear(24, 8), torch.nn.Linear(8, 3)

        def forward(self, x):
            f = torch.nn.functional
            x = f.max_pool2d(f.relu(self.n1(self.c1(x))), 2)
            x = f.avg_pool2d(f.gelu(self.n2(self.c2(x)), approximate="tanh"), 2)
            return self.l2(torch.tanh(self.l1(x.flatten(1))))

    return Theirs()


OPTIMIZERS = {
    "sgd": (lambda p: nn.optim.SGD(p, 0.05, momentum=0.9),
            lambda p: torch.optim.SGD(p, 0.05, momentum=0.9)),
    "adamw": (lambda p: nn.optim.AdamW(p, 0.02), lambda p: torch.optim.AdamW(p, 0.02)),
    "fused adam": (lambda p: nn.optim.Adam(p, 0.02, fused=True),
                   lambda p: torch.optim.Adam(p, 0.02)),
}  # fmt: skip


@pytest.mark.parametrize("jit", [False, True])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_network_trains_as_that_of_pytorch(name, jit, rng):
    theirs, ours = torch_network(), Network()
    nn.state.load_state_dict(
        ours, {k: Tensor(v.numpy().copy()) for k, v in theirs.state_dict().items()}, verbose=False
    )
    make, reference = OPTIMIZERS[name]
    optimizer, other = make(nn.state.get_parameters(ours)), reference(theirs.parameters())
    images = numbers(rng, (6, 8, 1, 12, 12), "float32")
    labels = rng.integers(0, 3, (6, 8))

    def step(x, y):
        optimizer.zero_grad()
        loss = ours(x).sparse_categorical_crossentropy(y).backward()
        return loss.realize(*optimizer.schedule_step())

    run = TinyJit(step) if jit else step
    for x, y in zip(images, labels, strict=True):
        other.zero_grad()
        wanted = torch.nn.functional.cross_entropy(theirs(torch.from_numpy(x)), torch.from_numpy(y))
        wanted.backward()
        other.step()
        with Context(TRAINING=1):
            loss = run(Tensor(x.copy()), Tensor(y.astype(np.int32)))
        assert loss.item() == pytest.approx(wanted.item(), rel=5e-3, abs=1e-3)
    for key, value in theirs.state_dict().items():
        check(nn.state.get_state_dict(ours)[key], value.numpy(), rtol=2e-2, atol=5e-3)


def test_a_recurrent_network_remembers(rng):
    """Whether the first and the last of a few bits differ needs a memory."""
    Tensor.manual_seed(4)
    embed, cell, last = nn.Embedding(2, 4), nn.LSTMCell(4, 16), nn.Linear(16, 2)
    optimizer = nn.optim.Adam(nn.state.get_parameters([embed, cell, last]), 0.03)

    def forward(bits):
        state = None
        for i in range(bits.shape[1]):
            state = cell(embed(bits[:, i]), state)
        return last(state[0])

    @TinyJit
    def step(bits, labels):
        optimizer.zero_grad()
        loss = forward(bits).sparse_categorical_crossentropy(labels).backward()
        return loss.realize(*optimizer.schedule_step())

    with Context(TRAINING=1):
        for _ in range(150):
            bits = rng.integers(0, 2, (64, 4)).astype(np.int32)
            step(Tensor(bits), Tensor(bits[:, 0] ^ bits[:, -1]))
    bits = np.array([[a, b, c, d] for a in (0, 1) for b in (0, 1) for c in (0, 1) for d in (0, 1)])
    found = forward(Tensor(bits.astype(np.int32))).argmax(1).numpy()
    assert (found == bits[:, 0] ^ bits[:, -1]).mean() >= 0.9


def test_a_transformer_learns_to_copy(rng):
    """Attention with a causal mask finds the token before the last one."""
    Tensor.manual_seed(5)
    size, tokens = 16, 6
    embed, place = nn.Embedding(tokens, size), nn.Embedding(5, size)
    project, out, norm = nn.Linear(size, 3 * size), nn.Linear(size, tokens), nn.RMSNorm(size)
    layers = [embed, place, project, out, norm]
    optimizer = nn.optim.AdamW(nn.state.get_parameters(layers), 0.02)

    def forward(x):
        h = embed(x) + place(Tensor.arange(5))
        q, k, v = (
            part.rearrange("b t (h d) -> b h t d", h=2)
            for part in project(norm(h)).chunk(3, dim=-1)
        )
        h = h + q.scaled_dot_product_attention(k, v, is_causal=True).rearrange(
            "b h t d -> b t (h d)"
        )
        return out(h)

    @TinyJit
    def step(x):
        optimizer.zero_grad()
        loss = forward(x)[:, 1:].sparse_categorical_crossentropy(x[:, :-1]).backward()
        return loss.realize(*optimizer.schedule_step())

    with Context(TRAINING=1):
        for _ in range(120):
            loss = step(Tensor(rng.integers(0, tokens, (32, 5)).astype(np.int32)))
    assert loss.item() < 0.3
