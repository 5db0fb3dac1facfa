"""What Python-Markdown adds: tabs, and attributes in braces behind a title or a link."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_TAB = re.compile(r'===[!+]{0,2} +"([^"\n]{1,200})" *')
_INDENT = 4  # columns that what a tab holds stands deeper than it
# "{: #name .class key=value }" and "{ .class }"
_ATTRIBUTES = re.compile(r"\{:?[ \t]{0,9}(?:[.#]|[\w-]{1,40}=)[^{}\n]{0,300}\}")
# "#!python len(x)" names the language of code within a line.
LANGUAGE = re.compile(r"\A(?:#!|:::)[\w+-]{1,20} +(?=\S)")


def tab_plugin(parser: MarkdownIt) -> None:
    """Let `=== "Linux"` with indented text below it be tokens `tab_open` and `tab_close`."""
    ends = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("fence", "tab", _tab, {"alt": ends})


def without_attributes(title: str) -> str:
    """A title without the attributes behind it, nor the signs before them that close it."""
    start = title.rfind("{")
    if start < 0 or not _ATTRIBUTES.fullmatch(title[start:].rstrip()):
        return title
    text = title[:start].rstrip()
    bare = text.rstrip("#")
    return bare.rstrip() if bare.endswith((" ", "\t")) else text


def after_link(text: str) -> str:
    """What follows a link or a picture, without the attributes of it."""
    found = _ATTRIBUTES.match(text)
    return text[found.end() :] if found else text


def _tab(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    if state.is_code_block(start_line):
        return False
    start = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("===", start):
        return False
    found = _TAB.fullmatch(state.src[start : state.eMarks[start_line]])
    if found is None:
        return False
    if silent:
        return True
    indent = state.blkIndent + _INDENT
    end = start_line + 1
    while end < end_line and (state.isEmpty(end) or state.sCount[end] >= indent):
        end += 1
    before = state.parentType, state.lineMax, state.blkIndent
    # Not only the end of the text but this one ends what is inside.
    state.parentType, state.lineMax, state.blkIndent = "tab", end, indent
    token = state.push("tab_open", "", 1)
    token.content = found[1]
    token.map = [start_line, end]
    state.md.block.tokenize(state, start_line + 1, end)
    state.push("tab_close", "", -1)
    state.parentType, state.lineMax, state.blkIndent = before
    state.line = end
    return True
