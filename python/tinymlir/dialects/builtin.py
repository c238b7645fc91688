"""Modules and what every dialect uses: the `builtin` dialect."""

from tinymlir._mlir.dialects.builtin import *  # noqa: F403
