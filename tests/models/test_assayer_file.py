from __future__ import annotations

import json
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from assay.adapters.scorers.assayer import Assayer, Calibration
from assay.model_files import verify
from assay.types import Passage
from tests.models.pairs import PAIRS
from tests.models.shipped import FOLDER, shipped

RECORDED = json.loads((Path(__file__).parent / "scores.json").read_text())


def passages():
    return [Passage(str(i), text, title) for i, (_, title, text) in enumerate(PAIRS)]


def test_the_files_are_those_of_the_card():
    assert verify(FOLDER) == []


def test_recorded_scores_are_reproduced():
    """As near as other processors round, which int8 scales carry into every score."""
    scores = [
        shipped().score(question, [passage])[0]
        for (question, _, _), passage in zip(PAIRS, passages(), strict=True)
    ]
    assert scores == pytest.approx(RECORDED, abs=0.05)


def test_a_score_does_not_depend_on_what_is_read_beside_it():
    question = PAIRS[0][0]
    together = Assayer(FOLDER).score(question, passages())
    alone = [Assayer(FOLDER).score(question, [passage])[0] for passage in passages()[:3]]
    backwards = Assayer(FOLDER, threads=1).score(question, passages()[::-1])[::-1]
    assert together[:3] == pytest.approx(alone, abs=1e-3)
    assert together == pytest.approx(backwards, abs=1e-3)


def test_a_passage_that_answers_outscores_one_that_does_not():
    question, _, text = PAIRS[3]
    good, off_topic = shipped().score(question, [Passage("a", text), Passage("b", PAIRS[9][2])])
    assert good > 0 > off_topic


SHORT = {  # a question, a line that answers it and one that does not
    "How long is the warranty?": ("The warranty is valid for 5 years.", "The motor is covered."),
    "When does the pool open?": ("The pool opens at 9 am on weekdays.", "The pool is 25 m long."),
    "How much is a day ticket?": ("A day ticket costs 12 euros.", "Tickets are sold online."),
    "Can I bring my dog?": ("Dogs are not allowed in the building.", "It has three floors."),
    "What is the largest file?": ("Files are limited to 20 MB.", "Files are kept for a year."),
    "How do I reset the router?": ("To reset it, hold the button.", "The router has four ports."),
    "Who repairs the lift?": ("The lift is repaired by Kone.", "The lift holds eight people."),
}


def test_most_lines_are_judged_as_passages_are():
    """Of the good ones one scored above zero before the calibration knew of lengths."""
    scores = [
        shipped().score(question, [Passage(line, line) for line in lines])
        for question, lines in SHORT.items()
    ]
    assert sum(good > 0 for good, _ in scores) >= 6
    assert sum(bad > 0 for _, bad in scores) == 0


def test_a_long_text_is_scored_as_it_is_with_a_title_or_without():
    question, _, text = PAIRS[3]
    plain = Calibration(**asdict(shipped().passage) | {"short": 0.0})
    for passage in (Passage("a", text * 6), Passage("a", text, "Tower clock")):
        (reading,) = shipped().readings(question, [passage])
        expected = 2 * plain.probability(reading.relevance, 0.0) - 1
        assert shipped().score(question, [passage]) == [expected]


def test_the_first_layer_guesses_and_what_was_begun_is_read_to_the_same_end():
    question = PAIRS[3][0]
    guessing, plain = Assayer(FOLDER), Assayer(FOLDER)
    guesses = guessing.guesses(question, passages())
    assert guesses[3] > guesses[0]
    assert guessing.guesses(question, passages()[::-1]) == guesses[::-1]
    some = [passages()[at] for at in (3, 9)]
    assert guessing.score(question, some) == plain.score(question, some)
    assert guessing.guesses(question, some) == [guesses[3], guesses[9]]


def test_a_passage_without_words_is_never_guessed_to_answer():
    assert shipped().guesses("Who?", [Passage("a", "")]) == [-np.inf]


def test_the_span_is_the_answer_and_stands_where_it_says():
    question, title, text = PAIRS[3]
    (span,) = shipped().read(question, [Passage("a", text, title)])
    assert span.text == "1874" == text[span.start : span.end]
    assert span.no_answer < 0.5 < span.score


def test_the_end_of_a_long_passage_is_read_too():
    filler = "Nothing of note happened in the village that year. " * 1000
    text = filler + PAIRS[3][2] + filler
    (span,) = shipped().read(PAIRS[3][0], [Passage("a", text)])
    assert len(text) > 100_000
    assert span.text == "1874"


@pytest.mark.parametrize("text", ["", " \n", "\u200b", "\ud800"])
def test_a_passage_without_words_is_worth_nothing(text):
    passage = Passage("a", text)
    assert shipped().score("What is it?", [passage])[0] <= -0.9
    assert shipped().read("What is it?", [passage])[0].no_answer >= 0.9


def test_five_thousand_passages_keep_their_order():
    texts = [PAIRS[3][2] if i % 50 == 0 else "Fish swim." for i in range(5000)]
    scores = shipped().score(PAIRS[3][0], [Passage(str(i), t) for i, t in enumerate(texts)])
    assert len(scores) == 5000
    good = {round(s, 6) for i, s in enumerate(scores) if i % 50 == 0}
    bad = {round(s, 6) for i, s in enumerate(scores) if i % 50}
    assert len(good) == len(bad) == 1
    assert min(good) > max(bad)


def test_offsets_hold_where_letters_are_wide():
    text = "👩‍👩‍👧 Ünïcödé \ud83d first. The tower clock was built in 1874 by a workshop."
    (span,) = shipped().read("When was the tower clock built?", [Passage("a", text)])
    assert text[span.start : span.end] == span.text == "1874"


def test_other_languages_give_doubt_rather_than_nonsense():
    text = "Die Bibliothek verleiht Bücher für drei Wochen und öffnet um neun Uhr."
    assert shipped().score("When was the tower clock built?", [Passage("a", text)])[0] < 0


def test_scores_fall_as_the_passage_has_less_to_do_with_the_question():
    question = "When was the tower clock built?"
    texts = [PAIRS[3][2], "The tower clock was repaired twice after storms.", "Fish swim."]
    scores = shipped().score(question, [Passage(str(i), t) for i, t in enumerate(texts)])
    assert all(a > b for a, b in pairwise(scores))
