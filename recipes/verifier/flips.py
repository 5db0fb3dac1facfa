"""A sentence that rules something in and the one that rules it out, each made from the other."""

from __future__ import annotations

import re

_FULL = {"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not"}
_SHORT = re.compile(r"\b(?:can't|cannot|won't|shan't)", re.IGNORECASE)
_NT = re.compile(r"\b(is|are|was|were|do|does|did|has|have|had|could|would|should|must|need)n't\b")
_AUXILIARY = (
    r"is|are|was|were|can|could|will|would|may|might|must|should|shall|does|do|did|has|have"
)
_NOT = re.compile(rf"\b({_AUXILIARY})( also| still| yet| currently)? (?:not|never)\b(?! only)")
_YES = re.compile(
    r"\b(is|are|was|were|can|could|will|would|may|might|must|should)\b"
    r"(?! (?:no|only)\b)(?=[ ][a-z])"
)
# Verbs of manuals that take "does not" before them.
_VERBS = re.compile(
    r"\b(allow|support|require|need|affect|include|change|remove|delete|overwrite|ignore|accept|use"
    r"|contain|provide|apply|work|cause|create|check|follow|return|update|wait|keep|preserve)s\b"
)
_DENIES = re.compile(
    r"\b(?:not|never|no|none|nor|neither|nothing|without|unless|only|except|cannot|un\w+able)\b|n't\b",
    re.IGNORECASE,
)
# A "not" in a condition is not what the sentence says.
_CONDITION = re.compile(
    r"\b(?:if|when|where|whether|unless|while|that|which|who|because|so)\b", re.IGNORECASE
)


def both(sentence: str) -> tuple[str, str] | None:
    """The sentence that says so and the one that denies it; None where the form is another."""
    said = _SHORT.sub(lambda found: _FULL[found[0].lower()], sentence)
    said = _NT.sub(r"\1 not", said)
    start, end = _main_clause(said)
    if found := _NOT.search(said, start, end):
        positive = said[: found.start()] + found[1] + (found[2] or "") + said[found.end() :]
        return None if _DENIES.search(positive) else (positive, sentence)
    if _DENIES.search(said):
        return None
    if found := _YES.search(said, start, end):
        return sentence, f"{sentence[: found.end()]} not{sentence[found.end() :]}"
    if found := _VERBS.search(said, start, end):
        return sentence, f"{sentence[: found.start()]}does not {found[1]}{sentence[found.end() :]}"
    return None


def _main_clause(sentence: str) -> tuple[int, int]:
    """Where the words before or after a condition lie."""
    first = _CONDITION.match(sentence)
    start = sentence.find(", ") + 1 if first else 0
    if first and not start:
        return 0, 0
    later = _CONDITION.search(sentence, start)
    return start, later.start() if later else len(sentence)
