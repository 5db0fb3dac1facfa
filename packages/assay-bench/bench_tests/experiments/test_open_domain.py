"""CoV-RAG's tables over a small index."""

from __future__ import annotations

import pytest

from assay.config import Settings
from assay.errors import InputError, SettingsError
from assay.indexing.index_paths import index_paths
from assay.types import Passage
from assay.wiring import build_embedder
from assay_bench.case import Case
from assay_bench.experiments.cov_rag import table5, table6, table7
from assay_bench.experiments.open_domain import five_references, unseen
from assay_bench.task import Task
from assay_bench.verification.lines import reported
from bench_tests.experiments import varholm

CASES = tuple(
    Case(str(at), f"Question number {at}?", ("a",), internal=(Passage("p", "x", document="p"),))
    for at in range(20)
)


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("varholm")
    texts = {p["title"]: p["text"] for row in varholm.rows() for p in row["passages"]}
    (folder / "texts").mkdir()
    for title, text in texts.items():
        (folder / "texts" / f"{title}.txt").write_text(text, "utf-8")
    index_paths([folder / "texts"], folder / "index", build_embedder(Settings()))
    return folder / "index"


def _settings(index, **more):
    return Settings(index={"dir": index}, **more)


def test_only_questions_that_were_not_trained_on_are_reported():
    halved = unseen(Task("nq", CASES))
    assert 0 < len(halved.cases) < len(CASES)
    assert all(reported(case.question) for case in halved.cases)
    assert len(unseen(Task("mintaka", CASES)).cases) == len(CASES)
    assert all(case.internal is None for case in halved.cases)


def test_five_references_unless_chosen():
    assert five_references(Settings()).retrieval.top_k == 5
    assert five_references(Settings(retrieval={"top_k": 7})).retrieval.top_k == 7


@pytest.mark.slow
def test_where_the_question_is_revised(tmp_path, index):
    rows = [{k: row[k] for k in ("question", "answers")} for row in varholm.rows()[:2]]
    varholm.write(tmp_path / "mintaka.jsonl", rows)
    asked = varholm.request(tmp_path, tmp_path / "out", settings=_settings(index))
    page = table5.run(asked).read_text("utf-8")
    assert "| mintaka | accuracy | No revision | 2 | 100.0" in page
    assert "| mintaka | retrieval accuracy | Revised at the end | 2 | 100.0" in page
    assert "- nq: " in page
    page = table7.run(varholm.request(tmp_path, tmp_path / "o7", settings=_settings(index)))
    assert "| mintaka | questions revised | Single round | 2 | 0.0" in page.read_text("utf-8")


def test_an_index_is_needed(tmp_path):
    varholm.write(tmp_path / "mintaka.jsonl", varholm.rows()[:1])
    with pytest.raises(InputError, match="no index was named"):
        table5.run(varholm.request(tmp_path, tmp_path / "out"))


def test_two_ways_of_asking_need_somebody_to_ask(tmp_path):
    with pytest.raises(SettingsError, match="none was named"):
        table6.run(varholm.request(tmp_path, tmp_path / "out"))
