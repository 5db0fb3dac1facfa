"""`assay keys`: who may use a server, and for what."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import AsJson
from assay.errors import InputError

KeysFile = Annotated[
    Path | None,
    typer.Option(
        "--keys", metavar="FILE", help="File of the keys; default: in the user's settings folder."
    ),
]
Name = Annotated[str, typer.Argument(help="Whom the key is for.", show_default=False)]
Scopes = Annotated[
    list[str] | None,
    typer.Option("--scope", metavar="SCOPE", help="ask, read or write; repeatable; default: all."),
]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Make, list and remove the keys that `assay serve` asks for.\n\n"
    "A server with at least one key refuses requests without; keys are kept as hashes.",
)


@app.command("add")
def add(name: Name, scope: Scopes = None, keys: KeysFile = None) -> int:
    """Make a key and print it: this is the only time that it can be read.

    [bold]Examples[/bold]

    assay keys add team --scope ask --scope read
    """
    from assay.cli.console import err
    from assay_server.guard.keys import KeyFile, Scope, default_keys_file

    wanted = scope or list(Scope)
    if unknown := [each for each in wanted if each not in set(Scope)]:
        names = ", ".join(Scope)
        hint = f"there are {names}; give --scope once for each"
        raise InputError(f"there is no scope '{unknown[0]}'", hint=hint)
    secret = KeyFile(keys or default_keys_file()).add(name, map(Scope, wanted))
    err().print("keep this key safe: it cannot be shown again", style="dim")
    typer.echo(secret)
    return 0


@app.command("list")
def show(keys: KeysFile = None, as_json: AsJson = False) -> int:
    """List the keys: names, scopes and when they were made.

    [bold]Examples[/bold]

    assay keys list --json | jq '.[].name'
    """
    from rich.table import Table

    from assay.cli.console import out, print_json
    from assay_server.guard.keys import KeyFile, default_keys_file

    found = KeyFile(keys or default_keys_file()).keys()
    rows = [{"name": k.name, "scopes": list(k.scopes), "created": k.created} for k in found]
    if as_json:
        print_json(rows)
        return 0
    table = Table.grid(padding=(0, 2))
    for key in found:
        table.add_row(key.name, ", ".join(key.scopes), key.created)
    out().print(table if found else "there are no keys; make one: assay keys add NAME")
    return 0


@app.command("remove")
def remove(name: Name, keys: KeysFile = None) -> int:
    """Remove a key; a running server refuses it from its next request on.

    [bold]Examples[/bold]

    assay keys remove team
    """
    from assay_server.guard.keys import KeyFile, default_keys_file

    KeyFile(keys or default_keys_file()).remove(name)
    return 0
