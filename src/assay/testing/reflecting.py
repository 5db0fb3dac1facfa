"""Fakes of the parts of Self-RAG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.steps.answer.citations import cite_span
from assay.testing.fake import Fake
from assay.tracing import step
from assay.types import Completion, Draft, Evidence, Reflection, Segment


@dataclass(slots=True)
class FakeTextModel(Fake):
    """Continues a prompt by the first of some words that it holds; all else with nothing."""

    continuations: Mapping[str, Completion] = field(default_factory=dict)

    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The continuation of the first known word in each prompt."""
        for prompt in prompts:
            self._called(prompt)
        return [self._look_up(prompt) for prompt in prompts]

    def _look_up(self, prompt: str) -> Completion:
        found = (said for word, said in self.continuations.items() if word in prompt)
        return next(found, Completion(""))


@dataclass(slots=True)
class FakeRetrievalGate(Fake):
    """Gives these gates in turn, the last of them for ever."""

    gates: Sequence[float] = (1.0,)

    @step("gate", lambda gate: {"wanted": gate})
    def wanted(self, question: str, written: str = "") -> float:
        """The next gate."""
        turn = len(self.calls)
        self._called(question)
        return self.gates[min(turn, len(self.gates) - 1)]


@dataclass(slots=True)
class FakeSegmentWriter(Fake):
    """Quotes the first strip of each block whole, and speaks from memory where there is none.

    It goes on for `length` segments; what it wrote before counts by its semicolons.
    """

    memory: str | None = "from memory"
    length: int = 1

    @step("write", lambda segments: {"segments": len(segments)})
    def write(
        self, question: str, blocks: Sequence[Evidence], written: str = ""
    ) -> tuple[Segment, ...]:
        """One segment for each block."""
        self._called(written)
        finished = written.count(";") + 1 >= self.length
        return tuple(self._segment(block, finished) for block in blocks)

    def _segment(self, block: Evidence, finished: bool) -> Segment:
        strip = block.strips[0] if block.strips else None
        if strip is None:
            draft = Draft(self.memory, reason="" if self.memory else "the fake knows nothing")
        elif strip.text.strip():
            draft = Draft(strip.text, (cite_span(strip, 0, len(strip.text), 1.0),))
        else:
            draft = Draft(None, reason="the fake writer has nothing to quote")
        return Segment(block, draft, raw=f"{draft.text or ''};", finished=finished)


@dataclass(slots=True)
class FakeCritic(Fake):
    """Reflects on a segment by the first of some words in its text; nothing on the others."""

    reflections: Mapping[str, Reflection] = field(default_factory=dict)

    @step("reflect", lambda reflections: {"segments": len(reflections)})
    def reflect(self, question: str, segments: Sequence[Segment]) -> list[Reflection]:
        """The reflection of the first known word in each segment."""
        self._called(" | ".join(segment.draft.text or "" for segment in segments))
        return [self._look_up(segment.draft.text or "") for segment in segments]

    def _look_up(self, text: str) -> Reflection:
        found = (said for word, said in self.reflections.items() if word in text)
        return next(found, Reflection())
