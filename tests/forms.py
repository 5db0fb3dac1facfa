"""One real answer in each form, laid out by the reader of entries over a small manual."""

from __future__ import annotations

from pathlib import Path

from assay.steps.answer.conclude import NO_EVIDENCE, conclude
from assay.types import Answer, Draft, Entry, Evidence, Form, Passage
from tests.adapters.readings import Seen
from tests.entries import entries_of
from tests.reader.supports import Supports
from tests.reader.test_entry_reader import (
    MANUAL,
    evidence_of,
    reader,
)

STEEL, GLASS = Seen("Steel lasts long"), Seen("Glass breaks easily")
ASKED = {
    Form.FACT: ("What is the default of retry_limit?", reader(Seen("6"))),
    Form.PASSAGE: ("Why is steel better?", reader(STEEL)),
    Form.STEPS: ("How do I descale the kettle?", reader(Seen("Boil it once"))),
    Form.LIST: ("Which colours does it come in?", reader(Seen("three colours"))),
    Form.YES_NO: ("Does steel last long?", reader(STEEL, nli=Supports(0.9, 0.05))),
    Form.COMPARISON: ("steel versus glass", reader(STEEL, GLASS)),
}


def answers_in_every_form(folder: Path) -> dict[Form, Answer]:
    """The answers by their forms."""
    passages = entries_of(folder, "kettle.md", MANUAL)
    answers = {}
    for form, (question, told) in ASKED.items():
        evidence = evidence_of(passages, told)
        answers[form] = conclude(question, "crag", evidence, told.generate(question, evidence))
    near = tuple(whole_entry(p) for p in passages if p.headings[-1] in ("Steel", "Glass"))
    refused = Draft(None, reason=NO_EVIDENCE, closest=near)
    question = ASKED[Form.PASSAGE][0]
    return {**answers, Form.REFUSAL: conclude(question, "crag", Evidence(), refused)}


def whole_entry(passage: Passage) -> Entry:
    """The passage as an entry."""
    return Entry(passage, 0, len(passage.text), score=-0.9)
