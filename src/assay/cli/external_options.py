"""The options for knowledge outside the index, the same in every command that answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

PANEL = "When the index does not hold the answer"

Web = Annotated[
    bool | None,
    typer.Option(
        "--web/--no-web",
        metavar="",
        help="Search the web when the index has no answer; --no-web forbids every connection.",
        rich_help_panel=PANEL,
        show_default=False,
    ),
]
Engine = Annotated[
    list[str] | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="A search engine to ask; repeat it for the next in turn.",
        rich_help_panel=PANEL,
    ),
]
ZimFile = Annotated[
    list[Path] | None,
    typer.Option(
        "--zim",
        metavar="FILE",
        help="An offline encyclopaedia (Kiwix); repeatable.",
        rich_help_panel=PANEL,
    ),
]
FallbackIndex = Annotated[
    Path | None,
    typer.Option(
        "--fallback-index",
        metavar="DIR",
        help="A second index, asked as external.",
        rich_help_panel=PANEL,
    ),
]
Offline = Annotated[
    bool,
    typer.Option(
        "--offline",
        metavar="",
        help="Use cached pages, ZIM files and indexes only.",
        rich_help_panel=PANEL,
    ),
]
Prefer = Annotated[
    list[str] | None,
    typer.Option(
        "--prefer",
        metavar="DOMAIN",
        help="Read pages of this domain first; repeatable.",
        rich_help_panel=PANEL,
    ),
]


def external_flags(
    web: bool | None,
    engine: list[str] | None,
    zim: list[Path] | None,
    fallback_index: Path | None,
    offline: bool,
    prefer: list[str] | None,
) -> dict[str, Any]:
    """The flags as settings of the section [search]; with --no-web the process is cut off."""
    if web is False:
        from assay.adapters.web.no_network import forbid_network

        forbid_network()
    return {
        "web": web,
        "engines": engine or None,
        "zim": zim or None,
        "fallback_index": fallback_index,
        "offline": offline or None,
        "prefer": prefer or None,
    }
