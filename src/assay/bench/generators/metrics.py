"""What is counted: right answers, citations that support, and what abstaining buys."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_MARKER = re.compile(r"\s*\[\d+\]")
_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation, " "))


def is_right(text: str | None, answers: Sequence[str]) -> bool:
    """True when one of the right answers stands in the text, case and punctuation aside."""
    said = f" {normalised(text or '')} "
    return any(f" {right} " in said for right in map(normalised, answers) if right)


def normalised(text: str) -> str:
    """The text in small letters, without markers, accents, punctuation and articles."""
    plain = unicodedata.normalize("NFKD", _MARKER.sub("", text).casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(_ARTICLES.sub(" ", plain.translate(_PUNCTUATION)).split())


@dataclass(frozen=True, slots=True)
class Point:
    """How many of the answered are right when only so many are answered."""

    coverage: float
    accuracy: float


def risk_coverage(scored: Sequence[tuple[float, bool]]) -> list[Point]:
    """The accuracy among the answered as more is answered, surest first; ties move together."""
    ordered = sorted(scored, key=lambda pair: -pair[0])
    points: list[Point] = []
    right = 0
    for number, (confidence, is_correct) in enumerate(ordered, 1):
        right += is_correct
        last_of_tie = number == len(ordered) or ordered[number][0] < confidence
        if last_of_tie:
            points.append(Point(number / len(ordered), right / number))
    return points


def area(points: Sequence[Point]) -> float:
    """The mean accuracy over all coverages: 1 minus the usual area under the risk curve."""
    before, total = 0.0, 0.0
    for point in points:
        total += (point.coverage - before) * point.accuracy
        before = point.coverage
    return total / before if before else 0.0
