from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adapters.chat.openai_chat import OpenAIChat
from assay.adapters.generators.chat import LEFT_OUT, ChatGenerator, PromptForm
from assay.adapters.generators.fallback import WithFallback
from assay.adapters.retrievers.fixed import FixedRetriever
from assay.engine import Engine
from assay.errors import ServiceError
from assay.steps.answer.abstain import Abstaining, AbstentionRule
from assay.steps.answer.prompts import AnswerTask
from assay.steps.correct.refine import whole
from assay.strategies.rag import Rag
from assay.testing import FakeChatModel, FakeGenerator, make_passage
from assay.types import Answer, Completion, Evidence, Piece, Step
from tests.adapters.chat.wire_server import answer, delta, event, failure, serving, stream

FJORD = make_passage("Oslo lies on a fjord. It is the capital of Norway.", id="oslo")
EVIDENCE = Evidence((whole(FJORD),))
QUESTION = "Where does Oslo lie?"


def engine(generator, passages=(FJORD,)) -> Engine:
    return Engine(Rag(FixedRetriever(tuple(passages)), generator), "rag")


def test_an_answer_is_cited_and_the_prompt_holds_the_evidence():
    model = FakeChatModel(replies=["Oslo lies on a fjord [1]."])
    draft = ChatGenerator(model).generate(QUESTION, EVIDENCE)
    assert draft.text == "Oslo lies on a fjord [1]."
    assert draft.citations[0].quote == "Oslo lies on a fjord."
    assert "[1] oslo: Oslo lies on a fjord." in model.calls[0]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "the model wrote nothing"),
        ("NO ANSWER", "the model found no answer in the evidence"),
        ("[1][2]", "the model wrote nothing that can be checked"),
        ("<think>hm", "the model wrote nothing"),
    ],
)
def test_no_answer_is_a_draft_with_its_reason(reply, reason):
    draft = ChatGenerator(FakeChatModel(replies=[reply, reply])).generate(QUESTION, EVIDENCE)
    assert (draft.text, draft.reason) == (None, reason)


def test_a_reply_that_only_points_is_asked_for_in_words_and_cited_all_the_same():
    model = FakeChatModel(replies=["[1].", "Oslo lies on a fjord."])
    draft = ChatGenerator(model).generate(QUESTION, EVIDENCE)
    assert (draft.text, draft.citations[0].quote) == (
        "Oslo lies on a fjord [1].",
        "Oslo lies on a fjord.",
    )
    first, second = model.calls
    assert first != second
    # Who was not asked for markers is not asked again.
    model = FakeChatModel(replies=["[1]", "Oslo lies on a fjord."])
    assert ChatGenerator(model, cite=False).generate(QUESTION, EVIDENCE).text is None


def test_without_evidence_the_model_is_asked_only_when_it_may_invent():
    model = FakeChatModel(replies=["On a fjord."])
    assert engine(ChatGenerator(model), passages=()).ask(QUESTION).abstained
    assert ChatGenerator(model).generate(QUESTION, Evidence()).text is None
    assert model.calls == []
    told = Abstaining(
        ChatGenerator(model, answers_without_evidence=True), AbstentionRule(always_answer=True)
    )
    invented = engine(told, passages=()).ask(QUESTION)
    assert invented.text == "On a fjord."
    assert invented.citations == ()
    assert invented.unsupported == ((0, 11),)
    assert "without evidence: the model answered from its own memory" in invented.notes


def test_labels_are_left_alone_and_cite_what_bears_on_the_statement():
    model = FakeChatModel(replies=["true"])
    draft = ChatGenerator(model, AnswerTask.TRUE_FALSE).generate("Oslo lies on a fjord.", EVIDENCE)
    assert draft.text == "true"
    assert draft.citations[0].quote == "Oslo lies on a fjord."


def test_a_cut_answer_is_noted():
    reply = Completion("Oslo lies on a fjord. It is", cut=True)
    draft = ChatGenerator(FakeChatModel(replies=[reply])).generate(QUESTION, EVIDENCE)
    assert draft.text == "Oslo lies on a fjord [1]."
    assert "the model's answer was cut off at its limit" in draft.notes


