"""Which column a question means by its words."""

from __future__ import annotations

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


def test_a_unit_in_words_is_no_part_of_the_name_of_a_column():
    (table,) = tables_of([passage(*LAKES)])
    asked = column_question("What is the average iron?")
    found = meant(asked, table)
    assert found is not None
    assert computed(asked.operation, found).text.startswith("26 ")


def test_a_superlative_that_names_no_column_takes_none():
    (table,) = tables_of([passage(*LAKES)])
    assert meant(column_question("Which lake is the deepest?"), table) is None
