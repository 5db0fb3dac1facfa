from __future__ import annotations

import pytest

from assay.errors import ModelError
from assay.steps.correct.refine import whole
from assay.testing import FakeTextModel, make_passage
from assay.types import Completion, Draft, Evidence, Segment
from assay_strategies.critics.token_critic import TokenCritic
from assay_strategies.critics.token_gate import TokenGate
from assay_strategies.reflect.critique import CritiqueWeights, segment_score
from tests.adapters.critics.reflective_text import FULLY, RELEVANT, USEFUL, said

SEEN = Evidence((whole(make_passage("Oslo lies on a fjord.")),))


def reflect(*pieces, seen=SEEN):
    written = said(*pieces)
    segment = Segment(seen, Draft("Oslo"), written.text, written.logprobs)
    return TokenCritic().reflect("Where?", [segment])[0]


def test_a_segment_is_scored_as_the_paper_does_by_hand():
    reflection = reflect(RELEVANT, {"Oslo": 0.5, "Bergen": 0.5}, FULLY, USEFUL)
    assert reflection.relevance == pytest.approx((0.8, 0.2))
    assert reflection.support == pytest.approx((0.5, 0.3, 0.2))
    assert reflection.utility == pytest.approx((0.1, 0.1, 0.2, 0.2, 0.4))
    # The geometric mean of 0.8, 0.5, 0.5 and 0.4, then 0.8 + (0.5 + 0.15) + 0.5 * 0.35.
    likelihood = (0.8 * 0.5 * 0.5 * 0.4) ** 0.25
    assert reflection.likelihood == pytest.approx(likelihood)
    expected = likelihood + 0.8 + 0.65 + 0.175
    assert segment_score(reflection, CritiqueWeights()) == pytest.approx(expected)


def test_tokens_in_pieces_are_read_all_the_same():
    reflection = reflect(
        *("[", {"Rele": 0.8, "Ir": 0.2}, "vant", "]", "Os", "lo"),
        *(".[", {"Part": 0.6, "F": 0.3, "No": 0.1}, "ially", " supported", "]["),
        *("Ut", "ility", ":", {"4": 0.7, "5": 0.3}, "]"),
    )
    assert reflection.relevance == pytest.approx((0.8, 0.2))
    assert reflection.support == pytest.approx((0.3, 0.6, 0.1))
    assert reflection.utility == pytest.approx((0, 0, 0, 0.7, 0.3))


def test_relevance_is_read_at_the_start_even_if_not_written():
    reflection = reflect({"Oslo": 0.5, "[Irrelevant]": 0.3, "[Relevant]": 0.1})
    assert reflection.relevance == pytest.approx((0.25, 0.75))
    assert (reflection.support, reflection.utility) == ((), ())


def test_from_memory_only_the_utility_is_said():
    reflection = reflect("Oslo", USEFUL, seen=Evidence())
    assert (reflection.relevance, reflection.support) == ((), ())
    assert reflection.utility == pytest.approx((0.1, 0.1, 0.2, 0.2, 0.4))


def test_a_model_that_does_not_reflect_says_nothing():
    reflection = reflect("Oslo ", "is", " big.")
    assert (reflection.relevance, reflection.support, reflection.utility) == ((), (), ())
    assert reflection.likelihood == 1


def test_a_model_without_log_probabilities_is_a_clear_error():
    with pytest.raises(ModelError, match="no log-probabilities") as caught:
        TokenCritic().reflect("Where?", [Segment(SEEN, Draft("Oslo"), "[Relevant]Oslo")])
    assert "critic = 'assayer'" in caught.value.hint


def gate(completion: Completion) -> float:
    return TokenGate(FakeTextModel({"Response": completion})).wanted("Where is Oslo?")


def test_the_wish_is_the_share_of_the_retrieve_token():
    assert gate(said({"[Retrieval]": 0.6, "[No Retrieval]": 0.2})) == pytest.approx(0.75)
    assert gate(said({"The": 0.8, "[No Retrieval]": 0.18, "[Retrieval]": 0.02})) == pytest.approx(
        0.1
    )
    assert gate(said("[", {"No": 0.9, "Ret": 0.1}, " Ret")) == pytest.approx(0.1)


def test_a_model_that_knows_no_such_token_wants_a_passage():
    assert gate(said("Oslo", " is")) == 1
    assert gate(Completion("")) == 1


def test_a_wish_without_log_probabilities_is_a_clear_error():
    with pytest.raises(ModelError, match="no log-probabilities"):
        gate(Completion("[Retrieval]"))


def test_the_wish_goes_on_from_what_was_written():
    model = FakeTextModel()
    TokenGate(model).wanted("Where?", "[Relevant]Oslo.")
    assert model.calls[0].endswith("### Response:\n[Relevant]Oslo.")
