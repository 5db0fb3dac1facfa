"""The options for knowledge outside the index, the same in every command that answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

Web = Annotated[
    bool | None,
    typer.Option(
        "--web/--no-web",
        help="Search the web when the index has no answer; --no-web forbids every connection.",
        show_default=False,
    ),
]
Engine = Annotated[
    list[str] | None,
    typer.Option(
        "--engine", metavar="NAME", help="A search engine to ask; repeat it for the next in turn."
    ),
]
ZimFile = Annotated[
    list[Path] | None,
    typer.Option("--zim", metavar="FILE", help="An offline encyclopaedia (Kiwix); repeatable."),
]
FallbackIndex = Annotated[
    Path | None,
    typer.Option("--fallback-index", metavar="DIR", help="A second index, asked as external."),
]
Offline = Annotated[
    bool, typer.Option("--offline", help="Use cached pages, ZIM files and indexes only.")
]
Prefer = Annotated[
    list[str] | None,
    typer.Option("--prefer", metavar="DOMAIN", help="Read pages of this domain first; repeatable."),
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
