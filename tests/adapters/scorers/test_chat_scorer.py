from __future__ import annotations

import math
import time

import pytest

from assay.adapters.chat.openai_chat import OpenAIChat
from assay.adapters.scorers.chat_scorer import ChatScorer
from assay.adapters.scorers.relevance_prompts import MAX_CHARACTERS, Prompting
from assay.budget import Limits, limited
from assay.errors import BudgetSpentError, ServiceError, SettingsError
from assay.steps.correct.judge import score_passages
from assay.testing import FakeChatModel, make_passage
from assay.tracing import recording
from assay.types import Completion
from tests.adapters.chat.wire_server import answer, delta, event, failure, serving, stream

pytest.importorskip("openai")

GOLD, BREAD = make_passage("Gold melts at 1064 degrees."), make_passage("Bread is baked.")


def scorer(url, prompting=Prompting.DIRECT):
    return ChatScorer(OpenAIChat("tiny", url, seconds=5, retries=0), prompting)


def yes_with(probability):
    """A reply of one token, with the log-probabilities that real servers send."""
    pairs = [("Yes", probability), ("No", 1 - probability)]
    tops = [{"token": t, "logprob": math.log(p), "bytes": None} for t, p in pairs]
    chunk = delta("Yes", logprobs=[{**tops[0], "top_logprobs": tops}])
    return stream(event(chunk), event(delta("", "stop")), event(b"[DONE]"))


def by_document(handler):
    """Says yes to gold alone: requests come in any order."""
    asked = handler.script.requests[-1]["messages"][-1]["content"]
    answer("Yes." if "Gold" in asked else "no")(handler)


def test_each_passage_is_asked_about_and_keeps_its_place():
    with serving(by_document) as server:
        single = ChatScorer(scorer(server.url).model, Prompting.FEW_SHOT, workers=1)
        assert single.score("When does gold melt?", [BREAD, GOLD, BREAD]) == [-1.0, 1.0, -1.0]
    assert len(server.requests) == 3
    sent = server.requests[1]
    assert sent["temperature"] == 0
    assert (sent["logprobs"], sent["top_logprobs"]) == (True, 10)
    assert len(sent["messages"]) == 10
    assert "Gold melts" in sent["messages"][-1]["content"]


def test_log_probabilities_become_the_score():
    with serving(yes_with(0.9)) as server:
        assert scorer(server.url).score("q", [GOLD]) == pytest.approx([0.8])


def test_a_server_that_refuses_log_probabilities_still_answers():
    with serving(failure(400, "logprobs is not supported"), answer("No.")) as server:
        assert scorer(server.url).score("q", [GOLD]) == [-1.0]
    assert "logprobs" not in server.requests[-1]


def test_reasoning_before_the_answer_is_read_to_its_end():
    reply = answer("It asks for a number. ", "No number but 1064 stands there.", "\nAnswer: yes")
    with serving(reply) as server:
        assert scorer(server.url, Prompting.CHAIN_OF_THOUGHT).score("q", [GOLD]) == [1.0]
    assert server.requests[0]["max_tokens"] > 100


def test_a_reply_that_is_neither_scores_zero_and_is_noted_in_the_trace():
    with serving(answer("Hard to say.")) as server, recording() as record:
        assert scorer(server.url).score("q", [GOLD]) == [0.0]
    opinion = next(s for s in record.steps if s.name == "opinion")
    assert opinion.facts["passage"] == GOLD.id
    assert opinion.facts["note"] == "the model's reply is neither yes nor no: 'Hard to say.'"


def test_a_reply_that_was_cut_says_so():
    with serving(answer("Let me think", finish="length")) as server, recording() as record:
        assert scorer(server.url).score("q", [GOLD]) == [0.0]
    assert "was cut before yes or no" in record.steps[-1].facts["note"]


class GoldIsYes(FakeChatModel):
    """Says yes to gold, whatever the order of the questions."""

    def complete(self, messages, **options):
        return Completion("yes" if "Gold" in messages[-1].content else "no")


def test_many_passages_are_asked_about_side_by_side_in_order():
    passages = [GOLD if number % 3 == 0 else BREAD for number in range(20)]
    with recording() as record:
        scored = score_passages(ChatScorer(GoldIsYes(), workers=8), "When?", passages)
    assert [s.score for s in scored] == [1.0 if p is GOLD else -1.0 for p in passages]
    assert {s.depth for s in record.steps if s.name == "opinion"} == {1}


def test_a_server_in_trouble_is_a_named_error():
    with serving(failure(500)) as server, pytest.raises(ServiceError):
        scorer(server.url).score("q", [GOLD, BREAD])


def test_the_budget_of_the_run_holds():
    with (
        serving(answer("yes", usage=900)) as server,
        limited(Limits(tokens=1_000)),
        pytest.raises(BudgetSpentError, match="tokens"),
    ):
        ChatScorer(scorer(server.url).model, Prompting.DIRECT, workers=1).score("q", [GOLD] * 5)


def test_a_slow_model_ends_with_the_time():
    class Slow(FakeChatModel):
        def complete(self, messages, **options):
            time.sleep(1)
            return super().complete(messages, **options)

    with limited(Limits(seconds=0.1)), pytest.raises(BudgetSpentError, match="seconds"):
        ChatScorer(Slow(["yes"])).score("q", [GOLD])


def test_a_passage_that_is_too_long_is_noted():
    long = make_passage("Gold. " * MAX_CHARACTERS)
    with recording() as record:
        assert ChatScorer(FakeChatModel(["yes"])).score("q", [long]) == [1.0]
    assert record.steps[-1].facts["note"] == "only the first 8000 characters were read"


def test_the_prompting_can_be_given_by_name():
    scorer = ChatScorer(FakeChatModel(["no"]), prompting="few-shot")
    assert scorer.prompting is Prompting.FEW_SHOT
    with pytest.raises(SettingsError, match="'guess'") as raised:
        ChatScorer(FakeChatModel(), prompting="guess")
    assert "chain-of-thought" in raised.value.hint
