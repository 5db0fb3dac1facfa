"""Real answers for tests of what shows them: a real strategy over the shipped fakes."""

from __future__ import annotations

from assay.engine import Engine
from assay.steps.correct.refine import StripRefiner
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.testing import (
    FakeGenerator,
    FakeKnowledgeSearch,
    FakeQueryRewriter,
    FakeRetriever,
    FakeStripScorer,
    make_passage,
)
from assay.types import Answer, Kind, Thresholds

GOOD = make_passage("The continue statement starts the next cycle. It skips the rest.", "good")
DOUBTFUL = make_passage("A while loop repeats its body. It may have an else clause.", "doubtful")
BAD = make_passage("Bananas ripen in the sun. They are yellow. They are sweet.", "bad")
WEB = make_passage("The web says: continue goes on with the loop.", "web", Kind.EXTERNAL)
SCORES = {"continue": 0.9, "while": 0.0}


def crag_answer(*passages, external=(), notes=()) -> Answer:
    """What crag makes of these passages when `continue` is good, `while` doubtful, the rest bad."""
    scorer = FakeStripScorer(scores=SCORES, otherwise=-0.95)
    retriever = CorrectiveRetriever(
        retriever=FakeRetriever(passages=passages),
        scorer=scorer,
        refiner=StripRefiner(scorer),
        rewriter=FakeQueryRewriter(),
        search=FakeKnowledgeSearch(passages=external, notes=notes),
        thresholds=Thresholds(0.5, -0.5),
    )
    return Engine(Crag(retriever, FakeGenerator()), "crag").ask("What does continue do?")
