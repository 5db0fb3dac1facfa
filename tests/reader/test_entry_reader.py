"""An answer in every form, laid out from entries that were read and cut as an index does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assay.adapters.scorers.pair_reading import PairReading
from assay.indexing.vocabulary import Vocabulary
from assay.ports import Generator
from assay.reader.entry_reader import EntryReader
from assay.reader.span_reader import NOTHING_TO_READ
from assay.steps.answer.citations import is_verbatim
from assay.steps.answer.conclude import conclude
from assay.steps.answer.confidence import Confidence
from assay.steps.correct.refine import whole
from assay.testing import FakeGenerator, FakeRelevanceScorer, make_passage
from assay.tracing import recording
from assay.types import Draft, Evidence, Form, Passage
from tests.adapters.readings import SeeingAssayer, Seen
from tests.entries import entries_of
from tests.reader.supports import Supports

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


@pytest.fixture
def manual(tmp_path) -> list[Passage]:
    return entries_of(tmp_path, "kettle.md", MANUAL)


def reader(*seen: Seen, nli: object = None, **more: object) -> EntryReader:
    """A reader that sees these spans."""
    return EntryReader(
        assayer=SeeingAssayer(seen),
        scorer=FakeRelevanceScorer(),
        confidence=Confidence(),
        vocabulary=lambda: VOCABULARY,
        spans=FakeGenerator(),
        nli=None if nli is None else lambda: nli,
        **more,
    )


def evidence_of(passages: Sequence[Passage], told: EntryReader | None = None) -> Evidence:
    """The passages as evidence, scored in the order of the spans that the reader sees in them."""
    spans = [each.span for each in told.assayer.spans] if told else []
    places = [next((n for n, s in enumerate(spans) if s in p.text), 9) for p in passages]
    scored = zip(passages, places, strict=True)
    return Evidence(tuple(whole(passage, 0.8 - 0.1 * place) for passage, place in scored))


def drafted(told: EntryReader, question: str, passages: Sequence[Passage]) -> Draft:
    """The draft, after its citations were found to stand where they say."""
    evidence = evidence_of(passages, told)
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


class SeesWords(SeeingAssayer):
    """Sees in a passage how many words of the question it has."""

    def readings(self, question: str, passages: Sequence[Passage]) -> list[PairReading]:
        asked = {word.strip("?,").lower() for word in question.split()}
        common = [len(asked & set(p.text.lower().replace(".", "").split())) for p in passages]
        plain = zip(super().readings(question, passages), common, strict=True)
        return [PairReading((replace(r.windows[0], relevance=float(n)),)) for r, n in plain]


class SeesAnything(SeeingAssayer):
    """Believes in any span, in those it was told of the most."""

    def readings(self, question: str, passages: Sequence[Passage]) -> list[PairReading]:
        def raised(reading: PairReading) -> PairReading:
            (window,) = reading.windows
            tokens = np.where(window.tokens < 0, 0.1, window.tokens)
            return PairReading((replace(window, tokens=tokens.astype(np.float32)),))

        return [raised(reading) for reading in super().readings(question, passages)]


def test_each_part_of_a_question_gets_its_entry(manual):
    asked = "How long does steel last, and how easily does a kettle of glass break?"
    told = reader(Seen("Steel lasts long"), Seen("Glass breaks easily"))
    told = replace(told, assayer=SeesWords(told.assayer.spans))
    draft = drafted(told, asked, manual)
    assert [each.passage.headings[-1] for each in draft.entries] == ["Steel", "Glass"]
    assert draft.form is Form.PASSAGE  # a span would answer one part only
    draft = drafted(replace(told, without=frozenset({"parts"})), asked, manual)
    assert [each.passage.headings[-1] for each in draft.entries] == ["Steel"]


def test_the_best_scored_entry_answers_whatever_its_place(manual):
    told = reader(Seen("Glass breaks easily"), Seen("Steel lasts long"))
    draft = drafted(told, "Why is it better?", manual)
    assert [each.passage.headings[-1] for each in draft.entries] == ["Glass"]


def test_what_nobody_judged_is_scored_before_it_is_read(manual):
    told = reader(Seen("Steel lasts long"), Seen("Glass breaks easily"))
    told = replace(told, scorer=FakeRelevanceScorer(scores={"Glass breaks": 0.9}))
    unjudged = Evidence(tuple(whole(passage) for passage in manual))
    draft = told.generate("Why is it better?", unjudged)
    assert [each.passage.headings[-1] for each in draft.entries] == ["Glass"]


def test_the_surer_the_scores_are_the_surer_is_the_answer(manual):
    told = replace(reader(Seen("Steel")), confidence=Confidence(ahead=0.5))

    def sure(best: float, following: float) -> float:
        scores = {"Steel": best, "Glass": following}
        found = [p for p in manual if p.headings[-1] in scores]
        strips = tuple(whole(p, scores[p.headings[-1]]) for p in found)
        return told.generate("Why is steel better?", Evidence(strips)).confidence

    assert sure(0.2, -0.5) < sure(0.8, -0.5)
    assert sure(0.8, 0.7) < sure(0.8, -0.5)


@pytest.mark.parametrize(
    ("text", "span", "question", "said"),
    [
        ("# Bag\n\nA bag weighs 12 kg when full.\n", "12", "How heavy is a bag?", "12 kg"),
        ("# Fee\n\nMember 14 pays a fee of $30 a year.\n", "Member 14",
         "How much does it cost?", "$30"),
    ],
)  # fmt: skip
def test_a_fact_is_of_the_kind_that_is_asked_for_with_its_unit(
    tmp_path, text, span, question, said
):
    told = reader(Seen(span))
    told = replace(told, assayer=SeesAnything(told.assayer.spans))
    draft = drafted(told, question, entries_of(tmp_path, "a.md", text))
    assert (draft.form, draft.text) == (Form.FACT, said)


def test_a_question_for_an_amount_gets_no_other_fact(tmp_path):
    passages = entries_of(tmp_path, "a.md", "# Fee\n\nThe treasurer sets the fee in spring.\n")
    draft = drafted(reader(Seen("The treasurer")), "How much does it cost?", passages)
    assert draft.form is Form.PASSAGE


def test_near_entries_are_named_beside_the_answer_and_far_ones_are_not(manual):
    told = reader(Seen("Steel lasts long"), Seen("Glass breaks"))
    draft = drafted(told, "Why is steel better?", manual)
    assert [each.passage.headings[-1] for each in draft.closest] == ["Glass"]


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
