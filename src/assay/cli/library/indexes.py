"""`assay indexes`: the indexes that have a name."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import AsJson, ConfigFile

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class NamedIndex:
    """An index in the user's data folder; `problem` is why it cannot be used.

    `outdated` of its files are as earlier readers have read them.
    """

    name: str
    folder: str
    files: int = 0
    documents: int = 0
    passages: int = 0
    bytes: int = 0
    written: str = ""
    default: bool = False
    outdated: int = 0
    problem: str = ""


app = typer.Typer(invoke_without_command=True, add_completion=False, rich_markup_mode="rich")


@app.callback()
def command(ctx: typer.Context, as_json: AsJson = False, config: ConfigFile = None) -> int:
    """List your named indexes: where each is, its size, its documents, which is the default.

    [bold]-i NAME[/bold] with a bare name means one of these; a path means a folder. The default
    is the setting [bold]index.dir[/bold]. [bold]assay indexes remove NAME[/bold] deletes one.
    Indexes on object storage have an address, s3://BUCKET/PATH, and no name: they are not listed.

    [bold]Examples[/bold]

    assay index docs/ -i work

    assay indexes

    assay indexes --json | jq -r '.indexes[].name'
    """
    from assay.cli.console import err, one_line, out, print_json
    from assay.cli.loaded import loaded_settings
    from assay.indexing.names import named_indexes
    from assay.indexing.store.data_folder import indexes_folder

    if ctx.invoked_subcommand is not None:
        return 0
    default = loaded_settings(config).index.dir
    found = [examine(folder, default) for folder in named_indexes()]
    home = indexes_folder()
    if as_json:
        print_json({"folder": str(home), "indexes": [asdict(each) for each in found]})
        return 0
    if not found:
        err().print(one_line(f"no index in {home} yet"), soft_wrap=True)
        err().print("make one: assay index PATH -i NAME", style="dim")
        return 0
    out().print(_drawn(found))
    out().print(one_line(f"in {home}"), style="dim", soft_wrap=True)
    return 0


@app.command("remove")
def remove(
    name: Annotated[
        Path, typer.Argument(help="An index by its name or its folder.", show_default=False)
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Do not ask.")] = False,
) -> int:
    """Delete an index; documents and uploaded files stay where they are.

    [bold]Examples[/bold]

    assay indexes remove work
    """
    from assay.cli.console import confirm, err, one_line
    from assay.errors import IndexDamagedError, IndexMissingError
    from assay.indexing.manifest import indexes_beside, read_manifest
    from assay.indexing.names import index_folder
    from assay.indexing.upkeep.remove import remove_index

    folder = index_folder(name)
    try:
        held = f"{read_manifest(folder).documents:,} documents"
    except IndexDamagedError:
        held = "documents that cannot be read"
    except IndexMissingError as error:  # who deletes does not mean to make one
        listed = f"{indexes_beside(folder)}list your indexes: assay indexes"
        raise IndexMissingError(str(error), hint=listed) from None
    if not yes:
        confirm(f"Delete the index {folder} with {held}?")
    remove_index(folder)
    err().print(one_line(f"{folder} is deleted"), soft_wrap=True)
    return 0


def examine(folder: Path, default: Path | None) -> NamedIndex:
    """What the list shows of one index; nothing of its tables is opened."""
    from assay.errors import AssayError
    from assay.indexing.manifest import read_manifest

    chosen = default is not None and default in (Path(folder.name), folder)
    try:
        manifest = read_manifest(folder)
    except AssayError as error:
        return NamedIndex(folder.name, str(folder), default=chosen, problem=str(error))
    return NamedIndex(
        folder.name,
        str(folder),
        manifest.files,
        manifest.documents,
        manifest.passages,
        sum(_size(path) for path in folder.rglob("*")),
        manifest.written,
        chosen,
        manifest.read_before,
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:  # a writer has just replaced it
        return 0


def _drawn(found: list[NamedIndex]) -> Table:
    from rich.table import Table
    from rich.text import Text

    from assay.cli.console import one_line

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("name")
    for title in ("documents", "passages", "MiB"):
        table.add_column(title, justify="right")
    table.add_column("written")
    for each in found:
        name = Text(one_line(each.name), style="bold")
        if each.default:
            name.append(" (default)", style="green")
        if each.problem:
            table.add_row(name, "", "", "", Text(one_line(each.problem), style="red"))
            continue
        size = f"{each.bytes / 2**20:,.1f}"
        written = one_line(each.written[:16].replace("T", " "))
        if each.outdated:
            written += ", outdated: index its paths again"
        table.add_row(name, f"{each.documents:,}", f"{each.passages:,}", size, written)
    return table
