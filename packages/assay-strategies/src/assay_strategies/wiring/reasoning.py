"""From settings to the strategies that look several times or decide how often to look."""

from __future__ import annotations

from dataclasses import replace

from assay.config import Settings
from assay.errors import SettingsError
from assay.ports import ChatModel, knows_by_itself
from assay.strategies.no_retrieval import NoRetrieval
from assay.wiring.baselines import build_memory, build_rag
from assay.wiring.chat import build_chat_model, model_kind
from assay.wiring.index import build_retriever, build_small_embedder
from assay.wiring.overrides import Overrides
from assay.wiring.parts import build_generator
from assay.wiring.scorers import build_nli_scorer, build_scorer
from assay_strategies.adaptive import Adaptive
from assay_strategies.multi_step import MultiStep, NextQuery
from assay_strategies.plan import Plan
from assay_strategies.reason.chain_of_thought import ChainOfThought, RuleQueries
from assay_strategies.reason.evidence_reward import EvidenceReward
from assay_strategies.reason.lookup import Lookup
from assay_strategies.reason.planner import Planner
from assay_strategies.reason.thoughts import Thinker
from assay_strategies.reason.top_passages import TopPassages
from assay_strategies.star import Star


def build_lookup(settings: Settings, overrides: Overrides) -> Lookup:
    """One look at the index, for strategies that look more than once."""
    # First: a missing index fails fast.
    retriever = overrides.retriever or build_retriever(settings)
    scorer = overrides.scorer or build_scorer(settings)
    return Lookup(retriever, scorer, overrides.refiner or TopPassages(settings.reasoning.passages))


def build_thinking_model(settings: Settings, overrides: Overrides) -> ChatModel:
    """The language model that plans and thinks, or an error that says how to choose one."""
    if overrides.chat is not None:
        return overrides.chat
    kind = model_kind(settings)
    if kind is None:
        raise SettingsError(
            f"the strategy '{settings.strategy}' needs a language model, and none is chosen",
            hint="add --generator local, or --model NAME (with --base-url URL of its server)",
        )
    return build_chat_model(settings, kind)


def build_adaptive(settings: Settings, overrides: Overrides) -> Adaptive:
    """A choice between memory, one look and several."""
    from assay_strategies.embedding_classifier import DEFAULT_FOLDER, EmbeddingClassifier

    limits = settings.reasoning
    single = build_rag(settings, overrides)
    memory = overrides.generator or build_memory(settings)
    knows = knows_by_itself(memory)
    return Adaptive(
        EmbeddingClassifier(build_small_embedder(settings), limits.complexity or DEFAULT_FOLDER),
        # A reader has no memory to answer from: for it, the least is one look.
        memory=NoRetrieval(memory) if knows else single,
        single=single,
        multi=MultiStep(
            build_lookup(settings, replace(overrides, retriever=single.retriever)),
            single.generator,
            limits.rounds,
            _thinking(settings, overrides),
        ),
    )


def _thinking(settings: Settings, overrides: Overrides) -> NextQuery:
    """A language model reasons between looks as in the paper; without one, rules do."""
    if overrides.chat is None and (overrides.generator or model_kind(settings) is None):
        return RuleQueries()
    return ChainOfThought(build_thinking_model(settings, overrides))


def build_plan(settings: Settings, overrides: Overrides) -> Plan:
    """Searches planned by a language model."""
    limits = settings.reasoning
    model = build_thinking_model(settings, overrides)
    return Plan(
        Planner(model, limits.searches, limits.max_tokens),
        build_lookup(settings, overrides),
        overrides.generator or build_generator(settings),
        limits.rounds,
    )


def build_star(settings: Settings, overrides: Overrides) -> Star:
    """A tree of sub-questions."""
    limits = settings.reasoning
    model = build_thinking_model(settings, overrides)
    return Star(
        Thinker(model, limits.branches, limits.max_tokens),
        build_lookup(settings, overrides),
        EvidenceReward(build_nli_scorer(settings)),
        overrides.generator or build_generator(settings),
        limits.expansions,
        limits.depth,
    )
