"""Train a small network on handwritten digits, compiled for the CPU.

    tinymlir demo

The data are the 1,797 images of 8 × 8 pixels that scikit-learn ships; a fixed
fifth of them is held out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

from tinymlir import _core, nn
from tinymlir.config import Context
from tinymlir.counters import GlobalCounters
from tinymlir.engine import collect_stages
from tinymlir.examples.common import Digits, MissingPackageError, import_package, load_digits
from tinymlir.tensor import Tensor

__all__ = ["Model", "Result", "add_arguments", "main", "run", "train"]

SHOWN = {
    "ir": ("tensor", "schedule"),
    "kernels": ("optimized", "structured"),
    "asm": ("llvm", "asm"),
}


class Model:
    """Two hidden layers between 64 pixels and 10 classes."""

    def __init__(self, hidden: tuple[int, int] = (128, 64)) -> None:
        self.layers = [
            nn.Linear(64, hidden[0]),
            nn.Linear(hidden[0], hidden[1]),
            nn.Linear(hidden[1], 10),
        ]

    def __call__(self, x: Tensor) -> Tensor:
        """Return a score for each class."""
        for layer in self.layers[:-1]:
            x = layer(x).relu()
        return self.layers[-1](x)


def train_step(
    model: Model, optimizer: nn.optim.Optimizer, images: np.ndarray, labels: np.ndarray
) -> Tensor:
    """Note the loss of a batch and its gradients; nothing is computed."""
    optimizer.zero_grad()
    loss = model(Tensor(images)).sparse_categorical_crossentropy(Tensor(labels))
    return loss.backward()


def train(
    model: Model,
    digits: Digits,
    epochs: int = 20,
    batch: int = 128,
    seed: int = 0,
    progress: bool = True,
) -> list[float]:
    """Train by Adam on shuffled batches; return the loss of each epoch."""
    optimizer = nn.optim.Adam(nn.state.get_parameters(model), lr=0.003)
    rng = np.random.default_rng(seed)
    losses = []
    bar: Iterable[int] = range(epochs)
    if progress:
        bar = tqdm(bar, desc="training", unit="epoch")
    with Context(TRAINING=1):
        for _ in bar:
            order = rng.permutation(len(digits.train_labels))
            images, labels = digits.train_images[order], digits.train_labels[order]
            total, count = 0.0, 0
            for begin in range(0, len(order) - batch + 1, batch):
                part = slice(begin, begin + batch)
                loss = train_step(model, optimizer, images[part], labels[part])
                loss.realize(*optimizer.schedule_step())
                total, count = total + float(loss.item()), count + 1
            losses.append(total / max(count, 1))
            if isinstance(bar, tqdm):
                bar.set_postfix(loss=f"{losses[-1]:.4f}")
    return losses


@dataclass
class Result:
    """What a run of the demo found."""

    accuracy: float
    losses: list[float]
    total_seconds: float
    compile_seconds: float
    run_seconds: float
    kernels: int
    launches: int
    picture: Path | None
    stages: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def build_seconds(self) -> float:
        """Time in neither the compiler nor the kernels: Python and the graph."""
        return max(self.total_seconds - self.compile_seconds - self.run_seconds, 0.0)


def run(
    epochs: int = 20,
    seed: int = 0,
    picture: Path | None = None,
    show: str | None = None,
    progress: bool = True,
) -> Result:
    """Train and test a model.

    Args:
        epochs: how often all training images are seen.
        seed: fixes initial values, batches and the held-out fifth.
        picture: where to write sample predictions; None does not.
        show: "ir", "kernels" or "asm": collect the text of these stages.
        progress: show a progress bar.

    Raises:
        MissingPackageError: scikit-learn or matplotlib is not installed.
    """
    digits = load_digits(seed)
    if picture is not None:
        import_package("matplotlib", "matplotlib")
    Tensor.manual_seed(seed)
    stages: list[tuple[str, str, str]] = []

    def collect(stage: str, name: str, text: str) -> None:
        if stage in SHOWN[show]:  # type: ignore[index]
            stages.append((stage, name, text))

    GlobalCounters.reset()
    before, start = _core.stats(), time.perf_counter()
    with ExitStack() as stack:
        if show is not None:
            stack.enter_context(collect_stages(collect))
        model = Model()
        losses = train(model, digits, epochs, seed=seed, progress=progress)
        predicted = model(Tensor(digits.test_images)).argmax(1).numpy()
    seconds, after = time.perf_counter() - start, _core.stats()

    def spent(key: str) -> Any:
        return after.get(key, 0) - before.get(key, 0)

    if picture is not None:
        _draw(picture, digits, predicted)
    return Result(
        accuracy=float((predicted == digits.test_labels).mean()),
        losses=losses,
        total_seconds=seconds,
        compile_seconds=spent("compile_seconds"),
        run_seconds=spent("run_seconds"),
        kernels=spent("compiled_kernels"),
        launches=GlobalCounters.kernel_count,
        picture=picture,
        stages=stages,
    )


def _draw(path: Path, digits: Digits, predicted: np.ndarray) -> None:
    """Draw held-out images with predictions; wrong ones in red."""
    import_package("matplotlib", "matplotlib").use("Agg")
    pyplot = import_package("matplotlib.pyplot", "matplotlib")
    figure, axes = pyplot.subplots(4, 10, figsize=(10, 4.6))
    for i, axis in enumerate(axes.flat):
        axis.imshow(digits.test_images[i].reshape(8, 8), cmap="gray_r")
        right = predicted[i] == digits.test_labels[i]
        axis.set_title(str(predicted[i]), color="black" if right else "red")
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    pyplot.close(figure)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the demo to a parser."""
    parser.add_argument("--epochs", type=int, default=20, help="passes over the images")
    parser.add_argument("--seed", type=int, default=0, help="fixes all random choices")
    parser.add_argument(
        "--picture",
        type=Path,
        default=Path("tinymlir-digits.png"),
        help="where to write sample predictions",
    )
    parser.add_argument(
        "--show",
        choices=sorted(SHOWN),
        help="print what was compiled: the tensor graph and its schedule, the kernels "
        "in execution order and as structured IR, or LLVM IR and assembly",
    )


