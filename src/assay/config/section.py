"""What a table of the settings is: plain values, and pydantic where one needs a closer look.

Most values come as they are wanted: a path from a flag, a number from a file. To see that takes
nothing but their types; importing pydantic and building its checks takes longer than opening an
index. So it is asked only where a look does not settle the matter: it converts what can be
converted and says what is wrong with the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, dataclass_transform, get_args, get_origin

MISSING: Any = object()


class WrongSettingError(ValueError):
    """The first thing that is wrong with the values of a table."""

    def __init__(self, name: tuple[str, ...], said: str, value: object, *, known: bool) -> None:
        """Name the setting, say what is wrong with its value, and whether there is such a one."""
        super().__init__(f"{'.'.join(name)}: {said}")
        self.name, self.said, self.value, self.known = name, said, value, known


@dataclass(slots=True, eq=False)
class Setting:
    """One setting of a table: its default, its type, its borders and what it means."""

    default: Any
    description: str = ""
    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    lt: float | None = None
    pattern: str | None = None
    other_name: str | None = None
    check: Callable[[Any], Any] | None = None
    kind: Any = None

    @property
    def table(self) -> type[Section] | None:
        """The class of the table that it is, if it is one."""
        return self.kind if isinstance(self.kind, type) and issubclass(self.kind, Section) else None

    def plain(self, value: Any) -> Any:  # noqa: ANN401 - a value of any setting
        """The value as it is kept, where that is plain to see; MISSING where it is not."""
        if self.table is not None:
            return self.table.plain(value)
        if self.pattern or self.check or not _is(value, self.kind):
            return MISSING
        return value if not isinstance(value, int | float) or self._within(value) else MISSING

    def _within(self, value: float) -> bool:
        return (
            isfinite(value)
            and (self.ge is None or value >= self.ge)
            and (self.gt is None or value > self.gt)
            and (self.le is None or value <= self.le)
            and (self.lt is None or value < self.lt)
        )


def setting(default: Any, **how: Any) -> Any:  # noqa: ANN401 - stands for a value of any type
    """Declare a setting in the body of a table."""
    return Setting(default, **how)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(setting,))
class Section:
    """One table of the settings file; unknown keys are refused, values cannot change.

    An object holds what was given, its class the defaults.
    """

    model_fields: ClassVar[Mapping[str, Setting]] = {}

    def __init_subclass__(cls) -> None:
        """Take the settings out of the body of the class and leave their defaults there."""
        fields: dict[str, Setting] = {}
        for name, kind in cls.__annotations__.items():
            declared = vars(cls)[name]
            fields[name] = declared if isinstance(declared, Setting) else Setting(declared)
            fields[name].kind = kind
            setattr(cls, name, fields[name].default)
        cls.model_fields = fields

    def __init__(self, /, **given: Any) -> None:  # noqa: ANN401 - values of any setting
        """Take what is given, and defaults for the rest, or raise a WrongSettingError."""
        held = self.plain(given)
        if held is MISSING:
            from assay.config.checked import checked  # noqa: PLC0415 - loads pydantic

            held = checked(type(self), given)
        vars(self).update(vars(held))

    @classmethod
    def plain(cls, given: Any) -> Any:  # noqa: ANN401 - whatever stands where the table should
        """The table with what is given, where all of it is plain to see; else MISSING."""
        if isinstance(given, cls):
            return given
        if not isinstance(given, Mapping) or not given.keys() <= cls.model_fields.keys():
            return MISSING
        values = {name: cls.model_fields[name].plain(value) for name, value in given.items()}
        unclear = any(value is MISSING for value in values.values())
        return MISSING if unclear else cls.model_construct(**values)

    @classmethod
    def model_construct(cls, **values: Any) -> Self:  # noqa: ANN401 - likewise
        """The table with values that need no check."""
        made = cls.__new__(cls)
        vars(made).update(values)
        return made

    @classmethod
    def model_validate(cls, given: Mapping[str, Any]) -> Self:
        """The table with what is given, checked."""
        return cls(**given)

    @property
    def model_fields_set(self) -> set[str]:
        """The names of what was given."""
        return set(vars(self))

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """The same with other values, which are not checked."""
        return self.model_construct(**{**vars(self), **update})

    def model_dump(
        self, *, exclude_defaults: bool = False, exclude_unset: bool = False
    ) -> dict[str, Any]:
        """The values by their names, tables as dictionaries."""
        dumped: dict[str, Any] = {}
        for name, field in self.model_fields.items():
            value = getattr(self, name)
            same = exclude_defaults and value == field.default
            if same or (exclude_unset and name not in vars(self)):
                continue
            if isinstance(value, Section):
                value = value.model_dump(
                    exclude_defaults=exclude_defaults, exclude_unset=exclude_unset
                )
            dumped[name] = value
        return dumped

    def model_dump_json(self) -> str:
        """The same as JSON."""
        return json.dumps(self.model_dump(), default=str, ensure_ascii=False, separators=(",", ":"))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings are frozen: {name!r} cannot be set, `model_copy` can")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"settings are frozen: {name!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.model_dump() == self.model_dump()

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.model_fields))

    def __repr__(self) -> str:
        values = (f"{name}={getattr(self, name)!r}" for name in self.model_fields)
        return f"{type(self).__name__}({', '.join(values)})"


def _is(value: Any, kind: Any) -> bool:  # noqa: ANN401 - a value of any setting, and its type
    """True when the value has just this type, as pydantic would keep it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return isinstance(value, str) and value in inner
    if origin is tuple:
        return type(value) is tuple and all(_is(each, inner[0]) for each in value)
    if origin is dict:
        return type(value) is dict and all(type(key) is str for key in value)
    if inner:  # one of several
        return any(_is(value, each) for each in inner)
    if kind is Path:
        return isinstance(value, Path) and "\0" not in str(value)
    return type(value) is kind and (kind is not str or "\0" not in value)
