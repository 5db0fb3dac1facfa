"""`assay batch`: many questions from a file, resumable, in blocks through the models."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import ConfigFile
from assay.cli.options.answering import Retrieving, Writing
from assay.cli.options.cluster import OutsideOnCluster
from assay.cli.options.groups import expanded
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.batch import BatchReport
    from assay.batch.blocks import Answering
    from assay.config import Settings

PROBLEMS_SHOWN = 20

QuestionsFile = Annotated[
    Path, typer.Argument(metavar="QUESTIONS.jsonl", help="One JSON object a line.")
]
OutFile = Annotated[
    Path, typer.Option("--out", "-o", metavar="ANSWERS.jsonl", help="Where answers go.")
]


@expanded
def command(
    questions: QuestionsFile,
    out: OutFile,
    *,
    retrieving: Retrieving,
    outside: OutsideOnCluster,
    writing: Writing,
    config: ConfigFile = None,
) -> int:
    """Answer every question of a file; run it again after an interruption and it carries on.

    A line is {"id": ..., "question": ...}. With "passages": [{"title", "text", "url"}], what
    another retriever found, the line needs no index. With "external": [{"title", "url", "text" or
    "html"}], recorded search results, nothing is searched for it. Each answer is one line in the
    form of `assay ask --json`, with the id.

    [bold]Examples[/bold]

    assay batch questions.jsonl --index my-index --out answers.jsonl

    assay batch log-of-my-pipeline.jsonl --out judged.jsonl

    assay batch questions.jsonl -i /shared/my-index -o answers.jsonl --engine ray
    """
    from assay.cli.loaded import loaded_settings

    flags = {**retrieving.flags(), **outside.flags(), **writing.flags()}
    settings = loaded_settings(config, flags)
    if not outside.on_ray:
        return _report(_answered(questions, out, settings), out)
    from assay.cli.options.cluster import ray_cluster

    with ray_cluster(outside.ray_address, settings) as ray:
        from assay_ray.answering import ClusterAnswers

        report = _answered(questions, out, settings, ClusterAnswers(ray, settings))
    return _report(report, out)


def _answered(
    questions: Path, out: Path, settings: Settings, answering: Answering | None = None
) -> BatchReport:
    from assay.batch import answer_batch
    from assay.cli.view.progress import progress

    began = time.monotonic()
    with progress("answering", 0, "questions") as bar:
        return answer_batch(
            questions,
            out,
            settings,
            lambda done, total: bar(done, total, done / max(time.monotonic() - began, 1e-9)),
            answering,
        )


def _report(report: BatchReport, out: Path) -> int:
    from assay.cli.console import err, one_line

    console = err()
    before = f", {report.before:,} were there already" if report.before else ""
    place = one_line(str(out))
    console.print(f"{report.done:,} questions done{before}; answers in {place}", soft_wrap=True)
    for problem in report.problems[:PROBLEMS_SHOWN]:
        console.print(f"  skipped {one_line(problem)}", soft_wrap=True)
    if report.problems:
        raise InputError(
            f"{len(report.problems):,} line(s) could not be used; all others are answered",
            hint="correct them and run the same command again: only they will be asked",
        )
    return 0
