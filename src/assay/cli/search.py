"""`assay search`: what a search engine finds, as assay would see it."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import AsJson


def command(
    query: Annotated[str, typer.Argument(help="The words to search for.", show_default=False)],
    engine: Annotated[
        str, typer.Option("--engine", metavar="NAME", help="Which engine; see `assay doctor`.")
    ] = "wikipedia",
    as_json: AsJson = False,
) -> int:
    """Ask one search engine and show its results; nothing is read or answered.

    [bold]Examples[/bold]

    assay search "Henry Feilden, occupation"

    assay search "lighthouse keepers" --engine serper --json
    """
    import os

    from assay.adapters.search.engines import make_engine
    from assay.cli.console import out, print_json

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
