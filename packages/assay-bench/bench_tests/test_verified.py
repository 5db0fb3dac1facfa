from __future__ import annotations

import math

import pytest

from assay.answer_json import answer_to_json
from assay.steps.correct.refine import whole
from assay.testing import FakeNliScorer, make_passage
from assay.types import Answer, Citation, Evidence, Page
from assay_bench.case import AnswerKind, Case
from assay_bench.verified import verified_metrics

KNOWN = make_passage("Ida Rolf was a chemist who taught in New York")
TEXT = "Ida Rolf was a chemist who taught. Ida Rolf sold the finest carpets abroad."


def answered(text: str | None = TEXT) -> dict[str, object]:
    strip = whole(KNOWN)
    cited = Citation(0, 34, strip.id, KNOWN.source, 0, 3, "Ida", 0.9)
    citations = (cited,) if text else ()
    return answer_to_json(
        Answer("Who?", text, "rag", evidence=Evidence((strip,)), citations=citations)
    )


def bio(**changes) -> Case:
    given = {"kind": AnswerKind.LONG, "meta": {"topic": "Ida Rolf"}, **changes}
    return Case("1", "Tell me a bio of Ida Rolf.", **given)


def test_citations_and_facts_of_a_long_answer_by_hand():
    found = verified_metrics(bio(internal=(KNOWN,)), answered(), FakeNliScorer())
    assert found == {
        "citation_recall": 0.5,
        "citation_precision": 1.0,
        "factscore": 0.5 * math.exp(1 - 10 / 2),
        "fact_precision": 0.5,
    }


def test_pages_from_outside_are_knowledge_too():
    page = Page("https://example.org", "Ida Rolf", KNOWN.text)
    outside = verified_metrics(bio(external=(page,)), answered(), FakeNliScorer())
    assert outside["fact_precision"] == 0.5


def test_without_knowledge_or_for_a_short_answer_there_is_no_factscore():
    assert set(verified_metrics(bio(), answered(), FakeNliScorer())) == {
        "citation_recall",
        "citation_precision",
    }
    short = bio(kind=AnswerKind.SHORT, internal=(KNOWN,))
    assert "factscore" not in verified_metrics(short, answered(), FakeNliScorer())


def test_nothing_is_said_of_a_declined_answer():
    assert verified_metrics(bio(), answered(None), FakeNliScorer()) == {}


@pytest.mark.parametrize("kind", [AnswerKind.CHOICE, AnswerKind.TRUE_FALSE])
def test_a_label_says_nothing_that_a_source_could_support(kind):
    assert verified_metrics(bio(kind=kind), answered(), FakeNliScorer()) == {}
