"""What stands around the text of PDF pages, and what is set apart in it."""

from __future__ import annotations

import pytest

from assay_documents.pdf.read_pdf import read_pdf
from assay_documents.places import BlockKind
from assay_documents.read_limits import ReadLimits
from tests.documents.samples import pdf

BODY = [
    "Goats are kept for milk in many countries of the world, and for meat in quite",
    "some of them. A herd of ten needs about two hectares of pasture, more in dry",
    "years, and a shelter that keeps out wind and rain through the cold months.",
]
TEXT = (BlockKind.PARAGRAPH, " ".join(BODY))


@pytest.fixture
def read(tmp_path):
    def one(pages, extra="", drawn=""):
        path = tmp_path / "a.pdf"
        path.write_bytes(pdf(pages, extra, drawn))
        (document,) = read_pdf(path, ReadLimits())
        return document

    return one


def lines(texts, top=700.0):
    return [(72.0, top - 12 * n, 10.0, text) for n, text in enumerate(texts)]


def shown(document):
    return [(block.kind, block.text) for block in document.blocks]


def bold(text, top):
    return f"BT /F2 10 Tf 1 0 0 1 72 {top} Tm ({text}) Tj ET\n"


def test_a_running_header_is_known_on_left_and_right_pages(read):
    own = [f"Page {word} says something else about the goats" for word in "abcdef"]
    pages = []
    for n in range(5):
        head = f"{n} THE FARM BOOK" if n % 2 else f"THE FARM BOOK {n}"
        pages.append([(72.0, 760.0, 10.0, head), *lines([own[n], *BODY])])
        pages[-1] += lines([own[n], f"and {own[n]}"], top=600.0)
    found = shown(read(pages))
    assert [text for kind, text in found if kind is BlockKind.FURNITURE] == ["THE FARM BOOK 0"]
    assert not any("FARM BOOK" in text for kind, text in found if kind is not BlockKind.FURNITURE)


def test_a_word_parted_at_the_end_of_a_page_does_not_join_its_number(read):
    first = [*BODY[:2], "years, and the keeper must come to an agree-"]
    second = ["ment with its owner before they go to the pasture in the first days of spring."]
    pages = [[*lines(first), (306.0, 40.0, 10.0, "12")]]
    pages += [[*lines([*second, *BODY]), (306.0, 40.0, 10.0, "13")]]
    text = read(pages).text
    assert "come to an agreement with its owner" in text
    assert "12" not in text and "13" not in text


def test_capitals_in_the_middle_above_text_are_a_heading(read):
    page = [(205.0, 720.0, 10.0, "KEEPING GOATS"), *lines(BODY)]
    page += [(215.0, 640.0, 10.0, "ARTICLE IV"), (232.0, 628.0, 10.0, "MILK")]
    document = read([page + lines(BODY, top=600.0)])
    titles = ("KEEPING GOATS", "ARTICLE IV MILK")
    heading = BlockKind.HEADING
    assert shown(document) == [(heading, titles[0]), TEXT, (heading, titles[1]), TEXT]
    assert [block.headings for block in document.blocks[1::2]] == [titles[:1], titles[1:]]


def test_capitals_above_lines_in_the_middle_are_a_name(read):
    page = [(215.0, 720.0, 10.0, "VICTOR GAY"), (150.0, 700.0, 10.0, "Department of the Keeping")]
    page += [(190.0, 688.0, 10.0, "of Goats, Oslo"), *lines(BODY, top=640.0)]
    assert BlockKind.HEADING not in {kind for kind, _ in shown(read([page]))}


def test_a_numbered_line_in_bold_above_one_of_the_next_level_is_a_heading(read):
    drawn = bold("1. Goats", 740) + bold("1.1. Milk", 720)
    document = read([lines(BODY)], drawn=drawn)
    assert shown(document)[:2] == [
        (BlockKind.HEADING, "1. Goats"),
        (BlockKind.HEADING, "1.1. Milk"),
    ]
    assert document.blocks[2].headings == ("1. Goats", "1.1. Milk")


def test_a_sum_in_bold_is_no_heading(read):
    drawn = bold("Balance of the year", 640) + bold("$8,032.91", 640).replace(" 72 ", " 300 ")
    page = [*lines(BODY), *lines(BODY, top=600.0)]
    assert BlockKind.HEADING not in {kind for kind, _ in shown(read([page], drawn=drawn))}


def test_a_bullet_is_no_cell_of_a_row(read):
    page = lines(BODY)
    for n, row in enumerate((("hay", "ropes", "5"), ("salt", "nails", "7"), ("oats", "wire", "9"))):
        top = 640.0 - 14 * n
        page += [(72.0, top, 10.0, "\u2022"), (110.0, top, 10.0, row[0])]
        page += [(300.0, top, 10.0, row[1]), (400.0, top, 10.0, row[2])]
    rows = [text for kind, text in shown(read([page])) if kind is BlockKind.ROW]
    assert rows == ["hay; ropes; 5", "salt; nails; 7", "oats; wire; 9"]


