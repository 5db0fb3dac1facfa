"""The few functions most programs need: load, index, ask, correct, rank, verify, score, read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from assay.adapters.given_texts import Text, as_passages
from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.search.given import Outside, as_search
from assay.budget import limited
from assay.config import Settings
from assay.engine import Engine, checked_question
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
from assay.steps.correct.judge import score_passages
from assay.types import Answer, Check, Evidence, Ranked, Span, Thresholds
from assay.verification import verify_text
from assay.wiring import (
    Overrides,
    build_assayer,
    build_corrective,
    build_embedder,
    build_engine,
    build_limits,
    build_quick_embedder,
    build_scorer,
    build_verifier,
    with_scorer,
)

if TYPE_CHECKING:
    from assay.indexing.report import IndexReport

PathName = str | PathLike[str]
Scorer = RelevanceScorer | PathName


def load(
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
    own = Overrides(
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


open = load
"""The name of `load` before 0.3, kept for one release."""


def ask(
    question: str,
    index: PathName | None = None,
    *,
    strategy: str | None = None,
    settings: Settings | None = None,
) -> Answer:
    """The answer from an index, or a refusal that says why; `load` once to ask several times."""
    return load(index, strategy=strategy, settings=settings).ask(question)


def index(
    paths: PathName | Iterable[PathName], index: PathName, *, settings: Settings | None = None
) -> IndexReport:
    """What was read into the index; unchanged files are not read again.

    Others can ask it while this goes on: quick vectors of everything are made first.
    """
    from assay.indexing.index_paths import index_paths

    several = [paths] if isinstance(paths, str | PathLike) else list(paths)
    chosen = settings or Settings()
    there = chosen.index.model_copy(update={"dir": Path(index)})  # it may know its own weights
    chosen = chosen.model_copy(update={"index": there})
    return index_paths(
        [Path(path) for path in several],
        Path(index),
        build_embedder(chosen),
        quick=build_quick_embedder(),
        thorough=chosen.index.thorough,
    )


def verify(
    text: str, evidence: Sequence[Text], question: str = "", *, settings: Settings | None = None
) -> Check:
    """Whether a text holds against the evidence, sentence by sentence.

    `judgment` is True when it does. A marker such as [2] in the text points at the second of the
    evidence; the offsets of the sentences count in the text as it was given.
    """
    chosen = settings or Settings()
    if not any(character.isalnum() for character in text):
        raise InputError("the text to check holds no words")
    with limited(build_limits(chosen)):
        return verify_text(build_verifier(chosen), text, as_passages(evidence), question)


def correct(
    question: str,
    passages: Sequence[Text],
    outside: Outside | None = None,
    *,
    scorer: Scorer | None = None,
    thresholds: Thresholds | None = None,
    settings: Settings | None = None,
) -> Evidence:
    """The evidence for a question: passages judged and refined, `outside` knowledge if needed.

    `outside` is a search, a retriever, a function from a query to texts, or texts; without it the
    settings say where to look. A `scorer` is an object of your own or the folder of a model.
    """
    own, chosen = _scorer(scorer, settings)
    parts = Overrides(
        retriever=FixedRetriever(as_passages(passages)),
        scorer=own,
        search=None if outside is None else as_search(outside),
        thresholds=thresholds,
    )
    asked = checked_question(question)
    with limited(build_limits(chosen)):
        return build_corrective(chosen, parts).correct(asked).evidence


def score(
    question: str,
    texts: Sequence[Text],
    titles: Sequence[str] | None = None,
    *,
    scorer: Scorer | None = None,
) -> list[float]:
    """How well each text answers the question, from -1 to 1, in the order of the texts."""
    own, chosen = _scorer(scorer, None)
    scored = score_passages(own or build_scorer(chosen), question, as_passages(texts, titles))
    return [each.score for each in scored]


def rank(
    question: str,
    texts: Sequence[Text],
    titles: Sequence[str] | None = None,
    *,
    top_k: int | None = None,
    scorer: Scorer | None = None,
) -> list[Ranked]:
    """The texts that answer the question best, best first; equals keep their order."""
    passages = as_passages(texts, titles)
    scores = score(question, passages, scorer=scorer)
    order = sorted(range(len(scores)), key=lambda i: -scores[i])[:top_k]
    return [Ranked(place, i, scores[i], passages[i]) for place, i in enumerate(order, 1)]


def read(question: str, texts: Sequence[Text], titles: Sequence[str] | None = None) -> list[Span]:
    """The best answer in each text and how strongly the reader doubts it, in their order."""
    return build_assayer(Settings()).read(question, as_passages(texts, titles))


def _scorer(
    scorer: Scorer | None, settings: Settings | None
) -> tuple[RelevanceScorer | None, Settings]:
    """The caller's scorer, None if it is a folder, and the settings, which then name the folder."""
    chosen = settings or Settings()
    if isinstance(scorer, str | PathLike):
        return None, with_scorer(chosen, Path(scorer))
    return scorer, chosen
