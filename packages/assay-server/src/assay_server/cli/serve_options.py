"""The options of `assay serve` in groups: where it listens, how much it takes on, what it keeps."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import index_path

WHERE = "Where it listens and to whom"
HOW_MUCH = "How much it takes on"

Also = Annotated[
    list[Path] | None,
    typer.Option(
        "--also",
        metavar="NAME|DIR|URL",
        help="Another index, chosen in the page and by requests; repeatable.",
        parser=index_path,
    ),
]


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a server listens, and whom it answers."""

    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Address.", rich_help_panel=WHERE)
    ] = "127.0.0.1"
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", help="Port.", min=0, max=65535, rich_help_panel=WHERE),
    ] = 8017
    keys: Annotated[
        Path | None,
        typer.Option(
            "--keys", metavar="FILE", help="Keys that `assay keys` made.", rich_help_panel=WHERE
        ),
    ] = None
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host",
            metavar="NAME",
            help="A name the server may be reached by; repeatable.",
            rich_help_panel=WHERE,
        ),
    ] = None
    insecure: Annotated[
        bool,
        typer.Option(
            "--insecure",
            metavar="",
            help="Listen on other machines' networks without any key.",
            rich_help_panel=WHERE,
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Load:
    """How much a server takes on; `parallel` is None where it follows from who writes."""

    workers: Annotated[
        int,
        typer.Option(
            "--workers",
            metavar="N",
            help="Processes; one keeps all cores busy.",
            min=1,
            max=64,
            rich_help_panel=HOW_MUCH,
        ),
    ] = 1
    parallel: Annotated[
        int | None,
        typer.Option(
            "--parallel",
            metavar="N",
            help="Questions at a time; 2, or 8 when a model's server writes.",
            min=1,
            max=256,
            rich_help_panel=HOW_MUCH,
        ),
    ] = None
    queue: Annotated[
        int,
        typer.Option(
            "--queue",
            metavar="N",
            help="Questions that may wait; more get 429.",
            min=1,
            rich_help_panel=HOW_MUCH,
        ),
    ] = 64
    rate: Annotated[
        float,
        typer.Option(
            "--rate",
            metavar="N",
            help="Requests a minute from each key or address; 0: no limit.",
            min=0,
            rich_help_panel=HOW_MUCH,
        ),
    ] = 600
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            metavar="S",
            help="Longest a request may take, waiting included.",
            min=1,
            rich_help_panel=HOW_MUCH,
        ),
    ] = 120


@dataclass(frozen=True, slots=True)
class Keeping:
    """What a server keeps, shows and tells."""

    create: Annotated[
        bool,
        typer.Option("--create", metavar="", help="Begin with an empty index where there is none."),
    ] = False
    uploads: Annotated[
        Path | None,
        typer.Option(
            "--uploads", metavar="DIR", help="Where uploads are kept; default: INDEX-uploads."
        ),
    ] = None
    fetch_from: Annotated[
        list[str] | None,
        typer.Option(
            "--fetch-from",
            metavar="URL",
            help="A web server of your own network whose pages may be added; repeatable.",
        ),
    ] = None
    max_upload: Annotated[
        int, typer.Option("--max-upload", metavar="MIB", help="Largest upload.", min=1, max=10_000)
    ] = 64
    page: Annotated[
        bool,
        typer.Option("--page/--no-page", metavar="", help="Serve the page.", show_default=False),
    ] = True
    log_text: Annotated[
        bool,
        typer.Option("--log-text", metavar="", help="Write questions and answers into the log."),
    ] = False
    otel: Annotated[
        bool,
        typer.Option(
            "--otel",
            metavar="",
            help="Send a trace of every answer to OTEL_EXPORTER_OTLP_ENDPOINT.",
        ),
    ] = False
