"""An index that can be asked at once, and has better vectors later."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from assay.adapters.retrievers.dense import DenseRetriever
from assay.adapters.retrievers.hybrid import HybridRetriever
from assay.errors import IndexDamagedError, InputError
from assay.indexing.index_paths import index_paths
from assay.indexing.manifest import NAME, read_manifest
from assay.indexing.open_index import open_index
from assay.indexing.upkeep import thorough as second_stage
from tests.indexing.test_index_paths import Counting

ANIMALS = ("goat", "cow", "bee", "hen")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def docs(tmp_path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for animal in ANIMALS:
        (folder / f"{animal}.txt").write_text(f"The {animal} lives on the farm. It is useful.")
    return folder


def index(docs: Path, **options):
    """One run with both embedders: the report, and what each embedded."""
    better, quick = Counting(), Counting("quick 1", 32)
    report = index_paths([docs], docs.parent / "ix", better, quick=quick, **options)
    return report, better.texts, quick.texts


def found(docs: Path, question: str, retriever=HybridRetriever) -> list[str]:
    state = open_index(docs.parent / "ix")
    by = retriever(state, Counting(), 4, Counting("quick 1", 32))
    return [Path(passage.source).stem for passage in by.retrieve(question)]


def vector_indexes(docs: Path) -> set[str]:
    tables = open_index(docs.parent / "ix").now().tables
    return tables["passages"].indexes() & {"quick_idx", "vector_idx"}


def test_a_quick_index_is_asked_without_the_better_embedder(docs):
    report, better, quick = index(docs, thorough=False)
    assert (report.passages, report.quick_only, report.vectors.done) == (4, 4, 0)
    assert (better, len(quick)) == ([], 4)
    info = open_index(docs.parent / "ix").info()
    assert (info.thorough, info.quick, info.problems) == (0, "quick 1", ())
    for retriever in (HybridRetriever, DenseRetriever):
        assert found(docs, "Where does the bee live?", retriever)[0] == "bee"


def test_a_quick_index_may_be_larger_than_exact_search_goes(docs, monkeypatch):
    for room in ("upkeep.vector_index", "index_state"):
        monkeypatch.setattr(f"assay.indexing.{room}.EXACT_UP_TO", 300)
    rows = (json.dumps({"text": f"heron {n} of colony {n % 9}"}) for n in range(400))
    (docs / "many.jsonl").write_text("\n".join(rows))
    index(docs, thorough=False)
    assert found(docs, "Where does the bee live?")[0] == "bee"
    assert vector_indexes(docs) == {"quick_idx"}
    assert open_index(docs.parent / "ix").now().quick_by_index
    index(docs)
    assert vector_indexes(docs) == {"vector_idx"}
    assert found(docs, "Where does the bee live?")[0] == "bee"


def test_the_next_run_makes_what_is_missing_and_nothing_twice(docs):
    index(docs, thorough=False)
    report, better, quick = index(docs)
    assert (report.vectors.done, report.quick_only, report.unchanged) == (4, 0, 4)
    assert (len(better), quick) == (4, [])
    assert index(docs)[1:] == ([], [])
    state = open_index(docs.parent / "ix").now()
    assert len(state.matrix[1]) == state.manifest.thorough == 4
    assert len(state.full_text("farm", 10)) == 4
    assert found(docs, "Where does the hen live?", DenseRetriever)[0] == "hen"


def test_both_stages_in_one_run_tell_how_far_they_are(docs):
    seen = []
    report, better, _ = index(docs, on_progress=seen.append)
    assert (report.quick_only, len(better)) == (0, 4)
    stages = [now.vectors for now in seen]
    first = next(at for at, each in enumerate(stages) if each is not None)
    assert stages[first].done == 0 and stages[first].seconds_left is None
    assert None not in stages[first:]
    assert (stages[-1].done, stages[-1].total, stages[-1].seconds_left) == (4, 4, 0)
    assert read_manifest(docs.parent / "ix").thorough == 4


def test_a_new_file_stands_beside_better_vectors_by_its_quick_one(docs):
    index(docs)
    (docs / "owl.txt").write_text("An owl sleeps in the barn all day.")
    report, better, quick = index(docs, thorough=False)
    assert (report.quick_only, better, len(quick)) == (1, [], 1)
    assert "owl" in found(docs, "What sleeps in the barn?", DenseRetriever)[:2]
    assert "cow" in found(docs, "Where does the cow live on the farm?", DenseRetriever)[:2]


def test_a_moved_file_keeps_its_better_vectors(docs):
    index(docs)
    docs.rename(docs.parent / "docs2")
    (docs.parent / "docs").mkdir()
    (docs.parent / "docs2").rename(docs / "inner")
    report, better, _ = index(docs, thorough=False)
    assert (report.removed, report.quick_only, better) == (4, 0, [])


def test_what_changes_loses_its_better_vectors_and_what_goes_its_rows(docs):
    index(docs)
    (docs / "cow.txt").write_text("The cow has moved to town.")
    (docs / "bee.txt").unlink()
    index(docs, thorough=False)
    info = open_index(docs.parent / "ix").info()
    assert (info.passages, info.thorough, info.problems) == (3, 2, ())


def test_an_index_made_with_one_embedder_stays_so(docs):
    index_paths([docs], docs.parent / "ix", Counting())
    (docs / "owl.txt").write_text("An owl sleeps in the barn all day.")
    report, better, quick = index(docs, thorough=False)
    assert (report.quick_only, len(better), quick) == (0, 1, [])
    assert read_manifest(docs.parent / "ix").quick == ""


def test_one_embedder_goes_on_with_an_index_of_two(docs):
    index(docs, thorough=False)
    (docs / "owl.txt").write_text("An owl sleeps in the barn all day.")
    embedder = Counting()
    report = index_paths([docs], docs.parent / "ix", embedder)
    assert (report.quick_only, len(embedder.texts)) == (0, 5)
    assert found(docs, "What sleeps in the barn?")[0] == "owl"


def test_another_quick_embedder_is_refused(docs):
    index(docs)
    with pytest.raises(InputError, match="quick 2"):
        index_paths([docs], docs.parent / "ix", Counting(), quick=Counting("quick 2", 32))


def test_equal_texts_are_embedded_once(docs):
    for number in range(3):
        (docs / f"copy{number}.md").write_text("# Owl\n\nAn owl sleeps in the barn.")
    _, better, _ = index(docs)
    assert len(better) == 5
    assert len(open_index(docs.parent / "ix").now().matrix[1]) == 7


def test_an_index_of_the_form_before_is_read_and_kept_up(docs):
    index_paths([docs], docs.parent / "ix", Counting())
    path = docs.parent / "ix" / NAME
    raw = json.loads(path.read_text())
    for name in ("quick", "quick_dimension", "thorough"):
        del raw[name]
    path.write_text(json.dumps({**raw, "schema": 2}))
    assert open_index(docs.parent / "ix").info().problems == ()
    assert index(docs)[0].unchanged == 4
    assert found(docs, "Where does the hen live?", DenseRetriever)[0] == "hen"


@pytest.mark.parametrize(
    "lie", [{"thorough": 9}, {"thorough": -1}, {"quick": ""}, {"quick_dimension": 10**7}]
)
def test_a_manifest_that_lies_about_its_vectors_is_damage(docs, lie):
    index(docs, thorough=False)
    path = docs.parent / "ix" / NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), **lie}))
    with pytest.raises(IndexDamagedError):
        open_index(docs.parent / "ix")


def test_a_wrong_length_of_quick_vectors_is_damage(docs):
    index(docs, thorough=False)
    path = docs.parent / "ix" / NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), "quick_dimension": 33}))
    with pytest.raises(IndexDamagedError):
        open_index(docs.parent / "ix").now().nearest_quick(np.zeros(33, np.float32), 3)


def test_a_stopped_second_stage_keeps_what_it_committed(docs, monkeypatch):
    monkeypatch.setattr(second_stage, "AT_ONCE", 1)
    monkeypatch.setattr(second_stage, "COMMIT_SECONDS", 0)

    class Tired(Counting):
        def embed(self, texts):
            if len(self.texts) == 2:
                raise KeyboardInterrupt
            return super().embed(texts)

    with pytest.raises(KeyboardInterrupt):
        index_paths([docs], docs.parent / "ix", Tired(), quick=Counting("quick 1", 32))
    info = open_index(docs.parent / "ix").info()
    assert (info.passages, info.thorough, info.problems) == (4, 2, ())
    for animal in ANIMALS:
        assert animal in found(docs, f"Where does the {animal} live?", DenseRetriever)[:2]
    report, better, _ = index(docs)
    assert (report.vectors.done, len(better)) == (2, 2)


def test_after_sigkill_in_the_second_stage_the_index_is_whole_and_goes_on(docs):
    for number in range(40):
        (docs / f"{number}.txt").write_text(f"Farm number {number} keeps goats and bees.")
    folder, reached = docs.parent / "ix", []
    for lines in (3, 6):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.indexing.two_stages_run", str(docs), str(folder)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(lines):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        info = open_index(folder).info()
        assert (info.passages, info.problems) == (44, ())
        assert len(open_index(folder).now().full_text("farm", 100)) == 44
        reached.append(info.thorough)
    assert 0 < reached[0] < reached[1] < 44
    report, better, _ = index(docs)
    assert (report.vectors.done, len(better)) == (44 - reached[1], 44 - reached[1])
