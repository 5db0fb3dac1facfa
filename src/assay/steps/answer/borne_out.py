"""Whether a sentence bears out the yes or no that a scorer reads from it.

Of any sentence on the same subject a scorer says yes rather than no. So a yes needs a sentence that
says all that is asked, or that something can be done where that is asked; a no needs a "not".
"""

from __future__ import annotations

import re

from assay.steps.answer.yes_no import STATED, YesNo, denies, is_not
from assay.text.overlap import are_forms, asked_stems, core_of, stems
from assay.text.questions import core_question
from assay.types import Passage

# The log of the ratio of what speaks for both, from which on a sentence that says all that is asked
# is a yes, and one without a "not" a no.
SAID_FROM, UNDENIED_FROM = 1.3, 1.5
# So much of the question must stand in a sentence whose entry says the rest. Of what can be done,
# less is enough, in the sentence and in its entry.
OF_ALL_SAID, OF_WHAT_CAN_BE, IN_ITS_ENTRY = 0.5, 0.4, 0.6
_ENOUGH_WORDS = 3  # that mean something, in the last sentence of a story, to ask by itself
# Verbs that say nothing of what they are said of: what uses a thing may as well take or have it.
_LIGHT = """
    accept allow be come deal do get give go handle happen have include know let make need offer
    possible provide put run see support take understand use want work
"""
_LIGHT_CORES = frozenset(core_of(stem) for stem in stems(_LIGHT))
_CONTRACTED = re.compile(r"\b\w+['\u2019](?:d|ll|m|re|t|ve)\b", re.IGNORECASE)
_ASKS_WHAT_CAN_BE = re.compile(
    r"(?:^|[,:]\s)(?:and |but |so )?(?:can|could|may|might)\b", re.IGNORECASE
)
_CAN_BE = re.compile(
    r"\b(?:can|could|may|able|capable|possible|allows?|allowed|lets?|permits?|permitted|supports?"
    r"|supported|available)\b",
    re.IGNORECASE,
)
# Of what only one can, another cannot; what is asked of all or for ever is said of all, or not.
_ONLY = re.compile(r"\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_OF_ALL = re.compile(r"\b(?:all|always|any|each|every|ever|forever|permanently)\b", re.IGNORECASE)
_ASKS_OF_ALL = re.compile(r"\b(?:always|every|forever|all (?:of )?the)\b", re.IGNORECASE)
_RESTRICTS = re.compile(
    r"\b(?:with(?:out)?|via|from|through|using|under|on|inside|while|during|when|if|unless|before"
    r"|after)\b",
    re.IGNORECASE,
)
_DOUBLED = re.compile(r"([bdgmnprt])\1$")  # "dragg" of "dragging" and "drag" are one


def borne_out(question: str, decision: YesNo, deciding: Passage, shown: str) -> YesNo:
    """The decision, or none where the deciding sentence, in the entry that is shown, says less."""
    if decision.answer is None or abs(decision.ratio) >= STATED:
        return decision
    if decision.answer:
        said = _says_yes(question, decision.ratio, deciding, shown)
    else:
        said = _says_no(question, decision.ratio, deciding.text)
    asks = deciding.text.rstrip().endswith("?")
    return decision if said and not asks else YesNo(None, decision.ratio)


def _says_yes(question: str, ratio: float, deciding: Passage, shown: str) -> bool:
    if _ASKS_OF_ALL.search(question) and not _OF_ALL.search(deciding.text):
        return False
    if _ONLY.search(deciding.text) and not _ONLY.search(question):
        return False
    asked, there = _asked(question), _cores(f"{deciding.text} {deciding.context}")
    share, in_entry = _share(asked, there), _share(asked, there | _cores(shown))
    if ratio >= SAID_FROM and share >= OF_ALL_SAID and in_entry == 1:
        return True
    core = core_question(question)
    if not _ASKS_WHAT_CAN_BE.search(core) or not _CAN_BE.search(deciding.text):
        return False
    said = share >= OF_WHAT_CAN_BE and in_entry >= IN_ITS_ENTRY
    return said and _has_restrictions(core, there)


def _says_no(question: str, ratio: float, sentence: str) -> bool:
    """True when a "not" denies what is asked without one, or the scorer reads a clear no."""
    if denies(sentence):
        return not is_not(question)
    return -ratio >= UNDENIED_FROM


def share_said(question: str, text: str) -> float:
    """How many of the words that a question is about stand in a text, in any form, 0 to 1."""
    return _share(_asked(question), _cores(text))


def _has_restrictions(core: str, there: frozenset[str]) -> bool:
    """True when of each restriction that is asked, such as "with a file", a word is said."""
    _, *restrictions = _RESTRICTS.split(core)
    asked = [_content(each) for each in restrictions]
    return all(not each or _share(each, there) > 0 for each in asked)


def _asked(question: str) -> frozenset[str]:
    """The cores of the words that a question is about; of a story those of its last sentence."""
    last = _content(core_question(question))
    return last if len(last) >= _ENOUGH_WORDS else _content(question)


def _content(text: str) -> frozenset[str]:
    plain = _CONTRACTED.sub(" ", text)
    return (
        frozenset(map(_core, asked_stems(plain))) - _LIGHT_CORES if plain.strip() else frozenset()
    )


def _cores(text: str) -> frozenset[str]:
    return frozenset(map(_core, stems(text)))


def _core(stem: str) -> str:
    return _DOUBLED.sub(r"\1", core_of(stem))


def _share(asked: frozenset[str], there: frozenset[str]) -> float:
    said = [each for each in asked if any(are_forms(each, other) for other in there)]
    return len(said) / len(asked) if asked else 1.0
