"""A changelog tells what was once: it answers last, unless it is asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.scorers.history import asks_for_history, is_history
from assay.testing import make_passage
from tests.adapters.readings import Seen
from tests.adapters.scorers.test_entry_scorer import WEIGHTS, entry, scorer


@pytest.mark.parametrize(
    ("source", "headings", "history"),
    [
        ("docs/CHANGELOG.md", (), True),
        ("changes.rst", (), True),
        ("release-notes-2.txt", (), True),
        ("NEWS", (), True),
        ("UPGRADING.md", ("Lamps",), True),
        ("upgrade_lamps.md", ("Lamps",), False),
        ("news.rst", ("Scrapy 2.4.0 (2020-10-11)", "Bugs"), True),
        ("a.rst", ("1.3.18 (May 31, 2016)",), True),
        ("a.md", ("[1.2.0] - 2024-05-01",), True),
        ("a.md", ("19.2 / 2015/01/30", "Core"), True),
        ("docs/2015-news.md", (), True),
        ("guide.pdf", ("Lamps", "Version 1.4.2"), True),
        ("guide.pdf", ("Version 1.4.2", "Lighting a lamp"), False),
        ("guide.md", ("Lamp changelog", "Earlier"), True),
        ("guide.pdf", ("22 Lamps", "22.1 Version 1.4.2"), True),
        ("guide.pdf", ("SIZE CHANGES",), False),
        ("guide.pdf", ("Changes in 2.3", "Storage"), True),
        ("guide.pdf", ("B. Upgrading checklist", "The lamp section"), True),
        ("guide.md", ("Release notes", "Lamps"), True),
        ("guide.md", ("Version history",), True),
        ("guide.md", ("Version 2 of the lamp protocol",), False),
        ("guide.md", ("Upgrading from 1.4 to 1.5",), False),
        ("guide.md", ("Changes to the lamp while it burns",), False),
        ("guide.md", ("Release 2.0 of the spring by hand",), False),
        ("history.md", ("The mill of Arden (1702)",), False),
        ("exchange.md", ("Rates in 1.5 ways",), False),
    ],
)
def test_a_changelog_is_known_by_its_name_or_its_dated_versions(source, headings, history):
    passage = replace(make_passage("Words."), source=source, headings=headings)
    assert is_history(passage) is history


@pytest.mark.parametrize(
    ("title", "history"),
    [("Release notes", True), ("What's new", True), ("Notes on the release of doves", False)],
)
def test_a_changelog_is_known_by_its_title(title, history):
    words = replace(make_passage("Words."), source="news.rst", title=title)
    passage = replace(words, headings=("Lamp 0.9",))
    assert is_history(passage) is history


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("When was the oil gauge added?", True),
        ("Since which version is whale oil supported?", True),
        ("In what release did the lamp lose its bell?", True),
        ("What's new in the lamp?", True),
        ("Was the bell removed?", True),
        ("Is the bell still supported?", True),
        ("Why does 2.4 refuse whale oil?", True),
        ("Which versions of the oil are supported?", False),
        ("What version of the wick does the lamp need?", False),
        ("default name of the version table", False),
        ("How do I add a wick?", False),
        ("Can I change the oil when the lamp burns?", False),
        ("difference between upgrade and stamp", False),
        ("How do I upgrade the lamp?", True),
    ],
)
def test_what_holds_now_is_not_asked_of_the_past(question, asks):
    assert asks_for_history(question) is asks


def test_it_scores_lower_unless_it_is_asked_for():
    told = scorer(Seen("imports", 1.0, 1.0), weights=replace(WEIGHTS, past=-1.0))
    guide = entry("It imports files.", "Guide")
    log = entry("It imports files.", "1.2 (May 3, 2020)")
    for question, same in (("What imports files?", False), ("What changed in imports?", True)):
        assert asks_for_history(question) is same
        first, second = told.score(question, [guide, log])
        assert (first == second) if same else (second < first)