def report(result: Result) -> None:
    """Print the result."""
    console = Console(highlight=False)
    for stage, name, text in result.stages:
        console.print(f"// ----- {stage} {name}".rstrip(), markup=False)
        print(text.rstrip() + "\n")
    table = Table(title="handwritten digits on the CPU", show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_row("accuracy on held-out images", f"{result.accuracy:.4f}")
    table.add_row("loss of the last epoch", f"{result.losses[-1]:.4f}" if result.losses else "-")
    table.add_row("building graphs (Python)", f"{result.build_seconds:.2f} s")
    table.add_row("compiling", f"{result.compile_seconds:.2f} s")
    table.add_row("running kernels", f"{result.run_seconds:.2f} s")
    table.add_row("total", f"{result.total_seconds:.2f} s")
    table.add_row("kernels compiled", f"{result.kernels}")
    table.add_row("kernels launched", f"{result.launches}")
    console.print(table)
    if result.picture is not None:
        print(f"sample predictions: {result.picture.resolve()}")


def run_from_arguments(arguments: argparse.Namespace) -> int:
    """Run the demo as the command line says; return the exit code."""
    try:
        result = run(arguments.epochs, arguments.seed, arguments.picture, arguments.show)
    except MissingPackageError as error:
        Console(stderr=True, highlight=False).print(f"tinymlir: {error}", markup=False)
        return 1
    report(result)
    return 0


def main(argv: list[str] | None = None) -> int:
    """Run the demo."""
    parser = argparse.ArgumentParser(
        prog="tinymlir demo digits",
        description="Train a small network on handwritten digits.",
    )
    add_arguments(parser)
    return run_from_arguments(parser.parse_args(argv))


if __name__ == "__main__":
    raise SystemExit(main())
