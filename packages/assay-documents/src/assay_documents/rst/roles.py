"""What is shown of a role, as Sphinx and MyST write them: :func:`~lamp.light`, {doc}`x <y>`."""

from __future__ import annotations

import re

_TARGET = re.compile(r"<[^<>]*>$")
# Roles of Sphinx that link to nothing: their text is what somebody types or sees.
_LITERAL = """command samp file kbd guilabel menuselection dfn program regexp mimetype makevar
    newsgroup mailheader code literal"""
_AS_TYPED = frozenset(_LITERAL.split())
# And some that always link: "--size <opt-size>" is a title and the label it leads to.
_LINKS = frozenset(["any", "doc", "download", "numref", "option", "ref", "term"])
# Of others, what has an option or another placeholder before the last one is typed: "cp -r <from>".
_TYPED = re.compile(r"(?:^|\s)(?:-{1,2}\w[\w-]*|<[^<>\s]+>)\s[^<>]{0,80}<[^<>\s]*>$")


def role_text(name: str, text: str) -> str:
    """The text of a role without the target that it links to; all of it where nothing is left."""
    role = name.lower().rpartition(":")[2]
    typed = role in _AS_TYPED or (role not in _LINKS and _TYPED.search(text))
    return (text if typed else _TARGET.sub("", text)).rstrip().lstrip("~!") or text
