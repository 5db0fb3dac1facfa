"""AsciiDoc's marks inside a line, taken off."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ATTRIBUTE = re.compile(r"\{([\w-]{1,60})\}")
_KNOWN = {
    "asterisk": "*", "backslash": "\\", "backtick": "`", "caret": "^", "empty": "", "plus": "+",
    "apostrophe": "'", "startsb": "[", "endsb": "]", "lt": "<", "gt": ">", "amp": "&", "nbsp": " ",
    "litdd": "--", "tilde": "~", "two-colons": "::", "vbar": "|", "zwsp": "", "sp": " ",
}  # fmt: skip
_CROSS = re.compile(r"<<([^<>,\n]{1,200})(?:,([^<>]{0,300}))?>>")
# "link:page.html[the page]", "https://example.org[here]", "kbd:[Ctrl]", "linkgit:git-log[1]".
_MACRO = re.compile(
    r"(?<![\w:/])(?P<name>[a-z]{2,20}):(?!:)(?P<target>[^\s\[\]<>\"]{0,300})\[(?P<text>[^\[\]]{0,500})\]"
)
_SHOWN_WITH_TARGET = re.compile(r"link\w+|man")
_INDEX = re.compile(r"\(\(\(([^()]{0,200})\)\)\)")
_INDEXED = re.compile(r"\(\(([^()]{1,200})\)\)")
_ANCHOR = re.compile(r"\[\[[^\[\]]{0,200}\]\]|\[#[\w-]{1,100}\]|anchor:[\w-]{1,100}\[\]")
_PASSED = re.compile(r"(\+\+\+|\+\+|\$\$)(?=\S)((?:(?!\1)[^\n]){1,300})\1")
_ROLE = re.compile(r"(?<!\w)\[[.\w %-]{1,60}\](?=[*_#`+])")
# A mark before a word and its like after one; a backtick may be closed as in old prints: `so'.
_DOUBLED = re.compile(r"(\*\*|__|``|##)(?=\S)([^\n*_`#]{1,300})\1")
_MARKED = re.compile(r"(?<![\w*_`+#'])([*_`+#'])(?=[^\s*_`+#'])([^*_`+#'\n]{1,300})(?<=\S)\1(?!\w)")
_CODE = re.compile(r"(?<![\w`])`([^`\s](?:[^`\n]{0,300}[^`\s])?)`(?![\w`])")
_OLD = re.compile(r"(?<![\w`])`([^`'\n]{1,200})'(?!\w)")
_QUOTED = re.compile(r"``([^`'\n]{1,300})''")
_ESCAPED = re.compile(r"\\(?=[*_`+#'{<\[(\w])")


def plain(text: str, attributes: Mapping[str, str]) -> str:
    """The text as a reader of the page sees it."""
    if not any(sign in text for sign in "{<[(+*_`#'\\$"):
        return text
    text = _ATTRIBUTE.sub(lambda match: _value(match, attributes), text)
    text = _INDEXED.sub(r"\1", _INDEX.sub("", _ANCHOR.sub("", text)))
    text = _CROSS.sub(lambda match: (match[2] or _named(match[1])).strip(), text)
    text = _MACRO.sub(_shown, text)
    text = _QUOTED.sub(r'"\1"', _ROLE.sub("", _PASSED.sub(r"\2", text)))
    text = _OLD.sub(r"\1", _CODE.sub(r"\1", _DOUBLED.sub(r"\2", text)))
    for _ in range(2):  # a mark inside another one
        text = _MARKED.sub(r"\2", text)
    return _ESCAPED.sub("", text)


def _value(match: re.Match[str], attributes: Mapping[str, str]) -> str:
    name = match[1].casefold()
    return _KNOWN.get(name, attributes.get(name, match[0]))


def _named(target: str) -> str:
    """The words of an address inside the document."""
    return target.rpartition("#")[2].lstrip("_").replace("_", " ").replace("-", " ") or target


def _shown(match: re.Match[str]) -> str:
    name, target, text = match["name"], match["target"], match["text"].strip()
    if name == "image":
        return text.partition(",")[0].strip("\"'")
    if target and text and _SHOWN_WITH_TARGET.fullmatch(name) and name != "link":
        return f"{target}({text})" if text.isalnum() and len(text) <= 2 else text  # noqa: PLR2004
    if text:
        return text.removesuffix("^")
    if name == "xref":
        return _named(target)
    return f"{name}:{target}" if target.startswith("//") or name == "mailto" else target
