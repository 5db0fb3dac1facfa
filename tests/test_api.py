from __future__ import annotations

import pytest

import assay
from assay import errors as errors_module
from assay.errors import InputError
from assay.testing import (
    FakeGenerator,
    FakeKnowledgeSearch,
    FakeRetriever,
    FakeStripScorer,
    make_passage,
)
from assay.types import Kind, NliLabel, Thresholds, Verdict

GOOD = make_passage("The continue statement starts the next cycle.", "good")


def test_any_object_with_the_right_method_is_a_part():
    class MyRetriever:
        def retrieve(self, question):
            return (GOOD,)

    engine = assay.load(
        retriever=MyRetriever(),
        scorer=FakeStripScorer(scores={"continue": 0.9}),
        generator=FakeGenerator(),
        thresholds=Thresholds(0.5, -0.5),
    )
    answer = engine.ask("What does continue do?")
    assert answer.verdict is assay.Verdict.CORRECT is Verdict.CORRECT
    assert answer.citations[0].quote in GOOD.text


def test_the_strategy_can_be_chosen_by_name():
    engine = assay.load(
        strategy="rag", retriever=FakeRetriever(passages=[GOOD]), generator=FakeGenerator()
    )
    assert engine.ask("What?").strategy == "rag"


def test_a_missing_index_is_a_named_error(tmp_path):
    with pytest.raises(assay.AssayError, match="nowhere"):
        assay.load(tmp_path / "nowhere")


QUESTION = "How long does the warranty cover the motor?"
MOTOR = "The warranty covers the motor for five years. Send the machine in its own box."
BREAD = "Bread is baked in an oven at 220 degrees."


def test_good_passages_are_kept_and_refined():
    evidence = assay.correct(QUESTION, [BREAD, MOTOR])
    assert [strip.passage.id for strip in evidence.strips] == ["1"]
    assert "five years" in evidence.text
    assert any("Bread" in strip.text for strip in evidence.dropped)


@pytest.mark.parametrize(
    "outside",
    [
        [MOTOR],
        [make_passage(MOTOR)],
        lambda query: [MOTOR],
        FakeKnowledgeSearch([make_passage(MOTOR, kind=Kind.EXTERNAL)]),
        FakeRetriever([make_passage(MOTOR)]),
    ],
    ids=["texts", "passages", "function", "search", "retriever"],
)
def test_bad_passages_are_replaced_by_what_is_found_outside(outside):
    evidence = assay.correct(QUESTION, [BREAD], outside)
    assert "five years" in evidence.text
    assert {strip.passage.kind for strip in evidence.strips} == {Kind.EXTERNAL}


def test_without_an_outside_nothing_bad_is_passed_on():
    evidence = assay.correct(QUESTION, [BREAD])
    assert evidence.strips == ()
    assert any("nothing outside the index" in note for note in evidence.notes)
    assert assay.correct(QUESTION, []).strips == ()


def test_a_scorer_of_ones_own_needs_thresholds_and_decides():
    scorer = FakeStripScorer({"Bread": 0.9}, otherwise=-0.9)
    with pytest.raises(assay.AssayError, match="no thresholds"):
        assay.correct(QUESTION, [BREAD], scorer=scorer)
    evidence = assay.correct(
        QUESTION, [BREAD, MOTOR], scorer=scorer, thresholds=Thresholds(0.5, -0.5)
    )
    assert evidence.text == BREAD


@pytest.mark.parametrize("outside", ["one text", 7])
def test_what_is_no_source_of_knowledge_is_refused(outside):
    with pytest.raises(InputError) as raised:
        assay.correct(QUESTION, [BREAD], outside)
    assert "texts" in raised.value.hint


def test_ranking_puts_the_answer_first_and_says_where_it_stood():
    best, worst = assay.rank(QUESTION, [BREAD, MOTOR])
    assert (best.rank, best.index, best.passage.text) == (1, 1, MOTOR)
    assert (worst.rank, worst.index) == (2, 0)
    assert best.score > worst.score
    assert assay.rank(QUESTION, [BREAD, MOTOR], top_k=1) == [best]
    assert [best.score, worst.score] == assay.score(QUESTION, [MOTOR, BREAD])


def test_equal_scores_keep_their_order():
    ranked = assay.rank("What?", ["c", "a", "b"], scorer=FakeStripScorer())
    assert [each.index for each in ranked] == [0, 1, 2]


def test_a_text_is_checked_against_others():
    check = assay.verify("The warranty covers the motor for five years [2].", [BREAD, MOTOR])
    assert check.sentences[0].label is NliLabel.SUPPORTED
    assert check.citation_accuracy == 1
    assert not assay.verify("The warranty covers the motor for ten years.", [MOTOR]).judgment


@pytest.mark.parametrize("call", [assay.score, assay.read, assay.rank])
def test_one_string_in_place_of_a_list_is_refused(call):
    with pytest.raises(InputError, match="one string"):
        call("What?", "a text")
    with pytest.raises(InputError, match="2 titles"):
        call("What?", ["a text"], titles=["one", "two"])


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'guess'"):
        assay.guess  # noqa: B018 - the access is the test
    assert set(dir(assay)) == set(assay.__all__)


def test_what_is_listed_is_what_is_loaded():
    assert set(assay.__all__) == {"__version__", *assay._HOME}
    errors = {name for name, each in vars(errors_module).items() if isinstance(each, type)}
    assert errors <= set(assay.__all__)
    assert assay.open is assay.load  # the old name, for one release


def test_one_question_can_be_asked_without_an_engine(tmp_path):
    with pytest.raises(assay.IndexMissingError, match="nowhere"):
        assay.ask("What?", tmp_path / "nowhere")


def test_a_text_is_verified_against_texts_and_passages():
    from assay.types import NliLabel

    text = "The ferry has 200 seats [2]. The ferry was built in Oslo [1]."
    evidence = ["The ferry was not built in Oslo.", assay.Passage("p", "The ferry has 200 seats.")]
    check = assay.verify(text, evidence, "How large is the ferry?")
    assert [each.label for each in check.sentences] == [NliLabel.SUPPORTED, NliLabel.CONTRADICTED]
    assert text[check.sentences[1].start : check.sentences[1].end].startswith("The ferry was")
    assert check.judgment is False
    assert assay.verify("The ferry has 200 seats.", evidence).judgment is True


def test_a_text_without_words_or_evidence_as_one_string_is_refused():
    with pytest.raises(InputError, match="no words"):
        assay.verify("...", ["a text"])
    with pytest.raises(InputError, match="one string"):
        assay.verify("a text", "a text")


def test_without_any_evidence_a_text_does_not_hold():
    assert assay.verify("The ferry has 200 seats.", []).judgment is False
