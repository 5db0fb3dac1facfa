"""All external sources of a run in the order of degradation: web, cache, ZIM, second index.

What a source is made of is imported when it is chosen: most runs search nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.adapters.search.engines import Environment, configured, make_engine
from assay.adapters.search.null_search import UNSET, NullSearch
from assay.ports import KnowledgeSearch, Retriever

if TYPE_CHECKING:
    from assay.adapters.web.cache import DiskCache

SWITCHED_OFF = "the web is switched off and no offline source is configured"


@dataclass(frozen=True, slots=True)
class Sources:
    """What a user has chosen; `web` is None when engines are used only if named."""

    engines: tuple[str, ...] = ()
    web: bool | None = None
    offline: bool = False
    zim: tuple[Path, ...] = ()
    prefer: tuple[str, ...] = ()
    cache: Path | None = None
    cache_days: float = 7
    cache_bytes: int = 200_000_000
    pages: int = 5
    passages: int = 40
    seconds: float = 8
    allow_loopback: bool = False

    def engine_names(self, environment: Environment) -> tuple[str, ...]:
        """The engines to ask, in order: none when the web is off, all that work for `web`."""
        if self.web is False or self.offline:
            return ()
        return self.engines or (configured(environment) if self.web else ())


def open_sources(
    chosen: Sources, environment: Environment, second: Retriever | None = None
) -> KnowledgeSearch:
    """One search over all chosen sources; with none chosen, one that finds nothing and says so."""
    names = chosen.engine_names(environment)
    if not names and not chosen.offline and not chosen.zim and second is None:
        return NullSearch(SWITCHED_OFF if chosen.web is False else UNSET)
    sources = _web(chosen, names, environment) if names or chosen.offline else []
    sources += _offline(chosen, second)
    if not sources:
        return NullSearch(SWITCHED_OFF if chosen.web is False else UNSET)
    from assay.adapters.search.fallback import FallbackSearch

    return FallbackSearch(tuple(sources))


def _web(
    chosen: Sources, names: tuple[str, ...], environment: Environment
) -> list[tuple[str, KnowledgeSearch]]:
    """The engines with a reader of pages, then the pages read before."""
    from assay.adapters.search.cached import CachedPages

    cache = _cache(chosen)
    sources: list[tuple[str, KnowledgeSearch]] = []
    if names:
        from assay.adapters.pages.web_pages import WebPages
        from assay.adapters.search.web import WebSearch
        from assay.adapters.web.addresses import AddressPolicy
        from assay.adapters.web.client import WebClient

        engines = tuple(make_engine(name, environment, chosen.seconds) for name in names)
        pages = WebClient(AddressPolicy(loopback=chosen.allow_loopback), seconds=chosen.seconds)
        reader = WebPages(pages, cache, chosen.seconds)
        web = WebSearch(engines, reader, cache, chosen.prefer, chosen.pages, chosen.passages)
        sources.append(("the web", web))
    if cache is not None:
        sources.append(("cached pages", CachedPages(cache, chosen.pages, chosen.passages)))
    return sources


def _offline(chosen: Sources, second: Retriever | None) -> list[tuple[str, KnowledgeSearch]]:
    """The ZIM files, then the second index."""
    sources: list[tuple[str, KnowledgeSearch]] = []
    if chosen.zim:
        from assay.adapters.search.zim import Zim

        for file in chosen.zim:
            sources.append((file.name, Zim(file, chosen.pages, chosen.passages)))
    if second is not None:
        from assay.adapters.search.second_index import SecondIndex

        sources.append(("the fallback index", SecondIndex(second)))
    return sources


def _cache(chosen: Sources) -> DiskCache | None:
    from assay.adapters.web.cache import DAY, DiskCache

    if chosen.cache is None:
        return None
    return DiskCache(chosen.cache, chosen.cache_days * DAY, chosen.cache_bytes)
