from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adapters.retrievers.dense import DenseRetriever
from assay.adapters.retrievers.full_text import FullTextRetriever
from assay.adapters.retrievers.hybrid import HybridRetriever, fuse_ranks
from assay.indexing.index_paths import index_paths
from assay.indexing.index_state import IndexState
from assay.indexing.open_index import open_index
from assay.ports import Retriever
from assay.testing import FakeEmbedder
from assay.tracing import recording
from assay.types import BlockKind

_FACTS = {
    "Goat": "A goat eats hay and gives milk to the farmer.",
    "Bee": "A bee visits flowers and makes honey in its hive.",
    "Cow": "A cow grazes on the meadow all day long.",
    "O'Brien": 'He said: "quotes AND (brackets)" are fine.',
}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("retrieval")
    for title, text in _FACTS.items():
        (folder / f"{title}.txt").write_text(text)
    index_paths([folder], folder / "ix", FakeEmbedder())
    return open_index(folder / "ix")


def _all(index, top_k=10):
    embedder = FakeEmbedder()
    return [
        FullTextRetriever(index, top_k),
        DenseRetriever(index, embedder, top_k),
        HybridRetriever(index, embedder, top_k),
    ]


def test_each_retriever_puts_the_right_passage_first(index):
    for retriever in _all(index):
        assert isinstance(retriever, Retriever)
        found = retriever.retrieve("What makes honey in a hive?")
        assert (found[0].title, found[0].text) == ("Bee", _FACTS["Bee"])
        assert len({passage.id for passage in found}) == len(found)
        assert [passage.found for passage in found] == list(range(len(found)))


def test_what_was_found_says_how_similar_it_is_to_the_question(index, monkeypatch):
    question, embedder = "What makes honey in a hive, and what gives milk?", FakeEmbedder()
    found = HybridRetriever(index, embedder).retrieve(question)
    asked = embedder.embed([question])[0]
    nearest = max(found, key=lambda passage: passage.similar)
    near = index.reading(lambda state: state.passages(state.nearest(asked, 1)))
    assert nearest == near[0]
    of_searched = index.reading(lambda state: state.similarities(asked, state.rows))
    assert sorted(passage.similar for passage in found) == pytest.approx(
        sorted(of_searched.values())
    )
    monkeypatch.setattr(IndexState, "by_index", True)
    on_disk = index.reading(lambda state: state.similarities(asked, state.rows))
    assert on_disk == pytest.approx(of_searched)


def test_before_there_are_vectors_nothing_is_compared(tmp_path):
    (tmp_path / "bee.txt").write_text(_FACTS["Bee"])
    made = {"quick": FakeEmbedder(), "thorough": False}
    index_paths([tmp_path], tmp_path / "ix", FakeEmbedder(), **made)
    embedder = FakeEmbedder()
    found = HybridRetriever(open_index(tmp_path / "ix"), embedder, quick=embedder).retrieve("honey")
    assert [passage.similar for passage in found] == [None]


def test_a_page_to_be_printed_takes_no_place_from_others(tmp_path):
    pages = [f"# Farm\n\n## Barn {n}\n\nThe barn {n} has hay for goats.\n" for n in range(4)]
    for number, page in enumerate(pages):
        (tmp_path / f"{number}.md").write_text(page)
    (tmp_path / "print.md").write_text("".join(pages))
    index_paths([tmp_path], tmp_path / "ix", FakeEmbedder())
    found = HybridRetriever(open_index(tmp_path / "ix"), FakeEmbedder(), 4).retrieve("hay in barns")
    assert len({passage.text for passage in found}) == 4


def test_titles_count_for_full_text(index):
    assert FullTextRetriever(index).retrieve("O'Brien")[0].title == "O'Brien"


def test_top_k_bounds_what_comes_back(index):
    for retriever in _all(index, top_k=2):
        assert len(retriever.retrieve("a goat, a bee or a cow")) <= 2
    assert len(HybridRetriever(index, FakeEmbedder(), 2).retrieve("goat bee cow")) == 2


def test_the_outermost_retrieval_is_one_step_of_the_trace(index):
    for retriever in _all(index):
        with recording() as record:
            found = retriever.retrieve("hay")
        assert [step.name for step in record.steps] == ["retrieve"]
        assert record.steps[0].facts["passages"] == len(found)


@settings(max_examples=60)
@given(
    st.one_of(
        st.text(max_size=80),
        st.lists(
            st.sampled_from(['"', "'", "AND", "NOT", "(", ")", "*", "~2", "^", ":", "\\", "🦙"])
            | st.sampled_from(["+", "-", "hay", "\0", "--", ";", "/*", "%", "{", "}"]),
            max_size=12,
        ).map(" ".join),
    )
)
def test_no_question_breaks_a_retriever(index, question):
    for retriever in _all(index):
        for passage in retriever.retrieve(question):
            assert passage.text == _FACTS[passage.title]


def test_a_megabyte_of_question_is_taken(index):
    for retriever in _all(index):
        assert retriever.retrieve("hay " * 250_000)[0].title == "Goat"


def test_exact_search_and_the_store_agree(index):
    state = index.now()
    for vector in FakeEmbedder().embed(["hay and milk", "meadow grazes", "honey flowers"]):
        assert state.nearest(vector, 4) == state.nearest_by_index(vector, 4)
        assert state.nearest(vector, 0) == []


