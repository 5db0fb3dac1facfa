"""The claims of an answer: each sentence with the evidence it cites."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from assay.steps.answer.markers import numbered_markers
from assay.text.quotations import said_word_for_word, stands_word_for_word
from assay.text.sentences import segments
from assay.types import Citation, Evidence

# A shorter text is a part of a sentence: a name, a date, a yes.
MIN_WORDS = 6
_WORD = re.compile(r"\w+")
_GAP = re.compile(r" (?=[.,;:!?])")


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer, `answer[start:end]`; `text` is it without markers.

    `cited` are the numbers, from 1, of the evidence it points at; some may point nowhere. It is
    `quoted` when it stands word for word in what a citation quotes, and a `part` when it is all
    of the answer and no whole sentence there: the span of a reader, however long.
    """

    start: int
    end: int
    text: str
    cited: tuple[int, ...] = ()
    quoted: bool = False
    part: bool = False

    @property
    def stands_alone(self) -> bool:
        """True for a sentence that can be understood without the question it answers."""
        return not self.part and not _is_short(self.text)


def claims_of(
    answer: str, citations: Sequence[Citation] = (), evidence: Evidence | None = None
) -> tuple[Claim, ...]:
    """The claims of an answer in order; it cites by [n] markers, by citations, or by both."""
    markers = numbered_markers(answer)
    bare = list(answer)
    for start, end, _ in markers:
        bare[start:end] = " " * (end - start)
    blanked = "".join(bare)
    spans = segments(blanked)
    numbers = _numbers(evidence) if evidence else {}
    starts = [first for first, _, _ in markers]
    tied = _tied(spans, citations)
    claims = []
    for at, (start, end) in enumerate(spans):
        until = spans[at + 1][0] if at + 1 < len(spans) else len(answer) + 1
        near = markers[bisect_left(starts, start) : bisect_left(starts, until)]
        marked = [n for _, _, ns in near for n in ns]
        text = _GAP.sub("", " ".join(blanked[start:end].split()))
        quoted = [c.quote for c in tied[at] if stands_word_for_word(text, c.quote)]
        alone = bool(quoted) and len(spans) == 1
        part = alone and not any(said_word_for_word(text, quote) for quote in quoted)
        behind = tied[at] or (tied[at + 1] if at + 1 < len(spans) and _is_short(text) else [])
        cited = tuple(dict.fromkeys([*marked, *(numbers.get(c.evidence, 0) for c in behind)]))
        claims.append(Claim(start, end, text, cited, bool(quoted), part))
    return tuple(claims)


def _is_short(text: str) -> bool:
    """True for a part of a sentence; a "Yes." before a quotation rests on that quotation."""
    return len(_WORD.findall(text)) < MIN_WORDS


def _numbers(evidence: Evidence) -> dict[str, int]:
    """The number of each strip by its name, and of each passage that is cited as a whole."""
    numbers: dict[str, int] = {}
    for number, strip in enumerate(evidence.strips, 1):
        numbers[strip.id] = number
        numbers.setdefault(strip.passage.id, number)
    return numbers


def _tied(spans: Sequence[tuple[int, int]], citations: Sequence[Citation]) -> list[list[Citation]]:
    """For each span the citations that are tied to a part of it."""
    ends = [end for _, end in spans]
    tied: list[list[Citation]] = [[] for _ in spans]
    for each in citations:
        at = bisect_right(ends, each.answer_start)
        while at < len(spans) and spans[at][0] < each.answer_end:
            tied[at].append(each)
            at += 1
    return tied
