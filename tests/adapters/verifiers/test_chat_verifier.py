from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.verifiers.chat_verifier import BROKEN, VALID, Asking, ChatVerifier
from assay.errors import BudgetSpentError, ServiceError, SettingsError
from assay.steps.correct.refine import whole
from assay.steps.verify.cov_form import write_form
from assay.steps.verify.indicator import RevisedQuestion, ThresholdIndicator
from assay.testing import FakeChatModel, make_passage
from assay.types import Check, Draft, Evidence, NliLabel

QUESTION = "What is gold?"
EVIDENCE = Evidence((whole(make_passage("Gold is a dense metal.", "gold")),))
GOOD = Draft("Gold is a dense metal [1].")
BAD = Draft("Gold is a cheap liquid [1].")
FORM = Check(0.9, 0.2, 0.3, 0.4, 0.5, 0.6, judgment=False, revised_question="gold properties")


def verify(reply, draft=BAD, asking=Asking.CHAIN, asked=(QUESTION,)):
    model = FakeChatModel([reply])
    check = ChatVerifier(model, asking).verify(QUESTION, EVIDENCE, draft, asked=asked)
    return check, model


def test_a_valid_form_is_believed_and_counted():
    check, model = verify(write_form(FORM))
    scores = (check.reference_score, check.correctness, check.citation_accuracy)
    assert scores == (0.9, 0.2, 0.3)
    assert (check.truthfulness, check.bias, check.conciseness) == (0.4, 0.5, 0.6)
    assert (check.judgment, check.revised_question) == (False, "gold properties")
    assert check.notes[-1] == VALID
    assert "First score" in model.calls[0]


def test_sentences_are_found_by_words_whatever_the_model_says():
    check, _ = verify(write_form(FORM), GOOD)
    assert [each.label for each in check.sentences] == [NliLabel.SUPPORTED]
    assert check.sentences[0].span.quote == "Gold is a dense metal."


def test_what_the_form_lacks_is_measured_by_words():
    check, _ = verify('{"Judgment": "true", "RefCorrect": 0.4}', GOOD)
    assert check.judgment
    assert (check.reference_score, check.truthfulness) == (0.4, 1)
    assert check.notes[-1].startswith(BROKEN)


@pytest.mark.parametrize("reply", ["", "I am sorry.", "{", "[1, 2]"])
def test_nonsense_leaves_the_measures_by_words(reply):
    good, _ = verify(reply, GOOD)
    bad, _ = verify(reply, BAD)
    assert (good.judgment, bad.judgment) == (True, False)
    assert good.notes[-1].startswith(f"{BROKEN}: no valid JSON")


def test_a_query_beside_a_good_judgment_is_kept_and_the_indicator_decides():
    form = write_form(FORM).replace('"false"', '"true"')
    check = verify(form, GOOD)[0]
    assert (check.judgment, check.revised_question) == (True, "gold properties")
    assert not RevisedQuestion().fires(check)
    assert ThresholdIndicator().fires(check)  # its scores are bad, whatever it judges


def test_what_is_judged_right_without_a_query_has_none():
    form = write_form(replace(FORM, revised_question="")).replace('"false"', '"true"')
    assert verify(form, GOOD)[0].revised_question == ""


def test_a_query_that_was_asked_is_not_asked_again():
    check, model = verify(write_form(FORM), asked=(QUESTION, "Gold  Properties"))
    assert check.revised_question == ""
    assert "Queries tried: What is gold?; Gold Properties" in model.calls[0]


def test_the_direct_form_gives_a_query_and_judges_by_it():
    check, model = verify("Query: gold metal properties", asking=Asking.DIRECT)
    assert (check.judgment, check.revised_question) == (False, "gold metal properties")
    assert "Correctness" not in model.calls[0]
    check, _ = verify("NONE", GOOD, asking="direct")
    assert (check.judgment, check.revised_question) == (True, "")


def test_the_fine_tuned_model_gets_the_prompt_it_was_trained_on():
    check, model = verify(write_form(FORM), asking=Asking.COV)
    assert model.calls[0].startswith("Verify the answer: score, judge, rewrite.\n[1] gold: Gold")
    assert check.correctness == 0.2


def test_a_server_in_trouble_leaves_the_measures_by_words():
    verifier = ChatVerifier(FakeChatModel(error=ServiceError("the server is down")))
    check = verifier.verify(QUESTION, EVIDENCE, GOOD)
    assert check.judgment
    assert check.notes[-1] == "the model was not asked: the server is down"


def test_a_spent_budget_leaves_what_was_measured():
    verifier = ChatVerifier(FakeChatModel(error=BudgetSpentError("tokens", 5)))
    check = verifier.verify(QUESTION, EVIDENCE, GOOD)
    assert check.judgment
    assert check.notes[-1].startswith("the model was not asked")


@pytest.mark.parametrize("asking", Asking)
def test_a_refusal_is_shown_to_the_model_which_says_what_to_look_for(asking):
    direct = asking in (Asking.DIRECT, Asking.COV_DIRECT)
    reply = "gold properties" if direct else write_form(replace(FORM, judgment=True))
    check, model = verify(reply, Draft(None, reason="nothing found"), asking=asking)
    assert "Answer: (no answer)" in model.calls[0]
    assert check.revised_question == "gold properties"
    # There is no answer to score: what the model says of it counts for nothing.
    assert (check.judgment, check.correctness, check.truthfulness) == (False, 0.0, 0.0)


def test_a_refusal_on_which_the_model_says_nothing_is_revised_by_rules():
    verifier = ChatVerifier(FakeChatModel([""]))
    check = verifier.verify("Who mined gold at Falun?", EVIDENCE, Draft(None, reason="nothing"))
    assert "Falun" in check.revised_question
    assert not check.judgment


def test_an_unknown_way_of_asking_is_refused():
    with pytest.raises(SettingsError, match="'loudly' is not a way"):
        ChatVerifier(FakeChatModel(), "loudly")
