"""Train a convolutional network on handwritten digits.

    tinymlir demo cnn

Two convolutions, batch normalization and pooling; the training images are moved by
a pixel at random. What is tested was written to a safetensors file and read again.
About 40 seconds on two cores.
"""

from __future__ import annotations

import tempfile
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

__all__ = ["CNN", "Result", "main", "run"]

BATCH = 128


class CNN:
    """From images [n, 1, 8, 8] to scores [n, 10]."""

    def __init__(self) -> None:
        self.conv1 = nn.Conv2d(1, 32, 3, padding=1)
        self.norm1 = nn.BatchNorm(32)
        self.conv2 = nn.Conv2d(32, 64, 3, padding=1)
        self.norm2 = nn.BatchNorm(64)
        self.head = nn.Linear(64 * 4 * 4, 10)

    def __call__(self, x: Tensor) -> Tensor:
        """Return a score for each class."""
        x = self.norm1(self.conv1(x)).relu()
        x = self.norm2(self.conv2(x)).relu().max_pool2d()
        return self.head(x.flatten(1).dropout(0.3))


def moved(images: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return images [n, 1, 8, 8], each moved by up to a pixel in both directions."""
    padded = np.pad(images.reshape(-1, 8, 8), ((0, 0), (1, 1), (1, 1)))
    place = rng.integers(0, 3, (2, len(images)))
    rows = place[0][:, None, None] + np.arange(8)[:, None]
    columns = place[1][:, None, None] + np.arange(8)
    return padded[np.arange(len(images))[:, None, None], rows, columns][:, None]


def train(model: CNN, digits: Digits, steps: int, seed: int, progress: bool) -> list[float]:
    """Train by AdamW; return the loss of each step."""
    optimizer = nn.optim.AdamW(nn.state.get_parameters(model), lr=0.002)
    rng = np.random.default_rng(seed)

    @TinyJit
    def step(images: Tensor, labels: Tensor) -> Tensor:
        optimizer.zero_grad()
        loss = model(images).sparse_categorical_crossentropy(labels, label_smoothing=0.05)
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    losses = []
    with Context(TRAINING=1):
        for tell in training_steps(steps, progress):
            chosen = rng.choice(len(digits.train_labels), BATCH, replace=False)
            images = moved(digits.train_images[chosen], rng)
            loss = step(Tensor(images).realize(), Tensor(digits.train_labels[chosen]).realize())
            losses.append(float(loss.item()))
            tell(losses[-1])
    return losses


@dataclass
class Result:
    """What a run found."""

    accuracy: float
    losses: list[float]
    confusion: np.ndarray
    """How often a digit (row) was taken for another (column)."""
    picture: Path | None


def predict(model: CNN, images: np.ndarray) -> np.ndarray:
    """Return what the images show."""
    return model(Tensor(images.reshape(-1, 1, 8, 8))).argmax(1).numpy()


def run(
    steps: int = 450, seed: int = 0, picture: Path | None = None, progress: bool = True
) -> Result:
    """Train and test a model.

    Args:
        steps: how many batches of 128 images are seen.
        seed: fixes initial values, batches and the held-out fifth.
        picture: where to write filters, mistakes and confusion; None does not.
        progress: show a progress bar.

    Raises:
        MissingPackageError: scikit-learn or matplotlib is not installed.
    """
    if picture is not None:
        import_package("matplotlib", "matplotlib")
    digits = load_digits(seed)
    Tensor.manual_seed(seed)
    model = CNN()
    losses = train(model, digits, steps, seed, progress)
    with tempfile.TemporaryDirectory() as folder:
        # What was trained is what was stored.
        path = Path(folder) / "cnn.safetensors"
        nn.state.safe_save(nn.state.get_state_dict(model), path)
        model = CNN()
        nn.state.load_state_dict(model, nn.state.safe_load(path), verbose=False)
    predicted = predict(model, digits.test_images)
    confusion = np.zeros((10, 10), int)
    np.add.at(confusion, (digits.test_labels, predicted), 1)
    if picture is not None:
        draw(picture, model, digits, predicted, confusion)
    accuracy = float((predicted == digits.test_labels).mean())
    return Result(accuracy, losses, confusion, picture)


def draw(
    path: Path, model: CNN, digits: Digits, predicted: np.ndarray, confusion: np.ndarray
) -> None:
    """Draw what the first filters make of a digit, the least sure images, and confusions."""
    image = digits.test_images[:1].reshape(1, 1, 8, 8)
    maps = model.norm1(model.conv1(Tensor(image))).relu().numpy()[0]
    wrong = np.flatnonzero(predicted != digits.test_labels)
    with picture_of(path, 4, 8, (10, 5.6)) as axes:
        shown(axes[0, 0], image, "input")
        for axis, feature in zip(axes.flat[1:16], maps, strict=False):
            shown(axis, feature / max(feature.max(), 1e-6))
        for place, axis in enumerate(axes.flat[16:]):
            wanted = wrong[place] if place < len(wrong) else place
            title = f"{digits.test_labels[wanted]} taken for {predicted[wanted]}"
            is_right = predicted[wanted] == digits.test_labels[wanted]
            shown(
                axis,
                digits.test_images[wanted],
                str(predicted[wanted]) if is_right else title,
                "black" if is_right else "red",
            )


def main(argv: list[str] | None = None) -> int:
    """Run the example; return the exit code."""
    parser = make_parser("cnn", "Train a convolutional network on handwritten digits.", 450)
    arguments = parser.parse_args(argv)

    def example() -> None:
        result = run(arguments.steps, arguments.seed, arguments.picture)
        rows = {"accuracy on held-out images": f"{result.accuracy:.4f}"}
        if result.losses:
            rows["loss of the last step"] = f"{result.losses[-1]:.4f}"
        wrong = result.confusion.sum() - np.trace(result.confusion)
        rows["mistakes"] = f"{wrong} of {result.confusion.sum()}"
        print_table("digits, convolutional", rows)
        print(f"feature maps and mistakes: {arguments.picture.resolve()}")

    return run_example(example)


if __name__ == "__main__":
    raise SystemExit(main())
