"""What was embedded once is not embedded again because its file has moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import open_index
from tests.indexing.test_index_paths import Counting

MANUAL = "# Boat\n\n## Anchor\n\nLower it slowly.\n\n## Sails\n\nReef them early.\n"


@pytest.fixture
def docs(tmp_path) -> Path:
    folder = tmp_path / "docs"
    (folder / "old").mkdir(parents=True)
    (folder / "old" / "boat.md").write_text(MANUAL)
    (folder / "old" / "goat.txt").write_text("The goat lives on the farm.")
    return folder


def _embedded(docs: Path) -> list[str]:
    embedder = Counting()
    index_paths([docs], docs.parent / "ix", embedder)
    return embedder.texts


def _sources(docs: Path) -> set[str]:
    state = open_index(docs.parent / "ix").now()
    return {p.source for p in state.passages(state.full_text("goat anchor sails farm", 50))}


def test_a_moved_folder_is_not_embedded_again(docs):
    assert _embedded(docs)
    (docs / "old").rename(docs / "new")
    assert _embedded(docs) == []
    assert _sources(docs) == {str(docs / "new" / name) for name in ("boat.md", "goat.txt")}


def test_a_renamed_file_with_a_title_of_its_own_is_not_embedded_again(docs):
    _embedded(docs)
    (docs / "old" / "boat.md").rename(docs / "old" / "vessel.md")
    assert _embedded(docs) == []
    assert str(docs / "old" / "vessel.md") in _sources(docs)


def test_the_name_of_a_file_without_a_title_is_part_of_what_is_embedded(docs):
    _embedded(docs)
    (docs / "old" / "goat.txt").rename(docs / "old" / "billy.txt")
    (text,) = _embedded(docs)
    assert text.startswith("billy")


def test_of_a_changed_file_only_what_changed_is_embedded(docs):
    _embedded(docs)
    (docs / "old" / "boat.md").write_text(MANUAL.replace("early", "in time"))
    (text,) = _embedded(docs)
    assert "in time" in text and "Lower" not in text


def test_a_moved_file_is_found_by_meaning_as_before(docs):
    _embedded(docs)
    vector = Counting().embed(["goat farm"])[0]
    index = open_index(docs.parent / "ix")
    before = [p.text for p in index.passages(index.nearest(vector, 3))]
    (docs / "old").rename(docs / "new")
    _embedded(docs)
    state = index.refresh()
    assert [p.text for p in state.passages(state.nearest(vector, 3))] == before
