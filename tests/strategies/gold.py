"""A good, a doubtful and a bad passage on gold, one from outside, and what corrects them."""

from __future__ import annotations

from dataclasses import replace

from assay.steps.correct.refine import StripRefiner
from assay.strategies.crag import CorrectiveRetriever
from assay.testing import (
    FakeKnowledgeSearch,
    FakeQueryRewriter,
    FakeRelevanceScorer,
    FakeRetriever,
    FakeStripScorer,
    make_passage,
)
from assay.types import Kind, Thresholds

QUESTION = "What is gold?"
GOOD = make_passage("Gold is a metal. It is dense. Bread is baked. It is eaten.", "good")
DOUBTFUL = make_passage("Silver is like gold. Perhaps. Bread is baked. It is eaten.", "doubtful")
BAD = make_passage("Bread is baked. It is eaten. Fish swim. They are wet.", "bad")
WEB = make_passage(
    "Aurum means gold. It is Latin. Bread is baked. Always.", "web", kind=Kind.EXTERNAL
)
SCORES = {"Gold": 0.9, "Aurum": 0.8, "Silver": 0.0}


def corrective(*passages, **parts):
    defaults = CorrectiveRetriever(
        retriever=FakeRetriever(passages),
        scorer=FakeRelevanceScorer(SCORES),
        refiner=StripRefiner(FakeStripScorer(SCORES)),
        rewriter=FakeQueryRewriter("gold metal"),
        search=FakeKnowledgeSearch([WEB], ["searched the web"]),
        thresholds=Thresholds(upper=0.5, lower=-0.5),
    )
    return replace(defaults, **parts)
