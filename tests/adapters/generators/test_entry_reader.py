"""An answer in every form, laid out from entries that were read and cut as an index does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from assay.adapters.generators.entry_reader import NOTHING_TO_READ, UNSURE, EntryReader
from assay.indexing.vocabulary import Vocabulary
from assay.ports import Generator
from assay.steps.answer.citations import is_verbatim
from assay.steps.answer.conclude import conclude
from assay.steps.answer.confidence import Confidence, SignWeights
from assay.steps.correct.refine import whole
from assay.testing import FakeGenerator, FakeRelevanceScorer, make_passage
from assay.tracing import recording
from assay.types import Draft, Evidence, Form, Passage
from tests.adapters.readings import SeeingAssayer, Seen
from tests.entries import entries_of
from tests.steps.answer.test_yes_no import Supports

MANUAL = """\
# Kettle

## Descaling

To descale the kettle:

1. Fill it with vinegar.
2. Boil it once.
3. Rinse it well.

## Colours

The kettle comes in three colours:

- red
- blue
- green

## Steel

Steel lasts long. It is heavy.

## Glass

Glass breaks easily. It is light.

## retry_limit

How often the kettle tries to heat up. The default is 6. It may not be negative.
"""
WORDS = {"kettle": 9, "default": 9, "retry_limit": 1, "steel": 1, "glass": 1, "colours": 1}
VOCABULARY = Vocabulary(WORDS, passages=10)
REFUSING = Confidence(least=2.0)


@pytest.fixture
def manual(tmp_path) -> list[Passage]:
    return entries_of(tmp_path, "kettle.md", MANUAL)


def reader(*seen: Seen, nli: object = None, **more: object) -> EntryReader:
    """A reader that sees these spans, and scores passages by them in this order."""
    scores = {each.span: 0.9 - 0.1 * number for number, each in enumerate(seen)}
    return EntryReader(
        assayer=SeeingAssayer(seen),
        scorer=FakeRelevanceScorer(scores=scores),
        confidence=more.pop("confidence", Confidence()),
        vocabulary=lambda: VOCABULARY,
        spans=FakeGenerator(),
        nli=None if nli is None else lambda: nli,
        **more,
    )


class ByWord:
    """Scores a passage high that holds what the question's first known word wants."""

    def __init__(self, wanted: dict[str, str]) -> None:
        self._wanted = wanted

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        text = next(text for word, text in self._wanted.items() if word in question)
        return [0.9 if text in passage.text else 0.1 for passage in passages]


def evidence_of(passages: Sequence[Passage]) -> Evidence:
    return Evidence(tuple(whole(passage) for passage in passages))


def drafted(told: EntryReader, question: str, passages: Sequence[Passage]) -> Draft:
    """The draft, after its citations were found to stand where they say."""
    evidence = evidence_of(passages)
    draft = told.generate(question, evidence)
    for citation in draft.citations:
        assert is_verbatim(citation, evidence)
        assert 0 <= citation.answer_start < citation.answer_end <= len(draft.text)
    assert conclude(question, "crag", evidence, draft).citations == draft.citations
    return draft


def test_a_fact_is_a_span_inside_its_sentence_and_entry(manual):
    told = reader(Seen("6"))
    assert isinstance(told, Generator)
    draft = drafted(told, "What is the default of retry_limit?", manual)
    assert (draft.form, draft.text) == (Form.FACT, "6")
    (entry,), (citation,) = draft.entries, draft.citations
    assert entry.passage.headings[-1] == "retry_limit"
    assert entry.passage.text[slice(*entry.key)] == "The default is 6." == citation.quote
    assert "line" in citation.location and "retry_limit" in citation.location


def test_a_span_that_the_reader_does_not_believe_in_becomes_its_passage(manual):
    draft = drafted(reader(Seen("6", lead=-1.0)), "What is the default of retry_limit?", manual)
    assert draft.form is Form.PASSAGE
    assert draft.text.startswith("How often the kettle")


