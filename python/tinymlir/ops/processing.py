"""Processing: products of matrices and what layers do."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tinymlir._core import promote
from tinymlir.dtypes import DTypeLike, dtypes, to_dtype
from tinymlir.errors import explained
from tinymlir.ops.base import normalize_axes
from tinymlir.ops.scatter import Scatter

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Processing"]


@explained("Tensor")
class Processing(Scatter):
    """Products are sums of broadcast products; the compiler fuses the two."""

    __slots__ = ()

    # ----- Products

    def dot(self, w: Self, dtype: DTypeLike | None = None) -> Self:
        """Return the matrix product by NumPy's rules.

        Args:
            w: the other factor; its last axis but one is summed over, or the
                only one.
            dtype: the dtype to add in and to return.

        Raises:
            RuntimeError: a factor has no axis, or the sizes differ.

        Example:
            >>> Tensor([[1, 2], [3, 4]]).dot(Tensor([[1, 0], [0, 1]])).tolist()
            [[1, 2], [3, 4]]
        """
        if self.ndim == 0 or w.ndim == 0:
            raise RuntimeError(
                f"both tensors need to be at least 1D, got {self.ndim}D and {w.ndim}D"
            )
        axis = -min(w.ndim, 2)
        if self.shape[-1] != w.shape[axis]:
            raise RuntimeError(
                f"cannot dot {list(self.shape)} and {list(w.shape)}: "
                f"{self.shape[-1]} is not {w.shape[axis]}"
            )
        ones = min(self.ndim - 1, w.ndim - 1, 1)
        left = self.reshape([*self.shape[:-1], *[1] * ones, self.shape[-1]])
        right = w.reshape([*w.shape[:-2], *[1] * ones, *w.shape[axis:]])
        product = left.mul(right.transpose(-1, axis))
        kind = promote(self.dtype, w.dtype) if dtype is None else to_dtype(dtype)
        return product.sum(-1, dtype=dtype)._cast(dtypes.strong(kind))

    def matmul(self, x: Self, reverse: bool = False, dtype: DTypeLike | None = None) -> Self:
        """Return `self @ x`, or with `reverse` `x @ self`.

        Raises:
            RuntimeError: a factor has no axis, or the sizes differ.

        Example:
            >>> (Tensor([1, 2]) @ Tensor([3, 4])).item()
            11
        """
        return x.dot(self, dtype) if reverse else self.dot(x, dtype)

    def __matmul__(self, x: Self | np.ndarray) -> Self:
        if isinstance(x, np.ndarray):
            x = type(self)(x, self.device)  # type: ignore[call-arg]
        return self.dot(x) if isinstance(x, Processing) else NotImplemented

    def __rmatmul__(self, x: object) -> Self:
        if not isinstance(x, np.ndarray):
            return NotImplemented
        return type(self)(x, self.device).dot(self)  # type: ignore[call-arg]

    def __imatmul__(self, x: Self | np.ndarray) -> Self:
        return self.assign(self @ x)

    def linear(
        self, weight: Self, bias: Self | None = None, dtype: DTypeLike | None = None
    ) -> Self:
        """Return `self @ weight + bias`; a 1-D weight multiplies elementwise.

        Args:
            weight: in × out.
            bias: what is added to each row.
            dtype: the dtype to compute in.

        Raises:
            RuntimeError: the sizes differ.

        Example:
            >>> Tensor([[1, 2]]).linear(Tensor([[1], [1]]), Tensor([10])).tolist()
            [[13]]
        """
        if dtype is not None:
            kind = to_dtype(dtype)
            bias = None if bias is None else bias._cast(kind)
            return self._cast(kind).linear(weight._cast(kind), bias)
        x = self.mul(weight) if weight.ndim == 1 else self.dot(weight)
        return x if bias is None else x.add(bias)

    @classmethod
    def einsum(
        cls,
        formula: str,
        *operands: Self | Sequence[Self],
        dtype: DTypeLike | None = None,
    ) -> Self:
        """Sum products by Einstein's convention.

        Args:
            formula: such as "ij,jk->ik". A letter twice in one operand takes the
                diagonal; `...` stands for the other axes; without `->` the result
                has the letters that occur once, in order.
            *operands: one for each part of the formula.
            dtype: the dtype to add in and to return.

        Raises:
            ValueError: the formula does not fit the operands.

        Example:
            >>> a = Tensor([[1, 2], [3, 4]])
            >>> Tensor.einsum("ij,ij->i", a, a).tolist()
            [5, 25]
        """
        tensors: list[Self] = []
        for operand in operands:
            tensors += [operand] if isinstance(operand, Processing) else operand
        inputs, output = cls._read_formula(formula.replace(" ", ""), tensors)
        sizes: dict[str, int] = {}
        reduced = []
        for letters, tensor in zip(inputs, tensors, strict=True):
            if len(letters) != tensor.ndim:
                raise ValueError(f"{letters!r} names {len(letters)} of {tensor.ndim} axes")
            for letter in sorted(set(letters)):
                while letters.count(letter) > 1:
                    i = letters.index(letter)
                    j = letters.index(letter, i + 1)
                    if tensor.shape[i] != tensor.shape[j]:
                        raise ValueError(f"{letter!r} has two sizes in {letters!r}")
                    tensor = tensor.diagonal(0, i, j)
                    letters = letters[:i] + letters[i + 1 : j] + letters[j + 1 :] + letter
            for letter, size in zip(letters, tensor.shape, strict=True):
                if sizes.setdefault(letter, size) != size:
                    raise ValueError(f"{letter!r} has the sizes {sizes[letter]} and {size}")
            reduced.append((letters, tensor))
        order = sorted(sizes)
        if len(set(output)) != len(output) or not set(output) <= set(order):
            raise ValueError(f"the result {output!r} is not made of letters of {formula!r}")
        product: Self | None = None
        for letters, tensor in reduced:
            present = [letter for letter in order if letter in letters]
            x = tensor.permute([letters.index(letter) for letter in present])
            x = x.reshape([sizes[a] if a in letters else 1 for a in order])
            product = x if product is None else product.mul(x)
        assert product is not None
        gone = [i for i, letter in enumerate(order) if letter not in output]
        total = product.sum(gone, dtype=dtype) if gone else product
        left = [letter for letter in order if letter in output]
        result = total.permute([left.index(letter) for letter in output])
        kind = promote(*[t.dtype for t in tensors]) if dtype is None else to_dtype(dtype)
        return result._cast(dtypes.strong(kind))

    @classmethod
    def _read_formula(cls, formula: str, tensors: Sequence[Self]) -> tuple[list[str], str]:
        left, arrow, output = formula.partition("->")
        inputs = left.split(",")
        if len(inputs) != len(tensors):
            raise ValueError(f"{len(tensors)} operands for the {len(inputs)} of {formula!r}")
        free = [c for c in string.ascii_letters if c not in formula]
        most = 0
        for i, letters in enumerate(inputs):
            if "..." in letters:
                count = tensors[i].ndim - len(letters) + 3
                most = max(most, count)
                fill = "".join(free[len(free) - count :]) if count else ""
                inputs[i] = letters.replace("...", fill)
        ellipsis = "".join(free[len(free) - most :]) if most else ""
        if not arrow:
            letters = "".join(inputs)
            once = sorted(c for c in set(letters) if letters.count(c) == 1)
            output = ellipsis + "".join(c for c in once if c not in ellipsis)
        output = output.replace("...", ellipsis)
        if not all(c.isalpha() for c in "".join(inputs) + output):
            raise ValueError(f"{formula!r} has more than letters, commas, `->` and `...`")
        return inputs, output

    # ----- Layers

    def sequential(self, ll: Sequence[Callable[[Self], Self]]) -> Self:
        """Apply functions one after another.

        Example:
            >>> Tensor([-1.0, 4.0]).sequential([Tensor.relu, Tensor.sqrt]).tolist()
            [0.0, 2.0]
        """
        x = self
        for layer in ll:
            x = layer(x)
        return x

    def layernorm(self, axis: int | tuple[int, ...] = -1, eps: float = 1e-5) -> Self:
        """Take off the mean and divide by the standard deviation along axes.

        Args:
            axis: the axes.
            eps: what is added to the variance.

        Raises:
            IndexError: there is no such axis.

        Example:
            >>> Tensor([-1.0, 1.0]).layernorm(eps=0).tolist()
            [-1.0, 1.0]
        """
        axes = normalize_axes(axis, self.ndim)
        y = self._to_float() - self.mean(axes, keepdim=True)
        return y.mul((y * y).mean(axes, keepdim=True).add(eps).rsqrt())

    def batchnorm(
        self,
        weight: Self | None,
        bias: Self | None,
        mean: Self,
        invstd: Self,
        axis: int | tuple[int, ...] = 1,
    ) -> Self:
        """Normalize with given statistics, then scale and shift.

        Args:
            weight: the scale along `axis`.
            bias: the shift along `axis`.
            mean: what is taken off.
            invstd: one divided by the standard deviation.
            axis: the axes that the others belong to.

        Example:
            >>> x = Tensor([[1.0, 5.0]])
            >>> x.batchnorm(None, None, Tensor([1.0, 1.0]), Tensor([1.0, 0.5])).tolist()
            [[0.0, 2.0]]
        """
        axes = normalize_axes(axis, self.ndim)
        shape = [n if i in axes else 1 for i, n in enumerate(self.shape)]
        x = self - mean.reshape(shape)
        if weight is not None:
            x = x * weight.reshape(shape)
        if len(invstd.shape) == len(axes):
            invstd = invstd.reshape(shape)
        x = x.mul(invstd)
        return x if bias is None else x + bias.reshape(shape)
