"""Markup that nothing closes is looked through once in a paragraph, and read as before."""

from __future__ import annotations

import pytest
from docutils.core import publish_doctree
from docutils.parsers.rst import Parser
from docutils.parsers.rst.states import Inliner

from assay_documents.rst.inline_ends import OneLookInliner

UNCLOSED = ("*a ", "**a ", "`a ", "``a ", "|a ", "_`a ")


class Counted:
    """A pattern that counts the characters that were searched."""

    def __init__(self, pattern) -> None:
        self.pattern, self.searched = pattern, 0

    def search(self, text):
        self.searched += len(text)
        return self.pattern.search(text)


def searched(unit: str, count: int) -> int:
    """How many characters were looked through for ends."""
    inliner = OneLookInliner()
    counted: list[Counted] = []
    prepare = inliner.init_customizations

    def prepared(settings) -> None:
        prepare(settings)
        for end in inliner._ends:
            end.pattern = Counted(end.pattern)
            counted.append(end.pattern)

    inliner.init_customizations = prepared
    tree(unit * count, inliner)
    return sum(each.searched for each in counted)


def tree(text: str, inliner: Inliner):
    settings = {"report_level": 5, "halt_level": 5}
    return publish_doctree(text, parser=Parser(inliner=inliner), settings_overrides=settings)


@pytest.mark.parametrize("unit", UNCLOSED)
def test_twice_the_text_is_twice_the_search(unit):
    small, large = searched(unit, 200), searched(unit, 400)
    assert 0 < large <= 2.5 * small


@pytest.mark.parametrize(
    "text",
    [
        "*a* and *b and **c** and ``d`` then *e*",
        "`one`_ |two| `three :sub:`x` four` *five",
        "*open\n\n*closed* in the next ``one``",
        "* item *a*\n* item *b\n* item *c*\n\n:field: ``x`` and ``y",
        "a [1]_ *b\n\n.. [1] *note* with ``code``\n",
    ],
)
def test_the_tree_is_that_of_docutils(text):
    assert tree(text, OneLookInliner()).pformat() == tree(text, Inliner()).pformat()
