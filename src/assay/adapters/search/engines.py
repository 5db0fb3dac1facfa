"""The search engines by name, and what each needs from the environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from assay.adapters.search import brave, google, serper, tavily, wikipedia
from assay.adapters.search.duckduckgo import DuckDuckGo
from assay.adapters.search.searxng import Searxng
from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.client import WebClient
from assay.errors import SettingsError
from assay.ports import SearchEngine

Environment = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EngineKind:
    """One engine: the variables it needs, the one that may move it, and how it is made."""

    needs: tuple[str, ...]
    address: str
    make: Callable[[WebClient, Environment], SearchEngine]


ENGINES: Mapping[str, EngineKind] = {
    "serper": EngineKind(
        ("SERPER_API_KEY",),
        "SERPER_URL",
        lambda c, e: serper.Serper(c, e["SERPER_API_KEY"], e.get("SERPER_URL") or serper.URL),
    ),
    "google": EngineKind(
        ("GOOGLE_API_KEY", "GOOGLE_CSE_ID"),
        "GOOGLE_SEARCH_URL",
        lambda c, e: google.Google(
            c, e["GOOGLE_API_KEY"], e["GOOGLE_CSE_ID"], e.get("GOOGLE_SEARCH_URL") or google.URL
        ),
    ),
    "brave": EngineKind(
        ("BRAVE_API_KEY",),
        "BRAVE_URL",
        lambda c, e: brave.Brave(c, e["BRAVE_API_KEY"], e.get("BRAVE_URL") or brave.URL),
    ),
    "tavily": EngineKind(
        ("TAVILY_API_KEY",),
        "TAVILY_URL",
        lambda c, e: tavily.Tavily(c, e["TAVILY_API_KEY"], e.get("TAVILY_URL") or tavily.URL),
    ),
    "searxng": EngineKind(
        ("SEARXNG_URL",), "SEARXNG_URL", lambda c, e: Searxng(c, e["SEARXNG_URL"])
    ),
    "wikipedia": EngineKind(
        (),
        "WIKIPEDIA_URL",
        lambda c, e: wikipedia.Wikipedia(c, e.get("WIKIPEDIA_URL") or wikipedia.URL),
    ),
    "duckduckgo": EngineKind((), "", lambda c, e: DuckDuckGo(c.seconds)),
}


def missing(name: str, environment: Environment) -> tuple[str, ...]:
    """The variables that an engine needs and that are not set."""
    return tuple(need for need in ENGINES[name].needs if not environment.get(need))


def configured(environment: Environment) -> tuple[str, ...]:
    """The engines that can be used as things are, those with a key first, Wikipedia last."""
    keyed = [
        name for name, kind in ENGINES.items() if kind.needs and not missing(name, environment)
    ]
    return (*keyed, "wikipedia")


def make_engine(name: str, environment: Environment, seconds: float) -> SearchEngine:
    """The engine of that name, or an error that says what it lacks."""
    if name not in ENGINES:
        raise SettingsError(
            f"there is no search engine '{name}'", hint=f"choose from: {', '.join(ENGINES)}"
        )
    if lacks := missing(name, environment):
        raise SettingsError(f"the search engine {name} lacks its key", f"set {' and '.join(lacks)}")
    # Somebody who names an address means it, also on their own machine or network.
    own = bool(environment.get(ENGINES[name].address))
    client = WebClient(AddressPolicy(loopback=own, private=own), seconds=seconds)
    return ENGINES[name].make(client, environment)
