"""Whether a part that was chosen by name has the method of its port."""

from __future__ import annotations

from typing import TypeVar

from assay.errors import SettingsError

Port = TypeVar("Port")


def fit(port: type[Port], part: object) -> Port:
    """The part itself, or an error when it lacks the method of the port."""
    if isinstance(part, port):
        return part
    raise SettingsError(
        f"{type(part).__name__} does not fit where a {port.__name__} is needed",
        hint=f"a {port.__name__} has the method that assay.ports.{port.__name__} shows",
    )
