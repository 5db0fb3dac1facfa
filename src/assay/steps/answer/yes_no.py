"""Yes or no from an entry: which of the two answers the evidence supports more."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from assay.ports import NliScorer
from assay.steps.answer.layout import sentences_of
from assay.steps.answer.opposites import is_excepted, says_the_opposite
from assay.steps.values.ranges import is_out_of_range
from assay.text.overlap import content_stems, is_negated
from assay.text.questions import asks_the_same
from assay.types import Passage

# The log of the ratio of what speaks for both, from which on one of them is said aloud.
CLEAR = 0.8
# What a "not" in the deciding sentence is worth: the scorer reads past it too often.
NEGATION = 1.0
# What says less than this for either, of two at most, is silent: its "not" decides nothing.
SPOKEN = 0.5
# An entry that says the opposite with this share of the first one's certainty leaves it open.
DISPUTES = 0.5
_SMALL = 0.02
_NEAR = 12  # characters before "enabled", where a "not" denies it
_MAX_SENTENCES = 60  # of a passage that are looked at for the one that decides
_MIN_ASKED = 3  # words that mean something, of a question that a sentence can be said to repeat
# Words that deny without a "not": "recent releases disable it", "changes are lost".
_DENIES = re.compile(
    r"\b(?:disabl\w+|lost|forbid\w*|prohibit\w*|refus\w+|impossible|unsupported"
    r"|rejected|declined|cancel+ed|abandoned|turned down|voted down)\b"
    r"|\bsupport\b[^.,;:()]{0,80}\b(?:been|was|is) (?:\w+ly )?(?:removed|dropped|discontinued)\b",
    re.IGNORECASE,
)
# A "not" in a condition denies nothing: "if no file is given, it reads the input".
_CONDITION = re.compile(r"\b(?:if|when|where|unless|while)\b[^,;.:()]*", re.IGNORECASE)

# Nor does a "not" of some of them, or in the values of a switch, or beside what it does hold of:
# "not all were there", "either yes or no", "it isn't one here but is there".
_DENIES_LITTLE = re.compile(
    r"\bnot (?:all|every|only|just|merely|always|necessarily)\b|\byes (?:or|and) no\b"
    r"|(?:n['\u2019]t|\bnot)\b[^.;:()]{1,80}\bbut (?:is|are|was|were|do|does|can|will|has|have)\b",
    re.IGNORECASE,
)

# "More than one key" is denied by "only one key", which the scorer takes for the same.
_SEVERAL = re.compile(
    r"\b(?:more than (?:one|a single)|two or more|multiple|several|many|two|three)"
    r"((?: [\w-]+){1,2})",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    r"(?<!not )\b(?:only|just|exactly|at most|no more than) (?:one|a single|1)((?: [\w-]+){1,3})"
    r"|\b(?:one|a single|1)((?: [\w-]+){1,2}) at (?:a|one|the same) time\b",
    re.IGNORECASE,
)
_STATED = re.compile(r"\s*(?:(?:short )?answer:\s*)?(yes|no)\b(?! (?:one|matter))", re.IGNORECASE)
STATED = 5.0
# "Default is true", "defaults to no", "(default: off)"; "is enabled by default".
_ON, _OFF = r"true|yes|on|enabled|active|1", r"false|no|off|disabled|inactive|0"
_VALUE = re.compile(
    rf"\bdefaults?(?: value)?(?: is|:|=| to)? ?[\"'`]?(?:(?P<on>{_ON})|(?P<off>{_OFF}))\b",
    re.IGNORECASE,
)
_SWITCHED = re.compile(
    r"\b(?:(?P<on>enabl(?:e|es|ed)|activated|turned on|switched on|on)"
    r"|(?P<off>disabl(?:e|es|ed)|deactivated|turned off|switched off|off))"
    r"\b(?: [\w-]+){0,4} by default\b"
    r"|\bby default,?(?: [\w-]+){0,6} (?:(?P<on2>enabled|activated|on)|(?P<off2>disabled|off))\b",
    re.IGNORECASE,
)
_ASKS_DEFAULT = re.compile(
    r"\b(?:(?P<on>on|enabled|active|activated|true)|(?P<off>off|disabled|inactive|false))\b"
    r"(?: [\w-]+){0,3}? (?:by default|from the start)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class YesNo:
    """The decision on a yes-no question: None where the evidence leaves it open."""

    answer: bool | None
    ratio: float

    def disputed_by(self, other: YesNo) -> bool:
        """True when the other says the opposite, and not much more quietly."""
        opposed = other.answer is not None and other.answer is not self.answer
        return opposed and abs(other.ratio) >= DISPUTES * abs(self.ratio)


def stated(question: str, entry: Passage) -> YesNo | None:
    """The word that answers a frequent question: "Is it safe?" above "Answer: No!"; else None."""
    heading = entry.headings[-1] if entry.headings else ""
    said = _STATED.match(entry.text)
    if not said or not asks_the_same(question, heading):
        return None
    if is_negated(heading) is not is_negated(question):
        return None
    yes = said[1].casefold() == "yes"
    return YesNo(yes, STATED if yes else -STATED)


def by_default(question: str, deciding: str) -> YesNo | None:
    """The answer to "is it on by default?" of a sentence that says the default; else None."""
    asked = _ASKS_DEFAULT.search(question)
    said = _VALUE.search(deciding) or _SWITCHED.search(deciding)
    if not asked or not said or is_negated(question):
        return None
    found = said.groupdict()
    is_on = bool(found["on"] or found.get("on2")) is not is_negated(said[0])
    if said.re is _SWITCHED and is_negated(deciding[: said.start()][-_NEAR:]):
        is_on = not is_on
    yes = is_on is bool(asked["on"])
    return YesNo(yes, STATED if yes else -STATED)


def restates(question: str, deciding: str) -> bool:
    """True when a sentence has every word of the question that means something."""
    asked = content_stems(question)
    return len(asked) >= _MIN_ASKED and asked <= content_stems(deciding)


def deciding_span(question: str, passage: Passage, key: tuple[int, int]) -> tuple[int, int]:
    """The sentence that decides: the one that fits best, or the only one that asks it all.

    "Chaotic units do more at night" fits a question about lawful ones, whose sentence is near.
    """
    sentences = sentences_of(passage)[:_MAX_SENTENCES]
    if not restates(question, passage.text[slice(*key)]):
        spans = [each for each in sentences if restates(question, passage.text[slice(*each)])]
        key = spans[0] if len(spans) == 1 else key
    if passage.text[slice(*key)].endswith("?"):  # what follows it answers it, and is the answer
        after = [end for start, end in sentences if start >= key[1]]
        return key[0], after[0] if after else key[1]
    return key


def decide(
    nli: NliScorer, question: str, deciding: Passage, clear: float = CLEAR, before: str = ""
) -> YesNo:
    """Compares how well the deciding sentence supports one answer and contradicts the other.

    `before` is what stands before it, to which it may name exceptions.
    """
    text = deciding.text
    if _is_one(question, text) or says_the_opposite(question, text):
        return YesNo(False, -STATED)
    if is_excepted(question, text, before):
        return YesNo(False, -STATED)
    yes, no = nli.nli([(f"{question} Yes.", deciding), (f"{question} No.", deciding)])
    for_yes, for_no = yes.supported + no.contradicted, no.supported + yes.contradicted
    ratio = math.log((for_yes + _SMALL) / (for_no + _SMALL))
    if denies(deciding.text) and not denies(question):
        ratio -= NEGATION
    decided = abs(ratio) >= clear and max(for_yes, for_no) >= SPOKEN
    if decided and ratio > 0 and _is_beyond(question, deciding.text):
        return YesNo(False, -ratio)
    return YesNo(ratio > 0 if decided else None, ratio)


def is_not(text: str) -> bool:
    """True when a "not" denies what a text speaks of, and not only of some or on a condition."""
    return is_negated(_without_conditions(text))


def denies(text: str) -> bool:
    """True when a "not" or a word such as "forbidden" denies what a text speaks of."""
    return is_not(text) or _DENIES.search(_without_conditions(text)) is not None


def _without_conditions(text: str) -> str:
    return _DENIES_LITTLE.sub("", _CONDITION.sub("", text))


def _is_beyond(question: str, text: str) -> bool:
    """True when the text allows or asks for something in a range, and the question is beyond it."""
    return not denies(question) and not denies(text) and is_out_of_range(question, text)


def _is_one(question: str, text: str) -> bool:
    """True when the question asks for several of something and the text allows one of it."""
    several = _SEVERAL.search(question)
    if several is None or denies(question):
        return False
    asked = content_stems(several[1])
    said = (
        content_stems(each[1] or each[2]) for each in _SINGLE.finditer(_CONDITION.sub("", text))
    )
    return any(asked & each for each in said)
