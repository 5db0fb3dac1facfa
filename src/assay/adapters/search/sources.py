"""All external sources of a run in the order of degradation: web, cache, ZIM, second index."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.adapters.pages.web_pages import WebPages
from assay.adapters.search.cached import CachedPages
from assay.adapters.search.engines import Environment, configured, make_engine
from assay.adapters.search.in_turn import InTurn
from assay.adapters.search.nowhere import Nowhere
from assay.adapters.search.second_index import SecondIndex
from assay.adapters.search.web import PREFERRED, WebSearch
from assay.adapters.search.zim import Zim
from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.cache import DAY, DiskCache
from assay.adapters.web.client import WebClient
from assay.ports import KnowledgeSearch, Retriever

SWITCHED_OFF = "the web is switched off and no offline source is configured"
UNSET = "no external source is configured, so nothing was searched"


@dataclass(frozen=True, slots=True)
class Sources:
    """What a user has chosen; `web` is None when engines are used only if named."""

    engines: tuple[str, ...] = ()
    web: bool | None = None
    offline: bool = False
    zim: tuple[Path, ...] = ()
    prefer: tuple[str, ...] = PREFERRED
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
    sources: list[tuple[str, KnowledgeSearch]] = []
    cache = _cache(chosen)
    names = chosen.engine_names(environment)
    if names:
        engines = tuple(make_engine(name, environment, chosen.seconds) for name in names)
        pages = WebClient(AddressPolicy(loopback=chosen.allow_loopback), seconds=chosen.seconds)
        reader = WebPages(pages, cache, chosen.seconds)
        web = WebSearch(engines, reader, cache, chosen.prefer, chosen.pages, chosen.passages)
        sources.append(("the web", web))
    if cache is not None and (names or chosen.offline):
        sources.append(("cached pages", CachedPages(cache, chosen.pages, chosen.passages)))
    for file in chosen.zim:
        sources.append((file.name, Zim(file, chosen.pages, chosen.passages)))
    if second is not None:
        sources.append(("the fallback index", SecondIndex(second)))
    if not sources:
        return Nowhere(SWITCHED_OFF if chosen.web is False else UNSET)
    return InTurn(tuple(sources))


def _cache(chosen: Sources) -> DiskCache | None:
    if chosen.cache is None:
        return None
    return DiskCache(chosen.cache, chosen.cache_days * DAY, chosen.cache_bytes)
