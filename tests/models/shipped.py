"""The assayer that we ship, loaded once for all tests."""

from __future__ import annotations

from functools import cache

from assay.adapters.scorers.assayer import Assayer
from assay.build import MODELS

FOLDER = MODELS / "assayer"


@cache
def shipped() -> Assayer:
    return Assayer(FOLDER)
