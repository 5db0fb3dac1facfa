from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.follow_up import MAX_CIRCUMSTANCES, Standing, follow_up, self_contained, verb_at
from assay.wiring import word_likeness

BRANCH = "How do I delete a branch?"
LIMIT = "What is the default of retry_limit?"


@pytest.mark.parametrize(
    ("question", "before", "asked"),
    [
        ("and for tags?", BRANCH, "How do I delete tags?"),
        ("What about a tag?", BRANCH, "How do I delete a tag?"),
        ("and tags", BRANCH, "How do I delete tags?"),
        ("what is its maximum?", LIMIT, "what is retry_limit's maximum?"),
        ("Can it be negative?", LIMIT, "Can retry_limit be negative?"),
        ("who sets that option?", LIMIT, "who sets retry_limit?"),
        ("on Windows?", BRANCH, "How do I delete a branch on Windows?"),
        ("without a network", BRANCH, "How do I delete a branch without a network?"),
        ("and the default wick?", "What is the default lamp oil?", "What is the default wick?"),
        ("and remote lamps?", "How do I list remote wicks?", "How do I list remote lamps?"),
        ("and the wick?", "How long is lamp's warranty?", "How long is lamp's wick?"),
    ],
)
def test_a_follow_up_is_made_self_contained(question, before, asked):
    assert self_contained(question, before) == asked


@pytest.mark.parametrize(
    ("question", "before", "asked"),
    [
        (
            "and the AC-90?",
            "How much oil does the AC-40 take?",
            "How much oil does the AC-90 take?",
        ),
        ("and the DW 45?", "How loud is the DW 60 in Eco?", "How loud is the DW 45 in Eco?"),
        ("and in 2025?", "What was the revenue in 2024?", "What was the revenue in 2025?"),
        ("what about E24?", "What does error E18 mean?", "What does error E24 mean?"),
        ("and the AC-90?", "How heavy is the lamp?", "How heavy is the AC-90?"),
    ],
)
def test_a_name_takes_the_place_of_one_that_is_written_alike(question, before, asked):
    assert self_contained(question, before) == asked


@pytest.mark.parametrize(
    ("question", "before", "asked"),
    [
        ("and a berth?", "What does the harbour pass cost?", "What does the harbour berth cost?"),
        ("and the rudder?", "What does the anchor touch?", "What does the rudder touch?"),
        ("what about tugs?", "How much fuel do trawlers burn?", "How much fuel do tugs burn?"),
        ("and the bar?", "When does the kiosk open?", "When does the bar open?"),
        ("and seals?", "Can otters swim?", "Can seals swim?"),
        ("and gulls?", "What do terns do?", "What do gulls do?"),
        ("and the hull?", "What paint should I use?", "What hull should I use?"),
        ("Is it heavy?", "What does the anchor touch?", "Is anchor heavy?"),
        ("Who built it?", "When does the kiosk open?", "Who built kiosk?"),
        ("Is it free?", "What does sail trim do?", "Is sail trim free?"),
        ("and the stern?", "What does the bow?", "What does the stern?"),
        ("and brass?", "How do I clean a lamp?", "How do I clean brass?"),
        ("and brass?", "How does the crew clean lamps?", "How does the crew clean brass?"),
        ("and the brass?", "What is the old ship lamp?", "What is the old ship brass?"),
    ],
)
def test_the_verb_of_the_last_question_is_no_thing_that_another_replaces(question, before, asked):
    assert self_contained(question, before) == asked


@pytest.mark.parametrize(
    "question",
    [
        "What does the warranty cover?",
        "What language do the islanders speak?",
        "Which town did the ferry company move to?",
        "How long does the battery last?",
        "Can otters swim?",
        "What does the lamp do?",
        "How much can the crane lift?",
    ],
)
def test_the_verb_of_a_question_without_an_object_is_found(question):
    verb = re.sub(r" to$", "", question.strip("?")).split()[-1]
    at = verb_at(question)
    assert at is not None and question[at:].startswith(verb)


@pytest.mark.parametrize(
    "question",
    [
        "Who does the repairs?",
        "How do I delete a branch?",
        "How does the crew clean lamps?",
        "When do I change the filter of the pump?",
        "What is the default lamp oil?",
        "the anchor chain",
        "",
    ],
)
def test_a_question_that_ends_with_an_object_has_no_verb_there(question):
    assert verb_at(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "How heavy is the anchor?",
        "Is it possible to sail at night?",
        "the anchor chain",
        "How long does it take to sail round the island?",
        "What?",
        "   ",
    ],
)
def test_a_question_that_stands_by_itself_is_left_alone(question):
    assert self_contained(question, BRANCH) == question


@pytest.mark.parametrize(
    ("question", "before", "asked"),
    [
        ("Why?", BRANCH, "Why do I delete a branch?"),
        ("and by when?", "How do I renew the pass?", "by when do I renew the pass?"),
        ("to whom?", "How do I report a leak?", "to whom do I report a leak?"),
        ("how soon?", "Who pays for the pass?", "how soon pays for the pass?"),
        ("since when?", "Which bins are red?", "since when bins are red?"),
        ("why not?", "Is fishing allowed here?", "why not is fishing allowed here?"),
    ],
)
def test_a_question_word_alone_asks_the_last_question_otherwise(question, before, asked):
    assert self_contained(question, before) == asked


