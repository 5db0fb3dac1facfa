"""From settings to a strategy over its parts: one small function for each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from assay.adapters.retrievers.known_first import KnownFirst
from assay.budget import Limits
from assay.config import Settings
from assay.engine import Engine
from assay.model_files import tokenizer_file
from assay.ports import QuestionPreparer, Strategy
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.types import Passage
from assay.wiring.catalogue import find_strategy
from assay.wiring.chat import CHAT_KINDS, with_effort
from assay.wiring.expansion import build_pooled_retriever
from assay.wiring.fit import fit
from assay.wiring.index import build_index, build_vocabulary, has_index
from assay.wiring.overrides import Overrides
from assay.wiring.parts import build_generator, build_refiner, build_rewriter, build_search
from assay.wiring.scorers import build_scorer, build_thresholds

if TYPE_CHECKING:
    from assay.adapters.questions.replies import Replies

MAX_PASSAGES = 2000
"""Of a document over whose tables is computed."""


def build_engine(settings: Settings, overrides: Overrides | None = None) -> Engine:
    """An engine that answers as the settings say, with the caller's own parts in place of ours."""
    parts = overrides or Overrides()
    strategy = build_strategy(settings, parts)
    limits = build_limits(settings)
    return Engine(strategy, settings.strategy, limits, _preparer(settings), _replies(settings))


def _replies(settings: Settings) -> Replies | None:
    """Replies to small talk, where the index is ours."""
    if settings.index.dir is None or not has_index(settings):
        return None
    from assay.adapters.questions.replies import Replies

    return Replies(lambda: build_index(settings).now())


def _preparer(settings: Settings) -> QuestionPreparer | None:
    """The preparer that corrects misspelt words, where the index is ours."""
    if settings.index.dir is None or not has_index(settings):
        return None
    from assay.adapters.questions.index_words import IndexWords

    english = with_effort(settings).scorer.name in ("assayer", "both")
    return IndexWords(lambda: build_vocabulary(settings), _is_word, english)


def _is_word(word: str) -> bool:
    """True for a word that the shipped tokenizer keeps whole: the common ones of the language."""
    from assay.adapters.embedders.onnx_embedder import DEFAULT_FOLDER
    from assay.adapters.shared_tokenizer import shared_tokenizer

    return shared_tokenizer(tokenizer_file(DEFAULT_FOLDER)).token_to_id(word) is not None


def build_limits(settings: Settings) -> Limits:
    """The limits of one question."""
    budget = settings.budget
    return Limits(budget.seconds, budget.rounds, budget.searches, budget.tokens)


def build_strategy(settings: Settings, overrides: Overrides) -> Strategy:
    """Build the chosen strategy, wrapped in verification if the settings ask for it."""
    strategy = fit(Strategy, find_strategy(settings.strategy)(settings, overrides))
    if settings.verifier.verify and settings.strategy != "cov_rag":
        from assay.wiring.verifiers import build_verified

        strategy = build_verified(settings, overrides, strategy)
    return _over_columns(settings, overrides, strategy)


def _over_columns(settings: Settings, overrides: Overrides, strategy: Strategy) -> Strategy:
    """The strategy with questions over columns computed, where an index is read by our reader."""
    generator = settings.generator
    laid_out = generator.form == "auto" and generator.name == "extractive"
    if not laid_out or overrides.generator or "columns" in generator.without:
        return strategy
    if overrides.retriever and not isinstance(overrides.retriever, KnownFirst):
        return strategy  # passages from elsewhere
    if settings.index.dir is None or not has_index(settings):
        return strategy
    from assay.strategies.over_columns import OverColumns

    return OverColumns(strategy, partial(_whole_document, settings), generator.always_answer)


def _whole_document(settings: Settings, passage: Passage) -> Sequence[Passage]:
    """All passages of a document; none where there may be more than are read."""
    found = build_index(settings).reading(lambda now: now.around(passage, MAX_PASSAGES))
    return (*found, passage) if len(found) < MAX_PASSAGES else ()


def build_crag(settings: Settings, overrides: Overrides) -> Crag:
    """Corrective retrieval with any generator."""
    settings = with_effort(settings)
    corrective = build_corrective(settings, overrides)
    return Crag(corrective, overrides.generator or build_generator(settings))


def build_corrective(settings: Settings, overrides: Overrides) -> CorrectiveRetriever:
    """The corrective retriever, which every corrective strategy is built on."""
    # First: a missing index fails fast.
    settings = with_effort(settings)
    retriever = overrides.retriever or build_pooled_retriever(settings)
    scorer = overrides.scorer or build_scorer(settings)
    ours = overrides.scorer is None
    return CorrectiveRetriever(
        retriever=retriever,
        scorer=scorer,
        refiner=overrides.refiner or build_refiner(settings, scorer, ours),
        rewriter=overrides.rewriter or build_rewriter(settings),
        search=overrides.search or build_search(settings),
        thresholds=overrides.thresholds or build_thresholds(settings, ours),
        last_resort=_last_resort(settings),
    )


def _last_resort(settings: Settings) -> bool:
    """A language model that must answer has its memory; a reader has only what was found."""
    chosen = settings.generator
    return chosen.always_answer and chosen.last_resort and chosen.name not in CHAT_KINDS
