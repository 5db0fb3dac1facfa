"""An answer as it grows, segment by segment, and the choice between several such paths."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean

from assay.types import Citation, Draft, Evidence, RankedSegment
from assay_strategies.reflect.reflection_tokens import CONTINUE

BETWEEN = " "


def joined(drafts: Sequence[Draft]) -> Draft:
    """All drafts joined into one; if none has text, the reason of the first."""
    told = [draft for draft in drafts if draft.text]
    notes = tuple(dict.fromkeys(note for draft in drafts for note in draft.notes))
    if not told:
        return replace(drafts[0], notes=notes) if drafts else Draft(None)
    citations: list[Citation] = []
    unsupported: list[tuple[int, int]] = []
    text = ""
    for draft in told:
        at = len(text) + len(BETWEEN) if text else 0
        text += f"{BETWEEN}{draft.text}" if text else f"{draft.text}"
        citations += [
            replace(c, answer_start=c.answer_start + at, answer_end=c.answer_end + at)
            for c in draft.citations
        ]
        unsupported += [(start + at, end + at) for start, end in draft.unsupported]
    known = [draft.confidence for draft in told if draft.confidence is not None]
    return Draft(
        text,
        tuple(citations),
        notes=notes,
        confidence=sum(known) / len(known) if known else None,
        unsupported=tuple(unsupported),
    )


_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Path:
    """Segments that follow each other; its score is the mean of theirs.

    The mean, so that a path which has ended and one which goes on can be compared.
    """

    segments: tuple[RankedSegment, ...] = ()
    draft: Draft = field(default_factory=lambda: Draft(None))

    def then(self, judged: RankedSegment) -> Path:
        """The path with one segment more."""
        segments = (*self.segments, judged)
        return Path(segments, joined([each.segment.draft for each in segments]))

    @property
    def written(self) -> str:
        """All that was written, reflection tokens included."""
        return "".join(each.segment.raw for each in self.segments)

    @property
    def score(self) -> float:
        """The mean score of the segments that say something, of all where none does."""
        told = [each for each in self.segments if each.segment.draft.text] or self.segments
        return fmean(each.score for each in told) if told else 0.0

    @property
    def continues(self) -> Evidence | None:
        """The evidence that the model wants to go on with, where it says so."""
        last = self.segments[-1].segment if self.segments else None
        return last.seen if last is not None and last.raw.endswith(CONTINUE) else None

    @property
    def finished(self) -> bool:
        """True when nothing is to follow: the writer has ended, or has nothing more to say."""
        last = self.segments[-1].segment if self.segments else None
        return last is not None and (last.finished or not last.draft.text)


def best_first(paths: Sequence[Path]) -> list[Path]:
    """The paths by their score; one without any text comes after all that have one."""
    return sorted(paths, key=lambda path: (path.draft.text is None, -path.score))


def best_path(paths: Sequence[Path]) -> Path:
    """The path with the highest score."""
    return best_first(paths)[0]


def best_option(paths: Sequence[Path]) -> Path:
    """The best path to the option with the highest sum of scores: for a closed set of answers."""
    sums: dict[str, float] = defaultdict(float)
    for path in paths:
        sums[option(path.draft.text or "")] += path.score
    winner = max((name for name in sums if name), key=lambda name: sums[name], default="")
    return best_path([path for path in paths if option(path.draft.text or "") == winner])


def option(text: str) -> str:
    """The label that a text begins with (true, false or a letter), else all of its words."""
    words = _WORD.findall(text.casefold())
    first = words[0] if words else ""
    return first if first in ("true", "false") or len(first) == 1 else " ".join(words)
