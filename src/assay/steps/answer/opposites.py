"""Sentences that say the opposite in one word: "insensitive", "less", "exceptions are".

A scorer that compares sentences takes them for the same, as all their other words are.
"""

from __future__ import annotations

import re

from assay.text.overlap import content_roots, content_stems, is_negated

# Adjectives only: what is uninstalled was installed before, and can be.
_ADJECTIVE = re.compile(
    r"\b[a-z]{2,20}(?:ive|able|ible|al|ent|ant|ous|lar|lid|ary|ate)\b", re.IGNORECASE
)
_NEGATIVE = "non-?|in|un|im|il|ir"
_PREFIX = re.compile(rf"\A(?:{_NEGATIVE})(?=[a-z]{{4}})", re.IGNORECASE)
_NEAR = 12  # characters before a word, where a "not" denies it
_MAX_NAMES = 6  # of what is excepted
_ENOUGH = 0.5  # of the other words of the question, which the sentence must have
_PAIRS = (
    ("more", "less|fewer"),
    ("higher|greater|larger|bigger", "lower|smaller"),
    ("faster|quicker", "slower"),
    ("longer", "shorter"),
    ("better", "worse"),
    ("earlier", "later"),
    (
        "increases?|increased|raises?|raised",
        "decreases?|decreased|reduces?|reduced|lowers?|lowered",
    ),
)
_COMPARATIVES = tuple(
    re.compile(rf"\b(?:(?P<up>{up})|(?P<down>{down}))\b", re.IGNORECASE) for up, down in _PAIRS
)
_STATES = (
    ("open", "closed|shut"),
    ("allowed|permitted", "forbidden|prohibited|banned"),
    ("included", "excluded"),
    ("compulsory|mandatory|required", "optional|voluntary"),
)
_EITHER = tuple(
    re.compile(rf"\b(?:(?P<one>{one})|(?P<other>{other}))\b", re.IGNORECASE)
    for one, other in _STATES
)
_BEFORE_CONDITION = re.compile(
    r"\b(?:at|in|on|during|for|with|by|than|when|if|under)\b", re.IGNORECASE
)
_EXCEPTED = re.compile(
    r"\b(?:(?P<noun>exceptions?(?: [\w']+){0,4} (?:is|are|include))"
    r"|except(?:ing)?(?: for)?|exception of)\b:? ([^.;()]{1,200})",
    re.IGNORECASE,
)
_ONE_OF = re.compile(r",\s|\s(?:and|or)\s")
_END_OF_NAMES = re.compile(r"\s(?:who|which|that|are|is|will|can|must|may|do|does|has|have)\b")


def says_the_opposite(question: str, sentence: str) -> bool:
    """True for "it is insensitive" or "less at night" where "sensitive" or "more" is asked for."""
    if is_negated(question):
        return False
    return (
        _has_opposite(question, sentence)
        or _compares_otherwise(question, sentence)
        or _is_otherwise(question, sentence)
    )


def is_excepted(question: str, sentence: str, before: str = "") -> bool:
    """True when a sentence excepts what is asked about from what it, or the one before, says."""
    if is_negated(question) or "except" in question.casefold():
        return False
    asked = content_stems(question)
    for found in _EXCEPTED.finditer(sentence):
        named = _END_OF_NAMES.split(found[2], maxsplit=1)[0]
        names = (content_stems(each) for each in _ONE_OF.split(named)[:_MAX_NAMES])
        rule = before if found["noun"] else sentence[: found.start()]
        if any(each and each <= asked for each in names) and not is_negated(rule):
            return True
    return False


def _has_opposite(question: str, sentence: str) -> bool:
    """True when the first that is said of an adjective of the question is its opposite."""
    for asked in _ADJECTIVE.findall(question):
        bare = _PREFIX.sub("", asked, count=1)
        opposite = bare if bare != asked else f"(?:{_NEGATIVE}){asked}"
        said = re.search(rf"\b(?:(?P<opposite>{opposite})|{asked})\b", sentence, re.IGNORECASE)
        if said is None or said["opposite"] is None:
            continue
        others = content_stems(question.replace(asked, ""))
        shared = len(others & content_stems(sentence))
        if shared >= _ENOUGH * len(others) and not is_negated(sentence[: said.start()][-_NEAR:]):
            return True
    return False


def _is_otherwise(question: str, sentence: str) -> bool:
    """True when all else that is asked is said of the other of two states: "closed" for "open"."""
    for either in _EITHER:
        asked, said = either.search(question), list(either.finditer(sentence))
        if asked is None or len(said) != 1 or said[0].lastgroup == asked.lastgroup:
            continue
        others = content_roots(question.replace(asked[0], ""))
        if others <= content_roots(sentence) and not is_negated(sentence):
            return True
    return False


def _compares_otherwise(question: str, sentence: str) -> bool:
    """True when the condition of the question stands behind the opposite of its comparative."""
    if is_negated(sentence):
        return False
    for comparative in _COMPARATIVES:
        asked = comparative.search(question)
        if asked is None:
            continue
        behind = question[asked.end() :]
        condition = content_stems(_BEFORE_CONDITION.split(behind)[-1]) or content_stems(behind)
        said = list(comparative.finditer(sentence))
        ends = [each.start() for each in said[1:]] + [len(sentence)] * bool(said)
        same, other = (
            [
                condition <= content_stems(sentence[each.end() : end])
                for each, end in zip(said, ends, strict=True)
                if (each.lastgroup == asked.lastgroup) is wanted
            ]
            for wanted in (True, False)
        )
        if condition and any(other) and not any(same):
            return True
    return False
