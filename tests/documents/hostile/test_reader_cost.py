"""Twice the file costs a reader about twice the steps, whatever the file is made of.

A step is a call of a function, of Python or of C: other than a time, their number is the same in
every run. The cutting into passages is counted with the reading.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from cProfile import Profile
from math import isqrt
from pathlib import Path

import pytest

from assay_documents.errors import UnreadableError
from assay_documents.passages.cut import cut_document
from assay_documents.readers import read_documents
from tests.documents.office_samples import W, docx_parts, zipped

MOST = 2.5  # quadratic would be 4


def repeated(unit: str, end: str = "") -> Callable[[int], bytes]:
    return lambda count: (unit * count + end).encode()


def notebook(kind: str, source: str) -> Callable[[int], bytes]:
    cell = {"cell_type": kind, "source": source, "outputs": [{"text": "printed"}]}
    return lambda count: json.dumps({"cells": [cell] * count}).encode()


def long_cell(count: int) -> bytes:
    cell = {"cell_type": "markdown", "source": "a\n\n" * count + "# Head\n\n" + "a\n\n" * count}
    return json.dumps({"cells": [cell]}).encode()


def parts(count: int) -> bytes:
    start = b"From: a\nContent-Type: multipart/mixed; boundary=x\n\n"
    return start + (b"--x\n\n" + b"a\n\n" * 5) * count + b"--x--"


def wide_row(count: int) -> bytes:
    return json.dumps({f"key {at}": "value" for at in range(count)}).encode()


def word_notes(body: str, references: int) -> Callable[[int], bytes]:
    """A Word file whose every note refers to the next one so many times."""

    def made(count: int) -> bytes:
        notes = "".join(
            f'<w:footnote w:id="{at}">{noted(at + 1) * references}</w:footnote>'
            for at in range(count)
        )
        parts = docx_parts(body.format(noted(0) * references))
        return zipped(parts | {"word/footnotes.xml": f"<w:footnotes {W}>{notes}</w:footnotes>"})

    return made


def noted(note: int) -> str:
    run = f'<w:r><w:t>a</w:t></w:r><w:r><w:footnoteReference w:id="{note}"/></w:r>'
    return f"<w:p>{run}</w:p>"


def word_boxes(count: int) -> bytes:
    """A Word file with a cell of text boxes in text boxes."""
    start, end = "<w:p><w:r><w:t>a</w:t><w:txbxContent>", "</w:txbxContent></w:r></w:p>"
    return zipped(docx_parts(CELLS.format(start * count + "<w:p/>" + end * count)))


CELLS = "<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc>{}</w:tc></w:tr></w:tbl>"

# The name of the file, what is in it, and how many times at first: more often than what readers
# look at together, such as a passage or a nesting.
SHAPES: dict[str, tuple[str, Callable[[int], bytes], int]] = {
    **{
        f"Markdown {unit}": ("a.md", repeated(unit), 100)
        for unit in (
            *("[", "![", "]", "![[", "[a](", "![a](", "[a](b) ", "![a](b) ", "^[", "[^a] "),
            *(
                "*a ",
                "**a ",
                "_a ",
                "~~a ",
                "{a}`",
                "<a ",
                "{{ ",
                "> ",
                "- ",
                "[a]: b\n",
            ),
        )
    },
    "Markdown asides": ("a.md", repeated("::: a\n"), 300),
    "Markdown in brackets": ("a.md", lambda n: b"[" * n + b"](u)" * n, 100),
    "Markdown in images": ("a.md", lambda n: b"![" * n + b"](u)" * n, 100),
    "Markdown ticks": (
        "a.md",
        lambda n: b" ".join(b"`" * each for each in range(1, isqrt(n))),
        3000,
    ),
    "notes of notes": ("a.docx", word_notes("{}", 2), 6),
    "notes of notes in a cell": ("a.docx", word_notes(CELLS, 2), 6),
    "a long row of notes": ("a.docx", word_notes("{}", 1), 800),
    "boxes in boxes": ("a.docx", word_boxes, 8),
    "stars": ("a.rst", repeated("*a "), 300),
    "ticks": ("a.rst", repeated("`a "), 300),
    "bars": ("a.rst", repeated("|a "), 300),
    "line ends": ("a.txt", repeated("\n", "a"), 3000),
    "words": ("a.txt", repeated("word "), 5000),
    "lines of words": ("a.txt", repeated("word " * 12 + "\n"), 400),
    "a word in a line": ("a.txt", repeated("word\n"), 1000),
    "one long word": ("a.txt", repeated("x"), 50_000),
    "cells of code": ("a.ipynb", notebook("code", "a = 1"), 200),
    "cells of text": ("a.ipynb", notebook("markdown", "Some text."), 100),
    "cells with headings": ("a.ipynb", notebook("markdown", "# Head\n\ntext"), 100),
    "a long cell": ("a.ipynb", long_cell, 200),
    "parts of a mail": ("a.eml", parts, 300),
    "a wide object": ("a.json", wide_row, 500),
    "a long list": ("a.json", lambda n: json.dumps(["word"] * n).encode(), 500),
    "wide rows": ("a.jsonl", lambda n: wide_row(n) + b"\n" + wide_row(n), 300),
    "wide columns": ("a.csv", lambda n: b"a," * n + b"\n" + b"b," * n, 300),
}


def steps(path: Path) -> int:
    """How many functions are called until the file is cut into passages."""
    profile = Profile(builtins=True, subcalls=False)
    # A file of marks alone holds no text, which is known at the end.
    with profile, suppress(UnreadableError):
        for document in read_documents(path):
            cut_document(document)
    return sum(each.callcount for each in profile.getstats())


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_twice_the_file_costs_about_twice_the_steps(shape, tmp_path):
    name, made, size = shape
    path = tmp_path / name
    path.write_bytes(made(2))
    steps(path)  # what is loaded or compiled once is not counted
    path.write_bytes(made(size))
    once = steps(path)
    path.write_bytes(made(2 * size))
    assert steps(path) <= MOST * once


@pytest.mark.parametrize("header", ["To", "Subject", "Content-Type"])
@pytest.mark.parametrize("word", ["a ", "=?utf-8?q?a?= ", "a <a@b.c>, "])
def test_a_header_beyond_its_limit_costs_no_more(header, word, tmp_path):
    """The parser of Python copies what is left of a header for each of its words."""
    path = tmp_path / "a.eml"
    costs = []
    for size in (100, 10_000, 40_000):
        value = word * (size // len(word))
        path.write_text(f"From: a@b.c\n{header}: {value}\n\nGood morning.\n")
        costs.append(steps(path))
    assert costs[2] < 1.1 * costs[1]
