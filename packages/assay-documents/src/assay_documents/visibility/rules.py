"""The rules of a page's style sheets, as far as they may put text out of sight."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import tinycss2

from assay_documents.visibility.media import is_shown_on_screen
from assay_documents.visibility.node import Node
from assay_documents.visibility.pseudo_classes import LOADED, OPENED, States
from assay_documents.visibility.selectors import (
    MAX_SELECTORS,
    Selector,
    compile_selectors,
    matches,
)

# fmt: off
PROPERTIES = frozenset((
    "display", "visibility", "opacity", "content-visibility", "font-size", "font", "color",
    "font-size-adjust", "-webkit-text-fill-color", "background", "background-color",
    "background-image", "background-clip", "-webkit-background-clip", "position", "left", "right",
    "top", "bottom", "inset", "text-indent", "margin", "margin-left", "margin-top", "width",
    "height", "max-width", "max-height", "overflow", "overflow-x", "overflow-y", "clip",
    "clip-path", "-webkit-clip-path", "transform", "-webkit-transform", "scale", "translate",
    "rotate", "filter", "-webkit-filter", "zoom",
))
# fmt: on
# Declarations of a group are left out of a style sheet in which none of the group can hide text:
# most sheets only set fonts, margins and sizes, and an element without declarations costs nothing.
_COMPUTED = r"|calc|min|max|clamp|var"
_FAR = r"-\d{3,}|\d{4,}|-\d{2,}(?:\.\d+)?(?:%|r?em|v[wh]|ch|ex)|\d{3,}(?:%|v[wh]|r?em)"
_SMALL = r"(?<![\d.])(?:0|1(?:\.\d+)?px|0?\.\d+|1(?:\.\d+)?(?![\d.%]))|(?<![\d.])[1-9](?:\.\d+)?%"
_CAN_HIDE = {
    "visibility": ("hidden|collapse", ["visibility"]),
    "opacity": (_SMALL, ["opacity"]),
    "content": ("hidden", ["content-visibility"]),
    "font": (_SMALL, ["font-size", "font", "font-size-adjust", "zoom"]),
    "place": (_FAR, ["left", "right", "top", "bottom", "inset"]),
    "indent": (rf"{_FAR}|100%", ["text-indent"]),
    "margin": (_FAR, ["margin", "margin-left", "margin-top"]),
    "size": (_SMALL, ["width", "height", "max-width", "max-height"]),
    "clip": (r"\(", ["clip", "clip-path", "-webkit-clip-path"]),
    "move": (
        r"scale|translate|rotate|matrix|opacity|\d",
        [
            "transform", "-webkit-transform", "scale", "translate", "rotate", "filter",
            "-webkit-filter",
        ],
    ),
}  # fmt: skip
_GROUPS = {
    name: (group, re.compile(pattern + _COMPUTED))
    for group, (pattern, names) in _CAN_HIDE.items()
    for name in names
}
_INSIDE = ("supports", "layer", "container", "scope", "document")  # their rules are taken to hold
_MAX_NESTING = 8
_MAX_VALUE = 2000  # characters
_MAX_VARIABLES = 200
_OPENS = re.compile(r":(?:checked|target)\b", re.I)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A property with its value in lower case, without comments and escapes."""

    name: str
    value: str
    important: bool = False


