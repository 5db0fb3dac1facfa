"""Notebooks: texts, code and outputs, each with the number of its cell."""

from __future__ import annotations

import json

import pytest

from assay_documents.errors import UnreadableError
from assay_documents.places import BlockKind
from assay_documents.readers import read_documents


def test_cells_stand_under_the_headings_above_them(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": ["# Goats\n", "\n", "They eat hay.\n", "## Milk\n"]},
        {"cell_type": "code", "source": "litres = 3.8\nlitres", "outputs": [
            {"output_type": "stream", "text": ["counting\n", "goats"]},
            {"output_type": "execute_result", "data": {"text/plain": "3.8", "text/html": "<b>3.8"}},
            {"output_type": "display_data", "data": {"image/png": "iVBOR"}},
        ]},
        {"cell_type": "markdown", "source": "So much a day."},
        {"cell_type": "raw", "source": "raw words"},
    ]  # fmt: skip
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}))
    (document,) = read_documents(path)
    assert document.title == "Goats"
    found = [
        (block.kind, block.text, block.place.cell, block.headings) for block in document.blocks
    ]
    below = ("Goats", "Milk")
    assert found[0][:3] == (BlockKind.HEADING, "Goats", "1")
    assert [each[:3] for each in found[3:]] == [
        (BlockKind.CODE, "litres = 3.8\nlitres", "2"),
        (BlockKind.CODE, "counting\ngoats", "2"),
        (BlockKind.CODE, "3.8", "2"),
        (BlockKind.PARAGRAPH, "So much a day.", "3"),
        (BlockKind.PARAGRAPH, "raw words", "4"),
    ]
    assert all(each[3][-1] == below[-1] for each in found[3:])


def test_what_is_no_notebook_has_a_reason(tmp_path):
    for text in ("{}", "[]", '{"cells": 3}', '{"worksheets": [{"cells": []}]}', "3"):
        (tmp_path / "a.ipynb").write_text(text)
        with pytest.raises(UnreadableError, match="not a notebook"):
            list(read_documents(tmp_path / "a.ipynb"))
