#!/usr/bin/env python3
"""Find lit tests that check less than they seem to.

FileCheck ignores a directive without its colon, and one with a misspelt suffix;
lit ignores a file without a RUN line. Names follow docs: files are kebab-case,
functions snake_case, and a test of a pass is named after its flag.

Prints one line per finding and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SUFFIX = r"NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+"
RUN = re.compile(r"\bRUN:")
PREFIX = re.compile(r"--?check-prefix(?:es)?[= ]([\w,-]+)")
FILE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.(mlir|test)")
# Kernels are named by their shape: r_4_64 reduces, E_4 is elementwise.
FUNCTION_NAME = re.compile(r"(E_)?[a-z0-9]+(_[a-z0-9]+)*")
FUNCTION = re.compile(r"^\s*(?:tiny\.function|tiny\.kernel|func\.func)\s+@(\S+?)\(")


def find_directives(line: str, prefixes: list[str]) -> Iterator[str]:
    """Yields what is wrong with a comment that looks like a directive."""
    names = "|".join(re.escape(prefix) for prefix in prefixes)
    match = re.match(rf"\s*(?://|#|;)\s*(?:{names})(-[A-Z0-9-]+)?(?![\w-])", line)
    if not match:
        return
    suffix = match.group(1)
    if suffix and not re.fullmatch(SUFFIX, suffix[1:]):
        yield f"unknown directive suffix '{suffix}'"
    elif not re.match(r"(\{\w+\})?:", line[match.end() :]):
        yield "directive without a colon"


def find_in_file(path: Path) -> Iterator[tuple[int, str]]:
    """Yields line number and text of each finding."""
    lines = path.read_text(encoding="utf-8").splitlines()
    runs = [line for line in lines if RUN.search(line)]
    if not runs:
        yield 1, "no RUN line"
    prefixes = ["CHECK"]
    for run in runs:
        for names in PREFIX.findall(run):
            prefixes += names.split(",")
    if not FILE_NAME.fullmatch(path.name):
        yield 1, "file name is not kebab-case"
    if path.parent.name == "Transforms":
        flags = re.findall(r"\btiny-([a-z0-9-]+)", " ".join(runs))
        if not any(path.stem == flag or path.stem.startswith(flag + "-") for flag in flags):
            yield 1, "file is not named after a pass that it runs"
    for number, line in enumerate(lines, 1):
        for finding in find_directives(line, prefixes):
            yield number, finding
        function = FUNCTION.match(line)
        if function and not FUNCTION_NAME.fullmatch(function.group(1)):
            yield number, f"function name '{function.group(1)}' is not snake_case"


def main() -> int:
    """Checks all lit tests below the given folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "test")
    folder = parser.parse_args().folder
    count = 0
    for path in sorted([*folder.rglob("*.mlir"), *folder.rglob("*.test")]):
        if "Inputs" in path.parts:
            continue
        for number, finding in find_in_file(path):
            print(f"{path}:{number}: {finding}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
