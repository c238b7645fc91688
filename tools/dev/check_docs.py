#!/usr/bin/env python3
"""Run every `mlir` block of the TableGen files through tiny-opt.

An example in the documentation of an op or a pass is a whole program that the
compiler accepts; a fragment stands in a block without a language. Every op has
an example or names the op that shows it.

Prints one line per finding, with its place in the .td file, and exits with 1 if
there are any.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

OP = re.compile(r"^def Tiny_(\w+Op)\b", re.MULTILINE)
EXAMPLE = re.compile(r"```mlir|Example: see `")
ERROR = re.compile(r"^\S*?:(\d+):\d+: error: (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: the file, the line of its first line, its text."""

    path: Path
    line: int
    text: str


def find_blocks(path: Path) -> Iterator[Block]:
    """Yields the `mlir` blocks of a file."""
    start = None
    lines: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        stripped = line.strip()
        if start is None and stripped == "```mlir":
            start, lines = number + 1, []
        elif start is not None and stripped == "```":
            yield Block(path, start, "\n".join(lines) + "\n")
            start = None
        elif start is not None:
            lines.append(line)


def find_ops_without_example(path: Path) -> Iterator[tuple[int, str]]:
    """Yields line and name of each op whose description shows no use."""
    text = path.read_text(encoding="utf-8")
    starts = list(OP.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    for match, end in zip(starts, ends, strict=False):
        body = text[match.start() : end]
        if "let description" in body and not EXAMPLE.search(body):
            yield text.count("\n", 0, match.start()) + 1, match.group(1)


def run_blocks(tiny_opt: Path, blocks: list[Block]) -> Iterator[tuple[Path, int, str]]:
    """Runs all blocks in one process; yields the place and text of each error."""
    origin: list[tuple[Path, int]] = []  # of each line of the program
    program = ""
    for block in blocks:
        program += block.text + "// -----\n"
        count = block.text.count("\n") + 1
        origin += [(block.path, block.line + i) for i in range(count)]
    result = subprocess.run(
        [tiny_opt, "--split-input-file", "-o", "/dev/null"],
        input=program,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = ERROR.findall(result.stderr)
    for line, message in errors:
        path, number = origin[min(int(line), len(origin)) - 1]
        yield path, number, message
    if result.returncode and not errors:
        path = blocks[0].path if blocks else ROOT
        yield path, 1, f"tiny-opt exits with {result.returncode}: {result.stderr.strip()}"


def main() -> int:
    """Checks the TableGen files of the project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiny-opt", type=Path, default=ROOT / "build/bin/tiny-opt")
    tiny_opt = parser.parse_args().tiny_opt
    if not tiny_opt.exists():
        print(f"{tiny_opt} does not exist: build it, or name it with --tiny-opt")
        return 1
    paths = sorted([*(ROOT / "dialects").rglob("*.td"), *(ROOT / "include").rglob("*.td")])
    blocks = [block for path in paths for block in find_blocks(path)]
    findings = list(run_blocks(tiny_opt, blocks))
    for path in paths:
        for line, name in find_ops_without_example(path):
            findings.append((path, line, f"{name} has no example"))
    for path, line, message in findings:
        print(f"{path.relative_to(ROOT)}:{line}: {message}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
