from __future__ import annotations

from assay.adapters.retrievers.expanded import ExpandedRetriever
from assay.testing import FakeRelevanceScorer, make_passage

PASSAGES = {name: make_passage(f"text {name}", id=name) for name in "abcdefg"}


class Finding:
    """A retriever that finds what a test wrote down for each query."""

    def __init__(self, **found: str) -> None:
        self.found, self.asked = found, []

    def retrieve(self, question: str):
        self.asked.append(question)
        return tuple(PASSAGES[name] for name in self.found[question])


class Words:
    def __init__(self, *queries: str) -> None:
        self.queries = queries

    def expand(self, question: str) -> tuple[str, ...]:
        return self.queries


def sieve(**scores: float) -> FakeRelevanceScorer:
    return FakeRelevanceScorer({f"text {name}": score for name, score in scores.items()})


def ids(passages) -> str:
    return "".join(passage.id for passage in passages)


def test_results_are_pooled_and_the_best_come_first():
    retriever = Finding(q="ab", one="bc", two="d")
    scores = sieve(a=0.1, b=0.2, c=0.9, d=0.5)
    found = ExpandedRetriever(retriever, Words("one", "two"), scores).retrieve("q")
    assert ids(found) == "cdba"
    assert sorted(retriever.asked) == ["one", "q", "two"]


def test_the_first_for_the_question_stay_whatever_the_sieve_says():
    retriever = Finding(q="abcd", one="efg")
    scores = sieve(a=-0.9, b=-0.8, c=-0.7, d=-0.6, e=0.9, f=0.8, g=0.7)
    found = ExpandedRetriever(retriever, Words("one"), scores, keep=4).retrieve("q")
    assert ids(found) == "ecba"


def test_what_only_another_query_found_is_not_similar_to_the_question():
    retriever = Finding(q="a", one="ab")
    found = ExpandedRetriever(retriever, Words("one"), sieve(a=0.9)).retrieve("q")
    assert [(p.id, p.similar, p.found) for p in found][1] == ("b", None, 1)


def test_without_other_words_the_sieve_alone_works():
    found = ExpandedRetriever(Finding(q="ab"), Words(), sieve(b=0.9)).retrieve("q")
    assert ids(found) == "ba"


def test_without_a_sieve_what_stands_high_in_all_results_comes_first():
    retriever = Finding(q="abcd", one="ceb", two="ce")
    found = ExpandedRetriever(retriever, Words("one", "two"), None, keep=5).retrieve("q")
    assert ids(found) == "cebad"
    fewer = ExpandedRetriever(retriever, Words("one", "two"), None, keep=4).retrieve("q")
    assert ids(fewer) == "ceba"
