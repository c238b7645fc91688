"""Losses. `reduction` is "mean", "sum" or "none"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.interpolation import Interpolation

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Losses"]


@explained("Tensor")
class Losses(Interpolation):
    """How far predictions are from what they should be."""

    __slots__ = ()

    def _reduction(self, reduction: str) -> Self:
        if reduction == "mean":
            return self.mean()
        if reduction == "sum":
            return self.sum()
        if reduction == "none":
            return self
        raise ValueError(f'reduction is "mean", "sum" or "none", not {reduction!r}')

    def binary_crossentropy(self, Y: Self, reduction: str = "mean") -> Self:  # noqa: N803
        """Return the cross entropy of probabilities and 0-or-1 targets.

        Raises:
            ValueError: there is no such reduction.

        Example:
            >>> round(Tensor([0.5]).binary_crossentropy(Tensor([1.0])).item(), 4)
            0.6931
        """
        return (-Y * self.log() - (1 - Y) * (1 - self).log())._reduction(reduction)

    def binary_crossentropy_logits(
        self,
        Y: Self,  # noqa: N803
        reduction: str = "mean",
        pos_weight: Self | None = None,
    ) -> Self:
        """Return the cross entropy of `sigmoid(self)` and 0-or-1 targets.

        Args:
            Y: the targets.
            reduction: what becomes of the losses.
            pos_weight: the weight of the targets that are 1.

        Raises:
            ValueError: there is no such reduction.

        Example:
            >>> round(Tensor([0.0]).binary_crossentropy_logits(Tensor([1.0])).item(), 4)
            0.6931
        """
        hit, miss = self.logsigmoid(), (-self).logsigmoid()
        weight: Self | int = 1 if pos_weight is None else pos_weight
        return -((weight * Y * hit) + (1 - Y) * miss)._reduction(reduction)

    def sparse_categorical_crossentropy(
        self,
        Y: Self,  # noqa: N803
        ignore_index: int = -1,
        label_smoothing: float = 0.0,
        reduction: str = "mean",
    ) -> Self:
        """Return the cross entropy of `softmax(self)` and classes by number.

        Args:
            Y: integers; the shape of this tensor without its last axis, the
                classes.
            ignore_index: a class that does not count.
            label_smoothing: the part of the target spread over all classes.
            reduction: what becomes of the losses.

        Raises:
            ValueError: there is no such reduction, or `label_smoothing` is not
                between 0 and 1.
            RuntimeError: the shapes do not fit.

        Example:
            >>> logits = Tensor([[0.0, 0.0], [0.0, 0.0]])
            >>> round(logits.sparse_categorical_crossentropy(Tensor([0, 1])).item(), 4)
            0.6931
        """
        if not 0 <= label_smoothing <= 1:
            raise ValueError(f"label_smoothing is between 0 and 1, not {label_smoothing}")
        if reduction not in ("mean", "sum", "none"):
            raise ValueError(f'reduction is "mean", "sum" or "none", not {reduction!r}')
        if self.shape[:-1] != Y.shape or self.ndim == 0:
            raise RuntimeError(
                f"classes of shape {list(Y.shape)} do not fit scores of shape "
                f"{list(self.shape)}; the classes are the last axis of the scores"
            )
        if not dtypes.is_int(Y.dtype):
            raise TypeError(f"classes are integers, not {Y.dtype.name}")
        logs = self.log_softmax()
        counts = Y != ignore_index
        target = Y._strong()._one_hot(self.shape[-1]) & counts.unsqueeze(-1)
        uniform = label_smoothing * logs.mean(-1) * counts
        picked = target.where(logs, 0).sum(-1)
        losses = -((1 - label_smoothing) * picked + uniform)
        if reduction == "none":
            return losses
        total = losses.sum()
        return total / counts.sum() if reduction == "mean" else total

    def _class_axis(self) -> int:
        return 0 if self.ndim == 1 else 1

    def cross_entropy(self, Y: Self, reduction: str = "mean", label_smoothing: float = 0.0) -> Self:  # noqa: N803
        """Return the cross entropy of `softmax(self)` and classes.

        Args:
            Y: classes by number (integers, without the class axis), or
                probabilities (the shape of this tensor). The classes are axis 1,
                or axis 0 of a 1-D tensor.
            reduction: what becomes of the losses.
            label_smoothing: the part of the target spread over all classes.

        Raises:
            ValueError: there is no such reduction, or `label_smoothing` is not
                between 0 and 1.
            RuntimeError: the shapes do not fit.

        Example:
            >>> round(Tensor([[0.0, 0.0]]).cross_entropy(Tensor([1])).item(), 4)
            0.6931
        """
        if not 0 <= label_smoothing <= 1:
            raise ValueError(f"label_smoothing is between 0 and 1, not {label_smoothing}")
        if self.ndim == 0:
            raise RuntimeError("scores need an axis of classes")
        axis = self._class_axis()
        rest = self.shape[:axis] + self.shape[axis + 1 :]
        classes = self.shape[axis]
        if Y.shape == rest and self.shape != Y.shape:
            if not dtypes.is_int(Y.dtype):
                raise TypeError(f"classes are integers, not {Y.dtype.name}")
            last = Y._strong()._one_hot(classes)
            order = [*range(axis), last.ndim - 1, *range(axis, last.ndim - 1)]
            target = last.permute(order)._cast(self._float_dtype())
        elif Y.shape == self.shape:
            target = Y
        else:
            raise RuntimeError(
                f"targets of shape {list(Y.shape)} do not fit scores of shape "
                f"{list(self.shape)}; the classes are axis {axis}"
            )
        target = (1 - label_smoothing) * target + label_smoothing / classes
        losses = -(self.log_softmax(axis) * target).sum(axis)
        return losses._reduction(reduction)

    def nll_loss(
        self,
        Y: Self,  # noqa: N803
        weight: Self | None = None,
        ignore_index: int | None = None,
        reduction: str = "mean",
    ) -> Self:
        """Return the negative of the log probabilities of classes.

        Args:
            Y: classes by number, without the class axis (axis 1, or axis 0 of a
                1-D tensor).
            weight: a weight for each class.
            ignore_index: a class that does not count.
            reduction: what becomes of the losses.

        Raises:
            ValueError: there is no such reduction.
            RuntimeError: the shapes do not fit.

        Example:
            >>> Tensor([[-1.0, -2.0]]).nll_loss(Tensor([1])).item()
            2.0
        """
        if reduction not in ("mean", "sum", "none"):
            raise ValueError(f'reduction is "mean", "sum" or "none", not {reduction!r}')
        axis = self._class_axis()
        if self.ndim == 0 or Y.shape != self.shape[:axis] + self.shape[axis + 1 :]:
            raise RuntimeError(
                f"classes of shape {list(Y.shape)} do not fit scores of shape "
                f"{list(self.shape)}; the classes are axis {axis}"
            )
        chosen = Y._strong()._one_hot(self.shape[axis])
        last = self.permute([*range(axis), *range(axis + 1, self.ndim), axis])
        picked = chosen.where(last, 0).sum(-1)
        if weight is None:
            weights = picked.const_like(1)
        else:
            weights = chosen.where(weight, 0).sum(-1)
        if ignore_index is not None:
            weights = (Y != ignore_index).where(weights, 0)
        losses = -picked * weights
        if reduction == "mean":
            return losses.sum() / weights.sum()
        return losses._reduction(reduction)
