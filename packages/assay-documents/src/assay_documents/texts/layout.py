"""What a line of a plain text is, by the lines around it."""

from __future__ import annotations

from bisect import bisect

from assay_documents.texts.lines import Line, begins_indented, manual_name

_MAX_WIDTH = 110
_SECTIONS = frozenset(("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SEE ALSO", "EXAMPLES"))
_UNDERLINES = {"=": 1, "#": 1, "*": 1, "-": 2, "~": 3, "^": 3}
_BOXED_LEVEL, _BOXED_WORDS = 1, 12
_NUMBERED_LEVEL = 2  # above all sections with a number
_TAG = 7  # columns that a manual page leaves before what it says of a name
_TITLE_LEVEL = 20  # of a title without a number, which stands in whatever section is open


class Layout:
    """The lines of a text, and questions about the one at a place."""

    def __init__(self, lines: list[Line]) -> None:
        """Finds how wide the text is, and whether it is a rendered manual page."""
        self.lines = lines
        self.ruled = self._rules_under_titles()
        self.has_boxed = any(self._is_boxed(at) for at in range(len(lines)))
        lengths = sorted(line.indent + len(line.text) for line in lines if line.text)
        self.width = min(_MAX_WIDTH, lengths[len(lengths) * 9 // 10]) if lengths else 0
        first = next((line for line in lines if line.text), None)
        self.manual = manual_name(first) if first else ""
        # A page that was not rendered yet draws lines under its sections.
        heads = {
            line.text
            for at, line in enumerate(lines)
            if not line.indent and not self.is_underlined(at)
        }
        self.is_manual = bool(self.manual) or len(heads & _SECTIONS) > 1
        self.numbered = [at for at in range(len(lines)) if self._is_numbered_alone(at)]

    def line(self, at: int) -> Line:
        """The line at a place; an empty one before the first and after the last."""
        return self.lines[at] if 0 <= at < len(self.lines) else Line(0, 0, "")

    def is_underlined(self, at: int) -> bool:
        """True when a line is drawn under this one."""
        return self.line(at + 1).is_underline_of(self.line(at)) or at in self.ruled

    def has_line_below(self, at: int) -> bool:
        """True when the line below belongs to this heading."""
        return self.is_underlined(at) or self._is_boxed(at)

    def _rules_under_titles(self) -> set[int]:
        """The titles above a rule much longer than they are, where the text has several of them.

        Below one line only, a rule may as well end what stands above it.
        """
        found: dict[str, list[int]] = {}
        for at, line in enumerate(self.lines):
            below = self.line(at + 1)
            if below.is_rule and line.looks_like_title and below.indent == line.indent:
                alone = not self.line(at - 1).text and not self.line(at + 2).text
                if alone and _UNDERLINES.get(below.text[0]):
                    found.setdefault(below.text, []).append(at)
        return {at for places in found.values() if len(places) > 1 for at in places}

    def _is_boxed(self, at: int) -> bool:
        """True for a title between two lines of the same signs."""
        line, above, below = self.line(at), self.line(at - 1), self.line(at + 1)
        return (
            above.is_rule
            and above.text == below.text
            and above.indent == below.indent
            and not self.line(at - 2).text
            and not line.ends_sentence
            and not self.line(at + 2).text
            and len(line.text.split()) <= _BOXED_WORDS
            and any(sign.isalpha() for sign in line.text)
        )

    def heading_level(self, at: int, in_item: bool, in_entry: bool) -> int:
        """The level of the heading that this line is, or 0; inside what it stands deeper than."""
        line, after = self.line(at), self.line(at + 1)
        if self.is_manual:
            return self._manual_level(at)
        if self._is_boxed(at):
            return _BOXED_LEVEL
        if self.is_underlined(at) and not self.line(at - 1).text:
            return _UNDERLINES.get(after.text[0], 4) + self.has_boxed
        if self.line(at - 1).text or after.text or line.is_rule:
            return 0
        # Items may have numbers, but hardly "3.1. Duties", and a section ends all items before it.
        is_section = len(line.section) > 1 and not in_entry
        if (in_item or in_entry) and line.indent and not is_section:
            return 0
        return line.part_level or self._capitals_level(at) or self._title_level(at)

    def _capitals_level(self, at: int) -> int:
        if not self.line(at).is_capitals:
            return 0
        return _TITLE_LEVEL if self._is_inside_section(at) else _NUMBERED_LEVEL

    def _is_numbered_alone(self, at: int) -> bool:
        line = self.lines[at]
        alone = not self.line(at - 1).text and not self.line(at + 1).text
        return alone and bool(line.section) and line.looks_like_title

    def _is_inside_section(self, at: int) -> bool:
        """True between two sections whose numbers follow one another, such as 3.1 and 3.2.

        What stands there in capitals is a name in the first of them; above a chapter the numbers
        begin anew.
        """
        place = bisect(self.numbered, at)
        if not 0 < place < len(self.numbered):
            return False
        (*outer, last), (*after, following) = (
            self.lines[self.numbered[each]].section for each in (place - 1, place)
        )
        follows = last.isdecimal() and following.isdecimal() and int(following) == int(last) + 1
        return follows and outer == after

    def _manual_level(self, at: int) -> int:
        """Sections of a manual page stand at the margin, subsections a little deeper."""
        line, after = self.line(at), self.line(at + 1)
        if line.mark or not (after.indent > line.indent or after.is_blank):
            return 0
        if line.indent == 0:
            return 0 if self.is_foot(at) else 1
        return 2 if line.indent in (2, 3) and line.looks_like_title else 0

    def _title_level(self, at: int) -> int:
        """The level of a short line that stands alone above a text, or above its first section."""
        line, following = self.line(at), self.line(at + 2)
        if not line.looks_like_title or not following.text:
            return _NUMBERED_LEVEL + 1 if self._is_stopped_title(at) else 0
        number = line.section
        if following.looks_like_title and not self.line(at + 3).text:
            is_below = bool(number) and following.section[:-1] == number
            is_above = bool(number) and self._is_above_title(at)
            return _NUMBERED_LEVEL + len(number) if is_below or is_above else 0
        if len(number) > 1:  # each level may stand deeper than the one before, and its text not
            return _NUMBERED_LEVEL + len(number)
        if following.indent < line.indent:
            return 0
        if line.number_mark:
            return _NUMBERED_LEVEL + 1 if len(line.text.split()) > 1 else 0
        return _TITLE_LEVEL if line.indent == 0 or following.indent > line.indent else 0

    def _is_above_title(self, at: int) -> bool:
        """True for the number of a section, not of an item, above a title that has none."""
        line, above, following = self.line(at), self.line(at - 2), self.line(at + 2)
        if following.section or is_item(following) or not self.line(at + 4).text:
            return False
        in_list = is_item(above) or above.indent > line.indent
        return len(line.section) > 1 or not in_list

    def _is_stopped_title(self, at: int) -> bool:
        """True for a title with a full stop; the text of an item would stand deeper than it."""
        line, following = self.line(at), self.line(at + 2)
        if begins_indented(following, self.line(at + 3), self.width):
            following = self.line(at + 3)
        below = bool(following.text) and following.indent <= line.indent
        is_title = line.is_numbered_title or line.is_numbered_question
        return is_title and below and not is_item(following)

    def is_foot(self, at: int) -> bool:
        """True for the last line of a manual page, with its date and name."""
        return (
            self.line(at).indent == 0
            and not any(each.text for each in self.lines[at + 1 : at + 6])
            and "  " in self.line(at).text
            and at + 6 > len(self.lines)
        )

    def tag(self, at: int, columns: tuple[int, int]) -> tuple[str, str, int] | None:
        """Name, description and column of the latter, where a manual page puts both on a line.

        A name of six letters has one blank after it, as any word has: then the next line stands
        below the description, or names before it have theirs in that column (`columns`).
        """
        line, below = self.line(at), self.line(at + 1)
        name, rest = line.text[:_TAG].rstrip(), line.text[_TAG:]
        column = line.indent + _TAG
        if not self.is_manual or not line.indent or line.text[_TAG - 1 : _TAG] != " ":
            return None
        if not rest.strip() or rest[0] == " " or line.mark or name.endswith((".", ":", "!", "?")):
            return None
        if " " in name and not name.startswith("-"):
            return None
        full = len(name) == _TAG - 1  # and may be a word of a sentence or of a longer name
        if full and (name.istitle() or not rest[0].isupper()):
            return None
        sure = not full or name.startswith("-") or columns == (line.indent, column)
        before = sure and not below.text
        return (name, rest, column) if before or below.indent == column else None

    def is_stretched(self, at: int) -> bool:
        """True for a line of running text that `man` filled with blanks: it goes on below."""
        line, below = self.line(at), self.line(at + 1)
        _, rest, column = line.split_term() or ("", "", 0)
        filled = self.is_manual and "  " in rest and line.is_full(self.width)
        if not filled or below.indent != line.indent or not below.text:
            return False
        other = below.split_term()
        return other is None or other[2] != column

    def is_apart(self, at: int) -> bool:
        """True for a name above another one and an empty line, before what is said of both."""
        line, following = self.line(at), self.line(at + 2)
        if not self.is_manual or not following.text or following.indent != line.indent:
            return False
        if line.text.startswith("-"):
            return following.text.startswith("-") and not line.ends_sentence
        # A title or a word of a sentence is made of letters alone, and a sign is no name.
        named = line.text[0].isalnum() and not line.text.isalpha() and line.text[-1] not in ".:;"
        return named and " " not in line.text

    def deeper(self, indent: int, at: int) -> list[Line]:
        """The lines from `at` that stand deeper than `indent`, up to an empty one or an item."""
        lines: list[Line] = []
        while (line := self.line(at)).text and line.indent > indent and not is_item(line):
            lines.append(line)
            at += 1
        return lines

    def begins_item(self, at: int) -> bool:
        """True when an item begins on a line that has another one above it.

        "Leave with ^" and "G. After that ..." on the next line is a sentence that was broken there:
        a list begins with its first number, or after the end of a sentence.
        """
        line, above = self.line(at), self.line(at - 1)
        broken = above.is_full(self.width) and not above.ends_sentence
        return is_item(line) and not (broken and line.number_mark and not line.is_first_number)

    def rest_of_item(self, item: int) -> list[Line]:
        """The lines that go on with the item at a place: deeper ones, or else the running text.

        Licences and letters let the second line of an item begin below its number.
        """
        indent = self.line(item).indent
        if lines := self.deeper(indent, item + 1):
            return lines
        at = item + 1
        while self._runs_on(at, indent):
            lines.append(self.line(at))
            at += 1
        return lines

    def _runs_on(self, at: int, indent: int) -> bool:
        """True when a line at this indentation goes on with the sentence or the full line above."""
        line, above = self.line(at), self.line(at - 1)
        if not line.text or line.indent != indent or is_item(line) or line.is_rule:
            return False
        if self.is_underlined(at) or (self.is_manual and not indent):
            return False
        return above.is_full(self.width) or (line.text[0].islower() and not above.ends_sentence)


def is_item(line: Line) -> bool:
    """True for a bullet, and for a number that is one of several or begins a list."""
    if line.bullet:
        return True
    mark = line.number_mark
    return bool(mark) and (mark[:1] in "([" or not mark[0].isalpha() or len(mark.strip()) > 1)
