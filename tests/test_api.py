from __future__ import annotations

import pytest

import assay
from assay.errors import InputError
from assay.testing import FakeGenerator, FakeRetriever, FakeStripScorer, make_passage
from assay.types import Thresholds, Verdict

GOOD = make_passage("The continue statement starts the next cycle.", "good")


def test_any_object_with_the_right_method_is_a_part():
    class MyRetriever:
        def retrieve(self, question):
            return (GOOD,)

    engine = assay.open(
        retriever=MyRetriever(),
        scorer=FakeStripScorer(scores={"continue": 0.9}),
        generator=FakeGenerator(),
        thresholds=Thresholds(0.5, -0.5),
    )
    answer = engine.ask("What does continue do?")
    assert answer.verdict is assay.Verdict.CORRECT is Verdict.CORRECT
    assert answer.citations[0].quote in GOOD.text


def test_the_strategy_can_be_chosen_by_name():
    engine = assay.open(
        strategy="rag", retriever=FakeRetriever(passages=[GOOD]), generator=FakeGenerator()
    )
    assert engine.ask("What?").strategy == "rag"


def test_a_missing_index_is_a_named_error(tmp_path):
    with pytest.raises(assay.AssayError, match="nowhere"):
        assay.open(tmp_path / "nowhere")


@pytest.mark.parametrize("call", [assay.score, assay.read])
def test_one_string_in_place_of_a_list_is_refused(call):
    with pytest.raises(InputError, match="one string"):
        call("What?", "a text")
    with pytest.raises(InputError, match="2 titles"):
        call("What?", ["a text"], titles=["one", "two"])


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'ask'"):
        assay.ask  # noqa: B018 - the access is the test
    assert set(dir(assay)) == set(assay.__all__)
