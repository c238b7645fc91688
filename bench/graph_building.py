#!/usr/bin/env python3
"""How long Python takes to build the graph of a GPT-2 forward pass.

The shape is that of GPT-2 small: 12 layers, 768 wide, 12 heads, 50257 words, one
sequence of 128 tokens. Weights are storage without content, and nothing is
computed. The first passes load code and do not count; of the others the median does.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

from tinymlir import Tensor, nn  # noqa: E402

GOAL_MS = 30.0
LAYERS, WIDTH, HEADS, WORDS, TOKENS = 12, 768, 12, 50257, 128


class Linear:
    """A linear layer whose weights have no content."""

    def __init__(self, inputs: int, outputs: int) -> None:
        self.weight, self.bias = Tensor.empty(outputs, inputs), Tensor.empty(outputs)

    def __call__(self, x: Tensor) -> Tensor:
        """Return `x @ weight.T + bias`."""
        return x.linear(self.weight.transpose(), self.bias)


class Block:
    """Attention and a perceptron, each beside a residual connection."""

    def __init__(self) -> None:
        self.into, self.out = Linear(WIDTH, 3 * WIDTH), Linear(WIDTH, WIDTH)
        self.up, self.down = Linear(WIDTH, 4 * WIDTH), Linear(4 * WIDTH, WIDTH)
        self.norms = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

    def attend(self, x: Tensor) -> Tensor:
        """Return masked attention of each position to those before it."""
        batch, tokens, _ = x.shape
        parts = self.into(x).reshape(batch, tokens, 3, HEADS, WIDTH // HEADS)
        q, k, v = (parts[:, :, i].transpose(1, 2) for i in range(3))
        y = q.scaled_dot_product_attention(k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(batch, tokens, WIDTH))

    def __call__(self, x: Tensor) -> Tensor:
        """Return the next hidden state."""
        x = x + self.attend(self.norms[0](x))
        return x + self.down(self.up(self.norms[1](x)).gelu())


class Transformer:
    """GPT-2 without its weights."""

    def __init__(self) -> None:
        self.words, self.places = Tensor.empty(WORDS, WIDTH), Tensor.empty(1024, WIDTH)
        self.blocks = [Block() for _ in range(LAYERS)]
        self.norm = nn.LayerNorm(WIDTH)

    def __call__(self, tokens: Tensor) -> Tensor:
        """Return the scores of the next word after each."""
        x = self.words[tokens] + self.places[: tokens.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.words.transpose()


def main() -> int:
    """Measure, print, and fail above the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--profile", action="store_true", help="list where the time goes")
    arguments = parser.parse_args()
    model = Transformer()
    tokens = Tensor.empty(1, TOKENS, dtype="int32")
    for _ in range(3):
        model(tokens)
    if arguments.profile:
        with cProfile.Profile() as profile:
            for _ in range(arguments.runs):
                model(tokens)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return 0
    times = []
    for _ in range(arguments.runs):
        gc.collect()
        start = time.perf_counter()
        scores = model(tokens)
        times.append(1e3 * (time.perf_counter() - start))
        assert scores.shape == (1, TOKENS, WORDS)
        del scores
    median = statistics.median(times)
    print(
        f"graph of GPT-2 small: {median:.1f} ms (least {min(times):.1f}, most {max(times):.1f}); "
        f"goal {GOAL_MS:.0f} ms"
    )
    return 0 if median <= GOAL_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
