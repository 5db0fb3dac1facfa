"""Takes out of a page what a reader would not see.

What a reader can open is in sight: what a button, a tab or the title of an expander controls.
What is known: the `hidden` and `aria-hidden` attributes, elements that are never shown, style
attributes, and the rules of the page's own style elements for screens, with their cascade. What is
not known: style sheets that the page only names, scripts, animations, `:has()`, and what lies
over something else. The root and the body themselves are never taken for hidden, because scripts
often show them when a page has loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from lxml import html

from assay_documents.visibility.look import Look, is_out_of_sight, next_look, resolve
from assay_documents.visibility.media import is_shown_on_screen
from assay_documents.visibility.node import Budget, Node, TooCostlyError
from assay_documents.visibility.openers import Openers
from assay_documents.visibility.rules import (
    Declaration,
    StyleRules,
    inline_declarations,
    style_rules,
)
from assay_documents.visibility.values import legacy_colour

MAX_STYLE = 300_000  # characters of style sheets, and of style attributes, in a page
NEVER_SHOWN = frozenset((
    "script", "style", "noscript", "template", "iframe", "object", "embed", "applet", "canvas",
    "audio", "video", "datalist", "noframes", "noembed", "param", "annotation", "annotation-xml",
))  # fmt: skip
_LETTER = re.compile(r"[^\W\d_]")
# How a page hides what a reader can open.
_CLOSED = {("display", "none"), ("visibility", "hidden"), ("max-height", "0"), ("height", "0")}
_OPENED = frozenset(name for name, _ in _CLOSED)
_ALWAYS_SHOWN = ("html", "body", "head", "title")


def drop_hidden(tree: html.HtmlElement) -> bool:
    """Empty the elements that are out of sight; false when the styles were too much to follow."""
    return _Sight(tree).clear()


def hides(style: str) -> bool:
    """True when a block of CSS declarations puts the text of its element out of sight."""
    values = _cascade([], inline_declarations(style[:MAX_STYLE]))
    look, values = resolve(Look(), values)
    return is_out_of_sight(values) or not next_look(look, values).shows_text


class _Sight:
    """One page while it is looked at."""

    def __init__(self, tree: html.HtmlElement) -> None:
        self.tree = tree
        self.left = MAX_STYLE
        self.budget = Budget()
        sheets = [
            style.text_content()
            for style in tree.iter("style")
            if is_shown_on_screen(style.get("media", ""))
        ]
        css = "\n".join(sheets)
        self.openers = Openers(tree)
        self.rules = style_rules(css[:MAX_STYLE])
        self.complete = self.rules.complete and len(css) <= MAX_STYLE
        outside = self.rules.imports or any(
            "stylesheet" in link.get("rel", "").lower() for link in tree.iter("link")
        )
        self.look = Look(background=None) if outside else Look()

    def clear(self) -> bool:
        """Go through the elements from the top, without recursion."""
        root = self._node(self.tree, None, None, 1)
        waiting = [(self._children(self.tree, root), self._seen(self.tree, root, self.look))]
        while waiting:
            children, look = waiting[-1]
            child = next(children, None)
            if child is None:
                waiting.pop()
                continue
            element, node = child
            inside = self._seen(element, node, look or self.look)
            if inside is None:
                element.clear(keep_tail=True)
            elif len(element):
                waiting.append((self._children(element, node), inside))
        return self.complete

    def _children(
        self, element: html.HtmlElement, parent: Node | None
    ) -> Iterator[tuple[html.HtmlElement, Node | None]]:
        previous: Node | None = None
        count = len(element)
        for child in list(element):
            if isinstance(child.tag, str):
                previous = self._node(child, parent, previous, count)
                yield child, previous

    def _node(
        self, element: html.HtmlElement, parent: Node | None, previous: Node | None, count: int
    ) -> Node | None:
        if not self.rules.count:
            return None
        node = Node.of(element, _tag(element), self.budget, parent, previous, count)
        if self.rules.opened is not None:
            node.reachable = self.openers.reaches(element)
        return node

    def _seen(self, element: html.HtmlElement, node: Node | None, above: Look) -> Look | None:
        """The look inside the element, or none when nothing in it can be seen."""
        tag = _tag(element)
        if tag in NEVER_SHOWN or (
            element.get("aria-hidden")
            and _is_said_to_be_hidden(element)
            and not self.openers.open(element)
        ):
            return None if tag not in _ALWAYS_SHOWN else above
        declared = self._declared(element, node)
        look = _by_attributes(element, tag, above)
        if declared:
            look, values = resolve(look, declared)
            if is_out_of_sight(values) and tag not in _ALWAYS_SHOWN:
                return None
            look = next_look(look, values)
            if tag in _ALWAYS_SHOWN:
                look = replace(look, visible=True, opacity=1.0, font=max(look.font, 16.0))
        if look is not self.look and not look.shows_text:
            if tag in ("img", "input"):
                return None
            element.text = None
            for child in element:
                child.tail = None
        return look

    def _declared(self, element: html.HtmlElement, node: Node | None) -> dict[str, str]:
        inline: tuple[Declaration, ...] = ()
        if style := element.get("style"):
            self.left -= len(style)
            if self.left >= 0:
                inline = inline_declarations(style)
            else:
                self.complete = False
        declared = self._cascaded(self.rules, element, node, inline)
        if closed := _CLOSED & declared.items():
            if self.openers.open(element):
                return {name: value for name, value in declared.items() if name not in _OPENED}
            if self.rules.opened is not None:
                opened = self._cascaded(self.rules.opened, element, node, inline)
                return declared if closed & opened.items() else opened
        return declared

    def _cascaded(
        self,
        rules: StyleRules,
        element: html.HtmlElement,
        node: Node | None,
        inline: tuple[Declaration, ...],
    ) -> dict[str, str]:
        declared = _cascade(self._matched(rules, node), inline)
        if "display" not in declared and _starts_hidden(element):
            declared["display"] = "none"
        return declared

    def _matched(self, rules: StyleRules, node: Node | None) -> list[Declaration]:
        if node is None or not rules.count:
            return []
        try:
            return rules.of(node)
        except TooCostlyError:
            self.complete = False
            self.rules = StyleRules()
            return []


def _cascade(matched: list[Declaration], inline: tuple[Declaration, ...]) -> dict[str, str]:
    """The value that counts for each property: what is important, and what comes last."""
    declared: dict[str, str] = {}
    for important in (False, True):
        for each in (*matched, *inline):
            if each.important == important:
                declared[each.name] = each.value
    return declared


def _is_said_to_be_hidden(element: html.HtmlElement) -> bool:
    """True for `aria-hidden`, unless only numbers or signs are in it, as before chapters."""
    if element.get("aria-hidden", "").strip().lower() != "true":
        return False
    return _LETTER.search("".join(islice(element.itertext(), 20))) is not None or len(element) > 0


def _starts_hidden(element: html.HtmlElement) -> bool:
    if element.get("hidden") is not None or element.get("popover") is not None:
        return True
    return _tag(element) == "dialog" and element.get("open") is None


def _by_attributes(element: html.HtmlElement, tag: str, look: Look) -> Look:
    """The look with the colours that old pages give by attributes."""
    if tag in ("font", "body", "basefont"):
        shade = legacy_colour(element.get("color" if tag != "body" else "text"))
        look = replace(look, colour=shade) if shade else look
    if (back := element.get("bgcolor")) and (shade := legacy_colour(back)):
        look = replace(look, background=shade)
    return look


def _tag(element: html.HtmlElement) -> str:
    return str(element.tag).rpartition("}")[2].lower()
