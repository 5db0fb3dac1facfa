from __future__ import annotations

from math import log

import pytest

from assay.testing import FakeChatModel
from assay.types import Completion, Token
from assay_strategies.critics.parametric_gate import ParametricGate


def test_a_model_that_is_sure_of_its_words_wants_less():
    sure = Completion("Oslo", (Token("Os", log(0.9)), Token("lo", log(0.9))))
    unsure = Completion("Oslo", (Token("Os", log(0.1)), Token("lo", log(0.9))))
    assert ParametricGate(FakeChatModel([sure])).wanted("Where?") == pytest.approx(0.1)
    assert ParametricGate(FakeChatModel([unsure])).wanted("Where?") == pytest.approx(0.7)


@pytest.mark.parametrize("said", ["", "I do not know.", "Oslo"])
def test_silence_refusal_and_hidden_doubts_want_a_passage(said):
    assert ParametricGate(FakeChatModel([said])).wanted("Where?") == 1
