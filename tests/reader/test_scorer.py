"""The evaluator over an index: its order is the ranking's, its level the gate's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from assay.adapters.scorers.pair_reading import PairReading
from assay.indexing.vocabulary import Vocabulary
from assay.model_files import MODELS, load_card
from assay.ports import RelevanceScorer
from assay.reader.features import FEATURES, GROUPS, QUESTION_FEATURES, Seen, Weights, values
from assay.reader.question import Question
from assay.reader.scorer import EntryScorer
from assay.types import Passage
from tests.adapters.readings import SeeingAssayer
from tests.adapters.readings import Seen as SpanSeen
from tests.entries import entries_of

VOCABULARY = Vocabulary({"lamp": 4, "oil": 2}, passages=10)
RANK = {"relevance": 1.0, "similar": 2.0, "rank": -0.1}
TEXT = "# Oil\n\nA lamp burns two litres of oil.\n\n# Wick\n\nA wick lasts three nights.\n"


@pytest.fixture
def passages(tmp_path) -> list[Passage]:
    found = entries_of(tmp_path, "lamp.md", TEXT)
    return [replace(each, found=number, similar=0.5) for number, each in enumerate(found)]


def scorer(*seen: SpanSeen, rank: dict[str, float] | None = None, **answers: float) -> EntryScorer:
    weights = Weights(RANK if rank is None else rank, answers)
    return EntryScorer(SeeingAssayer(seen), lambda: VOCABULARY, weights)


def test_the_best_score_is_the_gates_and_the_others_are_as_far_behind_as_they_rank(passages):
    told = scorer(SpanSeen("two litres", relevance=3.0), SpanSeen("three", relevance=1.0), bias=0.5)
    assert isinstance(told, RelevanceScorer)
    first, second = told.score("How much oil?", passages)
    assert first == pytest.approx(math.tanh(0.25))
    behind = 2.0 - 0.1 * math.log(1) + 0.1 * math.log1p(1)
    assert second == pytest.approx(math.tanh((0.5 - behind) / 2))


def test_a_question_that_the_gate_doubts_lowers_every_score_alike(passages):
    seen = SpanSeen("two litres", relevance=3.0), SpanSeen("three", relevance=1.0)
    sure = scorer(*seen, bias=1.0).score("How much oil?", passages)
    doubted = scorer(*seen, bias=-1.0).score("How much oil?", passages)
    gaps = [math.atanh(a) - math.atanh(b) for a, b in zip(sure, doubted, strict=True)]
    assert gaps == pytest.approx([1.0, 1.0])


def test_a_passage_that_is_only_guessed_never_comes_before_one_that_was_read(tmp_path):
    text = "".join(f"# Part {n}\n\nThe lamp has part number {n} here.\n\n" for n in range(12))
    many = entries_of(tmp_path, "lamp.md", text)
    guessed = {each.text: 9.0 - number for number, each in enumerate(many)}
    assayer = SeeingAssayer((SpanSeen("The lamp", relevance=-5.0),), guessed=guessed)
    told = EntryScorer(assayer, lambda: VOCABULARY, Weights({"relevance": 1.0}, {"bias": 0.0}))
    scores = told.score("Which parts?", many)
    read = {text for text in assayer.read}
    assert 0 < len(read) < len(many)
    least = min(s for s, p in zip(scores, many, strict=True) if p.text in read)
    assert all(s <= least for s, p in zip(scores, many, strict=True) if p.text not in read)


def test_texts_of_others_are_judged_by_the_encoder_alone():
    passage = Passage("p", "Plain words.")
    told = EntryScorer(
        SeeingAssayer(scores={"Plain words.": 0.25}), lambda: VOCABULARY, Weights({}, {"bias": 9.0})
    )
    assert told.score("Why?", [passage]) == [0.25]


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_can_be_switched_off_by_its_name(group):
    ones = {feature.name: 1.0 for feature in FEATURES}
    every = {**ones, **dict.fromkeys(QUESTION_FEATURES, 1.0)}
    kept = Weights(ones, every).without((group,))
    off = every.keys() - kept.answers.keys()
    assert off == (
        {f.name for f in FEATURES if f.group == group} or set(QUESTION_FEATURES) - {"bias"}
    )
    assert kept.rank.keys() == ones.keys() - off


def test_the_shipped_weights_name_features_that_there_are():
    weights = load_card(MODELS / "assayer").calibration("entry", Weights)
    names = {feature.name for feature in FEATURES}
    assert weights.rank.keys() <= names
    assert weights.answers.keys() <= names | set(QUESTION_FEATURES)


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("How much does the lamp cost?", "The lamp costs $30.", 0.0),
        ("How much does the lamp cost?", "The treasurer sets the price.", 1.0),
        ("How long may I stay?", "Guests stay for two nights.", 0.0),
        ("How long may I stay?", "Guests are welcome.", 1.0),
        ("When is the meeting?", "It is held in October.", 0.0),
        ("When is the meeting?", "It is held in the hall.", 1.0),
        ("What time does it open?", "The hall opens at 9:30.", 0.0),
        ("How many members are there?", "There are forty members.", 0.0),
        ("How many members are there?", "Members are elected.", 1.0),
        ("What percentage is kept?", "Members keep 5 % of it.", 0.0),
        ("Why is it closed?", "Nobody knows.", 0.0),
    ],
)
def test_a_text_without_the_kind_of_value_that_is_asked_for_is_told(question, text, lacks):
    asked = Question.of(question, VOCABULARY)
    assert values(asked, Seen(Passage("p", text)))["lacks_kind"] == lacks


class SeesSides(SeeingAssayer):
    """Sees in a passage what it is, and nothing that compares it."""

    def readings(self, question: str, passages: Sequence[Passage]) -> list[PairReading]:
        plain = zip(super().readings(question, passages), passages, strict=True)
        asked = question.removeprefix("What is ").removesuffix("?")
        return [
            PairReading((replace(r.windows[0], relevance=4.0 if asked in p.text else -4.0),))
            for r, p in plain
        ]


def test_two_entries_that_say_what_each_side_is_answer_a_comparison(passages):
    weights = Weights({"relevance": 1.0}, {"relevance": 1.0})
    told = EntryScorer(SeesSides(), lambda: VOCABULARY, weights)
    assert all(each > 0.5 for each in told.score("lamp versus wick", passages))
    # Of one side alone nothing is compared.
    assert all(each < 0 for each in told.score("lamp versus candle", passages))
