from __future__ import annotations

import json
import shutil
from datetime import timedelta

import numpy as np
import pytest

from assay.errors import IndexBusyError, IndexMissingError
from assay.indexing.index_paths import index_paths
from assay.indexing.index_state import IndexState
from assay.indexing.open_index import open_index
from assay.indexing.upkeep.maintain import maintain
from assay.indexing.writer_lock import writer_lock
from assay.testing import FakeEmbedder

AT_ONCE = timedelta(0)


@pytest.fixture(scope="module")
def first_grown(tmp_path_factory):
    """Documents and an index of them that was made in twelve runs, each with a document more."""
    home = tmp_path_factory.mktemp("grown")
    docs = home / "docs"
    docs.mkdir()
    for number in range(12):
        (docs / f"{number:02}.txt").write_text(f"Farm number {number} keeps goats and bees.")
        index_paths([docs], home / "ix", FakeEmbedder())
    return home


@pytest.fixture
def grown(first_grown, tmp_path):
    """A copy of that index, beside a copy of its documents."""
    shutil.copytree(first_grown, tmp_path, dirs_exist_ok=True)
    return tmp_path / "ix"


def _parts(state, column="text_idx"):
    return state.tables["passages"]._dataset.stats.index_stats(column)["num_indices"]


def _texts(state):
    return sorted(p.text for p in state.passages(state.full_text("farm", 99)))


def test_each_run_adds_to_the_indexes_and_never_leaves_many_parts(grown):
    state = IndexState(grown)
    assert 1 < _parts(state) <= 8
    assert state.tables["passages"].unindexed("text") == 0
    assert len(_texts(state)) == 12


def test_maintenance_merges_and_frees_and_changes_no_answer(grown):
    before = IndexState(grown)
    vector = FakeEmbedder().embed(["farm number 7"])[0]
    texts, near = _texts(before), before.passages(before.nearest(vector, 1))
    done = maintain(grown, AT_ONCE)
    after = IndexState(grown)
    assert done.passages == 12
    assert done.bytes_freed > 0
    assert _parts(after) == 1
    assert _texts(after) == texts
    assert after.passages(after.nearest(vector, 1)) == near
    assert open_index(grown).info().problems == ()
    assert maintain(grown, AT_ONCE).bytes_freed == 0


def test_a_reader_keeps_its_state_while_versions_younger_than_keep_stay(grown):
    reader = IndexState(grown)
    maintain(grown, timedelta(minutes=5))
    assert len(_texts(reader)) == 12
    assert len(reader.matrix[0]) == 12


def test_a_reader_whose_files_are_gone_moves_on_by_itself(grown):
    index = open_index(grown)
    opened = index.now()
    (grown.parent / "more").mkdir()
    (grown.parent / "more" / "new.txt").write_text("A new farm keeps llamas.")
    index_paths([grown.parent / "more"], grown, FakeEmbedder())
    maintain(grown, AT_ONCE)
    assert index.now() is opened  # it has not looked again yet
    found = index.reading(lambda state: state.passages(state.full_text("llamas farm", 99)))
    assert len(found) in (12, 13)


def test_a_writer_at_work_is_not_disturbed(grown):
    with writer_lock(grown), pytest.raises(IndexBusyError):
        maintain(grown)


def test_where_there_is_no_index_none_is_made(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(IndexMissingError):
        maintain(tmp_path / "empty")


def test_the_vector_index_is_added_to_and_trained_again_when_outgrown(tmp_path, monkeypatch):
    for room in ("upkeep.vector_index", "index_state"):
        monkeypatch.setattr(f"assay.indexing.{room}.EXACT_UP_TO", 300)
    monkeypatch.setattr("assay.indexing.table.PARTITION_ROWS", 100)
    rows = tmp_path / "docs"
    rows.mkdir()
    for part in range(6):
        lines = (json.dumps({"text": f"goat {part} {n} of flock {n % 9}"}) for n in range(350))
        (rows / f"{part}.jsonl").write_text("\n".join(lines))
        index_paths([rows], tmp_path / "ix", FakeEmbedder())
    state = IndexState(tmp_path / "ix")
    table = state.tables["passages"]
    assert _parts(state, "vector_idx") > 1
    assert table.unindexed("vector") == 0
    assert table.outgrown("vector")
    maintain(tmp_path / "ix", AT_ONCE)
    state = IndexState(tmp_path / "ix")
    assert _parts(state, "vector_idx") == 1
    assert not state.tables["passages"].outgrown("vector")
    assert _recall(state) >= 0.95


def _recall(state, wanted=10):
    """Of the nearest vectors, those that the vector index finds."""
    matrix, rows = state.matrix
    chosen = matrix[:: len(matrix) // 20]
    hits = 0
    for vector in chosen:
        similarity = matrix @ vector
        least = np.sort(similarity)[-wanted]
        as_near = set(rows[similarity >= least - 1e-5].tolist())
        hits += len(as_near & set(state.nearest_by_index(vector, wanted)))
    return hits / (wanted * len(chosen))
