"""An index of earlier readers: it can be asked, tells it, and is read again by the next run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from assay.indexing import index_paths as runs
from assay.indexing.index_paths import index_paths
from assay.indexing.manifest import NAME, read_manifest, write_manifest
from assay.indexing.open_index import open_index
from assay.indexing.read_ahead import Fresh, read_here
from assay.indexing.report import Progress
from assay.indexing.upkeep.maintain import maintain
from assay.types.places import BlockKind
from assay_documents.generation import READERS
from assay_documents.model import Block, Document
from tests.indexing.test_index_paths import Counting

ANIMALS = ("bee", "cow", "goat")


@pytest.fixture
def docs(tmp_path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for animal in ANIMALS:
        (folder / f"{animal}.txt").write_text(f"The {animal} lives on the farm.")
    return folder


@pytest.fixture
def ix(tmp_path, docs) -> Path:
    """An index of the generation before: its readers put a word too many before each text."""
    index_paths([docs], tmp_path / "ix", Counting(), source=_earlier_readers)
    older(tmp_path / "ix")
    return tmp_path / "ix"


def _earlier_readers(files, limits, known):
    for item in read_here(files, limits, known):
        if not isinstance(item, Fresh):
            yield item
            continue
        was = item.document
        text = Block(BlockKind.PARAGRAPH, f"Garbled. {was.text}")
        document = Document(was.id, was.title, was.source, (text,))
        cut = replace(item.cuts[0], end=len(document.text), blocks=())
        yield replace(item, document=document, cuts=[cut])


def older(folder: Path, readers: int = READERS - 1) -> None:
    write_manifest(folder, replace(read_manifest(folder), readers=readers))


def texts(folder: Path) -> list[str]:
    state = open_index(folder).now()
    return sorted(passage.text for passage in state.passages(state.rows))


def outdated(folder: Path) -> int:
    info = open_index(folder).info()
    assert info.problems == ()
    return info.outdated


def clean(*animals: str) -> list[str]:
    return [f"The {animal} lives on the farm." for animal in animals]


def garbled(*animals: str) -> list[str]:
    return [f"Garbled. {text}" for text in clean(*animals)]


def test_unchanged_files_are_read_again_once(docs, ix):
    assert texts(ix) == garbled(*ANIMALS)  # it can be asked as it is
    assert outdated(ix) == 3
    seen: list[Progress] = []
    report = index_paths([docs], ix, Counting(), on_progress=seen.append)
    assert (report.reread, report.changed, report.unchanged, report.outdated) == (3, 0, 0, 0)
    assert seen[0].rereading == 3
    assert texts(ix) == clean(*ANIMALS)
    assert (outdated(ix), read_manifest(ix).readers) == (0, READERS)
    again = Counting()
    report = index_paths([docs], ix, again)
    assert (report.reread, report.unchanged, again.texts) == (0, 3, [])


def test_an_index_without_a_number_was_made_before_there_was_one(docs, ix):
    raw = json.loads((ix / NAME).read_text())
    del raw["readers"], raw["outdated"]
    (ix / NAME).write_text(json.dumps(raw))
    assert outdated(ix) == 3
    assert index_paths([docs], ix, Counting()).reread == 3


def test_what_is_read_alike_is_not_embedded_again(docs, tmp_path):
    index_paths([docs], tmp_path / "ix", Counting())
    older(tmp_path / "ix")
    embedder = Counting()
    assert index_paths([docs], tmp_path / "ix", embedder).reread == 3
    assert embedder.texts == []
    assert texts(tmp_path / "ix") == clean(*ANIMALS)


def test_an_interrupted_run_goes_on_and_neither_loses_nor_doubles(docs, ix, monkeypatch):
    monkeypatch.setattr(runs, "COMMIT_PASSAGES", 1)
    monkeypatch.setattr(runs, "EMBED_PASSAGES", 1)

    class Tired(Counting):
        def embed(self, texts):
            if self.texts:
                raise KeyboardInterrupt
            return super().embed(texts)

    with pytest.raises(KeyboardInterrupt):
        index_paths([docs], ix, Tired())
    assert texts(ix) == sorted([*clean("bee"), *garbled("cow", "goat")])
    left = outdated(ix)
    assert left >= 2  # a file counts as read when its end is stored, with the next step
    report = index_paths([docs], ix, Counting())
    assert (report.reread, report.unchanged) == (left, 3 - left)
    assert (texts(ix), outdated(ix)) == (clean(*ANIMALS), 0)


def test_a_file_that_earlier_readers_had_begun_is_read_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "COMMIT_PASSAGES", 1)
    monkeypatch.setattr(runs, "EMBED_PASSAGES", 1)
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(f'{{"id": {n}, "text": "row {n}"}}\n' for n in range(4)))

    def torn(files, limits, known):
        for number, item in enumerate(_earlier_readers(files, limits, known)):
            if number == 2:
                raise KeyboardInterrupt
            yield item

    with pytest.raises(KeyboardInterrupt):
        index_paths([rows], tmp_path / "ix", Counting(), source=torn)
    assert texts(tmp_path / "ix") == ["Garbled. row 0", "Garbled. row 1"]
    older(tmp_path / "ix")
    index_paths([rows], tmp_path / "ix", Counting())
    assert texts(tmp_path / "ix") == [f"row {n}" for n in range(4)]
    assert outdated(tmp_path / "ix") == 0


def test_files_of_other_paths_stay_and_are_told(docs, ix):
    report = index_paths([docs / "goat.txt"], ix, Counting())
    assert (report.reread, report.outdated) == (1, 2)
    assert texts(ix) == sorted([*garbled("bee", "cow"), *clean("goat")])
    assert outdated(ix) == 2
    report = index_paths([docs], ix, Counting())
    assert (report.reread, report.unchanged, report.outdated) == (2, 1, 0)


def test_deleted_changed_and_new_files_are_what_they_always_are(docs, ix):
    (docs / "bee.txt").unlink()
    (docs / "cow.txt").write_text("The cow lives on the farm.")
    (docs / "hen.txt").write_text("The hen lives on the farm.")
    report = index_paths([docs], ix, Counting())
    assert (report.removed, report.reread, report.added) == (1, 2, 1)
    assert (texts(ix), outdated(ix)) == (clean("cow", "goat", "hen"), 0)


def test_other_writers_leave_the_generation_as_it_is(docs, ix):
    maintain(ix)
    assert (read_manifest(ix).readers, outdated(ix)) == (READERS - 1, 3)


def test_an_older_assay_gives_the_newer_one_its_files_to_read_again(docs, ix):
    older(ix, READERS + 1)
    assert index_paths([docs], ix, Counting()).reread == 0
    (docs / "hen.txt").write_text("The hen lives on the farm.")
    assert index_paths([docs], ix, Counting()).added == 1
    assert read_manifest(ix).readers == READERS


def test_a_rebuilt_index_is_of_our_readers(docs, ix):
    report = index_paths([docs], ix, Counting(), rebuild=True)
    assert (report.added, outdated(ix)) == (3, 0)
