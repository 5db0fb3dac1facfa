"""Which vocabulary an XML text is written in: by its document type, namespace and first element."""

from __future__ import annotations

import re
from enum import StrEnum

NAMESPACES = {
    "http://docbook.org/ns/docbook": "DocBook",
    "http://projectmallard.org/1.0/": "Mallard",
}


class Vocabulary(StrEnum):
    """The vocabularies of manuals that are read."""

    DOCBOOK = "DocBook"
    MALLARD = "Mallard"
    DITA = "DITA"


# What may stand before the first element; its end may be cut off.
_BEFORE = re.compile(r"[\s\ufeff]*+(?:<\?.*?(?:\?>|\Z)[\s]*+|<!--.*?(?:-->|\Z)[\s]*+)*+", re.DOTALL)
_TYPE = re.compile(
    r"<!DOCTYPE\s+([\w:.-]{1,60})\s*+(?:(?:PUBLIC|SYSTEM)\s+(\"[^\"]{0,300}\"|'[^']{0,300}')"
    r"(?:\s*+(\"[^\"]{0,300}\"|'[^']{0,300}'))?)?"
)
# With its inner declarations, in which quotes and comments may hold brackets.
_WHOLE_TYPE = re.compile(
    r"<!DOCTYPE(?:[^\[\]<>\"']|\"[^\"]*\"|'[^']*')*+"
    r"(?:\[(?:<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|[^\]\"']|\"[^\"]*\"|'[^']*')*+\]\s*+)?>",
    re.DOTALL,
)
_FIRST = re.compile(r"<(?:[\w.-]{1,60}:)?([A-Za-z][\w.-]{0,60})(\s[^>]{0,4000})?/?>")
_XMLNS = re.compile(r"xmlns(?::[\w.-]{1,60})?\s*=\s*[\"']([^\"']{1,200})[\"']")
_ROOTS = {
    "DocBook": "set book part article chapter appendix preface reference refentry glossary section "
    "simplesect partintro colophon dedication sect1 sect2 sect3 sect4 sect5 refsect1 refsect2 "
    "refsect3 refsection glossdiv glosslist glossentry bibliography qandaset variablelist "
    "procedure",
    "DITA": "topic concept task reference troubleshooting glossentry glossgroup dita map bookmap",
}
_DOCBOOK_ROOTS, _DITA_ROOTS = (frozenset(line.split()) for line in _ROOTS.values())
# A list of books has chapters and titles too; these names are hardly used elsewhere.
_DOCBOOK_SIGN = re.compile(
    r"<(?:simpara|para|formalpara|sect[1-5]|refsect[1-3]|refnamediv|itemizedlist|orderedlist"
    r"|variablelist|programlisting|glossentry|bookinfo|chapterinfo|sect1info)[\s/>]"
)
_DITA_TYPE = re.compile(r"\bdita")  # "dita.dtd" and "ditabase.dtd", and not "meditation.dtd"
_DITA_SIGN = re.compile(
    r"<(?:conbody|taskbody|refbody|troublebody|body|glossdef|shortdesc|topicref|topichead|mapref"
    r"|booktitle|bookmeta|keydef)[\s/>]"
)


def vocabulary_of(text: str) -> Vocabulary | None:
    """The vocabulary of a text that begins so; None for any other text."""
    at = _after(text)
    if not text.startswith("<", at):
        return None
    public = ""
    if (declared := _TYPE.match(text, at)) is not None:
        public = f"{declared[2] or ''} {declared[3] or ''}".lower()
        if (named := _of_type(public)) is not None:
            return named
        whole = document_type(text)
        at = _after(text, whole.end()) if whole else len(text)
    first = _FIRST.match(text, at)
    return None if first is None else _of_element(first[1], first[2] or "", text[at:])


def document_type(text: str) -> re.Match[str] | None:
    """The declaration of the document type, where there is a whole one above the first element."""
    return _WHOLE_TYPE.match(text, _after(text))


def _after(text: str, at: int = 0) -> int:
    """Where what stands before the first element ends."""
    before = _BEFORE.match(text, at)
    return before.end() if before else at


def _of_type(public: str) -> Vocabulary | None:
    if "docbook" in public:
        return Vocabulary.DOCBOOK
    return Vocabulary.DITA if _DITA_TYPE.search(public) else None


def _of_element(name: str, attributes: str, text: str) -> Vocabulary | None:
    """By the namespace of the first element, or by its name where the text has further signs."""
    for namespace in _XMLNS.findall(attributes):
        if namespace in NAMESPACES:
            return Vocabulary(NAMESPACES[namespace])
    if "ditaarch" in attributes.lower():
        return Vocabulary.DITA
    docbook = name in _DOCBOOK_ROOTS and _DOCBOOK_SIGN.search(text) is not None
    if name in _DITA_ROOTS and not docbook and _DITA_SIGN.search(text):
        return Vocabulary.DITA
    return Vocabulary.DOCBOOK if docbook else None
