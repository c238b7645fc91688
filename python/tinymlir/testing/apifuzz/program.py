"""A program: statements that have a text for tinymlir and one for PyTorch."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from tinymlir.dtypes import dtypes
from tinymlir.tensor import Tensor
from tinymlir.testing.fuzz.program import array_text

__all__ = ["Program", "Step", "put", "put_lazily", "to_torch"]


@dataclass(frozen=True)
class Step:
    """One statement.

    Attributes:
        ours: the expression for tinymlir; `{0}` is the first input.
        theirs: the expression for PyTorch.
        inputs: the numbers of the statements it uses.
        rule: how the result may be rounded; a key of `tinymlir.testing.apifuzz.noise.RULES`.
        array: the elements, for a leaf.
    """

    ours: str = ""
    theirs: str = ""
    inputs: tuple[int, ...] = ()
    rule: str = "exact"
    array: np.ndarray | None = None


def put(x: Any, key: Any, value: Any) -> Any:
    """Return a copy of a tensor of either library after `x[key] = value`."""
    x = x.clone()
    x[key] = value
    return x


def put_lazily(x: Any, key: Any, value: Any) -> Any:
    """Return what `put` does, of a tensor of ours without storage: gradients flow."""
    x = x + 0
    x[key] = value
    return x


def to_torch(array: np.ndarray) -> Any:
    """Return a PyTorch tensor with a copy of an array, which may have bfloat16."""
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(np.array(array.view(np.int16))).view(torch.bfloat16)
    return torch.from_numpy(np.array(array))


OURS = {"Tensor": Tensor, "dtypes": dtypes, "np": np, "put": put, "put_lazily": put_lazily}
THEIRS = {"torch": torch, "F": functional, "np": np, "put": put, "put_lazily": put_lazily}


@dataclass(frozen=True)
class Program:
    """Statements, and what is compared.

    Attributes:
        steps: the statements.
        outputs: which values are compared.
        loss: the number of a scalar that is differentiated.
        targets: the leaves that it is differentiated by.
    """

    steps: tuple[Step, ...]
    outputs: tuple[int, ...]
    loss: int | None = None
    targets: tuple[int, ...] = ()

    def names(self) -> list[str]:
        """Return what to call the results, gradients included."""
        grads = [f"grad{i}" for i in self.targets] if self.loss is not None else []
        return [f"x{i}" for i in self.outputs] + grads

    def ours(self) -> list[Tensor]:
        """Return the results of tinymlir, realized."""
        values: list[Tensor] = []
        for step in self.steps:
            values.append(
                Tensor(step.array.copy())
                if step.array is not None
                else evaluate(step.ours, step.inputs, values, OURS)
            )
        results = [values[i] for i in self.outputs]
        if self.loss is not None:
            results += values[self.loss].gradient(*[values[i] for i in self.targets])
        if results:
            Tensor.realize(*results)
        return results

    def theirs(
        self, change: Callable[[int, Any, list[Any]], Any] = lambda i, value, inputs: value
    ) -> list[Any]:
        """Return the results of PyTorch.

        Args:
            change: is given a statement's number, its value and its inputs, and
                returns what later statements are to use.
        """
        values: list[Any] = []
        for i, step in enumerate(self.steps):
            if step.array is not None:
                values.append(to_torch(step.array).requires_grad_(i in self.targets))
                continue
            value = evaluate(step.theirs, step.inputs, values, THEIRS)
            values.append(change(i, value, [values[k] for k in step.inputs]))
        results = [values[i] for i in self.outputs]
        if self.loss is not None:
            leaves = [values[i] for i in self.targets]
            grads = torch.autograd.grad(values[self.loss], leaves, allow_unused=True)
            results += [
                torch.zeros_like(leaf) if grad is None else grad
                for leaf, grad in zip(leaves, grads, strict=True)
            ]
        return [result.detach() for result in results]

    def pruned(self) -> Program:
        """Return the program without statements that nothing needs."""
        ends = set(self.outputs)
        if self.loss is not None:
            ends |= {self.loss, *self.targets}
        needed = set(ends)
        for i in range(len(self.steps) - 1, -1, -1):
            if i in needed:
                needed.update(self.steps[i].inputs)
        number = {old: new for new, old in enumerate(sorted(needed))}
        steps = [
            replace(self.steps[i], inputs=tuple(number[k] for k in self.steps[i].inputs))
            for i in sorted(needed)
        ]
        return Program(
            tuple(steps),
            tuple(number[i] for i in self.outputs),
            None if self.loss is None else number[self.loss],
            tuple(number[i] for i in self.targets) if self.loss is not None else (),
        )

    def script(self, within: float) -> str:
        """Return the program as Python text that checks itself.

        Args:
            within: how far apart elements may be.
        """
        lines = [
            "import ml_dtypes", "import numpy as np", "import torch",
            "import torch.nn.functional as F", "from numpy import inf, nan",
            "from tinymlir import Tensor, dtypes",
            "from tinymlir.testing.apifuzz import put, put_lazily, to_torch, verify", "",
        ]  # fmt: skip
        for i, step in enumerate(self.steps):
            if step.array is not None:
                lines.append(f"a{i} = {array_text(step.array)}")
                grad = ".requires_grad_()" if i in self.targets else ""
                lines.append(f"x{i}, y{i} = Tensor(a{i}), to_torch(a{i}){grad}")
                continue
            lines.append(f"x{i} = {step.ours.format(*[f'x{k}' for k in step.inputs])}")
            lines.append(f"y{i} = {step.theirs.format(*[f'y{k}' for k in step.inputs])}")
        pairs = [(f"x{i}", f"y{i}") for i in self.outputs]
        if self.loss is not None:
            for k, i in enumerate(self.targets):
                lines.append(f"grad{i} = x{self.loss}.gradient(x{i})[0]")
                keep = ", retain_graph=True" if k < len(self.targets) - 1 else ""
                lines.append(f"right{i} = torch.autograd.grad(y{self.loss}, y{i}{keep})[0]")
                pairs.append((f"grad{i}", f"right{i}"))
        lines += [f"verify({x}, {y}, within={within:.3g})" for x, y in pairs]
        return "\n".join(lines)


def evaluate(text: str, inputs: Sequence[int], values: Sequence[Any], names: dict) -> Any:
    """Return the value of an expression over earlier values."""
    local = {f"v{i}": values[i] for i in inputs}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch's of a variance of one element
        return eval(_compiled(text.format(*[f"v{i}" for i in inputs])), names, local)


@functools.lru_cache(4096)
def _compiled(text: str) -> CodeType:
    return compile(text, "<program>", "eval")
