"""Settings: pure data from a TOML file, the environment and flags, in that order of precedence.

Sections mirror the parts of a run. `build.py` turns them into objects; nothing here does.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

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

    name: str = Field(default="assayer", description="assayer, or a plugin's name")
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
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


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

    name: str = Field(default="none", description="none, or a plugin's name")
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


class GeneratorSettings(Section):
    """Who writes the answer."""

    name: str = Field(default="extractive", description="extractive, or a plugin's name")
    options: dict[str, Any] = Field(default={}, description="arguments of a plugin")


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
    generator: GeneratorSettings = GeneratorSettings()
    budget: BudgetSettings = BudgetSettings()


def load_settings(
    file: Path | None = None, flags: Mapping[str, Mapping[str, Any] | Any] | None = None
) -> Settings:
    """Flags over environment over file over defaults; `assay.toml` is read when it is there."""
    if file is not None and not file.is_file():
        raise SettingsError(f"there is no settings file {file}", hint="check --config")
    chosen = file or DEFAULT_FILE

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
        raise SettingsError(f"{chosen} is not valid TOML: {error}", hint="see docs/") from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{chosen} cannot be read: {error}") from error
    except SourceError as error:
        raise SettingsError(_one_line(error), hint=f"see the {ENV_PREFIX}* variables") from error
    except ValidationError as error:
        raise _explained(error, chosen) from error


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
