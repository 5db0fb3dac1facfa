"""`assay bench soak`: mixed load with faults in it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from assay.cli.options import AsJson

Minutes = Annotated[
    float, typer.Option("--minutes", metavar="M", min=0.05, max=10_000, help="How long.")
]
Askers = Annotated[
    int, typer.Option("--askers", metavar="N", min=1, max=1000, help="Askers at once.")
]


def command(minutes: Minutes = 30, askers: Askers = 4, as_json: AsJson = False) -> int:
    """Ask, index and delete at once while things fail: errors, memory, threads, open files.

    A server answers from text that every Python carries; a writer adds and removes a document every
    few seconds and puts the index in order; a fifth of the external searches fail, pages take up
    to two seconds, and the language model's server goes away for five seconds every
    twenty-five. Growth is that of the last third of the run over the second. Linux only.

    Exit code 0 when nothing failed that should not, 1 otherwise.

    [bold]Examples[/bold]

    assay bench soak --minutes 30

    assay bench soak --minutes 3 --json
    """
    from assay.cli.console import err, print_json
    from assay_bench.soak.measure import measure_soak
    from assay_bench.soak.report import soak_facts, soak_table

    with TemporaryDirectory(prefix="assay-soak-") as folder:
        result = measure_soak(
            Path(folder), minutes, askers, lambda line: err().print(line, style="dim")
        )
    if as_json:
        print_json(soak_facts(result))
    else:
        typer.echo(soak_table(result), nl=False)
    failed = result.asked.errors or result.write_errors or result.problems
    return 1 if failed else 0
