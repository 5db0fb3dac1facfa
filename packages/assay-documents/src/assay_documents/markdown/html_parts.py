"""HTML that stands between the paragraphs of a Markdown text."""

from __future__ import annotations

from markdown_it.token import Token

from assay_documents.builder import BlockBuilder
from assay_documents.html.flow import Flow
from assay_documents.html.page import html_blocks
from assay_documents.html.parse import parse_html
from assay_documents.html.walk import Walk
from assay_documents.markdown.front_matter import without_templates
from assay_documents.places import BlockKind, Place
from assay_documents.visibility import drop_hidden

_KEPT = (BlockKind.ROW, BlockKind.CODE)  # of HTML inside an item, what is more than its text


def write_html(page: str, flow: Flow, out: BlockBuilder, line: int) -> None:
    """Add what a piece of HTML shows: headings, lists and tables as in a page, with their lines."""
    page = without_templates(page)
    open_ended = "<details" in page and "</details" not in page  # it goes on in Markdown
    tree = parse_html(page) if len(flow.sinks) == 1 and not open_ended else None
    if tree is None:  # inside an item or an entry it is part of that
        for block in html_blocks(page).blocks:
            kind = block.kind if block.kind in _KEPT else BlockKind.PARAGRAPH
            flow.give(block.text, Place(line=line), kind)
        return
    flow.settle(inner=True)
    drop_hidden(tree)
    Walk(out, first_line=line).through(tree)


def joined_html(tokens: list[Token]) -> list[Token]:
    """The tokens with HTML that only empty lines part as one, so that its tags enclose it all."""
    joined: list[Token] = []
    parts: list[list[str]] = []
    for token in tokens:
        last = joined[-1] if joined else None
        if token.type != "html_block" or not token.map:
            joined.append(token)
        elif (
            last is not None
            and last.type == "html_block"
            and last.map
            and last.level == token.level
        ):
            parts[-1] += ["\n" * (token.map[0] - last.map[1]), token.content]
            last.map[1] = token.map[1]
        else:
            joined.append(token)
            parts.append([token.content])
    texts = iter(parts)
    for token in joined:
        if token.type == "html_block" and token.map:
            token.content = "".join(next(texts))
    return joined
