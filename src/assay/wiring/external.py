"""From settings to the sources of external knowledge, and to what writes their queries."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from assay.config import Settings
from assay.ports import KnowledgeSearch, QueryRewriter, Retriever
from assay.wiring.chat import build_chat_model, model_kind


def build_sources(
    settings: Settings, open_retriever: Callable[[Settings], Retriever]
) -> KnowledgeSearch:
    """All chosen sources in turn; the retriever of a second index is opened like the first."""
    from assay.adapters.search.sources import Sources, open_sources

    search = settings.search
    chosen = Sources(
        engines=search.engines,
        web=search.web,
        offline=search.offline,
        zim=search.zim,
        prefer=search.prefer,
        cache=(search.cache or _cache_file()) if search.cache_megabytes else None,
        cache_days=search.cache_days,
        cache_bytes=search.cache_megabytes * 1_000_000,
        pages=search.pages,
        passages=search.passages,
        seconds=search.seconds,
        allow_loopback=search.allow_loopback,
    )
    second = None
    if search.fallback_index is not None:
        place = settings.index.model_copy(update={"dir": search.fallback_index})
        second = open_retriever(settings.model_copy(update={"index": place}))
    return open_sources(chosen, os.environ, second)


def build_prompted_rewriter(settings: Settings) -> QueryRewriter:
    """The paper's few-shot prompt over the language model of the run, fit for its task."""
    from assay.adapters.rewriters.prompted import PromptedRewriter, RewriteTask

    tasks = {"true-false": RewriteTask.CLAIM, "choice": RewriteTask.CHOICE}
    task = tasks.get(settings.generator.task, RewriteTask.QUESTION)
    return PromptedRewriter(build_chat_model(settings, model_kind(settings) or "chat"), task)


def _cache_file() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "assay" / "pages.db"
