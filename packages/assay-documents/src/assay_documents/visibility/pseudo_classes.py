"""The pseudo-classes of selectors: of a page as it is loaded, and as a reader may have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from assay_documents.visibility.node import Node

Test: TypeAlias = Callable[[Node], bool]
States: TypeAlias = Mapping[str, Test]


def _is_empty(node: Node) -> bool:
    return len(node.element) == 0 and not node.element.text


LOADED: States = {
    "root": lambda node: node.parent is None,
    "first-child": lambda node: node.index == 1,
    "last-child": lambda node: node.index == node.count,
    "first-of-type": lambda node: node.index_of_type == 1,
    "only-child": lambda node: node.count == 1,
    "empty": _is_empty,
    "link": lambda node: node.tag == "a" and node.element.get("href") is not None,
    "any-link": lambda node: node.tag == "a" and node.element.get("href") is not None,
    "enabled": lambda node: node.element.get("disabled") is None,
    "disabled": lambda node: node.element.get("disabled") is not None,
    "checked": lambda node: node.element.get("checked") is not None,
    "defined": lambda node: True,
    "scope": lambda node: node.parent is None,
    "hover": lambda node: False,
    "focus": lambda node: False,
    "focus-within": lambda node: False,
    "focus-visible": lambda node: False,
    "active": lambda node: False,
    "visited": lambda node: False,
    "target": lambda node: False,
}
# What a reader clicks on needs no script to open what lies behind it.
OPENED: States = {
    **LOADED,
    "checked": lambda node: node.reachable or node.element.get("checked") is not None,
    "target": lambda node: node.reachable,
}