def test_the_signs_of_a_formula_stay_on_one_line(read):
    signs = ((200, 630, "x"), (207, 630, "="), (215, 637, "a"), (215, 623, "b"), (225, 630, "+ c"))
    page = lines(BODY) + [(left, top, 10.0, text) for left, top, text in signs]
    found = shown(read([page + lines(BODY, top=600.0)]))
    assert found == [TEXT, (BlockKind.PARAGRAPH, "x = a b + c"), TEXT]


def test_short_words_one_below_the_other_are_no_formula(read):
    page = lines(BODY) + [(72.0, 630.0 - 12 * n, 10.0, w) for n, w in enumerate(("Hay", "Oats"))]
    assert "Hay Oats" not in read([[*page, (72.0, 590.0, 10.0, "Salt")]]).text.replace("\n", "|")


def test_clauses_of_roman_numbers_and_twice_a_letter_are_items(read):
    clauses = ["(i) feed them;", "(ii) milk them;", "(iii) close the gate;", "(aa) go home."]
    blocks = read([lines(["The keeper shall do this each day:", *clauses])]).blocks
    assert [block.number for block in blocks[1:]] == ["(i)", "(ii)", "(iii)", "(aa)"]


@pytest.mark.parametrize(
    "title",
    ["budget.xlsx", "Microsoft Excel - budget", "PowerPoint Presentation", "Word Document",
     "Document1", "Slide 1", "C:\\docs\\a", "doi:10.1/a.b", "S0140673620"],
)  # fmt: skip
def test_what_a_program_calls_a_file_is_no_title(tmp_path, title):
    from pypdf import PdfReader, PdfWriter

    path = tmp_path / "goats.pdf"
    path.write_bytes(pdf([lines(BODY)]))
    writer = PdfWriter(PdfReader(path))
    writer.add_metadata({"/Title": title})
    writer.write(path)
    (document,) = read_pdf(path, ReadLimits())
    assert document.title == "goats"


def test_a_word_parted_in_a_cell_parts_no_row(read):
    rows = [("Country", "Market", "Code", "Delay"), ("Austria", "Vienna Exchange", "VI", "15")]
    rows += [("Argentina", "Buenos Aires Ex-", "BA", "30"), ("Belgium", "Brussels", "BR", "15")]
    page, top = lines(BODY), 640.0
    for row in rows:
        for left, cell in zip((72.0, 180.0, 330.0, 440.0), row, strict=True):
            page.append((left, top, 10.0, cell))
            if cell.endswith("-"):
                top -= 12
                page.append((left, top, 10.0, "change for all"))
                top += 12
        top -= 30 if row[0] == "Argentina" else 18
    found = [text for kind, text in shown(read([page])) if kind is BlockKind.ROW]
    assert (
        found[1] == "Country: Argentina; Market: Buenos Aires Exchange for all; Code: BA; Delay: 30"
    )


@pytest.mark.parametrize("marks", [("1.", "2."), ("•", "•")], ids=["numbers", "bullets"])
def test_marks_that_are_drawn_after_all_items_stand_before_their_own(read, marks):
    items = ["Close the gate.", "Feed the goats with hay."]
    page = [(90.0, 700.0 - 12 * n, 10.0, text) for n, text in enumerate(items)]
    page += [(76.0, 700.0 - 12 * n, 10.0, mark) for n, mark in enumerate(marks)]
    blocks = read([[*lines(BODY, top=760.0), *page]]).blocks[1:]
    assert [(each.kind, each.text) for each in blocks] == [(BlockKind.ITEM, t) for t in items]
    assert [each.number for each in blocks] == [mark.strip("•") for mark in marks]


@pytest.mark.parametrize("number", ["rev. C {}/2", "Page {} of 2 - call us at any hour"])
def test_a_line_with_the_number_of_the_page_is_no_text(read, number):
    pages = [
        [*lines([*BODY, f"This is the text numbered {n}."]), (72.0, 30.0, 8.0, number.format(n))]
        for n in (1, 2)
    ]
    found = shown(read(pages))
    assert [text for kind, text in found if kind is BlockKind.FURNITURE] == [number.format(1)]


def test_lines_of_which_each_says_what_it_is_stay_apart(read):
    said = ["Number: 2291", "Date: 14 March", "Due date: 13 April", "Your order: PO-7731"]
    assert [block.text for block in read([lines(said)]).blocks] == said


def test_headings_of_a_short_page_are_headings_where_each_leads_to_text(read):
    page = [(72.0, 740.0, 22.0, "Ferries"), (72.0, 715.0, 10.0, "From October on.")]
    for n, name in enumerate(("Weekdays", "Sundays", "Fares")):
        page += [(72.0, 680.0 - 60 * n, 16.0, name), (72.0, 660.0 - 60 * n, 10.0, "At six.")]
    blocks = read([page]).blocks
    assert [b.text for b in blocks if b.kind is BlockKind.HEADING] == [
        "Ferries", "Weekdays", "Sundays", "Fares",
    ]  # fmt: skip
    assert blocks[-1].headings == ("Ferries", "Fares")
