"""Settings as a TOML file: only what differs from the defaults, or the user's own file anew."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.config.load import read_settings_file, user_file
from assay.config.settings import Settings
from assay.errors import StorageError


def settings_toml(settings: Settings) -> str:
    """The text of a settings file that gives these settings."""
    return toml_text(settings.model_dump(exclude_defaults=True))


def toml_text(changed: Mapping[str, Any]) -> str:
    """The text of a settings file with these values: first those without a table, then tables."""
    lines = [f"{key} = {_value(v)}" for key, v in changed.items() if not isinstance(v, Mapping)]
    for name, table in changed.items():
        if isinstance(table, Mapping) and table:
            lines += ["", f"[{name}]", *(f"{_key(k)} = {_value(v)}" for k, v in table.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def update_own_file(tables: Mapping[str, Mapping[str, Any]]) -> Path:
    """Write these values to the user's settings file atomically; return its path.

    None removes a value. Everything else in the file stays, except for comments; the previous file
    is kept beside it.
    """
    file = user_file()
    before = read_settings_file(file)
    after = {**before}
    for name, table in tables.items():
        held = before.get(name)
        merged = {**(held if isinstance(held, Mapping) else {}), **table}
        after[name] = {key: value for key, value in merged.items() if value is not None}
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if file.is_file():
            file.with_suffix(".toml.before").write_bytes(file.read_bytes())
        handle, name = tempfile.mkstemp(prefix=".assay.toml.", dir=file.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(toml_text(after))
        os.replace(name, file)
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {error.strerror}") from error
    return file


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else _value(name)


def _value(value: Any) -> str:  # noqa: ANN401 - whatever a setting can be
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case Path():
            return _value(str(value))
        case str():
            # JSON's strings are TOML's, but for one character that TOML wants escaped.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
        case _:
            return "[" + ", ".join(map(_value, value)) + "]"
