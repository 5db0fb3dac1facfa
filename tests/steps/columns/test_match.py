"""Which column a question means by its words, and by what its superlative measures."""

from __future__ import annotations

import pytest

from assay.steps.columns.compute import computed
from assay.steps.columns.match import meant
from assay.steps.columns.question import column_question
from assay.steps.columns.table import tables_of
from tests.steps.columns.test_table import passage

LAKES = (
    "number of the lake (id): L-1; depth in metres (dpth): 42; iron in mg per litre (fe): 18",
    "number of the lake (id): L-2; depth in metres (dpth): 120; iron in mg per litre (fe): 9",
    "number of the lake (id): L-3; depth in metres (dpth): 77; iron in mg per litre (fe): 51",
)
SHIPS = tuple(
    f"Ship: {name}; Length: {length}; Crossing: {minutes}"
    for name, length, minutes in (("Ada", 90, 12), ("Bea", 70, 30), ("Eva", 80, 20))
)


@pytest.mark.parametrize(
    ("rows", "question", "answer"),
    [
        (LAKES, "Which lake is the deepest?", "L-2: 120"),
        (LAKES, "Which lake is the shallowest?", "L-1: 42"),
        (LAKES, "What is the average iron?", "26 "),
        (SHIPS, "Which ship is the longest?", "Ada: 90"),
        (SHIPS, "Which ship has the longest crossing?", "Bea: 30"),
    ],
)
def test_a_column_is_named_by_its_words_or_by_what_is_measured(rows, question, answer):
    (table,) = tables_of([passage(*rows)])
    asked = column_question(question)
    found = meant(asked, table)
    assert found is not None
    assert computed(asked.operation, found).text.startswith(answer)


def test_a_superlative_of_nothing_that_the_table_measures_is_refused():
    (table,) = tables_of([passage(*LAKES)])
    assert meant(column_question("Which lake is the warmest?"), table) is None
