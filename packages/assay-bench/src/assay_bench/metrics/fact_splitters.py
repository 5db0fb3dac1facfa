"""Ways to cut a text into facts: at sentences, or by a chat model as published."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.ports import ChatModel
from assay.text.sanitise import sanitise
from assay.text.sentences import sentence_spans
from assay.types import Message, Role
from assay_bench.metrics.text_match import MARKER

MAX_SENTENCES = 60
MAX_FACTS_IN_A_SENTENCE = 12
_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d+[.)])\s+(.*\S)")
# Our own words for the published task: one sentence in, independent facts out.
PROMPT = """\
Break the sentence down into independent facts. Write each fact as one short sentence on its own \
line, beginning with "- ". Name the person or thing in every fact. Add nothing.

Sentence: Ana Petrov was a Bulgarian botanist who opened a garden in Varna in 1921.
- Ana Petrov was Bulgarian.
- Ana Petrov was a botanist.
- Ana Petrov opened a garden.
- Ana Petrov's garden was in Varna.
- Ana Petrov's garden opened in 1921.

Sentence: {sentence}
"""


@dataclass(frozen=True, slots=True)
class SentenceFacts:
    """Each sentence is one fact: coarser than published, but it needs no model."""

    def split(self, text: str) -> list[str]:
        """The sentences without citation markers."""
        bare = MARKER.sub("", text)
        spans = sentence_spans(bare)[:MAX_SENTENCES]
        return [bare[a:b] for a, b in spans if any(c.isalnum() for c in bare[a:b])]


@dataclass(frozen=True, slots=True)
class ChatFacts:
    """A chat model lists the facts of each sentence, as published.

    A sentence of which the model lists nothing is kept whole.
    """

    model: ChatModel

    def split(self, text: str) -> list[str]:
        """The facts of all sentences, in order, each once."""
        facts: dict[str, None] = {}
        for sentence in SentenceFacts().split(text):
            said = self.model.complete(
                [Message(Role.USER, PROMPT.replace("{sentence}", sanitise(sentence)))],
                max_tokens=256,
            ).text
            listed = [found[1] for line in said.splitlines() if (found := _BULLET.match(line))]
            facts |= dict.fromkeys(listed[:MAX_FACTS_IN_A_SENTENCE] or [sentence])
        return list(facts)
