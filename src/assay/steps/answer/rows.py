"""Which row of a table, or which item of a list of names, a question asks about."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence

from assay.text.overlap import stems
from assay.types import BlockKind, Passage

MIN_ROWS = 4  # of fewer all are shown, unless they are long
MAX_SHOWN = 400  # characters of a few rows that are shown together
MIN_READ = 2  # of fewer there is nothing to choose from
# How much more a row has to hold than the next one: a word that half of the rows have not.
CLEARLY = math.log(2)
# So many words of the question in a row are no chance, and so many more than in any other item.
_QUOTED, _MORE_QUOTED = 4, 2
_MAX_ASKED = 60
_WORD = re.compile(r"\w+")
_FACTS = re.compile(r"[;:] ")  # how a row is written: "Country: Norway; Currency: NOK"


def row_asked_for(
    passage: Passage, wanted: Collection[str], fewest: int = MIN_ROWS
) -> tuple[int, int] | None:
    """The one row that holds what the question names and no other row does; None: none stands out.

    A row is written with its header, so it can stand alone; words that all rows have, such as those
    of the header, tell nothing.
    """
    rows = [block for block in passage.blocks if block.kind is BlockKind.ROW]
    texts = [passage.text[row.start : row.end] for row in rows]
    if texts and _names_columns(texts[0], texts[1:]):
        rows, texts = rows[1:], texts[1:]
    short = sum(map(len, texts)) <= MAX_SHOWN
    if len(rows) < (fewest if short else MIN_READ):
        return None
    first = [number for number, text in enumerate(texts) if _is_named(text, wanted)]
    if len(first) == 1:
        return rows[first[0]].start, rows[first[0]].end
    held = [stems(text) & frozenset(wanted) for text in texts]
    in_rows = Counter(stem for each in held for stem in each)
    worth = [sum(math.log(len(rows) / in_rows[stem]) for stem in each) for each in held]
    best = max(range(len(rows)), key=worth.__getitem__)
    others = max(each for number, each in enumerate(worth) if number != best)
    named = any(in_rows[stem] == 1 for stem in held[best])
    # Two words that other rows have as well may name it together: "Spanish on Thursday".
    together = len(held[best]) > 1 and held[best] >= in_rows.keys()
    clearly = named and worth[best] >= others + CLEARLY
    if not clearly and not (together and worth[best] > others):
        return None
    return rows[best].start, rows[best].end


def _is_named(text: str, wanted: Collection[str]) -> bool:
    """True when the first cell of a row is nothing but words of the question."""
    name = text.partition("; ")[0].partition(": ")[2]
    return bool(found := stems(name)) and found <= frozenset(wanted)


def _names_columns(first: str, others: list[str]) -> bool:
    """True for a header that stands as a row of its own: others say what it holds before values."""
    names = _FACTS.split(first)
    said = [name for name in names if 2 * sum(f"{name}: " in row for row in others) > len(others)]
    return 2 * len(said) > len(names)


def item_asked_for(passage: Passage, wanted: Collection[str]) -> tuple[int, int] | None:
    """The one item that begins with a word of the question, as "flags" of a list of parameters.

    "The default is 0" of another item is no answer about this one.
    """
    items = [block for block in passage.blocks if block.kind is BlockKind.ITEM]
    named = [
        (item.start, item.end)
        for item in items
        if stems(passage.text[item.start : item.end].partition(" ")[0]) & frozenset(wanted)
    ]
    return named[0] if len(named) == 1 and len(items) > 1 else None


def item_quoted(passage: Passage, question: str) -> tuple[int, int] | None:
    """The one item that says several words of the question in their order, and no other does.

    Rules of a statute differ in little: "if all keepers agree" and "if all keepers but one agree".
    """
    items = [block for block in passage.blocks if block.kind is BlockKind.ITEM]
    asked = _WORD.findall(question.casefold())[:_MAX_ASKED]
    runs = sorted(
        ((_longest_run(asked, passage.text[item.start : item.end]), item) for item in items),
        key=lambda each: -each[0],
    )
    if len(runs) < 2 or runs[0][0] < max(_QUOTED, runs[1][0] + _MORE_QUOTED):  # noqa: PLR2004 - no other
        return None
    return runs[0][1].start, runs[0][1].end


def _longest_run(asked: Sequence[str], text: str) -> int:
    """How many words of the question stand in the text one after the other, at the most."""
    longest, ending = 0, [0] * (len(asked) + 1)
    for word in _WORD.findall(text.casefold()):
        ending = [
            0,
            *(
                before + 1 if each == word else 0
                for each, before in zip(asked, ending, strict=False)
            ),
        ]
        longest = max(longest, *ending)
    return longest
