"""Every sentence of an answer judged against the evidence, with the span that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.errors import ModelError
from assay.ports import NliScorer
from assay.steps.answer.support import spans_that_say
from assay.steps.verify.claims import Claim
from assay.steps.verify.guards import FALSE_QUOTATION, lacking, opposed, said_there, unsupported
from assay.text.overlap import Statement, coverage, statement, without_negation
from assay.text.places import location
from assay.text.quantities import in_words_of
from assay.text.quotations import quotations_hold
from assay.types import Citation, Evidence, NliLabel, NliScores, Passage, SentenceCheck, Strip

# Strips that the network reads for each sentence: those that say most of it in the same words.
READ_FOR_EACH = 2
# One with less than this part of the best one's words can neither bear it out nor deny it.
WORTH_READING = 0.4
# A longer answer is checked as far as this; the rest counts as unsupported.
MAX_SENTENCES = 60
SILENT = NliScores(0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class NliThresholds:
    """From which probability a sentence counts as supported or contradicted."""

    supported: float = 0.5
    contradicted: float = 0.5


@dataclass(frozen=True, slots=True)
class View:
    """One strip's view of a claim: by its words, and by the network after the guards.

    `start` and `end` are the span of the strip that says it, or its negation, in most of its words.
    """

    strip: int
    coverage: float
    start: int
    end: int
    scores: NliScores = SILENT
    objection: str = ""

    def span(self, evidence: Evidence) -> Passage:
        """The span as a text of its own."""
        strip = evidence.strips[self.strip]
        return as_passage(
            replace(strip, start=strip.start + self.start, end=strip.start + self.end)
        )

    def whole(self, evidence: Evidence) -> Passage:
        """The whole strip as a text of its own."""
        return as_passage(evidence.strips[self.strip])

    def is_part(self, evidence: Evidence) -> bool:
        """True when there is more in the strip than the span."""
        text = evidence.strips[self.strip].text
        return bool(text[: self.start].strip() or text[self.end :].strip())

    def or_better(self, scores: NliScores) -> View:
        """The view with these scores of the whole strip, if they see more support."""
        return self if self.scores.supported > scores.supported else replace(self, scores=scores)

    def guarded(self, question: str, claim: Claim, evidence: Evidence) -> View:
        """The view after the guards."""
        strip = evidence.strips[self.strip]
        if said := said_there(self.scores, claim, strip):
            return replace(self, scores=said)
        scores, objection = lacking(self.scores, claim, strip, question)
        if not quotations_hold(claim.text, evidence):
            scores, objection = unsupported(self.scores.contradicted), FALSE_QUOTATION
        if not objection:
            span = strip.text[self.start : self.end]
            scores, objection = opposed(scores, claim, span, strip.passage.title)
        return replace(self, scores=scores, objection=objection)


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim with its check, the view of each strip that was read, and whether strips disagree."""

    claim: Claim
    check: SentenceCheck
    views: tuple[View, ...] = ()
    best_coverage: float = 0.0
    conflict: bool = False

    @property
    def objection(self) -> str:
        """Why the claim cannot be supported although the network would, or nothing."""
        unsupported = self.check.label is not NliLabel.SUPPORTED
        return next((v.objection for v in self.views if v.objection), "") if unsupported else ""


