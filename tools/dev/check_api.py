#!/usr/bin/env python3
"""Compare the package with the list of its public names, docs/api-names.txt.

A name is missing, lacks a parameter, has its parameters in another order, or has
another default. More parameters are welcome, after those of the list.

Prints one line per finding and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
UNKNOWN = ...
"""The default of a parameter whose default the list does not say."""


@dataclass
class Wanted:
    """What the list says of a name."""

    positional: dict[str, Any] = field(default_factory=dict)
    """The parameters in order; the value is a tuple with the default, if any."""
    keyword: dict[str, Any] = field(default_factory=dict)
    takes_any: bool = False


def read_parameters(text: str) -> Wanted:
    """Parses what stands in parentheses."""
    code = ast.parse(f"def f({text.replace('…', '...')}): pass").body[0]
    assert isinstance(code, ast.FunctionDef)
    arguments = code.args
    values = [(ast.literal_eval(node),) for node in arguments.defaults]
    names = [argument.arg for argument in arguments.args]
    wanted = Wanted(takes_any=arguments.vararg is not None)
    missing: list[tuple[Any, ...]] = [()] * (len(names) - len(values))
    wanted.positional = dict(zip(names, [*missing, *values], strict=True))
    for argument, node in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        wanted.keyword[argument.arg] = () if node is None else (ast.literal_eval(node),)
    return wanted


def find(dotted: str) -> Any:
    """Returns what a name stands for.

    Raises:
        AttributeError: there is no such name.
    """
    found: Any = importlib.import_module("tinymlir")
    path = "tinymlir"
    for part in dotted.split("."):
        path += f".{part}"
        if not hasattr(found, part) and inspect.ismodule(found):
            try:
                importlib.import_module(path)
            except ModuleNotFoundError:
                pass
        found = inspect.getattr_static(found, part) if part in vars(found) else getattr(found, part)
        if isinstance(found, (classmethod, staticmethod)):
            found = found.__func__
    return found


def compare(wanted: Wanted, found: Any) -> Iterator[str]:
    """Yields how a signature differs from what is wanted."""
    try:
        parameters = list(inspect.signature(found).parameters.values())
    except (TypeError, ValueError):
        yield "is not callable"
        return
    kinds = inspect.Parameter
    if parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    ordered = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    by_name = {p.name: p for p in parameters}
    takes_any_name = any(p.kind is kinds.VAR_KEYWORD for p in parameters)
    for place, (name, default) in enumerate(wanted.positional.items()):
        if name not in by_name:
            yield f"lacks the parameter {name}"
        elif place >= len(ordered) or ordered[place].name != name:
            yield f"has {name} in another place"
        else:
            yield from compare_default(by_name[name], default)
    for extra in ordered[len(wanted.positional) :]:
        if extra.default is kinds.empty:
            yield f"needs {extra.name} as well"
    if wanted.takes_any and not any(p.kind is kinds.VAR_POSITIONAL for p in parameters):
        yield "does not take any number of arguments"
    for name, default in wanted.keyword.items():
        if name in by_name:
            yield from compare_default(by_name[name], default)
        elif not takes_any_name:
            yield f"lacks the parameter {name}"


def compare_default(found: inspect.Parameter, wanted: tuple[Any, ...]) -> Iterator[str]:
    """Yields how a default differs."""
    if wanted and found.default is inspect.Parameter.empty:
        yield f"has no default for {found.name}"
    elif not wanted or wanted[0] is UNKNOWN:
        return
    elif found.default != wanted[0]:
        yield f"has {found.name}={found.default!r} instead of {wanted[0]!r}"


def check_line(line: str) -> Iterator[str]:
    """Yields what is wrong with the name of a line."""
    name, parenthesis, rest = line.partition("(")
    try:
        found = find(name)
    except AttributeError:
        yield "is missing"
        return
    if parenthesis:
        yield from compare(read_parameters(rest.rstrip(")\n")), found)


def main() -> int:
    """Checks all lines of the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", nargs="?", type=Path, default=ROOT / "docs/api-names.txt")
    sys.path.insert(0, str(ROOT / "python"))
    count = 0
    for line in parser.parse_args().list.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        for finding in check_line(line):
            print(f"{line.partition('(')[0]} {finding}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
