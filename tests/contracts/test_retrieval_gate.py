from __future__ import annotations

import pytest

from assay.ports import RetrievalGate
from assay.testing import FakeChatModel, FakeRetrievalGate, FakeTextModel
from assay_strategies.critics.parametric_gate import ParametricGate
from assay_strategies.critics.token_gate import TokenGate
from assay_strategies.reflect.retrieval_gates import AlwaysRetrieve, NeverRetrieve
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(lambda folder: FakeRetrievalGate(), id="FakeRetrievalGate"),
    pytest.param(lambda folder: AlwaysRetrieve(), id="AlwaysRetrieve"),
    pytest.param(lambda folder: NeverRetrieve(), id="NeverRetrieve"),
    pytest.param(lambda folder: TokenGate(FakeTextModel()), id="TokenGate"),
    pytest.param(
        lambda folder: ParametricGate(FakeChatModel(["A list."] * 2)), id="ParametricGate"
    ),
]


@pytest.fixture(params=SUBJECTS)
def gate(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(gate):
    assert isinstance(gate, RetrievalGate)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_a_gate_is_a_probability_whatever_is_asked(gate, text):
    assert 0 <= gate.wanted(text) <= 1
    assert 0 <= gate.wanted("What is a list?", text) <= 1
