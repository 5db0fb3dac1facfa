"""The few functions most programs need: open, index, score, read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from assay.build import Given, build_assayer, build_embedder, build_engine, build_scorer
from assay.config import Settings
from assay.engine import Engine
from assay.errors import InputError
from assay.ports import (
    Generator,
    KnowledgeSearch,
    QueryRewriter,
    Refiner,
    RelevanceScorer,
    Retriever,
    Verifier,
)
from assay.types import Passage, Span, Thresholds

if TYPE_CHECKING:
    from assay.indexing.report import IndexReport

PathName = str | PathLike[str]


def open(
    index: PathName | None = None,
    *,
    strategy: str | None = None,
    settings: Settings | None = None,
    retriever: Retriever | None = None,
    scorer: RelevanceScorer | None = None,
    refiner: Refiner | None = None,
    rewriter: QueryRewriter | None = None,
    search: KnowledgeSearch | None = None,
    generator: Generator | None = None,
    verifier: Verifier | None = None,
    thresholds: Thresholds | None = None,
) -> Engine:
    """An engine over an index; any part can be an object of your own with the right method."""
    chosen = settings or Settings()
    if strategy is not None:
        chosen = chosen.model_copy(update={"strategy": strategy})
    if index is not None:
        place = chosen.index.model_copy(update={"dir": Path(index)})
        chosen = chosen.model_copy(update={"index": place})
    own = Given(
        retriever=retriever,
        scorer=scorer,
        refiner=refiner,
        rewriter=rewriter,
        search=search,
        generator=generator,
        verifier=verifier,
        thresholds=thresholds,
    )
    return build_engine(chosen, own)


def index(
    paths: PathName | Iterable[PathName], index: PathName, *, settings: Settings | None = None
) -> IndexReport:
    """What was read into the index; unchanged files are not read again."""
    from assay.indexing.index_paths import index_paths

    several = [paths] if isinstance(paths, str | PathLike) else list(paths)
    embedder = build_embedder(settings or Settings())
    return index_paths([Path(path) for path in several], Path(index), embedder)


def score(question: str, texts: Sequence[str], titles: Sequence[str] | None = None) -> list[float]:
    """How well each text answers the question, from -1 to 1, in the order of the texts."""
    passages = _passages(texts, titles)
    return build_scorer(Settings()).score(question, passages)


def read(question: str, texts: Sequence[str], titles: Sequence[str] | None = None) -> list[Span]:
    """The best answer in each text and how strongly the reader doubts it, in their order."""
    passages = _passages(texts, titles)
    return build_assayer(Settings()).read(question, passages)


def _passages(texts: Sequence[str], titles: Sequence[str] | None) -> list[Passage]:
    if isinstance(texts, str):
        raise InputError("texts is one string", hint="pass a list of texts: [text]")
    if titles is not None and len(titles) != len(texts):
        raise InputError(f"there are {len(texts)} texts and {len(titles)} titles")
    names = titles if titles is not None else [""] * len(texts)
    return [
        Passage(str(number), text, title)
        for number, (text, title) in enumerate(zip(texts, names, strict=True))
    ]
