"""A reader that can join two passages: one names something, the other tells about it.

"Where was the director of Emma born?" is answered by no single passage. One says who directed it,
and a passage whose title is that name says where. The sentence with the name and the second
passage are read together as one text; the answer stands in the second, and both are quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from assay.reader.marks import whole_marks
from assay.reader.span_reader import LEAST_SURE, SpanReader
from assay.steps.answer.citations import cite_span
from assay.tracing import step
from assay.types import Draft, Evidence, Facts, Passage, Strip

MAX_FIRST = 3  # passages in which a name is looked for, the most relevant ones
MAX_JOINED = 4  # pairs that are read for one question
MIN_NAME = 4  # letters; shorter titles stand in every text
JOINED = "joined from two passages: the first names what the second tells about"
_PARENTHESIS = re.compile(r"\([^()]*\)$")


def _facts(draft: Draft) -> Facts:
    return {
        "answer": draft.text,
        "confidence": draft.confidence,
        "joined": JOINED in draft.notes,
    }


@dataclass(frozen=True, slots=True)
class Bridge:
    """Where a first strip names the title of a second one."""

    first: Strip
    named: tuple[int, int]
    second: Strip


@dataclass(frozen=True, slots=True)
class BridgeReader:
    """Answers from one passage as `reader` does, or from two where that is the surer answer."""

    reader: SpanReader

    @step("generate", _facts)
    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The reader's answer, or one over a bridge with both of its quotations."""
        alone = self.reader.read(question, evidence)
        single = self.reader.candidates(question, evidence)
        least = max((each.sure for each in single), default=1.0)
        bridges = self._bridges(question, evidence)
        found = [joined for bridge in bridges if (joined := self._joined(question, bridge))]
        draft, sure = max(found, key=lambda each: each[1], default=(None, 0.0))
        return draft if draft is not None and sure > least else alone

    def _bridges(self, question: str, evidence: Evidence) -> list[Bridge]:
        """Pairs of strips worth reading together, from the most relevant first passages."""
        passages = list(dict.fromkeys(strip.passage for strip in evidence.strips))
        readings = self.reader.assayer.readings(question, passages)
        relevance = {p: r.relevance for p, r in zip(passages, readings, strict=True)}
        ranked = sorted(evidence.strips, key=lambda strip: -relevance[strip.passage])
        first = [strip for strip in ranked if strip.passage in _best(relevance)]
        return list(_bridged(question, first, ranked))[:MAX_JOINED]

    def _joined(self, question: str, bridge: Bridge) -> tuple[Draft, float] | None:
        """The answer in the second strip, read after the sentence that leads to it."""
        assayer, second = self.reader.assayer, bridge.second
        lead = cite_span(bridge.first, *bridge.named, 0.0)
        head = f"{bridge.first.passage.title}: {lead.quote} "
        text = head + second.text
        joined = replace(second.passage, id=f"{bridge.first.id}+{second.id}", text=text)
        (reading,) = assayer.readings(question, [joined])
        found = reading.best_span([(len(head), len(text))])
        if found is None:
            return None
        sure = assayer.span.probability(reading.relevance, found.lead)
        if sure < LEAST_SURE and not self.reader.always_answer:
            return None
        start, end = whole_marks(second.text, found.start - len(head), found.end - len(head))
        answer = cite_span(second, start, end, sure)
        first = replace(lead, answer_end=end - start, score=sure)
        draft = Draft(second.text[start:end], (first, answer), notes=(JOINED,), confidence=sure)
        return draft, sure


def _best(relevance: dict[Passage, float]) -> set[Passage]:
    return set(sorted(relevance, key=lambda passage: -relevance[passage])[:MAX_FIRST])


def _bridged(question: str, first: list[Strip], strips: list[Strip]) -> Iterator[Bridge]:
    """A name is a bridge where it is the title of another passage and not in the question."""
    asked = question.casefold()
    for one in first:
        for other in strips:
            name = _PARENTHESIS.sub("", other.passage.title.rstrip()).strip()
            known = len(name) < MIN_NAME or name.casefold() in asked
            if known or other.passage.title == one.passage.title:
                continue
            match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", one.text)
            if match:
                yield Bridge(one, match.span(), other)
