"""Settings: pure data; flags win over the environment, the environment over a TOML file.

Sections mirror the parts of a run. `build.py` turns them into objects; nothing here does.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from pydantic_settings import (
    SettingsError as SourceError,
)

from assay.budget import Limits
from assay.errors import SettingsError

DEFAULT_FILE = Path("assay.toml")
ENV_PREFIX = "ASSAY_"
_DEFAULT_LIMITS = Limits()


class Section(BaseModel):
    """One table of the settings file; unknown keys are refused, values cannot change."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class IndexSettings(Section):
    """Where the user's own documents are."""

    dir: Path | None = Field(default=None, description="folder of the index")


class RetrievalSettings(Section):
    """How passages are found in the index."""

    mode: str = Field(default="hybrid", description="hybrid, fulltext, dense, or a plugin's name")
    top_k: int = Field(default=10, ge=1, le=1000, description="passages to retrieve for a question")
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


class ScorerSettings(Section):
    """Who judges the passages, and where the borders of the verdict lie."""

    name: str = Field(
        default="assayer", description="assayer, t5 (the paper's), chat, or a plugin's name"
    )
    model: Path | None = Field(default=None, description="folder of the weights; ours if not set")
    threads: int | None = Field(
        default=None, ge=1, le=256, description="CPU threads; all if not set"
    )
    upper: float | None = Field(
        default=None,
        ge=-1,
        le=1,
        description="above it: CORRECT; from the card if not set",
    )
    lower: float | None = Field(
        default=None,
        ge=-1,
        le=1,
        description="all below it: INCORRECT; from the card if not set",
    )
    preset: str | None = Field(
        default=None,
        description="borders of the paper for its T5: popqa, pubhealth, arc, biography",
    )
    options: dict[str, Any] = Field(default={}, description="further arguments of the scorer")


class RefineSettings(Section):
    """How passages are reduced to the strips that matter."""

    name: str = Field(default="strips", description="strips, rescore (the paper's way), or none")
    keep_above: float | None = Field(
        default=None,
        ge=-1,
        le=1,
        description="strips below are dropped; from the card if not set",
    )
    top_k: int = Field(default=5, ge=1, le=100, description="strips to keep at most")
    sentences: int = Field(default=2, ge=1, le=20, description="sentences in a strip")


class SearchSettings(Section):
    """Where to look when the index does not hold the answer."""

    name: str = Field(default="none", description="none (the sources below), or a plugin's name")
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")
    web: bool | None = Field(
        default=None, description="true: every engine that has its key; false: no connection at all"
    )
    engines: tuple[str, ...] = Field(default=(), description="engines to ask, one after another")
    offline: bool = Field(default=False, description="cached pages, ZIM files and indexes only")
    zim: tuple[Path, ...] = Field(default=(), description="ZIM files (Kiwix) to search")
    fallback_index: Path | None = Field(default=None, description="folder of a second index")
    prefer: tuple[str, ...] = Field(
        default=("wikipedia.org",), description="domains whose pages are read first"
    )
    pages: int = Field(default=5, ge=1, le=20, description="pages or articles to read")
    passages: int = Field(default=40, ge=1, le=500, description="passages to score at most")
    seconds: float = Field(
        default=8, gt=0, le=120, description="time for each engine and all pages"
    )
    cache: Path | None = Field(
        default=None, description="file of cached pages; in the user's cache folder when not set"
    )
    cache_days: float = Field(default=7, ge=0, description="age at which a page is fetched again")
    cache_megabytes: int = Field(default=200, ge=0, description="size of the cache; 0 for none")
    allow_loopback: bool = Field(default=False, description="read pages of this machine: for tests")


class RewriterSettings(Section):
    """How a question becomes a search query."""

    name: str = Field(default="keywords", description="keywords, keep, prompt, or a plugin's name")
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


class GeneratorSettings(Section):
    """Who writes the answer, and when there shall be none."""

    name: str = Field(
        default="extractive",
        description="extractive, chat, local, transformers, or a plugin's name",
    )
    task: Literal["free", "short", "long", "true-false", "choice"] = Field(
        default="free", description="kind of answer a language model is asked for"
    )
    cite: bool = Field(default=True, description="write [n] markers into the answer")
    always_answer: bool = Field(default=False, description="never abstain; doubts become notes")
    max_risk: float | None = Field(
        default=None, ge=0, le=1, description="abstain when the risk of error is higher"
    )
    fallback: bool = Field(
        default=False, description="let the extractive reader answer when a server fails"
    )
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


