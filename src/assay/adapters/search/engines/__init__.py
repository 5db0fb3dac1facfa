"""The search engines by name, and what each needs from the environment.

An engine and the HTTP client are imported when one is made: most runs search nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from assay.errors import SettingsError, UnsafeAddressError

if TYPE_CHECKING:
    from assay.adapters.web.addresses import Origin
    from assay.ports import SearchEngine
    from assay.secret import Secret

Environment = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EngineKind:
    """One engine: its class in this folder, the variables it needs, the one that may move it."""

    where: str
    needs: tuple[str, ...] = ()
    address: str = ""


ENGINES: Mapping[str, EngineKind] = {
    "serper": EngineKind("serper:Serper", ("SERPER_API_KEY",), "SERPER_URL"),
    "google": EngineKind("google:Google", ("GOOGLE_API_KEY", "GOOGLE_CSE_ID"), "GOOGLE_SEARCH_URL"),
    "brave": EngineKind("brave:Brave", ("BRAVE_API_KEY",), "BRAVE_URL"),
    "tavily": EngineKind("tavily:Tavily", ("TAVILY_API_KEY",), "TAVILY_URL"),
    "searxng": EngineKind("searxng:Searxng", ("SEARXNG_URL",), "SEARXNG_URL"),
    "wikipedia": EngineKind("wikipedia:Wikipedia", address="WIKIPEDIA_URL"),
    "duckduckgo": EngineKind("duckduckgo:DuckDuckGo"),
}


def missing(name: str, environment: Environment) -> tuple[str, ...]:
    """The variables that an engine needs and that are not set."""
    return tuple(need for need in ENGINES[name].needs if not environment.get(need, "").strip())


def configured(environment: Environment) -> tuple[str, ...]:
    """The engines that can be used as things are, those with a key first, Wikipedia last."""
    keyed = [
        name for name, kind in ENGINES.items() if kind.needs and not missing(name, environment)
    ]
    return (*keyed, "wikipedia")


def make_engine(name: str, environment: Environment, seconds: float) -> SearchEngine:
    """The search engine of that name; SettingsError if there is none or its key is missing."""
    if name not in ENGINES:
        raise SettingsError(
            f"there is no search engine '{name}'", hint=f"choose from: {', '.join(ENGINES)}"
        )
    if lacks := missing(name, environment):
        raise SettingsError(f"the search engine {name} lacks its key", f"set {' and '.join(lacks)}")
    return _made(ENGINES[name], environment, seconds)


def _made(kind: EngineKind, environment: Environment, seconds: float) -> SearchEngine:
    from assay.adapters.web.addresses import AddressPolicy
    from assay.adapters.web.client import WebClient

    module, _, name = kind.where.partition(":")
    engine: Callable[..., SearchEngine] = getattr(
        import_module(f"assay.adapters.search.engines.{module}"), name
    )
    if not kind.address:  # it searches through a package with a client of its own
        return engine(seconds)
    own = environment.get(kind.address, "").strip()
    client = WebClient(AddressPolicy(own=_own_origin(kind.address, own)), seconds=seconds)
    keys = [_credential(environment, need) for need in kind.needs if need != kind.address]
    return engine(client, *keys, **({"url": own} if own else {}))


def _credential(environment: Environment, variable: str) -> Secret | str:
    """The key, which never shows; the number of a search engine of one's own is none."""
    from assay.adapters.keys import read_key

    return read_key(environment, variable) if _is_key(variable) else environment[variable].strip()


def _is_key(variable: str) -> bool:
    return variable.endswith("_API_KEY")


def _own_origin(variable: str, url: str) -> Origin | None:
    """The origin that the user set for an engine, which may be a private one; None if not set."""
    from assay.adapters.web.addresses import checked_url, origin_of

    if not url:
        return None
    try:
        return origin_of(checked_url(url))
    except UnsafeAddressError as error:
        raise SettingsError(f"the variable {variable} holds no usable address: {error}") from error
