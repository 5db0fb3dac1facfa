"""The words that every sample holds, and how many of them a reader has found."""

from __future__ import annotations

import re
from collections import Counter
from xml.sax.saxutils import escape

TITLE = "Keeping goats"
HEADING = "What goats eat"
PARAGRAPHS = (
    "Goats browse on shrubs & leaves, and they take hay in winter; café menus excepted.",
    "A kid drinks milk for eight weeks; water must be fresh <always>.",
)
ITEMS = ("Clean the trough", "Fill in hay", "Close the gate")
TABLE = (
    ("Breed", "Origin", "Litres"),
    ("Saanen", "Switzerland", "3.8"),
    ("Boer", "South Africa", "1.5"),
)
NOTE = "Salt licks hang at shoulder height."


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


def expected() -> Counter[str]:
    """The words that a reader of a sample sees."""
    cells = " ".join(cell for row in TABLE for cell in row)
    return words(" ".join([TITLE, HEADING, *PARAGRAPHS, *ITEMS, NOTE, cells]))


def share(found: str, wanted: Counter[str]) -> float:
    """The share of the wanted words that were found, each as often as wanted."""
    return sum((wanted & words(found)).values()) / sum(wanted.values())


def html_text() -> str:
    items = "".join(f"<li>{each}</li>" for each in ITEMS)
    rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in TABLE)
    return (
        f"<html><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1><h2>{HEADING}</h2>"
        + "".join(f"<p>{escape(each)}</p>" for each in PARAGRAPHS)
        + f"<ol>{items}</ol><table>{rows}</table><p>{NOTE}</p></body></html>"
    )
