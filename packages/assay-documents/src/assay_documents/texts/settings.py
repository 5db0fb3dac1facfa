"""A settings file with comments to blocks: what is said above a setting is its entry.

Many programs explain their settings nowhere but in the sample file that they come with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay_documents.builder import BlockBuilder
from assay_documents.model import Block, Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of, read_text
from assay_documents.texts.lines import Line, split_lines
from assay_documents.texts.plain import plain_blocks

_SECTION = re.compile(r"\[{1,2}([^\[\]]{1,200})\]{1,2}(?:\s*[#;].*)?")
_COMMENT = re.compile(r"([#;]+)(\s?)(.*)")
_RULE = re.compile(r"[#;][#;=*~_-]{4,}")
_TITLE = re.compile(r"(?:[#;]{3,}|[#;] ?(?:-{3,}|={3,}|\*{3,}))\s+(\w[^\n]{0,90}?)\s*[#;=*-]*")
_NAME = re.compile(r"[\w$\"'][\w.$\"'/-]{0,80}")
_ASSIGNED = re.compile(r"[\w.$/-]{1,80}\s*[=:](?!=)")
# "#Port 22": a setting that is not in force.
_OFF = re.compile(r"[#;]([A-Za-z_][\w.-]{1,60})(?:\s*=(?!=)|\s+[^\s=]|$)")
_OFF_BELOW = re.compile(r"[#;]\s?([A-Za-z_][\w.-]{1,60})\s*=(?!=)")
_SENTENCE = re.compile(r"[.!?:,]$")
_MAX_VALUE_WORDS = 4  # of a setting without "=" that is not in force; more words are a sentence
_MAX_NAMES = 3  # in the term of an entry
_MAX_LINES = 40  # settings of one entry that are shown with it
_MIN_COMMENTS, _MIN_SHARE = 5, 0.25  # of the lines, from which on the comments are read as text
_SPACED = 0.6  # of the comments have a blank after their sign


def read_settings(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the settings of a file and what is said of each."""
    yield document_of(path, settings_blocks(read_text(path, limits)))


def settings_blocks(text: str) -> Contents:
    """The blocks of a settings file; of one with few comments, those of its text."""
    lines = [line for line in split_lines(text) if line.text]
    comments = [line for line in lines if _COMMENT.match(line.text)]
    if len(comments) < max(_MIN_COMMENTS, _MIN_SHARE * len(lines)):
        return plain_blocks(text)
    spaced = sum(_COMMENT.sub(r"\2", line.text) != "" for line in comments)
    return _Reading(spaced >= _SPACED * len(comments)).contents(split_lines(text))


@dataclass
class _Said:
    """Comments, and the settings below them."""

    comments: list[Line] = field(default_factory=list)
    settings: list[Line] = field(default_factory=list)


class _Reading:
    """Goes through the lines once, from one empty line to the next."""

    def __init__(self, spaced: bool) -> None:
        self.spaced = spaced
        self.out = BlockBuilder()

    def contents(self, lines: list[Line]) -> Contents:
        held: list[Line] = []
        for line in [*lines, Line(0, 0, "")]:
            if line.text and not _SECTION.fullmatch(line.text):
                held.append(line)
                continue
            for said in self._parts(held):
                self._add(said)
            held = []
            if line.text:
                self.out.heading(2, line.text.strip("[]"), Place(line=line.number))
        return self.out.contents()

    def _parts(self, lines: Sequence[Line]) -> Iterator[_Said]:
        """Comments with the settings below them; a comment below a setting is of the next."""
        said = _Said()
        for at, line in enumerate(lines):
            title = self._title(lines, at)
            if title or _RULE.fullmatch(line.text):
                yield said
                said = _Said()
                if title:
                    between = title == line.text[1:].strip()
                    self.out.heading(1 if between else 3, title, Place(line=line.number))
            elif self._is_setting(line, last=at + 1 == len(lines)):
                said.settings.append(line)
            else:
                if said.settings:
                    yield said
                    said = _Said()
                said.comments.append(line)
        yield said

    @staticmethod
    def _title(lines: Sequence[Line], at: int) -> str:
        """The title that a line is: behind a row of signs, or between two of them."""
        text = lines[at].text
        if found := _TITLE.fullmatch(text):
            return found[1]
        around = [*lines[at - 1 : at], *lines[at + 1 : at + 2]] if at else []
        ruled = len(around) > 1 and all(_RULE.fullmatch(each.text) for each in around)
        return text[1:].strip() if ruled and _COMMENT.match(text) else ""

    def _is_setting(self, line: Line, last: bool) -> bool:
        """True for a setting, whether it is in force or not."""
        if not _COMMENT.match(line.text):
            return True
        off = _OFF.match(line.text)
        if off and "=" in line.text[: off.end()]:
            return True
        short = len(line.text.split()) <= _MAX_VALUE_WORDS and not _SENTENCE.search(line.text)
        if off and self.spaced and short:
            return True
        return last and _OFF_BELOW.match(line.text) is not None

    def _add(self, said: _Said) -> None:
        if not said.settings:
            self._tell(self._blocks(said.comments))
            return
        first, *more = self._blocks(said.comments) or [Block(BlockKind.PARAGRAPH, "")]
        shown = said.settings[:_MAX_LINES]
        code = "\n".join(" " * line.indent + line.text for line in shown)
        names = dict.fromkeys(filter(None, map(_name, shown)))
        leads = first.kind is BlockKind.PARAGRAPH
        text = f"{code}\n{first.text}" if leads and first.text else code
        place = Place(line=shown[0].number)
        mark = self.out.begin_entry(", ".join([*names][:_MAX_NAMES]), text, place)
        self._tell(more if leads else [first, *more])
        rest = "\n".join(line.text for line in said.settings[_MAX_LINES:])
        self.out.add(BlockKind.CODE, rest, place)
        self.out.leave(mark)

    def _blocks(self, comments: Sequence[Line]) -> list[Block]:
        """What the comments say, read as plain text, with the lines where it stands."""
        bare = [_COMMENT.sub(r"\3", line.text, count=1) for line in comments]
        found = plain_blocks("\n".join(bare)).blocks
        numbers = [line.number for line in comments]
        return [
            Block(each.kind, each.text, Place(line=numbers[min(each.place.line, len(numbers)) - 1]),
                  group=each.group, number=each.number)
            for each in found
        ]  # fmt: skip

    def _tell(self, blocks: Sequence[Block]) -> None:
        """Add what was said; a heading or an entry inside a comment is text like any other."""
        listed = 0
        mark = None
        for block in blocks:
            if mark is not None and block.group != listed:
                self.out.leave(mark)
                mark = None
            if mark is None and block.group:
                mark, listed = self.out.open_group(), block.group
            known = block.kind in (BlockKind.ITEM, BlockKind.CODE, BlockKind.ROW)
            kind = block.kind if known else BlockKind.PARAGRAPH
            self.out.add(kind, block.text, block.place, block.number)
        if mark is not None:
            self.out.leave(mark)


def _name(line: Line) -> str:
    text = line.text.lstrip("#; ")
    assigned = _ASSIGNED.match(text)
    found = _NAME.match(text)
    return assigned[0].rstrip("=: \t") if assigned else found[0] if found else ""
