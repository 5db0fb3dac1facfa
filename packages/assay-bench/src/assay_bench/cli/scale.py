"""`assay bench scale`: how an index grows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import AsJson

Sizes = Annotated[
    list[int] | None,
    typer.Option(
        "--size", metavar="N", min=100, max=100_000_000, help="Passages; repeat it for more sizes."
    ),
]
Questions = Annotated[
    int, typer.Option("--questions", metavar="N", min=2, max=10_000, help="Questions to search.")
]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Texts to use instead of Python's own."),
]


def command(
    size: Sizes = None,
    questions: Questions = 50,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> int:
    """Build and search indexes of growing size: time, memory and bytes for each passage, recall.

    The text is synthetic, put together from sentences of one topic each; so are the vectors, each
    the mean of the real vectors of its sentences with a little noise. Each size is written in one
    process and searched in another, whose memory is its own. Times to retrieve are without
    embedding the question. Recall is the part of the 50 nearest that the vector index finds.

    [bold]Examples[/bold]

    assay bench scale

    assay bench scale --size 10000 --size 100000 --size 1000000 --json
    """
    from assay.cli.console import err, print_json
    from assay_bench.scale.measure import measure_scale
    from assay_bench.scale.report import scale_facts, scale_table

    sizes = sorted(size or (10_000, 100_000))
    machine, found = measure_scale(
        sizes, questions, data, lambda line: err().print(line, style="dim")
    )
    if as_json:
        print_json(scale_facts(machine, found))
    else:
        typer.echo(scale_table(machine, found), nl=False)
    return 0
