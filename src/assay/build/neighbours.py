"""From settings to the strategies that CRAG is compared with: one small function for each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from assay.build.chat import build_abstention, build_chat_generator, build_chat_model
from assay.build.external import CHAT_KINDS
from assay.build.given import Given
from assay.build.parts import (
    build_embedder,
    build_generator,
    build_refiner,
    build_retriever,
    build_rewriter,
    build_scorer,
    build_search,
    build_stance_scorer,
)
from assay.config import Settings
from assay.errors import SettingsError
from assay.ports import ChatModel, Generator, Strategy
from assay.steps.abstain import Abstaining
from assay.steps.evidence_reward import EvidenceReward
from assay.steps.lookup import Lookup
from assay.steps.outside import OutsideKnowledge
from assay.steps.planner import Planner
from assay.steps.thoughts import Thinker
from assay.steps.top_passages import TopPassages
from assay.strategies.adaptive import Adaptive
from assay.strategies.multi_step import MultiStep
from assay.strategies.no_retrieval import NoRetrieval
from assay.strategies.plan import Plan
from assay.strategies.rag import Rag
from assay.strategies.rag_web import RagWeb
from assay.strategies.rewrite_first import RewriteFirst
from assay.strategies.star import Star


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


def build_lookup(settings: Settings, given: Given) -> Lookup:
    """One look at the index, for strategies that look more than once."""
    retriever = given.retriever or build_retriever(settings)  # first: a missing index fails fast
    scorer = given.scorer or build_scorer(settings)
    return Lookup(retriever, scorer, given.refiner or TopPassages(settings.reasoning.passages))


def build_thinking_model(settings: Settings, given: Given) -> ChatModel:
    """The language model that plans and thinks, or an error that says how to choose one."""
    if given.chat is not None:
        return given.chat
    kind, model = settings.generator.name, settings.model
    if kind in CHAT_KINDS:
        return build_chat_model(settings, kind)
    if not model.name:
        raise SettingsError(
            f"the strategy '{settings.strategy}' needs a language model, and none is chosen",
            hint="add --generator local, or --model NAME (with --base-url URL of its server)",
        )
    return build_chat_model(settings, "local" if model.name.endswith(".gguf") else "chat")


def _adaptive(settings: Settings, given: Given) -> Strategy:
    from assay.adapters.complexity.embedding_classifier import DEFAULT_FOLDER, EmbeddingClassifier

    limits = settings.reasoning
    single = build_rag(settings, given)
    memory = given.generator or build_memory(settings)
    knows = getattr(memory, "answers_without_evidence", False)
    return Adaptive(
        EmbeddingClassifier(build_embedder(settings), limits.complexity or DEFAULT_FOLDER),
        # A reader has no memory to answer from: for it, the least is one look.
        memory=NoRetrieval(memory) if knows else single,
        single=single,
        multi=MultiStep(
            build_lookup(settings, replace(given, retriever=single.retriever)),
            single.generator,
            limits.rounds,
        ),
    )


def _plan(settings: Settings, given: Given) -> Strategy:
    limits = settings.reasoning
    model = build_thinking_model(settings, given)
    return Plan(
        Planner(model, limits.searches, limits.max_tokens),
        build_lookup(settings, given),
        given.generator or build_generator(settings),
        limits.rounds,
    )


def _star(settings: Settings, given: Given) -> Strategy:
    limits = settings.reasoning
    model = build_thinking_model(settings, given)
    return Star(
        Thinker(model, limits.branches, limits.max_tokens),
        build_lookup(settings, given),
        EvidenceReward(build_stance_scorer(settings)),
        given.generator or build_generator(settings),
        limits.expansions,
        limits.depth,
    )


NEIGHBOURS: dict[str, Callable[[Settings, Given], Strategy]] = {
    "no_retrieval": _no_retrieval,
    "rag_web": _rag_web,
    "rewrite_first": _rewrite_first,
    "adaptive": _adaptive,
    "plan": _plan,
    "star": _star,
}
