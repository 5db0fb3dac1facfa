from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adapters.scorers.entry_scorer import EntryScorer, EntryWeights
from assay.indexing.vocabulary import Vocabulary
from assay.ports import RelevanceScorer
from assay.testing import make_passage
from assay.types import BlockKind, BlockSpan, Passage, Strip
from tests.adapters.readings import SeeingAssayer, Seen
from tests.models.shipped import shipped

WEIGHTS = EntryWeights(1.0, 0.1, 2.0, 1.0, -3.0, -1.0)
VOCABULARY = Vocabulary({"default": 80, "retry": 3, "port": 5}, passages=100)
QUESTION = "What is the default of retry?"


def entry(text: str, *headings: str) -> Passage:
    block = BlockSpan(0, len(text), BlockKind.PARAGRAPH)
    return replace(make_passage(text), title="", headings=headings, blocks=(block,))


def scorer(*seen: Seen, weights: EntryWeights = WEIGHTS, **more: object) -> EntryScorer:
    return EntryScorer(SeeingAssayer(seen, **more), lambda: VOCABULARY, weights)


def test_of_two_that_read_alike_the_one_with_the_rare_word_wins():
    told = scorer(Seen("6", 1.0, 1.0))
    lacking, having = told.score(QUESTION, [entry("The default is 6."), entry("The retry is 6.")])
    assert -1 <= lacking < having <= 1


def test_a_rare_word_in_the_headings_is_worth_more_than_none():
    told = scorer(Seen("6", 1.0, 1.0))
    bare, headed = told.score(QUESTION, [entry("It is 6."), entry("It is 6.", "Network", "retry")])
    assert bare < headed


def test_what_the_encoder_finds_more_relevant_scores_higher():
    told = scorer(Seen("six", 1.0, 4.0), Seen("one", 1.0, -4.0))
    high, low = told.score(QUESTION, [entry("The retry is six."), entry("The retry is one.")])
    assert low < high


def test_of_two_that_are_nearly_as_good_the_more_similar_comes_first():
    told = scorer(
        Seen("six", 1.0, 1.1), Seen("one", 1.0, 1.0), weights=replace(WEIGHTS, similar=5.0)
    )
    entries = [entry("The retry is six."), entry("The retry is one.")]
    plain = told.score(QUESTION, entries)
    assert plain[0] > plain[1]
    compared = [replace(each, similar=at) for each, at in zip(entries, (0.4, 0.6), strict=True)]
    first, second = told.score(QUESTION, compared)
    assert (first < second) and second == plain[1]  # what comes first is worth what it was
    half = [compared[0], entries[1]]  # one of them has no vector
    assert told.score(QUESTION, half) == plain


def numbered(count: int) -> list[Passage]:
    return [entry(f"The retry is {number}.") for number in range(count)]


def test_the_better_half_by_the_guess_is_read_and_goes_first():
    entries = numbered(12)
    guessed = {each.text: 0.1 * at - 4.8 for at, each in enumerate(entries)}
    told = scorer(Seen("retry", 1.0, -4.4), weights=replace(WEIGHTS, lead=0.0), guessed=guessed)
    scores = told.score(QUESTION, entries)
    assert sorted(told.assayer.read) == sorted(each.text for each in entries[6:])
    assert scores[:4] == sorted(set(scores[:4]))  # each has its guess,
    assert scores[4] == scores[5] == min(scores[6:])  # but none goes before what was read


def test_what_is_far_behind_is_not_read_but_for_three():
    entries = numbered(12)
    far = {each.text: -20.0 for each in entries}
    told = scorer(Seen("retry", 1.0, 1.0), guessed=far | {entries[4].text: 9.0})
    scores = told.score(QUESTION, entries)
    assert len(told.assayer.read) == 3
    assert entries[4].text in told.assayer.read
    assert scores[4] == max(scores)
    near = scorer(Seen("retry", 1.0, 1.0), guessed=far | {e.text: 9.0 for e in entries[3:8]})
    near.score(QUESTION, entries)
    assert sorted(near.assayer.read) == sorted(each.text for each in entries[3:8])


