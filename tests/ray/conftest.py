"""Real Ray clusters, none of which outlives its test."""

from __future__ import annotations

import gc

import pytest

from assay_ray.connect import connected
from tests.ray.nodes import three_nodes


@pytest.fixture
def own_ray():
    """Ray on this machine, as `--engine ray` starts it."""
    with connected() as ray:
        yield ray
    gc.collect()  # while warnings of what Ray left open are still those of the test


@pytest.fixture
def nodes():
    """Three nodes: one for the driver, two that work."""
    with three_nodes() as made:
        yield made
    gc.collect()
