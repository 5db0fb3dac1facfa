"""From settings to the everyday check of what a language model wrote."""

from __future__ import annotations

from assay.config import Settings
from assay.model_files import CARD, load_card
from assay.steps.answer.support import Objects
from assay.steps.verify.second_look import SecondLook
from assay.steps.verify.sentence_checks import NliThresholds, SentenceVerifier
from assay.wiring.scorers import build_nli_scorer, verifier_folder


def build_objections(settings: Settings) -> Objects | None:
    """A function that gives the verifier's objection to each sentence; None without weights."""
    folder = verifier_folder(settings)
    if not (folder / CARD).is_file():
        return None
    card = load_card(folder).thresholds
    borders = NliThresholds(card.get("supported", 0.5), card.get("contradicted", 0.5))
    return SecondLook(SentenceVerifier(build_nli_scorer(settings), borders)).objections
