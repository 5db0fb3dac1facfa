"""Fakes of the models: a language model, an embedder and a judge of questions."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.testing.fake import Fake
from assay.tracing import say, step
from assay.types import Completion, Complexity, Message


@dataclass(slots=True)
class FakeChatModel(Fake):
    """Says the given replies in turn, and then an empty one."""

    replies: Sequence[str | Completion] = ()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The next reply, cut to `max_tokens` words."""
        turn = len(self.calls)
        self._called("\n".join(message.content for message in messages))
        reply = self.replies[turn] if turn < len(self.replies) else ""
        if isinstance(reply, Completion):
            return reply
        words = re.findall(r"\s*\S+\s*", reply)
        text = "".join(words[:max_tokens])
        say(text)
        return Completion(text, tokens=len(words[:max_tokens]), cut=len(words) > max_tokens)


@dataclass(slots=True)
class FakeEmbedder(Fake):
    """Embeds texts by their words: texts with more words in common lie closer."""

    dimensions: int = 64

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text: its words counted by hash, scaled to length one."""
        self._called(f"{len(texts)} texts")
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0] = 1e-3  # a text without words still needs a direction
            for word in re.findall(r"\w+", text.lower()):
                row[zlib.crc32(word.encode("utf-8", "replace")) % self.dimensions] += 1
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


@dataclass(slots=True)
class FakeComplexityClassifier(Fake):
    """Finds every question equally hard."""

    complexity: Complexity = Complexity.SINGLE

    @step("classify", lambda complexity: {"complexity": complexity.value})
    def classify(self, question: str) -> Complexity:
        """The complexity it was made with."""
        self._called(question)
        return self.complexity
