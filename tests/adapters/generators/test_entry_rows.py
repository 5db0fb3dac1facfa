"""Answers from the rows of a table: one of them, two beside each other, or none."""

from __future__ import annotations

from dataclasses import replace

from assay.indexing.vocabulary import Vocabulary
from tests.adapters.generators.test_entry_reader import drafted, evidence_of, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

PRICES = """# Prices

| Article | Signal | Price |
|---------|--------|-------|
| PT-10 | 4-20 mA | 164.00 € |
| PT-25 | 4-25 mA | 172.00 € |
"""


def test_a_price_is_no_other_number_of_the_row(tmp_path):
    entries = entries_of(tmp_path, "prices.md", PRICES)
    draft = drafted(reader(Seen("4-25 mA")), "What does the PT-25 cost?", entries)
    assert "172.00 €" in draft.text
    draft = drafted(reader(Seen("4-25 mA")), "What is the signal of the PT-25?", entries)
    assert draft.text == "4-25 mA"


def test_a_code_that_no_row_has_is_a_name_that_no_document_has(tmp_path):
    words = Vocabulary({"pt": 2, "25": 1, "30": 4, "cost": 3}, passages=10)
    told = replace(reader(Seen("172.00 €")), vocabulary=lambda: words)
    evidence = evidence_of(entries_of(tmp_path, "prices.md", PRICES))
    for code, unnamed in (("PT-25", False), ("PT-30", True)):
        question = f"What does the {code} cost?"
        candidates = told._candidates(question, evidence)
        assert told.signs(question, candidates).unnamed is unnamed


def test_two_rows_of_one_table_are_shown_beside_each_other(tmp_path):
    rows = "| contract Plus | 990 |\n| contract Premium | 2180 |\n| travel | 58 |\n"
    text = f"# Rates\n\n| Service | Rate |\n|---|---|\n{rows}\n# Premium\n\nIt is due each year.\n"
    told = reader(Seen("990"), Seen("is due"))
    entries = entries_of(tmp_path, "rates.md", text)
    draft = drafted(told, "difference between the contracts Plus and Premium", entries)
    assert draft.text == (
        "Plus: Service: contract Plus; Rate: 990\n\nPremium: Service: contract Premium; Rate: 2180"
    )
    for citation in draft.citations:
        assert draft.text[citation.answer_start : citation.answer_end] == citation.quote
