"""A reader that reads otherwise than before needs a new generation, or indexes keep old text."""

from __future__ import annotations

import hashlib

import pytest

from assay_documents.generation import READERS
from assay_documents.model import Document
from assay_documents.passages.cut import cut_document
from assay_documents.readers import read_documents
from tests.documents import test_html_blocks as html
from tests.documents.asciidoc import test_read_asciidoc as asciidoc
from tests.documents.quoted import test_help_text as help_text
from tests.documents.quoted import test_manual_page as manual_page
from tests.documents.samples import samples
from tests.documents.texts import test_code as code
from tests.documents.texts import test_info as info
from tests.documents.texts import test_man as man
from tests.documents.texts import test_markdown as markdown
from tests.documents.texts import test_plain as plain
from tests.documents.texts import test_rst as rst
from tests.documents.texts import test_settings as settings
from tests.documents.xml_manual import test_dita as dita
from tests.documents.xml_manual import test_docbook as docbook
from tests.documents.xml_manual import test_mallard as mallard

GENERATION = 29
CHECKSUMS = {
    "book.html": "f747c9899a863b6b",
    "goats.csv": "261ff035bec37fef",
    "goats.docx": "28236d5413ce4cda",
    "goats.eml": "ebcd2764294c4b35",
    "goats.epub": "cf9b7e52b7cf49ce",
    "goats.html": "28236d5413ce4cda",
    "goats.json": "edeef9f3e4469c37",
    "goats.jsonl": "7139765948c5f283",
    "goats.mbox": "2794c9e2534523c3",
    "goats.odt": "e9857d02ab0f8158",
    "goats.pdf": "cd4815482be7baec",
    "goats.pptx": "ddacbd885ba3b39e",
    "goats.tsv": "261ff035bec37fef",
    "goats.xlsx": "f80aff0ae5d0cb1b",
    "kettle.info": "f33f812175cab96a",
    "lamp.adoc": "0aaed6988ef3c5c8",
    "lamp.c": "2668fceb2740dffd",
    "lamp.dita": "a8dae606fba37da6",
    "lamp.docbook": "c4285030bd144d0b",
    "lamp.page": "f8d1de2ccfd2c555",
    "lamp.pm": "7a234e4d6e961b24",
    "lamp.py": "cc34bf9273498b17",
    "lamp.ts": "82b162d4b5f6b5c3",
    "lamp.xml": "b8832f93048a8f33",
    "lampd.1": "1976b75ffad38ee1",
    "lampd.8": "b7c8335c77015e69",
    "lampd.conf": "9c51acf4344d6aaf",
    "lampd.html": "c2c897ea9f926f4c",
    "lampd.8.html": "59c7f893248aa9f1",
    "lampd.sections.html": "36bc3e51e2de6053",
    "lampd.txt": "df55d043ffe14ad7",
    "manual.rst": "ee2ac94afd0875ce",
    "readme.md": "a09388328a823fba",
    "readme.txt": "a10ff1cdad8d805f",
}
SAMPLES = {
    **{f"goats{ending}": data for ending, data in samples().items()},
    "book.html": html.BOOK.encode(),
    "kettle.info": info.MANUAL.encode(),
    "lamp.adoc": asciidoc.MANUAL.encode(),
    "lamp.c": code.C.encode(),
    "lamp.dita": dita.TASK.encode(),
    "lamp.docbook": docbook.BOOK.encode(),
    "lamp.page": mallard.PAGE.encode(),
    "lamp.xml": docbook.PAGE.encode(),
    "lamp.pm": code.PERL.encode(),
    "lamp.py": code.PYTHON.encode(),
    "lamp.ts": code.TYPESCRIPT.encode(),
    "lampd.1": man.MDOC.encode(),
    "lampd.8": man.MAN.encode(),
    "lampd.conf": settings.SAMPLE.encode(),
    "lampd.8.html": f"<pre>\n{help_text.PAGE}</pre>".encode(),
    "lampd.sections.html": manual_page.SECTIONED.encode(),
    "lampd.html": html.MANUAL.encode(),
    "lampd.txt": plain.MANUAL.encode(),
    "manual.rst": rst.MANUAL.encode(),
    "readme.md": markdown.README.encode(),
    "readme.txt": plain.README.encode(),
}
WHAT_TO_DO = (
    "What the reader or the cutting makes of this sample is not what was recorded. If users would"
    " see other text, headings, places or passages, raise READERS in documents/generation.py, so"
    " that their indexes are read again. Then record GENERATION and the checksum here: {}"
)


def made_of(document: Document) -> str:
    """All that an index would hold of a document but the name of its file."""
    blocks = [
        (each.kind.value, each.text, each.number, each.headings, each.term, each.group, each.place)
        for each in document.blocks
    ]
    return repr((document.title, blocks, document.notes, cut_document(document)))


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_readers_read_as_their_generation_did(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(SAMPLES[name])
    told = "\n".join(made_of(each) for each in read_documents(path))
    found = hashlib.sha256(told.encode()).hexdigest()[:16]
    assert (GENERATION, CHECKSUMS.get(name)) == (READERS, found), WHAT_TO_DO.format(found)
