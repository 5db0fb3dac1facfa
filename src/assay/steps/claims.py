"""An answer taken apart: what each sentence claims, and which evidence it points at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assay.steps.markers import numbered_markers
from assay.steps.segments import segments
from assay.types import Citation, Evidence

# A shorter text is a part of a sentence: a name, a date, a yes.
FEWEST_WORDS = 6
_WORD = re.compile(r"\w+")
_GAP = re.compile(r"\s+(?=[.,;:!?])")


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer, `answer[start:end]`; `text` is it without markers.

    `cited` are the numbers, from 1, of the evidence it points at; some may point nowhere.
    """

    start: int
    end: int
    text: str
    cited: tuple[int, ...] = ()

    @property
    def stands_alone(self) -> bool:
        """True for a sentence that can be understood without the question it answers."""
        return len(_WORD.findall(self.text)) >= FEWEST_WORDS


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
    numbers = {strip.id: n for n, strip in enumerate(evidence.strips if evidence else (), 1)}
    claims = []
    for at, (start, end) in enumerate(spans):
        until = spans[at + 1][0] if at + 1 < len(spans) else len(answer) + 1
        marked = [n for first, _, ns in markers if start <= first < until for n in ns]
        tied = [
            numbers.get(c.evidence, 0)
            for c in citations
            if c.answer_start < end and start < c.answer_end
        ]
        text = _GAP.sub("", " ".join(blanked[start:end].split()))
        claims.append(Claim(start, end, text, tuple(dict.fromkeys([*marked, *tied]))))
    return tuple(claims)
