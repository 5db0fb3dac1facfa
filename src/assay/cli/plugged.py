"""Commands that are loaded only when they are called: ours, and those of other packages.

    [project.entry-points."assay.commands"]
    bench = "assay_bench.cli.app:app"

An entry is a typer application or a function that typer can make a command of. Ours are modules
with a function `command` or, for several commands, an `app`.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperArgument, TyperGroup

from assay.distribution import install
from assay.errors import InputError, SettingsError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "assay.commands"
OURS = {
    "setup": "assay.cli.setup",
    "index": "assay.cli.index",
    "ask": "assay.cli.ask",
    "chat": "assay.cli.chat",
    "find": "assay.cli.library.find",
    "documents": "assay.cli.library.documents",
    "indexes": "assay.cli.library.indexes",
    "watch": "assay.cli.library.watch",
    "maintain": "assay.cli.library.maintain",
    "serve": "assay_server.cli.serve",
    "mcp": "assay_server.cli.mcp",
    "keys": "assay_server.cli.keys",
    "batch": "assay.cli.batch",
    "score": "assay.cli.score",
    "verify": "assay.cli.verify",
    "calibrate": "assay_tuning.cli.calibrate",
    "label": "assay_tuning.cli.label",
    "train": "assay_tuning.cli.train",
    "reproduce": "assay_bench.cli.reproduce",
    "search": "assay.cli.search",
    "strategies": "assay.cli.strategies",
    "info": "assay.cli.info",
    "doctor": "assay.cli.doctor",
    "demo": "assay.cli.demo",
}
"""Our commands in the order of the help, and the module of each."""
EXTRAS = {
    "serve": "serve",
    "mcp": "mcp",
    "keys": "serve",
    "calibrate": "tuning",
    "label": "tuning",
    "train": "train",
    "bench": "bench",
    "reproduce": "bench",
    "cov-data": "bench",
}
"""Commands of packages that are installed by an extra, and that extra."""


class PluggedGroup(TyperGroup):
    """Our own commands and those that installed packages add."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 - typer's own types
        """Ours in their order, then the others by name."""
        ours = [name for name in OURS if _is_installed(name)]
        return [*ours, *sorted(_points().keys() - set(OURS))]

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - typer's own types
        """The options of `assay` itself."""
        return _untyped(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - typer's own types
        """Ours first: nobody else can take its name."""
        if cmd_name in OURS and _is_installed(cmd_name):
            module = import_module(OURS[cmd_name])
            return _made(cmd_name, getattr(module, "app", None) or module.command)
        point = None if cmd_name in OURS else _points().get(cmd_name)
        if point is None:
            raise _unknown(cmd_name, self.list_commands(ctx))
        return _made(cmd_name, _loaded(point))


def _is_installed(name: str) -> bool:
    """True unless the command is of a package that is not there."""
    return find_spec(OURS[name].partition(".")[0]) is not None


def _unknown(name: str, known: list[str]) -> InputError:
    """The error for an unknown command: how to install it, or the nearest names."""
    if name in EXTRAS:
        return InputError(
            f"the command '{name}' is in a package of its own", hint=install(EXTRAS[name])
        )
    near = get_close_matches(name, known, 3)
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    return InputError(f"there is no command '{name[:60]}'", hint=f"{meant}assay --help lists all")


def _points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def _loaded(point: EntryPoint) -> Any:  # noqa: ANN401 - an application or a function
    try:
        return point.load()
    except Exception as error:  # whatever a foreign package raises while it is imported
        raise SettingsError(
            f"the command '{point.name}' ({point.value}) cannot be loaded: {error}",
            hint="reinstall the package that provides it",
        ) from error


def _made(name: str, part: Any) -> Any:  # noqa: ANN401 - typer's own types
    if not isinstance(part, typer.Typer):
        alone = typer.Typer(rich_markup_mode="rich", add_completion=False)
        alone.command(name=name)(part)
        part = alone
    command = typer.main.get_command(part)
    command.name = name
    return _readable(command)


def _readable(command: Any) -> Any:  # noqa: ANN401 - typer's own types
    """The command with a help that flows with the terminal and shows no type of a switch."""
    for inner in getattr(command, "commands", {}).values():
        _readable(inner)
    command.help = _flowing(command.help or "")
    given = command.get_params
    command.get_params = lambda ctx: _untyped(given(ctx))
    return command


def _flowing(text: str) -> str:
    """Each paragraph on one line: typer keeps line ends that were made for the source file."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _untyped(params: list[Any]) -> list[Any]:
    """The same parameters without Python's types, `<bool>` or `<list[str]>`, which teach nobody."""
    for param in params:
        if isinstance(param, TyperArgument):
            param.metavar = (param.metavar or str(param.name).upper()).strip("[].")
            param.display_type_rich = lambda ctx: None  # type: ignore[method-assign]
        elif getattr(param, "is_flag", False) and param.metavar is None:
            param.metavar = ""
    return params
