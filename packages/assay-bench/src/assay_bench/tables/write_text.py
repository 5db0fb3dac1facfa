"""A known table as a page of HTML, as Markdown and as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from assay_bench.tables.truth import KnownTable, Name


def write_html(table: KnownTable) -> bytes:
    """A page whose table names its columns in a head, and has its caption as such."""
    caption = " ".join(text for text in (table.caption, table.unit) if text)
    heads = "".join(_html_row(head, "th") for head in table.heads)
    rows, sections = [], dict(table.sections)
    for at, row in enumerate(table.rows):
        if at in sections:
            rows.append(_html_row((Name(sections[at], table.width),), "th"))
        rows.append(_html_row([Name(cell) for cell in row], "td"))
    parts = [
        f"<h1>{escape(table.title)}</h1><table>",
        f"<caption>{escape(caption)}</caption>" if caption else "",
        f"<thead>{heads}</thead><tbody>{''.join(rows)}</tbody></table>",
        *(f"<p>{escape(note)}</p>" for note in table.notes),
    ]
    return f"<!doctype html><html><body>{''.join(parts)}</body></html>".encode()


def _html_row(cells: Sequence[Name], tag: str) -> str:
    return "<tr>" + "".join(_html_cell(cell, tag) for cell in cells) + "</tr>"


def _html_cell(cell: Name, tag: str) -> str:
    wide = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    return f"<{tag}{wide}>{escape(cell.text).replace(chr(10), '<br>')}</{tag}>"


def write_markdown(table: KnownTable) -> bytes:
    """Markdown, which knows one row of names: those above each other stand in one cell."""
    above = [text for text in (table.caption, table.unit) if text]
    lines = [_bars(_flat_names(table)), _bars(["---"] * table.width)]
    sections = dict(table.sections)
    for at, row in enumerate(table.rows):
        if at in sections:
            lines.append(_bars([f"**{sections[at]}**", *[""] * (table.width - 1)]))
        lines.append(_bars([_one_line(cell) for cell in row]))
    parts = [f"# {table.title}", *above, "\n".join(lines), *table.notes]
    return ("\n\n".join(parts) + "\n").encode()


def write_csv(table: KnownTable) -> bytes:
    """Comma-separated values, with the names in the first line and nothing else."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(_flat_names(table))
    writer.writerows([_one_line(cell) for cell in row] for row in table.rows)
    return buffer.getvalue().encode()


def _flat_names(table: KnownTable) -> list[str]:
    return [_one_line(" ".join(table.names(column))) for column in range(table.width)]


def _bars(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _one_line(text: str) -> str:
    return " ".join(text.split())
