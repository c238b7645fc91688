#!/usr/bin/env python3
"""Write what type checkers see of the methods that UOp has from Tensor.

    .venv/bin/python tools/dev/gen_uop_stub.py [--check]

The signatures are those of `Tensor`; they go to the end of python/src/stub.patterns,
from where `ninja tiny-python-stub` takes them. With --check nothing is written, and
the exit code is 1 if something would be.
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATTERNS = ROOT / "python/src/stub.patterns"
BEGIN = "# Methods from Tensor: written by tools/dev/gen_uop_stub.py.\n"
VALUE = "UOp | bool | int | float"
KNOWN = {
    "Self": "UOp", "Tensor": "UOp", "TensorBase": "UOp", "Number": "bool | int | float",
    "Operand": VALUE, "Sequence": "Sequence", "SInt": "UOp | int",
    "Iterable": "Iterable", "Callable": "Callable",
    "DTypeLike": "DType | str", "DeviceLike": "str | Sequence[str]",
    "Any": "Any", "Literal": "Literal", "Iterator": "Iterator", "Mapping": "Mapping",
}  # fmt: skip
"""What names in annotations stand for in the stub."""
IMPORTS = {
    "builtins": ["int as _int", "float as _float", "bool as _bool"],
    "typing": ["Any", "Literal"],
    "collections.abc": ["Sequence", "Iterable", "Callable", "Iterator", "Mapping"],
}
"""What the stub imports for them."""
PLAIN = {
    "int",
    "float",
    "bool",
    "str",
    "None",
    "tuple",
    "list",
    "dict",
    "object",
    "bytes",
    "DType",
    "UOp",
}
BUILTIN = {"int", "float", "bool"}
"""Types that methods of this name hide inside of the class."""


def translated(annotation: Any) -> str:
    """Return an annotation as the stub writes it; `Any` if it says more than that."""
    text = annotation if isinstance(annotation, str) else ""
    names = set(re.findall(r"[A-Za-z_][\w.]*", re.sub(r"'[^']*'|\"[^\"]*\"", "", text)))
    if not text or not names <= PLAIN | set(KNOWN):
        return "Any"
    text = re.sub(r"[A-Za-z_]\w*", lambda match: KNOWN.get(match[0], match[0]), text)
    for name in BUILTIN:
        text = re.sub(rf"(?<![\w.]){name}\b", f"_{name}", text)
    return text


def default_of(parameter: inspect.Parameter) -> str:
    """Return ` = ...` where there is a default."""
    return "" if parameter.default is parameter.empty else " = ..."


def signature_of(name: str, found: Any) -> list[str]:
    """Return the lines of the stub for one name."""
    if isinstance(found, property):
        kind = translated(found.fget.__annotations__.get("return"))
        return ["@property", f"def {name}(self) -> {kind}: ..."]
    is_static = isinstance(found, (classmethod, staticmethod))
    function = found.__func__ if is_static else found
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    parts = [] if is_static else ["self"]
    skip = 0 if isinstance(found, staticmethod) else 1
    seen_star = False
    for parameter in parameters[skip:]:
        kind = translated(parameter.annotation)
        if parameter.kind is parameter.VAR_POSITIONAL:
            seen_star = True
            parts.append(f"*{parameter.name}: {kind}")
        elif parameter.kind is parameter.VAR_KEYWORD:
            parts.append(f"**{parameter.name}: {kind}")
        else:
            if parameter.kind is parameter.KEYWORD_ONLY and not seen_star:
                seen_star = True
                parts.append("*")
            parts.append(f"{parameter.name}: {kind}{default_of(parameter)}")
    head = ["@staticmethod"] if is_static else []
    result = translated(signature.return_annotation)
    return [*head, f"def {name}({', '.join(parts)}) -> {result}: ..."]


def section() -> str:
    """Return the end of the file."""
    from tinymlir import Tensor
    from tinymlir.uop.graph import METHODS
    from tinymlir.uop.shared import SHARED

    lines = [BEGIN]
    methods = {name: inspect.getattr_static(Tensor, name) for name in SHARED} | METHODS
    for place, (name, method) in enumerate(methods.items()):
        lines.append(f"^tinymlir\\._core\\.UOp\\.{name}$:\n")
        if place == 0:
            for module, names in IMPORTS.items():
                lines += [f"    \\from {module} import {item}\n" for item in names]
        for line in signature_of(name, method):
            lines.append(f"    {line}\n")
        lines.append("\n")
    return "".join(lines)


def main() -> int:
    """Write or check the file."""
    sys.path.insert(0, str(ROOT / "python"))
    old = PATTERNS.read_text(encoding="utf-8")
    new = old.partition(BEGIN)[0].rstrip("\n") + "\n\n" + section()
    if old == new:
        return 0
    if "--check" in sys.argv[1:]:
        print(f"{PATTERNS} is not what tools/dev/gen_uop_stub.py writes")
        return 1
    PATTERNS.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
