"""CRAG over two real indexes: one to retrieve from, one outside."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from assay.config import Settings
from assay.errors import InputError
from assay.indexing.manifest import read_manifest
from assay.testing import FakeRetriever
from assay.types import Passage
from assay.wiring import build_retriever
from assay_bench.case import Case
from assay_bench.experiments.crag import raw, raw_figure3
from assay_bench.experiments.crag.raw_figure3 import near_topic
from assay_bench.experiments.perform import perform
from assay_bench.experiments.two_sources import INSIDE, OUTSIDE, side, with_two_sources
from assay_bench.task import Task
from bench_tests.experiments import varholm


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The questions about the island, and all of their passages as one corpus."""
    folder = tmp_path_factory.mktemp("data")
    answered = [row for row in varholm.rows() if row.get("answers")]
    varholm.write(folder / "search_r1_popqa.jsonl", answered)
    texts = {p["title"]: p["text"] for row in varholm.rows() for p in row["passages"]}
    rows = [{"title": title, "text": text} for title, text in texts.items()]
    rows.append({"title": "Bread", "text": "Bread is baked.", "source": "squad"})
    varholm.write(folder / "wiki_pool.jsonl", rows)
    return folder


@pytest.fixture(scope="module")
def settings(data, tmp_path_factory):
    return with_two_sources(varholm.request(data, tmp_path_factory.mktemp("out")))


def test_the_corpus_is_split_by_title_and_both_halves_are_indexed(settings):
    sources = settings.index.dir.parent
    assert settings.index.dir == sources / f"{INSIDE}.index"
    assert settings.search.fallback_index == sources / f"{OUTSIDE}.index"
    for name in (INSIDE, OUTSIDE):
        lines = (sources / f"{name}.jsonl").read_text("utf-8").splitlines()
        titles = {json.loads(line)["title"] for line in lines}
        assert titles
        assert {side(title) for title in titles} == {name}
        assert "Bread" not in titles  # of a set whose questions are not asked


def test_in_a_hurry_the_indexes_hold_words_and_quick_vectors(data, tmp_path):
    made = with_two_sources(varholm.request(data, tmp_path, quick=True))
    manifest = read_manifest(made.index.dir)
    assert manifest.quick
    assert manifest.thorough == 0
    question = next(row["question"] for row in varholm.rows() if row.get("answers"))
    assert build_retriever(made).retrieve(question)


def test_sources_that_were_named_are_used_and_one_alone_is_refused(data, tmp_path):
    both = Settings(index={"dir": tmp_path / "a"}, search={"fallback_index": tmp_path / "b"})
    assert with_two_sources(varholm.request(data, tmp_path, settings=both)) is both
    one = Settings(index={"dir": tmp_path / "a"})
    with pytest.raises(InputError, match="only one of the two sources"):
        with_two_sources(varholm.request(data, tmp_path, settings=one))
    with pytest.raises(InputError, match="no passages to retrieve from"):
        with_two_sources(varholm.request(tmp_path, tmp_path))


def test_correction_finds_outside_what_the_index_lacks(data, settings, tmp_path):
    few = ("RAG", "RAG w. web", "CRAG", "CRAG only correct")
    arms = tuple(arm for arm in raw.EXPERIMENT.arms if arm.name in few)
    small = replace(raw.EXPERIMENT, arms=arms)
    page = perform(small, varholm.request(data, tmp_path, settings=settings, limit=8))
    figures = json.loads((tmp_path / "summary.json").read_text("utf-8"))["figures"]
    right = {f["arm"]: f["value"]["value"] for f in figures if f["measure"] == "accuracy"}
    assert right["CRAG"] > right["RAG"]
    assert right["RAG w. web"] > right["RAG"]
    assert right["CRAG only correct"] < right["CRAG"]
    searches = {f["arm"]: f["value"]["value"] for f in figures if f["measure"] == "searches"}
    assert searches["RAG"] == 0 < searches["CRAG"] < searches["RAG w. web"]
    assert "a second index of the other half" in page.read_text("utf-8")


def test_what_is_taken_away_leaves_what_stands_next_in_the_ranking():
    near = [Passage(f"near{n}", f"Oslo has {n} hills.", document="n") for n in range(12)]
    good = Passage("good", "Oslo was founded by Harald.", document="g")
    task = Task("t", (Case("1", "Who founded Oslo?", ("Harald",)),))
    worlds = near_topic(FakeRetriever([good, *near]))(task, 0)
    whole, none = worlds["t, 0 % removed"], worlds["t, 100 % removed"]
    assert [p.id for p in whole.cases[0].internal] == ["good", *(f"near{n}" for n in range(9))]
    assert [p.id for p in none.cases[0].internal] == [f"near{n}" for n in range(10)]
    with pytest.raises(InputError, match="none can be taken away"):
        near_topic(FakeRetriever(near))(task, 0)


def test_figure_3_has_a_line_for_each_system():
    assert [arm.name for arm in raw_figure3.EXPERIMENT.arms] == [
        "RAG",
        "CRAG",
        "Self-RAG",
        "Self-CRAG",
    ]
