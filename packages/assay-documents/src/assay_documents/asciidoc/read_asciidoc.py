"""AsciiDoc to blocks, with the line of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assay_documents.asciidoc import lines as kinds
from assay_documents.asciidoc.inline import plain
from assay_documents.asciidoc.table import read_table
from assay_documents.builder import BlockBuilder, Mark
from assay_documents.model import Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.quoted.help_text import with_help_texts
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of, read_text
from assay_documents.texts.lines import LINE_END

_MAX_REPEATED = 2_000_000  # characters of table headers that may be said more than once
_MAX_TERMS = 12  # names before one description
_MAX_OPEN = 12  # lists inside lists, and blocks inside blocks
_TITLE_WORDS = 10  # of an item that is the title of the paragraph that is attached to it
_MAX_ABOVE = 1000  # characters of what is said of a block
_VERBATIM = ("-", ".", "`")
_SILENT = ("/", "+")  # comments, and what is passed on to another format as it is
_LABEL = re.compile(r"\[(NOTE|TIP|IMPORTANT|WARNING|CAUTION)[\],]")
_HARD_BREAK = re.compile(r"[ \t]\+$")


def read_asciidoc(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of an AsciiDoc file; what it includes is read by itself."""
    yield document_of(path, with_help_texts(asciidoc_blocks(read_text(path, limits))))


def asciidoc_blocks(text: str) -> Contents:
    """The title and the blocks of an AsciiDoc text."""
    return _Reading(LINE_END.split(text)).contents()


@dataclass(slots=True)
class _List:
    """An open list: the kind of its items, how many there were, and what was open before."""

    kind: str
    mark: Mark
    items: int = 0
    entry: Mark | None = None


