"""`assay bench report`: the page of a run, made anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run.")],
    questions: Annotated[
        int | None,
        typer.Option(
            "--questions",
            metavar="N",
            min=0,
            help="Questions on the page, those first on which the systems differ; default: 500.",
        ),
    ] = None,
) -> int:
    """Write report.html and plots/ into the folder of a run, also of one that is not done.

    The page opens offline: tables with intervals, plots, and every question with the answers of
    all systems side by side, their citations and their evidence. They need assay-rag-bench[plots].

    [bold]Examples[/bold]

    assay bench report runs/popqa
    """
    from assay.cli.console import print_text
    from assay_bench.report.page import MAX_QUESTIONS
    from assay_bench.report.write import write_report

    most = MAX_QUESTIONS if questions is None else questions
    print_text(f"{write_report(folder, max_questions=most)}\n")
    return 0
