"""The student learns from the teacher, by the clock, and at last with rounding."""

from __future__ import annotations

from copy import deepcopy

import pytest

pytestmark = pytest.mark.torch
ROWS, WIDTH = 24, 32


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.fixture
def networks(torch):
    """A tiny teacher and a tiny student with as many layers as the real ones."""
    transformers = pytest.importorskip("transformers")
    from recipes.assayer.network import Network

    torch.manual_seed(4)
    sizes = {"hidden_size": 16, "num_attention_heads": 2, "intermediate_size": 32}
    mpnet = transformers.MPNetConfig(vocab_size=210, num_hidden_layers=12, **sizes)
    bert = transformers.BertConfig(vocab_size=200, num_hidden_layers=6, **sizes)
    teacher = transformers.AutoModel.from_config(mpnet, add_pooling_layer=False)
    student = transformers.AutoModel.from_config(bert, add_pooling_layer=False)
    return Network(teacher, 16, is_mpnet=True), Network(student, 16, is_mpnet=False)


@pytest.fixture
def data(torch):
    """Rows of one sentence each; the first half is good."""
    from recipes.assayer.encode import Encoded

    ids = torch.randint(103, 200, (ROWS, WIDTH), dtype=torch.int16)
    sentence = torch.zeros(ROWS, WIDTH, dtype=torch.int8)
    sentence[:, :4] = -1
    good = (torch.arange(ROWS) < ROWS // 2).float()
    place = torch.where(good > 0, 6, 0)
    return Encoded(
        ids=ids, types=torch.zeros_like(ids, dtype=torch.int8), sentence=sentence,
        length=torch.full((ROWS,), WIDTH), start=place, end=place,
        gold_sentence=torch.where(good > 0, 0, -1), relevance=good, weight=torch.ones(ROWS),
    )  # fmt: skip


def test_the_teacher_is_asked_once_and_the_end_is_learned_with_rounding(networks, data, torch):
    from recipes.assayer.distil import Lessons, distil
    from recipes.assayer.fit import Plan

    teacher, student = networks
    lessons = Lessons(teacher, data)
    plan = Plan("student", epochs=10, rate=1e-3, size=8, seconds=60)
    states = dict(distil(student, lessons, data, plan, trust=0.6, rounded=0.4))
    with torch.no_grad():
        told = teacher(data.ids.long(), data.types.long())[0]
    assert torch.allclose(lessons.relevance.float(), told, atol=1e-2)
    kinds = {type(part).__name__ for part in student.encoder.modules()}
    assert "_RoundedLinear" in kinds
    name = "encoder.encoder.layer.0.output.dense.weight"
    assert not torch.equal(states["float"][name], states["rounded"][name])


def test_two_judges_are_asked_ahead_and_their_mean_is_learned(networks, data, torch):
    from recipes.assayer.distil import Lessons, distil
    from recipes.assayer.fit import Plan

    teacher, student = networks
    lessons = Lessons(teacher, data, second=student)
    lessons.ask_all(data, size=8)
    with torch.no_grad():
        told = [each(data.ids.long(), data.types.long())[0] for each in networks]
    assert torch.allclose(lessons.relevance.float(), sum(told) / 2, atol=1e-2)
    teacher.states = None  # nobody asks it again
    ends = [
        dict(distil(deepcopy(student), lessons, data, plan, trust=0.6, rounded=0.4))["float"]
        for plan in (Plan("student", epochs=4, rate=1e-3, size=8, seed=seed) for seed in (1, 2))
    ]
    assert not torch.equal(ends[0]["tokens.weight"], ends[1]["tokens.weight"])


def test_labels_are_learned_and_the_clock_ends_a_training(networks, data, torch):
    from recipes.assayer.fit import Plan, fit, hard_loss

    teacher, student = networks
    student.eval()
    first = hard_loss(student, data).item()
    fit(student, data, Plan("labels", epochs=30, rate=3e-3, size=8))
    student.eval()
    assert hard_loss(student, data).item() < 0.7 * first
    was = teacher.relevance[0].weight.detach().clone()
    fit(teacher, data, Plan("no time", epochs=1000, rate=1e-3, size=8, seconds=1e-9))
    assert torch.equal(teacher.relevance[0].weight, was)
