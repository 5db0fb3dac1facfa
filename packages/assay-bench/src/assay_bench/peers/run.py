"""`assay bench peers`: jobs done by us and by others on this machine, one after another."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from assay import __version__
from assay_bench.metrics.bootstrap import Interval
from assay_bench.peers.contender import Job
from assay_bench.peers.indexing import index
from assay_bench.peers.overhead import PAPER, overhead
from assay_bench.peers.scoring import score
from assay_bench.peers.searching import build_index, search_vectors, search_words
from assay_bench.peers.size import DEFAULT_QUESTIONS, Size
from assay_bench.request import Request
from assay_bench.runs.finish import SUMMARY
from assay_bench.speed.machine import Machine, this_machine

JOBS = 5


def run(request: Request) -> Path:
    """The page of all jobs; a peer that is not installed is named with what installs it."""
    size = Size(request.limit or DEFAULT_QUESTIONS, data=request.data)
    machine = this_machine()
    request.out.mkdir(parents=True, exist_ok=True)
    cost = overhead(request)
    request.progress(1, JOBS)
    jobs = [score(size)]
    request.progress(2, JOBS)
    with build_index(size) as folder:
        jobs.append(search_words(size, Path(folder)))
        request.progress(3, JOBS)
        jobs.append(search_vectors(size, Path(folder)))
    request.progress(4, JOBS)
    jobs.append(index(size))
    request.progress(5, JOBS)
    data = {
        "machine": machine.facts(),
        "overhead": {"ours": asdict(cost), "paper": PAPER},
        "jobs": [_data(job) for job in jobs],
    }
    (request.out / "summary.json").write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    (request.out / SUMMARY).write_text(page(machine, cost, jobs, request), "utf-8")
    return request.out / SUMMARY


def _data(job: Job) -> dict[str, Any]:
    ours = job.contenders[0].rate
    return {
        **asdict(job),
        "contenders": [
            {**asdict(each), "assay_is_times_as_fast": each.ratio(ours)} for each in job.contenders
        ],
    }


def page(machine: Machine, cost: Interval, jobs: list[Job], request: Request) -> str:
    """The results as Markdown; rates hold for this machine only, ratios are what compares."""
    lines = [
        "# Beside others",
        "",
        f"assay {__version__}, {machine.cpu}, {machine.cores} cores, Python {machine.python}, load"
        f" {machine.load:.1f} before the run. All in one run; a rate alone says little.",
        "",
        "## Correcting",
        "",
        f"CRAG takes {cost.value:.2f} [{cost.low:.2f}, {cost.high:.2f}] times as long as RAG with"
        f" the generator '{request.settings.generator.name}' over {cost.count} questions that bring"
        f" their passages and search results. The paper has {PAPER} with a 7-billion model on a"
        " GPU; a slow generator brings any ratio nearer to 1.",
    ]
    for job in jobs:
        ours = job.contenders[0].rate
        lines += ["", f"## {job.title}", ""]
        lines += [f"| who | {job.unit} | assay is | note | versions |", "|---|---|---|---|---|"]
        for each in job.contenders:
            rate = "" if each.rate is None else f"{each.rate:.3g}"
            ratio = each.ratio(ours)
            times = "" if ratio is None else f"{ratio:.3g} x"
            lines.append(f"| {each.name} | {rate} | {times} | {each.note} | {each.versions} |")
        lines += ["", job.note]
    return "\n".join(lines) + "\n"
