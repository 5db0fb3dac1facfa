from __future__ import annotations

from dataclasses import replace

from assay.bench.verification.rounds import Asked, Watched, ask, holds, result_of, rounds_table
from assay.steps.refine import whole
from assay.steps.verified import VerifiedOnly
from assay.strategies.cov_rag import CovRag
from assay.strategies.rag import Rag
from assay.testing import FakeGenerator, FakeRetriever, FakeVerifier, make_passage
from assay.types import Check, Evidence

BAD = Check(0.1, 0.0, 0.0, 0.0, 0.0, 1.0, judgment=False, revised_question="gold metal")
GOOD = replace(BAD, judgment=True, revised_question="")


class Library(FakeRetriever):
    def retrieve(self, question):
        self.passages = [make_passage("Au is gold." if question == "gold metal" else "Bread.")]
        return super().retrieve(question)


def test_an_answer_is_found_in_text_or_title():
    evidence = Evidence((whole(make_passage("Gold is Au.", "Midas")),))
    assert holds(evidence, ["au"])
    assert holds(evidence, ["midas"])
    assert not holds(evidence, ["silver"])


def test_every_attempt_is_watched():
    watched = Watched(Rag(Library(), FakeGenerator()))
    loop = CovRag(watched, FakeVerifier([BAD, GOOD]), rule=VerifiedOnly(always_answer=True))
    asked = ask(loop, watched, "What is it?", ["au"])
    assert asked == Asked(correct=True, kept=True, found=(False, True))


def test_before_and_after_are_over_the_revised_questions():
    asked = [
        Asked(True, True, (True,)),
        Asked(False, True, (False, True)),
        Asked(False, False, (True, False)),
        Asked(True, True, (False, False, True)),
    ]
    result = result_of("nq", "cov", asked)
    assert (result.accuracy.value, result.retrieval.value, result.revised) == (0.5, 0.75, 0.75)
    assert (result.before.value, result.before.count) == (1 / 3, 3)
    assert result.after.value == 2 / 3


def test_a_system_that_revises_nothing_leaves_the_cells_empty():
    table = rounds_table([result_of("nq", "rag", [Asked(True, True)])])
    assert table.splitlines()[-1].endswith("|  |  |  |")
