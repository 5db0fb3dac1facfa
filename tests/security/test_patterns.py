"""No pattern takes long over text that somebody made to be slow.

Every pattern that a module keeps is tried the way that module uses it. A quadratic one would take
a hundred times longer than a linear one at this length. Some are only ever given short text; the
length that their module lets through is named here. Questions have single blanks between words.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Iterator

import pytest

import assay
import assay_documents
import assay_integrations
import assay_ray
import assay_server
import assay_strategies
import assay_tuning
from assay.errors import MissingExtraError

LENGTH = 4_000
# Quadratic at this length: 0.2 s and more. Tried again, as a machine may be busy.
LIMIT_S, TRIES = 0.06, 3
SHORTER = 4  # tried first: a slow pattern shows there too
OF_QUESTIONS = ("assay.text.follow_up", "assay.text.question_parts", "assay.text.questions")
SHORT = {
    "assay_documents.office.cell_values._QUOTED": 200,
    "assay_documents.pdf.furniture._LABEL": 60,
    "assay_documents.tables.column_names._NUMBER": 80,
    "assay_documents.texts.code_layout._TYPED": 2_000,
    "assay_documents.texts.code_layout._CLOSERS": 2_000,
}
IN_A_LIST = {
    "assay_documents.texts.code_layout._TYPED": ("match",),
    "assay.steps.columns.values._NAME": ("match",),
}
UNITS = (
    *("a", "A", "1", "\u00e9", " ", "\t", "\n", "\u00a0", "a ", "a\n", " \n", "A ", "a. ", "A. "),
    *("a-", "a.", "1.", "1,", "1:", "a:", "a_", "a/", "\\a", "a1", "x1", "(", "(a", "(1) ", "["),
    *("[a", "1 ", "a  b\n", "  a\n", "!", "?"),
    *("<", "<a ", "<a>", '"', "'", "`", "``", "*", "**", "_", "-", "--", "- ", "--a ", "--a=", "="),
    *("|", "|a", "| ", "::", ": ", ";", ",", ".", "...", ".. ", "#", "{", "$", "%", "+", "~"),
    *("&a;", "http://", "a@", "the ", "of ", "and ", "or ", "is ", "no ", "what is "),
    *("in ", "and what ", ", and for a b ", "x of y "),
)
_METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


SHIPPED = (
    assay,
    assay_documents,
    assay_integrations,
    assay_ray,
    assay_server,
    assay_strategies,
    assay_tuning,
)


def _patterns() -> Iterator[tuple[str, re.Pattern[str], tuple[str, ...]]]:
    seen = set()
    for found in (
        module
        for package in SHIPPED
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ):
        try:
            module = importlib.import_module(found.name)
        except (ImportError, MissingExtraError):  # what needs an extra has its own test run
            continue
        for name, value in vars(module).items():
            textual = isinstance(value, re.Pattern) and isinstance(value.pattern, str)
            if textual and (value.pattern, value.flags) not in seen:
                seen.add((value.pattern, value.flags))
                yield f"{found.name}.{name}", value, _uses(name, inspect.getsource(module))


def _uses(name: str, source: str) -> tuple[str, ...]:
    used = {m for m in _METHODS if re.search(rf"\b{name}\s*\.{m}\(", source)}
    return tuple(sorted(used)) or ("finditer",)


def _cost(pattern: re.Pattern[str], method: str, text: str) -> float:
    call = getattr(pattern, method)
    began = time.process_time()
    if method in ("sub", "subn"):
        call("", text)
    elif method == "finditer":
        list(call(text))
    else:
        call(text)
    return time.process_time() - began


@pytest.fixture(scope="module")
def patterns() -> dict[str, tuple[re.Pattern[str], tuple[str, ...]]]:
    return {name: (pattern, uses) for name, pattern, uses in _patterns()}


@pytest.mark.parametrize("package", SHIPPED, ids=lambda package: package.__name__)
def test_a_pattern_is_quick_whatever_it_is_given(package, patterns):
    slow = [
        f"{name}.{method} takes {took:.2f} s over {unit!r}"
        for name, (pattern, uses) in patterns.items()
        if name.startswith(f"{package.__name__}.")
        for method in IN_A_LIST.get(name, uses)
        for unit in UNITS
        if (took := _longest(name, pattern, method, unit)) > LIMIT_S
    ]
    assert slow == []


def _longest(name: str, pattern: re.Pattern[str], method: str, unit: str) -> float:
    """The seconds for text of one unit, at a quarter of the length where they are cubic at most."""
    size = SHORT.get(name, LENGTH)
    for length, limit in ((size // SHORTER, LIMIT_S / SHORTER**3), (size, LIMIT_S)):
        text = unit * max(1, length // len(unit) - 1)
        took = 0.0
        for hostile in (text, text + "\x00", "\n" + text + "!"):
            given = " ".join(hostile.split()) if name.startswith(OF_QUESTIONS) else hostile
            once = _cost(pattern, method, given)
            for _ in range(TRIES if once > limit else 0):
                once = min(once, _cost(pattern, method, given))
            took = max(took, once)
        if took < limit:
            break
    return took


def test_a_quadratic_pattern_is_noticed():
    assert _longest("one", re.compile("a+[bc]"), "search", "a") > LIMIT_S


def test_the_patterns_are_found(patterns):
    assert len(patterns) > 200
    assert set(SHORT) <= set(patterns)


def test_a_match_is_asked_only_for_patterns_that_it_knows(patterns):
    """`match.re is _NAME` never holds for what only stands for a pattern."""
    asked = re.compile(r"\.re (?:is|==|!=|in) (?:not )?\(?(\w+)")
    for name in sorted({name.rpartition(".")[0] for name in patterns}):
        module = importlib.import_module(name)
        for pattern in asked.findall(inspect.getsource(module)):
            assert isinstance(getattr(module, pattern), re.Pattern), f"{name}.{pattern}"
