"""Checking the compiler: a reference interpreter and cost reports.

`interpret` evaluates a tensor graph op by op with NumPy: slow, and obviously
right. `python -m tinymlir.testing opcost` measures what the compiler costs.
"""

from tinymlir.testing.interpreter import interpret

__all__ = ["interpret"]
