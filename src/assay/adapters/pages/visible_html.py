"""The part of an HTML page that a reader would see."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree, html

NEVER_READ = (
    "script", "style", "noscript", "template", "iframe", "object", "embed", "svg", "canvas",
    "audio", "video", "select", "button", "input", "textarea", "dialog",
)  # fmt: skip
LONGEST_STYLE = 200_000

_ZERO = r"0(?:\.0*)?(?:px|pt|em|rem|%|vh|vw)?"
# Matched against a declaration block without blanks, in lower case, with ";" at both ends.
_HIDING = re.compile(
    r";(?:display:none|visibility:(?:hidden|collapse)|content-visibility:hidden|color:transparent|"
    rf"opacity:0?(?:\.0\d*)?%?;|(?:font-size|line-height):(?:{_ZERO}|[12](?:\.\d+)?px);|"
    rf"(?:max-)?(?:height|width):{_ZERO};|text-indent:-\d{{3,}}|"
    r"(?:left|right|top|bottom|margin-left|margin-top):-\d{3,}|"
    r"clip:rect\((?:0|1px)|clip-path:(?:inset\((?:50|100)%|circle\(0)|"
    r"transform:[^;]*(?:scale(?:x|y)?\(0\)|translate[xy]?\(-\d{4,}))"
)
_COLOUR = re.compile(r";color:([^;]+);")
_BACKGROUND = re.compile(r";background(?:-color)?:([^;]+);")
# Each pattern moves forward only: a page must not be able to make them slow. A comment that is
# never closed hides the rest, as it does in a browser.
_CSS_COMMENT = re.compile(r"/[*].*?(?:[*]/|\Z)", re.DOTALL)
_CSS_BLANK = re.compile(r"!important|\s")
_BRACE = re.compile(r"([{}])")
_SIMPLE = re.compile(r"^([a-z][a-z0-9]*)?([.#])([\w-]+)$", re.IGNORECASE)


def visible_tree(page: str) -> html.HtmlElement | None:
    """The parsed page without comments, scripts and everything that is styled out of sight."""
    parser = html.HTMLParser(remove_comments=True, remove_pis=True)
    try:
        tree = html.fromstring(page, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None
    hidden = _hidden_names("".join(tree.xpath("//style/text()"))[:LONGEST_STYLE])
    for element in list(tree.iter(etree.Element)):
        if element is not tree and _is_hidden(element, hidden):
            element.drop_tree()
    return tree


def hides(style: str) -> bool:
    """True when a block of CSS declarations puts its element out of sight."""
    plain = _CSS_COMMENT.sub("", style[:LONGEST_STYLE])
    block = ";" + _CSS_BLANK.sub("", plain.lower()) + ";"
    if _HIDING.search(block):
        return True
    colour, background = _COLOUR.search(block), _BACKGROUND.search(block)
    return bool(colour and background and colour[1] == background[1])


def _is_hidden(element: html.HtmlElement, hidden: frozenset[tuple[str, str, str]]) -> bool:
    tag = element.tag if isinstance(element.tag, str) else ""
    if tag in NEVER_READ or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    if hides(element.get("style", "")):
        return True
    names = [(".", name) for name in element.get("class", "").split()]
    names += [("#", element.get("id", ""))]
    return any((only, *name) in hidden for only in ("", tag) for name in names)


def _hidden_names(css: str) -> frozenset[tuple[str, str, str]]:
    """Simple selectors (.a, #a, p.a) whose rules hide; rules for other media do not count."""
    found: set[tuple[str, str, str]] = set()
    for selectors, block in _rules(_CSS_COMMENT.sub("", css)):
        if hides(block):
            for selector in selectors.split(","):
                if match := _SIMPLE.match(selector.strip()):
                    found.add(((match[1] or "").lower(), match[2], match[3]))
    return frozenset(found)


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """The selectors and declarations of every rule that stands in no other block."""
    open_blocks: list[str] = []
    text = ""
    for piece in _BRACE.split(css):
        if piece == "{":
            open_blocks.append(text)
        elif piece == "}" and open_blocks:
            selectors = open_blocks.pop().rpartition(";")[2]
            if not open_blocks and "@" not in selectors:
                yield selectors, text
        else:
            text = piece
