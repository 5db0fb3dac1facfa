"""Pages of results: the text is written by hand, each table by the rows that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from assay.errors import InputError
from assay_bench.rows.row import Row

# `<!-- rows: table1, popqa, accuracy -->`: experiment, then questions and measure if wanted.
_BLOCK = re.compile(r"(<!-- rows: ([^\n]*?) -->\n).*?(<!-- end of rows -->)", re.DOTALL)
# A figure has a decimal point: 47.3, +0.8; no part of a version, a name or an address.
_FIGURE = re.compile(r"(?<![\w.,\-/])[+-]?\d+\.\d+(?![\w.]*\d)")


def filled(text: str, rows: Sequence[Row]) -> str:
    """The page with every table as its rows say."""
    return _BLOCK.sub(lambda found: f"{found[1]}{_table(found[2], rows)}{found[3]}", text)


def _table(asked: str, rows: Sequence[Row]) -> str:
    names = [name.strip() for name in asked.split(",")]
    own = [row for row in rows if _asked_for(row, names)]
    if not own:
        raise InputError(
            f"no row is asked for by '{asked}'", hint="`assay bench publish` adds those of a run"
        )
    papers = list(dict.fromkeys(label for row in own for label in row.paper))
    heads = ["questions", "measure", "system", "n", "ours", "difference"]
    heads += [f"paper, {label}" for label in papers] + ["generator, profile", "made"]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for row in own:
        cells = [row.questions, row.measure, row.system, str(row.count), row.shown()]
        cells += [row.difference(), *(row.paper.get(label, "") for label in papers)]
        cells += [f"{row.generator}, {row.profile}", _made(row)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _asked_for(row: Row, names: Sequence[str]) -> bool:
    has = {row.experiment, row.profile, row.questions, row.measure, row.generator, row.system}
    has |= {row.questions.partition(",")[0]}
    return all(name in has for name in names)


def _made(row: Row) -> str:
    weights = {row.made.parts.get(part, "-").partition("-")[2] for part in row.uses}
    return f"{row.made.date}, {row.made.commit}, weights {' '.join(sorted(weights)) or 'none'}"


def prose(text: str) -> str:
    """What is written by hand: the page without its tables of rows."""
    return _BLOCK.sub("", text)


def unfounded(text: str, rows: Sequence[Row]) -> list[str]:
    """The figures in the prose that stand in no row, neither as ours nor as the paper's."""
    known = {figure.lstrip("+-") for row in rows for figure in _said(row)}
    found = dict.fromkeys(_FIGURE.findall(prose(text)))
    return [figure for figure in found if figure.lstrip("+-") not in known]


def _said(row: Row) -> list[str]:
    texts = [row.shown(), row.difference(), *row.paper.values()]
    return [figure for text in texts for figure in _FIGURE.findall(text)]


def fill_page(path: Path, rows: Sequence[Row]) -> bool:
    """Write the tables of a page anew; true where anything changed."""
    before = path.read_text("utf-8")
    after = filled(before, rows)
    if after != before:
        path.write_text(after, "utf-8")
    return after != before
