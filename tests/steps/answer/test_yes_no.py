from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from assay.steps.answer.yes_no import by_default, decide, deciding_span, restates, stated
from assay.testing import make_passage
from assay.types import NliScores, Passage
from tests.models.shipped import shipped_nli

QUESTION = "Is the cellar heated?"


@dataclass
class Supports:
    """An NLI scorer that supports "Yes." and "No." as much as it is told to."""

    yes: float
    no: float

    def nli(self, pairs: Sequence[tuple[str, Passage]]) -> list[NliScores]:
        assert [claim.rpartition(" ")[2] for claim, _ in pairs] == ["Yes.", "No."]
        return [NliScores(value, 0.0, 1 - value) for value in (self.yes, self.no)]


@pytest.mark.parametrize(
    ("yes", "no", "answer"),
    [(0.9, 0.1, True), (0.1, 0.9, False), (0.5, 0.5, None), (0.5, 0.45, None), (0.0, 0.0, None)],
)
def test_the_answer_that_is_supported_more_is_given_or_none(yes, no, answer):
    said = make_passage("The cellar is warm in winter.")
    assert decide(Supports(yes, no), QUESTION, said).answer is answer


def test_a_not_in_the_deciding_sentence_speaks_for_no():
    plain, negated = make_passage("It is heated."), make_passage("It is not heated.")
    assert decide(Supports(0.4, 0.5), QUESTION, plain).answer is None
    assert decide(Supports(0.4, 0.5), QUESTION, negated).answer is False


def test_a_word_that_denies_counts_as_a_not():
    denied = make_passage("Recent models disable the heating of the cellar.")
    assert decide(Supports(0.4, 0.5), QUESTION, denied).answer is False
    assert decide(Supports(0.4, 0.5), "Is the heating disabled?", denied).answer is None


@pytest.mark.parametrize(
    ("heading", "text", "answer"),
    [
        ("Is the cellar of the mill heated?", "Answer: No! It would burn.", False),
        ("Is the cellar heated in winter?", "Yes, by a stove.", True),
        ("Is the cellar heated?", "The stove heats it. No doubt.", None),
        ("Is the cellar heated?", "No one knows.", None),
        ("Isn't the cellar heated?", "No.", None),
        ("Is the attic lit?", "No.", None),
        ("Heating the cellar", "No.", None),
    ],
)
def test_a_frequent_question_is_answered_by_its_first_word(heading, text, answer):
    entry = replace(make_passage(text), headings=("Questions", heading))
    said = stated(QUESTION, entry)
    assert (said and said.answer) is answer
    assert stated(QUESTION, make_passage(text)) is None


def test_a_not_in_a_condition_denies_nothing():
    said = make_passage("If no window is open, the cellar is heated.")
    assert decide(Supports(0.4, 0.5), QUESTION, said).answer is None
    still = make_passage("If a window is open, the cellar is not heated.")
    assert decide(Supports(0.4, 0.5), QUESTION, still).answer is False


def test_a_not_in_a_sentence_that_speaks_of_something_else_decides_nothing():
    elsewhere = make_passage("The garden is not heated.")
    assert decide(Supports(0.1, 0.2), QUESTION, elsewhere).answer is None
    assert decide(Supports(0.3, 0.6), QUESTION, elsewhere).answer is False


def test_a_not_in_both_speaks_for_neither():
    negated = make_passage("It is not heated.")
    both = decide(Supports(0.5, 0.5), "Is the cellar not heated?", negated)
    assert (both.answer, both.ratio) == (None, 0)


def test_the_higher_the_bar_the_fewer_are_decided():
    said = make_passage("The cellar is warm.")
    assert decide(Supports(0.9, 0.3), QUESTION, said, clear=0.5).answer is True
    assert decide(Supports(0.9, 0.3), QUESTION, said, clear=5.0).answer is None


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("Does the warranty cover the motor?", "The warranty covers the motor.", True),
        ("Does the warranty cover the blades?", "The warranty does not cover the blades.", False),
    ],
)
def test_the_shipped_model_reads_plain_sentences(question, sentence, answer):
    assert decide(shipped_nli(), question, make_passage(sentence)).answer is answer


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Can a cellar have more than one stove?", "A cellar has only one stove, of iron.", False),
        ("May I keep several cats?", "Keep at most one cat in the cellar.", False),
        ("May I keep several cats?", "Keep only one dog in the cellar.", True),
        ("May I keep several cats?", "You need not only one cat but two.", True),
        ("May I keep several cats?", "If only one cat is kept, it gets lonely.", True),
        ("May I keep a cat?", "Keep only one cat.", True),
    ],
)
def test_only_one_denies_more_than_one_of_the_same(question, text, answer):
    assert decide(Supports(0.9, 0.1), question, make_passage(text)).answer is answer


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("Is the lamp on by default?", "Default is true.", True),
        ("Is the lamp turned off by default?", "The default is yes.", False),
        ("Is dimming enabled by default?", "(default: off)", False),
        ("Is dimming enabled by default?", "Recent lamps disable dimming by default.", False),
        ("Is dimming enabled by default?", "Dimming is enabled by default.", True),
        ("Is dimming enabled by default?", "Dimming is not enabled by default.", False),
        ("Is dimming on from the start?", "By default, dimming is off.", False),
        ("Is dimming true by default?", "The default value is false unless it is dark.", False),
        ("Is dimming enabled by default?", "The default is 30 seconds.", None),
        ("Is dimming enabled by default?", "Dimming saves oil.", None),
        ("Does it dim by default?", "Default is true.", None),
        ("Isn't dimming enabled by default?", "Default is true.", None),
    ],
)
def test_a_default_that_is_said_decides_whether_it_is_on(question, sentence, answer):
    decision = by_default(question, sentence)
    assert (decision.answer if decision else None) is answer


