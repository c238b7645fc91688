"""The command `tinymlir`."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module, metadata

__all__ = ["EXAMPLES", "main"]

EXAMPLES = {
    "digits": "a small network on handwritten digits, and what it is compiled to (5 s)",
    "cnn": "a convolutional network on the same digits (40 s)",
    "vae": "an autoencoder that draws new digits (20 s)",
    "gpt": "a language model that reads the documentation of Python (90 s)",
}
"""What `tinymlir demo` can run; the modules are in `tinymlir.examples`."""


def _version() -> str:
    try:
        return metadata.version("tinymlir")
    except metadata.PackageNotFoundError:
        return "not installed"


def _demo(argv: list[str]) -> int:
    """Run the example that the first argument names, or the first one."""
    name = argv.pop(0) if argv and argv[0] in EXAMPLES else "digits"
    # Examples need optional packages: import them only when they are asked for.
    code: int = import_module(f"tinymlir.examples.{name}").main(argv)
    return code


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    argv = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="tinymlir", description="An MLIR-based tensor compiler.")
    parser.add_argument("--version", action="version", version=f"tinymlir {_version()}")
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser(
        "demo",
        help="train an example: " + ", ".join(EXAMPLES),
        description="Train an example on two cores and draw a picture; digits if none is named.",
        epilog="tinymlir demo EXAMPLE --help lists the options of one.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = demo.add_subparsers(title="examples", metavar="")
    for name, text in EXAMPLES.items():
        names.add_parser(name, help=text, add_help=False)
    if argv[:1] == ["demo"] and argv[1:] not in (["--help"], ["-h"]):
        return _demo(argv[1:])
    parser.parse_args(argv)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