def test_a_span_without_its_subject_is_no_fact(manual):
    orphan = [replace(each, headings=("Kettle",)) for each in manual if "default" in each.text]
    draft = drafted(reader(Seen("6")), "What is the default of retry_limit?", orphan)
    assert draft.form is Form.PASSAGE


def test_a_how_to_question_gets_all_steps_in_their_order(manual):
    draft = drafted(reader(Seen("Boil it once")), "How do I descale the kettle?", manual)
    assert draft.form is Form.STEPS
    assert draft.notes == ("3 steps",)
    at = [draft.text.index(step) for step in ("Fill it", "Boil it", "Rinse it")]
    assert at == sorted(at)


def test_a_how_to_question_without_steps_gets_the_passage(manual):
    draft = drafted(reader(Seen("green")), "How do I get another colour?", manual)
    assert draft.form is Form.PASSAGE


def test_a_list_question_gets_every_item_and_their_number(manual):
    draft = drafted(reader(Seen("three colours")), "Which colours does it come in?", manual)
    assert draft.form is Form.LIST
    assert draft.notes == ("3 items",)
    assert all(colour in draft.text for colour in ("red", "blue", "green"))


def test_a_question_for_an_explanation_gets_the_entry_whole(manual):
    draft = drafted(reader(Seen("Steel lasts long")), "Why is steel better?", manual)
    assert (draft.form, draft.text) == (Form.PASSAGE, "Steel lasts long. It is heavy.")


@pytest.mark.parametrize(("yes", "no", "said"), [(0.9, 0.05, "Yes."), (0.05, 0.9, "No.")])
def test_yes_or_no_is_said_before_the_entry_that_decides(manual, yes, no, said):
    told = reader(Seen("Steel lasts long"), nli=Supports(yes, no))
    draft = drafted(told, "Does steel last long?", manual)
    assert draft.form is Form.YES_NO
    assert draft.text == f"{said}\n\nSteel lasts long. It is heavy."
    (citation,) = draft.citations
    assert draft.text[citation.answer_start : citation.answer_end] == citation.quote


@pytest.mark.parametrize("nli", [None, Supports(0.5, 0.5)])
def test_what_cannot_be_decided_is_shown_without_yes_or_no(manual, nli):
    draft = drafted(reader(Seen("Steel lasts long"), nli=nli), "Does steel last long?", manual)
    assert (draft.form, draft.text) == (Form.PASSAGE, "Steel lasts long. It is heavy.")


def test_a_comparison_shows_the_entry_of_each_side_under_its_name(manual):
    told = reader(Seen("Steel lasts long"), Seen("Glass breaks easily"))
    draft = drafted(told, "What is the difference between steel and glass?", manual)
    assert draft.form is Form.COMPARISON
    assert [(each.label, each.passage.headings[-1]) for each in draft.entries] == [
        ("steel", "Steel"),
        ("glass", "Glass"),
    ]
    assert draft.text.startswith("steel: Steel lasts long.")
    for citation in draft.citations:
        assert draft.text[citation.answer_start : citation.answer_end] == citation.quote


def test_one_entry_on_both_sides_is_enough(tmp_path):
    both = entries_of(tmp_path, "both.md", "# Both\n\nSteel is heavy and glass is light.\n")
    draft = drafted(reader(Seen("Steel is heavy")), "steel vs glass", both)
    assert (draft.form, len(draft.entries)) == (Form.COMPARISON, 1)


def test_a_comparison_that_names_no_sides_is_a_passage(manual):
    draft = drafted(reader(Seen("Steel lasts long")), "Compare them", manual)
    assert draft.form is Form.PASSAGE


