"""The command `tinymlir`."""

from __future__ import annotations

import argparse
from importlib import metadata

__all__ = ["main"]


def _version() -> str:
    try:
        return metadata.version("tinymlir")
    except metadata.PackageNotFoundError:
        return "not installed"


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="tinymlir", description="An MLIR-based tensor compiler.")
    parser.add_argument("--version", action="version", version=f"tinymlir {_version()}")
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="train a small network on handwritten digits")
    # The demo needs optional packages: import it only when it is asked for.
    from tinymlir.examples import digits

    digits.add_arguments(demo)
    arguments = parser.parse_args(argv)
    return digits.run_from_arguments(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
