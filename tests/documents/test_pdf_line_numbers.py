"""Numbers of lines at the margin of PDF pages are no text, and numbers in the text are."""

from __future__ import annotations

import pytest

from assay_documents.pdf.read_pdf import read_pdf
from assay_documents.read_limits import ReadLimits
from tests.documents.samples import pdf

BODY = [
    "The keeper of a herd shall give notice of each sale to the office of the county",
    "within ten days, and shall keep a copy of the notice for at least seven years in a",
    "place that is open to the public. Whoever wishes to see a notice shall ask for it in",
    "writing, and the keeper may ask a fee that covers the cost of copying but no more",
    "than two dollars for each page. Where a notice holds the name of a child, the name",
    "is covered before a copy is made. A keeper who does not give notice shall pay a fine",
    "of not more than five hundred dollars for each animal that was sold. The office may",
    "waive the fine where the keeper shows that the notice was sent and lost on its way.",
]
TEXT = " ".join(BODY)


@pytest.fixture
def text_of(tmp_path):
    def one(*pages):
        path = tmp_path / "a.pdf"
        path.write_bytes(pdf(list(pages)))
        (document,) = read_pdf(path, ReadLimits())
        return "\n".join(block.text for block in document.blocks)

    return one


def body(texts=BODY, left=90.0):
    return [(left, 720.0 - 20 * n, 10.0, text) for n, text in enumerate(texts)]


def numbers(first=1, step=1, left=50.0, count=8):
    counted = [(n, first + n) for n in range(count) if (first + n) % step == 0]
    return [(left, 720.0 - 20 * n, 8.0, str(number)) for n, number in counted]


def by_lines(*columns):
    marks = sorted((mark for column in columns for mark in column), key=lambda m: (-m[1], m[0]))
    return list(marks)


@pytest.mark.parametrize(
    "page",
    [
        by_lines(numbers(), body()),
        numbers() + body(),
        body() + numbers(),
        by_lines(numbers(first=97), body()),
        body() + numbers(first=8, step=5),
        body() + numbers(left=570.0),
        by_lines(body(), numbers(left=570.0)),
    ],
    ids=["beside", "before", "after", "three digits", "every fifth", "right", "right, beside"],
)
def test_numbers_of_lines_are_no_text(text_of, page):
    assert text_of(page) == TEXT


def test_a_word_parted_before_the_number_of_the_next_line_is_whole(text_of):
    texts = [*BODY]
    texts[0], texts[1] = f"{BODY[0][:-2]}-", f"ty {BODY[1]}"  # "coun-", "ty"
    texts[4], texts[5] = f"{BODY[4][:-2]}-", f"me {BODY[5]}"  # "na-", "me"
    assert text_of(by_lines(numbers(), body(texts))) == TEXT
    assert text_of(body(texts) + numbers()) == TEXT


def test_lines_that_only_begin_with_numbers_keep_them(text_of):
    counted = [f"{n} {text}" for n, text in zip((7, 12, 30, 2, 44, 5, 81, 9), BODY, strict=True)]
    found = text_of(body(counted))
    assert all(text in found for text in ("7 The keeper", "12 within", "81 of not"))


@pytest.mark.parametrize(
    "cells",
    [
        ["Borrow", "Return late", "Lose a book", "Copy a page", "Renew", "Reserve", "Visit"],
        ["goat", "sheep", "cow", "hen", "duck", "a dog that guards the herd", "cat"],
    ],
)
def test_the_first_column_of_a_table_stays(text_of, cells):
    found = text_of(by_lines(numbers(count=len(cells)), body(cells)))
    assert all(str(n) in found for n in range(1, len(cells) + 1))


def test_a_numbered_list_keeps_its_numbers(text_of):
    items = [
        f"Give notice of the {word} sale to the office of the county in time" for word in "abcdef"
    ]
    found = text_of(by_lines(numbers(count=len(items)), body(items)))
    assert all(str(n) in found for n in range(1, len(items) + 1))


def test_a_listing_keeps_what_stands_before_its_lines(text_of):
    code = ["int main(void) {", "for (;;) {", "read();", "write();", "}", "return 0;", "}"]
    assert "3" in text_of(by_lines(numbers(count=len(code)), body(code)))
