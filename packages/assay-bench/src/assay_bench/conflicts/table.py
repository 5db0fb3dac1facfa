"""The figures of planted passages as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assay_bench.conflicts.run import Asked, Said, counts
from assay_bench.metrics.bootstrap import mean_interval

NOTE = (
    "Shares in percent; in brackets where the figure lies with 95 % certainty (bootstrap). A false"
    " answer stands alone when no passage that was not planted is shown to disagree."
)


def summary(asked: Sequence[Asked]) -> list[dict[str, Any]]:
    """The figures of each set."""
    groups = dict.fromkeys(each.case.group for each in asked)
    return [_group(name, [a for a in asked if a.case.group == name]) for name in groups]


def _group(name: str, asked: Sequence[Asked]) -> dict[str, Any]:
    planted = [each.planted for each in asked]
    found, clean = counts(planted), counts([each.clean for each in asked])
    alone = [float(each.said is Said.FALSE and not each.disputed) for each in planted]
    interval = mean_interval(alone)
    return {
        "set": name,
        "questions": len(asked),
        "false": found[Said.FALSE],
        "false_alone": int(sum(alone)),
        "false_alone_share": [interval.value, interval.low, interval.high],
        "right_beside_false": found["right beside"],
        "right": found[Said.RIGHT],
        "refused": found[Said.NOTHING],
        "clean_right": clean[Said.RIGHT],
        "clean_right_disputed": clean[f"{Said.RIGHT} disputed"],
        "clean_wrong": clean[Said.FALSE] + clean[Said.OTHER],
        "clean_wrong_disputed": clean[f"{Said.FALSE} disputed"] + clean[f"{Said.OTHER} disputed"],
    }


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The whole page."""
    heads = (
        "set | questions | answers falsely | falsely and alone | right answer shown beside it |"
        " right | refused | without plants: right, of these disputed | wrong, of these disputed"
    )
    lines = [f"| {heads} |", "|" + "---|" * (heads.count("|") + 1)]
    for row in rows:
        value, low, high = (round(100 * share, 1) for share in row["false_alone_share"])
        cells = [
            row["set"],
            row["questions"],
            row["false"],
            f"{value} % [{low}, {high}]",
            row["right_beside_false"],
            row["right"],
            row["refused"],
            f"{row['clean_right']}, {row['clean_right_disputed']}",
            f"{row['clean_wrong']}, {row['clean_wrong_disputed']}",
        ]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(["# Planted passages", "", NOTE, "", *lines, ""])
