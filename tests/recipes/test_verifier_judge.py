"""The parts of recipes/verifier with which a language model becomes the teacher."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from tests.recipes.words import Words

pytestmark = pytest.mark.torch


@pytest.fixture
def example():
    from recipes.verifier.examples import SUPPORTED, Example

    return Example("Rex is a dog.", "", "Rex, a dog, barks.", SUPPORTED, "fever_pairs")


def test_the_judge_learns_what_people_labelled_and_some_of_what_rules_made(example):
    from recipes.verifier.judge import NOT_LEARNED, ONE_IN, is_lesson

    draw = random.Random(0)
    assert is_lesson(example, draw)
    assert not is_lesson(replace(example, weight=0.0), draw)
    for origin in NOT_LEARNED:
        assert not is_lesson(replace(example, origin=origin), draw)
    made = sum(is_lesson(replace(example, origin="span_wrong"), draw) for _ in range(2000))
    assert 0.5 < made * ONE_IN / 2000 < 1.5


def test_a_long_text_is_cut_and_the_question_after_it_is_not(example):
    from recipes.verifier.judge import ASKED, MAX_CLAIM, MAX_TEXT, tokens_of

    asked = len(ASKED.replace("{claim}", "").split())
    long = replace(example, text="word " * 900, title="A title", claim="word " * 900)
    short, cut = tokens_of([example, long], Words())
    assert len(short) == 1 + 4 + 4 + asked
    assert len(cut) == MAX_TEXT + MAX_CLAIM + asked


def test_batches_hold_every_row_once_and_no_more_tokens_than_asked():
    from recipes.lora.judge import batches

    tokens = [[1] * (5 + n % 40) for n in range(300)]
    made = list(batches(tokens, range(10, 300), 200, random.Random(1)))
    assert sorted(row for batch in made for row in batch) == list(range(10, 300))
    assert all(len(b) * max(len(tokens[r]) for r in b) <= 200 for b in made)


def test_where_the_judge_was_silent_the_label_counts_and_nothing_where_there_is_none(tmp_path):
    import torch

    from recipes.verifier.batches import Rows
    from recipes.verifier.fit import Plan, _loss
    from recipes.verifier.train import opinions_of_judge

    said = np.full((3, 3), np.nan, np.float16)  # the last row joined the examples later
    said[0] = (4, 0, 0)
    np.savez(tmp_path / "judged.npz", logits=said)
    label, weight = torch.tensor([1, 1, 1, 1]), torch.tensor([1.0, 1.0, 1.0, 0.0])
    ids = torch.zeros(4, 3)
    data = Rows(ids, ids, torch.full((4,), 3), label, weight)
    taught = opinions_of_judge(tmp_path / "judged.npz", data, share=0.0)
    assert data.weight.tolist() == [1, 0, 0, 0]  # of the unjudged ones none was to be learned
    data.weight[:] = torch.tensor([1.0, 1.0, 1.0, 0.0])
    plan = Plan("p", 1, 1, 1, trust=1.0)
    sure = torch.tensor([[9.0, 0.0, 0.0], [0.0, 9.0, 0.0]])
    as_judged = _loss(sure[:1], data, torch.tensor([0]), plan, taught)
    as_labelled = _loss(sure[1:], data, torch.tensor([1]), plan, taught)
    against = _loss(sure[:1], data, torch.tensor([1]), plan, taught)
    assert as_judged < 0.5 < against
    assert as_labelled < 0.5


@pytest.mark.parametrize(
    ("claim", "yes_no", "answer"),
    [
        ("Is Rex a dog? Yes.", True, True),
        ("Can a dog fly? No, it cannot.", True, True),
        ("Rex is a dog.", False, False),
        ("Who is Rex? A dog.", False, True),
        ("Is it so? Yes. Or is it?", False, True),
    ],
)
def test_questions_and_answers_can_be_left_to_another_teacher(example, claim, yes_no, answer):
    from argparse import Namespace

    from recipes.verifier.judge import is_judged

    example = replace(example, claim=claim)
    assert is_judged(example, Namespace(leave="yes-no")) is not yes_no
    assert is_judged(example, Namespace(leave="answers")) is not answer
    assert is_judged(example, Namespace(leave=None))


def test_what_was_not_asked_for_is_no_number():
    from recipes.lora.judge import Judge

    class Sure(Judge):
        def __init__(self):
            self._words = [1, 2, 3]

        def opinions(self, tokens, seconds, most):
            return np.array([[len(row), 0, 0] for row in tokens], np.float16)

    said = Sure().opinions_among(3, [2, 0], [[1], [1, 1]], 1.0, 8)
    assert said[2, 0] == 1 and said[0, 0] == 2
    assert np.isnan(said[1]).all()


def test_a_sentence_stands_beside_another_passage_of_its_page():
    from recipes.assayer.corpus import Tables
    from recipes.verifier.from_unlabelled import same_page_examples

    tables = Tables()
    texts = ("Rex is a large dog from Ember. He barks at night and sleeps by day.",
             "The large dog Rex of Ember was born in 1999 beside the old lake.")  # fmt: skip
    tables.seeds = [tables.passage("Rex", text) for text in texts]
    tables.seeds.append(tables.passage("Ada", "Ada is alone on her page and is never taken here."))
    made = list(same_page_examples(tables, random.Random(1), 20))
    assert made
    assert all(each.weight == 0 and each.text in texts for each in made)
    assert all("Ada" not in each.claim for each in made)
