"""The settings as pydantic sees them: it converts what can be converted and names what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    create_model,
    field_validator,
)

from assay.config.section import Section, Setting, WrongSettingError

Table = TypeVar("Table", bound=Section)
_MODELS: dict[type[Section], type[BaseModel]] = {}
BORDERS = ("ge", "gt", "le", "lt", "pattern")


class _Checked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    @field_validator("*")
    @classmethod
    def _no_nul(cls, value: Any) -> Any:  # noqa: ANN401 - a value of any setting
        """No text with a NUL, which the system takes for the end of a path."""
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str | Path) and "\0" in str(each):
                raise ValueError("a text of a setting holds no NUL character")
        return value


def checked(table: type[Table], given: Mapping[str, Any]) -> Table:
    """The table with what is given, converted; a WrongSettingError where that cannot be."""
    try:
        seen = _model(table)(**{name: _bare(value) for name, value in given.items()})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = tuple(str(part) for part in first["loc"])
        known = first["type"] != "extra_forbidden"
        raise WrongSettingError(name, first["msg"], first["input"], known=known) from error
    return _held(table, seen)


def _bare(value: Any) -> Any:  # noqa: ANN401 - a value of any setting
    return vars(value) if isinstance(value, Section) else value


def _held(table: type[Table], seen: BaseModel) -> Table:
    values = {name: getattr(seen, name) for name in seen.model_fields_set}
    for name, value in values.items():
        if inner := table.model_fields[name].table:
            values[name] = _held(inner, value)
    return table.model_construct(**values)


def _model(table: type[Section]) -> type[BaseModel]:
    if table not in _MODELS:
        fields: dict[str, Any] = {
            name: _field(name, each) for name, each in table.model_fields.items()
        }
        _MODELS[table] = create_model(table.__name__, __base__=_Checked, **fields)
    return _MODELS[table]


def _field(name: str, each: Setting) -> tuple[Any, Any]:
    kind = _model(each.table) if each.table else each.kind
    if each.check:
        kind = Annotated[kind, AfterValidator(each.check)]
    how = {key: border for key in BORDERS if (border := getattr(each, key)) is not None}
    if each.other_name:
        how["validation_alias"] = AliasChoices(name, each.other_name)
    # The default is never looked at: what was not given stays that of the table.
    return kind, Field(default=None, **how)
