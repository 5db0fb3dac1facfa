"""A tiny model with random weights, saved to disk: real files, real code, no meaning."""

from __future__ import annotations

import math

import pytest

from assay.budget import Limits, limited
from assay.errors import InputError, ModelError
from assay.ports import ChatModel, TextModel
from assay.tracing import recording, voiced
from assay.types import Message, Role
from assay_strategies.reflect.token_probabilities import group_probabilities

pytestmark = pytest.mark.torch
ASKED = [Message(Role.SYSTEM, "be brief"), Message(Role.USER, "where is oslo")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    torch = pytest.importorskip("torch")
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    path = tmp_path_factory.mktemp("tiny")
    words = [
        "<unk>",
        "</s>",
        "[Relevant]",
        *["where", "is", "oslo", "on", "a", "fjord", "be", "brief", "the", "in", "norway"],
    ]
    tokenizer = Tokenizer(models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token="<unk>",
        eos_token="</s>",
        additional_special_tokens=["[Relevant]"],
    ).save_pretrained(path)
    torch.manual_seed(4)
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=64,
        eos_token_id=1,
        bos_token_id=None,
        pad_token_id=None,
    )
    LlamaForCausalLM(config).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def model(folder):
    from assay.adapters.chat.transformers_chat import TransformersChat

    return TransformersChat(str(folder), device="cpu")


def test_it_writes_counts_and_is_heard(model):
    heard: list[str] = []
    with (
        recording(text_listener=lambda p: heard.append(p.text)),
        voiced(),
        limited(Limits()) as budget,
    ):
        completion = model.complete(ASKED, max_tokens=8)
    assert isinstance(model, ChatModel)
    assert "".join(heard) == completion.text != ""
    assert budget.spent["tokens"] == completion.tokens > 8
    assert completion == model.complete(ASKED, max_tokens=8)


def test_greedy_answers_are_those_of_the_library_itself(model):
    prompt = model._encoded(ASKED)
    expected = model._model.generate(
        prompt, attention_mask=prompt * 0 + 1, max_new_tokens=8, do_sample=False
    )
    ids = [i for i in expected[0, prompt.shape[1] :].tolist() if i != 1]
    assert model.complete(ASKED, max_tokens=8).text == model._text(ids)


def test_log_probabilities_are_a_distribution(model):
    completion = model.complete(ASKED, max_tokens=4, logprobs=100)
    for token in completion.logprobs:
        assert sum(math.exp(p) for _, p in token.alternatives) == pytest.approx(1.0, abs=1e-4)
        assert (token.text, token.logprob) == pytest.approx(token.alternatives[0])


def test_texts_of_different_lengths_are_continued_in_one_batch(model):
    prompts = ["where is oslo", "oslo is on a fjord in norway the fjord is"]
    together = model.continue_texts(prompts, max_tokens=6, logprobs=20)
    alone = [model.continue_texts([p], max_tokens=6, logprobs=20)[0] for p in prompts]
    assert isinstance(model, TextModel)
    assert model.continue_texts([]) == []
    for one, other in zip(together, alone, strict=True):
        assert one.text == other.text != ""
        assert "".join(token.text for token in one.logprobs) == one.text
        for token in one.logprobs:
            assert sum(math.exp(p) for _, p in token.alternatives) == pytest.approx(1, abs=1e-4)


def test_a_continuation_is_the_one_of_the_library_itself(model):
    ids = model._ids("oslo is on")
    expected = model._model.generate(ids, attention_mask=ids * 0 + 1, max_new_tokens=6)
    written = [i for i in expected[0, ids.shape[1] :].tolist() if i != 1]
    assert model.continue_texts(["oslo is on"], max_tokens=6)[0].text == model._text(written)


def test_a_temperature_samples(model):
    texts = {model.complete(ASKED, max_tokens=6, temperature=5.0).text for _ in range(8)}
    assert len(texts) > 1


def test_special_tokens_stay_only_when_asked_for(model, folder):
    from assay.adapters.chat.transformers_chat import TransformersChat

    special = TransformersChat(str(folder), device="cpu", keep_special=True)
    assert special._text([2, 5]) == "[Relevant] oslo"
    assert model._text([2, 5]).strip() == "oslo"


def test_reflection_tokens_can_be_read_where_special_tokens_stay(folder):
    from assay.adapters.chat.transformers_chat import TransformersChat

    special = TransformersChat(str(folder), device="cpu", keep_special=True)
    (completion,) = special.continue_texts(["oslo is on"], max_tokens=2, logprobs=14)
    assert group_probabilities(completion.logprobs, 0, ("[Relevant]", "[Irrelevant]")) == (1, 0)


def test_too_long_a_prompt_and_a_missing_model_are_clear_errors(model, tmp_path):
    from assay.adapters.chat.transformers_chat import TransformersChat

    with pytest.raises(InputError, match="reads at most 64"):
        model.complete([Message(Role.USER, "oslo " * 100)])
    with pytest.raises(ModelError, match="cannot load"):
        TransformersChat(str(tmp_path / "absent"))


def test_a_model_without_a_chat_template_gets_the_instruction_form():
    from assay.adapters.chat.transformers_chat import instruction_form

    assert instruction_form(ASKED) == (
        "### Instruction:\nbe brief\n\n### Input:\nwhere is oslo\n\n### Response:\n"
    )
    assert instruction_form(ASKED[1:]).startswith("### Instruction:\nwhere is oslo")
