"""`assay bench conflicts`: planted passages, and how often their false answer stands alone."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import AsJson, ConfigFile

Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="Folder of the datasets.")]
Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="At most N of each file.")
]


def command(
    data: Data, limit: Limit = None, config: ConfigFile = None, json: AsJson = False
) -> int:
    """Plant passages with a false answer beside good ones, and see whether it stands alone.

    Reads robustness/poisonedrag_hotpot (with the good passages of retrieval/hotpot500) and
    robustness/noiserbench_bamboogle and _tempqa. Every question is asked with the planted passages
    and without them: the second shows how often good sources are said to disagree.

    [bold]Examples[/bold]

    assay bench conflicts --data datasets

    assay bench conflicts --data datasets --limit 20 --json
    """
    from assay.cli.console import print_json, print_text
    from assay.cli.view.progress import progress
    from assay.config import load_settings
    from assay_bench.conflicts.cases import read_cases
    from assay_bench.conflicts.run import ask_all, asking
    from assay_bench.conflicts.table import summary, table

    cases = read_cases(data, limit)
    ask = asking(load_settings(config, {}))
    began = time.monotonic()
    with progress("conflicts", len(cases), "questions") as bar:
        asked = ask_all(
            cases, ask, lambda done, of: bar(done, of, done / (time.monotonic() - began))
        )
    rows = summary(asked)
    if json:
        print_json(rows)
    else:
        print_text(table(rows))
    return 0
