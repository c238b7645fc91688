"""Train a small language model on the documentation of Python, and let it write.

    tinymlir demo gpt

A transformer of two layers reads the characters of `pydoc_data.topics`, which comes
with Python (Radford et al., Language Models are Unsupervised Multitask Learners,
2019). A table of trigrams of the same text is what it has to beat. About a minute
and a half on two cores.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tinymlir import nn
from tinymlir.config import Context
from tinymlir.examples.common import (
    import_package,
    make_parser,
    picture_of,
    print_table,
    run_example,
    training_steps,
)
from tinymlir.jit import TinyJit
from tinymlir.tensor import Tensor

__all__ = ["GPT", "Corpus", "Result", "load_corpus", "main", "run", "trigram_bits"]

BATCH, CONTEXT = 12, 96


@dataclass(frozen=True)
class Corpus:
    """A text as numbers of characters; its last tenth is held out."""

    letters: str
    train: np.ndarray
    test: np.ndarray

    def decode(self, numbers: np.ndarray) -> str:
        """Return the text of numbers."""
        return "".join(self.letters[number] for number in numbers)

    def encode(self, text: str) -> np.ndarray:
        """Return the numbers of a text."""
        return np.array([self.letters.index(letter) for letter in text], np.int32)


def load_corpus(seed: int = 0) -> Corpus:
    """Load what `help()` says of Python's topics; paragraphs chosen by `seed` come last."""
    from pydoc_data.topics import topics

    paragraphs = "\n\n".join(topics.values()).encode("ascii", "ignore").decode().split("\n\n")
    np.random.default_rng(seed).shuffle(paragraphs)
    text = "\n\n".join(paragraphs)
    letters = "".join(sorted(set(text)))
    place = {letter: number for number, letter in enumerate(letters)}
    numbers = np.array([place[letter] for letter in text], np.int32)
    held_out = len(numbers) // 10
    return Corpus(letters, numbers[:-held_out], numbers[-held_out:])


class Block:
    """Attention to what came before, and a hidden layer, each added to its input."""

    def __init__(self, dim: int, heads: int) -> None:
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv, self.out = nn.Linear(dim, 3 * dim, bias=False), nn.Linear(dim, dim, bias=False)
        self.up, self.down = nn.Linear(dim, 4 * dim), nn.Linear(4 * dim, dim)

    def __call__(self, x: Tensor) -> Tensor:
        """Return [batch, time, dim] of the same."""
        q, k, v = self.qkv(self.norm1(x)).rearrange("b t (n h d) -> n b h t d", n=3, h=self.heads)
        mixed = q.scaled_dot_product_attention(k, v, is_causal=True)
        x = x + self.out(mixed.rearrange("b h t d -> b t (h d)"))
        return x + self.down(self.up(self.norm2(x)).gelu())


