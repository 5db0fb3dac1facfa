"""Refine: decompose passages into strips, filter them, recompose what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.ports import RelevanceScorer, StripScorer
from assay.steps.scores import checked_scores
from assay.steps.strips import cut_strips
from assay.tracing import step
from assay.types import Evidence, Facts, Passage, Scored, Strip


def _refine_facts(evidence: Evidence) -> Facts:
    return {"kept": len(evidence.strips), "dropped": len(evidence.dropped)}


@dataclass(frozen=True, slots=True)
class StripRefiner:
    """Keeps the best strips above a threshold, in their original order."""

    scorer: StripScorer
    keep_above: float = -0.5
    top_k: int = 5
    sentences_per_strip: int = 2

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
        best = set(sorted(passing, key=lambda i: -scores[i])[: self.top_k])
        return Evidence(
            strips=tuple(s for i, s in enumerate(judged) if i in best),
            dropped=tuple(s for i, s in enumerate(judged) if i not in best),
        )


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
