"""What follows an entry and belongs to its answer: what it announces, and the steps below it."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.types import Form, Passage
from tests.adapters.readings import Seen
from tests.entries import entries_of
from tests.reader.test_entry_reader import reader
from tests.reader.test_list_pieces import answered

SENTENCE = "The keeper writes down the hour, the wind, the oil and what he saw on the water. "
LONG = SENTENCE * 4


def why(folder: Path, *reasons: str) -> list[Passage]:
    listed = "".join(f"{name}\n    {LONG}\n\n" for name in reasons)
    above = "Why a lamp?\n===========\n\nThese are the reasons for a lamp:"
    text = f"{above}\n\n{listed}Other\n=====\n\n{LONG}"
    return entries_of(folder, "lamp.rst", text)


def test_what_an_entry_announces_is_shown_with_it(tmp_path):
    passages = why(tmp_path, "Safety", "Money", "Honour")
    assert len(passages) > 3
    told = reader(Seen("reasons"), around=lambda _: passages)
    answer = answered(told, "Why should we have a lamp?", passages[0])
    assert answer.form is Form.PASSAGE
    names = [line for line in answer.text.splitlines() if line in ("Safety", "Money", "Honour")]
    assert names == ["Safety", "Money", "Honour"]
    assert answer.text.count("The keeper") == 12


def test_of_what_is_announced_no_more_than_a_few_screens_are_shown(tmp_path):
    passages = why(tmp_path, *(f"Reason{n}" for n in range(20)))
    told = reader(Seen("reasons"), around=lambda _: passages)
    answer = answered(told, "Why should we have a lamp?", passages[0])
    assert "Reason0" in answer.text
    assert "Reason19" not in answer.text


def test_what_follows_an_entry_that_announces_nothing_is_not_shown(tmp_path):
    passages = why(tmp_path, "Safety", "Money")
    told = reader(Seen("Safety"), around=lambda _: passages)
    answer = answered(told, "Why should we have a lamp?", passages[1])
    assert "Money" not in answer.text


def lighting(folder: Path, heading: str) -> list[Passage]:
    steps = "".join(
        f"{n}. Take part number {n} of the lamp and clean it with a cloth.\n" for n in range(1, 9)
    )
    above = f"# Lamps\n\n## {heading}\n\n{LONG}\n\n{LONG}\n\nGet the box."
    text = f"{above}\n\n{steps}\n## Oil\n\n{LONG}\n"
    return entries_of(folder, "lamp.md", text)


@pytest.mark.parametrize(
    ("question", "end", "shown"),
    [
        ("How do I light a lamp?", SENTENCE * 2, True),
        ("Why light a lamp?", SENTENCE * 2, True),
        ("How do I light a lamp?", SENTENCE * 7, False),
        ("How do I light a lamp?", f"wick\n: {SENTENCE * 2}", False),
    ],
)
def test_the_little_that_is_left_of_a_section_is_shown_with_it(tmp_path, question, end, shown):
    page = f"# Lamp\n\n## Light\n\n{SENTENCE * 8}\n\n{end}\n\n## Oil\n\nOil is not shown.\n"
    passages = entries_of(tmp_path, "lamp.md", page)
    assert len(passages) == 3
    told = reader(Seen("hour", lead=-1.0), around=lambda _: passages)
    answer = answered(told, question, passages[0])
    assert (answer.text.count("The keeper") > 8) is shown
    assert "Oil is" not in answer.text


def test_what_stands_around_the_text_is_not_left_of_its_section(tmp_path):
    page = f"<title>Lamp</title><h1>Lamp</h1><p>{SENTENCE * 8}</p><footer>Made in Mura.</footer>"
    passages = entries_of(tmp_path, "lamp.html", page)
    assert "Made in Mura." in passages[-1].text
    told = reader(Seen("hour", lead=-1.0), around=lambda _: passages)
    assert "Made in" not in answered(told, "How do I light a lamp?", passages[0]).text
