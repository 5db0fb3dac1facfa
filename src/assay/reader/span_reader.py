"""The extractive reader: the answer is a span of the evidence, quoted with its sentence."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.pair_reading import Found
from assay.reader.disagreement import Said
from assay.reader.marks import whole_marks
from assay.reader.rivals import beside_spans
from assay.steps.answer.citations import cite_span
from assay.tracing import step
from assay.types import Draft, Evidence, Facts, Passage, Strip

NOTHING_TO_READ = "there was no evidence to read"
# An answer that is right less often than once in five times is none.
LEAST_SURE = 0.2
NO_ANSWER = "the reader found no answer in the evidence"


def _facts(draft: Draft) -> Facts:
    return {"answer": draft.text, "confidence": draft.confidence}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span the reader would give, with its probability of being right."""

    strip: Strip
    found: Found
    sure: float


@dataclass(frozen=True, slots=True)
class SpanReader:
    """Answers with the best span of all evidence, unless it is hardly ever right."""

    assayer: Assayer
    always_answer: bool = False

    @step("generate", _facts)
    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The span most likely to be right, cited, or a draft that says there is none."""
        return self.read(question, evidence)

    def read(self, question: str, evidence: Evidence) -> Draft:
        """The same as a part of another reader's step."""
        candidates = self.candidates(question, evidence)
        if not candidates:
            return Draft(None, reason=NOTHING_TO_READ)
        best = max(candidates, key=lambda candidate: candidate.sure)
        if best.sure < LEAST_SURE and not self.always_answer:
            return Draft(None, reason=NO_ANSWER, confidence=best.sure)
        strip, found = best.strip, best.found
        start, end = whole_marks(strip.text, found.start - strip.start, found.end - strip.start)
        citation = cite_span(strip, start, end, best.sure)
        draft = Draft(strip.text[start:end], (citation,), confidence=best.sure)
        said = Said(strip.passage, strip.start + start, strip.start + end, best.sure)
        return beside_spans(self.assayer, question, draft, said, evidence)

    def candidates(self, question: str, evidence: Evidence) -> list[Candidate]:
        """The best span of every passage that the evidence quotes, inside what it quotes."""
        strips: dict[Passage, list[Strip]] = defaultdict(list)
        for strip in evidence.strips:
            strips[strip.passage].append(strip)
        candidates = []
        readings = self.assayer.readings(question, list(strips))
        for (_, kept), reading in zip(strips.items(), readings, strict=True):
            found = reading.best_span([(strip.start, strip.end) for strip in kept])
            if found is not None:
                strip = next(s for s in kept if s.start <= found.start and found.end <= s.end)
                sure = self.assayer.span.probability(reading.relevance, found.lead)
                candidates.append(Candidate(strip, found, sure))
        return candidates
