"""One real answer in each form, laid out by the reader of entries over a small manual."""

from __future__ import annotations

from pathlib import Path

from assay.steps.answer.conclude import conclude
from assay.types import Answer, Form
from tests.adapters.generators.test_entry_reader import (
    MANUAL,
    REFUSING,
    evidence_of,
    reader,
)
from tests.adapters.readings import Seen
from tests.entries import entries_of
from tests.steps.answer.test_yes_no import Supports

STEEL, GLASS = Seen("Steel lasts long"), Seen("Glass breaks easily")
ASKED = {
    Form.FACT: ("What is the default of retry_limit?", reader(Seen("6"))),
    Form.PASSAGE: ("Why is steel better?", reader(STEEL)),
    Form.STEPS: ("How do I descale the kettle?", reader(Seen("Boil it once"))),
    Form.LIST: ("Which colours does it come in?", reader(Seen("three colours"))),
    Form.YES_NO: ("Does steel last long?", reader(STEEL, nli=Supports(0.9, 0.05))),
    Form.COMPARISON: ("steel versus glass", reader(STEEL, GLASS)),
    Form.REFUSAL: ("Why is steel better?", reader(STEEL, GLASS, confidence=REFUSING)),
}


def answers_in_every_form(folder: Path) -> dict[Form, Answer]:
    """The answers by their forms."""
    evidence = evidence_of(entries_of(folder, "kettle.md", MANUAL))
    return {
        form: conclude(question, "crag", evidence, told.generate(question, evidence))
        for form, (question, told) in ASKED.items()
    }