def test_each_part_of_a_question_gets_its_entry(manual):
    told = reader(Seen("Steel lasts long"), Seen("Glass breaks easily"))
    told.scorer.scores = {"Steel lasts long": 0.5, "Glass breaks easily": 0.4}
    draft = drafted(
        told, "How long does steel last, and how easily does a kettle of glass break?", manual
    )
    assert [each.passage.headings[-1] for each in draft.entries] == ["Steel"]
    assert draft.form is Form.PASSAGE  # a span would answer one part only
    told = replace(told, scorer=ByWord({"steel": "Steel lasts", "glass": "Glass breaks"}))
    draft = drafted(
        told, "How long does steel last, and how easily does a kettle of glass break?", manual
    )
    assert [each.passage.headings[-1] for each in draft.entries] == ["Steel", "Glass"]


def test_a_refusal_shows_the_closest_entries_and_says_why(manual):
    told = reader(Seen("Steel lasts long"), Seen("Glass breaks"), confidence=REFUSING)
    draft = drafted(told, "Why is steel better?", manual)
    assert (draft.text, draft.reason, draft.entries) == (None, UNSURE, ())
    assert 1 < len(draft.closest) <= 3
    assert [each.passage.headings[-1] for each in draft.closest][:2] == ["Steel", "Glass"]
    answer = conclude("Why is steel better?", "crag", evidence_of(manual), draft)
    assert (answer.form, answer.closest) == (Form.REFUSAL, draft.closest)


def test_a_question_that_names_what_no_document_names_is_refused_and_says_so(manual):
    wary = Confidence(answerable=SignWeights(unnamed=-9.0), least=0.1)
    told = reader(Seen("Steel lasts long"), Seen("Glass breaks"), confidence=wary)
    draft = drafted(told, "Why is steel better on an iPad?", manual)
    assert (draft.text, draft.reason) == (None, f"{UNSURE}: no document names iPad")
    # The name of the file is a name too, and the first word of a question is none.
    assert drafted(told, "Why is steel better than KetTle?", manual).text
    assert drafted(told, "Whyever is steel better?", manual).text


def test_who_must_always_answer_does(manual):
    told = reader(Seen("Steel lasts long"), confidence=REFUSING, always_answer=True)
    assert drafted(told, "Why is steel better?", manual).form is Form.PASSAGE


def test_near_entries_are_named_beside_the_answer_and_far_ones_are_not(manual):
    told = reader(Seen("Steel lasts long"), Seen("Glass breaks"))
    draft = drafted(told, "Why is steel better?", manual)
    assert [each.passage.headings[-1] for each in draft.closest] == ["Glass"]


def test_an_entry_that_defines_a_term_goes_before_one_that_mentions_it(tmp_path):
    text = "# Knots\n\n## Use\n\nTie a bowline here.\n\n## Kinds\n\nA bowline is a loop.\n"
    told = reader(Seen("Tie a bowline"), Seen("a loop"))
    draft = drafted(told, "What is a bowline?", entries_of(tmp_path, "knots.md", text))
    assert draft.text == "A bowline is a loop."


def test_without_words_there_is_nothing_to_read(manual):
    blank = replace(manual[0], text=" ", blocks=manual[0].blocks[:1])
    draft = drafted(reader(), "Why?", [blank])
    assert (draft.text, draft.reason) == (None, NOTHING_TO_READ)


def test_texts_of_others_are_read_by_the_reader_of_spans():
    told = reader(Seen("6"))
    draft = told.generate("Why?", evidence_of([make_passage("Plain words.")]))
    assert draft.text == "Plain words."
    assert told.spans.calls == ["Why?"]


def test_the_step_tells_the_form(manual):
    with recording() as record:
        drafted(reader(Seen("6")), "What is the default of retry_limit?", manual)
    (step,) = record.steps
    assert (step.name, step.facts["form"], step.facts["answer"]) == ("generate", "fact", "6")


HOSTILE = [
    "- a\n- ",
    "1. a\n1. a\n",
    "a",
    "# A\n\n" + "word " * 3_000,
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("question", ["List the words", "How do I a?", "a vs b", "Is it a?"])
def test_no_document_breaks_a_form(tmp_path: Path, text, question):
    passages = entries_of(tmp_path, "odd.md", text)
    drafted(reader(Seen("word"), Seen("1"), nli=Supports(0.9, 0.1)), question, passages)
