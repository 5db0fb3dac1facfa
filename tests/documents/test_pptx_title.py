"""Slides without a title of their own are named by their first slide."""

from __future__ import annotations

import pytest

from assay_documents.office.pptx import read_pptx
from assay_documents.read_limits import ReadLimits
from tests.documents.office_samples import pptx_parts, zipped
from tests.documents.sample_words import TITLE

CORE = '<c xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>{}</d:title></c>'


@pytest.mark.parametrize(
    ("given", "title"),
    [("", TITLE), ("PowerPoint Presentation", TITLE), ("Goats for all", "Goats for all")],
)
def test_the_first_slide_names_slides_that_a_program_named(tmp_path, given, title):
    path = tmp_path / "a.pptx"
    path.write_bytes(zipped({**pptx_parts(), "docProps/core.xml": CORE.format(given)}))
    (document,) = read_pptx(path, ReadLimits())
    assert document.title == title
