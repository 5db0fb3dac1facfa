"""From settings to the baselines that CRAG is compared with: one function for each."""

from __future__ import annotations

import math
from dataclasses import replace

from assay.config import Settings
from assay.ports import Generator
from assay.steps.answer.abstain import Abstaining
from assay.steps.correct.outside import OutsideKnowledge
from assay.strategies.no_retrieval import NoRetrieval
from assay.strategies.rag import Rag
from assay.strategies.rewrite_first import RewriteFirst
from assay.wiring.chat import CHAT_KINDS, build_abstention, build_chat_generator
from assay.wiring.index import build_retriever
from assay.wiring.overrides import Overrides
from assay.wiring.parts import build_generator, build_refiner, build_rewriter, build_search
from assay.wiring.scorers import build_scorer


def build_rag(settings: Settings, overrides: Overrides) -> Rag:
    """Plain retrieval and reading, which several strategies build upon."""
    # First: a missing index fails fast.
    retriever = overrides.retriever or build_retriever(settings)
    return Rag(retriever, overrides.generator or build_generator(settings))


def build_memory(settings: Settings) -> Generator:
    """A generator that is asked without evidence, where the chosen one can be."""
    kind = settings.generator.name
    if kind not in CHAT_KINDS:
        return build_generator(settings)
    # Nothing can be supported where nothing was read: that alone is no reason to refuse here.
    rule = replace(build_abstention(settings), max_unsupported=math.inf)
    return Abstaining(build_chat_generator(settings, kind, None, from_memory=True), rule)


def build_outside(settings: Settings, overrides: Overrides) -> OutsideKnowledge:
    """The search outside the index, with the scorer and refiner that select from what it finds."""
    scorer = overrides.scorer or build_scorer(settings)
    return OutsideKnowledge(
        rewriter=overrides.rewriter or build_rewriter(settings),
        search=overrides.search or build_search(settings),
        scorer=scorer,
        refiner=overrides.refiner or build_refiner(settings, scorer, overrides.scorer is None),
    )


def build_no_retrieval(settings: Settings, overrides: Overrides) -> NoRetrieval:
    """The generator alone, without retrieval."""
    return NoRetrieval(overrides.generator or build_memory(settings))


def build_rag_web(settings: Settings, overrides: Overrides) -> Rag:
    """Plain retrieval that always searches outside as well."""
    rag = build_rag(settings, overrides)
    return replace(rag, outside=build_outside(settings, overrides), name="rag_web")


def build_rewrite_first(settings: Settings, overrides: Overrides) -> RewriteFirst:
    """Plain retrieval with a rewritten query."""
    reader = build_rag(settings, overrides)
    return RewriteFirst(overrides.rewriter or build_rewriter(settings), reader)
