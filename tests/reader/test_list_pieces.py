"""A list that was cut into several passages is shown whole, from its first piece on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay.cli.view.show import plain_answer
from assay.reader.entry_reader import EntryReader
from assay.reader.pieces import MAX_WORDS
from assay.steps.answer.conclude import conclude
from assay.types import Answer, Form, Passage
from tests.adapters.readings import Seen
from tests.entries import entries_of
from tests.reader.test_entry_reader import evidence_of, reader

QUESTION = "List the exit values."


def manual(count: int, mark: str = "-") -> str:
    """A section whose list is cut, between two others that have lists too."""
    items = "".join(
        f"{mark.replace('1', str(n))} value{n} means that the lamp number {n} did not burn as long"
        f" as it should have burnt\n"
        for n in range(1, count + 1)
    )
    other = "- oil\n- wick\n"
    return (
        f"# Lamp\n\n## Needs\n\nThese:\n\n{other}\n## Exit values\n\nThe lamp ends with one of"
        f" these values.\n\n{items}\n## Parts\n\n{other}"
    )


def pieces(folder: Path, count: int, mark: str = "-") -> list[Passage]:
    return entries_of(folder, "lamp.md", manual(count, mark))


def holder(passages: list[Passage], word: str) -> Passage:
    return next(each for each in passages if f"{word} means" in each.text)


def answered(told: EntryReader, question: str, *evidence: Passage) -> Answer:
    """The answer; every citation of the draft has to hold."""
    found = evidence_of(evidence, told)
    draft = told.generate(question, found)
    answer = conclude(question, "crag", found, draft)
    assert answer.citations == draft.citations
    for citation in answer.citations:
        assert answer.text[citation.answer_start : citation.answer_end] == citation.quote
    return answer


def test_a_late_piece_brings_all_others_though_they_were_not_found(tmp_path):
    passages = pieces(tmp_path, 20)
    late = holder(passages, "value20")
    told = reader(Seen("value20"), around=lambda _: passages)
    answer = answered(told, QUESTION, late)
    assert (answer.form, answer.notes) == (Form.LIST, ("20 items",))
    assert answer.text.startswith("The lamp ends with one of these values.")
    at = [answer.text.index(f"value{n} means") for n in range(1, 21)]
    assert at == sorted(at)
    assert "oil" not in answer.text
    shown = [entry.passage.id for entry in answer.entries]
    assert len(shown) > 2 and late.id == shown[-1]
    assert set(shown) <= {strip.passage.id for strip in answer.evidence.strips}


def test_steps_that_were_cut_are_put_together_too(tmp_path):
    passages = pieces(tmp_path, 20, "1.")
    told = reader(Seen("value20"), around=lambda _: passages)
    answer = answered(told, "How do I end the lamp?", holder(passages, "value20"))
    assert (answer.form, answer.notes) == (Form.STEPS, ("20 steps",))


def test_pieces_that_were_found_are_not_shown_or_quoted_twice(tmp_path):
    passages = pieces(tmp_path, 20)
    told = reader(Seen("value20"), around=lambda _: passages)
    answer = answered(told, QUESTION, *passages)
    assert answer.text.count("value1 means") == 1
    assert len(answer.evidence.strips) == len(passages)


def test_of_a_list_that_is_too_long_the_first_pieces_are_shown(tmp_path):
    passages = pieces(tmp_path, 60)
    told = reader(Seen("value1 "), around=lambda _: passages)
    answer = answered(told, QUESTION, holder(passages, "value1"))
    assert len(answer.text.split()) <= MAX_WORDS
    assert "value1 means" in answer.text and "value60" not in answer.text
    assert answer.notes[0].endswith("items of a longer list")


def test_what_answers_far_down_a_long_list_is_shown_alone(tmp_path):
    passages = pieces(tmp_path, 60)
    told = reader(Seen("value60"), around=lambda _: passages)
    answer = answered(told, QUESTION, holder(passages, "value60"))
    assert len(answer.entries) == 1 and "value60" in answer.text
    assert answer.notes[0].endswith("items of a longer list")


def test_of_a_long_table_the_rows_that_answer_are_shown_alone(tmp_path):
    rows = "".join(
        f"| value{n} | means that the lamp number {n} did not burn long enough |\n"
        for n in range(1, 61)
    )
    text = f"# Lamp\n\n## Exit values\n\n| Value | Meaning |\n| --- | --- |\n{rows}"
    passages = entries_of(tmp_path, "lamp.md", text)
    own = next(each for each in passages if "value12;" in each.text)
    told = reader(Seen("value12"), around=lambda _: passages)
    answer = answered(told, QUESTION, own)
    assert [entry.passage for entry in answer.entries] == [own]
    assert answer.notes[0].endswith("items of a longer list")


def test_a_second_list_of_an_entry_is_another_list(tmp_path):
    first = "".join(f"  - value{n} means {'much ' * 9}\n" for n in range(1, 9))
    text = f"# Lamp\n\n--values\n:   The values are:\n\n{first}\n    The marks are:\n\n    - a\n"
    passages = entries_of(tmp_path, "lamp.md", text + "    - b\n")
    own = holder(passages, "value8")
    answer = answered(reader(Seen("value8"), around=lambda _: passages), QUESTION, own)
    assert answer.notes == ("8 items",)


def test_another_document_or_a_text_between_ends_the_list(tmp_path):
    passages = pieces(tmp_path, 20)
    late = holder(passages, "value20")
    told = reader(Seen("value20"), around=lambda _: [replace(p, document="x") for p in passages])
    assert len(answered(told, QUESTION, late).entries) == 1
    apart = [replace(p, start=p.start - 40) for p in passages if p.start < late.start]
    assert len(answered(replace(told, around=lambda _: apart), QUESTION, late).entries) == 1


def test_the_terminal_shows_the_place_of_the_list_once(tmp_path):
    passages = pieces(tmp_path, 20)
    told = reader(Seen("value20"), around=lambda _: passages)
    shown = plain_answer(answered(told, QUESTION, holder(passages, "value20"))).plain
    assert shown.count("lamp.md, line") == 1
    lines = shown.splitlines()
    at = lines.index(next(line for line in lines if "value1 means" in line))
    assert all(f"value{n} means" in lines[at + n - 1] for n in range(1, 21))


def test_a_fact_ends_with_its_paragraph(tmp_path):
    text = "# Lamp\n\nThe default place of the list is /etc/lamps:\n\n    one: 192.168.1.1\n"
    (passage,) = entries_of(tmp_path, "lamp.md", text)
    told = reader(Seen("/etc/lamps:\n\none: 192.168.1.1"))
    draft = told.generate("Where is the list of the lamp?", evidence_of([passage]))
    assert (draft.form, draft.text) == (Form.FACT, "/etc/lamps")
