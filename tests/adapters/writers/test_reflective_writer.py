from __future__ import annotations

from dataclasses import replace

from assay.steps.answer.abstain import AbstentionRule
from assay.steps.answer.prompts import AnswerTask
from assay.steps.correct.refine import whole
from assay.testing import FakeTextModel, make_passage
from assay.types import Completion, Evidence
from assay_strategies.reflect.reflection_tokens import CONTINUE
from assay_strategies.writers.reflective_writer import FOUND_NOTHING, FROM_MEMORY, ReflectiveWriter
from tests.adapters.critics.reflective_text import FULLY, RELEVANT, USEFUL, said

QUESTION = "Where is Oslo?"
STRIP = whole(make_passage("Oslo lies on a fjord in Norway.", "oslo"))
SEEN = Evidence((STRIP,))
ANSWER = said(RELEVANT, "Oslo lies on a fjord.", FULLY, USEFUL)


def write(completion: Completion, seen=SEEN, written="", **options):
    model = FakeTextModel({"Response": completion})
    (segment,) = ReflectiveWriter(model, **options).write(QUESTION, [seen], written)
    return segment, model.calls[0]


def test_the_model_is_prompted_with_the_passage_and_its_answer_is_cited():
    segment, prompt = write(ANSWER)
    assert prompt.endswith(
        "[Retrieval]<paragraph>oslo\nOslo lies on a fjord in Norway.</paragraph>"
    )
    assert segment.draft.text == "Oslo lies on a fjord."
    assert [c.quote for c in segment.draft.citations] == [STRIP.text]
    assert segment.raw == ANSWER.text
    assert segment.tokens == ANSWER.logprobs
    assert segment.finished


def test_a_segment_ends_where_retrieval_is_decided():
    completion = said(RELEVANT, "Oslo lies on a fjord.", FULLY, "[No Retrieval]", "More.")
    segment, _ = write(completion)
    assert segment.draft.text == "Oslo lies on a fjord."
    assert segment.raw == "[Relevant]Oslo lies on a fjord.[Fully supported]"
    assert segment.tokens == completion.logprobs[:3]
    assert not segment.finished


def test_a_segment_ends_where_the_same_evidence_is_to_be_used_further():
    completion = said(RELEVANT, "Oslo lies on a fjord.", CONTINUE, "It is in Norway.")
    segment, _ = write(completion)
    assert segment.draft.text == "Oslo lies on a fjord."
    assert segment.raw == f"[Relevant]Oslo lies on a fjord.{CONTINUE}"
    assert not segment.finished


def test_evidence_that_is_used_further_is_not_given_again():
    before = f"[Relevant]Oslo lies on a fjord.{CONTINUE}"
    segment, prompt = write(said("It is in Norway.", FULLY, USEFUL), written=before)
    assert prompt.count("<paragraph>") == 1
    assert prompt.endswith(f"</paragraph>{before}")
    assert segment.draft.text == "It is in Norway."


def test_a_block_of_several_strips_is_read_as_one_passage():
    other = whole(make_passage("Norway lies in the north.", "norway"))
    segment, prompt = write(ANSWER, seen=Evidence((STRIP, other)))
    assert prompt.endswith(
        "<paragraph>Oslo lies on a fjord in Norway. Norway lies in the north.</paragraph>"
    )
    assert [c.quote for c in segment.draft.citations] == [STRIP.text]


def test_the_next_segment_goes_on_from_the_last():
    _, prompt = write(ANSWER, written="[Relevant]Before.")
    assert "### Response:\n[Relevant]Before.[Retrieval]<paragraph>" in prompt


def test_from_memory_the_model_may_not_retrieve():
    segment, prompt = write(said("In Norway.", USEFUL), seen=Evidence())
    assert prompt.endswith("### Response:\n[No Retrieval]")
    assert (segment.draft.text, segment.draft.notes) == ("In Norway.", (FROM_MEMORY,))


def test_what_the_strip_does_not_say_is_refused_unless_told_otherwise():
    invented = said(RELEVANT, "Bergen was founded in 1070.", FULLY, USEFUL)
    segment, _ = write(invented)
    assert segment.draft.text is None
    assert "nothing in the evidence says" in segment.draft.reason
    segment, _ = write(invented, rule=AbstentionRule(always_answer=True))
    assert segment.draft.text == "Bergen was founded in 1070."
    assert segment.draft.unsupported


def test_a_model_that_writes_nothing_gives_a_reason():
    for nothing in (Completion(""), said("[Relevant]", "[Fully supported]"), said("[Retrieval]")):
        segment, _ = write(nothing)
        assert (segment.draft.text, segment.draft.reason) == (None, "the model wrote nothing")


def test_a_model_that_finds_no_answer_declines():
    segment, _ = write(said({"[Irrelevant]": 0.9, "[Relevant]": 0.1}, "NO ANSWER", USEFUL))
    assert (segment.draft.text, segment.draft.reason) == (None, FOUND_NOTHING)


def test_an_answer_that_was_cut_says_so():
    segment, _ = write(replace(ANSWER, cut=True))
    assert segment.draft.notes[-1] == "the model's answer was cut at its limit"


def test_a_label_is_asked_for_by_its_task():
    segment, prompt = write(said(RELEVANT, "true", FULLY), task=AnswerTask.TRUE_FALSE)
    assert "Say true if it's correct" in prompt
    assert segment.raw.startswith("[Relevant]true")
