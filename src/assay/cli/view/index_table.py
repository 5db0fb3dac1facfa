"""The report of an index run as a table: files, passages, and skipped files with reasons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from assay.cli.console import err, one_line
from assay.indexing.report import IndexReport
from assay.indexing.store.s3_address import shown

MAX_KINDS = 20
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ReasonGroup:
    """Files that share a reason; `reason` is what their reasons have in common."""

    reason: str
    files: tuple[str, ...]


def group_reasons(pairs: Pairs) -> list[ReasonGroup]:
    """The reasons by kind, the most frequent first: numbers and details do not make a kind."""
    by_kind: dict[str, list[tuple[str, str]]] = {}
    for path, reason in pairs:
        kind = _NUMBER.sub("N", reason.partition(": ")[0])
        by_kind.setdefault(kind, []).append((path, reason))
    groups = [
        ReasonGroup(_shared([reason for _, reason in found]), _files(found))
        for found in by_kind.values()
    ]
    return sorted(groups, key=lambda group: (-len(group.files), group.reason))


def _shared(reasons: Sequence[str]) -> str:
    """What the reasons share: all of it if only numbers differ, else what stands before ": "."""
    for shorten in (str, lambda each: _NUMBER.sub("N", each)):
        found = {shorten(each) for each in reasons}
        if len(found) == 1:
            return found.pop()
    return _NUMBER.sub("N", reasons[0].partition(": ")[0])


def _files(pairs: Pairs) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path for path, _ in pairs))


def index_json(report: IndexReport, folder: Path) -> dict[str, Any]:
    """The same for machines, each file by name."""
    return {
        "index": shown(folder),
        "added": report.added,
        "changed": report.changed,
        "removed": report.removed,
        "unchanged": report.unchanged,
        "reread": report.reread,
        "outdated": report.outdated,
        "passages": report.passages,
        "seconds": round(report.seconds.total, 3),
        "thorough": report.vectors.done,
        "thorough_seconds": round(report.vectors.seconds, 3),
        "quick_only": report.quick_only,
        "skipped": [{"file": path, "reason": reason} for path, reason in report.skipped],
        "notes": [{"file": path, "note": note} for path, note in report.notes],
    }


def print_report(report: IndexReport, folder: Path, *, verbose: bool = False) -> None:
    """Write the table to stderr; with `verbose` each file stands below its reason."""
    console = err()
    console.print(_totals(report, folder), soft_wrap=True)
    for title, pairs in (("skipped", report.skipped), ("notes", report.notes)):
        if pairs:
            console.print(Text(f"\n{title}", style="bold"))
            console.print(_reasons(pairs, verbose))
    if (report.skipped or report.notes) and not verbose:
        console.print(Text("each file by name: add --verbose", style="dim"))


def _totals(report: IndexReport, folder: Path) -> Table:
    table = Table.grid(padding=(0, 2))
    counts = {
        "added": report.added,
        "changed": report.changed,
        "removed": report.removed,
        "read again": report.reread,
        "unchanged": report.unchanged,
    }
    files = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
    table.add_row("files", files or "none")
    rate = report.passages / report.seconds.total if report.seconds.total else 0.0
    seconds = f" in {report.seconds.total:,.1f} s, {rate:,.0f} a second" if report.passages else ""
    table.add_row("passages", f"{report.passages:,} new{seconds}")
    if report.vectors.done:
        made = f"{report.vectors.done:,} new in {report.vectors.seconds:,.1f} s"
        table.add_row("better vectors", made)
    if report.quick_only:
        left = f"missing for {report.quick_only:,} passages: run it without --quick"
        table.add_row("better vectors", left)
    if report.outdated:
        table.add_row("outdated", outdated_words(report.outdated))
    skipped = len(_files(report.skipped))
    table.add_row("skipped", f"{skipped:,} files" if skipped != 1 else "1 file")
    table.add_row("index", Text(one_line(shown(folder)), overflow="fold"))
    return table


def outdated_words(files: int) -> str:
    """What is the matter with files that earlier readers have read, and the cure."""
    what = "1 file was" if files == 1 else f"{files:,} files were"
    return f"{what} read by earlier readers: run assay index with the same paths again"


def _reasons(pairs: Pairs, verbose: bool) -> Table:
    table = Table.grid(padding=(0, 2))
    groups = group_reasons(pairs)
    by_file: dict[str, list[str]] = {}
    for path, reason in pairs:
        by_file.setdefault(path, []).append(reason)
    for group in groups if verbose else groups[:MAX_KINDS]:
        example = "" if verbose else f" ({Path(group.files[0]).name}{_more(group)})"
        reason = one_line(f"{group.reason}{example}")
        table.add_row(Text(f"{len(group.files):>5,}", style="yellow"), Text(reason))
        for path in group.files if verbose else ():
            own = [each for each in by_file[path] if each != group.reason]
            told = f": {'; '.join(own)}" if own else ""
            table.add_row("", Text(one_line(f"  {path}{told}"), style="dim", overflow="fold"))
    if not verbose and len(groups) > MAX_KINDS:
        table.add_row("", f"and {len(groups) - MAX_KINDS:,} other reasons")
    return table


def _more(group: ReasonGroup) -> str:
    return ", \u2026" if len(group.files) > 1 else ""
