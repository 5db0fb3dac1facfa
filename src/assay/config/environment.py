"""What the environment says: ASSAY_STRATEGY, ASSAY_RETRIEVAL__TOP_K, or a whole table as JSON.

`pydantic-settings` reads as much and more, but it takes `[MODEL]` in a file for `[model]`, which
nobody who checks a file expects.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, get_origin

from pydantic.fields import FieldInfo

from assay.config.section import table_of
from assay.errors import SettingsError

ENV_PREFIX = "ASSAY_"
_BETWEEN = "__"  # stands between the names of a table and of its setting
Fields = Mapping[str, FieldInfo]


def from_environment(fields: Fields) -> dict[str, Any]:
    """What variables say of these settings; their names may be written in capitals or not."""
    prefix = ENV_PREFIX.lower()
    given: dict[str, Any] = {}
    # In order: a whole table comes before its single settings, which are then put into it.
    for name in sorted(os.environ, key=str.lower):
        variable, value = name.lower(), os.environ[name]
        names = variable.removeprefix(prefix).split(_BETWEEN)
        if variable.startswith(prefix) and _named(fields, names):
            _put(given, names, _decoded(_field(fields, names), variable, value))
    return given


def merged(*sources: Mapping[str, Any]) -> dict[str, Any]:
    """All sources together, table by table; what an earlier one says holds."""
    both: dict[str, Any] = {}
    for source in sources:
        for key, value in source.items():
            if isinstance(value, Mapping) and isinstance(held := both.get(key), Mapping):
                both[key] = merged(held, value)
            else:
                both.setdefault(key, value)
    return both


def _named(fields: Fields, names: list[str]) -> bool:
    """True for the name of a setting, or of anything in a table (tables refuse unknown names)."""
    field = fields.get(names[0])
    return field is not None and (len(names) == 1 or table_of(field) is not None)


def _field(fields: Fields, names: list[str]) -> FieldInfo | None:
    """The setting of that name; None if there is none or it belongs to a plugin."""
    field = fields.get(names[0])
    if field is None or len(names) == 1:
        return field
    table = table_of(field)
    return None if table is None else _field(table.model_fields, names[1:])


def _decoded(field: FieldInfo | None, variable: str, text: str) -> Any:  # noqa: ANN401 - from JSON
    """The value of a variable: JSON for tables and lists, else the text as it is."""
    if field is None or not (table_of(field) or get_origin(field.annotation) in (dict, tuple)):
        return text
    try:
        return json.loads(text)
    except ValueError as error:
        raise SettingsError(
            f"the variable {variable.upper()} is not valid JSON: {error}",
            hint=f"see the {ENV_PREFIX}* variables in docs/reference/settings.md",
        ) from error


def _put(given: dict[str, Any], names: list[str], value: object) -> None:
    """Set the value in its table; a scalar in its place is kept and fails validation."""
    for name in names[:-1]:
        inner = given.setdefault(name, {})
        if not isinstance(inner, dict):
            return
        given = inner
    given[names[-1]] = value
