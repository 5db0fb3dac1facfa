"""From flags, environment and a TOML file to settings; the first of them wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from assay.config.environment import ENV_PREFIX, from_environment, merged
from assay.config.project_file import check_project_file
from assay.config.settings import Settings
from assay.errors import DEBUG, SettingsError
from assay_documents.sandbox.regular_file import read_regular

DEFAULT_FILE = Path("assay.toml")
MAX_FILE_BYTES = 64 * 1024
MAX_DOTS = 100
"""In one line: a key of thousands of parts would keep the parser busy for minutes."""
# A key that was put here by mistake must not be printed.
MAY_HOLD_KEYS = ("base_url", "key_variable", "options", "api_key")


def load_settings(
    file: Path | None = None, flags: Mapping[str, Mapping[str, Any] | Any] | None = None
) -> Settings:
    """Flags over environment over file over the user's own settings over defaults.

    The file is `assay.toml` of the working folder unless one is named; that of a folder is read
    with care, as `project_file` says.
    """
    if file is not None and not file.is_file():
        raise SettingsError(f"there is no settings file {file}", hint="check --config")
    chosen, own = file or DEFAULT_FILE, user_file()
    in_file, in_own = read_settings_file(chosen), read_settings_file(own)
    if file is None:
        check_project_file(chosen, in_file)
    _refuse_unknown_variables()

    said = from_environment(Settings.model_fields)
    try:
        return Settings(**merged(_given(flags or {}), said, in_file, in_own))
    except ValidationError as error:
        holder = own if in_own and not in_file else chosen
        raise _explained(error, holder) from error


def user_file() -> Path:
    """The user's own settings file, whether it is there or not."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "assay" / DEFAULT_FILE.name


def read_settings_file(file: Path) -> dict[str, Any]:
    """The settings in a file; empty if the file does not exist."""
    try:
        if not file.is_file():
            return {}
        text = read_regular(file, MAX_FILE_BYTES).decode("utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            if line.count(".") > MAX_DOTS:
                raise SettingsError(
                    f"line {number} of {file} has more than {MAX_DOTS} dots",
                    hint="break the text into lines",
                )
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(
            f"{file} is not valid TOML: {error}", hint="docs/reference/settings.md shows the form"
        ) from error
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise SettingsError(
            f"{file} cannot be read: {reason}", hint="name a TOML file of less than 64 KiB"
        ) from error


def _refuse_unknown_variables() -> None:
    """A misspelt variable would otherwise be ignored without a word."""
    for name in os.environ:
        if name.upper().startswith(ENV_PREFIX) and name != DEBUG:
            key = name[len(ENV_PREFIX) :].lower().partition("__")[0]
            if key not in Settings.model_fields:
                raise SettingsError(
                    f"the variable {name} is not a setting",
                    hint="unset it; docs/reference/settings.md lists all",
                )


def _given(flags: Mapping[str, Any]) -> dict[str, Any]:
    """The flags that were given; None means not given."""
    given: dict[str, Any] = {}
    for key, value in flags.items():
        if isinstance(value, Mapping):
            if inner := _given(value):
                given[key] = inner
        elif value is not None:
            given[key] = value
    return given


def _explained(error: ValidationError, file: Path) -> SettingsError:
    """What is wrong, by the name the user knows it under."""
    first = error.errors(include_url=False)[0]
    name = [str(part) for part in first["loc"]]
    key, variable = ".".join(name), ENV_PREFIX + "__".join(name).upper()
    if first["type"] == "extra_forbidden":
        message = f"unknown setting '{key}'"
    else:
        got = "" if name[-1] in MAY_HOLD_KEYS else f", got {first['input']!r:.60}"
        message = f"setting '{key}': {_uncapped(first['msg'])}{got}"
    where = f"the variable {variable}" if variable in os.environ else f"{file} or the flag"
    return SettingsError(message, hint=f"correct {where}; docs/reference/settings.md lists all")


def _uncapped(words: str) -> str:
    words = words.removeprefix("Value error, ")
    return words[:1].lower() + words[1:]
