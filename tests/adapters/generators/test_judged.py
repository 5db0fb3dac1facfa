from __future__ import annotations

import math
import time
from dataclasses import replace

import pytest

from assay.adapters.chat.yes_no import YesNoModel
from assay.adapters.generators.chat import EMPTY, TOO_LONG, ChatGenerator, PromptForm
from assay.adapters.generators.fallback import WithFallback
from assay.adapters.generators.judged import LESS_LIKELY, QUOTED, JudgedGenerator
from assay.adapters.retrievers.fixed import FixedRetriever
from assay.budget import Limits, current_budget, limited
from assay.engine import Engine
from assay.errors import BudgetSpentError, InputError, ServiceError
from assay.steps.answer.reply_judge import ReplyJudge
from assay.steps.correct.refine import whole
from assay.strategies.rag import Rag
from assay.testing import FakeGenerator, make_passage
from assay.types import Completion, Draft, Evidence, Token

QUESTION = "Where does Oslo lie?"
EVIDENCE = Evidence((whole(make_passage("Oslo lies on a fjord.", id="oslo"), 0.5),))
READ = Draft("Oslo lies on a fjord.", confidence=0.8)
ASKED = ReplyJudge({"written": 1.0}, {"read": 1.0}, {"holds": 1.0}, least=0.5)
UNASKED = ReplyJudge({"bias": -1.0}, {"bias": 1.0}, {"best": 1.0}, least=0.5)


class Judging:
    """Writes one sentence, and holds of the evidence and of each answer what it is told to."""

    def __init__(self, holds: float, written: float, read: float, *, logprobs: bool = True) -> None:
        self.odds = {"Do the excerpts": holds, "answer: It lies": written, "answer: Oslo": read}
        self.logprobs = logprobs
        self.asked: list[str] = []

    def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0) -> Completion:
        prompt = messages[-1].content
        self.asked.append(prompt)
        if not logprobs:
            return Completion("It lies on a fjord.")
        odds = next(odds for words, odds in self.odds.items() if words in prompt)
        likely = -math.log1p(math.exp(-odds))
        both = ("Yes", likely), ("No", likely - odds)
        tokens = (Token("Yes", likely, both),) if self.logprobs else ()
        return Completion("Yes", logprobs=tokens)


def judged(model: Judging, read: Draft = READ, **how) -> Draft:
    writer = ChatGenerator(model, prompt=PromptForm.ENTRIES)
    own = JudgedGenerator(writer, FakeGenerator(read), ASKED, UNASKED, YesNoModel(model), **how)
    return own.generate(QUESTION, EVIDENCE)


def test_the_answer_that_is_likelier_right_is_shown_with_how_likely_it_is():
    written, read = judged(Judging(3, 2, 1)), judged(Judging(3, 1, 2))
    assert written.text == "It lies on a fjord [1]."
    assert written.confidence == pytest.approx(1 / (1 + math.exp(-2)))
    assert (read.text, read.confidence) == (READ.text, written.confidence)
    assert QUOTED + LESS_LIKELY in read.notes and not written.notes


def test_of_two_that_are_likely_alike_the_model_s_words_are_shown():
    assert judged(Judging(3, 2.0, 2.1)).text == "It lies on a fjord [1]."


def test_nothing_is_shown_where_the_documents_hardly_answer_unless_an_answer_is_wanted():
    refused = judged(Judging(-2, 1, 3))
    assert refused.text is None and not refused.notes
    assert refused.reason == "the documents hardly answer this (12% likely)"
    answered = judged(Judging(-2, 1, 3), may_refuse=False)
    assert answered.text == READ.text
    assert answered.notes[-1] == f"answered although {refused.reason}"


@pytest.mark.parametrize(
    ("score", "asks", "refuses"), [(-0.9, True, True), (-0.9, False, False), (None, True, False)]
)
def test_evidence_unlike_what_the_judge_was_fitted_on_is_left_to_the_verdict(score, asks, refuses):
    model = Judging(-2, 1, 3)
    evidence = Evidence((whole(make_passage("Oslo lies on a fjord.", id="oslo"), score),))
    writer = ChatGenerator(model, prompt=PromptForm.ENTRIES)
    own = JudgedGenerator(
        writer, FakeGenerator(READ), ASKED, UNASKED, YesNoModel(model) if asks else None
    )
    assert (own.generate(QUESTION, evidence).text is None) == refuses


