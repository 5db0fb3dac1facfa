"""`assay bench compare`: which system is better, and whether that could be chance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import AsJson


def command(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Folders of runs of the same task.")
    ],
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Of the bootstrap.")] = 0,
    json: AsJson = False,
) -> int:
    """Compare all systems of one or more runs, question by question.

    Every pair is compared on the questions both answered: the difference, its 95 % interval by
    paired bootstrap, and p, corrected for the number of pairs. The table is Markdown.

    [bold]Examples[/bold]

    assay bench compare runs/popqa

    assay bench compare runs/small-model runs/large-model --json
    """
    from assay.cli.console import print_json, print_text
    from assay_bench.runs.compare import compare_folders, comparison_json, comparison_table

    comparisons = compare_folders(folders, seed=seed)
    if json:
        print_json(comparison_json(comparisons))
    else:
        print_text(comparison_table(comparisons))
    return 0
