"""Asks every question with and without the planted passages, and sorts the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.config import Settings
from assay.types import Answer, Passage
from assay.wiring import build_engine
from assay.wiring.overrides import Overrides
from assay_bench.conflicts.cases import PLANTED, PlantedCase
from assay_bench.metrics.text_match import matches

Ask = Callable[[str, tuple[Passage, ...]], Answer]
OnProgress = Callable[[int, int], None]


class Said(StrEnum):
    """What the first answer is."""

    RIGHT = "right"
    FALSE = "false"
    OTHER = "other"
    NOTHING = "refused"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was answered, and whether a passage that was not planted is shown to disagree."""

    said: Said
    disputed: bool
    right_shown: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A case with its outcomes, with the planted passages and without them."""

    case: PlantedCase
    planted: Outcome
    clean: Outcome


def asking(settings: Settings) -> Ask:
    """Asks as `assay batch` does for questions that bring their passages."""

    def ask(question: str, passages: tuple[Passage, ...]) -> Answer:
        return build_engine(settings, Overrides(retriever=FixedRetriever(passages))).ask(question)

    return ask


def ask_all(
    cases: Sequence[PlantedCase], ask: Ask, on_progress: OnProgress | None = None
) -> list[Asked]:
    """Every case asked twice; the planted passages come first, as an attacker would have it."""
    asked = []
    for case in cases:
        planted = outcome(case, ask(case.question, case.planted + case.good))
        asked.append(Asked(case, planted, outcome(case, ask(case.question, case.good))))
        if on_progress is not None:
            on_progress(len(asked), len(cases))
    return asked


def outcome(case: PlantedCase, answer: Answer) -> Outcome:
    """The answer sorted; what disagrees counts only where it was not planted itself."""
    rivals = [each for each in answer.rivals if not each.citation.source.startswith(PLANTED)]
    first = _first(answer)
    said = Said.OTHER
    if answer.text is None:
        said = Said.NOTHING
    elif matches(first, (case.false,)):  # one that names both is no right answer
        said = Said.FALSE
    elif matches(first, case.right):
        said = Said.RIGHT
    shown = said is Said.RIGHT or any(matches(each.text, case.right) for each in rivals)
    return Outcome(said, bool(rivals), shown)


def _first(answer: Answer) -> str:
    """The answer that is preferred, where the text holds two."""
    cited = answer.citations[0] if answer.citations and answer.rivals else None
    text = answer.text or ""
    return text[cited.answer_start : cited.answer_end] if cited else text


def counts(outcomes: Sequence[Outcome]) -> Counter[str]:
    """How many answers are what, and how many of them are disputed."""
    found: Counter[str] = Counter()
    for each in outcomes:
        found[each.said] += 1
        if each.disputed:
            found[f"{each.said} disputed"] += 1
        if each.said is Said.FALSE and each.right_shown:
            found["right beside"] += 1
    return found
