"""`assay serve`: the same answers over HTTP, with a page that shows the reasoning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import ConfigFile, index_path
from assay.cli.options.answering import Retrieving, Writing
from assay.cli.options.cluster import PANEL, OutsideOnCluster
from assay.cli.options.groups import expanded
from assay.errors import IndexMissingError, InputError

if TYPE_CHECKING:
    from assay.config import Settings
    from assay_server.options import ServeOptions

Also = Annotated[
    list[Path] | None,
    typer.Option(
        "--also",
        metavar="NAME|DIR|URL",
        help="Another index, chosen in the page and by requests; repeatable.",
        parser=index_path,
    ),
]
WHERE = "Where it listens and to whom"
HOW_MUCH = "How much it takes on"
LANGUAGE_MODELS_AT_ONCE = 8
"""Questions at a time when a server writes the answers: the cores are idle meanwhile."""

Host = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="Address.", rich_help_panel=WHERE)
]
Port = Annotated[
    int,
    typer.Option("--port", metavar="N", help="Port.", min=0, max=65535, rich_help_panel=WHERE),
]
KeysFile = Annotated[
    Path | None,
    typer.Option(
        "--keys", metavar="FILE", help="Keys that `assay keys` made.", rich_help_panel=WHERE
    ),
]
AllowedHost = Annotated[
    list[str] | None,
    typer.Option(
        "--allowed-host",
        metavar="NAME",
        help="A name the server may be reached by; repeatable.",
        rich_help_panel=WHERE,
    ),
]
Insecure = Annotated[
    bool,
    typer.Option(
        "--insecure",
        metavar="",
        help="Listen on other machines' networks without any key.",
        rich_help_panel=WHERE,
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers",
        metavar="N",
        help="Processes; one keeps all cores busy.",
        min=1,
        max=64,
        rich_help_panel=HOW_MUCH,
    ),
]
Replicas = Annotated[
    int | None,
    typer.Option(
        "--replicas",
        metavar="N",
        help="With --engine ray: replicas at most; default: as many as there are processors for.",
        min=1,
        rich_help_panel=PANEL,
    ),
]
Parallel = Annotated[
    int | None,
    typer.Option(
        "--parallel",
        metavar="N",
        help="Questions at a time; 2, or 8 when a model's server writes.",
        min=1,
        max=256,
        rich_help_panel=HOW_MUCH,
    ),
]
Queue = Annotated[
    int,
    typer.Option(
        "--queue",
        metavar="N",
        help="Questions that may wait; more get 429.",
        min=1,
        rich_help_panel=HOW_MUCH,
    ),
]
Rate = Annotated[
    float,
    typer.Option(
        "--rate",
        metavar="N",
        help="Requests a minute from each key or address; 0: no limit.",
        min=0,
        rich_help_panel=HOW_MUCH,
    ),
]
Seconds = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="S",
        help="Longest a request may take, waiting included.",
        min=1,
        rich_help_panel=HOW_MUCH,
    ),
]
Create = Annotated[
    bool,
    typer.Option("--create", metavar="", help="Begin with an empty index where there is none."),
]
Uploads = Annotated[
    Path | None,
    typer.Option(
        "--uploads", metavar="DIR", help="Where uploads are kept; default: INDEX-uploads."
    ),
]
MaxUpload = Annotated[
    int, typer.Option("--max-upload", metavar="MIB", help="Largest upload.", min=1, max=10_000)
]
Page = Annotated[
    bool,
    typer.Option("--page/--no-page", metavar="", help="Serve the page.", show_default=False),
]
LogText = Annotated[
    bool, typer.Option("--log-text", metavar="", help="Write questions and answers into the log.")
]
Otel = Annotated[
    bool,
    typer.Option(
        "--otel", metavar="", help="Send a trace of every answer to OTEL_EXPORTER_OTLP_ENDPOINT."
    ),
]


@expanded
def command(
    *,
    retrieving: Retrieving,
    also: Also = None,
    host: Host = "127.0.0.1",
    port: Port = 8017,
    keys: KeysFile = None,
    allowed_host: AllowedHost = None,
    insecure: Insecure = False,
    workers: Workers = 1,
    parallel: Parallel = None,
    queue: Queue = 64,
    rate: Rate = 600,
    seconds: Seconds = 120,
    create: Create = False,
    uploads: Uploads = None,
    max_upload: MaxUpload = 64,
    page: Page = True,
    log_text: LogText = False,
    otel: Otel = False,
    outside: OutsideOnCluster,
    replicas: Replicas = None,
    writing: Writing,
    config: ConfigFile = None,
) -> int:
    """Answer over HTTP: a page at /, an API at /v1, OpenAI's clients and MCP's at /mcp.

    Only this machine can reach it unless --host says otherwise, and then keys are needed. The
    index may be empty: documents can be dropped onto the page. Ctrl-C finishes what is running.

    With --engine ray the same server runs as replicas on a Ray cluster (extra ray-serve): one to
    begin with, more while all are busy, a new one for each that dies.

    [bold]Examples[/bold]

    assay serve --index my-index

    assay serve -i my-index --generator local --verify

    assay serve -i my-index --also manuals --also minutes

    assay serve -i uploads --create

    assay keys add team && assay serve -i my-index --host 0.0.0.0

    assay serve -i /shared/my-index --engine ray --replicas 8
    """
    from assay.cli.loaded import loaded_settings
    from assay_server.guard.keys import default_keys_file
    from assay_server.options import MEBIBYTE, ServeOptions

    flags = {**retrieving.flags(), **outside.flags(), **writing.flags()}
    settings = loaded_settings(config, flags)
    _check_engine(workers, replicas, on_ray=outside.on_ray)
    for each in (None, *(also or ())):
        _check_index(settings, each, create=create)
    usual = LANGUAGE_MODELS_AT_ONCE if settings.generator.name == "chat" else 2
    options = ServeOptions(
        host=host,
        port=port,
        workers=workers,
        parallel=parallel or usual,
        queue=queue,
        rate=rate,
        seconds=seconds,
        also=tuple(also or ()),
        uploads=uploads,
        max_upload_bytes=max_upload * MEBIBYTE,
        keys=keys or default_keys_file(),
        allowed_hosts=tuple(allowed_host or ()),
        insecure=insecure,
        page=page,
        log_text=log_text,
        otel=otel,
    )
    if outside.on_ray:
        _serve_on_ray(settings, options, outside.ray_address, replicas)
        return 0
    from assay_server.run import serve

    serve(settings, options, announce)
    return 0


def _check_engine(workers: int, replicas: int | None, *, on_ray: bool) -> None:
    """Raise an error for an option that belongs to the other engine."""
    if on_ray and workers > 1:
        raise InputError("--workers is for one machine", hint="with --engine ray use --replicas N")
    if replicas is not None and not on_ray:
        raise InputError("--replicas is for --engine ray", hint="add it, or use --workers N")


def _check_index(settings: Settings, other: Path | None, *, create: bool) -> None:
    """Raise IndexMissingError if there is no index to serve, unless `create` allows for that."""
    from assay.indexing.manifest import read_manifest
    from assay.indexing.names import index_folder
    from assay.wiring import index_dir

    try:
        read_manifest(index_dir(settings) if other is None else index_folder(other))
    except IndexMissingError as error:
        if not create:
            hint = f"{error.hint}; or add --create and upload documents"
            raise IndexMissingError(str(error), hint) from None


def _serve_on_ray(
    settings: Settings, options: ServeOptions, address: str | None, replicas: int | None
) -> None:
    from assay.cli.options.cluster import ray_cluster
    from assay.extras import require

    require("assay_ray", "ray-serve")
    from assay_ray.serving import check_extra, serve_on_ray

    check_extra()
    with ray_cluster(address, settings) as ray:
        serve_on_ray(ray, settings, options, replicas, announce)


def announce(address: str) -> None:
    """Say that the server listens, and where."""
    from assay.cli.console import err

    err().print(f"assay is ready: {address}  (Ctrl-C stops it)", style="bold", soft_wrap=True)
