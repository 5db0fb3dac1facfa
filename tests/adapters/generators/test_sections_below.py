"""A list whose items are the sections of a page: their names are told."""

from __future__ import annotations

import pytest

from assay.steps.answer.lists import sections_below
from assay.steps.answer.pieces import MAX_PIECES
from assay.types import Form
from tests.adapters.generators.test_entry_reader import evidence_of, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of

LONG = "It is said in this section at some length what one of them is for, and when it is not."


def page(names):
    intro = "The lamp follows rules, each of which can be left out where it hinders."
    sections = "".join(f"### {name}\n\n{LONG}\n\n" for name in names)
    return f"# Lamp\n\n## Rules\n\n{intro}\n\n{sections}"


def notes(folder, text, question, *, alone=False):
    passages = entries_of(folder, "lamp.md", text)
    told = reader(Seen("follows rules"), around=None if alone else lambda _: passages[1:])
    return told.generate(question, evidence_of(passages[:1])).notes


@pytest.mark.parametrize("question", ["Which rules are there?", "What kinds of rules exist?"])
def test_sections_that_are_what_was_asked_for_are_named(tmp_path, question):
    passages = entries_of(tmp_path, "lamp.md", page(["burning", "trimming", "filling"]))
    told = reader(Seen("follows rules"), around=lambda _: passages[1:])
    draft = told.generate(question, evidence_of(passages[:1]))
    assert draft.form is Form.LIST
    assert draft.text.startswith("burning, trimming, filling\n\nThe lamp follows rules")
    (cited,) = draft.citations
    assert draft.text[cited.answer_start : cited.answer_end] == cited.quote
    assert draft.notes == ("3 sections below it",)


def test_sections_are_a_note_where_not_all_were_asked_for(tmp_path):
    text = page(["burning", "trimming", "filling"])
    said = notes(tmp_path, text, "Which rules can be left out?")
    assert said == ("sections below it: burning, trimming, filling",)


@pytest.mark.parametrize(
    ("names", "question"),
    [
        (["burning", "trimming"], "Which rules are there?"),  # two are no list
        (["burning", "trimming", "filling"], "Which lamps are there?"),  # the page is of rules
        (["burning", "trimming", f"what {'else ' * 12}to do"], "Which rules are there?"),
    ],
)
def test_other_sections_are_not(tmp_path, names, question):
    assert not any("sections" in note for note in notes(tmp_path, page(names), question))


def test_without_an_index_nothing_is_known_of_other_sections(tmp_path):
    text = page(["burning", "trimming", "filling"])
    assert not any("sections" in n for n in notes(tmp_path, text, "Which rules?", alone=True))


def test_names_end_where_the_section_does(tmp_path):
    text = page(["burning", "trimming", "filling"]) + f"## Parts\n\n{LONG}\n\n### wick\n\n{LONG}\n"
    passages = entries_of(tmp_path, "lamp.md", text)
    rules = next(p for p in passages if p.text.startswith("The lamp follows"))
    around = [p for p in passages if p is not rules]
    assert sections_below(rules, around) == (["burning", "trimming", "filling"], 3)


def test_more_sections_than_are_looked_at_are_not_passed_over_in_silence(tmp_path):
    names = [f"rule{number}" for number in range(MAX_PIECES + 2)]
    looked_at = page(names[:MAX_PIECES])  # so many passages after its own are known to the reader
    (said,) = notes(tmp_path, looked_at, "Which rules are there?")
    assert said == f"sections below it: {', '.join(names[:MAX_PIECES])}, ..."


ENTRIES = """# Lamp

## Colours

The following colours are known:

red
: {long} {long} {long} {long}

green
: {long} {long} {long} {long} {long} {long}

blue
: It is so.

grey
: It is so, too.

## Oils

{long}
"""


@pytest.mark.parametrize(
    "question", ["What are the colours of a lamp?", "Which colours are supported by the lamp?"]
)
def test_entries_are_named_wherever_they_were_cut(tmp_path, question):
    passages = entries_of(tmp_path, "lamp.md", ENTRIES.format(long=LONG))
    assert len({p.headings for p in passages if "Colours" in p.headings}) > 1
    told = reader(Seen("colours are known"), around=lambda _: passages[1:])
    draft = told.generate(question, evidence_of(passages[:1]))
    assert draft.text.startswith("red, green, blue, grey\n\n")


def test_the_section_below_that_is_called_so_has_the_names(tmp_path):
    parts = "".join(f"#### {name}\n\n{LONG}\n\n" for name in ("tin", "brass", "glass"))
    text = f"# Lamp\n\n## Lamps\n\nA lamp has a kind.\n\n### Kinds\n\n{parts}## Oils\n\n{LONG}\n"
    passages = entries_of(tmp_path, "lamp.md", text)
    told = reader(Seen("has a kind"), around=lambda _: passages[1:])
    draft = told.generate("What are the kinds of lamps?", evidence_of(passages[:1]))
    assert draft.text.startswith("tin, brass, glass\n\n")