def test_a_model_is_asked_three_short_questions_after_it_has_written():
    model = Judging(3, 2, 1)
    judged(model)
    assert len(model.asked) == 4
    assert "Declin" not in model.asked[0] and "do not say" not in model.asked[0]


@pytest.mark.parametrize("how", [{"logprobs": False}, {}])
def test_without_odds_the_other_judge_decides(how):
    model = Judging(-9, 9, -9, **how)
    writer = ChatGenerator(model, prompt=PromptForm.ENTRIES)
    own = JudgedGenerator(
        writer, FakeGenerator(READ), ASKED, UNASKED, YesNoModel(model) if how else None
    )
    assert own.generate(QUESTION, EVIDENCE).text == READ.text


def test_a_model_that_fails_when_asked_for_its_odds_loses_no_answer():
    class Failing(Judging):
        def complete(self, messages, *, logprobs=0, **how) -> Completion:
            if logprobs:
                raise ServiceError("the server is gone")
            return super().complete(messages)

    assert judged(Failing(0, 0, 0)).text == READ.text


def test_a_context_that_is_too_small_gets_less_evidence_for_the_opinions_too():
    class Small(Judging):
        def complete(self, messages, **how) -> Completion:
            if len(messages[-1].content) > 1500:
                raise InputError("the prompt is too long for the context")
            return super().complete(messages, **how)

    long = whole(make_passage("Oslo lies on a fjord.\n" + "It is wide.\n" * 300, id="oslo"), 0.5)
    model = YesNoModel(Small(3, 2, 1))
    writer = ChatGenerator(model.model, prompt=PromptForm.ENTRIES)
    own = JudgedGenerator(writer, FakeGenerator(READ), ASKED, UNASKED, model)
    draft = own.generate(QUESTION, Evidence((long,)))
    assert draft.text == "It lies on a fjord [1]." and TOO_LONG in draft.notes
    assert draft.confidence == pytest.approx(1 / (1 + math.exp(-2)))  # by odds, of `asked`


@pytest.mark.parametrize("score", [0.5, -0.5])
def test_a_model_that_wrote_nothing_leaves_the_answer_to_the_reader(score):
    class Silent(Judging):
        def complete(self, messages, *, logprobs=0, **how) -> Completion:
            said = super().complete(messages, logprobs=logprobs)
            return said if logprobs else Completion("")

    model = Silent(3, 3, 1)
    evidence = Evidence((whole(make_passage("Oslo lies on a fjord.", id="oslo"), score),))
    writer = ChatGenerator(model, prompt=PromptForm.ENTRIES)
    own = JudgedGenerator(
        writer, FakeGenerator(READ), ASKED, UNASKED, YesNoModel(model), alone_from=-0.1
    )
    draft = own.generate(QUESTION, evidence)
    assert len(model.asked) == 1  # no opinions: they would be judged by weights for two answers
    if score > 0:
        assert (draft.text, draft.confidence) == (READ.text, READ.confidence)
        assert draft.notes == (f"{QUOTED}the model wrote nothing",)
    else:
        assert (draft.text, draft.notes) == (None, ("the model wrote nothing",))
        assert draft.reason == "the documents hardly answer this (25% likely)"
        answered = replace(own, may_refuse=False).generate(QUESTION, evidence)
        assert answered.text == READ.text
        assert answered.notes[-1] == f"answered although {draft.reason}"


@pytest.mark.parametrize("error", [ServiceError("the server is gone"), InputError("too long")])
def test_a_model_that_fails_leaves_the_answer_to_the_reader_where_that_is_wanted(error):
    writer, model = FakeGenerator(error=error), Judging(3, 3, 1)
    alone = JudgedGenerator(writer, FakeGenerator(READ), ASKED, UNASKED, YesNoModel(model))
    with pytest.raises(type(error)):
        alone.generate(QUESTION, EVIDENCE)
    reader = FakeGenerator(READ)
    helped = replace(alone, reader=reader, falls_back=True)
    draft = helped.generate(QUESTION, EVIDENCE)
    assert (draft.text, draft.confidence) == (READ.text, READ.confidence)
    assert draft.notes == (f"{QUOTED}{error}",)
    assert len(reader.calls) == 1 and not model.asked


