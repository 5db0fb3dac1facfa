"""Decompose: a passage cut into strips of a few sentences (CRAG, section 4.4)."""

from __future__ import annotations

from assay.steps.sentences import sentence_spans
from assay.types import Passage, Strip

# The paper leaves a text this short whole.
WHOLE_UP_TO = 2


def cut_strips(passage: Passage, sentences_per_strip: int = 2) -> tuple[Strip, ...]:
    """The strips of a passage in order; one strip when it has only one or two sentences."""
    if sentences_per_strip < 1:
        raise ValueError(f"a strip has at least one sentence, got {sentences_per_strip}")
    sentences = sentence_spans(passage.text)
    if not sentences:
        return ()
    size = len(sentences) if len(sentences) <= WHOLE_UP_TO else sentences_per_strip
    groups = [sentences[i : i + size] for i in range(0, len(sentences), size)]
    return tuple(Strip(passage, group[0][0], group[-1][1]) for group in groups)
