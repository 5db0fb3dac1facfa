import os
from dataclasses import dataclass, field
from datetime import timedelta

import numpy as np
import pytest

from assay.errors import IndexDamagedError, IndexMissingError, InputError
from assay.indexing.index_paths import index_paths
from assay.indexing.manifest import read_manifest
from assay.indexing.open_index import open_index
from assay.testing import FakeEmbedder


@dataclass
class Counting:
    """Counts the texts it embeds, so that a test sees what was not embedded again."""

    identity: str = "counting 1"
    dimension: int = 64
    texts: list[str] = field(default_factory=list)

    def embed(self, texts):
        self.texts += texts
        return FakeEmbedder(dimensions=self.dimension).embed(texts)


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for animal in ("goat", "cow", "bee"):
        (folder / f"{animal}.txt").write_text(f"The {animal} lives on the farm. It is useful.")
    return folder


def _texts(index):
    state = index.now()
    rows = state.full_text("farm lives useful", 100)
    return sorted(passage.text for passage in state.passages(rows))


def test_a_folder_is_indexed_and_every_passage_is_an_exact_slice(docs, tmp_path):
    seen = []
    report = index_paths([docs], tmp_path / "ix", Counting(), on_progress=seen.append)
    assert (report.added, report.changed, report.removed, report.unchanged) == (3, 0, 0, 0)
    assert report.passages == 3
    assert (seen[-1].files_done, seen[-1].files_total, seen[-1].passages) == (3, 3, 3)
    index = open_index(tmp_path / "ix")
    for passage in index.now().passages(index.now().full_text("farm", 10)):
        assert index.document_text(passage.document)[passage.start : passage.end] == passage.text
        assert passage.source == passage.document == str(docs / f"{passage.title}.txt")
    assert index.document_text("nobody's ' id") is None


def test_files_of_one_name_are_told_apart(docs, tmp_path):
    for folder in ("cats", "dogs"):
        (docs / folder).mkdir()
        (docs / folder / "hen.txt").write_text(f"A hen lives with {folder} on the farm.")
    index_paths([docs], tmp_path / "ix", Counting())
    state = open_index(tmp_path / "ix").now()
    names = {each.name for each in state.passages(state.full_text("farm", 10))}
    assert names == {"", "cats/hen.txt", "dogs/hen.txt"}


def test_a_second_run_embeds_only_what_has_changed(docs, tmp_path):
    index_paths([docs], tmp_path / "ix", Counting())
    (docs / "goat.txt").write_text("The goat has moved away from the farm.")
    (docs / "cow.txt").unlink()
    (docs / "hen.txt").write_text("The hen lives on the farm.")
    embedder = Counting()
    report = index_paths([docs], tmp_path / "ix", embedder)
    assert (report.added, report.changed, report.removed, report.unchanged) == (1, 1, 1, 1)
    assert len(embedder.texts) == 2
    assert _texts(open_index(tmp_path / "ix")) == [
        "The bee lives on the farm. It is useful.",
        "The goat has moved away from the farm.",
        "The hen lives on the farm.",
    ]
    info = open_index(tmp_path / "ix").info()
    assert (info.files, info.documents, info.passages) == (3, 3, 3)
    assert (info.problems, info.outside_full_text) == ((), 0)
    assert info.bytes > 0


def test_a_touched_file_is_read_but_not_embedded(docs, tmp_path):
    index_paths([docs], tmp_path / "ix", Counting())
    os.utime(docs / "goat.txt", (1, 1))
    embedder = Counting()
    assert index_paths([docs], tmp_path / "ix", embedder).unchanged == 3
    assert embedder.texts == []


def test_only_changed_rows_of_a_table_are_embedded_again(tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(f'{{"id": {n}, "text": "row {n} farm"}}\n' for n in range(20)))
    index_paths([rows], tmp_path / "ix", Counting())
    rows.write_text(
        "".join(f'{{"id": {n}, "text": "row {n + (n == 7) * 100} farm"}}\n' for n in range(19))
    )
    embedder = Counting()
    report = index_paths([rows], tmp_path / "ix", embedder)
    assert (report.changed, len(embedder.texts)) == (1, 1)
    assert open_index(tmp_path / "ix").info().documents == 19


def test_unreadable_files_are_listed_and_the_rest_is_indexed(docs, tmp_path):
    (docs / "binary.txt").write_bytes(b"\0\1\2" * 100)
    (docs / "rows.jsonl").write_text('{"text": "one farm"}\nnonsense\n' + "{}\n" * 9)
    report = index_paths([docs], tmp_path / "ix", Counting())
    assert report.added == 4
    reasons = dict(reversed(report.unreadable))
    assert reasons[str(docs / "binary.txt")] == "holds binary data, not text"
    assert reasons[str(docs / "rows.jsonl")].startswith("line 2 is not JSON")
    assert report.unreadable[-1][1] == "5 more lines like these"
    assert "one farm" in _texts(open_index(tmp_path / "ix"))


