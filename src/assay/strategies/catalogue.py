"""Every strategy of ours in one table: what it does, whose idea it is, what it needs.

A strategy that is registered has its line here and its page in docs/strategies; a test checks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
class Entry:
    """One strategy: `needs` must be there, `uses` makes it better."""

    name: str
    line: str
    paper: str
    needs: tuple[Need, ...] = ()
    uses: tuple[Need, ...] = ()


CATALOGUE: tuple[Entry, ...] = (
    Entry(
        "crag",
        "judges what it found, then refines it, replaces it from outside, or both",
        "Corrective Retrieval Augmented Generation (Yan et al. 2024)",
        needs=(Need.INDEX,),
        uses=(Need.SOURCE,),
    ),
    Entry(
        "cov_rag",
        "checks its answer, and asks again with better words when the check fails",
        "Chain-of-Verification RAG (He et al. 2024)",
        needs=(Need.INDEX,),
        uses=(Need.VERIFIER,),
    ),
    Entry(
        "self_rag",
        "decides when to retrieve, and ranks what it writes by its own reflections",
        "Self-RAG (Asai et al. 2023)",
        needs=(Need.INDEX,),
        uses=(Need.LOGPROBS,),
    ),
    Entry(
        "self_rag_web",
        "Self-RAG that always searches outside as well",
        "Corrective Retrieval Augmented Generation, table 5 (Yan et al. 2024)",
        needs=(Need.INDEX, Need.SOURCE),
        uses=(Need.LOGPROBS,),
    ),
    Entry(
        "self_crag",
        "Self-RAG over evidence that was judged and repaired as in crag",
        "Corrective Retrieval Augmented Generation (Yan et al. 2024)",
        needs=(Need.INDEX,),
        uses=(Need.LOGPROBS, Need.SOURCE),
    ),
    Entry(
        "rag",
        "retrieves and answers, without any check: the baseline",
        "Retrieval-Augmented Generation (Lewis et al. 2020)",
        needs=(Need.INDEX,),
    ),
    Entry(
        "rag_web",
        "retrieves and always searches outside as well",
        "Corrective Retrieval Augmented Generation, table 5 (Yan et al. 2024)",
        needs=(Need.INDEX, Need.SOURCE),
    ),
    Entry(
        "no_retrieval",
        "asks the language model alone",
        "the line without retrieval in all of the papers",
        needs=(Need.MEMORY,),
    ),
    Entry(
        "rewrite_first",
        "turns the question into a query before it retrieves",
        "Query Rewriting for Retrieval-Augmented LLMs (Ma et al. 2023)",
        needs=(Need.INDEX,),
        uses=(Need.MODEL,),
    ),
    Entry(
        "adaptive",
        "decides by the question whether to retrieve not at all, once, or several times",
        "Adaptive-RAG (Jeong et al. 2024)",
        needs=(Need.INDEX, Need.COMPLEXITY),
        uses=(Need.MEMORY,),
    ),
    Entry(
        "plan",
        "plans its searches, looks, and plans again with what it found",
        "PlanRAG (Lee et al. 2024)",
        needs=(Need.INDEX, Need.MODEL),
    ),
    Entry(
        "star",
        "searches a tree of sub-questions, rewarded by the evidence for each",
        "RAG-Star (Jiang et al. 2024)",
        needs=(Need.INDEX, Need.MODEL),
        uses=(Need.VERIFIER,),
    ),
)
