"""What a run leaves behind besides its records: figures, plots and a report."""

from __future__ import annotations

import json
from pathlib import Path

from assay_bench.report.write import write_report
from assay_bench.runs.folder import read_whole
from assay_bench.runs.summary import summarise, summary_json, summary_table

SUMMARY = "summary.md"


def summarise_run(out: Path) -> str:
    """The summary in Markdown; it and its JSON form are written into the folder.

    It can be made of a run that was interrupted, too.
    """
    run, cases, records = read_whole(out)
    summaries = summarise(records, cases)
    table = summary_table(run, summaries)
    figures = json.dumps(summary_json(run, summaries), indent=2)
    (out / "summary.json").write_text(figures + "\n", "utf-8")
    (out / SUMMARY).write_text(table, "utf-8")
    return table


def finish(out: Path) -> None:
    """Write the summary of a run that is done, and its plots and report where anything came."""
    summarise_run(out)
    write_report(out)
