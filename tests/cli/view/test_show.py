"""What the terminal shows of an answer, form by form, to the letter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console

from assay.cli.view.show import MAX_CLOSEST, plain_answer
from assay.testing import make_passage
from assay.types import Answer, Check, Citation, Entry, Form, NliLabel, SentenceCheck
from tests.forms import answers_in_every_form

STEEL = """\
kettle.md, line 21, § Steel
    Steel lasts long. It is heavy.
"""
GOLDEN = {
    Form.FACT: """\
6

kettle.md, line 29, § retry_limit
    How often the kettle tries to heat up. The default is 6. It may not be negative.

confidence 90%
""",
    Form.PASSAGE: f"""\
{STEEL}
confidence 90%
""",
    Form.STEPS: """\
kettle.md, line 5, § Descaling
    To descale the kettle:
    1. Fill it with vinegar.
    2. Boil it once.
    3. Rinse it well.

confidence 90%
note: 3 steps
""",
    Form.LIST: """\
kettle.md, line 13, § Colours
    The kettle comes in three colours:
    - red
    - blue
    - green

confidence 90%
note: 3 items
""",
    Form.YES_NO: f"""\
Yes.

{STEEL}
confidence 90%
""",
    Form.COMPARISON: f"""\
steel: {STEEL}
glass: kettle.md, line 25, § Glass
    Glass breaks easily. It is light.

confidence 90%
""",
    Form.REFUSAL: """\
No answer: the documents do not seem to answer this

Closest, but not good enough to answer from:
  kettle.md, line 21, § Steel
    Steel lasts long. It is heavy.
  kettle.md, line 25, § Glass
    Glass breaks easily. It is light.
""",
}
KEYS = {
    Form.FACT: "The default is 6.",
    Form.PASSAGE: "Steel lasts long.",
    Form.STEPS: "Boil it once.",
    Form.YES_NO: "Steel lasts long.",
}


def drawn(answer: Answer) -> str:
    console = Console(width=200, color_system=None, highlight=False, markup=False)
    with console.capture() as capture:
        console.print(plain_answer(answer), soft_wrap=True)
    return capture.get()


@pytest.mark.parametrize("form", GOLDEN)
def test_each_form_is_drawn_like_this(tmp_path, form):
    answer = answers_in_every_form(tmp_path)[form]
    assert answer.form is form
    assert drawn(answer) == GOLDEN[form]


@pytest.mark.parametrize(("form", "key"), KEYS.items())
def test_the_sentence_that_decides_is_made_visible(tmp_path, form, key):
    text = plain_answer(answers_in_every_form(tmp_path)[form])
    marked = [text.plain[s.start : s.end] for s in text.spans if s.style == "bold green"]
    assert "".join(marked).strip() == key


def test_what_was_looked_for_in_place_of_the_question_is_shown(tmp_path):
    answer = answers_in_every_form(tmp_path)[Form.PASSAGE]
    shown = drawn(replace(answer, queries=("Why is steel better?",)))
    assert "\nlooked for: Why is steel better?\n" in shown


def test_other_entries_are_named_below_an_answer(tmp_path):
    every = answers_in_every_form(tmp_path)
    answer = replace(every[Form.PASSAGE], closest=every[Form.REFUSAL].closest[1:2])
    assert drawn(answer).endswith(
        "\n\nSee also:\n  kettle.md, line 25, § Glass\n    Glass breaks easily. It is light.\n"
    )


def test_what_the_source_shows_is_not_shown_once_more_below_it():
    passage = make_passage("Pay in May. Bring coins.")
    source = Citation(0, 11, passage.id, "fees.txt", 0, 11, "Pay in May.", 0.9)
    other = make_passage("The office is open on Mondays.", id="other")
    entries = Entry(passage, 0, 24), Entry(other, 0, 30)
    answer = Answer("q", "Pay in May.", "crag", citations=(source,), closest=entries)
    shown = drawn(answer)
    assert "See also" in shown and "open on Mondays" in shown
    assert "Bring coins" not in shown


def test_a_closest_entry_takes_a_line_or_two_however_long_it_is():
    entry = Entry(make_passage("word " * 2_000, "long"), 0, 10_000)
    shown = drawn(Answer("q", None, "crag", reason="unsure", closest=(entry,)))
    assert max(map(len, shown.splitlines())) <= MAX_CLOSEST + 4
    assert "…" in shown


def test_the_lines_of_a_closest_entry_stay_lines():
    entry = Entry(make_passage("1. Fill the lamp.\n\n2. Light  it.", "steps"), 0, 33)
    shown = drawn(Answer("q", None, "crag", reason="unsure", closest=(entry,)))
    assert "\n    1. Fill the lamp.\n    2. Light it.\n" in shown


def test_nothing_in_an_entry_reaches_the_terminal_as_a_command():
    passage = make_passage("\x1b[2J\x9b31mRed\u202eder\r\nnext", "evil\x1b]0;x\x07")
    entry = Entry(passage, 0, len(passage.text), (0, 5), label="\x1b[1m")
    for answer in (
        Answer("q", "\x1b[2J", "crag", form=Form.FACT, entries=(entry,), closest=(entry,)),
        Answer("q", None, "crag", reason="\x1b[2J", closest=(entry,), notes=("\x1b[2J",)),
    ):
        assert not set(drawn(answer)) & set("\x1b\x9b\u202e\x07\r")


def test_why_supported_sentences_were_not_verified_is_said(tmp_path):
    supported = SentenceCheck(0, 5, NliLabel.SUPPORTED, 0.9)
    note = 'the evidence contradicts itself: "It burns oil."'
    check = Check(
        0.7, 0.7, 1.0, 1.0, 0.0, 1.0, judgment=False, sentences=(supported,), notes=(note,)
    )
    answer = answers_in_every_form(tmp_path)[Form.FACT]
    shown = drawn(replace(answer, check=check))
    assert f"not supported: 1 of 1 sentence(s) supported; {note}" in shown
    assert note not in drawn(replace(answer, check=replace(check, judgment=True)))


def test_the_names_that_a_list_begins_with_stand_above_its_entry(tmp_path):
    answer = answers_in_every_form(tmp_path)[Form.PASSAGE]
    moved = tuple(
        replace(c, answer_start=c.answer_start + 7, answer_end=c.answer_end + 7)
        for c in answer.citations
    )
    named = replace(answer, text=f"a, b\n\n\n{answer.text}", citations=moved, form=Form.LIST)
    assert drawn(named) == f"a, b\n\n{GOLDEN[Form.PASSAGE]}"


def test_what_follows_an_entry_stands_under_the_same_place():
    first = make_passage("One lamp.", "lamp")
    second = replace(first, id="next", text="Two lamps.", start=len(first.text) + 2)
    entries = (Entry(first, 0, len(first.text)), Entry(second, 0, len(second.text)))
    answer = Answer("q", "One lamp.\n\nTwo lamps.", "crag", form=Form.PASSAGE, entries=entries)
    assert drawn(answer).count("\n    ") == 2
    assert len(drawn(answer).splitlines()) == 3
