"""The models that we ship, loaded once for all tests."""

from __future__ import annotations

from functools import cache

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.verifiers.nli_model import NliModel
from assay.model_files import MODELS

FOLDER = MODELS / "assayer"
VERIFIER = MODELS / "verifier"


@cache
def shipped() -> Assayer:
    return Assayer(FOLDER)


@cache
def shipped_nli() -> NliModel:
    return NliModel(VERIFIER)
