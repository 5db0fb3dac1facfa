"""The lines of a plain text, and what each looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OVERSTRUCK = re.compile(r".\x08")  # how old printers and `man` make letters bold
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")
LINE_END = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")
_BULLET = re.compile(r"(?:[\u2022\u00b7\u25e6\u25aa\u2023\u2013*+-]|o(?= {2,}))\s+(?=\S)")
_NUMBERED = re.compile(r"(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|\[\d{1,3}\]|\d{1,3}\.)\s+(?=\S)")
_SECTION = re.compile(r"((?:\d{1,3}|[A-Z](?=\.))(?:\.\d{1,3})*)\.?\s+(?=\S)")
_PART = re.compile(
    r"(?:(?P<above>part|book|volume)|chapter|appendix|annex) "
    r"(?:\d{1,3}|[ivxlc]{1,7}|[a-z])(?![\w'-])(?! ?(?:,|and\b|of\b|is\b)).*",
    re.IGNORECASE,
)
_FIRST = re.compile(r"[(\[]?(?:0|1|i|a)[.)\]]", re.IGNORECASE)
_INLINE = re.compile(r"(?P<term>\S+(?: \S+){0,5}?)(?P<gap> {2,})(?P<rest>\S.*)")
_MANUAL = re.compile(r"([\w.+:@-]+)\(([0-9][\w]*|n|l)\)(?:\s.*)?\s\1\(\2\)", re.IGNORECASE)
_FIELD = re.compile(r"\s{0,40}[\w.$/-]{1,60}(?:;[\w=,/-]{1,60})*\s?[:=](?!//|,)")  # "port: 22"
_UNDERLINE = re.compile(r"([=\-~^*#+\"'`:._])\1{2,}")
_RULE = re.compile(r"(?:[-=_*~#+.\u2500\u2501\u2550]\s*){5,}")
_DRAWN = re.compile(r"[|+][-=+|]{3,}|[\u2500-\u257f]|^\|.*\|$|^\+.*\+$")
_CODE_START = re.compile(r"[$#>%] ?\S|\.\.\.|\[\w[\w .-]*\]$|</?\w|[{}()\[\]]")
_CODE_END = re.compile(r"[;{}\\]$|\*/$")
_SETTING = re.compile(r"[\w.-]+\s*=(?!=)\s*\S*|[\w.-]+:\s\S+$")
_WIDE_GAP = re.compile(r"\S {3,}\S")
_SENTENCE_END = re.compile(r"[.!?,;:]['\")\]]*$")
_TERM_END = re.compile(r"[)\]\"]$|\w ?\.\.\.$")  # "file ..." is a name, "..." alone is none
_LETTER = re.compile(r"[^\W\d_]")
_SMALL = re.compile(
    "an?|and|as|at|by|for|from|in|into|of|on|or|the|this|to|under|with"
)  # in titles
_TERM_WORDS = 8
_OPTION_WORDS = 2
_TERM_LENGTH = 78
_HEADING_WORDS = 10
_FIRST_LINE = 5  # columns that the first line of a paragraph may stand further right
_FULL = 0.7  # of the width, from which on a line was broken for being full


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its number, its indentation and its text without it."""

    number: int
    indent: int
    text: str

    @property
    def is_blank(self) -> bool:
        """True when there is nothing on the line."""
        return not self.text

    @property
    def bullet(self) -> str:
        """The mark of an item at the start of the line with the blanks after it, or nothing."""
        match = _BULLET.match(self.text)
        return match[0] if match else ""

    @property
    def number_mark(self) -> str:
        """The number of an item at the start of the line with the blanks after it, or nothing."""
        match = _NUMBERED.match(self.text)
        return match[0] if match else ""

    @property
    def section(self) -> tuple[str, ...]:
        """The number of a section in its parts: 3 and 1 of "3.1. Duties"; none without one."""
        match = _SECTION.match(self.text)
        return tuple(match[1].split(".")) if match else ()

    @property
    def is_first_number(self) -> bool:
        """True for the number that a list begins with: 1, a or i."""
        return _FIRST.match(self.text) is not None

    @property
    def part_level(self) -> int:
        """The level of a heading that says what it is ("Chapter 3. Oil", "Part II"), or 0."""
        found = _PART.fullmatch(self.text)
        if not found or not self.looks_like_title:
            return 0
        return 1 if found["above"] else 2

    @property
    def mark(self) -> str:
        """The bullet or number."""
        return self.bullet or self.number_mark

    @property
    def is_drawn(self) -> bool:
        """True for a line of a table or a picture."""
        return _DRAWN.search(self.text) is not None

    @property
    def looks_like_term(self) -> bool:
        """True for a line that may be the name of what is described below it."""
        words = len(self.text.split())
        if self.text.startswith("-") and all(
            len(name.split()) <= _OPTION_WORDS for name in self.text.split(", -")
        ):
            return not self.mark  # with all values that it may have it is as long as they are
        if len(self.text) > _TERM_LENGTH or self.mark:
            return False
        if self.text.startswith("-"):
            return True
        if _SENTENCE_END.search(self.text) and not _TERM_END.search(self.text):
            return words <= 3 and self.text.endswith(":")  # noqa: PLR2004 - "Returns:"
        return words <= _TERM_WORDS

    @property
    def looks_like_title(self) -> bool:
        """True for a short line without the end of a sentence."""
        words = self.text.split()
        return (
            len(words) <= _HEADING_WORDS
            and not _SENTENCE_END.search(self.text)
            and (self.text[:1].isupper() or bool(self.number_mark) or self.text[:1].isdigit())
            and _LETTER.search(self.text) is not None
        )

    @property
    def is_numbered_title(self) -> bool:
        """True for "8. Lamps and Their Oil." with a full stop, as some licences write titles."""
        words = self.text[len(self.number_mark) :].rstrip(".").split()
        return (
            bool(self.number_mark)
            and self.text.endswith(".")
            and 0 < len(words) <= _HEADING_WORDS
            and words[0][0].isupper()
            and all(_SMALL.fullmatch(word) or not word[0].islower() for word in words)
            and not any(_SENTENCE_END.search(word) for word in words)
        )

    @property
    def is_numbered_question(self) -> bool:
        """True for "2. What is a lamp?"."""
        words = self.text[len(self.number_mark) :].split()
        return (
            bool(self.number_mark)
            and self.text.endswith("?")
            and len(words) <= _HEADING_WORDS
            and words[0][0].isupper()
            and not any(_SENTENCE_END.search(word) for word in words[:-1])
        )

    @property
    def is_capitals(self) -> bool:
        """True for a title in capital letters."""
        return (
            self.text.isupper()
            and len(self.text.split()) <= _HEADING_WORDS
            and sum(c.isalpha() for c in self.text) * 2 > len(self.text)
        )

    @property
    def ends_sentence(self) -> bool:
        """True when a sentence, or what announces something, ends with the line."""
        return self.text.rstrip("'\")]").endswith((".", "!", "?", ":", ";"))

    def is_full(self, width: int) -> bool:
        """True for a line that was broken because there was no more room on it."""
        return self.indent + len(self.text) >= width * _FULL

    @property
    def is_rule(self) -> bool:
        """True for a line that only separates."""
        return _RULE.fullmatch(self.text) is not None

    def is_underline_of(self, title: Line) -> bool:
        """True when this line is drawn under a title."""
        match = _UNDERLINE.fullmatch(self.text)
        return (
            match is not None
            and not title.is_blank
            and _LETTER.search(title.text) is not None
            and abs(self.indent - title.indent) <= 2  # noqa: PLR2004 - centred by hand
            and len(self.text) * 2 >= len(title.text)
            and len(self.text) <= 2 * len(title.text) + 4
        )

    def split_term(self) -> tuple[str, str, int] | None:
        """Term, description and column of the description, where both stand on the line."""
        match = _INLINE.fullmatch(self.text)
        if match is None:
            return None
        return match["term"], match["rest"], self.indent + match.start("rest")


