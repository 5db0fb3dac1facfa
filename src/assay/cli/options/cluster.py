"""Where the work is done: here, or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.options.answering import OUTSIDE, Outside
from assay.errors import InputError, UnsafeAddressError
from assay.extras import require

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
        help="Who does the work: this process, or a Ray cluster (extra ray).",
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
SearchEngineOrRay = Annotated[
    list[str] | None,
    typer.Option(
        "--engine",
        metavar="NAME|ray",
        help="A search engine to ask; repeat it for the next in turn. The name"
        " ray is no search engine: it has a Ray cluster answer.",
        rich_help_panel=OUTSIDE,
    ),
]


@dataclass(frozen=True, slots=True)
class OutsideOnCluster(Outside):
    """Where knowledge outside the index may come from, and where the work is done."""

    engine: SearchEngineOrRay = None
    ray_address: RayAddress = None

    @property
    def on_ray(self) -> bool:
        """True when the work is for a Ray cluster."""
        return RAY in (self.engine or ())

    def flags(self) -> dict[str, Any]:
        """The options as settings."""
        flags = Outside.flags(self)
        engines = [name for name in self.engine or () if name != RAY]
        flags["search"]["engines"] = engines or None
        return flags


def on_ray(engine: str) -> bool:
    """True when the work is for a Ray cluster."""
    if engine not in {HERE, RAY}:
        raise InputError(f"there is no engine {engine!r}", hint=f"choose {HERE} or {RAY}")
    return engine == RAY


@contextmanager
def ray_cluster(address: str | None, settings: Settings) -> Iterator[Any]:
    """Ray, connected; where the network is forbidden, only one on this machine will do."""
    if address not in {None, HERE} and settings.search.web is False:
        raise UnsafeAddressError(
            "the network is switched off (--no-web, or search.web = false), so no cluster can be"
            " joined",
            hint="leave out --ray-address, or do not forbid the network",
        )
    require("assay_ray", RAY)
    from assay_ray.connect import connected

    # Ray reports each worker that dies on standard output, which belongs to what was asked for.
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), connected(address) as ray:
        yield ray
