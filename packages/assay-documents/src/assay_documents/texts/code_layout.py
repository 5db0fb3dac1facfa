"""Source code of any language to blocks by its layout.

A definition is found by how its first line looks, and ends where the indentation comes back to
that of this line. The comment right before it says what it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay_documents.builder import BlockBuilder, Mark
from assay_documents.model import Contents
from assay_documents.places import BlockKind, Place
from assay_documents.texts.pod import pod_blocks

_KEYWORD = re.compile(
    r"(?:(?:export|default|async|public|private|protected|static|final|abstract|pub(?:\([a-z ]+\))?"
    r"|unsafe|extern|inline|virtual|override|internal|open|data|sealed|partial|const|local|declare"
    r"|typedef|CREATE|OR|REPLACE|TEMPORARY)\s+){0,6}"
    r"(?:class|struct|interface|enum|trait|impl|module|namespace|function\*?|func|fn|fun|def|sub"
    r"|proc|procedure|macro_rules!|record|object|protocol|extension|contract|union|TABLE|VIEW"
    r"|FUNCTION|PROCEDURE|TRIGGER|message|service)\s+(?P<name>[A-Za-z_$][\w.:$<>!?-]*)",
)
_ASSIGNED = re.compile(
    r"(?:export\s+)?(?:const|let|var)\s+(?P<name>\w+)\s*(?::[^=]{1,80})?=\s*(?:async\s*)?"
    r"(?:function\b|\([^()]{0,200}\)\s*(?::[^=]{1,80})?=>|\w+\s*=>)"
)
_SHELL = re.compile(r"(?P<name>[\w-]+)\s*\(\)\s*(?:\{.*)?")
_TYPED = re.compile(
    r"(?:[A-Za-z_][\w:<>,\[\]]*[\s*&]+){1,6}(?P<name>~?[A-Za-z_]\w*(?:::~?\w+){0,3})\s*\([^;{}]*"
    r"(?:[;{,(]|\)\s*(?:const|noexcept|override|throws [\w., ]+)?\s*[;{]?)?"
)
_DEFINE = re.compile(r"#\s*define\s+(?P<name>\w+)")
_STATEMENTS = frozenset(
    ("return", "if", "for", "while", "switch", "else", "do", "case", "throw", "new", "delete",
     "goto", "using", "import", "from", "package", "echo", "print", "yield", "await", "elif")
)  # fmt: skip
_COMMENT = re.compile(
    r"\s*(?://[/!]?|#(?!\s*(?:define|include|if|else|endif|undef|pragma|!))|--|;+|%+)(?P<text>.*)"
)
_OPENS = re.compile(r"\s*/\*+(?P<text>.*)")
_CLOSERS = re.compile(r"\s*(?:[})\]]+[\w\s;,.()]*|end\w*\b.*|fi|done|esac|\*/)\s*")
_TYPED_ENDINGS = frozenset(
    (".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".java", ".cs", ".m", ".mm", ".d",
     ".proto", ".dart", ".v", ".groovy", ".scala", ".ino")
)  # fmt: skip
_MAX_LINE = 2000  # characters; a longer line is no definition that somebody wrote
_PART = 60  # lines of code that stand in no definition, in one block


@dataclass
class _Open:
    indent: int
    mark: Mark


def layout_blocks(text: str, ending: str = "") -> Contents:
    """The blocks of a source text."""
    return _Layout(text, ending).read()


class _Layout:
    def __init__(self, text: str, ending: str) -> None:
        self.lines = text.expandtabs(4).split("\n")
        self.typed = ending in _TYPED_ENDINGS
        self.perl = ending in (".pl", ".pm", ".t", ".pod")
        self.out = BlockBuilder()
        self.open: list[_Open] = []
        self.code: list[str] = []
        self.code_line = 0
        self.searched = 0
        self.at = 0

    def read(self) -> Contents:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if self.perl and re.match(r"=[a-z]\w*", line):
                self._pod()
            elif (end := self._comment_end()) > self.at:
                self._comment(end)
            else:
                self._line(line)
        self._flush()
        return self.out.contents()

    def _line(self, line: str) -> None:
        name = self._name(line)
        if name:
            self._begin(name, "", self.at, line)
        else:
            self._keep(line)
            self._close_after(line)
        self.at += 1

    def _comment(self, end: int) -> None:
        """A comment belongs to the definition that follows it, or stands alone."""
        said, start = _said(self.lines[self.at : end]), self.at
        below = end
        while below < len(self.lines) and self.lines[below].lstrip().startswith("@"):
            below += 1  # annotations between a comment and what it is about
        line = self.lines[below] if below < len(self.lines) else ""
        name = self._name(line)
        self._flush_unless_inside(line)
        if name:
            self._flush()
            annotations = self.lines[end:below]
            self.at = below
            self._begin(name, said, start, line)
            self.code = [*annotations, *self.code]
            self.code_line -= len(annotations)
            self.at = below + 1
        elif len(said.split()) > 8 and not self.open:  # noqa: PLR2004 - a remark of some length
            self._flush()
            for part in said.split("\n\n"):
                self.out.add(BlockKind.PARAGRAPH, part, Place(line=start + 1))
            self.at = end
        else:
            for each in self.lines[start:end]:
                self._keep(each)
            self.at = end

    def _begin(self, name: str, said: str, start: int, line: str) -> None:
        self._flush()
        indent = _indent(line)
        while self.open and self.open[-1].indent >= indent:
            self.out.leave(self.open.pop().mark)
        text = f"{name}\n{' '.join(said.split())}" if said.strip() else name
        mark = self.out.begin_entry(name, text, Place(line=start + 1))
        self.open.append(_Open(indent, mark))
        self._keep(line)
        if line.rstrip().endswith(";"):
            self._end()

    def _end(self) -> None:
        self._flush()
        if self.open:
            self.out.leave(self.open.pop().mark)

    def _close_after(self, line: str) -> None:
        """Definitions end with a closing line at their own indentation."""
        if self.open and line.strip() and _indent(line) <= self.open[-1].indent:
            if _CLOSERS.fullmatch(line[:_MAX_LINE]):
                self._end()
            elif line.strip() not in ("{", "(") and not line.lstrip().startswith((")", "}")):
                last = self.code.pop() if self.code else ""
                while self.open and _indent(line) <= self.open[-1].indent:
                    self._end()
                self._keep(last)

    def _flush_unless_inside(self, line: str) -> None:
        while self.open and line.strip() and _indent(line) <= self.open[-1].indent:
            self._end()

    def _keep(self, line: str) -> None:
        if not self.code:
            self.code_line = self.at + 1
        self.code.append(line.rstrip())
        if not self.open and not line.strip() and len(self.code) >= _PART:
            self._flush()

    def _flush(self) -> None:
        code, self.code = self.code, []
        blank = next((index for index, line in enumerate(code) if line), len(code))
        text = "\n".join(code[blank:])
        self.out.add(BlockKind.CODE, text.rstrip(), Place(line=self.code_line + blank))

    def _name(self, line: str) -> str:
        """The name of what is defined on this line, or nothing."""
        stripped = line.strip()
        found = self._definition(stripped, _indent(line)) if len(stripped) <= _MAX_LINE else None
        if found is None or found["name"] in _STATEMENTS:
            return ""
        # `struct point p;` uses a type and defines none, and `int n = f(x)` calls a function.
        uses = found.re is _KEYWORD and stripped.endswith(";") and "(" not in stripped
        calls = found.re is _TYPED and "=" in stripped.partition("(")[0]
        return "" if uses or calls else found["name"].rstrip(":<>")

    def _definition(self, stripped: str, indent: int) -> re.Match[str] | None:
        first = re.match(r"\w*", stripped)
        if not stripped or (first and first[0] in _STATEMENTS):
            return None
        patterns = [_KEYWORD, _ASSIGNED, _DEFINE, *([_TYPED] if self.typed else [])]
        found = next((m for p in patterns if (m := p.match(stripped)) is not None), None)
        return _SHELL.fullmatch(stripped) if found is None and indent == 0 else found

    def _comment_end(self) -> int:
        """The line after the comment that begins here, or this line."""
        line = self.lines[self.at]
        if _OPENS.match(line):
            if self.at < self.searched:
                return self.at
            at = self.at
            while at < len(self.lines) and "*/" not in self.lines[at]:
                at += 1
            self.searched = at  # not again from each line of a comment that is none
            last = self.lines[at] if at < len(self.lines) else ""
            return at + 1 if last.rstrip().endswith("*/") else self.at
        at = self.at
        while at < len(self.lines) and _COMMENT.match(self.lines[at]):
            at += 1
        return at

    def _pod(self) -> None:
        self._flush()
        start = self.at
        while self.at < len(self.lines) and not self.lines[self.at].startswith("=cut"):
            self.at += 1
        pod_blocks(self.lines[start : self.at], start + 1, self.out)
        self.at += 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _said(lines: list[str]) -> str:
    """The words of a comment."""
    words = []
    for line in lines:
        match = _COMMENT.match(line) or _OPENS.match(line)
        text = match["text"] if match else line.strip().lstrip("*")
        text = text.strip().removesuffix("*/").strip(" */-=#;%~")
        words.append(text if any(c.isalnum() for c in text) else "")
    return "\n".join(words).strip()
