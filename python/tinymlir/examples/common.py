"""What the examples share: data, pictures, optional packages, the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

__all__ = [
    "Digits",
    "MissingPackageError",
    "import_package",
    "load_digits",
    "make_parser",
    "picture_of",
    "print_table",
    "run_example",
    "shown",
    "training_steps",
]


class MissingPackageError(RuntimeError):
    """An example needs a package that is not installed."""


def import_package(name: str, package: str) -> ModuleType:
    """Import a module of an optional package.

    Raises:
        MissingPackageError: it is not installed; the text says how to.
    """
    try:
        return __import__(name, fromlist=["_"])
    except ImportError as error:
        raise MissingPackageError(
            f"the demo needs {package}, which is not installed: pip install 'tinymlir[demo]'"
        ) from error


@dataclass(frozen=True)
class Digits:
    """Images of 64 pixels from 0 to 1, and what they show."""

    train_images: np.ndarray
    train_labels: np.ndarray
    test_images: np.ndarray
    test_labels: np.ndarray


def load_digits(seed: int = 0) -> Digits:
    """Load the 1,797 images that scikit-learn ships; a fifth, chosen by `seed`, is held out.

    Raises:
        MissingPackageError: scikit-learn is not installed.
    """
    data = import_package("sklearn.datasets", "scikit-learn").load_digits()
    order = np.random.default_rng(seed).permutation(len(data.target))
    images = (data.data[order] / 16).astype(np.float32)
    labels = data.target[order].astype(np.int32)
    held_out = len(labels) // 5
    return Digits(images[held_out:], labels[held_out:], images[:held_out], labels[:held_out])


def training_steps(count: int, progress: bool) -> Iterator[Callable[[float], None]]:
    """Yield, for each step, what its loss is told to; a bar shows how far it is."""
    with tqdm(range(count), desc="training", unit="step", disable=not progress) as bar:
        average: float | None = None

        def tell(loss: float) -> None:
            nonlocal average
            average = loss if average is None else 0.95 * average + 0.05 * loss
            bar.set_postfix(loss=f"{average:.4f}", refresh=False)

        for _ in bar:
            yield tell


def picture_of(path: Path, rows: int, columns: int, size: tuple[float, float]) -> _Picture:
    """Return axes to draw on, for a `with` block that writes them to a file.

    Raises:
        MissingPackageError: matplotlib is not installed.
    """
    return _Picture(path, rows, columns, size)


class _Picture:
    def __init__(self, path: Path, rows: int, columns: int, size: tuple[float, float]) -> None:
        import_package("matplotlib", "matplotlib").use("Agg")
        self.path = path
        self.pyplot = import_package("matplotlib.pyplot", "matplotlib")
        self.figure, self.axes = self.pyplot.subplots(rows, columns, figsize=size, squeeze=False)

    def __enter__(self) -> Any:
        return self.axes

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.figure.tight_layout()
            self.figure.savefig(self.path, dpi=100)
        self.pyplot.close(self.figure)


def shown(axis: Any, image: np.ndarray, title: str = "", color: str = "black") -> None:
    """Show an image of a digit on an axis."""
    axis.imshow(image.reshape(8, 8), cmap="gray_r", vmin=0, vmax=1)
    axis.set_title(title, color=color, fontsize=9)
    axis.set_axis_off()


def print_table(title: str, rows: dict[str, str]) -> None:
    """Print what an example found."""
    table = Table(title=title, show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    for name, value in rows.items():
        table.add_row(name, value)
    Console(highlight=False).print(table)


def make_parser(name: str, description: str, steps: int) -> argparse.ArgumentParser:
    """Return a parser with the options that all examples have."""
    parser = argparse.ArgumentParser(prog=f"tinymlir demo {name}", description=description)
    parser.add_argument("--steps", type=int, default=steps, help=f"training steps ({steps})")
    parser.add_argument("--seed", type=int, default=0, help="fixes all random choices")
    parser.add_argument(
        "--picture",
        type=Path,
        default=Path(f"tinymlir-{name}.png"),
        help=f"where to write the picture (tinymlir-{name}.png)",
    )
    return parser


def run_example(run: Callable[[], None]) -> int:
    """Run an example; return the exit code. Control-C ends it without a traceback."""
    errors = Console(stderr=True, highlight=False)
    try:
        run()
    except MissingPackageError as error:
        errors.print(f"tinymlir: {error}", markup=False)
        return 1
    except KeyboardInterrupt:
        errors.print("tinymlir: stopped", markup=False)
        return 130
    return 0
