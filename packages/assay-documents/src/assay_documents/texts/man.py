"""Sources of manual pages, man(7) and mdoc(7), to blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from assay_documents.html.sinks import Entry, Item
from assay_documents.html.table import Table
from assay_documents.model import Contents, Document
from assay_documents.places import BlockKind, Place
from assay_documents.quoted.help_text import with_help_texts
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of, read_text
from assay_documents.texts.man_flow import LINE_BREAK, Level, ManFlow, is_bullet, is_number
from assay_documents.texts.mdoc import INLINE, mdoc_text
from assay_documents.texts.roff import RoffLine, roff_lines, unescape
from assay_documents.texts.tbl import table_rows

_FONTS = frozenset(("B", "I", "R", "SM", "SB", "BI", "BR", "IB", "IR", "RB", "RI"))
_MAX_TAG = 78  # characters
_REMARK = re.compile(r"\w+:")  # "Note:", which stands before its text
_MAX_REPEATED = 2_000_000  # characters of table headers that may be said more than once


def read_man(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of a manual page."""
    yield document_of(path, with_help_texts(man_blocks(read_text(path, limits))))


def man_blocks(text: str) -> Contents:
    """The title and the blocks of the source of a manual page."""
    page = _Page()
    for line in roff_lines(text):
        page.step(line)
    return page.contents()


