"""`assay bench speed`: speed and memory on this machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay_documents.sandbox.regular_file import refuse_irregular

if TYPE_CHECKING:
    from assay_bench.speed.plan import Plan

OutFile = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The results as JSON.")]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Texts to use instead of Python's own."),
]
Quick = Annotated[
    bool,
    typer.Option(
        "--quick", metavar="", help="A small run to see that all works; its numbers mean little."
    ),
]
External = Annotated[
    bool,
    typer.Option("--external", metavar="", help="Only what a look outside the index costs."),
]


def command(
    out: OutFile = Path("build/speed.json"),
    data: DataFolder = None,
    quick: Quick = False,
    external: External = False,
) -> int:
    """Measure indexing, asking and scoring, and print ratios of this one run.

    [bold]Examples[/bold]

    assay bench speed

    assay bench speed --quick

    assay bench speed --external
    """
    if external:
        from assay_bench.speed.external import measure, report

        typer.echo(report(measure()))
        return 0
    refuse_irregular(out)  # before minutes of measuring
    return _measure(out, _plan(data, quick))


def _plan(data: Path | None, quick: bool) -> Plan:
    from assay_bench.speed.plan import QUICK, Plan

    return replace(QUICK if quick else Plan(), data=data)


def _measure(out: Path, plan: Plan) -> int:
    import json

    from rich.console import Console

    from assay.cli.console import err
    from assay_bench.speed.report import as_data, as_tables
    from assay_bench.speed.suite import run

    results = run(plan, lambda what: err().print(f"{what} ...", style="dim"))
    Console(width=160).print(as_tables(results))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(as_data(results), indent=2) + "\n", encoding="utf-8")
    err().print(f"written to {out}", soft_wrap=True)
    return 0
