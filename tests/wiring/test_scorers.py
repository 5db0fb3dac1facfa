from __future__ import annotations

import pytest

from assay.adapters.scorers.chat_scorer import ChatScorer
from assay.adapters.scorers.relevance_prompts import Prompting
from assay.config import Settings
from assay.errors import SettingsError
from assay.types import Thresholds
from assay.wiring import build_scorer, build_thresholds


def test_a_chat_model_can_be_the_judge():
    pytest.importorskip("openai")
    scorer = build_scorer(
        Settings(
            scorer={"name": "chat", "options": {"prompting": "direct"}},
            model={"name": "some-model", "base_url": "http://127.0.0.1:9/v1"},
        )
    )
    assert isinstance(scorer, ChatScorer)
    assert scorer.prompting is Prompting.DIRECT


def test_the_t5_needs_its_folder():
    with pytest.raises(SettingsError, match="no folder"):
        build_scorer(Settings(scorer={"name": "t5"}))


def test_the_papers_thresholds_are_chosen_by_dataset_and_give_way_to_ones_own():
    assert build_thresholds(Settings(scorer={"name": "t5", "preset": "popqa"})) == Thresholds(
        0.59, -0.99
    )
    own = {"name": "t5", "preset": "popqa", "upper": 0.7}
    assert build_thresholds(Settings(scorer=own)) == Thresholds(0.7, -0.99)


@pytest.mark.parametrize("scorer", [{"name": "t5"}, {"name": "t5", "preset": "squad"}])
def test_without_thresholds_the_t5_says_what_to_set(scorer):
    with pytest.raises(SettingsError) as raised:
        build_thresholds(Settings(scorer=scorer))
    assert raised.value.hint