class _Page(ManFlow):
    """Goes through the lines once."""

    def __init__(self) -> None:
        super().__init__()
        self.wants = ""  # what the next line is: a tag or a heading
        self.table: list[RoffLine] | None = None
        self.name = ""
        self.steps: dict[str, Callable[[RoffLine], None]] = {
            **dict.fromkeys(("PP", "P", "LP", "HP", "Pp", "Lp"), self._paragraph),
            **dict.fromkeys(("sp", "Sp"), lambda line: self.flush()),
            **dict.fromkeys(("nf", "EX", "Vb", "D1", "Dl", "Bd"), self._begin_code),
            **dict.fromkeys(("fi", "EE", "Ve", "Ed"), self._end_code),
            **dict.fromkeys(("TP", "TQ"), self._tag),
            **dict.fromkeys(("SH", "Sh", "SS", "Ss"), self._heading),
            **dict.fromkeys(("TH", "Dt"), self._title),
            **dict.fromkeys(("UE", "ME"), self._link_end),
            "br": self._break,
            "IP": self._indented,
            "RS": self._indent,
            "INDENT": self._docutils_indent,
            **dict.fromkeys(("RE", "UNINDENT"), lambda line: self.close_level()),
            "Bl": self._begin_list,
            "El": lambda line: self.close_level(),
            "It": self._list_item,
            "TS": self._begin_table,
            "UR": self._link,
            "MT": self._link,
            "SY": self._plain_macro,
            "OP": lambda line: self.add(f"[{' '.join(map(unescape, line.arguments))}]", line),
        }
        self.link = ""

    def contents(self) -> Contents:
        self._end_table()
        self.flush()
        while len(self.levels) > 1:
            self.close_level()
        self.close_open()
        self.out.group_items()
        return self.out.contents()

    def step(self, line: RoffLine) -> None:
        """One line."""
        if self.table is not None:
            if line.macro == "TE":
                self._end_table()
            else:
                self.table.append(line)
            return
        if line.macro in _FONTS or line.macro in INLINE or not line.macro:
            self._text(line)
        elif (step := self.steps.get(line.macro)) is not None:
            step(line)

    def _text(self, line: RoffLine) -> None:
        text = self._words(line)
        match self.wants:
            case "tag":
                self.wants = ""
                self.tags.append(text)
                self.begin_entry(line)
            case "heading" if text:
                self.wants = ""
                self.out.heading(1, text, Place(line=line.number))
            case "subheading" if text:
                self.wants = ""
                self.out.heading(2, text, Place(line=line.number))
            case _ if not text and not line.macro and not self.code:
                self.flush()
            case _:
                if line.text.startswith(" ") and not self.code and self.words:
                    self.words.append(LINE_BREAK)
                self.add(text, line)

    def _words(self, line: RoffLine) -> str:
        if not line.macro:
            return unescape(line.text)
        if line.macro in _FONTS:
            between = "" if len(line.macro) == 2 and line.macro not in ("SM", "SB") else " "  # noqa: PLR2004
            return between.join(unescape(each) for each in line.arguments)
        if line.macro == "Nm" and not self.name and line.arguments:
            self.name = unescape(line.arguments[0])
        return mdoc_text(line.macro, line.arguments, self.name)

    def _title(self, line: RoffLine) -> None:
        words = [unescape(each) for each in line.arguments[:2]]
        if words and not self.out.title:
            section = f"({words[1]})" if len(words) > 1 else ""
            name = words[0].lower() if words[0].isupper() else words[0]
            self.out.title = f"{name}{section}"

    def _heading(self, line: RoffLine) -> None:
        self.flush()
        while len(self.levels) > 1:
            self.close_level()
        self.close_open()
        self.code = 0
        below = line.macro in ("SS", "Ss")
        words = mdoc_text("No", line.arguments, self.name) if line.macro[1] in "hs" else None
        text = " ".join(map(unescape, line.arguments)) if words is None else words
        if text:
            self.out.heading(2 if below else 1, text, Place(line=line.number))
        else:
            self.wants = "subheading" if below else "heading"

    def _paragraph(self, line: RoffLine) -> None:
        self.flush()
        if line.macro not in ("Pp", "Lp"):  # in mdoc an item goes on until the next
            self.close_open()

    def _break(self, line: RoffLine) -> None:
        if self.words and not self.code:
            self.words.append(LINE_BREAK)

    def _plain_macro(self, line: RoffLine) -> None:
        self.flush()
        self.add(" ".join(map(unescape, line.arguments)), line)

    def _begin_code(self, line: RoffLine) -> None:
        if line.macro == "Bd" and not {"-literal", "-unfilled"} & set(line.arguments):
            self.flush()
            return
        self.flush()
        self.code += 1
        if line.macro in ("D1", "Dl"):
            self.add(mdoc_text("No", line.arguments, self.name), line)
            self._end_code(line)

    def _end_code(self, line: RoffLine) -> None:
        self.flush()
        self.code = max(0, self.code - 1)

    def _tag(self, line: RoffLine) -> None:
        self.flush()
        if line.macro == "TP":
            self.close_open()
            self.tags = []
        self.wants = "tag"

    def _indented(self, line: RoffLine) -> None:
        self.flush()
        tag = unescape(line.arguments[0]).strip() if line.arguments else ""
        if not tag:
            return
        if isinstance(self.levels[-1].open, Item) and (is_bullet(tag) or is_number(tag)):
            self.levels[-1].open = None  # the same list goes on
        else:
            self.close_open()
        if is_bullet(tag) or is_number(tag):
            self.begin_item("" if is_bullet(tag) else tag)
        else:
            self.tags = [tag]
            self.begin_entry(line)

    def _indent(self, line: RoffLine) -> None:
        """An indented part; a short line right before it is the name of what it describes."""
        if self.words and not self.code and LINE_BREAK not in self.words:
            text = " ".join(" ".join(self.words).split())
            if len(text) <= _MAX_TAG and not text.endswith((".", ":", ",", ";")):
                self.words = []
                self.close_open()
                self.tags = [text]
                self.begin_entry(RoffLine(self.place.line, text))
        self.open_level("")

    def _docutils_indent(self, line: RoffLine) -> None:
        """The same in pages that docutils writes, with a macro of its own, never after a name."""
        if not (len(self.words) == 1 and _REMARK.fullmatch(self.words[0])):
            self.flush()
        self.levels.append(Level())

    def _begin_list(self, line: RoffLine) -> None:
        styles = ("-bullet", "-dash", "-hyphen", "-enum", "-item", "-column")
        style = next((each for each in styles if each in line.arguments), "-tag")
        self.open_level(style)

    def _list_item(self, line: RoffLine) -> None:
        self.flush()
        level = self.levels[-1]
        text = mdoc_text("No", [each for each in line.arguments if each != "Xo"], self.name)
        if level.style in ("-tag", ""):
            if not (isinstance(level.open, Entry) and not level.open.begun):
                self.close_open()
            self.tags = [text]
            self.begin_entry(line)
            return
        level.number += 1
        self.begin_item(f"{level.number}." if level.style == "-enum" else "")
        if text:
            self.add(text.replace(" Ta ", "; "), line)

    def _link(self, line: RoffLine) -> None:
        self.link = unescape(line.arguments[0]) if line.arguments else ""

    def _link_end(self, line: RoffLine) -> None:
        after = "".join(map(unescape, line.arguments))
        self.add(f"<{self.link}>{after}" if self.link else after, line)

    def _begin_table(self, line: RoffLine) -> None:
        self.flush()
        self.table = []

    def _end_table(self) -> None:
        lines, self.table = self.table, None
        rows = table_rows(lines or [])
        if rows:
            facts = Table(rows).facts(_MAX_REPEATED)
            mark = self.out.open_table(facts)
            for text, place in facts:
                self.place = place
                self.out.add(BlockKind.ROW, text, place)
            self.out.leave(mark)
