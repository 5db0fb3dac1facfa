from __future__ import annotations

import pytest

from assay.adapters.verifiers.chat_reviser import ChatReviser
from assay.adapters.verifiers.trained import TrainedVerifier
from assay.errors import BudgetSpentError, ServiceError
from assay.steps.correct.refine import whole
from assay.steps.verify.revise import revise
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.testing import FakeChatModel, make_passage
from assay.types import Draft, Evidence

QUESTION = "Who built the mill at Arden?"
EVIDENCE = Evidence((whole(make_passage("The mill at Arden stands by the river Lode.")),))
BY_RULES = revise(QUESTION, EVIDENCE, ["Peter Crane."], [QUESTION])


def revised(reply=None, error=None):
    model = FakeChatModel([reply] if reply is not None else [], error=error)
    return ChatReviser(model)(QUESTION, EVIDENCE, ["Peter Crane."], [QUESTION]), model


def test_the_models_question_is_used():
    query, model = revised("Which engineer erected the Arden mill?")
    assert query == "Which engineer erected the Arden mill?"
    assert "Peter Crane." in model.calls[0]


@pytest.mark.parametrize("reply", ["", "NONE", QUESTION, "What is the capital of Peru?"])
def test_rules_take_over_where_the_model_says_nothing_new_or_loses_the_subject(reply):
    assert revised(reply)[0] == BY_RULES


@pytest.mark.parametrize("error", [ServiceError("down"), BudgetSpentError("tokens", 1)])
def test_rules_take_over_where_the_model_fails(error):
    assert revised(error=error)[0] == BY_RULES


def test_the_verifier_asks_it_only_about_what_failed():
    model = FakeChatModel(["Which engineer erected the Arden mill?"] * 2)
    verifier = TrainedVerifier(WordOverlapNli(), reviser=ChatReviser(model))
    bad = verifier.verify(QUESTION, EVIDENCE, Draft("Peter Crane built it."), asked=(QUESTION,))
    assert bad.revised_question == "Which engineer erected the Arden mill?"
    verifier.verify(QUESTION, EVIDENCE, Draft(None), asked=(QUESTION,))
    assert len(model.calls) == 2
