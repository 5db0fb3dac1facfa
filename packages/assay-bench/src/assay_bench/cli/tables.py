"""`assay bench tables`: known tables in many layouts, and what the readers make of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import AsJson

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Folder of PDF files to look at instead."),
]


def command(data: Data = None, json: AsJson = False) -> int:
    """Write tables whose content is known in 90 layouts, read them, and compare.

    Forty are PDF files (numbers set to the right, names of two lines, years above several columns,
    footnotes, amounts in brackets, tables that go on over pages, units above them), the others
    Word, Excel, HTML, Markdown and CSV. With --data the rows that are found in PDF files of your
    own are compared with the lines of their pages; how many lines within a sentence are parted, and
    which of their bookmarks are found as headings, is said as well.

    [bold]Examples[/bold]

    assay bench tables

    assay bench tables --data reports --json
    """
    from dataclasses import asdict

    from assay.cli.console import print_json, print_text
    from assay_bench.tables import over_files, pages
    from assay_bench.tables.measure import layouts, measure
    from assay_bench.tables.report import page, summary

    if data is not None:
        rows, lines = list(over_files.rows_of_files(data)), list(pages.pages_of_files(data))
        if json:
            print_json({"rows": [asdict(e) for e in rows], "pages": [asdict(e) for e in lines]})
        else:
            print_text(f"{over_files.table_of(rows)}\n{pages.table_of(lines)}")
        return 0
    figures = summary([measure(layout) for layout in layouts()])
    if json:
        print_json(figures)
    else:
        print_text(page(figures))
    return 0
