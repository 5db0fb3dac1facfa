"""`python -m assay.bench.speed`: measure speed and memory on this machine."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from assay.bench.speed.plan import Plan
from assay.bench.speed.report import as_data, as_tables
from assay.bench.speed.suite import run
from assay.errors import AssayError

_QUICK = Plan(
    sizes=(1_000,),
    questions=8,
    index_passages=150,
    pairs=60,
    most_seconds=10,
    limit_seconds=1,
    with_t5=False,
)


def main(
    out: Annotated[Path, typer.Option(help="The file for the results as JSON.")] = Path(
        "build/speed.json"
    ),
    data: Annotated[
        Path | None, typer.Option(help="A folder of texts to use instead of Python's own.")
    ] = None,
    quick: Annotated[
        bool, typer.Option(help="A small run to see that all works; its numbers mean little.")
    ] = False,
) -> None:
    """Measure indexing, asking and scoring, and print ratios of this one run."""
    full = _QUICK if quick else Plan()
    plan = replace(full, data=data)
    messages = Console(stderr=True)
    try:
        results = run(plan, lambda what: messages.print(f"{what} ...", style="dim"))
    except AssayError as error:
        messages.print(
            f"error: {error}", *([f"hint: {error.hint}"] if error.hint else []), sep="\n"
        )
        raise typer.Exit(error.exit_code) from error
    Console(width=160).print(as_tables(results))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(as_data(results), indent=2) + "\n", encoding="utf-8")
    messages.print(f"written to {out}")


if __name__ == "__main__":
    typer.run(main)
