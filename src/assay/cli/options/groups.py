"""Options in groups: a dataclass as a parameter of a command stands for the options in it.

@expanded
def command(question: Question, *, retrieving: Retrieving, config: ConfigFile = None) -> int:
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Only:
    """Beside a group in `Annotated`: the options of it that the command has."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        """Keep the names of the fields."""
        object.__setattr__(self, "names", names)


def expanded(command: Callable[..., int]) -> Callable[..., int]:
    """The command with the options of its groups in their place, as typer reads them."""
    signature = inspect.signature(command, eval_str=True)
    parameters: list[inspect.Parameter] = []
    members: dict[str, tuple[type[Any], list[str]]] = {}
    for parameter in signature.parameters.values():
        group, only = _group(parameter.annotation)
        if group is None:
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
        else:
            options = list(_options(group, only))
            parameters += options
            members[parameter.name] = group, [option.name for option in options]

    @functools.wraps(command)
    def run(**given: Any) -> int:  # noqa: ANN401 - whatever the options are
        made = {
            name: group(**{option: given.pop(option) for option in options if option in given})
            for name, (group, options) in members.items()
        }
        return command(**given, **made)

    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _group(annotation: object) -> tuple[type[Any] | None, Only | None]:
    """The group that a parameter stands for, and which of its options are wanted."""
    first, *rest = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    group = first if isinstance(first, type) and is_dataclass(first) else None
    return group, next((each for each in rest if isinstance(each, Only)), None)


def _options(group: type[Any], only: Only | None) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        if only is None or field.name in only.names:
            yield inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=hints[field.name],
            )
