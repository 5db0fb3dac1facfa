"""`assay serve`: the same answers over HTTP, with a page that shows the reasoning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import ConfigFile
from assay.cli.options.answering import Retrieving, Writing
from assay.cli.options.cluster import PANEL, OutsideOnCluster
from assay.cli.options.groups import expanded
from assay.errors import IndexMissingError, InputError
from assay_server.cli.serve_options import Also, Keeping, Listening, Load

if TYPE_CHECKING:
    from assay.config import Settings
    from assay_server.options import ServeOptions

LANGUAGE_MODELS_AT_ONCE = 8
"""Questions at a time when a server writes the answers: the cores are idle meanwhile."""

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


@expanded
def command(
    *,
    retrieving: Retrieving,
    also: Also = None,
    listening: Listening,
    load: Load,
    keeping: Keeping,
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

    flags = {**retrieving.flags(), **outside.flags(), **writing.flags()}
    settings = loaded_settings(config, flags)
    _check_engine(load.workers, replicas, on_ray=outside.on_ray)
    for each in (None, *(also or ())):
        _check_index(settings, each, create=keeping.create)
    options = _options(settings, listening, load, keeping, also)
    if outside.on_ray:
        _serve_on_ray(settings, options, outside.ray_address, replicas)
        return 0
    from assay_server.run import serve

    serve(settings, options, announce)
    return 0


def _options(
    settings: Settings,
    listening: Listening,
    load: Load,
    keeping: Keeping,
    also: Sequence[Path] | None,
) -> ServeOptions:
    from assay.adapters.web.addresses import checked_url
    from assay_server.guard.keys import default_keys_file
    from assay_server.options import MEBIBYTE, ServeOptions

    for each in keeping.fetch_from or ():
        checked_url(each)
    usual = LANGUAGE_MODELS_AT_ONCE if settings.generator.name == "chat" else 2
    return ServeOptions(
        host=listening.host,
        port=listening.port,
        keys=listening.keys or default_keys_file(),
        allowed_hosts=tuple(listening.allowed_host or ()),
        insecure=listening.insecure,
        workers=load.workers,
        parallel=load.parallel or usual,
        queue=load.queue,
        rate=load.rate,
        seconds=load.seconds,
        also=tuple(also or ()),
        uploads=keeping.uploads,
        fetch_from=tuple(keeping.fetch_from or ()),
        max_upload_bytes=keeping.max_upload * MEBIBYTE,
        page=keeping.page,
        log_text=keeping.log_text,
        otel=keeping.otel,
    )


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

    folder = index_dir(settings) if other is None else index_folder(other)
    try:
        read_manifest(folder)
    except IndexMissingError as error:
        if create and folder.exists() and not folder.is_dir():
            raise InputError(f"{folder} is no folder", "name another place for the index") from None
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
