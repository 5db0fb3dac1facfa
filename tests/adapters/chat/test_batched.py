"""Questions asked side by side are answered in one batch, and each pays for its own."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from assay.adapters.chat.batched import Batched
from assay.adapters.chat.vllm_chat import VllmChat
from assay.budget import Limits, limited
from assay.errors import BudgetSpentError, InputError
from assay.ports import ChatModel, TextModel
from assay.types import Completion, Message, Role


class Counting:
    """Says back what it is asked, and keeps the sizes of the batches."""

    def __init__(self):
        self.sizes = []
        self.first = threading.Event()

    def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0):
        return Completion(f"warm {messages[-1].content}", tokens=max_tokens)

    def complete_batch(self, conversations, *, max_tokens, logprobs=0):
        self.sizes.append(len(conversations))
        return [self._said(each[-1].content, max_tokens) for each in conversations]

    def continue_texts(self, prompts, *, max_tokens=256, logprobs=0):
        self.sizes.append(len(prompts))
        return [self._said(prompt, max_tokens) for prompt in prompts]

    def _said(self, prompt, max_tokens):
        if prompt == "too long":
            raise InputError("the prompt has too many tokens")
        return Completion(f"{prompt}, {max_tokens}", tokens=7)


def asked(prompt):
    return [Message(Role.USER, prompt)]


def test_what_is_asked_side_by_side_is_one_batch_and_everybody_gets_their_own():
    model = Counting()
    batched = Batched(model, 8, wait=0.5)
    assert isinstance(batched, ChatModel)
    assert isinstance(batched, TextModel)
    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(lambda n: batched.complete(asked(f"q{n}")).text, range(8)))
    assert said == [f"q{n}, 256" for n in range(8)]
    assert model.sizes == [8]


def test_only_what_is_asked_alike_shares_a_batch():
    model = Counting()
    batched = Batched(model, 4, wait=0.5)
    asks = [
        lambda: batched.complete(asked("a"), max_tokens=5).text,
        lambda: batched.complete(asked("b"), max_tokens=9).text,
        lambda: [c.text for c in batched.continue_texts(["c", "d"], max_tokens=5)],
    ]
    with ThreadPoolExecutor(3) as pool:
        said = list(pool.map(lambda ask: ask(), asks))
    assert said == ["a, 5", "b, 9", ["c, 5", "d, 5"]]
    assert sorted(model.sizes) == [1, 1, 2]


def test_one_that_cannot_be_read_costs_the_others_nothing():
    batched = Batched(Counting(), 3, wait=0.5)

    def ask(prompt):
        try:
            return batched.complete(asked(prompt)).text
        except InputError as error:
            return str(error)

    with ThreadPoolExecutor(3) as pool:
        said = list(pool.map(ask, ["a", "too long", "b"]))
    assert said == ["a, 256", "the prompt has too many tokens", "b, 256"]


def test_each_pays_from_the_budget_of_their_own_run():
    batched = Batched(Counting(), 4)
    with limited(Limits(tokens=100)) as budget:
        batched.complete(asked("a"), max_tokens=20)
        assert budget.spent["tokens"] == 7
    with limited(Limits(tokens=0)), pytest.raises(BudgetSpentError):
        batched.complete(asked("a"))


def test_a_temperature_is_asked_for_by_itself():
    model = Counting()
    assert Batched(model, 4).complete(asked("a"), temperature=0.5).text == "warm a"
    assert model.sizes == []


class Engine:
    """Stands where vLLM's `LLM` does: the same methods, and outputs of the same form."""

    def get_tokenizer(self):
        return SimpleNamespace(chat_template=None)

    def generate(self, prompts, sampling, use_tqdm):
        self.asked = prompts, sampling
        place = {
            4: SimpleNamespace(logprob=-0.1, decoded_token="Yes"),
            5: SimpleNamespace(logprob=-2.5, decoded_token="No"),
        }
        written = SimpleNamespace(
            text="Yes", token_ids=[4], logprobs=[place], finish_reason="length"
        )
        return [SimpleNamespace(outputs=[written], prompt_token_ids=[1, 2, 3]) for _ in prompts]


def test_vllm_is_asked_in_one_call_and_read_with_its_probabilities():
    engine = Engine()
    model = VllmChat("a-model", engine=engine, sampling=SimpleNamespace)
    one, two = model.complete_batch([asked("a"), asked("b")], max_tokens=8, logprobs=2)
    prompts = [f"### Instruction:\n{each}\n\n### Response:\n" for each in "ab"]
    assert engine.asked[0] == prompts
    assert (engine.asked[1].max_tokens, engine.asked[1].temperature) == (8, 0.0)
    assert (one.text, one.tokens, one.cut, two) == ("Yes", 4, True, one)
    assert one.logprobs[0].alternatives == (("Yes", -0.1), ("No", -2.5))
