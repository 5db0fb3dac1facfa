"""The models that we ship, loaded once for all tests."""

from __future__ import annotations

from functools import cache

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.verifiers.stance_model import StanceModel
from assay.build import MODELS

FOLDER = MODELS / "assayer"
VERIFIER = MODELS / "verifier"


@cache
def shipped() -> Assayer:
    return Assayer(FOLDER)


@cache
def shipped_stances() -> StanceModel:
    return StanceModel(VERIFIER)
