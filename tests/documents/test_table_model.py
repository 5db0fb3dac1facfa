"""Tables of all formats: what their columns, their parts and they themselves are called."""

from __future__ import annotations

import pytest

from assay_documents import BlockKind, Place, cut_document, read
from assay_documents.tables.column_names import column_names
from assay_documents.tables.facts import TableRow, write_table
from tests.documents.office_samples import docx_parts, word_paragraph, word_table, zipped

BARS = "| Year | Boys | Girls |\n|---|---|---|\n| 2020 | 4 | 5 |\n| 2021 | 6 | 7 |\n"


@pytest.fixture
def blocks_of(tmp_path):
    def one(name, data):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return read(path).blocks

    return one


def rows(blocks):
    return [(each.headings, each.text) for each in blocks if each.kind is BlockKind.ROW]


def row(*texts, spans=None):
    cells = {column: text for column, text in enumerate(texts) if text}
    return TableRow(cells, Place(), spans or {})


def written(table, heads=1):
    return [text for text, _ in write_table(table, heads)]


def test_a_title_inside_a_table_is_said_in_each_row_below_it():
    table = [
        row("", "2022", "2023"),
        row("Income"),
        row("Fees", "5", "6"),
        row("Costs"),
        row("Rent", "7", "8"),
    ]
    assert written(table) == [
        "Income",
        "Income: Fees; 2022: 5; 2023: 6",
        "Costs",
        "Costs: Rent; 2022: 7; 2023: 8",
    ]


def test_a_value_over_several_columns_is_said_with_their_names():
    table = [
        row("Day", "Morning", "Afternoon", "Evening"),
        row("Friday", "closed", "", "18-20", spans={1: 2}),
        row("Sunday", "closed", spans={1: 3}),
        row("Week", "", "", "2", spans={0: 3}),
    ]
    assert written(table) == [
        "Day: Friday; Morning and Afternoon: closed; Evening: 18-20",
        "Day: Sunday; Morning and Afternoon and Evening: closed",
        "Day: Week; Evening: 2",
    ]


def test_a_value_over_many_columns_or_such_with_doubtful_names_has_the_first():
    table = [row("a", *"bcdefg"), row("x", "all", spans={1: 6})]
    assert written(table)[-1] == "a: x; b: all"
    table = [row("a", "Item count", "count"), row("x", "all", spans={1: 2})]
    assert written(table)[-1] == "a: x; Item count: all"


def test_a_row_whose_other_cells_are_empty_is_no_title():
    table = [
        row("", "2022", "2023"),
        row("Norway", "5", "6"),
        row("Sweden"),
        row("Iceland", "7", "8"),
    ]
    assert written(table)[-1] == "Iceland; 2022: 7; 2023: 8"


def test_a_title_at_the_end_has_no_rows():
    table = [row("", "2022"), row("Fees"), row("Rent", "7"), row("Source: the treasurer")]
    assert written(table)[-1] == "Source: the treasurer"
    assert "Rent; 2022: 7" in written(table)


def test_the_first_of_two_names_of_a_row_holds_for_the_rows_below_it():
    table = [row("Region", "Town", "Dogs"), row("North", "Alby", "5"), row("", "Berg", "6")]
    assert written(table)[-1] == "Region: North; Town: Berg; Dogs: 6"


def test_an_empty_first_cell_before_a_number_is_not_filled():
    table = [row("Year", "Cats", "Dogs"), row("2020", "4", "5"), row("", "6", "7")]
    assert written(table)[-1] == "Cats: 6; Dogs: 7"


def test_a_caption_and_a_unit_stand_above_every_row(blocks_of):
    page = f"# Pupils\n\nWords about schools.\n\nTable 1. Pupils\n\nin thousands\n\n{BARS}"
    above = ("Table 1. Pupils", "in thousands")
    assert rows(blocks_of("a.md", page)) == [
        (above, "Year: 2020; Boys: 4; Girls: 5"),
        (above, "Year: 2021; Boys: 6; Girls: 7"),
    ]


def test_a_sentence_above_a_table_is_no_caption(blocks_of):
    blocks = blocks_of("a.md", f"# Pupils\n\nThese are the pupils of all schools.\n\n{BARS}")
    assert rows(blocks)[0][0] == ()
    assert "These are the pupils of all schools." in [
        each.text for each in blocks if each.kind is BlockKind.PARAGRAPH
    ]


def test_what_announces_a_table_is_said_in_all_passages_of_a_long_one(tmp_path):
    line = "Deaths of women aged 70 to 84:"
    numbers = "".join(f"| {year} | {year * 7} | {year * 9} |\n" for year in range(1900, 1960))
    path = tmp_path / "a.md"
    path.write_text(f"# Deaths\n\n{line}\n\n{BARS}{numbers}")
    cuts = cut_document(read(path))
    assert len(cuts) > 2
    assert all(line in cut.headings for cut in cuts)


def test_text_after_a_table_does_not_stand_under_its_caption(blocks_of):
    body = (
        word_paragraph("Table 1. Goats")
        + word_table((("Year", "Goats"), ("2020", "4"), ("2021", "6")))
        + word_paragraph("The goats went home after that.")
    )
    blocks = blocks_of("a.docx", zipped(docx_parts(body)))
    assert rows(blocks)[0] == (("Table 1. Goats",), "Year: 2020; Goats: 4")
    assert blocks[-1].headings == ()


GOATS = word_table((("Year", "Goats"), ("2020", "4"), ("2021", "6")))
HENS = word_table((("Year", "Hens"), ("2020", "8"), ("2021", "9")))
WORDS = word_paragraph("The animals went home after that.")