class ModelSettings(Section):
    """The language model, for whichever part uses one."""

    name: str = Field(
        default="", description="a server's model, a GGUF file, or a transformers model"
    )
    base_url: str | None = Field(
        default=None, description="OpenAI-compatible address; OpenAI's own if not set"
    )
    key_variable: str = Field(
        default="OPENAI_API_KEY", description="environment variable that holds the server's key"
    )
    seconds: float = Field(default=60.0, gt=0, le=3600, description="time for one completion")
    retries: int = Field(
        default=2, ge=0, le=10, description="new tries while a server is in trouble"
    )
    max_tokens: int = Field(default=256, ge=1, le=100_000, description="longest completion")
    temperature: float = Field(default=0.0, ge=0, le=2, description="0: the likeliest words")
    context: int = Field(default=8192, ge=256, le=1_000_000, description="context of a GGUF model")
    threads: int = Field(default=0, ge=0, le=256, description="CPU threads of a GGUF model; 0: all")


class BudgetSettings(Section):
    """What one question may cost at most."""

    seconds: float = Field(default=_DEFAULT_LIMITS.seconds, gt=0, description="time")
    rounds: int = Field(default=_DEFAULT_LIMITS.rounds, ge=0, description="rounds of correction")
    searches: int = Field(default=_DEFAULT_LIMITS.searches, ge=0, description="external searches")
    tokens: int = Field(default=_DEFAULT_LIMITS.tokens, ge=0, description="tokens of a model")


class Settings(BaseSettings):
    """Everything a user can choose; each value has a default that works."""

    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX,
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
    )

    strategy: str = Field(default="crag", description="crag, rag, or a plugin's name")
    index: IndexSettings = IndexSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    scorer: ScorerSettings = ScorerSettings()
    refine: RefineSettings = RefineSettings()
    search: SearchSettings = SearchSettings()
    rewriter: RewriterSettings = RewriterSettings()
    generator: GeneratorSettings = GeneratorSettings()
    model: ModelSettings = ModelSettings()
    budget: BudgetSettings = BudgetSettings()


def load_settings(
    file: Path | None = None, flags: Mapping[str, Mapping[str, Any] | Any] | None = None
) -> Settings:
    """Flags over environment over file over defaults; `assay.toml` is read when it is there."""
    if file is not None and not file.is_file():
        raise SettingsError(f"there is no settings file {file}", hint="check --config")
    chosen = file or DEFAULT_FILE
    _refuse_unknown_variables()

    class FromFile(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            from_file = TomlConfigSettingsSource(settings_cls, toml_file=chosen)
            return init_settings, env_settings, from_file

    try:
        return FromFile(**_given(flags or {}))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(
            f"{chosen} is not valid TOML: {error}", hint="docs/reference/settings.md shows the form"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{chosen} cannot be read: {error}") from error
    except SourceError as error:
        raise SettingsError(_one_line(error), hint=f"see the {ENV_PREFIX}* variables") from error
    except ValidationError as error:
        raise _explained(error, chosen) from error


def _refuse_unknown_variables() -> None:
    """A misspelt variable would otherwise be ignored without a word."""
    for name in os.environ:
        if name.upper().startswith(ENV_PREFIX):
            key = name[len(ENV_PREFIX) :].lower().partition("__")[0]
            if key not in Settings.model_fields:
                raise SettingsError(
                    f"the variable {name} is not a setting",
                    hint="unset it; docs/reference/settings.md lists all",
                )


def _given(flags: Mapping[str, Any]) -> dict[str, Any]:
    """The flags without those that were not given (None), so that they hide nothing."""
    given: dict[str, Any] = {}
    for key, value in flags.items():
        if isinstance(value, Mapping):
            if inner := _given(value):
                given[key] = inner
        elif value is not None:
            given[key] = value
    return given


def _explained(error: ValidationError, file: Path) -> SettingsError:
    """The first thing that is wrong, by the name the user knows it under."""
    first = error.errors(include_url=False)[0]
    parts = [str(part) for part in first["loc"]]
    key, variable = ".".join(parts), ENV_PREFIX + "__".join(parts).upper()
    if first["type"] == "extra_forbidden":
        message = f"unknown setting '{key}'"
    else:
        message = f"setting '{key}': {first['msg'].lower()}, got {first['input']!r:.60}"
    where = f"the variable {variable}" if variable in os.environ else f"{file} or the flag"
    return SettingsError(message, hint=f"correct {where}; docs/reference/settings.md lists all")


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
