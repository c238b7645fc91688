"""Train a variational autoencoder on handwritten digits, and draw new ones.

    tinymlir demo vae

An encoder maps an image to the mean and deviation of eight numbers, a decoder maps
such numbers to an image (Kingma and Welling, Auto-Encoding Variational Bayes, 2014).
About 20 seconds on two cores.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tinymlir import nn
from tinymlir.config import Context
from tinymlir.examples.common import (
    Digits,
    import_package,
    load_digits,
    make_parser,
    picture_of,
    print_table,
    run_example,
    shown,
    training_steps,
)
from tinymlir.jit import TinyJit
from tinymlir.tensor import Tensor

__all__ = ["VAE", "Result", "main", "run"]

BATCH, LATENT = 128, 8


class VAE:
    """Images [n, 64], and points [n, 8] of the space that they are drawn from."""

    def __init__(self, hidden: int = 256) -> None:
        self.enter = nn.Linear(64, hidden)
        self.mean = nn.Linear(hidden, LATENT)
        self.log_variance = nn.Linear(hidden, LATENT)
        self.leave = nn.Linear(LATENT, hidden)
        self.middle = nn.Linear(hidden, hidden)
        self.pixels = nn.Linear(hidden, 64)

    def encode(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Return the mean, and the logarithm of the variance, of the points of images."""
        x = self.enter(images).silu()
        return self.mean(x), self.log_variance(x)

    def decode(self, points: Tensor) -> Tensor:
        """Return the score of each pixel; its sigmoid is how dark it is."""
        x = self.leave(points).silu()
        return self.pixels(self.middle(x).silu())

    def loss(self, images: Tensor) -> Tensor:
        """Return the negative evidence lower bound, in nats for an image."""
        mean, log_variance = self.encode(images)
        points = mean + (log_variance * 0.5).exp() * mean.randn_like()
        wrong = self.decode(points).binary_crossentropy_logits(images, reduction="none").sum(1)
        divergence = 0.5 * (mean.square() + log_variance.exp() - 1 - log_variance).sum(1)
        return (wrong + divergence).mean()


def train(model: VAE, digits: Digits, steps: int, seed: int, progress: bool) -> list[float]:
    """Train by Adam; return the loss of each step."""
    optimizer = nn.optim.Adam(nn.state.get_parameters(model), lr=0.002)
    rng = np.random.default_rng(seed)

    @TinyJit
    def step(images: Tensor) -> Tensor:
        optimizer.zero_grad()
        loss = model.loss(images)
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    losses = []
    with Context(TRAINING=1):
        for tell in training_steps(steps, progress):
            chosen = rng.choice(len(digits.train_images), BATCH, replace=False)
            losses.append(float(step(Tensor(digits.train_images[chosen]).realize()).item()))
            tell(losses[-1])
    return losses


@dataclass
class Result:
    """What a run found."""

    losses: list[float]
    test_loss: float
    """In nats for an image that is held out."""
    samples: np.ndarray
    """New images [16, 64]."""
    picture: Path | None


def run(
    steps: int = 3000, seed: int = 0, picture: Path | None = None, progress: bool = True
) -> Result:
    """Train a model and draw from it.

    Args:
        steps: how many batches of 128 images are seen.
        seed: fixes initial values, batches, the held-out fifth and what is drawn.
        picture: where to write images; None does not.
        progress: show a progress bar.

    Raises:
        MissingPackageError: scikit-learn or matplotlib is not installed.
    """
    if picture is not None:
        import_package("matplotlib", "matplotlib")
    digits = load_digits(seed)
    Tensor.manual_seed(seed)
    model = VAE()
    losses = train(model, digits, steps, seed, progress)
    test = Tensor(digits.test_images)
    test_loss = float(model.loss(test).item())
    samples = model.decode(Tensor.randn(16, LATENT)).sigmoid().numpy()
    if picture is not None:
        again = model.decode(model.encode(test[:8])[0]).sigmoid().numpy()
        draw(picture, digits.test_images[:8], again, samples, walk(model, digits))
    return Result(losses, test_loss, samples, picture)


def walk(model: VAE, digits: Digits) -> np.ndarray:
    """Return images [8, 64] between a zero and a one of the held-out images."""
    ends = [digits.test_images[digits.test_labels == digit][:1] for digit in (0, 1)]
    start, end = (model.encode(Tensor(image))[0] for image in ends)
    share = Tensor.linspace(0, 1, 8).reshape(8, 1)
    return model.decode(start + (end - start) * share).sigmoid().numpy()


def draw(path: Path, *rows: np.ndarray) -> None:
    """Draw images, what became of them, new ones in two rows, and a walk."""
    images, again, samples, steps = rows
    names = ("held out", "decoded", "new", "new", "from 0 to 1")
    with picture_of(path, 5, 8, (8, 5.6)) as axes:
        for name, row, line in zip(
            names, axes, (images, again, samples[:8], samples[8:], steps), strict=True
        ):
            for place, (axis, image) in enumerate(zip(row, line, strict=True)):
                shown(axis, image, name if place == 0 else "")


def main(argv: list[str] | None = None) -> int:
    """Run the example; return the exit code."""
    parser = make_parser("vae", "Train an autoencoder on digits, and draw new ones.", 3000)
    arguments = parser.parse_args(argv)

    def example() -> None:
        result = run(arguments.steps, arguments.seed, arguments.picture)
        rows = {"held out, in nats for an image": f"{result.test_loss:.2f}"}
        if result.losses:
            rows["first batch"] = f"{result.losses[0]:.2f}"
        print_table("digits, drawn anew", rows)
        print(f"images, old and new: {arguments.picture.resolve()}")

    return run_example(example)


if __name__ == "__main__":
    raise SystemExit(main())
