from __future__ import annotations

import numpy as np
import pytest

from assay.adapters.embedders.static_embedder import StaticEmbedder
from assay.model_files import MODELS, load_card, verify

FOLDER = MODELS / "static"
MAX_BYTES = 8_000_000
PASSAGES = (
    "--force-with-lease: refuse to overwrite the remote branch if somebody has pushed to it.",
    "Goats eat hay, leaves and grass, and give milk twice a day.",
    "The warranty covers the motor for five years, but not the blades.",
)
QUESTIONS = (
    "How do I push without overwriting the commits of others?",
    "What do farm animals feed on?",
    "How long is the guarantee on the engine?",
)


def test_the_shipped_table_is_intact_and_small():
    assert verify(FOLDER) == []
    assert (FOLDER / "table.npz").stat().st_size <= MAX_BYTES
    assert (FOLDER / "CARD.md").is_file()


def test_the_card_has_the_figures_that_were_measured():
    check = load_card(FOLDER).raw["check"]
    words, fused = check["words_recall_at_10"], check["words_static_recall_at_10"]
    assert words < fused < check["words_minilm_recall_at_10"] < 1


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_a_question_lies_nearest_to_its_passage_though_it_shares_few_words(number):
    embedder = StaticEmbedder()
    passages, question = embedder.embed(PASSAGES), embedder.embed([QUESTIONS[number]])[0]
    assert passages.shape == (len(PASSAGES), embedder.dimension)
    assert int(np.argmax(passages @ question)) == number
