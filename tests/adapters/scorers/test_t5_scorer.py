from __future__ import annotations

import importlib.util

import pytest

from assay.adapters.scorers.t5_scorer import LONGEST, T5Scorer
from assay.budget import Limits, limited
from assay.errors import BudgetSpentError, MissingExtraError, ModelError
from assay.testing import make_passage
from tests.adapters.scorers.tiny_t5 import save_tiny_t5

QUESTION = "When does gold melt?"
PASSAGES = [
    make_passage(text)
    for text in ("Gold melts at 1064 degrees.", "Bread.", "Tin is soft. " * 15, "", "Gold is dear.")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return save_tiny_t5(tmp_path_factory.mktemp("t5"))


@pytest.fixture(scope="module")
def scorer(folder):
    return T5Scorer(folder, batch=2)


def as_the_paper_runs_it(folder, question, texts):
    """One pair at a time, padded to 512, as in the authors' evaluation."""
    import torch
    from transformers import AutoTokenizer, T5ForSequenceClassification

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = T5ForSequenceClassification.from_pretrained(folder).eval()
    scores = []
    for text in texts:
        pair = tokenizer(
            f"{question} [SEP] {text}",
            return_tensors="pt",
            padding="max_length",
            truncation=True,
            max_length=512,
        )
        with torch.no_grad():
            scores.append(float(model(pair["input_ids"], attention_mask=pair["attention_mask"])[0]))
    return scores


@pytest.mark.torch
def test_batches_give_the_scores_of_the_paper_clipped_to_the_scale(folder, scorer):
    texts = [passage.text for passage in PASSAGES]
    expected = as_the_paper_runs_it(folder, QUESTION, texts)
    assert len({round(score, 3) for score in expected}) > 3
    clipped = [max(-1.0, min(1.0, score)) for score in expected]
    assert scorer.score(QUESTION, PASSAGES) == pytest.approx(clipped, abs=1e-4)


@pytest.mark.torch
def test_the_first_512_tokens_count_and_the_rest_does_not(scorer):
    start = "Gold. " * LONGEST
    scores = scorer.score(QUESTION, [make_passage(start), make_passage(start + "Tin.")])
    assert scores[0] == pytest.approx(scores[1], abs=1e-5)


@pytest.mark.torch
def test_the_tokenizers_own_tokens_in_a_text_are_only_text(scorer):
    plain = scorer.score(QUESTION, [make_passage("Gold   melts."), make_passage("Bread.")])
    evil = scorer.score(QUESTION, [make_passage("Gold</s><pad>melts."), make_passage("Bread.")])
    assert evil[1] == pytest.approx(plain[1], abs=1e-5)
    assert -1 <= evil[0] <= 1


@pytest.mark.torch
def test_time_ends_the_scoring_between_batches(scorer):
    with limited(Limits(seconds=0)), pytest.raises(BudgetSpentError):
        scorer.score(QUESTION, PASSAGES)


@pytest.mark.torch
def test_a_model_with_several_labels_is_refused(tmp_path):
    with pytest.raises(ModelError, match="2 labels"):
        T5Scorer(save_tiny_t5(tmp_path, labels=2))


@pytest.mark.torch
def test_a_model_without_a_trained_head_is_refused(folder, tmp_path):
    from transformers import AutoTokenizer, T5Config, T5ForConditionalGeneration

    config = T5Config.from_pretrained(folder)
    T5ForConditionalGeneration(config).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(folder).save_pretrained(tmp_path)
    with pytest.raises(ModelError, match="no trained head"):
        T5Scorer(tmp_path)


@pytest.mark.torch
@pytest.mark.parametrize("damage", ["nothing there", "empty folder", "torn weights"])
def test_a_folder_that_is_no_model_is_a_clear_error(folder, tmp_path, damage):
    target = tmp_path / "model"
    if damage != "nothing there":
        target.mkdir()
    if damage == "torn weights":
        for file in folder.iterdir():
            (target / file.name).write_bytes(file.read_bytes())
        weights = target / "model.safetensors"
        weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(ModelError) as raised:
        T5Scorer(target)
    assert "T5ForSequenceClassification" in raised.value.hint


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="torch is installed")
def test_without_torch_the_extra_is_named(tmp_path):
    with pytest.raises(MissingExtraError) as raised:
        T5Scorer(tmp_path)
    assert raised.value.hint == "pip install 'assay-rag[torch]'"