def split_lines(text: str) -> list[Line]:
    """The lines of a text, without overstriking and terminal escapes."""
    if "\x08" in text:
        text = _OVERSTRUCK.sub("", text)
    if "\x1b" in text:
        text = _ESCAPES.sub("", text)
    lines = []
    for number, raw in enumerate(LINE_END.split(text), start=1):
        # "Chapter 3" is often kept together by a blank that does not break.
        line = raw.replace("\u00a0", " ").expandtabs(8).rstrip()
        body = line.lstrip()
        lines.append(Line(number, len(line) - len(body), body))
    return lines


def manual_name(line: Line) -> str:
    """The name in the head line of a rendered manual page: "LS(1) ... LS(1)"."""
    match = _MANUAL.fullmatch(line.text)
    return f"{match[1]}({match[2]})" if match else ""


def is_preformatted(lines: list[Line]) -> bool:
    """True when the line breaks and blanks of these lines matter: code, tables, drawings."""
    if any(line.is_drawn for line in lines):
        return True
    texts = [line.text for line in lines]
    if _CODE_START.match(texts[0]) and texts[0][:2] in ("$ ", "# ", "> ", "% "):
        return True
    if len(lines) < 2:  # noqa: PLR2004 - one line says too little
        return _CODE_END.search(texts[0]) is not None
    gaps = sum(_WIDE_GAP.search(text) is not None for text in texts)
    if gaps * 2 > len(texts):
        return True
    code = sum(
        bool(_CODE_START.match(t) or _CODE_END.search(t) or _SETTING.fullmatch(t)) for t in texts
    )
    if code * 2 > len(texts):
        return True
    return len({line.indent for line in lines}) > 2  # noqa: PLR2004 - a first line may stand out


def begins_indented(line: Line, below: Line, width: int) -> bool:
    """True for the first line of a paragraph that goes on further left, as in GNU's manuals.

    A line that was broken because it was full has more below it; a short one is an example.
    """
    stands_out = 0 < line.indent - below.indent <= _FIRST_LINE
    return bool(below.text) and stands_out and line.is_full(width)


def joined(lines: list[Line], width: int) -> str:
    """The lines as running text; their breaks stay where the lines were not filled.

    A hyphen at the end of a line stays, because most stand in the names of options.
    """
    parts: list[str] = []
    fields = 3 * sum(_FIELD.match(line.text) is not None for line in lines) >= 2 * len(lines)
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        text = " ".join(line.text.split())
        if following is None:
            parts.append(text)
        elif text.endswith("\u2010"):
            parts.append(text[:-1])
        elif text.endswith("-") and text[-2:-1].isalnum() and following.text[:1].isalpha():
            parts.append(text)
        else:
            room = width - line.indent - len(line.text) - 1
            first = following.text.split(maxsplit=1)[0]
            goes_on = first[:1].islower() and not text.endswith((".", ":", ";"))
            goes_on = goes_on or len(first) + 8 >= room
            apart = fields and _FIELD.match(following.text)
            parts.append(text + (" " if goes_on and not apart else "\n"))
    return "".join(parts)
