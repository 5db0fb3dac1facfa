"""Everything of the papers in one command: each experiment in its folder, all on one page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.errors import AssayError, InputError
from assay_bench.experiments.claims import in_short
from assay_bench.experiments.two_sources import with_two_sources
from assay_bench.request import Request
from assay_bench.runs.finish import SUMMARY

Runs = Callable[[Request], Path]

# Questions of each: chosen so that two cores without a language model need less than an hour, by
# what each answer cost in processor time.
QUICK = {
    "crag.table1": 60,
    "crag.table2": 60,
    "crag.table3": 60,
    "crag.table4": 60,
    "crag.table5": 60,
    "crag.table6": 60,
    "crag.table11": 60,
    "crag.figure3": 30,
    "crag.raw": 12,
    "crag.raw_figure3": 10,
    "cov_rag.table2": 20,
    "cov_rag.table5": 20,
    "cov_rag.table6": 10,
    "cov_rag.table7": 20,
    "strategies": 25,
    "profiles": 10,
    "two_hops": 20,
    "several_steps": 10,
}
"""An experiment's module below `assay_bench.experiments`, in the order of the page."""
RAW = ("crag.raw", "profiles")
OVER_AN_INDEX = ("cov_rag.", "strategies")


@dataclass(frozen=True, slots=True)
class Done:
    """What came of one experiment: its page, or why there is none."""

    name: str
    page: str = ""
    figures: tuple[Mapping[str, Any], ...] = ()
    why: str = ""
    seconds: float = 0.0


def run(request: Request, experiments: Mapping[str, int] | None = None) -> Path:
    """The page of all experiments; what an earlier call has measured is not measured again.

    The limit of the request holds for each of them; without one, `quick` sets its own.
    """
    chosen = QUICK if experiments is None else experiments
    over_an_index = any(name.startswith((*OVER_AN_INDEX, *RAW)) for name in chosen)
    settings, lacking = _indexed(request) if over_an_index else (request.settings, "")
    done = []
    for number, (name, few) in enumerate(chosen.items(), 1):
        request.announce(f"{number} of {len(chosen)}: {name}")
        limit = request.limit or (few if request.quick else None)
        own = settings if name.startswith(OVER_AN_INDEX) else request.settings
        if name.startswith(RAW) and not lacking:
            own = settings
        out = request.out / name.replace(".", "-").replace("_", "-")
        done.append(_one(name, replace(request, out=out, limit=limit, settings=own)))
    return _written(request.out, done, lacking)


def _indexed(request: Request) -> tuple[Settings, str]:
    """The settings with the indexes of the raw set-up, made once for all; or why there are none."""
    try:
        return with_two_sources(request), ""
    except InputError as error:
        return request.settings, f"{error}: experiments over an index were run only as far as named"


def _one(name: str, request: Request) -> Done:
    module = import_module(f"assay_bench.experiments.{name}")
    runs: Runs = module.run
    began = time.monotonic()
    request.out.mkdir(parents=True, exist_ok=True)
    try:
        page = runs(request)
    except AssayError as error:  # one that cannot be run here must not end the others
        return Done(name, why=f"{error}{f' ({error.hint})' if error.hint else ''}")
    figures = tuple(json.loads(page.with_suffix(".json").read_text("utf-8"))["figures"])
    return Done(name, page.read_text("utf-8"), figures, seconds=time.monotonic() - began)


def _written(out: Path, done: list[Done], lacking: str) -> Path:
    """One page: the claims, every experiment's own, one heading lower, what was not run and why."""
    lines = ["# The papers' experiments", ""]
    lines += [f"{lacking}.", ""] if lacking else []
    short = in_short({each.name: each.figures for each in done})
    lines += ["## The claims", "", *short, ""] if short else []
    for each in done:
        if each.page:
            lines += [
                f"#{line}" if line.startswith("#") else line for line in each.page.split("\n")
            ]
            lines += [f"{each.seconds:.0f} seconds in this call.", ""]
    missing = [each for each in done if each.why]
    if missing:
        lines += ["## Not run", ""]
        lines += [f"- {each.name}: {each.why}" for each in missing]
    page = out / SUMMARY
    page.write_text("\n".join(lines).rstrip() + "\n", "utf-8")
    data = {"experiments": [asdict(each) for each in done]}
    page.with_suffix(".json").write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    return page
