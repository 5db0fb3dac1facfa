"""Any generator as a writer of segments: one whole answer for each block of evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from assay.adapters.web.parallel import all_in_parallel
from assay.ports import Generator, knows_by_itself
from assay.tracing import silent, step
from assay.types import Draft, Evidence, Segment

ONLY_FROM_EVIDENCE = "this generator answers only from evidence, and here there is none"


@dataclass(frozen=True, slots=True)
class GeneratorWriter:
    """Asks the generator once for each block alone; from memory it asks `memory`."""

    generator: Generator
    memory: Generator | None = None
    workers: int = 4

    @step("write", lambda segments: {"segments": len(segments)})
    def write(
        self, question: str, blocks: Sequence[Evidence], written: str = ""
    ) -> tuple[Segment, ...]:
        """One finished segment for each block, in the same order."""
        tasks = [partial(self._draft, question, block) for block in blocks]
        with silent():
            drafts = all_in_parallel(tasks, self.workers)
        return tuple(Segment(block, draft) for block, draft in zip(blocks, drafts, strict=True))

    def _draft(self, question: str, block: Evidence) -> Draft:
        if block.strips:
            return self.generator.generate(question, block)
        if self.memory is None or not knows_by_itself(self.memory):
            return Draft(None, reason=ONLY_FROM_EVIDENCE)
        return self.memory.generate(question, block)
