"""Entities of a manual: those of one text of its own are put in, none can make it grow far."""

from __future__ import annotations

import re
from html import unescape
from html.entities import name2codepoint
from xml.sax.saxutils import escape

from assay_documents.xml_manual.recognise import document_type

_MAX_DECLARED = 2000
_MAX_VALUE = 2000  # characters of what one entity stands for
_MAX_GROWTH = 500_000  # characters that entities may add to a file in all
_MAX_NESTING = 50  # entities in the text of entities; each is worked out once
_OWN = frozenset(("amp", "lt", "gt", "quot", "apos"))
# What is left as it is comes first: in it nothing stands for something else.
_REFERENCE = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)"
    r"|&(?:(#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,7}|[A-Za-z_][\w.:-]{0,100});)?",
    re.DOTALL,
)
_INNER = re.compile(r"&([A-Za-z_][\w.:-]{0,100});")
_DECLARED = re.compile(
    r"<!--.*?(?:-->|\Z)|<!ENTITY\s++([A-Za-z_][\w.:-]{0,100})\s++"
    r"(?:\"([^\"]*)\"|'([^']*)'|(SYSTEM|PUBLIC)\b)",
    re.DOTALL,
)
_TAG = re.compile(r"<[/!?A-Za-z][^<>]*>")


def without_entities(text: str) -> str:
    """The text with no document type and no references but to the five that XML has of itself.

    An entity that is a file of its own is left out, one that nothing declares shows its name.
    """
    kind = document_type(text)
    known: dict[str, str | None] = {}
    if kind is not None:
        known = _declared(kind[0])
        lines = "\n" * kind[0].count("\n")  # so that what follows stays on its lines
        text = text[: kind.start()] + lines + text[kind.end() :]
    return _Texts(known).put_into(text)


def _declared(kind: str) -> dict[str, str | None]:
    """What the entities of a document type stand for; None for another file."""
    found: dict[str, str | None] = {}
    for match in _DECLARED.finditer(kind):
        if match[1] and len(found) < _MAX_DECLARED:
            value = None if match[4] else match[2] or match[3] or ""
            found.setdefault(match[1], value)  # the first of several counts
    return found


class _Texts:
    """The texts that entities stand for, each worked out once."""

    def __init__(self, declared: dict[str, str | None]) -> None:
        self.declared = declared
        self.done: dict[str, str] = {}
        self.left = _MAX_GROWTH

    def put_into(self, text: str) -> str:
        return _REFERENCE.sub(self._replace, text)

    def _replace(self, match: re.Match[str]) -> str:
        if not match[0].startswith("&"):
            return match[0]
        name = match[1]
        if not name:
            return "&amp;"  # a sign that stands for itself
        if name in _OWN or name.startswith("#"):
            return match[0]
        value = escape(self.of(name), {'"': "&quot;", "'": "&apos;"})
        if value == name and match.string.startswith("&", match.end()):
            value += " "  # two names are two words
        self.left -= len(value)
        return value if self.left >= 0 else name

    def of(self, name: str, nesting: int = 0) -> str:
        """The text of an entity, or its name where it has none or too much of it."""
        if name in self.done:
            return self.done[name]
        if name not in self.declared:
            return chr(name2codepoint[name]) if name in name2codepoint else name
        value = self.declared[name]
        if not value:
            return ""
        self.done[name] = name  # in a text that holds itself
        if len(value) <= _MAX_VALUE and nesting < _MAX_NESTING:
            self.done[name] = self._plain(value, nesting) or name
        return self.done[name]

    def _plain(self, value: str, nesting: int) -> str:
        """The text of a value without its tags, nothing where it is too long.

        A value of nothing but tags parts the words around it.
        """
        parts, at, size = [], 0, 0
        for match in _INNER.finditer(value):
            inner = match[0] if match[1] in _OWN else escape(self.of(match[1], nesting + 1))
            parts += [value[at : match.start()], inner]
            size += len(inner)
            at = match.end()
            if size > _MAX_VALUE:
                break
        text = "".join([*parts, value[at:]])
        if len(text) > _MAX_VALUE:
            return ""
        return unescape(_TAG.sub("", text)) or " "
