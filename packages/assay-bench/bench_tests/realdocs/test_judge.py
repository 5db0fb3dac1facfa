from __future__ import annotations

import pytest

from assay.testing import make_passage
from assay.types import Answer, Citation
from assay_bench.realdocs.displayed import Displayed, displayed
from assay_bench.realdocs.judge import (
    Outcome,
    Text,
    as_text,
    judged,
    rank,
    shows_evidence,
    stated_yes_or_no,
)
from assay_bench.realdocs.patterns import compiled
from assay_bench.realdocs.question import RealQuestion


def asked(*must, stricter=None, **fields):
    return RealQuestion(
        "q",
        "c",
        "factoid",
        "Why?",
        tuple(map(compiled, must)),
        compiled(stricter) if stricter else None,
        **fields,
    )


def shown(text, *quotes):
    return Displayed(text, quotes, refused=False)


REFUSED = Displayed("", (), refused=True)


def test_the_rank_is_that_of_the_first_text_that_matches():
    texts = [Text("a", "one"), Text("b", "two"), Text("c", "two")]
    assert rank(asked("two"), texts) == 2
    assert rank(asked("three"), texts) is None


def test_several_patterns_are_found_together():
    texts = [Text("a", "one"), Text("b", "noise"), Text("c", "two")]
    assert rank(asked("two", "one"), texts) == 3


def test_passages_are_held_to_the_stricter_pattern():
    texts = [Text("a", "one of many"), Text("b", "set to one")]
    assert rank(asked("one", stricter="set to one"), texts) == 2


def test_only_named_files_count_where_that_is_asked():
    question = asked("one", files=("sub/b.csv",))
    texts = [Text("/x/b.csv", "one"), Text("/x/notsub/b.csv", ""), Text("/x/sub/b.csv#3", "one")]
    assert rank(question, texts) == 1
    assert rank(question, texts, named_files=True) == 3


def test_nothing_is_found_for_a_question_without_evidence():
    assert rank(asked(unanswerable=True), [Text("a", "one")]) is None
    assert not shows_evidence(asked(unanswerable=True), shown("one"))


def test_passages_are_made_plain():
    assert as_text(make_passage("of\ufb01ce\n hours")).words == "office hours"


@pytest.mark.parametrize(
    ("question", "display", "outcome"),
    [
        (asked("five"), shown("five years"), Outcome.RIGHT),
        (asked("five"), shown("years", "for five years"), Outcome.RIGHT),
        (asked("five"), shown("six years"), Outcome.WRONG),
        (asked("five"), REFUSED, Outcome.REFUSED),
        (asked("five", "six"), shown("five"), Outcome.PARTLY),
        (asked("five", "six"), shown("five", "or six"), Outcome.RIGHT),
        (asked("five", "six"), shown("ten"), Outcome.WRONG),
        (asked("5", stricter="5 years"), shown("5"), Outcome.RIGHT),
        (asked("5", stricter="5 years"), shown("it", "version 5"), Outcome.WRONG),
        (asked("5", stricter="5 years"), shown("it", "for 5 years"), Outcome.RIGHT),
        (asked("open", yesno="yes"), shown("Yes, it is open."), Outcome.RIGHT),
        (asked("open", yesno="yes"), shown("Yes."), Outcome.RIGHT),
        (asked("open", yesno="yes"), shown("No, it is open."), Outcome.WRONG),
        (asked("open", yesno="yes"), shown("it is open"), Outcome.PARTLY),
        (asked("open", yesno="yes"), shown("it is there"), Outcome.WRONG),
        (asked(unanswerable=True), shown("five"), Outcome.WRONG),
        (asked(unanswerable=True), REFUSED, Outcome.REFUSED),
    ],
)
def test_answers_are_judged_as_a_person_sees_them(question, display, outcome):
    assert judged(question, display) is outcome


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Yes", "yes"),
        ("no.", "no"),
        ("**No**, never", "no"),
        ("Yes \u2014 always", "yes"),
        ("No longer supported", ""),
        ("nobody", ""),
        ("It is so, yes.", ""),
        ("", ""),
    ],
)
def test_a_yes_or_no_stands_at_the_start(text, stated):
    assert stated_yes_or_no(text) == stated


def test_what_is_displayed_are_the_words_and_the_quotes():
    def cited(quote):
        return Citation(0, 4, "e", "a.txt", 0, len(quote), quote, 0.9)

    both = (cited("for five\nyears"), cited("for five\nyears"), cited("in all"))
    found = displayed(Answer("Why?", "five", "crag", citations=both))
    assert found == Displayed("five", ("for five years", "in all"), refused=False)
    assert found.whole == "five for five years in all"
    assert displayed(Answer("Why?", None, "crag", reason="no")).refused