class _Reading:
    """Goes through the lines once; each step takes what begins on the line it stands at."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = [line.expandtabs(8).rstrip() for line in lines]
        self.at = 0
        self.out = BlockBuilder()
        self.attributes: dict[str, str] = {}
        self.above = ""  # the attributes of the block that comes next
        self.open: list[_List] = []
        self.blocks: list[tuple[str, int]] = []  # open containers, with the lists around them
        self.gap = True  # an empty line stands before
        self.attached = False  # a "+" stands before

    def contents(self) -> Contents:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line:
                self.gap, self.above = True, ""
                self.at += 1
            elif line.strip() == "+":
                self._attach()
            elif not self._is_silent(line) and not self._fence(line):
                self._block(line)
                self.gap = self.attached = False
                self.above = ""
        return self.out.contents()

    @property
    def _floor(self) -> int:
        return self.blocks[-1][1] if self.blocks else 0

    def _place(self, at: int | None = None) -> Place:
        return Place(line=(self.at if at is None else at) + 1)

    def _plain(self, text: str) -> str:
        return plain(text, self.attributes)

    def _attach(self) -> None:
        """What comes next belongs to the item; after an empty line to the one around it."""
        if self.gap and len(self.open) - 1 > self._floor:
            self._close(len(self.open) - 1)
        self.attached, self.gap = True, False
        self.at += 1

    def _close(self, to: int) -> None:
        while len(self.open) > to:
            self.out.leave(self.open.pop().mark)

    def _is_silent(self, line: str) -> bool:
        """Take a line that is not shown: a comment, a setting, what is said of the next block."""
        if kinds.COMMENT.match(line):
            self.at += 1
            return True
        if found := kinds.ATTRIBUTE.fullmatch(line):
            name = found[1].strip("!").casefold()
            self.attributes[name] = "" if "!" in found[1] else (found[2] or "")[:200]
        elif kinds.BLOCK_ATTRIBUTES.fullmatch(line) and not self._underlined(self.at):
            self.above = (self.above + line)[:_MAX_ABOVE]
        elif found := kinds.MACRO.fullmatch(line):
            if found[1] == "image":
                self._add(BlockKind.PARAGRAPH, found[3].partition(",")[0].strip("\"'"))
        else:
            return False
        self.at += 1
        return True

    def _underlined(self, at: int) -> int:
        below = self.lines[at + 1] if at + 1 < len(self.lines) else ""
        return kinds.underlined(self.lines[at], below)

    def _fence(self, line: str) -> bool:
        """Take what stands between two lines of signs, or one of the lines where it nests."""
        if not kinds.FENCE.fullmatch(line) or self._underlined(self.at):
            return False
        sign = line[0]
        self._leave_lists()
        is_table = line[-1] == "=" and sign != "="
        if sign in _SILENT or is_table or (sign in _VERBATIM and line != "--"):
            self._whole(line, "```" if sign == "`" else line)
        elif self.blocks and self.blocks[-1][0] == line:
            self._close(self.blocks.pop()[1])
            self.at += 1
        else:
            if len(self.blocks) < _MAX_OPEN:
                self.blocks.append((line, len(self.open)))
            self.at += 1
        self.gap = self.attached = False
        return True

    def _whole(self, line: str, last: str) -> None:
        """Take a block whose lines are not read as AsciiDoc."""
        end = start = self.at + 1
        while end < len(self.lines) and self.lines[end] != last:
            end += 1
        inside = self.lines[start:end]
        if line[0] in _VERBATIM:
            self.out.add(BlockKind.CODE, "\n".join(inside), self._place(start))
        elif line[0] not in _SILENT:
            table = read_table(inside, start + 1, self.above, self._plain)
            facts = table.facts(_MAX_REPEATED)
            mark = self.out.open_table(facts, own=True)
            for text, place in facts:
                self.out.add(BlockKind.ROW, text, place)
            self.out.leave(mark)
        self.above = ""
        self.at = end + 1

    def _leave_lists(self) -> None:
        """End the lists that what comes next does not belong to."""
        if self.gap and not self.attached:
            self._close(self._floor)

    def _block(self, line: str) -> None:
        if level := self._underlined(self.at):
            self._heading(level, line)
            self.at += 1
        elif found := kinds.titled(line):
            self._heading(*found)
        elif title := kinds.BLOCK_TITLE.fullmatch(line):
            self._leave_lists()
            self._add(BlockKind.PARAGRAPH, self._plain(title[1]))
            self.at += 1
        elif item := kinds.marked(line):
            self._item(*item)
        elif self.above.startswith("[verse") or (line[0] == " " and (self.gap or self.attached)):
            self._literal()
        else:
            self._leave_lists()
            at, text = self.at, self._paragraph([], in_item=len(self.open) > self._floor)
            self._add(BlockKind.PARAGRAPH, self._labelled(text), at)

    def _add(self, kind: BlockKind, text: str, at: int | None = None, number: str = "") -> None:
        self.out.add(kind, text, self._place(at), number)

    def _labelled(self, text: str) -> str:
        """A paragraph with the label of a note or a warning before it."""
        if label := _LABEL.match(self.above):
            return f"{label[1].capitalize()}: {text}"
        return kinds.ADMONITION.sub(lambda found: f"{found[1].capitalize()}: ", text, count=1)

    def _heading(self, level: int, text: str) -> None:
        self._close(0)
        self.blocks = []
        text = self._plain(text)
        if level == 1 and not self.out.title and not self.out.blocks:
            self.out.title = " ".join(text.split())
        self.out.heading(level, text, self._place())
        self.at += 1

    def _literal(self) -> None:
        """Take indented lines, whose breaks and blanks matter."""
        start = self.at
        while self.at < len(self.lines) and (line := self.lines[self.at]) and line.strip() != "+":
            self.at += 1
        lines = self.lines[start : self.at]
        left = min(len(line) - len(line.lstrip()) for line in lines)
        verse = self.above.startswith("[verse")
        text = "\n".join(self._plain(line[left:]) if verse else line[left:] for line in lines)
        self._add(BlockKind.CODE, text, start)

    def _paragraph(self, begun: list[str], in_item: bool = False) -> str:
        """The running text from here on, after what stands on the line of its item."""
        parts = begun
        while self.at < len(self.lines) and (line := self.lines[self.at]):
            fence = kinds.FENCE.fullmatch(line) is not None
            other = fence or kinds.ATTRIBUTE.fullmatch(line) is not None
            if line.strip() == "+" or (parts and other) or (in_item and kinds.marked(line)):
                break
            macro = kinds.MACRO.fullmatch(line)
            if not kinds.COMMENT.match(line) and not (macro and macro[1] != "image"):
                parts.append(" ".join(line.split()))
            self.at += 1
        joined = ("\n" if _HARD_BREAK.search(part) else " " for part in parts)
        text = "".join(_HARD_BREAK.sub("", p) + gap for p, gap in zip(parts, joined, strict=True))
        return self._plain(text.strip())

    def _item(self, kind: str, number: str, term: str, text: str) -> None:
        """Take an item with its first paragraph; its kind says which list it belongs to."""
        known = [each.kind for each in self.open[self._floor :]]
        if kind in known:
            self._close(self._floor + known.index(kind) + 1)
        elif len(self.open) < _MAX_OPEN:
            mark = self.out.open_scope() if term else self.out.open_group()
            self.open.append(_List(kind, mark))
        here = self.open[-1]
        if here.entry is not None:
            self.out.leave(here.entry)
            here.entry = None
        here.items += 1
        start = self.at
        self.at += 1
        if term:
            here.entry = self._entry(kind, [term], text, start)
            return
        said = self._paragraph([text], in_item=True)
        if kind[0] in "*-" and len(said.split()) <= _TITLE_WORDS and self._is_attached():
            self.at += 1
            body = self._paragraph([], in_item=True)
            place = self._place(start)
            here.entry = self.out.begin_entry(said.rstrip("."), f"{said}\n{body}", place)
            return
        number = number or (f"{here.items}." if kind[0] == "." else "")
        self._add(BlockKind.ITEM, said, start, number)

    def _is_attached(self) -> bool:
        """True for a "+" with running text below it."""
        here = self.lines[self.at] if self.at < len(self.lines) else ""
        return here.strip() == "+" and self._is_text(self.at + 1)

    def _entry(self, kind: str, terms: list[str], text: str, start: int) -> Mark:
        """Add an entry: terms, and the paragraph that stands behind the last of them or below."""
        about = [text] if text else []
        while not about and len(terms) < _MAX_TERMS:
            following = self._next()
            item = kinds.marked(self.lines[following]) if following < len(self.lines) else None
            if item is None or item[0] != kind:
                break
            self.at = following + 1
            terms.append(item[2])
            about = [item[3]] if item[3] else []
        if not about and self._is_text(self._next()):
            self.at = self._next()
        said = self._paragraph(about, in_item=True) if about or self._is_text(self.at) else ""
        names = [self._plain(each) for each in terms]
        body = "\n".join([*names, said] if said else names)
        return self.out.begin_entry(", ".join(names), body, self._place(start))

    def _next(self) -> int:
        """Where the next line stands that says something."""
        at = self.at
        while at < len(self.lines) and not self.lines[at]:
            at += 1
        return at

    def _is_text(self, at: int) -> bool:
        """True for a line of running text: no item, title, fence or what is said of a block."""
        line = self.lines[at] if at < len(self.lines) else ""
        silent = kinds.COMMENT.match(line) or kinds.BLOCK_ATTRIBUTES.fullmatch(line)
        other = kinds.FENCE.fullmatch(line) or kinds.titled(line) or kinds.MACRO.fullmatch(line)
        if not line or line.strip() == "+" or silent or other or kinds.marked(line):
            return False
        return not self._underlined(at) and not kinds.BLOCK_TITLE.fullmatch(line)
