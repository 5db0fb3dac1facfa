"""The critic outside the generator: the heads of our encoders judge whatever was written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assay.ports import NliScorer, RelevanceScorer
from assay.steps.answer.prompts import AnswerTask
from assay.steps.correct.judge import checked_scores
from assay.steps.verify.claims import claims_of
from assay.steps.verify.sentence_checks import as_passage, asked_claim, read_nli
from assay.tracing import step
from assay.types import NliScores, Passage, Reflection, Segment
from assay_strategies.reflect.critique import utility_levels
from assay_strategies.reflect.segment_path import option

NO_SUPPORT = (0.0, 0.0, 1.0)
# One choice of a question, on a line of its own: "B: Oslo" or "(B) Oslo".
_CHOICE = re.compile(r"^[ \t]*\(?(\w)[:.)][ \t]*(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class AssayerCritic:
    """Relevance from the evaluator, support from the verifier, utility from answerability."""

    scorer: RelevanceScorer
    nli: NliScorer
    task: AnswerTask = AnswerTask.FREE

    @step("reflect", lambda reflections: {"segments": len(reflections)})
    def reflect(self, question: str, segments: Sequence[Segment]) -> list[Reflection]:
        """What a reflective model would have said of each segment, as far as encoders can tell."""
        relevances = self._relevances(question, segments)
        supports = self._supports(question, segments)
        answering = self._answering(question, segments)
        return [
            Reflection(
                relevance=relevances.get(at, ()),
                support=supports.get(at, ()),
                utility=utility_levels(answering[at]),
                likelihood=_share(segment.draft.confidence),
            )
            for at, segment in enumerate(segments)
        ]

    def _relevances(
        self, question: str, segments: Sequence[Segment]
    ) -> dict[int, tuple[float, ...]]:
        """By segment: how likely the best strip of its block is relevant, and is not."""
        seen = [(at, as_passage(each)) for at, s in enumerate(segments) for each in s.seen.strips]
        scores = self._scores(question, [passage for _, passage in seen])
        best: dict[int, float] = {}
        for (at, _), score in zip(seen, scores, strict=True):
            best[at] = max(best.get(at, -1.0), score)
        shares = {at: (score + 1) / 2 for at, score in best.items()}
        return {at: (share, 1 - share) for at, share in shares.items()}

    def _supports(self, question: str, segments: Sequence[Segment]) -> dict[int, tuple[float, ...]]:
        """By segment: how likely its block supports all, some and none of its sentences.

        A sentence is held as well as the best strip holds it; whatever holds of the weakest
        sentence holds of all, and of the strongest of some.
        """
        claims = {at: self._claims(question, s) for at, s in enumerate(segments) if s.seen.strips}
        pairs = [
            (claim, as_passage(strip))
            for at, each in claims.items()
            for claim in each
            for strip in segments[at].seen.strips
        ]
        rest = iter(read_nli(self.nli, pairs))
        found: dict[int, tuple[float, ...]] = {}
        for at, each in claims.items():
            shares = [
                max(self._held(segments[at], next(rest)) for _ in segments[at].seen.strips)
                for _ in each
            ]
            weakest, strongest = min(shares, default=0.0), max(shares, default=0.0)
            found[at] = (weakest, strongest - weakest, 1 - strongest) if shares else NO_SUPPORT
        return found

    def _claims(self, question: str, segment: Segment) -> list[str]:
        """What the block has to support; a label says nothing without its question."""
        text = segment.draft.text
        if not text:
            return []
        match self.task:
            case AnswerTask.TRUE_FALSE:
                return [question]
            case AnswerTask.CHOICE:
                choices = {letter.casefold(): said for letter, said in _CHOICE.findall(question)}
                return [asked_claim(question, choices.get(option(text), text))]
            case _:
                return [asked_claim(question, claim.text) for claim in claims_of(text)]

    def _held(self, segment: Segment, scores: NliScores) -> float:
        """How likely the claim holds as it was meant: a statement called false is contradicted."""
        denied = self.task is AnswerTask.TRUE_FALSE and option(segment.draft.text or "") == "false"
        return _share(scores.contradicted if denied else scores.supported)

    def _answering(self, question: str, segments: Sequence[Segment]) -> list[float]:
        """How likely each text answers: as its generator says, else as the evaluator reads it."""
        unsaid = {
            at: Passage(f"segment {at}", s.draft.text)
            for at, s in enumerate(segments)
            if s.draft.text and s.draft.confidence is None
        }
        scores = dict(zip(unsaid, self._scores(question, list(unsaid.values())), strict=True))
        return [
            (scores[at] + 1) / 2
            if at in scores
            else _share(segment.draft.confidence if segment.draft.text else 0.0)
            for at, segment in enumerate(segments)
        ]

    def _scores(self, question: str, passages: list[Passage]) -> list[float]:
        return checked_scores(self.scorer.score(question, passages), len(passages))


def _share(value: float | None) -> float:
    return min(1.0, max(0.0, value or 0.0))