def test_past_the_limit_a_vector_index_takes_over(tmp_path, monkeypatch):
    monkeypatch.setattr("assay.indexing.upkeep.vector_index.EXACT_UP_TO", 100)
    monkeypatch.setattr("assay.indexing.index_state.EXACT_UP_TO", 100)
    rows = "".join(f'{{"text": "goat number {n} of flock {n % 9}"}}\n' for n in range(600))
    (tmp_path / "rows.jsonl").write_text(rows)
    index_paths([tmp_path], tmp_path / "ix", FakeEmbedder())
    index = open_index(tmp_path / "ix")
    assert "vector_idx" in index.now().tables["passages"].indexes()
    found = DenseRetriever(index, FakeEmbedder()).retrieve("goat number 77 of flock 5")
    assert "goat number 77 of flock 5" in {passage.text for passage in found}


def test_fusion_follows_the_published_formula():
    assert list(fuse_ranks([[1, 2, 3], [3, 4]])) == [3, 1, 2, 4]
    assert list(fuse_ranks([[1], [2]])) == [1, 2]
    assert list(fuse_ranks([[], []])) == []
    scores = {1: 1 / 61, 2: 1 / 62 + 1 / 62, 3: 1 / 63 + 1 / 61}
    assert list(fuse_ranks([[1, 2, 3], [3, 2]])) == sorted(scores, key=lambda each: -scores[each])


PAGE = """<html><body><nav><a href="x">Honey hive bee honey</a> <a href="y">Honey</a></nav>
<main><h1>Keeping</h1><h2>Honey</h2><p>It is taken from the hive in summer.</p>
<h2>Wax</h2><p>It is taken from the hive too.</p></main></body></html>"""


def test_navigation_comes_last_whatever_words_it_has(tmp_path):
    (tmp_path / "page.html").write_text(PAGE)
    index_paths([tmp_path / "page.html"], tmp_path / "ix", FakeEmbedder())
    found = HybridRetriever(open_index(tmp_path / "ix"), FakeEmbedder()).retrieve("honey hive bee")
    furniture = [all(b.kind is BlockKind.FURNITURE for b in passage.blocks) for passage in found]
    assert furniture == sorted(furniture)
    assert True in furniture and False in furniture


def test_words_of_the_question_weigh_beside_the_ranks_and_more_so_in_headings(tmp_path):
    (tmp_path / "page.html").write_text(PAGE)
    index_paths([tmp_path / "page.html"], tmp_path / "ix", FakeEmbedder())
    found = HybridRetriever(open_index(tmp_path / "ix"), FakeEmbedder()).retrieve(
        "What is taken from the hive under the name of wax?"
    )
    assert found[0].headings[-1] == "Wax"


def test_a_rare_word_wins_over_many_common_ones(tmp_path):
    for number in range(12):
        (tmp_path / f"{number}.txt").write_text("The option sets the default value of the port.")
    (tmp_path / "rare.txt").write_text("The gimbal holds it.")
    index_paths([tmp_path], tmp_path / "ix", FakeEmbedder())
    retriever = HybridRetriever(open_index(tmp_path / "ix"), FakeEmbedder())
    found = retriever.retrieve("default value of the option gimbal")
    assert found[0].title == "rare"


class Topics:
    """Knows of one passage only that it means the same as the question; all others are middling."""

    identity, dimension = "topics", 3

    def embed(self, texts):
        rows = [
            (1.0, 0.0, 0.0) if "ruminants" in text or "?" in text else (0.6, 0.8, len(text) / 1e5)
            for text in texts
        ]
        return np.array(rows, np.float32)


def test_what_is_nearest_in_meaning_is_among_the_ten_though_it_shares_no_word(tmp_path):
    for number in range(40):
        text = f"Farm {number} says which goats eat hay in {'winter ' * (number % 7)}and spring."
        (tmp_path / f"{number:02}.txt").write_text(text)
    (tmp_path / "feed.txt").write_text("Dried grass feeds ruminants.")
    index_paths([tmp_path], tmp_path / "ix", Topics())
    retriever = HybridRetriever(open_index(tmp_path / "ix"), Topics())
    found = [Path(each.source).name for each in retriever.retrieve("Which goats eat hay?")]
    assert len(found) == 10
    assert "feed.txt" in found
    deep = replace(retriever, top_k=40).retrieve("Which goats eat hay?")
    assert [Path(each.source).name for each in deep][:10] == found


def test_the_one_passage_with_the_rarest_word_is_among_the_first(tmp_path):
    near = "The ISO has a code of four letters for each script."
    for number in range(100):
        text = f"{near} Part {number}." if number < 20 else f"Chapter {number} is on goats and hay."
        (tmp_path / f"{number}.txt").write_text(text)
    rows = "; ".join(f"Abcd{n}: row number {n}" for n in range(40))
    (tmp_path / "rows.txt").write_text(f"{rows}; Piqd: Klingon")
    index_paths([tmp_path], tmp_path / "ix", FakeEmbedder())
    retriever = HybridRetriever(open_index(tmp_path / "ix"), FakeEmbedder(), 10)
    found = retriever.retrieve("Which ISO code of four letters has the Klingon script?")
    assert any("Klingon" in passage.text for passage in found)
