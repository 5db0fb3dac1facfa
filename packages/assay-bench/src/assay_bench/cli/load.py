"""`assay bench load`: many askers against a server of its own."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from assay.cli.options import AsJson, IndexDir

Askers = Annotated[
    int, typer.Option("--askers", metavar="N", help="Askers at once.", min=2, max=1000)
]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", help="Rounds of all three.", min=1)]
Seconds = Annotated[
    float, typer.Option("--seconds", metavar="S", help="Seconds of each measurement.", min=1)
]
Soak = Annotated[
    float, typer.Option("--soak", metavar="MINUTES", help="Minutes to watch the memory.", min=0)
]


def command(
    index: IndexDir = None,
    askers: Askers = 32,
    rounds: Rounds = 3,
    seconds: Seconds = 30,
    soak: Soak = 0,
    as_json: AsJson = False,
) -> int:
    """Start a server and ask it from many sides: throughput, fairness, shedding, memory.

    Every question is new, so that nothing is answered from memory. In turn are measured what the
    encoder scores alone, what one asker gets, and what all get together; the ratios are of figures
    from the same run. Without --index, text that every Python carries is indexed first.

    [bold]Examples[/bold]

    assay bench load

    assay bench load --askers 32 --soak 10 --json
    """
    from assay.cli.console import err, print_json
    from assay_bench.load.measure import LoadPlan, measure_load
    from assay_bench.load.report import load_facts, load_table

    plan = LoadPlan(askers, rounds, seconds, soak_minutes=soak)
    with TemporaryDirectory(prefix="assay-load-") as folder:
        result = measure_load(
            Path(folder), plan, index, lambda line: err().print(line, style="dim")
        )
    if as_json:
        print_json(load_facts(result))
    else:
        typer.echo(load_table(result), nl=False)
    return 0
