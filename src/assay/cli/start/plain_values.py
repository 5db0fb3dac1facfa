"""What typer need not check: an option that was not given, and text where text is wanted.

typer has pydantic build a check for every option of a command, even for those that are not given,
and loads pydantic for it. Whatever is not plain to see is left to typer, with its own messages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class _Plain:
    """Stands before the check of one parameter."""

    def __init__(self, whole: Callable[[], Any]) -> None:
        self._whole = whole

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - typer's own types
        """The value as the command takes it."""
        kind = param.type_descriptor.annotation
        parser = param.type_descriptor.parameter_info.parser
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if isinstance(value, str) and kind is str and parser is None:
            return value
        if isinstance(value, tuple) and kind == list[str] and parser is None:
            return list(value)
        if isinstance(value, str) and parser is not None:
            try:
                return parser(value)
            except ValueError:
                pass  # typer says it in its own way
        return self._whole().coerce(value, param=param, ctx=ctx)


def plain_values(param: Any) -> None:  # noqa: ANN401 - typer's own types
    """Let the parameter look at its value before it has a check built; once is enough."""
    whole = getattr(param, "get_runtime_param", None)  # an older typer needs no help
    if whole is not None and "get_runtime_param" not in vars(param):
        plain = _Plain(whole)
        param.get_runtime_param = lambda: plain
