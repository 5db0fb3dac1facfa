"""A PDF without a title in its metadata is named by what is printed largest on its first page."""

from __future__ import annotations

import pytest

from assay_documents.pdf.read_pdf import read_pdf
from assay_documents.read_limits import ReadLimits
from assay_documents.title import given_title
from tests.documents.samples import pdf
from tests.documents.test_pdf import BODY, lines

TITLE = ["Keeping Goats in the Hills:", "A Study of Ten Herds"]


def title_of(tmp_path, *pages, name="anna_keller.pdf"):
    path = tmp_path / name
    path.write_bytes(pdf(list(pages)))
    (document,) = read_pdf(path, ReadLimits())
    return document.title


def page(*above):
    return [*above, *lines(BODY, top=600.0), *lines(BODY, top=500.0)]


def large(texts, size=18.0, top=740.0):
    return lines(texts, top=top, size=size, step=20.0)


def test_the_largest_lines_of_the_first_page_are_the_title(tmp_path):
    assert title_of(tmp_path, page(*large(TITLE)), page()) == " ".join(TITLE)


def test_a_year_that_only_the_name_of_the_file_tells_is_kept(tmp_path):
    named = title_of(tmp_path, page(*large(["Treasurer of the Club"])), name="report-2019.pdf")
    assert named == "Treasurer of the Club (2019)"


@pytest.mark.parametrize(
    "pages",
    [
        [page()],
        [page(*large(["7"]))],
        [page(*large(["Contents"])), page()],
        [page(*large(["Feeding the herd"])), page(*large(["Milking the herd"]))],
    ],
)
def test_text_a_number_and_headings_of_sections_are_no_title(tmp_path, pages):
    assert title_of(tmp_path, *pages) == "anna keller"


@pytest.mark.parametrize("section", ["1 Introduction", "1. Herds", "I. HERDS"])
def test_the_first_section_is_no_line_of_the_title(tmp_path, section):
    assert title_of(tmp_path, page(*large([*TITLE, section]))) == " ".join(TITLE)


@pytest.mark.parametrize("named", ["(anonymous)", "untitled", "(unspecified)", "Unnamed"])
def test_what_programs_write_where_there_is_no_title_is_none(named):
    assert given_title(named) == ""


def test_a_large_initial_is_passed_over(tmp_path):
    above = [*large(["T"], size=40.0), *large(TITLE[:1], top=690.0)]
    assert title_of(tmp_path, page(*above)) == TITLE[0]