def test_a_folder_of_the_user_beside_the_tables_is_left_alone(docs, tmp_path):
    (tmp_path / "ix" / "tables" / "mine").mkdir(parents=True)
    (tmp_path / "ix" / "tables" / "mine" / "thesis.txt").write_text("years of work")
    (tmp_path / "ix" / "tables" / "passages.lance").mkdir()
    index_paths([docs], tmp_path / "ix", Counting())
    assert (tmp_path / "ix" / "tables" / "mine" / "thesis.txt").read_text() == "years of work"
    assert open_index(tmp_path / "ix").info().passages == 3


def test_pipes_and_odd_names_hold_nothing_up(docs, tmp_path):
    os.mkfifo(docs / "pipe.txt")
    (docs / os.fsdecode(b"caf\xe9.txt")).write_text("The name is in Latin-1.")
    (docs / "it's \U0001f410.txt").write_text("The name is odd on the farm.")
    report = index_paths([docs, docs / "pipe.txt"], tmp_path / "ix", Counting())
    assert report.added == 4
    assert [reason for _, reason in report.unreadable] == [
        "has a name not in UTF-8",
        "is not a regular file but a pipe",
    ]
    (docs / "it's \U0001f410.txt").unlink()
    assert index_paths([docs], tmp_path / "ix", Counting()).removed == 1


def test_a_file_that_has_become_unreadable_is_forgotten(docs, tmp_path):
    index_paths([docs], tmp_path / "ix", Counting())
    (docs / "goat.txt").write_bytes(b"\0" * 50)
    report = index_paths([docs], tmp_path / "ix", Counting())
    assert len(report.unreadable) == 1
    assert open_index(tmp_path / "ix").info().documents == 2


def test_files_from_other_paths_stay_and_the_index_does_not_index_itself(docs, tmp_path):
    index_paths([docs / "goat.txt"], docs / "ix", Counting())
    report = index_paths([docs], docs / "ix", Counting())
    assert (report.added, report.unchanged) == (2, 1)
    assert index_paths([docs / "goat.txt"], docs / "ix", Counting()).removed == 0
    (docs / "goat.txt").unlink()
    assert index_paths([docs / "goat.txt"], docs / "ix", Counting()).removed == 1
    assert open_index(docs / "ix").info().files == 2


def test_nothing_to_index_is_an_error_with_a_cure(tmp_path):
    (tmp_path / "empty").mkdir()
    for name, reason in (("empty", "there are no files in it"), ("nowhere", "does not exist")):
        with pytest.raises(InputError, match=reason) as caught:
            index_paths([tmp_path / name], tmp_path / "ix", Counting())
        assert caught.value.hint
    with pytest.raises(InputError):
        index_paths([], tmp_path / "ix", Counting())
    with pytest.raises(IndexMissingError):
        open_index(tmp_path / "ix")


def test_another_embedder_is_refused(docs, tmp_path):
    index_paths([docs], tmp_path / "ix", Counting())
    with pytest.raises(InputError, match="counting 1"):
        index_paths([docs], tmp_path / "ix", Counting("other 2"))
    with pytest.raises(InputError, match="64 numbers"):
        open_index(tmp_path / "ix").now().nearest(np.zeros(3, np.float32), 5)


def test_the_directory_does_not_grow_with_every_run(docs, tmp_path, monkeypatch):
    monkeypatch.setattr("assay.indexing.writer.GRACE", timedelta(milliseconds=1))
    sizes = []
    for number in range(12):
        (docs / "goat.txt").write_text(f"The goat wrote {number} letters from the farm.")
        index_paths([docs], tmp_path / "ix", Counting())
        files = [path for path in (tmp_path / "ix").rglob("*") if path.is_file()]
        sizes.append((len(files), sum(path.stat().st_size for path in files)))
    assert sizes[11][0] <= sizes[3][0] * 1.3
    assert sizes[11][1] <= sizes[3][1] * 1.3


def test_a_reader_keeps_its_state_and_then_moves_on(docs, tmp_path, monkeypatch):
    index_paths([docs], tmp_path / "ix", Counting())
    index = open_index(tmp_path / "ix")
    before = _texts(index)
    (docs / "cow.txt").unlink()
    index_paths([docs], tmp_path / "ix", Counting())
    assert _texts(index) == before
    monkeypatch.setattr("assay.indexing.open_index.REFRESH_SECONDS", 0)
    assert len(_texts(index)) == 2
    assert len(index.now().nearest(FakeEmbedder().embed(["cow"])[0], 10)) == 2


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": 1}', '{"schema": 99}', "null"])
def test_a_damaged_manifest_is_named(docs, tmp_path, content):
    index_paths([docs], tmp_path / "ix", Counting())
    (tmp_path / "ix" / "manifest.json").write_text(content)
    with pytest.raises(IndexDamagedError) as caught:
        open_index(tmp_path / "ix")
    assert caught.value.hint
    with pytest.raises(IndexDamagedError):
        index_paths([docs], tmp_path / "ix", Counting())


def test_the_manifest_names_what_is_there(docs, tmp_path):
    index_paths([docs], tmp_path / "ix", Counting())
    manifest = read_manifest(tmp_path / "ix")
    assert (manifest.embedder, manifest.dimension) == ("counting 1", 64)
    assert (manifest.files, manifest.documents, manifest.passages) == (3, 3, 3)
    assert set(manifest.versions) == {"files", "documents", "passages", "terms"}
