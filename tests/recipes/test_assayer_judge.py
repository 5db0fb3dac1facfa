"""The parts of recipes/assayer with which a language model becomes the teacher."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.recipes.words import Words

pytestmark = pytest.mark.torch


@pytest.fixture
def pair():
    from recipes.assayer.corpus import Pair

    return Pair(3, 5, 1.0, 2, 9, "squad", 0.5)


def test_the_judge_learns_sure_labels_and_what_people_judged_twice(pair):
    from recipes.assayer.judge import SHARES, lessons_of

    doubtful = [replace(pair, relevance=0.5), replace(pair, weight=0.0)]
    people = replace(pair, origin="squad2")
    assert sorted(lessons_of([*doubtful, pair, people])) == [2, 3, 3]
    made = lessons_of([replace(pair, origin="swapped")] * 2000)
    assert 0.8 < len(made) / (2000 * SHARES["swapped"]) < 1.2


def test_a_long_passage_is_cut_and_what_is_asked_after_it_is_not():
    from recipes.assayer.judge import AFTER, MAX_QUESTION, MAX_TEXT, tokens_of

    rows = [("Who barks?", "Dogs", "Rex barks."), ("why " * 300, "", "word " * 900)]
    short, cut = tokens_of(rows, Words())
    asked = len(AFTER.split())
    assert len(short) == 3 + 4 + asked  # "Question:" and "Passage:" are words too
    assert len(cut) == MAX_QUESTION + MAX_TEXT + asked


def test_what_the_judge_said_is_read_as_it_was_written(pair, tmp_path):
    from recipes.assayer.again import judged_pairs
    from recipes.assayer.corpus import Tables
    from recipes.assayer.judge import lead, save

    other = replace(pair, passage=8, relevance=0.0, start=-1, end=-1, origin="swapped")
    said = lead(np.array([[1, 4], [np.nan, np.nan]], np.float16))
    save(tmp_path / "judged.npz", ["Dogs or cats?"], [pair, other], said)
    tables = Tables(questions=["Who barks?"])
    pairs, known = judged_pairs(tables, tmp_path / "judged.npz")
    assert tables.questions == ["Who barks?", "Dogs or cats?"]
    assert pairs == [pair, other]
    assert known[0] == 3
    assert np.isnan(known[1])


def test_evidence_is_ranked_where_it_was_found_and_questions_are_told_apart():
    from recipes.assayer.measure import ranking_figures

    def rows(group, labels, unanswerable=False):
        return [{"group": group, "label": x, "unanswerable": unanswerable} for x in labels]

    several = rows("a", [0, 1]) + rows("b", [0, 0, 0, 1]) + rows("c", [0, 0], unanswerable=True)
    relevance = np.array([1.0, 3.0, 4.0, 5.0, 6.0, 2.0, 0.5, 0.1])
    figures = ranking_figures("realdocs", several, relevance)
    assert figures == {
        "realdocs best right": 0.5,
        "realdocs in three": 0.5,
        "realdocs answerable": 1.0,
    }


def test_first_layers_stay_and_weights_lie_between_both_ends():
    import torch
    from transformers import BertConfig, BertModel

    from recipes.assayer.again import freeze
    from recipes.assayer.mix import between

    size = {"vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "intermediate_size": 16}
    encoder = BertModel(BertConfig(**size, num_hidden_layers=3), add_pooling_layer=False)
    freeze(encoder, 1)
    learning = {name for name, value in encoder.named_parameters() if value.requires_grad}
    assert learning
    assert not any(name.startswith(("embeddings", "encoder.layer.0.")) for name in learning)
    ends = {"w": torch.tensor([0.0, 2.0])}, {"w": torch.tensor([1.0, 4.0], dtype=torch.float16)}
    assert between(*ends, 0.5)["w"].tolist() == [0.5, 3.0]


def test_a_large_student_keeps_layers_at_even_distances():
    from types import SimpleNamespace

    from torch import nn

    from recipes.assayer.again import thinned

    layers = nn.ModuleList(nn.Linear(1, number + 1) for number in range(12))
    encoder = nn.Module()
    encoder.encoder, encoder.config = nn.Module(), SimpleNamespace(num_hidden_layers=12)
    encoder.encoder.layer = layers
    network = nn.Module()
    network.encoder = encoder
    kept = thinned(network, 6).encoder.encoder.layer
    assert [layer.out_features for layer in kept] == [2, 4, 6, 8, 10, 12]
    assert encoder.config.num_hidden_layers == 6


def test_a_large_student_goes_on_from_what_it_has_learned(tmp_path):
    from types import SimpleNamespace

    import torch
    from transformers import MPNetConfig, MPNetModel

    from recipes.assayer.again import large_student
    from recipes.assayer.backbone import pack

    size = {"vocab_size": 40, "hidden_size": 8, "num_attention_heads": 2, "intermediate_size": 16}
    config = MPNetConfig(**size, num_hidden_layers=4)
    config.save_pretrained(tmp_path)
    encoder = MPNetModel(config, add_pooling_layer=False)
    torch.save(pack(encoder.state_dict()), tmp_path / "weights.pt")
    options = SimpleNamespace(large=tmp_path, layers=2, so_far=None)
    learned = {
        name: torch.full_like(v, 0.5) for name, v in large_student(options).state_dict().items()
    }
    options.so_far = tmp_path / "learned.pt"
    torch.save(learned, options.so_far)
    first, *_ = (v for v in large_student(options).state_dict().values() if v.is_floating_point())
    assert first.eq(0.5).all()
