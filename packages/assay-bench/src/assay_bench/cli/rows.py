"""`assay bench publish` and `assay bench stale`: figures into pages, and those that are old."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Results = Annotated[
    Path,
    typer.Option("--results", metavar="DIR", help="Folder of rows.jsonl and the pages it fills."),
]
RESULTS = Path("docs/results")


def publish(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DIR...", help="Folders of experiments; none: only fill the pages."),
    ] = None,
    results: Results = RESULTS,
) -> int:
    """Take the rows of experiments into the results, and write the tables of the pages anew.

    Every row has the commit, the weights and the day it was measured with. A table stands between
    `<!-- rows: EXPERIMENT, QUESTIONS, MEASURE -->` and `<!-- end of rows -->`.

    [bold]Examples[/bold]

    assay bench publish runs/table1 runs/table5
    """
    from assay.cli.console import print_text
    from assay_bench.rows.page import fill_page
    from assay_bench.rows.row import ROWS, read_rows, replaced, write_rows

    place = results / ROWS
    rows = read_rows(place) if place.is_file() else []
    for folder in folders or ():
        rows = replaced(rows, read_rows(folder / ROWS))
    write_rows(place, rows)
    rows = read_rows(place)
    changed = [page.name for page in sorted(results.glob("*.md")) if fill_page(page, rows)]
    print_text(f"{len(rows)} rows; written anew: {', '.join(changed) or 'nothing'}\n")
    return 0


def stale(
    results: Results = RESULTS,
    strict: Annotated[
        bool, typer.Option("--strict", metavar="", help="Exit with 1 where any row is old.")
    ] = False,
) -> int:
    """List the rows that are older than the scorer, reader or verifier they were measured with.

    Old is what was measured with other code (comments and docstrings do not count) or weights.

    [bold]Examples[/bold]

    assay bench stale
    """
    from assay.cli.console import print_text
    from assay.config import Settings
    from assay_bench.rows.age import listed, outdated
    from assay_bench.rows.made import parts_now
    from assay_bench.rows.row import ROWS, read_rows

    rows = read_rows(results / ROWS)
    found = outdated(rows, parts_now(Settings()))
    lines = [f"{len(found)} of {len(rows)} rows are older than what they were measured with"]
    print_text("\n".join([*lines, *(f"- {line}" for line in listed(found))]) + "\n")
    return int(strict and bool(found))
