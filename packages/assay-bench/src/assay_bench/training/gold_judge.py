"""Labels from gold answers by rules: what the answer should say, and what the references hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from assay.ports import Verifier
from assay.steps.answer.markers import Marked, take_markers
from assay.steps.answer.support import SUPPORTED_FROM
from assay.steps.verify.revise import revise
from assay.steps.verify.wording import bias, conciseness
from assay.text.keywords import keywords
from assay.text.overlap import coverage, statement
from assay.text.sentences import sentence_spans
from assay.types import Check, Citation, Draft, Evidence
from assay_bench.training.answer_match import says, word_overlap
from assay_bench.training.candidates import Candidate

YES, NO, DOUBT = 0.95, 0.05, 0.5
PASS = 0.5


class Judge(Protocol):
    """Labels an answer: scores, judgment and a better query."""

    def judge(self, candidate: Candidate) -> Check:
        """What is to be learned about the candidate."""
        ...


class GoldJudge:
    """Compares with the gold answers; the words of the references decide support and citations."""

    def judge(self, candidate: Candidate) -> Check:
        """Scores that follow from gold answers and labels; what fails gets a query of keywords."""
        evidence = candidate.evidence
        marked = take_markers(candidate.text, len(evidence.strips))
        spans = sentence_spans(marked.text) or [(0, len(marked.text))]
        supported = [_supports(candidate, marked.text[a:b], evidence) for a, b in spans]
        right = says(marked.text, candidate.item.answers)
        correctness = (
            YES if right else max(NO, _tenths(word_overlap(marked.text, candidate.item.answers)))
        )
        wrong = [
            marked.text[a:b] for (a, b), held in zip(spans, supported, strict=True) if not held
        ]
        truth = _share([bool(where) for where in supported])
        citing = _citing(marked, spans, supported)
        concise = _tenths(min(YES, conciseness(marked.text, candidate.item.question)))
        holds = correctness >= PASS and truth >= PASS and concise > PASS
        judgment = holds and citing >= PASS
        return Check(
            reference_score=_reference_score(candidate),
            correctness=correctness,
            citation_accuracy=citing,
            truthfulness=truth,
            bias=_tenths(max(NO, bias(marked.text, evidence.text))),
            conciseness=concise,
            judgment=judgment,
            revised_question="" if judgment else revised(candidate, wrong),
        )


class VerifierJudge:
    """Lets a verifier label: the trained one, or one that asks a chat model."""

    def __init__(self, verifier: Verifier) -> None:
        """Keep whom to ask."""
        self._verifier = verifier

    def judge(self, candidate: Candidate) -> Check:
        """What the verifier says of the answer and its citations; what passed needs no query."""
        check = self._verifier.verify(
            candidate.item.question, candidate.evidence, draft_of(candidate)
        )
        return replace(check, revised_question="") if check.judgment else check


def draft_of(candidate: Candidate) -> Draft:
    """The answer with a citation of the whole reference for every marker in it."""
    evidence = candidate.evidence
    marked = take_markers(candidate.text, len(evidence.strips))
    spans = sentence_spans(marked.text)
    citations = []
    for at, number in marked.cited:
        strip = evidence.strips[number - 1]
        first, last = next(((a, b) for a, b in spans if a <= at <= b), (0, len(marked.text)))
        citations.append(
            Citation(
                first,
                last,
                strip.id,
                strip.passage.source,
                strip.document_start,
                strip.document_end,
                strip.text,
                1.0,
            )
        )
    return Draft(marked.text, tuple(citations))


def revised(candidate: Candidate, wrong: Sequence[str]) -> str:
    """A query that says something else than the question, shaped by what the answer lacks."""
    return revise(candidate.item.question, candidate.evidence, wrong) or " ".join(
        keywords(candidate.item.question)
    )


def _reference_score(candidate: Candidate) -> float:
    best = NO
    for each in candidate.references:
        if says(each.passage.text, candidate.item.answers):
            best = max(best, YES if each.answers else DOUBT)
    return best


def _supports(candidate: Candidate, sentence: str, evidence: Evidence) -> set[int]:
    """The numbers of the references that say what the sentence says."""
    wanted = statement(sentence, candidate.item.question)
    right = says(sentence, candidate.item.answers)
    found = set()
    for number, strip in enumerate(evidence.strips, 1):
        if right and not says(strip.text, candidate.item.answers):
            continue  # it shares words with the sentence and lacks the one that counts
        if coverage(wanted, strip.text, strip.passage.title) >= SUPPORTED_FROM:
            found.add(number)
    return found


def _citing(
    marked: Marked, spans: Sequence[tuple[int, int]], supported: Sequence[set[int]]
) -> float:
    """The share of markers whose reference supports their sentence; citing nothing is no error."""
    held = []
    for at, number in marked.cited:
        near = [where for (a, b), where in zip(spans, supported, strict=True) if a < at <= b + 1]
        held.append(any(number in where for where in near))
    return _share(held) if held else YES


def _share(held: list[bool]) -> float:
    return _tenths(min(YES, max(NO, sum(held) / len(held)))) if held else NO


def _tenths(score: float) -> float:
    """A score in steps that a model can learn to write."""
    return score if score in (YES, NO) else round(score, 1)
