"""Self-RAG as the settings build it: every mode and critic, with the shipped models too."""

from __future__ import annotations

import pytest

from assay.adapters.chat.llama_cpp import LlamaCppChat, bundled_model
from assay.adapters.retrievers.fixed import FixedRetriever
from assay.config import Settings
from assay.errors import ModelError, SettingsError
from assay.testing import FakeChatModel, FakeGenerator, FakeRelevanceScorer, make_passage
from assay.types import Passage
from assay.wiring import Overrides, build_engine
from assay.wiring.strategies import build_strategy
from assay_strategies.critics.parametric_gate import ParametricGate
from assay_strategies.critics.token_gate import TokenGate
from assay_strategies.reflect.critique import CritiqueWeights
from assay_strategies.reflect.reflection_tokens import reflective_prompt
from assay_strategies.reflect.retrieval_gates import AlwaysRetrieve, NeverRetrieve
from assay_strategies.reflect.segment_path import best_option, best_path
from assay_strategies.self_rag import UNREFLECTED
from assay_strategies.wiring.reflective import (
    OUR_ADAPTER,
    build_gate,
    build_reflective,
    build_text_model,
)
from assay_strategies.writers.reflective_writer import FROM_MEMORY
from tests.adapters.chat.wire_server import continuation, event, serving, stream
from tests.adapters.critics.reflective_text import FULLY, RELEVANT, USEFUL, said

pytestmark = pytest.mark.slow

QUESTION = "Where does the Vistula rise?"
RIVER = make_passage(
    "The Vistula is the longest river of Poland. The Vistula rises at Barania Mountain in the "
    "south of Poland, 1,220 metres above the sea.",
    "vistula",
)
OTHER = make_passage("The Oder rises in the Czech Republic and flows into the Baltic.", "oder")
BREAD = make_passage("Rye bread is baked from sourdough and keeps for many days.", "bread")
FOUND = Overrides(retriever=FixedRetriever((BREAD, OTHER, RIVER)))


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def settings(strategy="self_rag", **sections) -> Settings:
    return Settings(strategy=strategy, **sections)


# With the shipped models, no language model at all.


@pytest.mark.parametrize("strategy", ["self_rag", "self_crag", "self_rag_web"])
def test_any_generator_is_reflected_upon_by_our_encoders(strategy):
    answer = build_engine(settings(strategy), FOUND).ask(QUESTION)
    assert "Barania" in answer.text
    assert [c.source for c in answer.citations] == ["vistula.txt"]
    steps = [s.name for s in answer.trace]
    assert steps[0] == "gate"
    assert steps[-1] == "generate"
    (ranked,) = [s.facts["segments"] for s in answer.trace if s.name == "rank"]
    best = max(ranked, key=lambda row: row["score"])
    assert any(name.startswith("vistula") for name in best["seen"])
    assert best["relevance"] > 0.5


def test_nothing_in_the_passages_is_a_refusal():
    parts = Overrides(retriever=FixedRetriever((BREAD,)))
    answer = build_engine(settings(), parts).ask(QUESTION)
    assert answer.abstained
    assert answer.reason


def test_a_reader_without_memory_that_may_not_retrieve_says_so():
    answer = build_engine(settings(self_rag={"mode": "never"}), FOUND).ask(QUESTION)
    assert answer.abstained
    assert "only from evidence" in answer.reason


# What is built.


def test_the_mode_chooses_who_wishes():
    local = {"generator": {"name": "chat"}, "model": {"name": "m", "base_url": "http://127.0.0.1"}}
    cases = [
        (settings(), Overrides(), AlwaysRetrieve),
        (settings(self_rag={"mode": "never"}), Overrides(), NeverRetrieve),
        (settings(self_rag={"mode": "always"}, **local), Overrides(), AlwaysRetrieve),
        (settings(**local), Overrides(), ParametricGate),
        (settings(**local), Overrides(generator=FakeGenerator()), AlwaysRetrieve),
        (settings(), Overrides(chat=FakeChatModel()), ParametricGate),
        (settings(self_rag={"critic": "token"}, **local), Overrides(), TokenGate),
    ]
    for chosen, overrides, kind in cases:
        assert isinstance(build_gate(chosen, overrides), kind)


