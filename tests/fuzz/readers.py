"""Files of every format, bent, for the readers; and bodies, bent, for our own server."""

from __future__ import annotations

import json
import random
import re
import tempfile
from functools import cache
from pathlib import Path

from assay_bench.tables.measure import Layout, layouts
from assay_documents.errors import UnreadableError
from assay_documents.model import Document
from assay_documents.read_limits import MIB, ReadLimits
from assay_documents.sandbox.pool import ReaderPool
from tests.documents.asciidoc.test_read_asciidoc import MANUAL as ASCIIDOC
from tests.documents.hostile.changes import changed
from tests.documents.reading import check_cuts
from tests.documents.samples import pdf, samples
from tests.documents.test_pdf_forms import box, form, text
from tests.documents.test_pdf_garbled import BUILT, GLYPH_NAMES, GLYPH_NUMBERS, one_page, shifted
from tests.documents.texts.test_code import PYTHON
from tests.documents.texts.test_info import MANUAL
from tests.documents.texts.test_man import MAN, MDOC
from tests.documents.texts.test_settings import SAMPLE
from tests.documents.xml_manual.test_dita import TASK
from tests.documents.xml_manual.test_docbook import BOOK
from tests.documents.xml_manual.test_mallard import PAGE
from tests.fuzz.mutations import bent
from tests.server.live import Live, fake_engines, live, options

LIMITS = ReadLimits(seconds=20, memory_bytes=512 * MIB, document_bytes=16 * MIB)
CELLS = [
    {"cell_type": "markdown", "source": ["# Goats\n", "They eat hay.\n"]},
    {"cell_type": "code", "source": "1", "outputs": [{"output_type": "stream", "text": ["1\n"]}]},
]
TEXTS = {
    ".txt": b"GOATS\n\nThey eat hay.\n\n  - oats\n  - barley\n\nusage: feed [--all] NAME\n",
    ".md": b"# Goats\n\nThey eat *hay*.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n",
    ".rst": b"Goats\n=====\n\n.. note:: They eat hay.\n\n:name: value\n\n* one\n\n  * two\n",
    ".adoc": ASCIIDOC.encode(),
    ".docbook": BOOK.encode(),
    ".page": PAGE.encode(),
    ".dita": TASK.encode(),
    ".conf": SAMPLE.encode(),
    ".man": MAN.encode(),
    ".mdoc": MDOC.encode(),
    ".info": MANUAL.encode(),
    ".py": PYTHON.encode(),
    ".ipynb": json.dumps({"cells": CELLS, "nbformat": 4}).encode(),
}
BODIES = {
    "/v1/ask": {"question": "What do goats eat?", "history": [{"question": "a", "answer": "b"}]},
    "/v1/score": {"question": "What do goats eat?", "texts": ["Goats eat hay.", "Hello!"]},
    "/v1/find": {"query": "goats hay"},
    "/v1/chat/completions": {
        "model": "assay/crag",
        "messages": [{"role": "user", "content": "What do goats eat?"}],
        "stream": False,
    },
}
TOO_BUSY = (502, 503, 507)
ODD_SIZES = (0.0, -9.0, 0.01, 4_000.0, 1e9)
SITE = b"""---
title: 'Goats'
date: 2024-05-01
tags: [hay, oats]
---
{% include head.html %}
# Goats {: #goats }

<details><summary>What do they eat?</summary>

They eat <%= food %>{{ x }} hay. {: .note }

</details>
<ol><li>Oats<table><tr><th>a</th><td rowspan=2>1</td></tr></table></ol>
"""
TOML = b'+++\ntitle = "Goats"\ntags = ["hay"]\n[a]\nb = 1\n+++\n\nThey eat hay.\n'
OPENED = b"""<style>.x {display: none} :checked ~ .x {display: block} #y:target {top: 0}</style>
<input type=checkbox id=c><label for=c>Open</label><div class=x>They eat hay.</div>
<button aria-expanded=false>More</button><div hidden>Oats</div><a href=#y>Go</a><p id=y>Barley"""
MORE = [
    (".md", SITE),
    (".html", SITE),
    (".md", TOML),
    (".html", OPENED),
    (".pdf", one_page(GLYPH_NUMBERS, shifted(BUILT), "/F2 12 Tf", f"({BUILT})")),
    (".pdf", form([text("Ines", 140, 740), box(72, 660, True), box(72, 640, False)])),
    (".pdf", one_page(GLYPH_NAMES, f"({BUILT})", "/F2 12 Tf", f"({BUILT})")),
]
# Inputs for each process of readers and each server: to start one takes longer than to use it.
AT_ONCE = 20
FILES_AT_ONCE = 100


