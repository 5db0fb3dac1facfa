"""Refine: decompose passages into strips, filter them, recompose what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.ports import Refiner, RelevanceScorer, StripScorer
from assay.steps.correct.judge import checked_scores
from assay.text.question_parts import share_of_side, sides
from assay.text.questions import Asked, asked_for
from assay.text.repeats import best_distinct
from assay.text.sentences import sentence_spans
from assay.tracing import step
from assay.types import Evidence, Facts, Passage, Scored, Strip

# The paper leaves a text this short whole.
WHOLE_UP_TO = 2


def cut_strips(passage: Passage, sentences_per_strip: int = 2) -> tuple[Strip, ...]:
    """The strips of a passage in order; one strip when it has only one or two sentences."""
    if sentences_per_strip < 1:
        raise ValueError(f"a strip has at least one sentence, got {sentences_per_strip}")
    blocks = [(b.start, b.end) for b in passage.blocks] or [(0, len(passage.text))]
    return tuple(
        Strip(passage, start + first, start + last)
        for start, end in blocks
        for first, last in _groups(passage.text[start:end], sentences_per_strip)
    )


def _groups(text: str, size: int) -> list[tuple[int, int]]:
    """Runs of so many sentences; no strip joins the end of one block with the next."""
    sentences = sentence_spans(text)
    size = max(1, len(sentences)) if len(sentences) <= WHOLE_UP_TO else size
    groups = [sentences[i : i + size] for i in range(0, len(sentences), size)]
    return [(group[0][0], group[-1][1]) for group in groups]


def _refine_facts(evidence: Evidence) -> Facts:
    return {"kept": len(evidence.strips), "dropped": len(evidence.dropped)}


@dataclass(frozen=True, slots=True)
class StripRefiner:
    """Keeps the best strips above a threshold, in their original order.

    `distinct` leaves out a strip that says what a better one says already.
    """

    scorer: StripScorer
    keep_above: float = -0.5
    top_k: int = 5
    sentences_per_strip: int = 2
    distinct: bool = True

    def __post_init__(self) -> None:
        """Refuse settings that would keep nothing or cut nothing."""
        if self.top_k < 1 or self.sentences_per_strip < 1:
            raise ValueError(
                "a refiner keeps at least one strip of at least one sentence, got "
                f"top_k={self.top_k} and sentences_per_strip={self.sentences_per_strip}"
            )

    @step("refine", _refine_facts)
    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """The strips worth keeping, in reading order."""
        strips = [s for each in scored for s in cut_strips(each.passage, self.sentences_per_strip)]
        scores = checked_scores(self.scorer.score_strips(question, strips), len(strips))
        judged = [replace(s, score=score) for s, score in zip(strips, scores, strict=True)]
        passing = [i for i, score in enumerate(scores) if score > self.keep_above]
        ranked = sorted(passing, key=lambda i: -scores[i])
        found = [judged[i] for i in ranked]
        kept = best_distinct(found, self.top_k) if self.distinct else found[: self.top_k]
        best = {id(strip) for strip in kept}
        return Evidence(
            strips=tuple(strip for strip in judged if id(strip) in best),
            dropped=tuple(strip for strip in judged if id(strip) not in best),
        )


@dataclass(frozen=True, slots=True)
class EntryRefiner:
    """Keeps the best entries whole where passages are entries of documents, else the best strips.

    An option without its description, or a step without the next one, answers nothing. Where no
    entry scores above `keep_above`, none is kept: what was found outside may be as bad as what it
    should replace.
    """

    strips: Refiner
    top_k: int = 5
    keep_above: float = -1.0

    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """The entries worth keeping, best first; what comes after them is set aside."""
        if not scored or not all(each.passage.blocks for each in scored):
            return self.strips.refine(question, scored)
        return self._best(question, scored)

    @step("refine", _refine_facts)
    def _best(self, question: str, scored: Sequence[Scored]) -> Evidence:
        if max(each.score for each in scored) < self.keep_above:
            return Evidence(dropped=tuple(whole(each.passage, each.score) for each in scored))
        return _best_whole(question, scored, self.top_k)


@dataclass(frozen=True, slots=True)
class WholeEntries:
    """Keeps the best passages whole, best first: what a language model reads."""

    top_k: int = 6

    @step("refine", _refine_facts)
    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """The passages worth keeping; what comes after them is set aside."""
        return _best_whole(question, scored, self.top_k)


def _best_whole(question: str, scored: Sequence[Scored], top_k: int) -> Evidence:
    ranked = sorted(scored, key=lambda each: -each.score)
    entries = [whole(each.passage, each.score) for each in ranked]
    best = best_distinct(entries, top_k)
    best += [each for each in _of_sides(question, entries) if each not in best]
    kept = {id(entry) for entry in best}
    return Evidence(tuple(best), tuple(each for each in entries if id(each) not in kept))


def _of_sides(question: str, entries: Sequence[Strip]) -> list[Strip]:
    """The best entry of each side of a comparison; it may score low, being about one side only."""
    if not entries or asked_for(question) is not Asked.COMPARISON:
        return []
    best = (
        max(entries, key=lambda each, s=side: share_of_side(s, each.passage))  # type: ignore[misc]
        for side in sides(question) or ()
    )
    return list(dict.fromkeys(best))


@dataclass(frozen=True, slots=True)
class NoRefinement:
    """Keeps whole passages: the ablation of refinement, and what plain RAG reads."""

    @step("refine", _refine_facts)
    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """Every passage as one strip, unchanged."""
        return Evidence(tuple(whole(each.passage, each.score) for each in scored))


def whole(passage: Passage, score: float | None = None) -> Strip:
    """The passage as one single strip."""
    return Strip(passage, 0, len(passage.text), score)


@dataclass(frozen=True, slots=True)
class RescoreStrips:
    """Scores each strip as a passage of its own, as the paper does: one more pass over the text."""

    scorer: RelevanceScorer

    def score_strips(self, question: str, strips: Sequence[Strip]) -> list[float]:
        """One relevance score for each strip, in the same order."""
        return self.scorer.score(question, [_as_passage(strip) for strip in strips])


def _as_passage(strip: Strip) -> Passage:
    return replace(strip.passage, id=strip.id, text=strip.text, start=strip.document_start)