def captions(blocks_of, *parts):
    texts = [each if each.startswith("<") else word_paragraph(each) for each in parts]
    return [above for above, _ in rows(blocks_of("a.docx", zipped(docx_parts("".join(texts)))))]


def test_captions_below_the_tables_of_a_document_belong_to_the_table_above_them(blocks_of):
    table = (WORDS, GOATS, "Table 1. Goats by year", HENS, "Table 2. Hens by year", WORDS)
    goats, hens = ("Table 1. Goats by year",), ("Table 2. Hens by year",)
    assert captions(blocks_of, *table) == [goats, goats, hens, hens]


def test_captions_above_the_tables_stay_with_the_table_below_them(blocks_of):
    table = (WORDS, "Table 1. Goats by year", GOATS, "Table 2. Hens by year", HENS, WORDS)
    goats, hens = ("Table 1. Goats by year",), ("Table 2. Hens by year",)
    assert captions(blocks_of, *table) == [goats, goats, hens, hens]


def test_a_sentence_about_a_table_below_it_is_no_caption(blocks_of):
    assert captions(blocks_of, WORDS, GOATS, "Table 1 shows the goats.", HENS)[:2] == [(), ()]


@pytest.mark.parametrize("name", ["a.csv", "a.html", "a.md"])
def test_years_above_numbers_name_their_columns(blocks_of, name):
    table = [("Account", "2021", "2022"), ("Fees", "120", "7"), ("Rent", "90", "1,411")]
    pages = {
        "a.csv": "\n".join(";".join(line) for line in table),
        "a.md": "\n".join(
            f"| {' | '.join(line)} |" for line in [table[0], ("---",) * 3, *table[1:]]
        ),
        "a.html": "<table>"
        + "".join(f"<tr><td>{'</td><td>'.join(line)}</td></tr>" for line in table)
        + "</table>",
    }
    assert [text for _, text in rows(blocks_of(name, pages[name]))] == [
        "Account: Fees; 2021: 120; 2022: 7",
        "Account: Rent; 2021: 90; 2022: 1,411",
    ]


def test_a_title_that_is_said_often_costs_no_more_than_the_budget():
    table = [row("", "n"), row("t" * 70, spans={0: 2}), *(row(f"r{at}", "1") for at in range(2000))]
    facts = write_table(table, 1, budget=1000)
    assert sum(len(text) for text, _ in facts) < 2000 * 8 + 2000


def test_a_cell_that_says_that_it_is_blank_says_nothing(blocks_of):
    blank = "blank cell"
    names, ana, bo = ("Name", "Town", "Year"), ("Ana", blank, "2"), ("Bo", "Oslo", "3")
    table = (names, ana, (blank, "Blank cell", blank), bo)
    found = rows(blocks_of("a.docx", zipped(docx_parts(word_table(table)))))
    assert [text for _, text in found] == ["Name: Ana; Year: 2", "Name: Bo; Town: Oslo; Year: 3"]


def test_numbers_in_brackets_that_count_the_columns_are_their_names():
    text = [{1: "(1)", 2: "(2)"}, {0: "Women", 1: "0.06", 2: "0.03"}, {0: "Men", 1: "0.1", 2: "4"}]
    assert column_names(text) == (1, {1: "(1)", 2: "(2)"})
    assert column_names([{1: "(1)", 2: "(7)"}, *text[1:]]) == (0, {})


def test_whole_numbers_below_one_name_over_several_columns_are_names(blocks_of):
    above = "<tr><td></td><td colspan=2>Married by age</td></tr><tr><td></td><td>22</td>"
    page = f"<table>{above}<td>32</td></tr>" + "".join(
        f"<tr><td>{born}</td><td>{first}</td><td>{second}</td></tr>"
        for born, first, second in (("forties", 69, 90), ("fifties", 57, 85), ("sixties", 41, 79))
    )
    assert rows(blocks_of("a.html", f"{page}</table>"))[0][1] == (
        "forties; Married by age 22: 69; Married by age 32: 90"
    )
    table = [{1: "Rents"}, {1: "22", 2: "32"}, {1: "23", 2: "33"}, {1: "24", 2: "35"}]
    assert column_names(table, [{1: 2}, {}, {}, {}], True)[0] == 1  # no row has a name


def test_whole_numbers_below_a_wide_name_are_names_beside_a_tall_one():
    spans = [{1: 2}, {}, {}, {}]
    table = [{0: "Pier", 1: "Boat"}, {0: "Pier", 1: "101", 2: "103"}]
    table += [{0: "Quay", 1: "06:40", 2: "08:10"}, {0: "Isle", 1: "07:25", 2: "08:50"}]
    assert column_names(table, spans, True) == (2, {0: "Pier", 1: "Boat 101", 2: "Boat 103"})


def test_a_word_below_numbers_at_the_end_names_its_row():
    table = [
        row("Item", "VAT", "Amount"),
        row("Oak", "20 %", "824.00"),
        row("Ash", "20 %", "548.00"),
        row("", "Total due", "1,372.00"),
    ]
    assert written(table)[-1] == "Total due; Amount: 1,372.00"


def test_of_two_lines_above_a_table_the_upper_is_no_caption_if_it_says_what_it_is(blocks_of):
    blocks = blocks_of("a.md", f"# Bill\n\nWords.\n\nYour order: 7731\n\nFor Anna Vos\n\n{BARS}")
    assert rows(blocks)[0][0] == ("For Anna Vos",)
