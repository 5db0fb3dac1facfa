from __future__ import annotations

import pytest

from assay.steps.answer.abstain import Abstaining, AbstentionRule, confidence, looked_at
from assay.steps.correct.refine import whole
from assay.testing import FakeGenerator, make_passage
from assay.types import Citation, Draft, Evidence

EVIDENCE = Evidence(
    tuple(whole(make_passage(t, id=t[:1])) for t in ("one", "two", "three", "four", "5"))
)
CITED = Citation(0, 5, "e", "s", 0, 5, "quote", score=0.7)


def test_a_supported_answer_passes_untouched():
    draft = Draft("Oslo.", (CITED,))
    assert AbstentionRule().apply(draft, EVIDENCE) is draft


def test_a_draft_without_text_says_what_was_looked_at():
    refused = AbstentionRule().apply(Draft(None, reason="no span wins"), EVIDENCE)
    assert refused.text is None
    assert refused.reason == "no span wins; looked in t.txt, o.txt, f.txt and 1 more"


def test_no_evidence_is_named():
    assert AbstentionRule().apply(Draft(None), Evidence()).reason == (
        "the generator gave no answer; there was nothing to look at"
    )


@pytest.mark.parametrize(("cited", "bad", "refused"), [(0, 1, True), (1, 1, True), (2, 1, False)])
def test_half_of_the_sentences_without_support_is_too_much(cited, bad, refused):
    draft = Draft("He sleeps there.", (CITED,) * cited, unsupported=((0, 16),) * bad)
    result = AbstentionRule().apply(draft, EVIDENCE)
    assert (result.text is None) == refused
    if refused:
        assert 'nothing in the evidence says: "He sleeps there."' in result.reason
        assert result.citations == ()


@pytest.mark.parametrize(("risk", "refused"), [(0.05, True), (0.29, True), (0.31, False)])
def test_the_tolerated_risk_is_kept(risk, refused):
    result = AbstentionRule(max_risk=risk).apply(Draft("Oslo.", (CITED,)), EVIDENCE)
    assert (result.text is None) == refused
    assert ("risk of error is 0.30" in result.reason) == refused


def test_always_answer_keeps_the_text_and_notes_the_doubt():
    rule = AbstentionRule(always_answer=True, max_risk=0.0)
    draft = Draft("He sleeps there.", unsupported=((0, 16),))
    result = rule.apply(draft, EVIDENCE)
    assert result.text == "He sleeps there."
    assert result.notes[-1].startswith("answered although nothing in the evidence says")
    assert rule.apply(Draft(None, reason="silence"), EVIDENCE).text is None


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        (Draft("x", confidence=0.4), 0.4),
        (Draft("x", confidence=7.0), 1.0),
        (Draft("x", (CITED,)), 0.7),
        (Draft("x"), 0.0),
    ],
)
def test_confidence_is_the_generators_or_the_best_citations(draft, expected):
    assert confidence(draft) == expected


def test_a_risk_is_a_probability():
    with pytest.raises(ValueError, match="between 0 and 1"):
        AbstentionRule(max_risk=1.5)


def test_any_generator_can_be_held_to_the_rule():
    unsure = FakeGenerator(draft=Draft("Oslo.", confidence=0.9))
    strict = Abstaining(unsure, AbstentionRule(max_risk=0.05))
    assert not strict.answers_without_evidence
    assert strict.generate("Oslo?", EVIDENCE).text is None
    assert "and 1 more" in looked_at(EVIDENCE)
