from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adapters.scorers.yes_or_no import Word, decisive_word, probability_of_yes
from assay.types import Completion, Token

YES = [
    "Yes",
    "yes.",
    " YES!\n",
    "**Yes**",
    '"yes"',
    "Yes, it states the date.",
    "Yes. There is no mistake.",
    "It names the town.\nAnswer: yes",
    "It names no other town. Therefore, the answer is **yes**.",
    "First I thought no.\n\nYes",
    "<think>no, no, no.</think>\n\nyes",
    "Final answer: Yes\nExplanation: the town is named, no doubt.",
]
NO = [
    "No",
    "no.",
    "NO",
    "\u2018no\u2019",
    "No, it speaks of bread.",
    "No - another namesake.",
    "Yes, it names him, but not his town.\nAnswer: no",
    "My verdict is no.",
    "<thinking>yes</thinking>No.",
]
NEITHER = [
    "",
    " \n",
    "maybe",
    "I cannot say yes",
    "yes and no",
    "Answer: yes or no",
    "No doubt, it answers the question.",
    "The answer is no longer clear.",
    "yesterday",
    "Nope",
    "There is no answer.",
    "<think>The town is named, so yes.",
]


@pytest.mark.parametrize("reply", YES)
def test_yes_is_heard(reply):
    word = decisive_word(reply)
    assert word is not None
    assert word.yes
    assert reply[word.start :][:3].lower() == "yes"


@pytest.mark.parametrize("reply", NO)
def test_no_is_heard(reply):
    word = decisive_word(reply)
    assert word is not None
    assert not word.yes
    assert reply[word.start :][:2].lower() == "no"


@pytest.mark.parametrize("reply", NEITHER)
def test_what_is_not_clear_is_not_guessed(reply):
    assert decisive_word(reply) is None


@given(st.text(alphabet="yesno .,*\n:AaNnwrY<>/thik", max_size=200))
def test_any_reply_gives_a_word_that_is_really_there_or_none(reply):
    word = decisive_word(reply)
    if word is not None:
        said = "yes" if word.yes else "no"
        assert reply[word.start :].lower().startswith(said)


def completion(*tokens: Token) -> Completion:
    return Completion("".join(token.text for token in tokens), tokens)


def test_doubt_shows_in_the_probability_at_the_decisive_word():
    doubt = ((" no", math.log(0.6)), (" Yes", math.log(0.1)), ("yes", math.log(0.1)), (" I", -2.0))
    reply = completion(Token("So", -0.1), Token(" no", math.log(0.6), doubt), Token(".", 0.0))
    assert probability_of_yes(reply, Word(False, 3)) == pytest.approx(0.25)


def test_a_word_in_two_tokens_is_judged_by_its_first():
    start = (("Y", math.log(0.9)), ("N", math.log(0.1)))
    reply = completion(Token("Y", math.log(0.9), start), Token("es", 0.0))
    assert probability_of_yes(reply, Word(True, 0)) == pytest.approx(0.9)


@pytest.mark.parametrize(
    "reply",
    [
        Completion("Yes"),
        Completion("Yes", (Token("Other", 0.0),)),
        completion(Token("Yes", -0.1, (("Maybe", -0.1),))),
    ],
    ids=["none given", "not those of the text", "neither word among them"],
)
def test_without_usable_log_probabilities_there_is_no_probability(reply):
    assert probability_of_yes(reply, Word(True, 0)) is None


def test_a_token_without_alternatives_counts_for_itself():
    assert probability_of_yes(completion(Token("Yes", -0.1)), Word(True, 0)) == 1.0


@pytest.mark.parametrize("logprob", [1e9, -1e9])
def test_impossible_log_probabilities_do_no_harm(logprob):
    probability = probability_of_yes(completion(Token("Yes", logprob)), Word(True, 0))
    assert probability in (1.0, None)
