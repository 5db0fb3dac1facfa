"""The text inside a paragraph, heading or cell of Markdown."""

from __future__ import annotations

import re

from markdown_it.token import Token

from assay_documents.markdown.front_matter import without_marks
from assay_documents.markdown.tabs import LANGUAGE
from assay_documents.rst.roles import role_text

_BREAK = re.compile(r"<br\b", re.IGNORECASE)
_ALT = re.compile(r"<img\b[^<>]*\balt\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')", re.IGNORECASE)
# "[[Dogs|rules for dogs]]" is a link between notes, "![[hall.png]]" puts another in.
_NOTE = re.compile(
    r"!\[\[[^\[\]\n]{1,200}\]\]|\[\[(?:[^\[\]|\s][^\[\]|\n]{0,200}\|)?([^\[\]|\s][^\[\]|\n]{0,200})\]\]"
)
# A line that begins with "(a)" or "(iv)" is a clause of its own, which Markdown has no mark for.
_SOFT = "\x00"
_AT_SOFT = re.compile(_SOFT + r"(?=(\((?:[a-zA-Z]|\d{1,2}|[ivx]{2,5})\)\s)?)")


def inline_text(token: Token) -> str:
    """The text of an inline token as a reader sees it."""
    parts: list[str] = []
    before = ""
    for child in token.children or ():
        last, before = before, child.type
        match child.type:
            case "code_inline":
                parts.append(LANGUAGE.sub("", child.content))
            case "myst_role":
                parts.append(role_text(child.meta["name"], child.content))
            case "text":
                linked = last in {"link_close", "image"}
                text = without_marks(child.content, linked)
                parts.append(_NOTE.sub(lambda found: found[1] or "", text))
            case "softbreak":
                parts.append(_SOFT)
            case "hardbreak":
                parts.append("\n")
            case "image":
                parts.append(inline_text(child))
            case "html_inline":
                alt = _ALT.search(child.content)
                parts.append(alt[1] or alt[2] or "" if alt else "")
                parts.append("\n" if _BREAK.match(child.content) else "")
            case "footnote_ref":
                parts.append(f"[{child.meta.get('label') or child.meta.get('id', 0) + 1}]")
            case _:
                parts.append(child.content)
    return _AT_SOFT.sub(lambda found: "\n" if found[1] else " ", "".join(parts))
