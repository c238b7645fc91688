"""What the tests share: a fixed generator, and a comparison with NumPy."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator that gives each test the same numbers in each run."""
    return np.random.default_rng(7)
