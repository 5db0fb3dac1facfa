"""From settings to a strategy over its parts: one small function for each."""

from __future__ import annotations

from collections.abc import Callable

from assay import registry
from assay.budget import Limits
from assay.build.given import Given
from assay.build.neighbours import NEIGHBOURS, build_rag
from assay.build.parts import (
    build_generator,
    build_refiner,
    build_retriever,
    build_rewriter,
    build_scorer,
    build_search,
    build_thresholds,
    fit,
)
from assay.build.reflective import (
    build_reflective,
    build_self_rag,
    build_self_rag_web,
    build_wish,
)
from assay.build.verifiers import build_cov_rag, build_verified
from assay.config import Settings
from assay.engine import Engine
from assay.ports import Strategy
from assay.strategies.cov_rag import CovRag
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.strategies.self_crag import SelfCrag


def build_engine(settings: Settings, given: Given | None = None) -> Engine:
    """An engine that answers as the settings say, with the caller's own parts where given."""
    strategy = build_strategy(settings, given or Given())
    return Engine(strategy, name=settings.strategy, limits=build_limits(settings))


def build_limits(settings: Settings) -> Limits:
    """What one question may cost."""
    budget = settings.budget
    return Limits(budget.seconds, budget.rounds, budget.searches, budget.tokens)


def build_strategy(settings: Settings, given: Given) -> Strategy:
    """The chosen strategy over its parts, with verification around it where that is asked for."""
    build = BUILDERS.get(settings.strategy)
    if build is None:
        plugin = registry.find("strategies", settings.strategy)
        strategy = fit(Strategy, plugin(settings, given))
    else:
        strategy = build(settings, given)
    if settings.verifier.verify and not isinstance(strategy, CovRag):
        return build_verified(settings, given, strategy)
    return strategy


def _crag(settings: Settings, given: Given) -> Strategy:
    return Crag(build_corrective(settings, given), given.generator or build_generator(settings))


def _self_crag(settings: Settings, given: Given) -> Strategy:
    corrective = build_corrective(settings, given)
    wish = build_wish(settings, given)
    generator = build_reflective(settings, given, wish)
    return SelfCrag(wish, corrective, generator, settings.self_rag.threshold)


def build_corrective(settings: Settings, given: Given) -> CorrectiveRetriever:
    """Retrieval that checks its own result, the heart of every corrective strategy."""
    retriever = given.retriever or build_retriever(settings)  # first: a missing index fails fast
    scorer = given.scorer or build_scorer(settings)
    ours = given.scorer is None
    return CorrectiveRetriever(
        retriever=retriever,
        scorer=scorer,
        refiner=given.refiner or build_refiner(settings, scorer, ours),
        rewriter=given.rewriter or build_rewriter(settings),
        search=given.search or build_search(settings),
        thresholds=given.thresholds or build_thresholds(settings, ours),
    )


BUILDERS: dict[str, Callable[[Settings, Given], Strategy]] = {
    "rag": build_rag,
    "crag": _crag,
    "cov_rag": build_cov_rag,
    "self_rag": build_self_rag,
    "self_rag_web": build_self_rag_web,
    "self_crag": _self_crag,
    **NEIGHBOURS,
}
"""Every strategy of ours, by its name in the settings and in `registry.OURS`."""