CONVERSATIONS = [
    [
        ("When does the library open?", "When does the library open?"),
        ("on Saturdays?", "When does the library open on Saturdays?"),
        ("and on Sundays?", "When does the library open on Sundays?"),
        ("and the cafe?", "When does the cafe open on Sundays?"),
        ("for members?", "When does the cafe open on Sundays for members?"),
        ("in August?", "When does the cafe open for members in August?"),
    ],
    [
        ("How much does the company pay?", "How much does the company pay?"),
        ("and for part-timers?", "How much does the company pay for part-timers?"),
        ("And if I leave?", "How much does the company pay for part-timers if I leave?"),
        ("And who pays for the pass if I leave?", "And who pays for the pass if I leave?"),
        ("and the holidays?", "And who pays for the holidays if I leave?"),
        ("Are they paid?", "Are holidays paid?"),
    ],
    [
        ("What does the tariff cost in zone 2?", "What does the tariff cost in zone 2?"),
        ("and in zone 3?", "What does the tariff cost in zone 3?"),
        ("since when?", "since when does the tariff cost in zone 3?"),
        ("and how much?", "how much does the tariff cost in zone 3?"),
        ("for children?", "how much does the tariff cost in zone 3 for children?"),
        ("and for dogs?", "how much does the tariff cost in zone 3 for dogs?"),
    ],
    [
        ("How long is the frame guaranteed?", "How long is the frame guaranteed?"),
        ("and the fork?", "How long is the fork guaranteed?"),
        ("if it is stolen?", "How long is the fork guaranteed if it is stolen?"),
        ("when it rains?", "How long is the fork guaranteed if it is stolen when it rains?"),
        ("In which year was it built?", "In which year was fork built?"),
    ],
    [
        ("How many seats does the small hall have?", "How many seats does the small hall have?"),
        ("and the large hall?", "How many seats does the large hall have?"),
    ],
    [
        ("Can my deposit be refunded?", "Can my deposit be refunded?"),
        ("and the fee?", "Can the fee be refunded?"),
    ],
    [
        ("Who was the mayor in 1950?", "Who was the mayor in 1950?"),
        ("and in 1960?", "Who was the mayor in 1960?"),
        ("what about the treasurer?", "Who was the treasurer in 1960?"),
    ],
    [
        ("What is the torque of the T-20 wrench?", "What is the torque of the T-20 wrench?"),
        ("and the T-40 wrench?", "What is the torque of the T-40 wrench?"),
        ("and the chain checker?", "What is the torque of the chain checker?"),
    ],
    [
        ("Where do I park?", "Where do I park?"),
        ("and the trailer?", "Where do I park the trailer?"),
    ],
]


@pytest.mark.parametrize("turns", CONVERSATIONS, ids=lambda turns: turns[0][0])
def test_questions_in_a_row_do_not_pile_up(turns):
    understood = Standing("")
    for typed, asked in turns:
        understood = follow_up(typed, understood)
        assert understood.text == asked


@given(st.lists(st.text(max_size=40), max_size=12))
def test_no_conversation_makes_a_question_longer_and_longer(fragments):
    understood = Standing("When does the library open?")
    for each in fragments:
        understood = follow_up(f"in {each}?", understood)
        assert len(understood.circumstances) <= MAX_CIRCUMSTANCES


def test_without_a_question_before_there_is_nothing_to_follow():
    assert self_contained("and for tags?", "") == "and for tags?"


def test_what_the_last_answer_was_about_goes_before_the_last_question():
    assert self_contained("Is it safe?", BRANCH, "branch -D") == "Is branch -D safe?"


@pytest.mark.parametrize("subject", [r"C:\new\data", r"\1", r"\g<0>", "a$b", "(x"])
def test_a_subject_is_words_and_no_pattern(subject):
    assert self_contained("Can it fail?", BRANCH, subject) == f"Can {subject} fail?"
    assert self_contained("What is its size?", BRANCH, subject) == f"What is {subject}'s size?"


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=40))
def test_no_text_breaks_it_and_it_stays_bounded(question, before, subject):
    asked = self_contained(question, before, subject)
    assert len(asked) <= 2 * (len(question) + len(before)) + len(subject) + 10
    assert asked.strip() or not question.strip()


@pytest.mark.parametrize(
    ("question", "before", "asked"),
    [
        ("and guests?", "How much do members pay a year?", "How much do guests pay a year?"),
        (
            "and cats?",
            "May I bring my dog to the office?",
            "May I bring cats to the office?",
        ),
        (
            "and a caravan?",
            "How long may a trailer stand on the street?",
            "How long may a caravan stand on the street?",
        ),
        ("what about towels?", "Are lockers free?", "Are towels free?"),
        (
            "and doctors?",
            "How many days of leave do nurses get in their first year?",
            "How many days of leave do doctors get in their first year?",
        ),
        ("and tags?", BRANCH, "How do I delete tags?"),  # nothing is clearly more alike
    ],
)
def test_a_new_thing_replaces_what_it_is_most_like_by_our_word_vectors(question, before, asked):
    assert follow_up(question, Standing(before), "", word_likeness).text == asked


def test_where_nothing_is_alike_the_last_thing_is_replaced():
    asked = follow_up("and for tags?", Standing(BRANCH), "", lambda _, words: [0.0] * len(words))
    assert asked.text == "How do I delete tags?"
