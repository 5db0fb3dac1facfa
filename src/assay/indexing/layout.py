"""How a passage stands in its document, as one column of the index: written and read back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from functools import lru_cache
from typing import Any

from assay.types import NO_PLACE, BlockKind, BlockSpan, Place

_PLACE = tuple(field.name for field in fields(Place))
_KINDS = {kind.value: kind for kind in BlockKind}
_PLACES_KEPT = 1024


@dataclass(frozen=True, slots=True)
class Layout:
    """The heading path of a passage, its place in the original, and its blocks."""

    headings: tuple[str, ...] = ()
    place: Place = NO_PLACE
    blocks: tuple[BlockSpan, ...] = ()


def write_layout(layout: Layout) -> str:
    """The layout as compact JSON."""
    blocks = [
        [b.start, b.end, b.kind.value, b.group, b.number, _place(b.place)] for b in layout.blocks
    ]
    whole = {"h": layout.headings, "p": _place(layout.place), "b": blocks}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def read_layout(text: str) -> Layout:
    """The layout that was written; raises ValueError for anything else."""
    try:
        raw = json.loads(text)
        blocks = tuple(
            BlockSpan(int(start), int(end), _KINDS[kind], _read_place(at), int(group), str(mark))
            for start, end, kind, group, mark, at in raw["b"]
        )
        return Layout(tuple(map(str, raw["h"])), _read_place(raw["p"]), blocks)
    except (TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"not a layout: {error}") from error


def _place(place: Place) -> dict[str, Any]:
    return {name: value for name, value in zip(_PLACE, astuple(place), strict=True) if value}


def _read_place(raw: dict[str, Any]) -> Place:
    return _place_of(*raw.items())


@lru_cache(_PLACES_KEPT)  # the blocks of a passage mostly stand in one place, and so do passages
def _place_of(*named: tuple[str, Any]) -> Place:
    raw = dict(named)
    page, slide, line = (int(raw.get(name, 0)) for name in ("page", "slide", "line"))
    sheet, cell, anchor = (str(raw.get(name, "")) for name in ("sheet", "cell", "anchor"))
    return Place(page, slide, sheet, cell, line, anchor)


def embedded_text(title: str, headings: Sequence[str], text: str) -> str:
    """The text that is embedded for a passage: its title and headings, then its words."""
    above = " \u203a ".join(dict.fromkeys([title, *headings]))
    return f"{above}\n{text}"


def heading_words(headings: Sequence[str]) -> str:
    """The heading path as words for the full-text index."""
    return "\n".join(headings)
