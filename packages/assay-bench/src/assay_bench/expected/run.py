"""`assay bench selfcheck`: whether the shipped models still measure what they should."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from assay.errors import InputError, ModelError
from assay_bench.expected.expectation import Met, check, read_expected
from assay_bench.request import Request
from assay_bench.runs.finish import finish
from assay_bench.runs.folder import RECORDS
from assay_bench.runs.run import run as run_systems
from assay_bench.runs.system import named_systems
from assay_bench.tasks.load import load_task

HERE = Path(__file__).parent
PAGE = "selfcheck.md"


def run(request: Request) -> Path:
    """The page with every figure beside what it should be; an error when one is off."""
    expected = read_expected(HERE / "varholm.toml")
    task = load_task("custom", expected.questions)
    systems = named_systems(expected.systems, request.settings)
    if (request.out / RECORDS).exists():
        raise InputError(
            f"{request.out} holds an earlier run",
            hint="use a new folder: old answers prove nothing",
        )
    run_systems(task, systems, request.out, seed=request.seed, progress=request.progress)
    finish(request.out)
    met = check(expected.figures, json.loads((request.out / "summary.json").read_text("utf-8")))
    place = request.out / PAGE
    place.write_text(_page(expected.about, met), "utf-8")
    figures = [
        {**asdict(each.expected), "measured": each.measured, "within": each.within} for each in met
    ]
    place.with_suffix(".json").write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    if off := [each for each in met if not each.within]:
        first = off[0].expected
        raise ModelError(
            f"{len(off)} of {len(met)} figures are off, first {first.system} {first.measure}",
            hint=f"see {place}; only the models and settings that are shipped give these figures",
        )
    return place


def _page(about: str, met: list[Met]) -> str:
    lines = [
        "# Selfcheck",
        "",
        f"{about}.",
        "",
        "| system | figure | expected | within | measured | |",
        "|---|---|---|---|---|---|",
    ]
    for each in met:
        wanted = each.expected
        measured = "missing" if each.measured is None else f"{each.measured:.3f}"
        lines.append(
            f"| {wanted.system} | {wanted.measure} | {wanted.value:.3f} | {wanted.tolerance:.3f}"
            f" | {measured} | {'yes' if each.within else '**off**'} |"
        )
    return "\n".join(lines) + "\n"