def test_a_sentence_that_has_every_word_of_the_question_restates_it():
    question = "Are lamps that are lit affected by rain?"
    assert restates(question, "Lamps that are lit are not affected by rain, even if it pours.")
    assert not restates(question, "Lamps that are lit in the rain:")
    assert not restates("Is it lit?", "It is lit.")  # hardly any words to tell it by


@pytest.mark.parametrize(
    ("yes", "question", "text", "answer"),
    [
        (0.9, "Is a lamp needed on the second night?", "A lamp is needed from the third.", True),
        (0.9, "Is a lamp needed on the second night?", "It is needed from the third night.", False),
        (0.5, "Is a lamp needed on the second night?", "It is needed from the third night.", None),
        (0.9, "Is it lit for 9 hours?", "It may not be lit for more than 8 hours.", True),
    ],
    ids=["another unit", "beyond", "open", "denied"],
)
def test_a_number_beyond_what_is_allowed_turns_a_yes(yes, question, text, answer):
    said = decide(Supports(yes, 0.1 if yes > 0.5 else 0.45), question, make_passage(text))
    assert said.answer is answer


def test_the_opposite_and_the_exception_are_a_no_whatever_the_scorer_thinks():
    sure = Supports(0.9, 0.1)
    dry = make_passage("The cellar is more heated by day and less heated at night.")
    assert decide(sure, "Is the cellar more heated at night?", dry).answer is False
    but = make_passage("An exception is the cellar.")
    assert decide(sure, QUESTION, but, before="All rooms are heated.").answer is False
    assert decide(sure, QUESTION, but, before="No room is heated.").answer is not False


def test_the_only_sentence_that_has_all_words_of_the_question_decides():
    text = "Red lamps burn more oil at night. Blue lamps burn more oil by day."
    passage = make_passage(text)
    key = (0, text.index("Blue") - 1)
    question = "Do blue lamps burn more oil by day?"
    assert text[slice(*deciding_span(question, passage, key))].startswith("Blue")
    assert deciding_span("Do red lamps burn oil at night?", passage, key) == key
    assert deciding_span("Do green lamps burn oil?", passage, key) == key


def test_a_question_in_the_text_decides_nothing_without_what_follows_it():
    passage = make_passage("Rooms are warm. Is the cellar heated? Hardly. It is dry.")
    key = (passage.text.index("Is"), passage.text.index("?") + 1)
    said = passage.text[slice(*deciding_span(QUESTION, passage, key))]
    assert said == "Is the cellar heated? Hardly."
    assert deciding_span(QUESTION, make_passage("Is it heated?"), (0, 13)) == (0, 13)


@pytest.mark.parametrize("word", ["rejected", "declined", "abandoned"])
def test_what_was_decided_against_speaks_for_no(word):
    said = make_passage(f"The plan to heat the cellar was {word}.")
    assert decide(Supports(0.4, 0.5), QUESTION, said).answer is False


def test_support_that_was_removed_speaks_for_no():
    said = make_passage("Support for heating the cellar has been completely removed.")
    assert decide(Supports(0.4, 0.5), QUESTION, said).answer is False
    other = make_passage("The support of the cellar is heated, and the door is removed.")
    assert decide(Supports(0.4, 0.5), QUESTION, other).answer is None


@pytest.mark.parametrize(
    "text",
    [
        "Not all of the cellar was heated.",
        "Either yes or no: the heating of the cellar.",
        "The cellar isn't a room in summer but is in winter.",
    ],
)
def test_a_not_of_some_or_beside_what_holds_denies_nothing(text):
    assert decide(Supports(0.4, 0.5), QUESTION, make_passage(text)).answer is None


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "Does one stove heat several rooms at once?",
            "A stove heats a single room at a time.",
            False,
        ),
        ("Can two stoves burn here?", "In the cellar only one stove burns.", False),
        ("Does one stove heat several rooms?", "A stove heats a single cellar at a time.", True),
    ],
)
def test_one_at_a_time_denies_several(question, text, answer):
    assert decide(Supports(0.9, 0.05), question, make_passage(text)).answer is answer
