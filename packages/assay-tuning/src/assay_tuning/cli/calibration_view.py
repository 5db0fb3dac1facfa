"""A calibration report for the terminal: promises, and how often a verdict is still given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType


def calibration_text(report: dict[str, Any]) -> RenderableType:
    """The table of verdicts before and after, the check, and where things were written."""
    from rich.console import Group
    from rich.table import Table

    error = report["calibration_error"]
    table = Table("verdict", "threshold", "promised", "said", "right", "at least", box=None)
    for name, row in (report["before"] or {}).items():
        table.add_row(f"{name.upper()} before", *_cells(row))
    for name, row in report["verdicts"].items():
        table.add_row(name.upper(), *_cells(row))
    lines: list[RenderableType] = [
        f"{report['questions']:,} labelled questions: {report['fitted']:,} fitted the curve,"
        f" {report['tested']:,} tested the thresholds.",
        f"Calibration error {error['before']:.3f} before, {error['after']:.3f} after.",
        "",
        table,
        "",
        *_check_lines(report.get("check")),
        *(f"figure: {path}" for path in report.get("plots", [])),
        f"settings: {report['settings']} (use it with --config)",
    ]
    return Group(*lines)


def _cells(row: dict[str, Any]) -> list[str]:
    threshold = row["threshold"]
    return [
        "none" if threshold is None else f"{threshold:+.3f}",
        *(_percent(row.get(name)) for name in ("promised", "said", "right", "at_least")),
    ]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.1%}"


def _check_lines(check: dict[str, Any] | None) -> list[str]:
    if check is None:
        return []
    return [
        f"Calibrated again on {check['draws']:,} draws from these questions: promised in"
        f" {check['promised']:,}; broken for CORRECT in {check['broken_correct']:,},"
        f" for INCORRECT in {check['broken_incorrect']:,}.",
        "",
    ]
