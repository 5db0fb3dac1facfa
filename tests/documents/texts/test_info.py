"""GNU Info files: what a reader sees of their nodes."""

from __future__ import annotations

import gzip

import pytest

from assay_documents.places import BlockKind
from assay_documents.read_limits import ReadLimits
from assay_documents.readers import kind_of, read_documents
from assay_documents.texts.info import info_text
from assay_documents.texts.plain import plain_blocks

MANUAL = (
    "This is kettle.info, made for a test.\n\n"
    "\x1f\nFile: kettle.info,  Node: Top,  Next: Heat,  Up: (dir)\n\n"
    "The kettle\n**********\n\nIt heats water.\n\n* Menu:\n\n* Heat::\n"
    "* Whistle:: When it sounds.\n\n"
    "\x1f\nFile: kettle.info,  Node: Heat,  Prev: Top,  Up: Top\n\n"
    "1 Heat\n======\n\n'--heat=DEGREES'\n     Sets how hot the water gets.  The default is 96.\n\n"
    "'--slow'\n     Heats with half of the power.\n\n\0\x08[image src=\"kettle.png\"\0\x08]\n\n"
    "\x1f\nFile: kettle.info,  Node: Index,  Prev: Heat,  Up: Top\n\n"
    "Index\n*****\n\n\0\x08[index\0\x08]\n* Menu:\n\n* heat: Heat. (line 5)\n\n"
    "\x1f\nTag Table:\nNode: Top\x7f40\nNode: Heat\x7f200\n\x1f\nEnd Tag Table\n"
)


@pytest.fixture
def manual(tmp_path):
    path = tmp_path / "kettle.info"
    path.write_bytes(MANUAL.encode())
    return path


def test_options_are_entries_under_their_section(manual):
    (document,) = read_documents(manual)
    entry = next(block for block in document.blocks if "--heat" in block.text)
    assert "The default is 96." in entry.text and "half of the power" not in entry.text
    assert entry.headings[-1] == "1 Heat"


def test_links_indexes_and_tables_of_offsets_are_left_out(manual):
    text = info_text(manual.read_bytes())
    for told in ("It heats water.", "Whistle:: When it sounds.", "half of the power"):
        assert told in text
    for unseen in ("Node:", "* Heat::", "(line 5)", "Tag Table", "image src", "\0", "\x1f"):
        assert unseen not in text


def test_lines_keep_their_numbers(manual):
    (document,) = read_documents(manual)
    entry = next(block for block in document.blocks if "--heat" in block.text)
    lines = MANUAL.replace("\x1f", "").split("\n")
    assert "--heat" in lines[entry.place.line - 1]


@pytest.mark.parametrize("name", ["kettle.info", "kettle.info.gz", "kettle.info-2", "K.INFO-10.gz"])
def test_parts_and_packed_files_are_known(tmp_path, name):
    path = tmp_path / name
    data = MANUAL.encode()
    path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    assert kind_of(path, ReadLimits()).value == "GNU Info"
    assert list(read_documents(path))


def test_a_file_of_that_name_that_is_plain_text_is_read_too(tmp_path):
    path = tmp_path / "module.info"
    path.write_text("name = Kettle\ndescription = Heats water.\n")
    (document,) = read_documents(path)
    assert "Heats water." in document.text


def test_a_paragraph_whose_first_line_stands_further_right_is_one_paragraph():
    text = (
        "1 Kettles\n*********\n\n"
        "'-q'\n     Be quiet.\n\n"
        "   The kettle can be filled while it is hot, but the lid must be open\n"
        "and nobody may lean over it.\n\n"
        "     fill it\nand wait.\n"
    )
    blocks = plain_blocks(text).blocks
    said = [block.text for block in blocks if block.kind is BlockKind.PARAGRAPH]
    assert said == [
        "The kettle can be filled while it is hot, but the lid must be open and nobody may lean "
        "over it.",
        "fill it",  # a short line is an example, not the beginning of what follows
        "and wait.",
    ]
    entry = next(block for block in blocks if block.kind is BlockKind.ENTRY)
    assert all(block.group != entry.group for block in blocks if block is not entry)