@pytest.mark.parametrize(
    ("task", "depth", "elect"),
    [
        ("free", 4, best_path),
        ("long", 4, best_path),
        ("short", 1, best_path),
        ("choice", 1, best_option),
        ("true-false", 1, best_option),
    ],
)
def test_the_task_chooses_beam_and_election(task, depth, elect):
    chosen = settings(
        generator={"task": task},
        self_rag={"max_depth": 4, "w_rel": 2, "w_sup": 3, "w_use": 4, "w_seq": 0},
    )
    parts = Overrides(generator=FakeGenerator(), scorer=FakeRelevanceScorer())
    built = build_reflective(chosen, parts, AlwaysRetrieve())
    assert (built.max_depth, built.elect) == (depth, elect)
    assert built.weights == CritiqueWeights(2, 3, 4, 0)


def test_the_token_critic_needs_a_language_model():
    chosen = settings(self_rag={"critic": "token"})
    with pytest.raises(SettingsError, match="needs a language model") as caught:
        build_strategy(chosen, FOUND)
    assert "assayer" in caught.value.hint
    with pytest.raises(SettingsError, match="cannot continue a text"):
        build_text_model(chosen, Overrides(chat=FakeChatModel()))


# The token critic over a server that speaks the completions format.


def columns(completion):
    tokens = completion.logprobs
    return {
        "tokens": [t.text for t in tokens],
        "token_logprobs": [t.logprob for t in tokens],
        "top_logprobs": [dict(t.alternatives) for t in tokens],
    }


def reflective_server(handler, gate=0.9, with_logprobs=True):
    """A model that reflects: it likes the passage about the river and no other."""
    prompt = handler.asked["prompt"]
    if "<paragraph>vistula" in prompt:
        words = said(RELEVANT, "The Vistula rises at Barania Mountain.", FULLY, USEFUL)
    elif "<paragraph>" in prompt:
        words = said({"[Irrelevant]": 0.9, "[Relevant]": 0.1}, "In the south.", USEFUL)
    elif prompt.endswith("[No Retrieval]"):
        words = said("At Barania Mountain.", USEFUL)
    else:
        likely = {"[Retrieval]": gate, "[No Retrieval]": 1 - gate}
        words = said(dict(sorted(likely.items(), key=lambda pair: -pair[1])))
    logprobs = columns(words) if with_logprobs else None
    stream(event(continuation(words.text, "stop", logprobs)))(handler)


def over(url: str, **self_rag) -> Settings:
    return settings(
        generator={"name": "chat"},
        model={"name": "selfrag", "base_url": url},
        self_rag={"critic": "token", **self_rag},
    )


def test_a_reflective_model_behind_a_server_decides_writes_and_is_ranked():
    pytest.importorskip("openai")
    with serving(reflective_server) as server:
        answer = build_engine(over(server.url), FOUND).ask(QUESTION)
        asked = [request["prompt"] for request in server.requests]
    assert answer.text == "The Vistula rises at Barania Mountain."
    assert [c.source for c in answer.citations] == ["vistula.txt"]
    assert sum("<paragraph>" in prompt for prompt in asked) == 3
    assert "[Retrieval]" not in asked[0]
    (ranked,) = [s.facts["segments"] for s in answer.trace if s.name == "rank"]
    assert [row["relevance"] for row in ranked] == pytest.approx([0.1, 0.1, 0.8])
    assert ranked[2]["support"] == pytest.approx(0.65)
    assert ranked[2]["utility"] == pytest.approx(0.35)


