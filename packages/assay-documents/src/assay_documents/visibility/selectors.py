"""Which rules of a style sheet match an element, at a bounded price.

The selectors are parsed by cssselect2. They are matched here, because its own matching of
descendants goes through all ancestors again for each combinator, and a page must not be able to
make that slow: each part of a selector is tried once for each element, and tries are counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from cssselect2 import parser
from tinycss2.nth import parse_nth

from assay_documents.visibility.node import Node
from assay_documents.visibility.pseudo_classes import LOADED, States, Test

MAX_SELECTORS = 5_000
_MAX_SELECTOR = 2000  # characters
_MAX_NESTING = 8
_MAX_COMPOUNDS = 20
_numbers = count(1)  # tell the selectors apart in the memory of an element
_NESTED = re.compile(r"[()\[\]]")


@dataclass(frozen=True)
class Selector:
    """Compound selectors from left to right, with the combinators between them."""

    number: int
    compounds: tuple[tuple[Test, ...], ...]
    combinators: tuple[str, ...]
    key: tuple[str, str]  # by what candidates for a match are found: ("class", "note")
    specificity: tuple[int, int, int]


def compile_selectors(text: str, states: States = LOADED) -> Iterator[Selector]:
    """The selectors of a rule; those that are not understood, or too long, are left out."""
    if not _is_simple_enough(text):
        return
    try:
        for each in parser.parse(text):
            compiled = None if each.pseudo_element else _selector(each, states)
            if compiled is not None:
                yield compiled
    except (parser.SelectorError, ValueError):
        return


def matches(selector: Selector, node: Node) -> bool:
    """True when the element matches the whole selector."""
    return _ends(selector, len(selector.compounds) - 1, node)


def _ends(selector: Selector, at: int, node: Node) -> bool:
    """True when the selector up to compound `at` matches with its end at this element."""
    node.budget.spend()
    if not all(test(node) for test in selector.compounds[at]):
        return False
    if at == 0:
        return True
    match selector.combinators[at - 1]:
        case ">":
            return node.parent is not None and _ends(selector, at - 1, node.parent)
        case "+":
            return node.previous is not None and _ends(selector, at - 1, node.previous)
        case "~":
            return _some(selector, at - 1, node, "previous")
        case _:
            return _some(selector, at - 1, node, "parent")


def _some(selector: Selector, at: int, node: Node, way: str) -> bool:
    """True when an element on the way up or back matches; found once for each element."""
    key = (selector.number, at if way == "parent" else -1 - at)
    passed: list[Node] = []
    found = False
    each: Node | None = getattr(node, way)
    while each is not None:
        known = each.memory.get(key)
        if known is None and _ends(selector, at, each):
            known = True
        if known is not None:
            found = known
            each.memory[key] = known
            break
        passed.append(each)
        each = getattr(each, way)
    for each in passed:
        each.memory[key] = found
    return found


def _selector(parsed: Any, states: States) -> Selector | None:  # noqa: ANN401 - no types
    compounds: list[tuple[Test, ...]] = []
    combinators: list[str] = []
    tree = parsed.parsed_tree
    key = ("", "")
    while tree is not None:
        compound = tree
        if isinstance(tree, parser.CombinedSelector):
            compound = tree.right
            combinators.append(tree.combinator)
        tests = _tests(compound, states)
        if tests is None or len(compounds) >= _MAX_COMPOUNDS:
            return None
        if not compounds:
            key = _key(compound)
        compounds.append(tests)
        tree = tree.left if isinstance(tree, parser.CombinedSelector) else None
        order = (tuple(reversed(compounds)), tuple(reversed(combinators)))
    return Selector(next(_numbers), *order, key, parsed.specificity)


def _tests(compound: Any, states: States) -> tuple[Test, ...] | None:  # noqa: ANN401 - see above
    tests = [_test(simple, states) for simple in compound.simple_selectors]
    known = tuple(test for test in tests if test is not None)
    return known if len(known) == len(tests) else None


def _test(simple: Any, states: States) -> Test | None:  # noqa: ANN401 - see above
    test: Test | None = None
    match simple:
        case parser.LocalNameSelector(lower_local_name=str(name)):
            test = lambda node: node.tag == name  # noqa: E731 - one line a case
        case parser.IDSelector(ident=str(ident)):
            test = lambda node: node.id == ident  # noqa: E731
        case parser.ClassSelector(class_name=str(word)):
            test = lambda node: word in node.classes  # noqa: E731
        case parser.NamespaceSelector():
            test = lambda node: True  # noqa: E731
        case parser.AttributeSelector():
            test = _attribute(simple)
        case parser.PseudoClassSelector():
            test = states.get(simple.name)
        case parser.FunctionalPseudoClassSelector():
            test = _nth(simple)
        case parser.NegationSelector():
            others = _inner(simple, states)
            test = lambda node: not any(matches(one, node) for one in others)  # noqa: E731
        case parser.MatchesAnySelector() | parser.SpecificityAdjustmentSelector():
            some = _inner(simple, states)
            test = lambda node: any(matches(one, node) for one in some)  # noqa: E731
    return test


def _inner(simple: Any, states: States) -> list[Selector]:  # noqa: ANN401 - see above
    found = [_selector(each, states) for each in simple.selector_list]
    return [each for each in found if each is not None]


def _is_simple_enough(text: str) -> bool:
    if len(text) > _MAX_SELECTOR:
        return False
    depth = 0
    for mark in _NESTED.findall(text):
        depth += 1 if mark in "([" else -1
        if depth > _MAX_NESTING:
            return False
    return True


def _key(compound: Any) -> tuple[str, str]:  # noqa: ANN401 - see above
    keys = {"id": "", "class": "", "tag": ""}
    for simple in compound.simple_selectors:
        match simple:
            case parser.IDSelector():
                keys["id"] = simple.ident
            case parser.ClassSelector():
                keys["class"] = simple.class_name
            case parser.LocalNameSelector():
                keys["tag"] = simple.lower_local_name
    return next(((kind, name) for kind, name in keys.items() if name), ("", ""))


def _attribute(simple: Any) -> Test:  # noqa: ANN401 - see above
    name, wanted = simple.lower_name, simple.value or ""
    ignore_case = simple.case_sensitive is False
    wanted = wanted.lower() if ignore_case else wanted
    compare = _COMPARE[simple.operator]

    def test(node: Node) -> bool:
        value = node.element.get(name)
        if value is None:
            return False
        return compare(value.lower() if ignore_case else value, wanted)

    return test


_COMPARE: dict[str | None, Callable[[str, str], bool]] = {
    None: lambda value, wanted: True,
    "=": lambda value, wanted: value == wanted,
    "~=": lambda value, wanted: bool(wanted) and wanted in value.split(),
    "|=": lambda value, wanted: value == wanted or value.startswith(f"{wanted}-"),
    "^=": lambda value, wanted: bool(wanted) and value.startswith(wanted),
    "$=": lambda value, wanted: bool(wanted) and value.endswith(wanted),
    "*=": lambda value, wanted: bool(wanted) and wanted in value,
}


def _nth(simple: Any) -> Test | None:  # noqa: ANN401 - see above
    if simple.name not in ("nth-child", "nth-last-child", "nth-of-type"):
        return None
    steps = parse_nth(simple.arguments)
    if steps is None:
        return None
    a, b = int(steps[0]), int(steps[1])
    name = simple.name

    def test(node: Node) -> bool:
        index = node.index_of_type if name == "nth-of-type" else node.index
        index = node.count - node.index + 1 if name == "nth-last-child" else index
        return index == b if a == 0 else (index - b) % a == 0 and (index - b) // a >= 0

    return test
