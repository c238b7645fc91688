"""Linear algebra: decompositions of matrices, in the last two axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tinymlir._core import promote
from tinymlir.dtypes import dtypes
from tinymlir.errors import explained
from tinymlir.ops.losses import Losses

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Linalg"]


@explained("Tensor")
class Linalg(Losses):
    """The number of steps depends on the sizes alone, so that it is known in advance."""

    __slots__ = ()

    def _matrix(self) -> Self:
        """Return floats of at least 32 bits with two axes or more."""
        if self.ndim < 2:
            raise RuntimeError(f"a matrix has two axes, not {self.ndim}")
        return self._strong()._wide()

    # ----- QR

    def qr(self) -> tuple[Self, Self]:
        """Return an orthogonal and an upper triangular matrix with this product.

        Householder's reflections make one column after another triangular.

        Raises:
            RuntimeError: there are fewer than two axes.

        Returns:
            for m × n matrices: Q, m × m, and R, m × n.

        Example:
            >>> q, r = Tensor([[3.0, 5.0], [4.0, 5.0]]).qr()
            >>> (q @ r).round().tolist(), r.abs().round().tolist()
            ([[3.0, 5.0], [4.0, 5.0]], [[5.0, 7.0], [0.0, 1.0]])
        """
        x = self._matrix()
        q, r = x._householder()
        kind = self._float_dtype()
        return q._cast(kind), r._cast(kind)

    def _householder(self) -> tuple[Self, Self]:
        lead, (rows, columns) = self.shape[:-2], self.shape[-2:]
        r = self
        q = self.eye(rows, dtype=self.dtype)._broadcast_to((*lead, rows, rows))
        place = self.arange(rows).unsqueeze(-1)
        keep: list = [None] * (self.ndim - 1)
        for i in range(min(rows - 1, columns)):
            column = (place >= i).where(r.shrink([*keep, (i, i + 1)]), 0)
            size = column.square().sum(-2, keepdim=True)
            # The greater of two choices, and never zero where the column is not.
            head = column.shrink([*keep[:-1], (i, i + 1), None])
            length = (size > 0).where(size, 1).sqrt()
            target = (head < 0).where(-length, length)
            mirror = column + (place == i).where(target, 0)
            norm = mirror.square().sum(-2, keepdim=True)
            factor = (size > 0).where(2 / norm, 0)
            mirror, factor = mirror.contiguous(), factor.contiguous()
            along = (mirror * r).sum(-2, keepdim=True)
            r = (r - mirror * (along * factor)).contiguous()
            flat = mirror.transpose(-1, -2)
            q = (q - (q * flat).sum(-1, keepdim=True) * (flat * factor)).contiguous()
        return q, r.triu()

    # ----- Singular values

    def svd(self, full_matrices: bool = True) -> tuple[Self, Self, Self]:
        """Return the singular value decomposition U, S and V transposed.

        The columns of the triangular factor are turned in pairs until they are
        orthogonal, by Jacobi's method.

        Args:
            full_matrices: return square U and V; otherwise only the columns that
                belong to singular values.

        Raises:
            RuntimeError: there are fewer than two axes.

        Returns:
            for m × n matrices with k the lesser of both: U, m × m or m × k; the k
            singular values, the greatest first; and V transposed, n × n or k × n.

        Example:
            >>> u, s, v = Tensor([[0.0, 2.0], [3.0, 0.0]]).svd()
            >>> s.numpy().round(3).tolist()
            [3.0, 2.0]
        """
        x = self._matrix()
        kind = self._float_dtype()
        wide = x.shape[-2] < x.shape[-1]
        u, s, v = (x.transpose(-1, -2) if wide else x)._jacobi(full_matrices)
        if wide:
            u, v = v, u
        return u._cast(kind), s._cast(kind), v.transpose(-1, -2)._cast(kind)

    def _jacobi(self, full_matrices: bool) -> tuple[Self, Self, Self]:
        """Decompose matrices that are not wider than high; V is not transposed."""
        lead, (rows, count) = self.shape[:-2], self.shape[-2:]
        keep: list = [None] * len(lead)
        q, r = self._householder()
        if count == 0:
            empty = self.zeros(*lead, 0, dtype=self.dtype, device=self.device)
            v = self.zeros(*lead, 0, 0, dtype=self.dtype, device=self.device)
            return (q if full_matrices else q.shrink([*keep, None, (0, 0)])), empty, v
        r = r.shrink([*keep, (0, count), None])
        unit = self.eye(count, dtype=self.dtype)._broadcast_to(r.shape)
        # A row holds a column of the matrix and the one of V that belongs to it.
        lines = r.transpose(-1, -2).cat(unit, dim=-1)
        lines, names = lines._turn_pairs(count)
        lines = lines[tuple([slice(None)] * len(lead) + [[names.index(i) for i in range(count)]])]
        matrix, v = lines.split([count, count], dim=-1)
        size = matrix.square().sum(-1).sqrt()
        s, order = size.sort(descending=True)
        places = order.unsqueeze(-1)._broadcast_to((*order.shape, count))
        matrix, v = (x.gather(-2, places).transpose(-1, -2) for x in (matrix, v))
        # Of columns that are orthogonal already this makes units; where one is zero it
        # finds what is missing.
        inner, triangle = matrix.contiguous()._householder()
        sign = (triangle.diagonal(0, -2, -1) < 0).where(-1.0, 1.0)
        inner = inner * sign.unsqueeze(-2)
        first = q.shrink([*keep, None, (0, count)]).dot(inner)
        if full_matrices and rows > count:
            first = first.cat(q.shrink([*keep, None, (count, rows)]), dim=-1)
        return first, s, v

    def _turn_pairs(self, count: int) -> tuple[Self, list[int]]:
        """Make rows orthogonal in their first `count` elements.

        Each round turns half of the rows against the others, then they change places
        as in a tournament, where all meet all. Returns also what row is where.
        """
        lead, total = self.shape[:-2], count + count % 2
        half = total // 2
        keep: list = [None] * len(lead)
        x = self.pad_to([*lead, total, None])
        names = list(range(total))
        sweeps = 10 if self.dtype is dtypes.float64 else 7
        for _ in range(sweeps * (total - 1)):
            p, q = (x.shrink([*keep, bound, None]) for bound in ((0, half), (half, total)))
            a, b = (y.shrink([*keep, None, (0, count)]) for y in (p, q))
            product = (a * b).sum(-1, keepdim=True)
            lengths = b.square().sum(-1, keepdim=True) - a.square().sum(-1, keepdim=True)
            safe = (product == 0).where(1, product)
            slope = lengths / (2 * safe)
            tangent = 1 / (slope.abs() + (slope * slope + 1).sqrt())
            tangent = (slope < 0).where(-tangent, tangent)
            tangent = (product == 0).where(0, tangent)
            cosine = (tangent * tangent + 1).rsqrt()
            sine = tangent * cosine
            cosine, sine = cosine.contiguous(), sine.contiguous()
            p, q = p * cosine - q * sine, p * sine + q * cosine
            # The first stays; the others go round.
            above = [p.shrink([*keep, (0, 1), None])]
            above += [q.shrink([*keep, (0, 1), None])]
            above += [p.shrink([*keep, (1, half - 1), None])] if half > 2 else []
            below = [q.shrink([*keep, (1, half), None]), p.shrink([*keep, (half - 1, half), None])]
            tops, ends = names[:half], names[half:]
            if half > 1:
                x = above[0].cat(*above[1:], *below, dim=-2).contiguous()
                names = [tops[0], ends[0], *tops[1:-1], *ends[1:], tops[-1]]
            else:
                x = p.cat(q, dim=-2).contiguous()
        return x, names

    # ----- Orthogonalization

    def newton_schulz(self, steps: int, params: Sequence[float], eps: float = 1e-7) -> Self:
        """Return a nearly orthogonal matrix in the direction of this one.

        The matrix X, divided by its norm, becomes the sum of `params[i] (X Xᵀ)^i X`,
        `steps` times.

        Args:
            steps: how often.
            params: the coefficients, of odd powers of the singular values.
            eps: what is added to the norm.

        Raises:
            RuntimeError: there are fewer than two axes.
            ValueError: there is no coefficient.

        Example:
            >>> x = Tensor([[2.0, 0.0], [0.0, 1.0]])
            >>> x.newton_schulz(8, (1.5, -0.5)).numpy().round(3).tolist()
            [[1.0, 0.0], [0.0, 1.0]]
        """
        if self.ndim < 2:
            raise RuntimeError(f"a matrix has two axes, not {self.ndim}")
        if not params:
            raise ValueError("there is no coefficient")
        x = self._to_float()
        wide = x.shape[-2] <= x.shape[-1]
        x = x if wide else x.transpose(-1, -2)
        norm = x._cast(promote(x.dtype, dtypes.float32)).square().sum((-2, -1), keepdim=True).sqrt()
        x = x / (norm + eps)._cast(x.dtype)
        for _ in range(steps):
            square = x.dot(x.transpose(-1, -2)).contiguous()
            power, total = x, x * params[0]
            for factor in params[1:]:
                power = square.dot(power)
                total = total + power * factor
            x = total.contiguous()
        return x if wide else x.transpose(-1, -2)
