"""The corrector that every framework's adapter calls: it judges, refines or replaces passages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.search.given import Outside, as_search
from assay.budget import limited
from assay.config import Settings
from assay.engine import Engine, checked_question
from assay.ports import Generator, RelevanceScorer
from assay.steps.correct.refine import NoRefinement
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.types import Answer, Correction, Kind, Passage, Thresholds, Verdict
from assay.wiring import Overrides, build_corrective, build_generator, build_limits, with_scorer


@dataclass(frozen=True, slots=True)
class Kept:
    """A text that may be used; `index` is its place among the texts given, None from outside."""

    index: int | None
    text: str
    score: float
    passage: Passage

    @property
    def facts(self) -> dict[str, Any]:
        """What an adapter notes in a document's metadata."""
        return {"assay_score": self.score, "assay_kind": self.passage.kind.value}


@dataclass(frozen=True, slots=True)
class Corrected:
    """The verdict on a retrieval, what is left of it or came from outside, and notes."""

    verdict: Verdict
    kept: tuple[Kept, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Corrector:
    """Corrective retrieval over texts that somebody else's retriever found.

    `outside` is a search, a retriever, a function or texts; without it the settings say where to
    look. A `scorer` is an object or the folder of a model. `refine=False` keeps texts whole.
    """

    outside: Outside | None = None
    scorer: RelevanceScorer | str | PathLike[str] | None = None
    thresholds: Thresholds | None = None
    settings: Settings = field(default_factory=Settings)
    refine: bool = True
    _corrective: CorrectiveRetriever = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Build the parts once."""
        settings, own = self.settings, self.scorer
        if isinstance(own, str | PathLike):
            settings, own = with_scorer(settings, Path(own)), None
            object.__setattr__(self, "settings", settings)
        parts = Overrides(
            retriever=FixedRetriever(()),
            scorer=own,
            refiner=None if self.refine else NoRefinement(),
            search=None if self.outside is None else as_search(self.outside),
            thresholds=self.thresholds,
        )
        object.__setattr__(self, "_corrective", build_corrective(settings, parts))

    def correct(self, question: str, passages: Sequence[Passage]) -> Corrected:
        """The verdict with the texts that may be used: from the passages, from outside, or both."""
        asked = checked_question(question)
        with limited(build_limits(self.settings)):
            return _corrected(self._over(passages).correct(asked))

    def answer(
        self, question: str, passages: Sequence[Passage], generator: Generator | None = None
    ) -> Answer:
        """The answer of the settings' generator, or the one given, from the corrected passages."""
        writer = generator or build_generator(self.settings)
        engine = Engine(Crag(self._over(passages), writer), "crag", build_limits(self.settings))
        return engine.ask(question)

    def _over(self, passages: Sequence[Passage]) -> CorrectiveRetriever:
        return replace(self._corrective, retriever=FixedRetriever(tuple(passages)))


def _corrected(correction: Correction) -> Corrected:
    scores = {each.passage.id: each.score for each in correction.scored}
    places = {each.passage.id: place for place, each in enumerate(correction.scored)}
    texts: dict[Passage, list[str]] = {}
    for strip in correction.evidence.strips:
        texts.setdefault(strip.passage, []).append(strip.text.strip())
        if strip.passage.kind is Kind.EXTERNAL:
            best = max(scores.get(strip.passage.id, -1.0), strip.score or -1.0)
            scores[strip.passage.id] = best
    kept = tuple(
        Kept(
            index=places[passage.id] if passage.kind is Kind.INTERNAL else None,
            text=" ".join(parts),
            score=scores[passage.id],
            passage=passage,
        )
        for passage, parts in texts.items()
    )
    return Corrected(correction.verdict, kept, correction.evidence.notes)


def found_passages(found: Iterable[tuple[str, object, object]]) -> tuple[Passage, ...]:
    """Passages from (text, title, source) tuples; the id is the position in the list."""
    return tuple(
        Passage(str(place), text or "", _name(title), _name(source), document=str(place))
        for place, (text, title, source) in enumerate(found)
    )


def worded(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """The passages that hold any words: what assay's own parts want of a retriever."""
    return tuple(passage for passage in passages if passage.text.strip())


def _name(value: object) -> str:
    return value if isinstance(value, str) else ""