@dataclass(frozen=True, slots=True)
class SentenceVerifier:
    """Checks each claim against the strips with most of its words and those it cites."""

    scorer: NliScorer
    thresholds: NliThresholds = NliThresholds()
    read_for_each: int = READ_FOR_EACH

    def findings(
        self, question: str, evidence: Evidence, claims: Sequence[Claim]
    ) -> tuple[Finding, ...]:
        """One finding for each claim, in the same order.

        A claim is read with its quantities as the evidence writes them, to the network "two
        minutes" is not "120 seconds"; the finding has it as it stands.
        """
        source = "\n".join(f"{strip.passage.title}\n{strip.text}" for strip in evidence.strips)
        worded = [replace(each, text=in_words_of(each.text, source)) for each in claims]
        plans = [
            self._plan(question, evidence, claim) if n < MAX_SENTENCES else []
            for n, claim in enumerate(worded)
        ]
        read = self._read(question, evidence, worded, plans)
        guarded = [
            [view.guarded(question, claim, evidence) for view in views]
            for claim, views in zip(worded, read, strict=True)
        ]
        return tuple(
            self._finding(evidence, claim, views)
            for claim, views in zip(claims, guarded, strict=True)
        )

    def _read(
        self,
        question: str,
        evidence: Evidence,
        claims: Sequence[Claim],
        plans: Sequence[Sequence[View]],
    ) -> list[list[View]]:
        """The views with the network's scores of their spans and, where needed, of whole strips.

        A span is short and nothing in it distracts; where it is not enough, the sentences around
        it may be what makes it support the claim. A part of a sentence, such as a year, stands in
        many a span that has nothing to do with its question: there the whole strip is read.
        """
        planned = [(c, view) for c, plan in zip(claims, plans, strict=True) for view in plan]
        asked = [_read_as(question, claim) for claim, _ in planned]
        views = [view for _, view in planned]
        pairs = [
            (read, view.span(evidence) if claim.stands_alone else view.whole(evidence))
            for read, (claim, view) in zip(asked, planned, strict=True)
        ]
        spans = read_nli(self.scorer, pairs)
        views = [replace(v, scores=scores) for v, scores in zip(views, spans, strict=True)]
        more = [
            (at, view.whole(evidence))
            for at, view in enumerate(views)
            if view.scores.supported < self.thresholds.supported
            and planned[at][0].stands_alone
            and view.is_part(evidence)
        ]
        strips = read_nli(self.scorer, [(asked[at], strip) for at, strip in more])
        for (at, _), scores in zip(more, strips, strict=True):
            views[at] = views[at].or_better(scores)
        rest = iter(views)
        return [[next(rest) for _ in plan] for plan in plans]

    def _plan(self, question: str, evidence: Evidence, claim: Claim) -> list[View]:
        """The strips to read, with the share of the claim that they say in words, and where."""
        wanted = statement(claim.text, question)
        texts = [(strip.text, strip.passage.title) for strip in evidence.strips]
        shares = [coverage(wanted, *text) for text in texts]
        # What contradicts a claim speaks of the same thing, with another number or another "not".
        topic = without_negation(statement(claim.text))
        topic = replace(topic, words=tuple(w for w in topic.words if not w.is_number))
        near = [coverage(topic, *text) for text in texts]
        ranked = sorted(
            range(len(shares)),
            key=lambda n: (-shares[n] - near[n], -(evidence.strips[n].score or 0.0), n),
        )
        chosen = [n for n in ranked if near[n] >= WORTH_READING * near[ranked[0]]]
        cited = [number - 1 for number in claim.cited if 1 <= number <= len(shares)]
        return [
            View(n, shares[n], *_deciding_span(wanted, n, evidence.strips[n]))
            for n in dict.fromkeys([*chosen[: self.read_for_each], *cited])
        ]

    def _finding(self, evidence: Evidence, claim: Claim, views: list[View]) -> Finding:
        if not views:
            return Finding(claim, SentenceCheck(claim.start, claim.end, NliLabel.ABSENT, 0.0))
        best = max(views, key=lambda view: view.scores.supported)
        # What an answer cites decides; what others say against it is a conflict, not a verdict.
        cited = [view for view in views if view.strip + 1 in claim.cited]
        worst = max(cited or views, key=lambda view: view.scores.contradicted)
        score, against = best.scores.supported, worst.scores.contradicted
        holds, denied = score >= self.thresholds.supported, against >= self.thresholds.contradicted
        elsewhere = any(v.scores.contradicted >= self.thresholds.contradicted for v in views)
        if holds and score >= against:
            label, deciding, sure = NliLabel.SUPPORTED, best, score
        elif denied:
            label, deciding, sure = NliLabel.CONTRADICTED, worst, against
        else:
            label, deciding, sure = NliLabel.ABSENT, None, 0.0
        span = None
        if deciding is not None:
            span = _span(claim, deciding, evidence.strips[deciding.strip], sure)
        check = SentenceCheck(claim.start, claim.end, label, score, span)
        most = max(view.coverage for view in views)
        return Finding(claim, check, tuple(views), most, holds and elsewhere)


def asked_claim(question: str, claim: str) -> str:
    """The claim after its question, so that "Paris." can be judged."""
    return f"{question} {claim}" if question else claim


def _read_as(question: str, claim: Claim) -> str:
    """A whole sentence is true or not whatever was asked; a part of one needs its question."""
    return claim.text if claim.stands_alone else asked_claim(question, claim.text)


def as_passage(strip: Strip) -> Passage:
    """The strip as a text of its own."""
    return replace(strip.passage, text=strip.text, start=strip.document_start)


def read_nli(scorer: NliScorer, pairs: Sequence[tuple[str, Passage]]) -> list[NliScores]:
    """The scores as they were given, or an error that says what the scorer did wrong."""
    scores = scorer.nli(pairs)
    if len(scores) != len(pairs):
        raise ModelError(
            f"the verifier gave {len(scores)} labels for {len(pairs)} pairs",
            hint="an NLI scorer returns one label for each pair, in the same order",
        )
    for each in scores:
        if not all(0 <= p <= 1 for p in (each.supported, each.contradicted, each.absent)):
            raise ModelError(
                f"the verifier gave {each}, whose probabilities are not between 0 and 1"
            )
    return scores


def _deciding_span(wanted: Statement, number: int, strip: Strip) -> tuple[int, int]:
    """Where the strip says it, or its negation: the sentence, or two, with most of its words."""
    # Of two that are helped by the same title, the one with more words of its own.
    best = max(
        spans_that_say(without_negation(wanted), number, strip),
        key=lambda span: (span.score, coverage(wanted, strip.text[span.start : span.end])),
        default=None,
    )
    return (best.start, best.end) if best else (0, len(strip.text))


def _span(claim: Claim, view: View, strip: Strip, sure: float) -> Citation:
    """A citation of the span of the strip that decides."""
    return Citation(
        answer_start=claim.start,
        answer_end=claim.end,
        evidence=strip.id,
        source=strip.passage.source,
        start=strip.document_start + view.start,
        end=strip.document_start + view.end,
        quote=strip.text[view.start : view.end],
        score=sure,
        location=location(strip.passage, strip.start + view.start),
        name=strip.passage.name,
    )
