"""`python -m tinymlir.testing opcost` prints what an op costs."""

from __future__ import annotations

import argparse


def main(argv: list[str] | None = None) -> int:
    """Run a report; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tinymlir.testing")
    commands = parser.add_subparsers(dest="command", required=True)
    opcost = commands.add_parser("opcost", help="measure what an op costs")
    opcost.add_argument("--realizes", type=int, default=100_000, help="how many to watch")
    arguments = parser.parse_args(argv)
    from tinymlir.testing.opcost import measure, report

    print(report(measure(arguments.realizes)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