def test_without_evidence_only_the_writer_is_asked():
    own = JudgedGenerator(FakeGenerator(Draft("From memory.")), FakeGenerator(READ), ASKED, UNASKED)
    assert own.generate(QUESTION, Evidence()).text == "From memory."


def test_notes_on_the_model_s_sentences_are_not_beside_the_reader_s_answer():
    class Inventing(Judging):
        def complete(self, messages, *, logprobs=0, **how) -> Completion:
            said = super().complete(messages, logprobs=logprobs)
            return said if logprobs else Completion("It lies on a fjord. Whales sing there.")

    assert judged(Inventing(3, 2, 1)).notes == (
        "1 of 2 sentence(s) have no support in the evidence",
    )
    assert judged(Inventing(3, 1, 2)).notes == (QUOTED + LESS_LIKELY,)


def test_nothing_is_called_quoted_where_neither_has_an_answer():
    neither = judged(Judging(3, 1, 2), read=Draft(None, reason="nothing to read"))
    assert neither.text == "It lies on a fjord [1]."
    for reason in (EMPTY, "the model found no answer in the evidence"):
        own = JudgedGenerator(
            FakeGenerator(Draft(None, reason=reason)),
            FakeGenerator(Draft(None, reason="nothing to read")),
            ASKED,
            UNASKED,
        )
        draft = own.generate(QUESTION, EVIDENCE)
        assert (draft.text, draft.reason) == (None, "nothing to read")
        assert draft.notes == (reason,)


def test_a_model_without_tokens_left_leaves_the_answer_to_the_reader():
    spent = BudgetSpentError("tokens", 600)
    own = JudgedGenerator(FakeGenerator(error=spent), FakeGenerator(READ), ASKED, UNASKED)
    draft = own.generate(QUESTION, EVIDENCE)
    assert draft.text == READ.text
    assert draft.notes == (f"{QUOTED}{spent}",)


class Slow:
    """Writes until its time is up."""

    def generate(self, question, evidence) -> Draft:
        while True:
            current_budget().check()
            time.sleep(0.005)


class Deaf:
    """Never looks at its time, as a runtime does that reads a long prompt."""

    def generate(self, question, evidence) -> Draft:
        time.sleep(60)
        raise AssertionError("unreachable: nobody waits for it")


class Punctual:
    """Reads, if there is time."""

    def generate(self, question, evidence) -> Draft:
        current_budget().check()
        return READ


@pytest.mark.parametrize(
    "own",
    [
        JudgedGenerator(Slow(), Punctual(), ASKED, UNASKED),
        WithFallback(Slow(), Punctual()),
    ],
    ids=["judged", "fallback"],
)
def test_a_model_that_writes_too_slowly_leaves_time_for_the_reader(own):
    with limited(Limits(seconds=0.3)):
        draft = own.generate(QUESTION, EVIDENCE)
    assert draft.text == READ.text
    assert "the model had not finished after 0.2 s" in draft.notes[0]


@pytest.mark.parametrize(
    ("own", "seconds"),
    [
        (JudgedGenerator(Deaf(), Punctual(), ASKED, UNASKED), 2),
        (WithFallback(Deaf(), Punctual()), 8),
    ],
    ids=["judged", "fallback"],
)
def test_a_model_that_does_not_look_at_the_time_is_left_behind(own, seconds):
    passage = make_passage("Oslo lies on a fjord.", id="oslo")
    rag = Rag(FixedRetriever((passage,)), own)
    answer = Engine(rag, "rag", Limits(seconds=seconds)).ask(QUESTION)
    assert answer.text == READ.text
    assert "the model had not finished after" in answer.notes[0]


def test_opinions_that_come_too_slowly_lose_no_answer():
    model = Judging(3, 2, 1)
    model.complete = lambda *_, **__: Slow().generate(QUESTION, EVIDENCE)
    own = JudgedGenerator(
        FakeGenerator(Draft("It lies on a fjord.")), Punctual(), ASKED, UNASKED, YesNoModel(model)
    )
    with limited(Limits(seconds=0.3)) as budget:
        draft = own.generate(QUESTION, EVIDENCE)
        budget.check()
    assert draft.text == READ.text
