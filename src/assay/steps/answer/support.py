"""Every sentence of an answer tied to the span of a source that supports it best, or marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from assay.budget import current_budget
from assay.errors import BudgetSpentError
from assay.ports import RelevanceScorer
from assay.steps.answer.markers import Marked, take_markers
from assay.steps.correct.judge import checked_scores
from assay.text.overlap import Statement, coverage, statement
from assay.text.places import location
from assay.text.quotations import quotations_hold
from assay.text.sentences import segments, sentence_spans
from assay.tracing import step
from assay.types import Citation, Draft, Evidence, Facts, Strip

# Below this a sentence counts as unsupported; chosen on human judgements, see docs/results.md.
SUPPORTED_FROM = 0.5
# The scorer's share in the score of a span that the words alone put at or near the top.
SCORER_SHARE = 0.25
JUDGED_BY_SCORER = 3
# A second sentence is taken into a quote only when it adds this much.
WORTH_ANOTHER_SENTENCE = 0.1
MAX_SENTENCES = 60
DENIED = "the evidence says the opposite"
WITHHELD = f"a sentence was withheld: {DENIED}"
_ENDS = ".!?\u3002\uff01\uff1f\u2026"


Objects = Callable[[str, Evidence, Sequence[str]], Sequence[str]]
"""Of question, evidence and sentences: why each cannot be cited, or an empty text."""


@dataclass(frozen=True, slots=True)
class Support:
    """A span of one strip that says what a sentence says, and how well."""

    strip: int
    start: int
    end: int
    score: float


_WITHHELD = Support(-1, 0, 0, 0.0)
"""In the place of what supports a sentence: the evidence says the opposite of it."""


def _facts(draft: Draft) -> Facts:
    return {
        "citations": len(draft.citations),
        "unsupported": len(draft.unsupported),
        "support": round(draft.confidence or 0.0, 4),
    }


@dataclass(frozen=True, slots=True)
class SupportCheck:
    """Checks a text against evidence: by its words, by the scorer, and by a second look.

    The second look, where there is one, may object to a sentence that has the words of a source.
    """

    scorer: RelevanceScorer | None = None
    supported_from: float = SUPPORTED_FROM
    objects: Objects | None = None

    @step("cite", _facts)
    def check(
        self,
        question: str,
        text: str,
        evidence: Evidence,
        *,
        mark: bool = True,
        label: bool = False,
    ) -> Draft:
        """The text with citations that hold, written into it as [n] if `mark`.

        Markers of the model's own are only a hint: they stay where what they point at supports the
        sentence, are repaired where something else does, and go where nothing does. A `label`,
        such as "true" or "B", says nothing by itself: there the question is what needs support.
        """
        known = "\n".join(f"{s.text}\n{s.passage.source}" for s in evidence.strips)
        marked = take_markers(text, len(evidence.strips), known)
        spans = segments(marked.text)
        notes = list(marked.notes)
        if len(spans) > MAX_SENTENCES:
            notes.append(f"the answer was cut after {MAX_SENTENCES} sentences")
            spans = spans[:MAX_SENTENCES]
        sentences = [marked.text[start:end] for start, end in spans]
        if label:
            found = [self._best(question, "", evidence) for _ in sentences]
        else:
            found = self._found(question, sentences, evidence, notes)
        writer = _Writer(marked.text, evidence, mark)
        for (start, end), best in zip(spans, found, strict=True):
            if best is not _WITHHELD:
                writer.add(start, end, best, _numbers_near(marked, start, end, spans))
        return writer.draft(notes)

    def _found(
        self, question: str, sentences: Sequence[str], evidence: Evidence, notes: list[str]
    ) -> list[Support | None]:
        """What supports each sentence, if nothing speaks against it; notes say what does."""
        found = [self._best(sentence, question, evidence) for sentence in sentences]
        for at, sentence in enumerate(sentences):
            if found[at] and not quotations_hold(sentence, evidence):
                notes.append("a quotation in the answer stands in no evidence")
                found[at] = None
        cited = [at for at, best in enumerate(found) if best]
        if self.objects is None or not cited:
            return found
        try:
            objections = self.objects(question, evidence, [sentences[at] for at in cited])
        except BudgetSpentError:  # an answer that used up the time is checked by its words
            return found
        for at, objection in zip(cited, objections, strict=True):
            if objection == DENIED:
                notes.append(WITHHELD)
                found[at] = _WITHHELD
            elif objection:
                notes.append(f"not cited: {objection}")
                found[at] = None
        return found

    def _best(self, claim: str, question: str, evidence: Evidence) -> Support | None:
        wanted = statement(claim, question)
        found = [
            s for n, strip in enumerate(evidence.strips) for s in spans_that_say(wanted, n, strip)
        ]
        top = sorted(found, key=lambda s: -s.score)[:JUDGED_BY_SCORER]
        # An answer that used up the time is still checked: by its words.
        if self.scorer is not None and top and current_budget().seconds_left > 0:
            top = self._judged(self.scorer, question or claim, top, evidence)
        best = max(top, key=lambda s: s.score, default=None)
        return best if best and best.score >= self.supported_from else None

    def _judged(
        self, scorer: RelevanceScorer, question: str, found: Sequence[Support], evidence: Evidence
    ) -> list[Support]:
        passages = []
        for each in found:
            strip = evidence.strips[each.strip]
            words = strip.text[each.start : each.end]
            passages.append(
                replace(strip.passage, text=words, start=strip.document_start + each.start)
            )
        scores = checked_scores(scorer.score(question, passages), len(passages))
        return [
            replace(s, score=(1 - SCORER_SHARE) * s.score + SCORER_SHARE * (score + 1) / 2)
            for s, score in zip(found, scores, strict=True)
        ]


class _Writer:
    """Puts the checked sentences together again, with their citations."""

    def __init__(self, text: str, evidence: Evidence, mark: bool) -> None:
        self._text, self._evidence, self._mark = text, evidence, mark
        self._written, self._at = "", 0
        self._citations: list[Citation] = []
        self._unsupported: list[tuple[int, int]] = []
        self._scores: list[float] = []
        self._repaired = self._removed = 0

    def add(self, start: int, end: int, best: Support | None, markers: set[int]) -> None:
        if self._scores:  # what stands before the first sentence is no text
            self._written += self._text[self._at : start]
        self._at = end
        sentence, first = self._text[start:end], len(self._written)
        self._scores.append(best.score if best else 0.0)
        if best is None:
            self._written += sentence
            self._unsupported.append((first, len(self._written)))
            self._removed += len(markers)
            return
        self._repaired += bool(markers) and best.strip + 1 not in markers
        tail = len(sentence) - len(sentence.rstrip(_ENDS))
        body, stop = sentence[: len(sentence) - tail], sentence[len(sentence) - tail :]
        marker = f" [{best.strip + 1}]" if self._mark else ""
        self._written += f"{body}{marker}{stop}"
        self._citations.append(self._citation(best, first, len(self._written)))

    def _citation(self, best: Support, first: int, last: int) -> Citation:
        strip = self._evidence.strips[best.strip]
        return Citation(
            answer_start=first,
            answer_end=last,
            evidence=strip.id,
            source=strip.passage.source,
            start=strip.document_start + best.start,
            end=strip.document_start + best.end,
            quote=strip.text[best.start : best.end],
            score=best.score,
            location=location(strip.passage, strip.start + best.start),
            name=strip.passage.name,
        )

    def draft(self, notes: list[str]) -> Draft:
        if self._repaired:
            notes.append(f"{self._repaired} citation marker(s) pointed at the wrong evidence")
        if self._removed:
            notes.append(f"{self._removed} citation marker(s) without support were removed")
        if self._unsupported:
            notes.append(
                f"{len(self._unsupported)} of {len(self._scores)} sentence(s) have no support "
                "in the evidence"
            )
        return Draft(
            text=self._written,
            citations=tuple(self._citations),
            notes=tuple(dict.fromkeys(notes)),
            confidence=sum(self._scores) / len(self._scores) if self._scores else 0.0,
            unsupported=tuple(self._unsupported),
        )


def spans_that_say(wanted: Statement, number: int, strip: Strip) -> list[Support]:
    """The sentences of a strip, and pairs of adjacent ones where two say more than one."""
    text, title = strip.text, strip.passage.title
    spans = sentence_spans(text) or ([(0, len(text))] if text.strip() else [])
    found = [Support(number, a, b, coverage(wanted, text[a:b], title)) for a, b in spans]
    pairs = []
    for one, two in pairwise(found):
        score = coverage(wanted, text[one.start : two.end], title)
        if score >= max(one.score, two.score) + WORTH_ANOTHER_SENTENCE:
            pairs.append(Support(number, one.start, two.end, score))
    return [s for s in found + pairs if s.score > 0]


def _numbers_near(
    marked: Marked, start: int, end: int, spans: Sequence[tuple[int, int]]
) -> set[int]:
    """The numbers of the markers inside a sentence or between it and the next one."""
    until = min((s for s, _ in spans if s >= end), default=len(marked.text) + 1)
    return {number for at, number in marked.cited if start < at < until or at == end}
