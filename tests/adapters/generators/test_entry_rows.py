"""Answers from the rows of a table: one of them, two beside each other, or none."""

from __future__ import annotations

from dataclasses import replace

from assay.adapters.generators.signs import strangers
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
        assert strangers(question, candidates, words) == ([code] if unnamed else [])


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


def test_a_number_between_the_names_of_columns_names_one(tmp_path):
    rows = "| Oslo | 4.90 EUR | 7.50 EUR |\n| Turku | 9.90 EUR | 14.50 EUR |\n"
    text = f"# Parcels\n\n| Zone | up to 5 kg | up to 10 kg |\n|---|---|---|\n{rows}"
    words = Vocabulary({"parcels": 2, "turku": 1, "oslo": 1, "kg": 1}, passages=10)
    told = replace(reader(Seen("Zone: Turku", lead=-9.0)), vocabulary=lambda: words)
    entries = entries_of(tmp_path, "parcels.md", text)
    assert drafted(told, "What do 7 kg to Turku cost?", entries).text == "14.50 EUR"
    assert "9.90" in drafted(told, "What do 70 kg to Turku cost?", entries).text


def test_of_values_with_conditions_the_one_that_is_asked_for(tmp_path):
    text = "# Status\n\nThe status is 0 if a lamp burns, 1 if no lamp burns.\n"
    entries = entries_of(tmp_path, "status.md", text)
    told = reader(Seen("0"))
    assert drafted(told, "What is the status if no lamp burns?", entries).text == "1"
    assert drafted(told, "What is the status if a lamp burns?", entries).text == "0"


def test_a_cell_is_named_by_its_row_and_its_column(tmp_path):
    rows = ["course,teacher,day,fee (EUR)"]
    rows += ["Sewing for adults,Ray,Monday,40", "Sewing for children,Ray,Friday,50"]
    rows += ["Pottery,Kim,Friday,9"]
    table = entries_of(tmp_path, "c.csv", "\n".join(rows))
    told = reader(Seen("Ray", -2.0))
    assert drafted(told, "Which sewing course is on Friday?", table).text == "Sewing for children"
    assert drafted(told, "On which day is pottery?", table).text == "Friday"
    assert drafted(told, "What does pottery cost?", table).text == "9"


def test_the_time_of_the_day_that_is_asked_about_is_given(tmp_path):
    page = "# Shop\n\nIt is open from Monday to Thursday until 17:30, on Friday until 16:00.\n"
    told = reader(Seen("17:30"))
    shop = entries_of(tmp_path, "shop.md", page)
    assert drafted(told, "Until when is it open on Tuesdays?", shop).text == "17:30"
    assert "17:30" not in drafted(told, "Until when is it open on Fridays?", shop).text


def test_the_last_part_of_a_dotted_name_is_known_where_the_whole_stands(tmp_path):
    words = Vocabulary({"canvasdrawgrid": 1}, passages=10)
    told = replace(reader(Seen("lines of the grid")), vocabulary=lambda: words)
    text = "# canvas.drawGrid\n\nWhether the lines of the grid are drawn.\n"
    evidence = evidence_of(entries_of(tmp_path, "canvas.md", text))
    for name, unnamed in (("drawGrid", False), ("drawGridline", True)):
        question = f"canvas.{name}"
        candidates = told._candidates(question, evidence)
        assert strangers(question, candidates, words) == ([name] if unnamed else [])
