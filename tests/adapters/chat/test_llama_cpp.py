"""SmolLM2 in the process itself: the real language model of the test suite."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from assay.adapters.chat.llama_cpp import LlamaCppChat, bundled_model
from assay.adapters.generators.chat import ChatGenerator
from assay.adapters.retrievers.fixed import FixedRetriever
from assay.budget import Limits, limited
from assay.engine import Engine
from assay.errors import BudgetSpentError, InputError, ModelError
from assay.ports import ChatModel, TextModel
from assay.steps.answer.abstain import Abstaining
from assay.strategies.rag import Rag
from assay.testing import make_passage
from assay.tracing import recording, voiced
from assay.types import Message, Piece, Role

pytestmark = pytest.mark.slow

pytest.importorskip("xllamacpp", reason="the extra 'local' is not installed")

ASKED = [Message(Role.USER, "What is the capital of France? Answer in one word.")]


@pytest.fixture(scope="module")
def smollm() -> LlamaCppChat:
    try:
        bundled_model()
    except ModelError as error:
        pytest.skip(f"{error}: {error.hint}")
    return LlamaCppChat(context=2048, threads=1)


def test_it_answers_counts_and_is_heard(smollm):
    heard: list[str] = []
    with recording(text_listener=lambda piece: heard.append(piece.text)), voiced():
        completion = smollm.complete(ASKED, max_tokens=12)
    assert isinstance(smollm, ChatModel)
    assert "Paris" in completion.text
    assert "".join(heard) == completion.text
    assert completion.tokens > len(heard)


def test_it_gives_log_probabilities(smollm):
    completion = smollm.complete(ASKED, max_tokens=4, logprobs=3)
    first = completion.logprobs[0]
    assert first.logprob <= 0
    assert len(first.alternatives) == 3
    assert completion.text.startswith(first.text)


def test_it_continues_texts_as_they_stand(smollm):
    prompts = ["The capital of France is", "One, two, three,"]
    first, second = smollm.continue_texts(prompts, max_tokens=3, logprobs=4)
    assert isinstance(smollm, TextModel)
    assert "Paris" in first.text
    assert "four" in second.text
    assert "".join(token.text for token in first.logprobs) == first.text
    assert all(len(token.alternatives) == 4 for token in first.logprobs)


def test_it_is_held_to_the_budget(smollm):
    with limited(Limits(tokens=20)) as budget:
        completion = smollm.complete(ASKED, max_tokens=500)
        assert len(completion.text.split()) < 20
        assert budget.left("tokens") == 0


def test_a_long_prompt_is_not_read_to_its_end_when_the_time_is_up(smollm):
    heard: list[str] = []
    long = [Message(Role.USER, "one more word " * 450)]
    listening = recording(text_listener=lambda piece: heard.append(piece.text))
    limits = limited(Limits(seconds=0.05))
    with limits, listening, voiced(), pytest.raises(BudgetSpentError):
        smollm.complete(long, max_tokens=12)
    assert heard == []


def test_too_long_a_prompt_is_a_clear_error(smollm):
    with limited(Limits(tokens=100_000)), pytest.raises(InputError, match="context") as caught:
        smollm.complete([Message(Role.USER, "very " * 5_000)])
    assert caught.value.hint


def test_nobody_else_can_use_the_model_over_its_port(smollm):
    url = f"{smollm._server.listening_address}/v1/chat/completions"
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(url, data=b"{}"), timeout=5)
    assert caught.value.code == 401
    caught.value.close()


def test_an_invented_grave_is_refused(smollm):
    """The passage does not say where he is buried; the model invents a place all the same."""
    passage = make_passage("Mikael Agricola was a Finnish clergyman who wrote a primer in 1543.")
    question = "Where is Mikael Agricola buried?"
    loose = ChatGenerator(smollm, may_decline=False, max_tokens=60)
    retriever = FixedRetriever((passage,))
    invented = Engine(Rag(retriever, loose)).ask(question)
    assert invented.text is not None
    assert invented.unsupported
    refused = Engine(Rag(retriever, Abstaining(loose))).ask(question)
    assert refused.abstained
    assert "nothing in the evidence says" in refused.reason


def test_what_the_passage_says_is_answered_with_a_citation(smollm):
    passage = make_passage("The Vistula rises at Barania Mountain in the south of Poland.")
    question = "Where does the Vistula rise?"
    strategy = Rag(FixedRetriever((passage,)), Abstaining(ChatGenerator(smollm, max_tokens=40)))
    events = list(Engine(strategy).stream(question))
    result = events[-1]
    assert any(isinstance(event, Piece) for event in events)
    assert "Poland" in result.text
    assert result.citations[0].quote == passage.text


def test_a_file_that_is_no_model_is_a_clear_error(tmp_path):
    broken = tmp_path / "model.gguf"
    broken.write_bytes(b"GGUF but not really")
    with pytest.raises(ModelError, match="cannot load"):
        LlamaCppChat(broken)
    with pytest.raises(ModelError, match="there is no model"):
        LlamaCppChat(tmp_path / "absent.gguf")
    with pytest.raises(ModelError, match="there is no adapter"):
        LlamaCppChat(broken, adapter=tmp_path / "absent.gguf")