@pytest.mark.parametrize("count", [1, 5, 7])
def test_as_many_as_make_the_evidence_are_always_read(count):
    entries = numbered(count)
    told = scorer(Seen("retry", 1.0, 1.0), guessed={each.text: 0.0 for each in entries})
    assert len(told.score(QUESTION, entries)) == count
    assert len(told.assayer.read) == min(count, 5)


def test_all_are_read_where_there_is_no_guess():
    told = scorer(Seen("retry", 1.0, 1.0))
    told.score(QUESTION, numbered(12))
    assert len(told.assayer.read) == 12


def test_of_two_that_read_alike_the_one_that_was_found_first_wins():
    weights = replace(WEIGHTS, later=-0.5)
    told = scorer(Seen("6", 1.0, 1.0), weights=weights)
    same = entry("The retry is 6.")
    first, third = told.score(QUESTION, [same, replace(same, found=2)])
    assert third < first
    assert scorer(Seen("6", 1.0, 1.0)).score(QUESTION, [replace(same, found=2)]) != [third]


def test_the_entry_of_an_option_that_the_question_names_wins():
    told = scorer(Seen("lines", 1.0, 1.0), weights=replace(WEIGHTS, named=2.0))
    entries = [
        entry("-n Number the lines.", "Options", "-n, --number"),
        entry("More about lines.", "Options", "-n, --number"),
        entry("-N Name the lines.", "Options", "-N, --name"),
    ]
    first, more, other = told.score("What does it do with -n to lines?", entries)
    assert other < more < first
    assert [s.named for s in told.signs("Which option numbers lines?", entries)] == [0, 0, 0]


def test_the_entry_of_a_function_that_the_question_names_wins_and_its_first_piece_most():
    told = scorer(Seen("files", 1.0, 1.0), weights=replace(WEIGHTS, named=2.0))
    entries = [
        replace(entry("More about files.", "Calls", "fs.rm(path)"), start=90, document="fs"),
        replace(entry("Removes files.", "Calls", "fs.rm(path)"), start=40, document="fs"),
        entry("Removes files.", "Calls", "fs.rmdir(path)"),
        entry("Removes files.", "How fs.rm removes"),
    ]
    more, first, other, beside = told.score("Does fs.rm empty files?", entries)
    assert max(other, beside) < more < first


def test_texts_of_others_are_scored_by_the_encoder_alone():
    told = scorer(scores={"Plain words.": 0.7})
    assert told.score(QUESTION, [make_passage("Plain words.")]) == [0.7]
    assert told.score(QUESTION, []) == []


def test_an_entry_without_words_scores_lowest_and_breaks_nothing():
    (score,) = scorer().score(QUESTION, [entry(" ")])
    assert score == -1


def test_the_signs_are_in_the_order_of_the_passages():
    told = scorer(Seen("six", 2.0, 4.0), Seen("one", 3.0, -4.0))
    first, second = told.signs(QUESTION, [entry("It is six."), entry("The retry is one.")])
    assert (first.relevance, first.lead) == pytest.approx((4.0, 2.0))
    assert (second.relevance, second.lead) == pytest.approx((-4.0, 3.0))
    assert first.missing > second.missing and first.covered < second.covered


@given(st.builds(EntryWeights, *[st.floats(-1e3, 1e3)] * 8), st.text(max_size=60))
def test_every_score_is_between_minus_one_and_one(weights, text):
    (score,) = scorer(weights=weights).score(QUESTION, [entry(text)])
    assert -1 <= score <= 1


def test_with_the_shipped_model_the_entry_that_names_the_option_wins():
    words = Vocabulary({"retry_limit": 2, "retry": 2, "limit": 9, "default": 60}, passages=100)
    fitted = EntryScorer(shipped(), lambda: words, WEIGHTS)
    assert isinstance(fitted, RelevanceScorer)
    right = entry("How often a lost connection is tried again. The default is 6.", "retry_limit")
    wrong = entry("The port that the server listens on. The default is 8080.", "port")
    question = "What is the default of retry_limit?"
    scores = fitted.score(question, [wrong, right])
    assert scores[0] < scores[1]
    strips = [Strip(right, 0, 10), Strip(right, 10, len(right.text))]
    assert len(fitted.score_strips(question, strips)) == 2
