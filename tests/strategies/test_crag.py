from __future__ import annotations

import pytest

from assay.adapters.rewriters.keep_question import KeepQuestion
from assay.adapters.search.null_search import NullSearch
from assay.budget import current_budget
from assay.engine import Engine
from assay.errors import BudgetSpentError, ModelError, ServiceError
from assay.steps.answer.conclude import NO_EVIDENCE
from assay.steps.correct.ablations import MergedAction, OneAction, RefineByKind
from assay.steps.correct.refine import NoRefinement, StripRefiner
from assay.strategies.crag import Crag
from assay.testing import (
    FakeGenerator,
    FakeKnowledgeSearch,
    FakeQueryRewriter,
    FakeRelevanceScorer,
    FakeStripScorer,
)
from assay.types import Kind, Thresholds, Verdict
from tests.strategies.gold import BAD, DOUBTFUL, GOOD, QUESTION, SCORES, WEB, corrective

INTERNAL = ["retrieve", "score", "judge", "refine"]
EXTERNAL = ["rewrite", "search", "score", "refine"]


def ask(retriever, generator=None):
    answer = Engine(Crag(retriever, generator or FakeGenerator()), name="crag").ask(QUESTION)
    return answer, [s.name for s in answer.trace]


def kept(answer):
    return [s.text for s in answer.evidence.strips]


def test_correct_answers_from_the_refined_index_alone():
    retriever = corrective(BAD, GOOD)
    answer, steps = ask(retriever)
    assert answer.verdict is Verdict.CORRECT
    assert steps == [*INTERNAL, "generate"]
    assert kept(answer) == ["Gold is a metal. It is dense."]
    assert answer.text == "Gold is a metal. It is dense."
    assert [c.source for c in answer.citations] == ["good.txt"]
    assert len(answer.evidence.dropped) == 3
    assert [(s.passage.id, s.score) for s in answer.scores] == [("bad", -1.0), ("good", 0.9)]
    assert answer.thresholds == Thresholds(0.5, -0.5)
    assert retriever.search.calls == []


def test_incorrect_drops_the_index_and_answers_from_outside():
    retriever = corrective(BAD)
    answer, steps = ask(retriever)
    assert answer.verdict is Verdict.INCORRECT
    assert steps == ["retrieve", "score", "judge", *EXTERNAL, "generate"]
    assert answer.text == "Aurum means gold. It is Latin."
    assert {s.passage.kind for s in answer.evidence.strips} == {Kind.EXTERNAL}
    assert retriever.rewriter.calls == [QUESTION]
    assert retriever.search.calls == ["gold metal"]
    assert answer.notes == ("searched the web",)
    assert [s.passage.id for s in answer.scores] == ["bad"]


def test_ambiguous_uses_both_the_index_first():
    answer, steps = ask(corrective(DOUBTFUL, BAD))
    assert answer.verdict is Verdict.AMBIGUOUS
    assert steps == [*INTERNAL, *EXTERNAL, "generate"]
    assert kept(answer) == ["Silver is like gold. Perhaps.", "Aurum means gold. It is Latin."]
    assert answer.text == "Silver is like gold. Perhaps."
    assert answer.notes == ("searched the web",)


def test_an_empty_retrieval_is_incorrect():
    answer, steps = ask(corrective())
    assert answer.verdict is Verdict.INCORRECT
    assert steps == ["retrieve", "score", "judge", *EXTERNAL, "generate"]
    assert answer.text == "Aurum means gold. It is Latin."


def test_incorrect_without_an_outside_is_a_reasoned_refusal():
    generator = FakeGenerator()
    answer, steps = ask(corrective(BAD, search=NullSearch()), generator)
    assert answer.verdict is Verdict.INCORRECT
    assert steps == ["retrieve", "score", "judge", *EXTERNAL]
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)
    assert answer.notes == ("nothing outside the index was searched",)
    assert [s.score for s in answer.scores] == [-1.0]
    assert generator.calls == []


def test_ambiguous_without_an_outside_answers_from_the_index_with_a_note():
    answer, steps = ask(corrective(DOUBTFUL, search=NullSearch()))
    assert steps == [*INTERNAL, *EXTERNAL, "generate"]
    assert answer.text == "Silver is like gold. Perhaps."
    assert answer.notes == ("nothing outside the index was searched",)


def test_external_passages_that_do_not_help_are_not_used():
    answer, steps = ask(corrective(BAD, search=FakeKnowledgeSearch([BAD])))
    assert steps == ["retrieve", "score", "judge", *EXTERNAL]
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)
    assert len(answer.evidence.dropped) == 2


