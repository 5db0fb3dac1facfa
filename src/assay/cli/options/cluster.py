"""Where the work is done: here, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.errors import InputError, UnsafeAddressError

if TYPE_CHECKING:
    from assay.config import Settings

RAY = "ray"
HERE = "local"
PANEL = "On many machines"

WorkEngine = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="local|ray",
        help="Who does the work: this process, or a Ray cluster (extra [bold]ray[/bold]).",
        rich_help_panel=PANEL,
    ),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray-address",
        metavar="HOST:PORT|auto",
        help="The cluster for --engine ray; without it, a Ray of its own on this machine.",
        envvar="RAY_ADDRESS",
        rich_help_panel=PANEL,
    ),
]


def on_ray(engine: str) -> bool:
    """True when the work is for a Ray cluster."""
    if engine not in {HERE, RAY}:
        raise InputError(f"there is no engine {engine!r}", hint=f"choose {HERE} or {RAY}")
    return engine == RAY


@contextmanager
def ray_cluster(address: str | None, settings: Settings) -> Iterator[Any]:
    """Ray, connected; where the network is forbidden, only one on this machine will do."""
    if address is not None and settings.search.web is False:
        raise UnsafeAddressError(
            "the network is switched off (--no-web, or search.web = false), so no cluster can be"
            " joined",
            hint="leave out --ray-address, or do not forbid the network",
        )
    from assay.cluster.connect import connected

    with connected(address) as ray:
        yield ray