class GPT:
    """From characters [batch, time] to scores of the next ones [batch, time, letters]."""

    def __init__(self, letters: int, dim: int = 128, heads: int = 4, layers: int = 2) -> None:
        self.letter = nn.Embedding(letters, dim)
        self.place = nn.Embedding(CONTEXT, dim)
        self.blocks = [Block(dim, heads) for _ in range(layers)]
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, letters)

    def __call__(self, numbers: Tensor) -> Tensor:
        """Return the scores of what comes next at each place."""
        x = self.letter(numbers) + self.place(Tensor.arange(numbers.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def windows(text: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Return the characters from each start on, one more than the model reads."""
    return text[starts[:, None] + np.arange(CONTEXT + 1)]


def train(model: GPT, corpus: Corpus, steps: int, seed: int, progress: bool) -> list[float]:
    """Train by AdamW with a rate that rises and falls; return the loss of each step."""
    optimizer = nn.optim.AdamW(nn.state.get_parameters(model), lr=0.0)
    rng = np.random.default_rng(seed)

    @TinyJit
    def step(part: Tensor, rate: Tensor) -> Tensor:
        optimizer.lr.assign(rate)
        optimizer.zero_grad()
        loss = model(part[:, :-1]).flatten(0, 1).cross_entropy(part[:, 1:].flatten())
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    losses = []
    with Context(TRAINING=1):
        for number, tell in enumerate(training_steps(steps, progress)):
            rate = 0.003 * min((number + 1) / 40, 1.0) * (1 - 0.95 * number / steps)
            starts = rng.integers(0, len(corpus.train) - CONTEXT - 1, BATCH)
            part = Tensor(windows(corpus.train, starts)).realize()
            losses.append(float(step(part, Tensor([rate]).realize()).item()))
            tell(losses[-1])
    return losses


def bits(model: GPT, text: np.ndarray, count: int = 96) -> float:
    """Return how many bits the model needs for a character of a text."""
    starts = np.linspace(0, len(text) - CONTEXT - 1, count).astype(int)
    total = 0.0
    for group in np.array_split(starts, max(count // BATCH, 1)):
        part = Tensor(windows(text, group))
        loss = model(part[:, :-1]).flatten(0, 1).cross_entropy(part[:, 1:].flatten())
        total += float(loss.item()) * len(group)
    return total / count / float(np.log(2))


def trigram_bits(corpus: Corpus) -> float:
    """Return the bits for a held-out character by the two before it, counted in the rest."""
    size = len(corpus.letters)
    counts = np.full((size, size, size), 0.01)
    np.add.at(counts, (corpus.train[:-2], corpus.train[1:-1], corpus.train[2:]), 1)
    chance = counts / counts.sum(2, keepdims=True)
    found = chance[corpus.test[:-2], corpus.test[1:-1], corpus.test[2:]]
    return float(-np.log2(found).mean())


def write(model: GPT, corpus: Corpus, start: str, length: int, temperature: float) -> str:
    """Return a text that goes on from `start`."""

    @TinyJit
    def choose(numbers: Tensor, last: Tensor) -> Tensor:
        """Choose what follows the place `last`; behind it are zeros, which it cannot see."""
        scores = (model(numbers)[0] * last.reshape(-1, 1)).sum(0) / temperature
        return scores.softmax().multinomial().realize()

    text = corpus.encode(start)
    while len(text) < length:
        seen = text[-CONTEXT:]
        padded = np.zeros((1, CONTEXT), np.int32)
        padded[0, : len(seen)] = seen
        last = np.eye(CONTEXT, dtype=np.float32)[len(seen) - 1]
        chosen = choose(Tensor(padded).realize(), Tensor(last).realize())
        text = np.append(text, chosen.numpy().astype(np.int32))
    return corpus.decode(text)


@dataclass
class Result:
    """What a run found."""

    losses: list[float]
    bits: float
    """For a held-out character."""
    trigram_bits: float
    text: str
    picture: Path | None


def run(
    steps: int = 800,
    seed: int = 0,
    picture: Path | None = None,
    progress: bool = True,
    length: int = 600,
    temperature: float = 0.7,
) -> Result:
    """Train a model and let it write.

    Args:
        steps: how many batches of 12 texts of 96 characters are read.
        seed: fixes initial values, batches, the held-out tenth and what is written.
        picture: where to draw losses and the text; None does not.
        progress: show a progress bar.
        length: of the text, in characters.
        temperature: below one the model writes what it is sure of.

    Raises:
        MissingPackageError: matplotlib is not installed.
    """
    if picture is not None:
        import_package("matplotlib", "matplotlib")
    corpus = load_corpus(seed)
    Tensor.manual_seed(seed)
    model = GPT(len(corpus.letters))
    losses = train(model, corpus, steps, seed, progress)
    result = Result(
        losses,
        bits(model, corpus.test),
        trigram_bits(corpus),
        write(model, corpus, "The ", length, temperature),
        picture,
    )
    if picture is not None:
        draw(picture, result)
    return result


def draw(path: Path, result: Result) -> None:
    """Draw the loss of each step, and what was written."""
    with picture_of(path, 1, 2, (12, 5)) as axes:
        curve, text = axes[0]
        curve.plot(np.array(result.losses) / np.log(2), linewidth=0.8, label="training")
        curve.axhline(result.bits, color="tab:green", label="held out")
        curve.axhline(result.trigram_bits, color="tab:red", linestyle="--", label="trigrams")
        curve.set_xlabel("step")
        curve.set_ylabel("bits for a character")
        curve.legend()
        lines = [
            part for line in result.text.splitlines() for part in textwrap.wrap(line, 64) or [""]
        ]
        text.text(0, 1, "\n".join(lines[:28]), va="top", family="monospace", fontsize=8)
        text.set_axis_off()


def main(argv: list[str] | None = None) -> int:
    """Run the example; return the exit code."""
    parser = make_parser("gpt", "Train a language model on the documentation of Python.", 800)
    parser.add_argument("--length", type=int, default=600, help="characters to write (600)")
    parser.add_argument("--temperature", type=float, default=0.7, help="of the choices (0.7)")
    arguments = parser.parse_args(argv)

    def example() -> None:
        result = run(
            arguments.steps,
            arguments.seed,
            arguments.picture,
            length=arguments.length,
            temperature=arguments.temperature,
        )
        print(result.text + "\n")
        rows = {
            "bits for a held-out character": f"{result.bits:.3f}",
            "by trigrams": f"{result.trigram_bits:.3f}",
        }
        print_table("the documentation of Python", rows)
        print(f"losses and text: {arguments.picture.resolve()}")

    return run_example(example)


if __name__ == "__main__":
    raise SystemExit(main())
