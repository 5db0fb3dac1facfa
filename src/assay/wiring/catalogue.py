"""The table of strategies: one line on each, its paper, its needs, its builder.

The command `assay strategies`, the builder, the bench and the docs read it; a test checks that
each has its page in docs/strategies.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from assay import registry
from assay.errors import SettingsError
from assay.extras import require

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.config import Settings
    from assay.ports import Strategy
    from assay.wiring.overrides import Overrides


RESEARCH = "strategies"  # the extra that brings the strategies of research


class Need(StrEnum):
    """Something a strategy cannot do without, in the words a user is told."""

    INDEX = "an index"
    MODEL = "a language model"
    MEMORY = "a generator that answers from memory"
    LOGPROBS = "token probabilities"
    SOURCE = "an external source"
    VERIFIER = "verifier weights"
    COMPLEXITY = "complexity weights"


@dataclass(frozen=True, slots=True)
class StrategyEntry:
    """One strategy: `needs` must be there, `uses` makes it better.

    `builder` is where it is built, "module:function", loaded when it is chosen.
    """

    name: str
    builder: str
    line: str
    paper: str
    needs: tuple[Need, ...] = ()
    uses: tuple[Need, ...] = ()

    def load(self) -> Callable[[Settings, Overrides], Strategy]:
        """The function that builds it."""
        module, _, function = self.builder.partition(":")
        built: Callable[[Settings, Overrides], Strategy]
        built = getattr(require(module, RESEARCH), function)
        return built


CATALOGUE: tuple[StrategyEntry, ...] = (
    StrategyEntry(
        "crag",
        "assay.wiring.strategies:build_crag",
        "judges what it found, then refines it, replaces it from outside, or both",
        "Corrective Retrieval Augmented Generation (Yan et al. 2024)",
        needs=(Need.INDEX,),
        uses=(Need.SOURCE,),
    ),
    StrategyEntry(
        "cov_rag",
        "assay.wiring.verifiers:build_cov_rag",
        "checks its answer, and asks again with better words when the check fails",
        "Chain-of-Verification RAG (He et al. 2024)",
        needs=(Need.INDEX,),
        uses=(Need.VERIFIER,),
    ),
    StrategyEntry(
        "self_rag",
        "assay_strategies.wiring.reflective:build_self_rag",
        "decides when to retrieve, and ranks what it writes by its own reflections",
        "Self-RAG (Asai et al. 2023)",
        needs=(Need.INDEX,),
        uses=(Need.LOGPROBS,),
    ),
    StrategyEntry(
        "self_rag_web",
        "assay_strategies.wiring.reflective:build_self_rag_web",
        "Self-RAG that always searches outside as well",
        "Corrective Retrieval Augmented Generation, table 5 (Yan et al. 2024)",
        needs=(Need.INDEX, Need.SOURCE),
        uses=(Need.LOGPROBS,),
    ),
    StrategyEntry(
        "self_crag",
        "assay_strategies.wiring.reflective:build_self_crag",
        "Self-RAG over evidence that was judged and repaired as in crag",
        "Corrective Retrieval Augmented Generation (Yan et al. 2024)",
        needs=(Need.INDEX,),
        uses=(Need.LOGPROBS, Need.SOURCE),
    ),
    StrategyEntry(
        "rag",
        "assay.wiring.baselines:build_rag",
        "retrieves and answers, without any check: the baseline",
        "Retrieval-Augmented Generation (Lewis et al. 2020)",
        needs=(Need.INDEX,),
    ),
    StrategyEntry(
        "rag_web",
        "assay.wiring.baselines:build_rag_web",
        "retrieves and always searches outside as well",
        "Corrective Retrieval Augmented Generation, table 5 (Yan et al. 2024)",
        needs=(Need.INDEX, Need.SOURCE),
    ),
    StrategyEntry(
        "no_retrieval",
        "assay.wiring.baselines:build_no_retrieval",
        "asks the language model alone",
        "the line without retrieval in all of the papers",
        needs=(Need.MEMORY,),
    ),
    StrategyEntry(
        "rewrite_first",
        "assay.wiring.baselines:build_rewrite_first",
        "turns the question into a query before it retrieves",
        "Query Rewriting for Retrieval-Augmented LLMs (Ma et al. 2023)",
        needs=(Need.INDEX,),
        uses=(Need.MODEL,),
    ),
    StrategyEntry(
        "adaptive",
        "assay_strategies.wiring.reasoning:build_adaptive",
        "decides by the question whether to retrieve not at all, once, or several times",
        "Adaptive-RAG (Jeong et al. 2024)",
        needs=(Need.INDEX, Need.COMPLEXITY),
        uses=(Need.MEMORY,),
    ),
    StrategyEntry(
        "plan",
        "assay_strategies.wiring.reasoning:build_plan",
        "plans its searches, looks, and plans again with what it found",
        "PlanRAG (Lee et al. 2024)",
        needs=(Need.INDEX, Need.MODEL),
    ),
    StrategyEntry(
        "star",
        "assay_strategies.wiring.reasoning:build_star",
        "searches a tree of sub-questions, rewarded by the evidence for each",
        "RAG-Star (Jiang et al. 2024)",
        needs=(Need.INDEX, Need.MODEL),
        uses=(Need.VERIFIER,),
    ),
)


def strategy_names() -> list[str]:
    """Every strategy that can be chosen, ours first, then those of plugins."""
    ours = [entry.name for entry in CATALOGUE]
    return ours + [name for name in registry.names("strategies") if name not in ours]


def find_strategy(name: str) -> Callable[[Settings, Overrides], Strategy]:
    """What builds the strategy of that name, ours or a plugin's."""
    for entry in CATALOGUE:
        if entry.name == name:
            return entry.load()
    if name not in registry.names("strategies"):
        raise SettingsError(
            f"'{name}' is not one of the strategies",
            hint=f"choose from: {', '.join(strategy_names())}",
        )
    return registry.find("strategies", name)
