"""Places as people read them: "page 61", "line 120", a path of headings."""

from __future__ import annotations

from pathlib import Path

from assay.types import Passage, Place

PATH = " \u203a "
MAX_HEADINGS = 3
_COMMON = frozenset(("index", "readme", "_index"))  # names of files that every folder has
MAX_HEADING = 60


def place_at(passage: Passage, offset: int) -> Place:
    """The place of the block that holds an offset of the passage, or of the passage itself."""
    holding = [block.place for block in passage.blocks if block.start <= offset < block.end]
    return next((place for place in holding if place != Place()), passage.place)


def location(passage: Passage, offset: int = 0) -> str:
    """Where inside its source a part of a passage stands; empty where nothing is known."""
    at = place_at(passage, offset)
    parts = []
    if at.page:
        parts.append(f"page {at.page}")
    if at.slide:
        parts.append(f"slide {at.slide}")
    if at.sheet:
        parts.append(f"sheet {at.sheet}")
    if at.cell:
        parts.append(f"cell {at.cell}")
    if not parts and at.line:
        parts.append(f"line {at.line}")
    titled = Path(passage.source).stem.casefold() != passage.title.casefold()
    path = passage.headings or ((passage.title,) if titled and passage.blocks else ())
    named = [_short(heading) for heading in path[-MAX_HEADINGS:] if heading.strip()]
    if named:
        parts.append(f"\u00a7 {PATH.join(named)}")
    return ", ".join(parts)


def source_name(source: str) -> str:
    """A source as it is shown: a file by its name, an address as it is.

    Every folder has an "index.rst": such a file is shown with its folder.
    """
    path = Path(source)
    if "://" in source or not path.name:
        return source
    common = path.stem.casefold() in _COMMON and path.parent.name
    return f"{path.parent.name}/{path.name}" if common else path.name


def _short(heading: str) -> str:
    words = " ".join(heading.split())
    return words if len(words) <= MAX_HEADING else words[: MAX_HEADING - 1] + "\u2026"
