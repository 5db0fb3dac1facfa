"""One table of the settings file: a frozen pydantic model that refuses unknown keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, field_validator
from pydantic.fields import FieldInfo


class Section(BaseModel):
    """One table of the settings file; unknown keys are refused, values cannot change."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    @field_validator("*")
    @classmethod
    def _no_nul(cls, value: Any) -> Any:  # noqa: ANN401 - a value of any setting
        """No text with a NUL, which the system takes for the end of a path."""
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str | Path) and "\0" in str(each):
                raise ValueError("a text of a setting holds no NUL character")
        return value


def table_of(field: FieldInfo | None) -> type[Section] | None:
    """The class of the table that a setting is, if it is one."""
    kind = field.annotation if field else None
    return kind if isinstance(kind, type) and issubclass(kind, Section) else None


def names_of(name: str, field: FieldInfo) -> set[str]:
    """All names of a setting: its own and those of former versions."""
    alias = field.validation_alias
    former = alias.choices if isinstance(alias, AliasChoices) else []
    return {name, *(each for each in former if isinstance(each, str))}