@pytest.mark.parametrize("said", ["To", "NO", "Oslo lies on"])
def test_a_sentence_that_was_cut_off_is_no_answer(said):
    reply = Completion(said, cut=True)
    draft = ChatGenerator(FakeChatModel(replies=[reply])).generate(QUESTION, EVIDENCE)
    assert draft.text is None and "cut off" in draft.reason


def test_an_invention_is_refused_with_what_was_missing():
    generator = Abstaining(
        ChatGenerator(FakeChatModel(replies=["In Saint Peter's cathedral [1]."]))
    )
    refused = engine(generator).ask("Where is Agricola buried?")
    assert refused.abstained
    assert "Saint Peter's cathedral" in refused.reason
    assert "looked in oslo.txt" in refused.reason


def test_a_stream_gives_steps_then_pieces_then_the_cited_answer():
    with serving(answer("Oslo lies ", "on a fjord ", "[1].")) as server:
        generator = ChatGenerator(OpenAIChat("tiny", server.url))
        events = list(engine(generator).stream(QUESTION))
    kinds = [e.name if isinstance(e, Step) else type(e).__name__ for e in events]
    assert kinds == ["retrieve"] * kinds.count("retrieve") + ["Piece"] * 3 + [
        "complete",
        "cite",
        "generate",
        "Answer",
    ]
    last = events[-1]
    assert isinstance(last, Answer)
    said = "".join(e.text for e in events if isinstance(e, Piece))
    assert said == last.text == "Oslo lies on a fjord [1]."
    assert last.citations[0].source == "oslo.txt"


@pytest.mark.parametrize(
    "trouble",
    [failure(503), failure(401), stream(event(delta("Oslo li")))],
    ids=["down", "key", "half"],
)
def test_the_fallback_answers_and_says_why(trouble):
    with serving(trouble) as server:
        chat = OpenAIChat("tiny", server.url, retries=0)
        with pytest.raises(ServiceError):
            engine(ChatGenerator(chat)).ask(QUESTION)
        both = WithFallback(ChatGenerator(chat), FakeGenerator())
        result = engine(both).ask(QUESTION)
    assert result.text == FJORD.text
    assert result.notes[0].startswith("the fallback answered: the server at http://127.0.0.1")


def test_the_fallback_stays_silent_while_the_first_is_well():
    spare = FakeGenerator()
    first = ChatGenerator(FakeChatModel(replies=["Oslo lies on a fjord."]))
    assert (
        WithFallback(first, spare).generate(QUESTION, EVIDENCE).text == "Oslo lies on a fjord [1]."
    )
    assert spare.calls == []


MARKERS = st.sampled_from(
    ["[1]", "[2]", "[", "]", "[1", "[9]", "[1,", "\u3010", "http://x.example"]
)
WORDS = st.lists(MARKERS | st.text(max_size=12), max_size=25).map(" ".join)


@given(WORDS, st.sampled_from(list(AnswerTask)), st.booleans())
def test_no_output_breaks_the_generator_or_invents_a_source(reply, task, cite):
    generator = Abstaining(ChatGenerator(FakeChatModel(replies=[reply]), task, cite))
    result = engine(generator).ask(QUESTION)
    assert all(c.source == "oslo.txt" and c.quote in FJORD.text for c in result.citations)
    assert result.abstained or "http://" not in (result.text or "")
    assert result.abstained == bool(result.reason)


@pytest.mark.parametrize(("room", "noted"), [(40, True), (5000, False)])
def test_entries_that_the_context_has_no_room_for_are_told_of(room, noted):
    evidence = Evidence(
        tuple(whole(make_passage("Oslo lies on a fjord.", id=name), 0.5) for name in "abc")
    )
    chat = FakeChatModel(replies=["Oslo lies on a fjord."])
    writer = ChatGenerator(chat, prompt=PromptForm.ENTRIES, room=room)
    notes = writer.generate(QUESTION, evidence).notes
    assert notes == ((LEFT_OUT.format(1, 3),) if noted else ())
    shown = str(chat.calls[0]).count("Oslo lies on a fjord.")
    assert shown == (1 if noted else 3)
