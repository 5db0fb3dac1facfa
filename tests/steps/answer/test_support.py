from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.answer.citations import is_verbatim
from assay.steps.answer.support import MAX_SENTENCES, SupportCheck
from assay.steps.correct.refine import whole
from assay.testing import FakeRelevanceScorer
from assay.types import Evidence, Passage, Strip

OSLO = "Oslo lies on a fjord. It has 717,710 people. The city was founded by Harald in 1040."
BERGEN = "Bergen has seven hills. It rains there often, and the old wharf is made of wood."
EVIDENCE = Evidence(
    (
        whole(Passage("a", OSLO, "Oslo", "oslo.txt", "oslo", start=100)),
        Strip(Passage("b", BERGEN, "Bergen", "bergen.txt", "bergen", start=7), 24, len(BERGEN)),
    )
)
QUESTION = "What are these cities like?"


def check(text: str, **options):
    return SupportCheck().check(QUESTION, text, EVIDENCE, **options)


def test_each_sentence_gets_the_span_that_says_it():
    draft = check("Oslo lies on a fjord. In Bergen, it often rains.")
    assert draft.text == "Oslo lies on a fjord [1]. In Bergen, it often rains [2]."
    one, two = draft.citations
    assert (one.evidence, one.source, one.quote) == ("a:0-84", "oslo.txt", "Oslo lies on a fjord.")
    assert (one.start, one.end) == (100, 121)
    assert draft.text[one.answer_start : one.answer_end] == "Oslo lies on a fjord [1]."
    assert two.quote == "It rains there often, and the old wharf is made of wood."
    assert two.start == 31
    assert draft.unsupported == ()
    assert draft.notes == ()
    assert draft.confidence > 0.8


def test_a_right_marker_stays_a_wrong_one_is_repaired_an_idle_one_goes():
    draft = check("Oslo lies on a fjord [1]. Harald founded it in 1040 [2]. It has a zoo [1].")
    assert draft.text == "Oslo lies on a fjord [1]. Harald founded it in 1040 [1]. It has a zoo."
    assert "1 citation marker(s) pointed at the wrong evidence" in draft.notes
    assert "1 citation marker(s) without support were removed" in draft.notes
    assert "1 of 3 sentence(s) have no support in the evidence" in draft.notes
    ((start, end),) = draft.unsupported
    assert draft.text[start:end] == "It has a zoo."


def test_text_without_marks_is_left_as_it_is():
    draft = check("Oslo lies on a fjord [1].", mark=False)
    assert draft.text == "Oslo lies on a fjord."
    assert len(draft.citations) == 1


def test_a_label_rests_on_the_question():
    draft = SupportCheck().check("Oslo lies on a fjord", "B", EVIDENCE, mark=False, label=True)
    assert draft.text == "B"
    assert draft.citations[0].quote == "Oslo lies on a fjord."


def test_two_sentences_are_quoted_when_one_is_not_enough():
    draft = check("Founded by Harald in 1040, it has 717,710 people.")
    assert draft.citations[0].quote == (
        "It has 717,710 people. The city was founded by Harald in 1040."
    )


def test_a_quotation_must_stand_in_the_evidence_word_for_word():
    assert check('They say "the old wharf is made of wood".').unsupported == ()
    draft = check('They say "the old wharf was made of wood".')
    assert len(draft.unsupported) == 1
    assert "a quotation in the answer stands in no evidence" in draft.notes


def test_the_scorer_decides_between_spans_that_say_the_same():
    twice = Evidence(
        tuple(whole(Passage(i, f"{i} says Oslo is big.", source=i)) for i in ("left", "right"))
    )
    for winner in ("left", "right"):
        checker = SupportCheck(FakeRelevanceScorer(scores={winner: 1.0}))
        draft = checker.check("Is Oslo big?", "Oslo is big.", twice)
        assert draft.citations[0].source == winner


def test_a_doubtful_scorer_can_withdraw_support():
    strict = SupportCheck(supported_from=0.8)
    assert not strict.check(QUESTION, "Oslo lies on a fjord.", EVIDENCE).unsupported
    doubtful = SupportCheck(FakeRelevanceScorer(otherwise=-1.0), supported_from=0.8)
    assert doubtful.check(QUESTION, "Oslo lies on a fjord.", EVIDENCE).unsupported


def test_a_very_long_answer_is_cut():
    draft = check("Oslo lies on a fjord. " * (MAX_SENTENCES + 5))
    assert len(draft.citations) == MAX_SENTENCES
    assert f"the answer was cut after {MAX_SENTENCES} sentences" in draft.notes


def test_nothing_is_supported_by_no_evidence():
    draft = SupportCheck().check(QUESTION, "Oslo lies on a fjord [1].", Evidence())
    assert draft.text == "Oslo lies on a fjord."
    assert draft.citations == ()
    assert draft.confidence == 0


HOSTILE = st.text(max_size=200) | st.text(
    alphabet='[]0123456789 .!?\n"\u201c\u201d^abcOsloBergen\u3002\u6771', max_size=200
)


@given(HOSTILE, st.booleans(), st.booleans())
def test_whatever_a_model_writes_every_citation_holds(text, mark, label):
    draft = check(text, mark=mark, label=label)
    assert draft.text is not None
    for citation in draft.citations:
        assert is_verbatim(citation, EVIDENCE)
        assert 0 <= citation.answer_start < citation.answer_end <= len(draft.text)
    spans = sorted([(c.answer_start, c.answer_end) for c in draft.citations] + [*draft.unsupported])
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    covered = set().union(*(range(a, b) for a, b in spans)) if spans else set()
    assert all(i in covered for i, c in enumerate(draft.text) if c.isalnum())


@pytest.mark.parametrize("text", ["", "   ", "...", "[1]", "\n\n[2][3]\n"])
def test_a_text_without_words_gives_no_text(text):
    assert check(text).text == ""
