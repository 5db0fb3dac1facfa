from __future__ import annotations

from assay.engine import Engine
from assay.indexing.open_index import open_index
from assay.strategies.rag import Rag
from assay.testing import FakeEmbedder, FakeGenerator, FakeRetriever, make_passage
from assay.tracing import step
from assay_bench.speed import corpus
from assay_bench.speed.ask_latency import WARM_UP, measure_ask_latency
from assay_bench.speed.big_index import PER_DOCUMENT, build_big_index


def test_steps_are_told_apart_and_plumbing_is_the_rest():
    class Nested(FakeRetriever):
        @step("retrieve")
        def retrieve(self, question):
            return super().retrieve(question)

    retriever = Nested([make_passage("Gold.")])
    engine = Engine(Rag(retriever, FakeGenerator()))
    latency = measure_ask_latency(engine, 1, corpus.questions(7))
    assert latency.questions == 7 - WARM_UP
    assert len(retriever.calls) == 7
    assert list(latency.steps_ms) == ["retrieve", "generate"]
    assert latency.plumbing_ms >= 0
    assert 0 < latency.share("retrieve") + latency.share("generate") <= 1
    assert latency.peak_memory_mb > 1


def test_the_big_index_can_be_searched_and_its_passages_quote_their_documents(tmp_path):
    count = 3 * PER_DOCUMENT + 5
    embedder = FakeEmbedder()
    build_big_index(tmp_path, count, embedder)
    index = open_index(tmp_path)
    assert index.manifest.passages == count
    question = corpus.questions(1)[0]
    rows = index.nearest(embedder.embed([question])[0], 3) + index.full_text(question, 3)
    found = index.passages(rows)
    assert len(found) >= 3
    for passage in found:
        text = index.document_text(passage.document)
        assert text[passage.start : passage.end] == passage.text
