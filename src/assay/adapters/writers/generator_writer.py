"""Any generator as a writer of segments: one whole answer for each strip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from assay.adapters.web.parallel import all_in_parallel
from assay.ports import Generator
from assay.steps.renumber import renumbered
from assay.tracing import silent, step
from assay.types import Draft, Evidence, Segment, Strip

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
        if self.memory is None or not getattr(self.memory, "answers_without_evidence", False):
            return Draft(None, reason=ONLY_FROM_EVIDENCE)
        return self.memory.generate(question, Evidence())
