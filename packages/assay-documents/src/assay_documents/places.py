"""Where a text stands in its original, and what kind of text it is there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    """What a block of a document is.

    FURNITURE is what stands around the text on many pages: navigation, running headers, footers.
    """

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ENTRY = "entry"
    ROW = "row"
    CODE = "code"
    FURNITURE = "furniture"


@dataclass(frozen=True, slots=True)
class Place:
    """A position in an original; only what its format knows is set, numbers count from one."""

    page: int = 0
    slide: int = 0
    sheet: str = ""
    cell: str = ""
    line: int = 0
    anchor: str = ""


NO_PLACE = Place()


@dataclass(frozen=True, slots=True)
class BlockSpan:
    """A block inside a passage: `passage.text[start:end]`, its kind, number and place.

    Blocks of one list, table or entry share a `group` above zero; `number` is what an ordered
    item is marked with, such as "3.".
    """

    start: int
    end: int
    kind: BlockKind
    place: Place = NO_PLACE
    group: int = 0
    number: str = ""