@pytest.mark.parametrize("error", [BudgetSpentError("searches", 3), ServiceError("search is down")])
@pytest.mark.parametrize("part", ["rewriter", "search"])
def test_trouble_outside_leaves_the_index_with_a_note(part, error):
    broken = {
        "rewriter": FakeQueryRewriter(error=error),
        "search": FakeKnowledgeSearch(error=error),
    }
    answer, steps = ask(corrective(DOUBTFUL, **{part: broken[part]}))
    outside = ["rewrite"] if part == "rewriter" else ["rewrite", "search"]
    assert steps == [*INTERNAL, *outside, "generate"]
    assert answer.text == "Silver is like gold. Perhaps."
    assert answer.notes == (f"external search was cut short: {error}",)


def test_trouble_outside_after_a_bad_retrieval_is_a_refusal_that_says_so():
    answer, steps = ask(corrective(BAD, search=FakeKnowledgeSearch(error=ServiceError("down"))))
    assert steps == ["retrieve", "score", "judge", "rewrite", "search"]
    assert answer.abstained
    assert answer.notes == ("external search was cut short: down",)


def test_a_search_that_uses_up_the_time_still_leaves_the_index():
    class Slow(FakeKnowledgeSearch):
        def search(self, query):
            current_budget().started -= 1_000
            return super().search(query)

    answer, steps = ask(corrective(DOUBTFUL, search=Slow([WEB])))
    assert steps == [*INTERNAL, "rewrite", "search", "score", "generate"]
    assert answer.text == "Silver is like gold. Perhaps."
    assert answer.notes == ("external search was cut short: the budget for seconds is spent (60)",)


def test_a_budget_spent_while_answering_keeps_verdict_and_evidence():
    answer, steps = ask(corrective(GOOD), FakeGenerator(error=BudgetSpentError("tokens", 1)))
    assert steps == [*INTERNAL, "generate"]
    assert (answer.text, answer.reason) == (None, "the budget for tokens is spent (1)")
    assert answer.verdict is Verdict.CORRECT
    assert kept(answer) == ["Gold is a metal. It is dense."]


def test_a_broken_scorer_is_reported_not_hidden():
    with pytest.raises(ModelError):
        ask(corrective(GOOD, scorer=FakeRelevanceScorer(otherwise=7, scores={})))


# The ablations of the paper: one part replaced, the algorithm untouched.


@pytest.mark.parametrize("action", list(Verdict))
def test_one_action_only(action):
    answer, steps = ask(corrective(DOUBTFUL, trigger=OneAction(action)))
    assert answer.verdict is action
    inside = [] if action is Verdict.INCORRECT else ["refine"]
    outside = [] if action is Verdict.CORRECT else EXTERNAL
    assert steps == ["retrieve", "score", "judge", *inside, *outside, "generate"]


@pytest.mark.parametrize(
    ("trigger", "passage", "verdict"),
    [
        (MergedAction(Verdict.CORRECT), GOOD, Verdict.AMBIGUOUS),
        (MergedAction(Verdict.INCORRECT), BAD, Verdict.AMBIGUOUS),
        (MergedAction(Verdict.AMBIGUOUS, Verdict.INCORRECT), DOUBTFUL, Verdict.INCORRECT),
    ],
)
def test_without_one_action(trigger, passage, verdict):
    answer, steps = ask(corrective(passage, trigger=trigger))
    assert answer.verdict is verdict
    inside = ["refine"] if verdict is Verdict.AMBIGUOUS else []
    assert steps == ["retrieve", "score", "judge", *inside, *EXTERNAL, "generate"]


def test_without_refinement_whole_passages_are_read():
    selecting = StripRefiner(FakeStripScorer(SCORES))
    refiner = RefineByKind(internal=NoRefinement(), external=selecting)
    answer, steps = ask(corrective(DOUBTFUL, refiner=refiner))
    assert steps == [*INTERNAL, *EXTERNAL, "generate"]
    assert kept(answer) == [DOUBTFUL.text, "Aurum means gold. It is Latin."]


def test_without_selection_whole_pages_are_read():
    refining = StripRefiner(FakeStripScorer(SCORES))
    refiner = RefineByKind(internal=refining, external=NoRefinement())
    answer, _ = ask(corrective(DOUBTFUL, refiner=refiner))
    assert kept(answer) == ["Silver is like gold. Perhaps.", WEB.text]


def test_without_rewriting_the_question_itself_is_searched():
    retriever = corrective(BAD, rewriter=KeepQuestion())
    _, steps = ask(retriever)
    assert steps == ["retrieve", "score", "judge", *EXTERNAL, "generate"]
    assert retriever.search.calls == [QUESTION]
