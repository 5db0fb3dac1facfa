"""`assay search`: what a search engine outside finds, as assay would see it."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import AsJson, ConfigFile


def command(
    query: Annotated[str, typer.Argument(help="The words to search for.", show_default=False)],
    engine: Annotated[
        str, typer.Option("--engine", metavar="NAME", help="Which engine; see `assay doctor`.")
    ] = "wikipedia",
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Ask a search engine outside and show its results; nothing is read or answered.

    To search your own documents, use [bold]assay find[/bold].

    [bold]Examples[/bold]

    assay search "Henry Feilden, occupation"

    assay search "lighthouse keepers" --engine serper --json
    """
    import os

    from assay.adapters.search.engines import make_engine
    from assay.adapters.web.no_network import SWITCHED_OFF
    from assay.cli.console import out, print_json
    from assay.cli.loaded import loaded_settings
    from assay.errors import SettingsError

    if loaded_settings(config).search.web is False:
        raise SettingsError(SWITCHED_OFF, hint="leave the setting search.web out")
    hits = make_engine(engine, os.environ, seconds=10.0).find(query)
    if as_json:
        rows = [{"url": hit.url, "title": hit.title, "snippet": hit.snippet} for hit in hits]
        print_json({"engine": engine, "query": query, "hits": rows})
        return 0
    console = out()
    for number, hit in enumerate(hits, 1):
        console.print(f"{number:>2}  {hit.title or hit.url}", style="bold", markup=False)
        console.print(f"    {hit.url}", markup=False, soft_wrap=True)
        if hit.snippet:
            console.print(f"    {hit.snippet}", markup=False)
    if not hits:
        console.print(f"{engine} found nothing for '{query}'", markup=False)
    return 0
