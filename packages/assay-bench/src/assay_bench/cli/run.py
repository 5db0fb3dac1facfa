"""`assay bench TASK`: strategies over a dataset, resumable, with figures at the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import AsJson, ConfigFile
from assay.cli.options.answering import Retrieving, Writing
from assay.cli.options.cluster import OutsideOnCluster, ray_cluster
from assay.cli.options.groups import Only, expanded

if TYPE_CHECKING:
    from assay_bench.request import Progress

DATA = "What is asked"
SERVED = 4
"""Questions at a time when a server does the work; our own models use every core by themselves."""
SECONDS_BETWEEN_LINES = 20.0
DataPath = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="PATH", help="File or folder of the dataset.", rich_help_panel=DATA
    ),
]
DataUrl = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help="Fetch the data file; needs --sha256; kept in the cache.",
        rich_help_panel=DATA,
    ),
]
Sha256 = Annotated[
    str | None,
    typer.Option(
        "--sha256", metavar="HEX", help="Checksum of the file at --url.", rich_help_panel=DATA
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit",
        metavar="N",
        min=1,
        help="Only N questions, drawn by lot, always the same.",
        rich_help_panel=DATA,
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, help="Of the lot.", rich_help_panel=DATA)
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        max=64,
        help="Questions at a time; default: 4 with a model server, else 1.",
    ),
]
Quick = Annotated[
    bool,
    typer.Option(
        "--quick",
        help="Of `papers`: so few questions of each experiment that a laptop needs under an hour.",
        rich_help_panel=DATA,
    ),
]
Strategies = Annotated[
    str,
    typer.Option("--strategies", metavar="A,B,...", help="Strategies to run, in this order."),
]
OutDir = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder of the run.")]
NameArgument = Annotated[
    str, typer.Argument(metavar="TASK", help="A task or an experiment; see `assay bench list`.")
]


# What a run compares are strategies and systems as they are: these cannot be changed for all.
Finding = Annotated[Retrieving, Only("profile", "index", "mode", "top_k")]
Generating = Annotated[
    Writing,
    Only("generator", "model", "base_url", "task", "always_answer", "max_risk", "fallback"),
]


@expanded
def command(
    name: NameArgument,
    out: OutDir,
    data: DataPath = None,
    url: DataUrl = None,
    sha256: Sha256 = None,
    limit: Limit = None,
    seed: Seed = 0,
    quick: Quick = False,
    strategies: Strategies = "rag,crag",
    jobs: Jobs = None,
    *,
    retrieving: Finding,
    outside: OutsideOnCluster,
    writing: Generating,
    config: ConfigFile = None,
    json: AsJson = False,
) -> int:
    """Run strategies over a task, or an experiment of the papers, and write what came of it.

    Questions that bring their own passages need no index; a query that two strategies send is
    answered once for both, and all have the same generator. Run the same command again after an
    interruption and it carries on. The folder then holds records.jsonl (one line for each question
    and strategy, trace included), summary.json, summary.md, plots and report.html.

    [bold]Examples[/bold]

    assay bench custom --data questions.jsonl --index my-index --out runs/mine

    assay bench popqa --data popqa_longtail_w_gs.jsonl --limit 100 --out runs/popqa

    assay bench papers --quick --data data --out runs/papers

    assay bench popqa --data popqa_longtail_w_gs.jsonl --out runs/popqa --engine ray
    """
    from assay.cli.console import err
    from assay.cli.loaded import loaded_settings
    from assay_bench.perform import brings_data, check_name, perform
    from assay_bench.prepare import bench_settings, data_path
    from assay_bench.request import Request

    check_name(name)
    flags = {**retrieving.flags(), **outside.flags(), **writing.flags()}
    settings = bench_settings(loaded_settings(config, flags), out)
    cluster = ray_cluster(outside.ray_address, settings) if outside.on_ray else nullcontext()
    with cluster as ray, showing_progress(name) as shown:
        request = Request(
            data=data if brings_data(name) else data_path(data, url, sha256, settings),
            out=out,
            settings=settings,
            strategies=tuple(part.strip() for part in strategies.split(",") if part.strip()),
            limit=limit,
            seed=seed,
            jobs=jobs or (SERVED if settings.generator.name == "chat" else 1),
            progress=shown,
            announce=lambda what: err().print(f"{name}, {what}", soft_wrap=True),
            quick=quick,
            ray=ray,
        )
        result = perform(name, request)
    return _show(result, json)


def _show(result: Path, as_json: bool) -> int:
    """Print what the run came to; where the rest lies goes to stderr."""
    from assay.cli.console import err, print_text

    figures = result.with_suffix(".json")
    shown = figures if as_json and figures.is_file() else result
    print_text(shown.read_text("utf-8"))
    err().print(f"everything is in {result.parent}", soft_wrap=True)
    return 0


@contextmanager
def showing_progress(name: str) -> Iterator[Progress]:
    """A bar where somebody is watching, else a line now and then: a log must not stay empty."""
    from assay.cli.console import err
    from assay.cli.view.progress import progress

    console = err()
    first: list[tuple[float, int]] = []
    said = [-SECONDS_BETWEEN_LINES]  # when the last line was written
    with progress(name, 1, "answers") as bar:

        def show(done: int, total: int) -> None:
            now = time.monotonic()
            if not first:
                first.append((now, done))
            began, before = first[0]
            bar(done, total, (done - before) / max(now - began, 1e-9))
            if console.is_terminal or (now - said[0] < SECONDS_BETWEEN_LINES and done < total):
                return
            said[0] = now
            console.print(f"{name}: {done} of {total} answers", soft_wrap=True)

        yield show
