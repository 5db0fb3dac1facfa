"""The default verifier: our network sentence by sentence, and documented measures around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assay.ports import NliScorer, RelevanceScorer
from assay.steps.correct.judge import checked_scores
from assay.steps.verify.citation_accuracy import citation_accuracy
from assay.steps.verify.claims import claims_of
from assay.steps.verify.revise import Revise, revise
from assay.steps.verify.sentence_checks import (
    MAX_SENTENCES,
    Finding,
    NliThresholds,
    SentenceVerifier,
    as_passage,
    asked_claim,
    read_nli,
)
from assay.steps.verify.wording import bias, conciseness
from assay.text.overlap import coverage, statement
from assay.text.quantities import in_words_of
from assay.tracing import step
from assay.types import Check, Draft, Evidence, Facts, NliLabel, Passage, Strip

# Passages that the relevance scorer reads when the evidence brings no scores of its own.
MAX_REFERENCES = 2
NO_ANSWER = "there is no answer to check"


@dataclass(frozen=True, slots=True)
class JudgmentRule:
    """The share of support and the probability of being correct that a right answer needs.

    The share is the paper's: in effect, all sentences need support, except for a very short one.
    """

    truthfulness: float = 0.92
    correctness: float = 0.5


def check_facts(check: Check) -> Facts:
    """What the trace shows of a check."""
    return {
        "judgment": check.judgment,
        "correctness": round(check.correctness, 4),
        "truthfulness": round(check.truthfulness, 4),
        "reference": round(check.reference_score, 4),
        "sentences": len(check.sentences),
    }


@dataclass(frozen=True, slots=True)
class TrainedVerifier:
    """Judges an answer by an NLI scorer; a relevance scorer, if any, judges its references.

    `reviser` writes the revised question of what failed; without one, rules do.
    """

    nli: NliScorer
    thresholds: NliThresholds = field(default_factory=NliThresholds)
    rule: JudgmentRule = field(default_factory=JudgmentRule)
    relevance: RelevanceScorer | None = None
    reviser: Revise | None = None

    @step("verify", check_facts)
    def verify(
        self, question: str, evidence: Evidence, draft: Draft, *, asked: Sequence[str] = ()
    ) -> Check:
        """The check of a draft: scores, judgment, and a next query that was not `asked` yet."""
        text = draft.text or ""
        claims = claims_of(text, draft.citations, evidence)
        findings = SentenceVerifier(self.nli, self.thresholds).findings(question, evidence, claims)
        reference = self._reference(question, text, evidence)
        if not findings:
            query = (self.reviser or revise)(question, evidence, (), asked)
            return Check(reference, 0.0, 0.0, 0.0, 0.0, 0.0, False, query, notes=(NO_ANSWER,))
        check = Check(
            reference_score=reference,
            correctness=self._correctness(question, evidence, draft, findings, reference),
            citation_accuracy=citation_accuracy(findings, self.thresholds.supported),
            truthfulness=truthfulness(findings),
            bias=bias(text, evidence.text),
            conciseness=conciseness(text, question),
            judgment=False,
            sentences=tuple(finding.check for finding in findings),
            notes=_notes(findings),
        )
        if draft.rivals:
            others = ", ".join(f'"{rival.text}"' for rival in draft.rivals)
            check = replace(check, notes=(*check.notes, f"other documents answer {others}"))
        judgment = not draft.rivals and self._passes(check, findings)
        missing = [f.claim.text for f in findings if f.check.label is not NliLabel.SUPPORTED]
        # A query stands there also beside a good judgment: the indicator may go by the scores.
        ask = self.reviser if self.reviser is not None and not judgment else revise
        query = ask(question, evidence, missing, asked) if question or not judgment else ""
        return replace(check, judgment=judgment, revised_question=query)

    def _passes(self, check: Check, findings: Sequence[Finding]) -> bool:
        denied = any(f.conflict or f.check.label is NliLabel.CONTRADICTED for f in findings)
        return (
            not denied
            and check.truthfulness >= self.rule.truthfulness
            and check.correctness >= self.rule.correctness
        )

    def _reference(self, question: str, text: str, evidence: Evidence) -> float:
        """How well the best reference fits the question, from 0 to 1."""
        strips = evidence.strips
        if not strips:
            return 0.0
        known = [strip.score for strip in strips if strip.score is not None]
        if len(known) == len(strips):
            return _share(max(known))
        wanted = statement(f"{question} {text}")
        best = sorted(strips, key=lambda s: -coverage(wanted, s.text, s.passage.title))
        return self._fit(question or text, [as_passage(s) for s in best[:MAX_REFERENCES]])

    def _correctness(
        self,
        question: str,
        evidence: Evidence,
        draft: Draft,
        findings: Sequence[Finding],
        reference: float,
    ) -> float:
        """How likely the answer as a whole is right, from 0 to 1.

        The geometric mean of three chances: that the deciding spans together support the whole
        answer, that the references hold what is asked for, and that the generator is right by its
        own word (where it gives none, the first counts twice); less what the references promise
        and the deciding spans do not keep: what is true but beside the point fails.
        """
        if question and len(findings) > 1 and all(f.claim.quoted for f in findings):
            # A whole entry says what it says; whether that is what was asked for is the question.
            sure = reference if draft.confidence is None else draft.confidence
            return float((reference * min(1.0, max(0.0, sure))) ** 0.5)
        quoted = _deciding(evidence, findings)
        if quoted is None:
            return 0.0
        supported, part = findings[0].check.score, not findings[0].claim.stands_alone
        alone = len(findings) == 1 and not question
        if not alone and (len(findings) > 1 or not part):
            own = [f for f in findings if not f.claim.quoted] or findings
            said = in_words_of(" ".join(f.claim.text for f in own), quoted.text)
            whole = asked_claim(question, said)
            supported = read_nli(self.nli, [(whole, quoted)])[0].supported
        if not question:
            return supported
        sure = supported if draft.confidence is None else min(1.0, max(0.0, draft.confidence))
        unkept = 0.0
        if len(findings) > 1 or not part:
            unkept = max(0.0, reference - self._fit(question, [quoted]))
        return float((supported * reference * sure) ** (1 / 3) * (1 - unkept))

    def _fit(self, question: str, passages: Sequence[Passage]) -> float:
        if self.relevance is None:
            wanted = statement(question)
            return max(coverage(wanted, p.text, p.title) for p in passages)
        return _share(max(checked_scores(self.relevance.score(question, passages), len(passages))))


def truthfulness(findings: Sequence[Finding]) -> float:
    """The share of the text that the evidence supports, longer sentences counting for more.

    Of a single sentence it is the chance that it is supported, where it is not: it is more or less
    true, and not all or nothing.
    """
    if len(findings) == 1 and findings[0].check.label is not NliLabel.SUPPORTED:
        return findings[0].check.score
    lengths = [len(finding.claim.text) for finding in findings]
    supported = [
        length
        for length, finding in zip(lengths, findings, strict=True)
        if finding.check.label is NliLabel.SUPPORTED
    ]
    return sum(supported) / sum(lengths) if any(lengths) else 0.0


def _deciding(evidence: Evidence, findings: Sequence[Finding]) -> Passage | None:
    """The spans that support the answer, in one text under the title of the first."""
    strips: dict[str, Strip] = {strip.id: strip for strip in evidence.strips}
    spans = [f.check.span for f in findings if f.check.label is NliLabel.SUPPORTED and f.check.span]
    if not spans:
        return None
    text = " ".join(dict.fromkeys(span.quote for span in spans))
    return replace(strips[spans[0].evidence].passage, text=text)


def _notes(findings: Sequence[Finding]) -> tuple[str, ...]:
    notes = [f"the evidence contradicts itself: {_shown(f)}" for f in findings if f.conflict]
    notes += [f"{f.objection}: {_shown(f)}" for f in findings if f.objection]
    if len(findings) > MAX_SENTENCES:
        notes.append(
            f"only the first {MAX_SENTENCES} of {len(findings)} sentences were checked;"
            " the rest counts as unsupported"
        )
    if not any(f.claim.cited for f in findings):
        notes.append("the answer cites nothing")
    return tuple(dict.fromkeys(notes))


def _shown(finding: Finding, most: int = 100) -> str:
    text = finding.claim.text
    return f'"{text if len(text) <= most else text[:most] + "..."}"'


def _share(score: float) -> float:
    """A score from -1 to 1 as a share."""
    return (score + 1) / 2
