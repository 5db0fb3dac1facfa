"""assay inside Haystack, and any Haystack retriever inside assay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.config import Settings
from assay.extras import require
from assay.tracing import step
from assay.types import Passage
from assay_integrations.corrector import Corrector, Kept, found_passages, worded

require("haystack", extra="haystack")

from haystack import Document, component, default_from_dict, default_to_dict


@component
class AssayCorrector:
    """A component that judges documents, refines the good ones and replaces the bad ones.

    Sockets: `query` and `documents` in, and optionally `outside`, documents to fall back on; out
    come `documents`, `verdict` (correct, incorrect or ambiguous) and `notes`. Every argument is
    plain data, so a pipeline with this component can be written to YAML and read again.
    """

    def __init__(
        self,
        scorer: str | None = None,
        upper: float | None = None,
        lower: float | None = None,
        refine: bool = True,
        settings: dict[str, Any] | None = None,
    ) -> None:
        """Keep the choices; `settings` has the form of assay.toml, models load in `warm_up`."""
        self.scorer, self.settings, self.refine = scorer, settings, refine
        self.upper, self.lower = upper, lower
        self._corrector: Corrector | None = None

    def to_dict(self) -> dict[str, Any]:
        """The component as plain data."""
        return default_to_dict(  # type: ignore[no-any-return,unused-ignore] # optional package
            self,
            scorer=self.scorer,
            upper=self.upper,
            lower=self.lower,
            refine=self.refine,
            settings=self.settings,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> AssayCorrector:
        """The component that `to_dict` described."""
        return default_from_dict(cls, data)  # type: ignore[no-any-return,unused-ignore]

    def warm_up(self) -> None:
        """Load the models, once."""
        self._ready()

    def _ready(self) -> Corrector:
        self._corrector = self._corrector or self._made()
        return self._corrector

    def _made(self, outside: Sequence[Passage] | None = None) -> Corrector:
        chosen = Settings(**(self.settings or {}))
        given = (("upper", self.upper), ("lower", self.lower))
        scorer = chosen.scorer.model_copy(update={k: v for k, v in given if v is not None})
        settings = chosen.model_copy(update={"scorer": scorer})
        return Corrector(outside, self.scorer, settings=settings, refine=self.refine)

    @component.output_types(documents=list[Document], verdict=str, notes=list[str])
    def run(
        self, query: str, documents: list[Document], outside: list[Document] | None = None
    ) -> dict[str, Any]:
        """The documents that may be used, the verdict on those that came in, and notes."""
        corrector = self._made(document_passages(outside)) if outside else self._ready()
        corrected = corrector.correct(query, document_passages(documents))
        told = {"verdict": corrected.verdict.value, "notes": list(corrected.notes)}
        return {"documents": [_document(each, documents) for each in corrected.kept], **told}


@dataclass(frozen=True, slots=True)
class HaystackRetriever:
    """Any Haystack retriever, and so any document store, as assay's retriever.

    One that searches by vectors needs the text `embedder` of its pipeline.
    """

    retriever: Any
    embedder: Any = None

    @step("retrieve", lambda passages: {"passages": len(passages), "by": "haystack"})
    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """What the retriever finds, in its order; Haystack's refuse a question without words."""
        if not question.strip():
            return ()
        if self.embedder is None:
            found = self.retriever.run(query=question)
        else:
            vector = self.embedder.run(text=question)["embedding"]
            found = self.retriever.run(query_embedding=vector)
        return worded(document_passages(found["documents"]))


def document_passages(documents: Sequence[Document]) -> tuple[Passage, ...]:
    """Documents as passages; `title` and the file's path are read from their meta data."""
    return found_passages(
        (each.content, each.meta.get("title"), each.meta.get("file_path")) for each in documents
    )


def _document(kept: Kept, documents: Sequence[Document]) -> Document:
    if kept.index is not None:
        old = documents[kept.index]
        return replace(old, content=kept.text, score=kept.score, meta={**old.meta, **kept.facts})
    named = {"title": kept.passage.title, "source": kept.passage.source}
    return Document(content=kept.text, score=kept.score, meta={**named, **kept.facts})
