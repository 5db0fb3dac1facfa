"""From settings to the strategies that CRAG is compared with: one small function for each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from assay.build.chat import build_abstention, build_chat_generator
from assay.build.external import CHAT_KINDS
from assay.build.given import Given
from assay.build.parts import (
    build_generator,
    build_refiner,
    build_retriever,
    build_rewriter,
    build_scorer,
    build_search,
)
from assay.config import Settings
from assay.ports import Generator, Strategy
from assay.steps.abstain import Abstaining
from assay.steps.outside import OutsideKnowledge
from assay.strategies.no_retrieval import NoRetrieval
from assay.strategies.rag import Rag
from assay.strategies.rag_web import RagWeb
from assay.strategies.rewrite_first import RewriteFirst


def build_rag(settings: Settings, given: Given) -> Rag:
    """Plain retrieval and reading, which several strategies build upon."""
    retriever = given.retriever or build_retriever(settings)  # first: a missing index fails fast
    return Rag(retriever, given.generator or build_generator(settings))


def build_memory(settings: Settings) -> Generator:
    """A generator that is asked without evidence, where the chosen one can be."""
    kind = settings.generator.name
    if kind not in CHAT_KINDS:
        return build_generator(settings)
    # Nothing can be supported where nothing was read: that alone is no reason to refuse here.
    rule = replace(build_abstention(settings), most_unsupported=math.inf)
    return Abstaining(build_chat_generator(settings, kind, None, from_memory=True), rule)


def build_outside(settings: Settings, given: Given) -> OutsideKnowledge:
    """The search outside the index, with the judge that selects from what it finds."""
    scorer = given.scorer or build_scorer(settings)
    return OutsideKnowledge(
        rewriter=given.rewriter or build_rewriter(settings),
        search=given.search or build_search(settings),
        scorer=scorer,
        refiner=given.refiner or build_refiner(settings, scorer, given.scorer is None),
    )


def _no_retrieval(settings: Settings, given: Given) -> Strategy:
    return NoRetrieval(given.generator or build_memory(settings))


def _rag_web(settings: Settings, given: Given) -> Strategy:
    rag = build_rag(settings, given)
    return RagWeb(rag.retriever, build_outside(settings, given), rag.generator)


def _rewrite_first(settings: Settings, given: Given) -> Strategy:
    reader = build_rag(settings, given)
    return RewriteFirst(given.rewriter or build_rewriter(settings), reader)


NEIGHBOURS: dict[str, Callable[[Settings, Given], Strategy]] = {
    "no_retrieval": _no_retrieval,
    "rag_web": _rag_web,
    "rewrite_first": _rewrite_first,
}
