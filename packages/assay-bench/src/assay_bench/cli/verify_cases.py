"""`assay bench verify-cases`: true and false sentences over short texts, and which ones pass."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import AsJson, ConfigFile

SetName = Annotated[
    str,
    typer.Option(
        "--set", metavar="NAME", help="fresh, or held_out and development (both looked at)."
    ),
]
Show = Annotated[bool, typer.Option("--show", help="Print the sentences judged wrongly.")]


def command(
    name: SetName = "fresh", show: Show = False, json: AsJson = False, config: ConfigFile = None
) -> int:
    """Check true and false sentences over short texts, as `assay verify` does.

    Six texts for the report and eighteen for development, each with ten false sentences (another
    number, unit or date, swapped roles, another scope or negation) and six true ones in other words
    or units.

    [bold]Examples[/bold]

    assay bench verify-cases

    assay bench verify-cases --set development --show
    """
    from assay.cli.console import print_json, print_text
    from assay.cli.loaded import loaded_settings
    from assay.errors import InputError
    from assay.wiring import build_verifier
    from assay_bench.verify_cases.measure import SETS, cases, measure, page, summary

    if name not in SETS:
        raise InputError(f"there is no set '{name}'", hint=f"choose from {', '.join(SETS)}")
    figures = summary(measure(build_verifier(loaded_settings(config)), list(cases(name))))
    if json:
        print_json(figures)
        return 0
    print_text(page(figures))
    if show:
        print_text("\n".join(figures["faulty"]))
    return 0
