from __future__ import annotations

import pytest

from assay.ports import Critic
from assay.steps.correct.refine import whole
from assay.testing import FakeCritic, FakeNliScorer, FakeRelevanceScorer, make_passage
from assay.types import Draft, Evidence, Reflection, Segment, Token
from assay_strategies.critics.assayer_critic import AssayerCritic
from assay_strategies.critics.token_critic import TokenCritic
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(
        lambda folder: FakeCritic({"list": Reflection((0.9, 0.1), (1.0, 0.0, 0.0))}),
        id="FakeCritic",
    ),
    pytest.param(lambda folder: TokenCritic(), id="TokenCritic"),
    pytest.param(
        lambda folder: AssayerCritic(FakeRelevanceScorer({"list": 0.5}), FakeNliScorer()),
        id="AssayerCritic",
    ),
]

QUESTION = "What is a list?"
SEEN = Evidence((whole(make_passage("A list is a mutable sequence of items.", "a")),))


def segment(text: str | None, seen=SEEN) -> Segment:
    words = f"[Relevant]{text}[Fully supported][Utility:5]"
    token = Token(words, -0.1, ((words, -0.1),))
    return Segment(seen, Draft(text, reason="" if text else "none"), words, (token,))


@pytest.fixture(params=SUBJECTS)
def critic(request, tmp_path):
    return request.param(tmp_path)


def assert_sound(reflections, count):
    assert len(reflections) == count
    for each in reflections:
        assert len(each.relevance) in (0, 2)
        assert len(each.support) in (0, 3)
        assert len(each.utility) in (0, 5)
        assert 0 <= each.likelihood <= 1
        for group in (each.relevance, each.support, each.utility):
            assert all(0 <= p <= 1 for p in group)
            assert not group or sum(group) == pytest.approx(1)


def test_it_fits_the_port(critic):
    assert isinstance(critic, Critic)


def test_every_segment_has_its_reflection(critic):
    segments = [segment("A list is a sequence."), segment(None), segment("Paris.")]
    assert_sound(critic.reflect(QUESTION, segments), 3)
    assert critic.reflect(QUESTION, []) == []


def test_a_segment_from_memory_can_be_judged(critic):
    assert_sound(critic.reflect(QUESTION, [segment("A list is blue.", Evidence())]), 1)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(critic, text):
    hostile = [
        segment(text, Evidence((whole(make_passage(text)),))),
        segment(text or None, Evidence()),
    ]
    assert_sound(critic.reflect(QUESTION, hostile), 2)
    assert_sound(critic.reflect(text, [segment("A list.")]), 1)
