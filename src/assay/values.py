"""Frozen dataclasses, made in a third of the time that the standard library takes.

The standard library writes every method of a dataclass as text and compiles it. For some hundred
classes that is longer than importing NumPy, in every `assay ask`. Here only `__init__` is written
so, the other methods are functions that every class shares. What is not both frozen and with slots
is the library's own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls: type | None = None, /, **how: bool) -> Any:  # noqa: ANN401 - a class or a decorator
        """The decorator, used as that of the standard library."""
        if cls is not None or how != {"frozen": True, "slots": True}:
            return dataclasses.dataclass(cls, **how) if cls else dataclasses.dataclass(**how)
        return _frozen


__all__ = ["dataclass"]
_set = object.__setattr__


def _frozen(cls: type) -> type:
    inherits = any(map(dataclasses.is_dataclass, cls.__mro__[1:]))
    if inherits or "__init__" in vars(cls) or any(map(_is_special, vars(cls).values())):
        return dataclasses.dataclass(frozen=True, slots=True)(cls)
    cls.__doc__ = cls.__doc__ or cls.__name__  # or else the library writes one of the signature
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    made.__dataclass_params__.frozen = True  # type: ignore[attr-defined] # for what inherits from it
    fields = dataclasses.fields(made)
    own = {"__init__": _init(made, fields), "__setattr__": _refuse, "__delattr__": _refuse}
    for name, method in {**own, **_methods(tuple(field.name for field in fields))}.items():
        if name not in vars(cls):
            setattr(made, name, method)
    return made


def _is_special(value: object) -> bool:
    """True for a field that is more than a default or what makes one."""
    if not isinstance(value, dataclasses.Field):
        return False
    usual = value.init and value.repr and value.compare and value.hash is None
    return not usual or value.kw_only is True


def _init(made: type, fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    """The one method that is written as text, so that it takes its arguments as any other does."""
    known: dict[str, Any] = {"_set": _set, "_new": dataclasses.MISSING}
    taken, done = ["self"], []
    for number, field in enumerate(fields):
        value = field.name
        if field.default is not dataclasses.MISSING:
            known[f"_{number}"] = field.default
            taken.append(f"{field.name}=_{number}")
        elif field.default_factory is not dataclasses.MISSING:
            known[f"_{number}"] = field.default_factory
            taken.append(f"{field.name}=_new")
            value = f"_{number}() if {field.name} is _new else {field.name}"
        else:
            taken.append(field.name)
        done.append(f" _set(self, {field.name!r}, {value})")
    if hasattr(made, "__post_init__"):
        done.append(" self.__post_init__()")
    exec(f"def __init__({', '.join(taken)}):\n" + ("\n".join(done) or " pass"), known)
    method: Callable[..., None] = known["__init__"]
    method.__qualname__ = f"{made.__qualname__}.__init__"
    return method


def _methods(names: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    """What all classes have alike, for the fields of one."""
    values: Callable[[object], Any] = attrgetter(*names) if names else lambda _: ()

    def shown(self: object) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({fields})"

    def equals(self: object, other: object) -> bool:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    def state(self: object) -> list[Any]:
        return [getattr(self, name) for name in names]

    def restore(self: object, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            _set(self, name, value)

    return {
        "__repr__": shown,
        "__eq__": equals,
        "__hash__": hashed,
        "__getstate__": state,
        "__setstate__": restore,
    }


def _refuse(self: object, name: str, *_: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
