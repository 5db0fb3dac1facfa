from __future__ import annotations

import pytest

from assay_documents.kinds import Kind
from assay_documents.markup import markup_of
from assay_documents.read_limits import ReadLimits
from assay_documents.readers import kind_of

RST = "Lamps\n=====\n\n.. note::\n\n   They are hot. See :ref:`oil`.\n"
ASCIIDOC = "lamp(1)\n=======\n\n[verse]\n'lamp' [--dim]\n\n--dim::\n  Burn low.\n+\nIt saves oil.\n"
DIFF = "--- a\n+++ b\n@@ -1 +1,3 @@\n context\n+\n+added\n-gone\n+\n context\n"
LOG = "=== first question\nanswer\n=== second question\nanswer\n"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (RST, Kind.RST),
        ("Set it like this::\n\n    lamp = on\n\nSee :hg:`help lamps`.\n", Kind.RST),
        (ASCIIDOC, Kind.ASCIIDOC),
        ("= Lamps\n\n== Oil\n\nText.\n", Kind.ASCIIDOC),
        ("== Oil ==\n\nText of a wiki.\n\n== Wick ==\n\nMore.\n", Kind.PLAIN),
        ("Like this::\n\n  lamp\n\nand ``code``, and ``more``.\n", Kind.PLAIN),
        ("LAMP(1)    Lamps    LAMP(1)\n\nNAME\n   lamp - light\n", Kind.PLAIN),
        (DIFF, Kind.PLAIN),
        (LOG, Kind.PLAIN),
        ("", Kind.PLAIN),
    ],
)
def test_a_text_is_known_by_signs_of_its_markup(text, kind):
    assert markup_of(text) is kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("lamps.txt", Kind.RST),
        ("README", Kind.RST),
        ("lamps.md", Kind.MARKDOWN),
        ("lamps.conf", Kind.SETTINGS),
        ("lamps.adoc", Kind.ASCIIDOC),
        ("lamps.adoc.txt", Kind.ASCIIDOC),
    ],
)
def test_only_a_name_that_says_text_is_looked_into(name, kind, tmp_path):
    path = tmp_path / name
    path.write_text(RST)
    assert kind_of(path, ReadLimits()) is kind
