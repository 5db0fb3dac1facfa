from __future__ import annotations

from assay.steps.answer.abstain import AbstentionRule
from assay.steps.correct.refine import whole
from assay.testing import FakeChatModel, make_passage
from assay.types import Completion, Evidence
from assay_strategies.writers.sentence_writer import FROM_MEMORY, GO_ON, SentenceWriter

QUESTION = "Tell me about Oslo."
SEEN = Evidence((whole(make_passage("Oslo lies on a fjord. Oslo has a harbour.", "oslo")),))


def write(reply, seen=SEEN, written="", **options):
    model = FakeChatModel([reply])
    (segment,) = SentenceWriter(model, workers=1, **options).write(QUESTION, [seen], written)
    return segment, model


def test_only_the_first_sentence_is_taken_and_more_may_follow():
    segment, _ = write("Oslo lies on a fjord [1]. Oslo has a harbour [1].")
    assert segment.draft.text == "Oslo lies on a fjord [1]."
    assert segment.draft.citations
    assert not segment.finished


def test_a_single_sentence_is_a_whole_answer():
    assert write("Oslo lies on a fjord [1].")[0].finished
    assert not write(Completion("Oslo lies on a fjord.", cut=True))[0].finished


def test_the_next_sentence_is_asked_for_after_what_was_written():
    segment, model = write("Oslo has a harbour.", written="Oslo lies on a fjord. ")
    assert segment.draft.text.startswith("Oslo has a harbour")
    assert not segment.finished
    assert model.calls[0].endswith(f"Oslo lies on a fjord. \n{GO_ON}")


def test_a_model_that_begins_again_goes_on_after_what_was_written():
    again = "Oslo lies on a fjord. Oslo has a harbour."
    segment, _ = write(again, written="Oslo lies on a fjord. ")
    assert segment.draft.text.startswith("Oslo has a harbour")


def test_the_end_a_repetition_and_silence_end_the_path():
    for reply in ("DONE", "Done.", "Oslo lies on a fjord.", ""):
        segment, _ = write(reply, written="Oslo lies on a fjord. ")
        assert segment.draft.text is None
        assert segment.draft.reason


def test_what_the_block_does_not_say_is_withheld_unless_told_otherwise():
    invented = "Bergen was founded in 1070. It rains there."
    assert write(invented)[0].draft.text is None
    kept, _ = write(invented, rule=AbstentionRule(always_answer=True))
    assert kept.draft.text == "Bergen was founded in 1070."
    assert kept.draft.unsupported


def test_without_evidence_it_says_that_it_spoke_from_memory():
    segment, _ = write("Oslo is a city. It is in Norway.", seen=Evidence())
    assert (segment.draft.text, segment.draft.notes) == ("Oslo is a city.", (FROM_MEMORY,))