def documents(rng: random.Random) -> None:
    """Changed files of some formats: documents that can be cut, or a reason."""
    files = [*samples().items(), *TEXTS.items(), *MORE]
    with ReaderPool(LIMITS) as pool:
        for _ in range(FILES_AT_ONCE):
            ending, data = rng.choice(files)
            path = Path(f"changed{ending}")
            path.write_bytes(changed(ending, data, rng))
            _read(pool, path)


def tables(rng: random.Random) -> None:
    """Known tables, changed in their file, or in where a page of PDF has their words and rules."""
    with ReaderPool(LIMITS) as pool:
        for _ in range(FILES_AT_ONCE):
            layout = rng.choice(_layouts())
            path = Path(f"table.{layout.format}")
            if layout.format == "pdf":
                path.write_bytes(_moved(layout, rng))
            else:
                path.write_bytes(changed(f".{layout.format}", layout.data, rng))
            _read(pool, path)


@cache
def _layouts() -> list[Layout]:
    return list(layouts())


def _moved(layout: Layout, rng: random.Random) -> bytes:
    """The table on a page of uncompressed marks, some of them somewhere else or of odd size."""
    slip, odd, gap = rng.choice((0, 1, 6, 80)), rng.choice((0, 0.01, 0.2)), rng.choice((4, 12, 15))
    marks, rules = [], ""
    for line, row in enumerate((*_names(layout), *layout.table.rows)):
        for column, cell in enumerate(row):
            left = 60 + 450 / len(row) * column + rng.uniform(-slip, slip)
            base = 700 - gap * line + rng.uniform(-slip, slip) / 6
            size = rng.choice(ODD_SIZES) if rng.random() < odd else 10.0
            text = rng.choice(("", "-", "(a)", "x" * 400)) if rng.random() < odd else cell
            marks.append((left, base, size, text.replace("\n", " ")))
            if rng.random() < odd + 0.5 * (layout.style == "grid"):
                width = rng.choice((0.5, 0.5, 300, -20))
                rules += f"{left:.2f} {base - 3:.2f} {width} {rng.choice((0.5, gap))} re f\n"
    if rng.random() < odd:
        rng.shuffle(marks)
    pages = [marks, marks] if rng.random() < odd else [marks]
    whole = pdf(pages, drawn=rules)
    return changed(".pdf", whole, rng) if rng.random() < 0.2 else whole


def _names(layout: Layout) -> list[list[str]]:
    return [[name.text for name in names] for names in layout.table.heads]


def _read(pool: ReaderPool, path: Path) -> None:
    try:
        for each in pool.read(path):
            if isinstance(each, Document):
                check_cuts(each)
    except UnreadableError as error:
        assert not re.search("crash|nonsense|Error:", str(error)), error


def requests(rng: random.Random) -> None:
    """Bent bodies for our endpoints: an answer or a refusal in JSON, never a defect."""
    with (
        tempfile.TemporaryDirectory() as folder,
        live(fake_engines(Path(folder)), options(Path(folder))) as server,
    ):
        for _ in range(AT_ONCE):
            path = rng.choice(list(BODIES))
            _send(server, path, bent(rng, BODIES[path]))


def _send(server: Live, path: str, body: bytes) -> None:
    reply = server.http.post(path, content=body, headers={"content-type": "application/json"})
    assert reply.status_code < 500 or reply.status_code in TOO_BUSY, (reply.status_code, body)
    if not reply.headers["content-type"].startswith("text/event-stream"):
        assert isinstance(reply.json(), dict), reply.content


READERS = {"documents": documents, "tables": tables, "requests": requests}
