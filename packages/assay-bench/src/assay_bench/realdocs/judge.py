"""Whether evidence was found, and whether an answer is right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from assay.types import Passage
from assay_bench.realdocs.displayed import Displayed
from assay_bench.realdocs.patterns import plain
from assay_bench.realdocs.question import Pattern, RealQuestion

_STATED = re.compile(r"\W*(yes|no)\b[\s*_]*(?:[,.;:!\u2013\u2014-]|$)", re.IGNORECASE)


class Outcome(StrEnum):
    """What came of a question, as the person who asked it sees it."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Text:
    """A passage as patterns see it, and where it comes from."""

    source: str
    words: str


def as_text(passage: Passage) -> Text:
    """The passage made plain."""
    return Text(passage.source, plain(" ".join([*passage.headings, passage.text])))


def rank(question: RealQuestion, texts: Sequence[Text], named_files: bool = False) -> int | None:
    """How many of the texts, from the first on, are needed to see all evidence; None: not there.

    With `named_files` only texts from the files that the question names count.
    """
    numbered = [
        (number, text)
        for number, text in enumerate(texts, 1)
        if not named_files or _is_from(text.source, question.files)
    ]
    last = 0
    for pattern in question.evidence:
        first = next((number for number, text in numbered if pattern.search(text.words)), None)
        if first is None:
            return None
        last = max(last, first)
    return last or None


def shows_evidence(question: RealQuestion, shown: Displayed) -> bool:
    """True when what is displayed holds all evidence, whatever the answer says."""
    return bool(question.evidence) and _all(question.evidence, shown.whole)


def judged(question: RealQuestion, shown: Displayed) -> Outcome:
    """Right, partly right, wrong or refused.

    Where yes or no is asked for, evidence without a yes or no is half an answer; of several
    patterns some are, and so is evidence that stands only beside the answer. A pattern that is
    too common for passages counts in the words of the answer, and in a quote only together with
    the stricter one.
    """
    if shown.refused:
        return Outcome.REFUSED
    if question.unanswerable:
        return Outcome.WRONG
    stated = stated_yes_or_no(shown.text) if question.yesno else ""
    if stated:
        return Outcome.RIGHT if stated == question.yesno else Outcome.WRONG
    if not question.yesno and _is_answered(question, shown):
        return Outcome.RIGHT
    some = len(question.must) > 1 and any(p.search(shown.whole) for p in question.must)
    return Outcome.PARTLY if some or shows_evidence(question, shown) else Outcome.WRONG


def _is_answered(question: RealQuestion, shown: Displayed) -> bool:
    evidence = _all(question.evidence, shown.answer)
    return _all(question.must, shown.text) or (evidence and _all(question.must, shown.answer))


def stated_yes_or_no(text: str) -> str:
    """The yes or no that an answer begins with, else nothing."""
    stated = _STATED.match(text)
    return stated[1].lower() if stated else ""


def _all(patterns: Sequence[Pattern], text: str) -> bool:
    return all(pattern.search(text) for pattern in patterns)


def _is_from(source: str, files: Sequence[str]) -> bool:
    """True when the source is one of the files, or a row of one such as table.csv#7."""
    places = (source, re.sub(r"#\d+$", "", source))
    return any(place == file or place.endswith(f"/{file}") for place in places for file in files)