@dataclass
class StyleRules:
    """The rules in their order, found by the id, class or tag that an element must have."""

    by_key: dict[tuple[str, str], list[tuple[int, Selector, tuple[Declaration, ...]]]] = field(
        default_factory=dict
    )
    count: int = 0
    complete: bool = True
    imports: bool = False  # the page uses rules that are not in it
    states: States = field(default_factory=lambda: LOADED)
    opened: StyleRules | None = None  # the same rules, when all that a reader can check is checked

    @classmethod
    def read(cls, css: str, states: States = LOADED) -> StyleRules:
        """The rules of style sheets."""
        rules = cls(states=states)
        rules._add_all(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True))
        rules._leave_out_what_hides_nothing()
        if states is LOADED and _OPENS.search(css):
            rules.opened = cls.read(css, OPENED)
        return rules

    def of(self, node: Node) -> list[Declaration]:
        """The declarations for an element, the one that counts last of each name."""
        keys = [("", ""), ("tag", node.tag), *(("class", name) for name in node.classes)]
        if node.id:
            keys.append(("id", node.id))
        found = [
            (selector.specificity, order, declarations)
            for key in keys
            for order, selector, declarations in self.by_key.get(key, ())
            if matches(selector, node)
        ]
        found.sort(key=lambda each: each[:2])
        node.budget.spend(sum(len(declarations) for _, _, declarations in found))
        return [each for _, _, declarations in found for each in declarations]

    def _leave_out_what_hides_nothing(self) -> None:
        all_of_them = [each for rules in self.by_key.values() for _, _, each in rules]
        hiding = {
            _GROUPS[one.name][0]
            for declarations in all_of_them
            for one in declarations
            if one.name in _GROUPS and _GROUPS[one.name][1].search(one.value)
        }
        for key, rules in list(self.by_key.items()):
            kept = [
                (order, selector, needed)
                for order, selector, declarations in rules
                if (needed := tuple(d for d in declarations if _is_needed(d, hiding)))
            ]
            self.by_key[key] = kept

    def _add_all(self, nodes: Iterable[Any], parent: str = "", depth: int = 0) -> None:
        if depth > _MAX_NESTING:
            return
        for node in nodes:
            if node.type == "qualified-rule":
                self._add(node, parent, depth)
            elif node.type == "at-rule":
                self._at_rule(node, parent, depth)

    def _at_rule(self, node: Any, parent: str, depth: int) -> None:  # noqa: ANN401 - no types
        if node.lower_at_keyword == "import":
            self.imports = True
        holds = node.lower_at_keyword in _INSIDE
        prelude = plain_text(node.prelude)
        if node.lower_at_keyword == "media":
            holds = is_shown_on_screen(prelude)
        elif node.lower_at_keyword == "supports":
            holds = not prelude.strip().startswith("not")
        if not holds or node.content is None:
            return
        inside = tinycss2.parse_blocks_contents(
            node.content, skip_comments=True, skip_whitespace=True
        )
        if parent:
            self._declare(parent, inside)
        self._add_all(inside, parent, depth + 1)

    def _add(self, rule: Any, parent: str, depth: int) -> None:  # noqa: ANN401 - no types
        selector = plain_text(rule.prelude, lower=False).strip()
        if parent:
            around = f":is({parent})"
            selector = ", ".join(
                each.replace("&", around) if "&" in each else f"{around} {each}"
                for each in selector.split(",")
            )
        inside = tinycss2.parse_blocks_contents(
            rule.content, skip_comments=True, skip_whitespace=True
        )
        self._declare(selector, inside)
        self._add_all((each for each in inside if each.type != "declaration"), selector, depth + 1)

    def _declare(self, selector: str, inside: Iterable[Any]) -> None:
        declarations = tuple(_relevant(inside))
        if not declarations or self.count >= MAX_SELECTORS:
            self.complete = self.complete and not declarations
            return
        for part in _selector_list(selector):
            for compiled in compile_selectors(part, self.states):
                self.count += 1
                self.by_key.setdefault(compiled.key, []).append(
                    (self.count, compiled, declarations)
                )


@lru_cache(maxsize=16)
def style_rules(css: str) -> StyleRules:
    """The rules of style sheets; the pages of a manual mostly share theirs."""
    return StyleRules.read(css)


@lru_cache(maxsize=2048)
def inline_declarations(style: str) -> tuple[Declaration, ...]:
    """The declarations of a style attribute that matter here."""
    parsed = tinycss2.parse_blocks_contents(style, skip_comments=True, skip_whitespace=True)
    return tuple(_relevant(parsed))


def plain_text(tokens: Iterable[Any], lower: bool = True) -> str:
    """Component values as text, or nothing when they are nested too deeply or too long."""
    parts: list[str] = []
    size = 0
    for token in tokens:
        if token.type == "comment":
            continue
        if not _is_flat(token):
            return ""
        text = " " if token.type == "whitespace" else token.serialize()
        size += len(text)
        if size > _MAX_VALUE * 10:
            return ""
        parts.append(text)
    text = "".join(parts)
    return text.lower() if lower else text


def _is_flat(token: Any) -> bool:  # noqa: ANN401 - no types
    """True when the token is not nested so deeply that writing it out would overflow."""
    level = [token]
    for _ in range(_MAX_NESTING):
        level = [
            inner
            for each in level
            for inner in (getattr(each, "content", None) or getattr(each, "arguments", None) or ())
            if each.type.endswith("block") or each.type == "function"
        ]
        if not level:
            return True
    return False


def _relevant(parsed: Iterable[Any]) -> Iterator[Declaration]:
    variables = 0
    for node in parsed:
        if node.type != "declaration":
            continue
        is_variable = node.name.startswith("--")
        variables += is_variable
        if node.lower_name in PROPERTIES or (is_variable and variables <= _MAX_VARIABLES):
            name = node.name if is_variable else node.lower_name
            value = plain_text(node.value).strip()
            if len(value) <= _MAX_VALUE:
                yield Declaration(name, value, node.important)


def _is_needed(declaration: Declaration, hiding: set[str]) -> bool:
    return declaration.name not in _GROUPS or _GROUPS[declaration.name][0] in hiding


def _selector_list(selector: str) -> Iterator[str]:
    """The selectors between the commas that stand in no brackets."""
    depth, at = 0, 0
    for index, character in enumerate(selector):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth <= 0:
            yield selector[at:index].strip()
            at = index + 1
    yield selector[at:].strip()
