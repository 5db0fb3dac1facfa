"""Places as people read them: "page 61", "line 120", a path of headings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from assay.types import BlockKind, Citation, Passage, Place

PATH = " \u203a "
MAX_HEADINGS = 3
_COMMON = frozenset(("index", "readme", "_index"))  # names of files that every folder has
MAX_HEADING = 60


def place_at(passage: Passage, offset: int) -> Place:
    """The place of the block that holds an offset of the passage, or of the passage itself."""
    holding = [block.place for block in passage.blocks if block.start <= offset < block.end]
    return next((place for place in holding if place != Place()), passage.place)


def location(passage: Passage, offset: int = 0, said: tuple[int, int] | None = None) -> str:
    """Where inside its source a part of a passage stands; empty where nothing is known.

    `said` is the part that was taken for the answer: in a table, its row and column are named.
    """
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
    parts += _cell(passage, *said) if said else ()
    titled = Path(passage.source).stem.casefold() != passage.title.casefold()
    path = passage.headings or ((passage.title,) if titled and passage.blocks else ())
    named = [_short(heading) for heading in path[-MAX_HEADINGS:] if heading.strip()]
    if named:
        parts.append(f"\u00a7 {PATH.join(named)}")
    return ", ".join(parts)


def _cell(passage: Passage, start: int, end: int) -> list[str]:
    """The row and the column of a cell, by their names; nothing for what is no cell of a row.

    A row reads "Country: Norway; Currency: NOK", or "Norway: NOK" where columns have no names.
    """
    rows = (block for block in passage.blocks if block.kind is BlockKind.ROW)
    row = next((each for each in rows if each.start <= start < end <= each.end), None)
    if row is None:
        return []
    first, *others = passage.text[row.start : row.end].split("; ")
    name, colon, value = first.partition(": ")
    if not others or not colon:
        return [f"row \u201c{_short(name)}\u201d"]
    before = passage.text[row.start : end].split("; ")
    column, colon, _ = before[-1].partition(": ")
    named = [f"row \u201c{_short(value)}\u201d"]
    if colon and len(before) > 1 and "; " not in passage.text[start:end]:
        named.append(f"column \u201c{_short(column)}\u201d")
    return named


def name_of(cited: Passage | Citation) -> str:
    """What the source of a passage or citation is called."""
    return cited.name or source_name(cited.source)


def title_of(passage: Passage) -> str:
    """The title of a passage, with the name of its source where other sources have that, too."""
    named = passage.title or passage.source or passage.id
    return f"{named} ({passage.name})" if passage.title and passage.name else passage.name or named


def names_apart(sources: Iterable[str]) -> dict[str, str]:
    """What each source is called whose usual name is that of another one, too.

    It is as much of the end of its path as tells it apart: "2019/minutes.md".
    """
    alike: dict[str, set[str]] = defaultdict(set)
    for source in sources:
        alike[source_name(source)].add(source)
    names: dict[str, str] = {}
    for group in alike.values():
        waiting = {each: Path(each).parts for each in group} if len(group) > 1 else {}
        for length in count(2):
            if not waiting:
                break
            shared: dict[str, list[str]] = defaultdict(list)
            for source, parts in waiting.items():
                shared[Path(*parts[-length:]).as_posix()].append(source)
            for name, those in shared.items():
                for source in those:
                    if len(those) == 1 or length >= len(waiting[source]):
                        names[source] = name if len(those) == 1 else source
                        del waiting[source]
    return names


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
