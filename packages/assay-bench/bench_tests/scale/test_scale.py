from dataclasses import replace

import numpy as np
import pytest

from assay.testing import FakeEmbedder
from assay_bench.scale.measure import build, search
from assay_bench.scale.report import exponents, scale_facts, scale_table
from assay_bench.scale.synthetic import documents, embed_topics
from assay_bench.speed.machine import this_machine


@pytest.fixture(scope="module")
def topics():
    return embed_topics(FakeEmbedder(), None, count=60)


def test_passages_of_one_topic_are_near_each_other(topics):
    made = list(documents(200, topics))
    vectors = np.concatenate([each.vectors for each in made])
    assert vectors.shape == (200, 64)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert len({text.tobytes() for text in vectors}) == 200  # noise keeps equal ones apart
    assert list(documents(200, topics))[3].document == made[3].document
    assert sum(len(each.cuts) for each in made) == 200


@pytest.mark.parametrize("limit", [50_000, 100])
def test_a_size_is_built_and_searched(topics, tmp_path, monkeypatch, limit):
    for room in ("upkeep.vector_index", "index_state"):
        monkeypatch.setattr(f"assay.indexing.{room}.EXACT_UP_TO", limit)
    built = build(tmp_path, 400, topics)
    asked = {text: FakeEmbedder().embed([text])[0] for text in topics.sentences[:5]}
    found = search(tmp_path, 400, built, asked)
    assert (found.passages, found.by_index) == (400, limit == 100)
    assert found.recall >= 0.95
    assert found.bytes < found.bytes_with_versions
    assert min(found.build_ms, found.words_ms, found.meaning_ms, found.retrieve_ms) > 0
    larger = replace(found, passages=1600, retrieve_cpu_ms=found.retrieve_cpu_ms * 2)
    assert exponents([found, larger]) == pytest.approx([0.5])
    facts = scale_facts(this_machine(), [found, larger])
    assert [each["passages"] for each in facts["sizes"]] == [400, 1600]
    table = scale_table(this_machine(), [found, larger])
    assert ("exact |" in table) == (limit != 100)
    assert "to the power of 0.50" in table
