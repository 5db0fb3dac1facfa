"""`assay index`: read documents into an index, or bring it up to date."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import AsJson, ConfigFile, IndexDir
from assay.cli.options.cluster import HERE, RayAddress, WorkEngine
from assay.cli.options.groups import expanded
from assay.cli.options.selecting import Selecting, Verbose
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.config import Settings
    from assay.indexing.discover import Selection
    from assay.indexing.read_ahead import Source
    from assay.indexing.report import IndexReport

Rebuild = Annotated[
    bool,
    typer.Option("--rebuild", metavar="", help="Make the index anew: the cure for a damaged one."),
]
Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files and folders to read.")]
Thorough = Annotated[
    bool | None,
    typer.Option(
        "--thorough/--quick",
        help="Go on with the better vectors once the index can be asked (the default), or stop"
        " there.",
    ),
]
Models = Annotated[
    str | None,
    typer.Option(
        help="Weights to embed and judge with: small, or large (finds and tells more, takes five"
        " times as long; needs assay-rag-models-large). An index keeps what it was made with."
    ),
]

FEW = 1000  # documents that are looked at to see where an index comes from


@expanded
def command(
    paths: Paths,
    *,
    index: IndexDir = None,
    selecting: Selecting,
    thorough: Thorough = None,
    models: Models = None,
    rebuild: Rebuild = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
    engine: WorkEngine = HERE,
    ray_address: RayAddress = None,
    config: ConfigFile = None,
) -> int:
    """Read files and folders into an index; run again, and only what changed is read.

    Reads text with or without an ending, Markdown, reStructuredText, AsciiDoc, HTML, DocBook,
    Mallard, DITA, PDF, Word (.docx), PowerPoint (.pptx), Excel (.xlsx), OpenDocument, EPUB, CSV and
    TSV, JSON and JSON lines, Jupyter notebooks, e-mail (.eml, .mbox), manual pages, GNU Info,
    source code, pictures and scans with the extra [bold]ocr[/bold], and .gz of the text formats. It
    ends with a table of what was read and what was skipped, and why.

    Two stages: first words and quick vectors of everything, so that the index can be asked within
    seconds; then the vectors of the embedder, which find more and take minutes for a thick manual.
    Ask meanwhile, from another terminal; stop it when you like: the next run goes on.

    A bare name such as [bold]-i work[/bold] is an index of yours ([bold]assay indexes[/bold]); a
    path is a folder. A file .assayignore in a folder, one pattern a line, leaves files out. A
    file that was moved or renamed is not embedded again; one that is gone leaves the index. An
    interrupted run leaves the last complete version usable, and the next run carries on.

    An index that [bold]assay doctor -i[/bold] finds damaged is repaired by [bold]--rebuild[/bold]:
    it is made anew from these paths and from the other files that it knew.

    [bold]Examples[/bold]

    assay index docs/ -i work

    assay index docs/ notes.md report.pdf --index my-index

    assay index docs/ -i work --quick

    assay index src/ -i code --include "*.py" --exclude "tests/*" --verbose

    assay index /shared/docs --index /shared/my-index --engine ray --ray-address auto
    """
    from assay.cli.console import print_json
    from assay.cli.loaded import loaded_settings
    from assay.cli.view.index_table import index_json, print_report
    from assay.wiring import index_dir

    chosen = {"dir": index, "thorough": thorough, "models": models}
    settings = loaded_settings(config, {"index": chosen})
    folder = index_dir(settings)
    if not rebuild:
        _tell_of_others(folder, paths)
    with _source(engine, ray_address, settings) as source:
        report = _indexed(paths, settings, selecting.selection(), source, rebuild=rebuild)
    if as_json:
        print_json(index_json(report, folder))
    else:
        print_report(report, folder, verbose=verbose)
    _refuse_nothing_read(report)
    return 0


def _tell_of_others(folder: Path, paths: list[Path]) -> None:
    """Say that an index holds documents from elsewhere already: a name may have been taken."""
    from assay.cli.console import err, one_line
    from assay.errors import AssayError
    from assay.indexing.listing import list_documents
    from assay.indexing.open_index import open_index

    try:
        held = list_documents(open_index(folder).now(), FEW)
    except AssayError:
        return  # there is none yet, or it is told below
    roots = [path.absolute() for path in paths]
    files = [Path(line.file) for line in held if line.file]
    if files and not any(file.is_relative_to(root) for file in files for root in roots):
        where = one_line(str(files[0].parent))
        err().print(
            f"{folder} holds documents of {where} already; these come beside them", soft_wrap=True
        )
        err().print("for an index of their own choose another name", style="dim")


def _indexed(
    paths: list[Path], settings: Settings, selection: Selection, source: Source, *, rebuild: bool
) -> IndexReport:
    """Index and show how far it is."""
    from assay.cli.view.index_progress import index_progress
    from assay.indexing.index_paths import index_paths
    from assay.wiring import build_embedder, build_quick_embedder, index_dir

    os.umask(0o077)  # an index holds every word of the documents: it is for its owner alone
    with index_progress() as show:
        return index_paths(
            paths,
            index_dir(settings),
            build_embedder(settings),
            quick=build_quick_embedder(),
            thorough=settings.index.thorough,
            on_progress=show,
            selection=selection,
            source=source,
            rebuild=rebuild,
        )


@contextmanager
def _source(engine: str, address: str | None, settings: Settings) -> Iterator[Source]:
    """Who reads the files, and on a cluster embeds them too."""
    from assay.cli.options.cluster import on_ray, ray_cluster
    from assay.indexing.read_ahead import read_here

    if not on_ray(engine):
        yield read_here
        return
    from assay.wiring.index import embedder_elsewhere

    with ray_cluster(address, settings) as ray:
        from assay_ray.source import ClusterSource

        yield ClusterSource(ray, embedder_elsewhere(settings))


def _refuse_nothing_read(report: IndexReport) -> None:
    read = report.added + report.changed + report.unchanged + report.reread
    if report.unreadable and not read:
        first = report.unreadable[0]
        count = len({path for path, _ in report.unreadable})
        raise InputError(
            f"none of the {count:,} files could be read"
            if count > 1
            else f"the one file could not be read: {first[0]} {first[1]}",
            hint="the reasons are listed above" if count > 1 else "name a file with text",
        )
