"""From flags, environment and a TOML file to settings; the first of them wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    TomlConfigSettingsSource,
)
from pydantic_settings import (
    SettingsError as SourceError,
)

from assay.config.settings import ENV_PREFIX, Settings
from assay.errors import SettingsError

DEFAULT_FILE = Path("assay.toml")


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
