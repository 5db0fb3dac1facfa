"""`assay bench generators`, `claims`, `verification`, `refinement`: single parts of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DataFolder = Annotated[Path, typer.Option("--data", metavar="DIR", help="Folder of the datasets.")]
OutFolder = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where results go.")]
MaybeOut = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="DIR", help="Where results go as well.")
]
Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="At most N of each file.")
]
OnlyGenerators = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="NAME", help="A generator to measure; repeatable."),
]
NoScorer = Annotated[
    bool, typer.Option("--no-scorer", metavar="", help="Check citations by words alone.")
]
Threads = Annotated[
    int, typer.Option("--threads", metavar="N", min=0, help="CPU threads of the language model.")
]
OnlyParts = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="PART", help="claims, answers, citations or speed; repeatable."),
]
ClaimFiles = Annotated[
    list[str] | None,
    typer.Option("--claims", metavar="NAME", help="A file of claims; repeatable; default: all."),
]
Words = Annotated[
    bool,
    typer.Option("--words", metavar="", help="Overlap of words alone: what the network adds."),
]


def generators(
    data: DataFolder,
    out: OutFolder,
    limit: Limit = None,
    only: OnlyGenerators = None,
    no_scorer: NoScorer = False,
    threads: Threads = 0,
) -> int:
    """Measure how well generators answer, cite and abstain on questions with given evidence.

    What a language model said is kept in the folder: run it again and only the check is made.

    [bold]Examples[/bold]

    assay bench generators --data DIR --out runs/generators --limit 100
    """
    from assay_bench.generators.run import measure

    text = measure(
        data, out, limit=limit, only=only or (), with_scorer=not no_scorer, threads=threads
    )
    typer.echo(text)
    return 0


def claims(data: DataFolder) -> int:
    """Measure how far the check of a generator's sentences agrees with people.

    [bold]Examples[/bold]

    assay bench claims --data DIR
    """
    from assay_bench.generators.claims import table

    typer.echo(table(data))
    return 0


def verification(
    data: DataFolder,
    out: MaybeOut = None,
    limit: Limit = None,
    only: OnlyParts = None,
    claims: ClaimFiles = None,
    words: Words = False,
) -> int:
    """Measure the verifier on claims, judged answers and citations, and its speed.

    [bold]Examples[/bold]

    assay bench verification --data DIR --limit 500

    assay bench verification --data DIR --only claims --words
    """
    from assay_bench.verification.claims import FILES
    from assay_bench.verification.run import PARTS, measure

    text = measure(
        data, out, limit=limit, only=only or PARTS, claims=claims or tuple(FILES), words=words
    )
    typer.echo(text)
    return 0


def refinement(
    data: DataFolder,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="Questions of each dataset.")
    ] = 200,
) -> int:
    """Compare strips scored in the pass over their passage with strips scored again.

    [bold]Examples[/bold]

    assay bench refinement --data DIR --limit 150
    """
    from assay_bench.refinement import compared

    for line in compared(data, limit):
        typer.echo(line)
    return 0
