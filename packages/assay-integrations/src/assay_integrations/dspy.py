"""Corrective retrieval as a DSPy module, and any DSPy retriever inside assay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from assay.extras import require
from assay.tracing import step
from assay.types import Passage
from assay_integrations.corrector import Corrector, found_passages, worded

require("dspy", extra="dspy")

import dspy

Retrieve = Callable[[str], Any]


class AssayRetrieve(dspy.Module):
    """Any retriever of a DSPy program, made corrective.

    `retrieve` is called with the query and gives a list of texts, or anything with `passages`, as
    `dspy.Retrieve` and `dspy.retrievers.Embeddings` do.
    """

    def __init__(self, retrieve: Retrieve, corrector: Corrector | None = None) -> None:
        """Wrap the retriever."""
        super().__init__()
        self._retrieve = retrieve
        self._corrector = corrector or Corrector()

    def forward(self, query: str) -> dspy.Prediction:
        """The passages that may be used, the verdict on those found, and notes."""
        corrected = self._corrector.correct(query, _passages(self._retrieve(query)))
        return dspy.Prediction(
            passages=[kept.text for kept in corrected.kept],
            verdict=corrected.verdict.value,
            notes=list(corrected.notes),
        )


@dataclass(frozen=True, slots=True)
class DspyRetriever:
    """Any DSPy retriever as assay's retriever."""

    look_up: Retrieve

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "dspy"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """What the retriever finds, in its order."""
        return worded(_passages(self.look_up(question)))


def _passages(found: Any) -> tuple[Passage, ...]:  # noqa: ANN401 - a list, or a prediction
    texts: Sequence[Any] = getattr(found, "passages", found)
    return found_passages((_text(each), "", "") for each in texts)


def _text(found: Any) -> str:  # noqa: ANN401 - a text, or an object of DSPy that holds one
    return found if isinstance(found, str) else str(getattr(found, "long_text", found))