def test_below_the_threshold_the_model_answers_from_memory():
    pytest.importorskip("openai")

    def sure(handler):
        reflective_server(handler, gate=0.1)

    with serving(sure) as server:
        answer = build_engine(over(server.url), FOUND).ask(QUESTION)
        eager = build_engine(over(server.url, threshold=0.05), FOUND).ask(QUESTION)
    assert answer.text == "At Barania Mountain."
    assert FROM_MEMORY in answer.notes
    assert answer.citations == ()
    assert eager.text == "The Vistula rises at Barania Mountain."


def test_a_server_without_log_probabilities_is_a_clear_error():
    pytest.importorskip("openai")

    def blind(handler):
        reflective_server(handler, with_logprobs=False)

    with serving(blind) as server:
        for mode in ("adaptive", "always"):
            with pytest.raises(ModelError, match="no log-probabilities") as caught:
                build_engine(over(server.url, mode=mode), FOUND).ask(QUESTION)
            assert "assayer" in caught.value.hint


# SmolLM2 as it comes never writes a reflection token.


def test_a_model_that_cannot_reflect_gives_a_sound_result_that_says_so():
    pytest.importorskip("xllamacpp")
    try:
        bundled_model()
    except ModelError as error:
        pytest.skip(str(error))
    passage = Passage("v", "The Vistula rises at Barania Mountain.", title="Vistula")
    parts = Overrides(
        retriever=FixedRetriever((passage,)), chat=LlamaCppChat(context=1024, threads=1)
    )
    chosen = settings(self_rag={"critic": "token", "max_tokens": 12})
    answer = build_engine(chosen, parts).ask(QUESTION)
    assert UNREFLECTED in answer.notes
    (gate,) = [s.facts["wanted"] for s in answer.trace if s.name == "gate"]
    assert 0 <= gate <= 1
    assert answer.abstained == bool(answer.reason)


def test_the_beam_makes_another_answer_of_what_a_real_model_writes():
    pytest.importorskip("xllamacpp")
    try:
        bundled_model()
    except ModelError as error:
        pytest.skip(str(error))
    town = (
        "Varholm has a harbour. Varholm has a lighthouse on a rock. "
        "The people of Varholm catch herring."
    )
    model = LlamaCppChat(context=1024, threads=1)
    parts = Overrides(retriever=FixedRetriever((make_passage(town, "varholm"),)), chat=model)

    def asked(depth):
        chosen = settings(
            generator={"task": "long", "always_answer": True, "cite": False},
            self_rag={"mode": "always", "max_tokens": 40, "max_depth": depth},
            budget={"seconds": 3600},
        )
        return build_engine(chosen, parts).ask("Tell me about the town of Varholm.")

    one, grown = asked(1), asked(2)
    assert one.text
    assert grown.text.startswith(one.text)
    assert len(grown.text) > len(one.text)
    assert [s.facts["segments"] for s in grown.trace if s.name == "write"] == [1, 1]


def test_the_bundled_model_gets_our_adapter_and_writes_reflection_tokens():
    chosen = settings(self_rag={"critic": "token"}, generator={"name": "local"})
    model = build_text_model(chosen, Overrides())
    assert model.adapter == OUR_ADAPTER
    passage = Passage("p", "Varholm is a harbour town in the north.", title="Varholm")
    prompt = reflective_prompt("Where is Varholm?", passage)
    (written,) = model.continue_texts([prompt], max_tokens=40, logprobs=5)
    assert written.text.startswith(("[Relevant]", "[Irrelevant]"))
    assert "[Utility:" in written.text


def test_another_model_is_left_without_our_adapter(tmp_path):
    other = {"name": str(tmp_path / "other.gguf")}
    chosen = settings(self_rag={"critic": "token"}, generator={"name": "local"}, model=other)
    with pytest.raises(ModelError, match=r"other\.gguf"):
        build_text_model(chosen, Overrides())
