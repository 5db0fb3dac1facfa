"""Any generator as a writer of segments: one whole answer for each strip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from assay.adapters.web.parallel import all_in_parallel
from assay.ports import Generator, knows_by_itself
from assay.tracing import silent, step
from assay.types import Draft, Evidence, Segment, Strip

ONLY = "[1]"


def renumbered(draft: Draft, number: int) -> Draft:
    """The draft with `[1]` written as `[number]`, every span of it still true."""
    if not draft.text or ONLY not in draft.text:
        return draft
    marker = f"[{number}]"
    ends: list[int] = []
    at = draft.text.find(ONLY)
    while at >= 0:
        ends.append(at + len(ONLY))
        at = draft.text.find(ONLY, ends[-1])

    def moved(place: int) -> int:
        return place + (len(marker) - len(ONLY)) * sum(end <= place for end in ends)

    return replace(
        draft,
        text=draft.text.replace(ONLY, marker),
        citations=tuple(
            replace(c, answer_start=moved(c.answer_start), answer_end=moved(c.answer_end))
            for c in draft.citations
        ),
        unsupported=tuple((moved(a), moved(b)) for a, b in draft.unsupported),
    )


ONLY_FROM_EVIDENCE = "this generator answers only from evidence, and here there is none"


@dataclass(frozen=True, slots=True)
class GeneratorWriter:
    """Asks the generator once for each strip alone; from memory it asks `memory`."""

    generator: Generator
    memory: Generator | None = None
    workers: int = 4

    @step("write", lambda segments: {"segments": len(segments)})
    def write(
        self, question: str, strips: Sequence[Strip | None], written: str = ""
    ) -> tuple[Segment, ...]:
        """One finished segment for each strip, in the same order."""
        tasks = [partial(self._draft, question, strip) for strip in strips]
        with silent():
            drafts = all_in_parallel(tasks, self.workers)
        return tuple(
            Segment(strip, renumbered(draft, number))
            for number, (strip, draft) in enumerate(zip(strips, drafts, strict=True), 1)
        )

    def _draft(self, question: str, strip: Strip | None) -> Draft:
        if strip is not None:
            return self.generator.generate(question, Evidence((strip,)))
        if self.memory is None or not knows_by_itself(self.memory):
            return Draft(None, reason=ONLY_FROM_EVIDENCE)
        return self.memory.generate(question, Evidence())
