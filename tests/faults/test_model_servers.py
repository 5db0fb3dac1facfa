"""`assay ask` with a model that judges, expands and answers, and servers that fail at it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from assay.adapters.generators.chat import CUT_OFF, TOO_LONG
from assay.adapters.generators.judged import NO_OPINIONS, QUOTED
from assay.adapters.rewriters.expansion import NOT_EXPANDED
from assay.adapters.scorers.odds import (
    BY_EVALUATOR,
    BY_NAMES,
    NEITHER_WORD,
    NO_LOGPROBS,
    NO_OPINION,
    NO_TIME,
    NOT_JUDGED,
)
from assay.steps.answer.support import WITHHELD
from tests.adapters.chat.wire_server import Reply, answer, delta, event, failure, serving, stream
from tests.cli.conftest import assay, fakes, own_folders  # noqa: F401 - fixtures
from tests.cli.test_ask import SCHEMA

pytest.importorskip("openai")

QUESTION = "How many days of leave does a new parent get?"
TRUE = "A new parent gets thirty days of leave."
FALSE = "The harbour was painted green by the treasurer."
PAGES = {
    "leave.md": "# Leave\n\nA new parent gets thirty days of leave, paid in full.\n",
    "desks.md": "# Desks\n\nA desk is cleared every evening, and its keys are handed in.\n",
    "badges.md": "# Badges\n\nA new badge is given out on the first day of work.\n",
}


def judged(yes: float, no: float, others: tuple[str, ...] = ()) -> Reply:
    """One token with its alternatives."""
    words = [("Yes", yes), ("No", no)] if not others else [(word, -1.0) for word in others]
    top = [{"token": word, "logprob": value} for word, value in words]
    token = {**max(top, key=lambda each: each["logprob"]), "top_logprobs": top}
    return stream(event(delta(token["token"], "stop", [token])), event(b"[DONE]"))


def by_passage(handler) -> None:
    """Yes to what speaks of leave, No to all else."""
    right = "thirty days" in handler.asked["messages"][-1]["content"]
    (judged(-0.1, -3.0) if right else judged(-4.0, -0.1))(handler)


@dataclass
class Model:
    """What a server says to each kind of prompt; `kinds` are those that it was sent."""

    odds: Reply = by_passage
    refuses_odds: bool = False
    numbers: Reply = field(default_factory=lambda: answer("1"))
    words: Reply = field(default_factory=lambda: answer("parental leave days\nleave for a birth\n"))
    text: Reply = field(default_factory=lambda: answer(TRUE))
    kinds: list[str] = field(default_factory=list)

    def __call__(self, handler) -> None:
        asked = handler.asked["messages"][-1]["content"]
        task = asked.rpartition("\n\n")[2] + asked.partition("\n\n")[0]
        marks = {"odds": "Yes or No.", "numbers": "their numbers", "words": "search queries"}
        kind = next((kind for kind, mark in marks.items() if mark in task), "text")
        self.kinds.append(kind)
        if self.refuses_odds and handler.asked.get("logprobs"):
            failure(400, "logprobs is not supported by this model")(handler)
        else:
            getattr(self, kind)(handler)


@pytest.fixture
def ask(assay, fakes, monkeypatch):  # noqa: F811 - fixtures
    folder = fakes / "pages"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / name).write_text(text)
    (fakes / "assay.toml").write_text("[model]\nretries = 0\ncontext = 4096\n")
    assert assay("index", folder, "--index", "i", "--quick").code == 0

    def call(model: Model, *flags: object, question: str = QUESTION) -> Any:
        with serving(model) as server:
            named = ("--model", "tiny", "--base-url", server.url)
            return assay("ask", question, "--index", "i", *named, *flags)

    return call


@pytest.fixture
def odds_alone(ask, fakes):  # noqa: F811 - fixtures
    """Settings in which no evaluator judges beside the model."""
    with (fakes / "assay.toml").open("a") as settings:
        settings.write('[scorer]\nname = "odds"\n')


def told(result) -> dict[str, Any]:
    assert "Traceback" not in result.err + result.out
    shown = json.loads(result.out)
    Draft202012Validator(SCHEMA).validate(shown)
    return shown


def steps(shown: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [each["facts"] for each in shown["trace"] if each["name"] == name]


@pytest.mark.parametrize(
    ("effort", "kinds"),
    [("fast", {"text"}), ("balanced", {"odds", "text"}), ("thorough", {"odds", "text", "words"})],
)
def test_the_effort_says_what_the_model_is_asked(ask, effort, kinds):
    model = Model()
    shown = told(ask(model, "--effort", effort, "--json"))
    assert set(model.kinds) == kinds
    assert shown["text"] == TRUE.replace(".", " [1].")
    assert shown["model"]["calls"] == len(model.kinds)
    assert shown["model"]["tokens"] > 0
    assert bool(steps(shown, "expand")) == ("words" in kinds)
    assert shown["notes"] == [note for note in shown["notes"] if "no external source" in note]


def test_both_scores_of_each_passage_are_in_the_trace_and_explained(ask):
    shown = told(ask(Model(), "--effort", "balanced", "--json"))
    (facts,) = steps(shown, "odds")
    odds = {row["passage"]: row["odds"] for row in facts["both"]}
    assert len(odds) == len(shown["scores"]) == len(PAGES)
    assert sorted(odds.values()) == [-3.9, -3.9, 2.9]
    best = max(shown["scores"], key=lambda each: each["score"])
    assert odds[best["passage"]] == 2.9
    explained = ask(Model(), "--effort", "balanced", "--explain")
    assert "odds +2.9, evaluator" in explained.out
    assert "Language model" in explained.out
    assert "7 call(s)," in explained.out
    (chosen,) = steps(shown, "choose")
    assert f"likely right: its answer {chosen['written']:.0%}" in explained.out


def test_self_rag_asks_for_one_answer_from_each_passage_and_no_opinion_of_it(ask):
    model = Model()
    (shown,) = [told(ask(model, "--strategy", "self_rag", "--effort", "balanced", "--json"))]
    assert steps(shown, "write") == [{"segments": len(PAGES)}]
    assert "odds" not in model.kinds
    assert TRUE.rstrip(".") in shown["text"]


def test_without_a_judgement_of_passages_the_reader_asks_no_model_for_one(ask):
    model = Model()
    shown = told(ask(model, "--strategy", "rag", "--effort", "balanced", "--json"))
    assert TRUE.rstrip(".") in shown["text"]
    assert sorted(model.kinds) == ["odds", "odds", "odds", "text"]  # the three opinions
    assert not steps(shown, "odds")


without_odds = pytest.mark.parametrize(
    ("odds", "refuses", "why"),
    [
        (answer("Yes"), False, NO_LOGPROBS),
        (answer("Yes"), True, NO_LOGPROBS),
        (judged(0, 0, ("Sure", "Maybe")), False, NEITHER_WORD),
    ],
    ids=["gives none", "refuses them", "other words"],
)


@without_odds
def test_without_log_probabilities_the_evaluator_judges_alone(ask, odds, refuses, why):
    model = Model(odds=odds, refuses_odds=refuses)
    shown = told(ask(model, "--effort", "balanced", "--json"))
    assert "numbers" not in model.kinds
    assert why + BY_EVALUATOR in shown["notes"]
    assert model.kinds.count("odds") == (4 if why == NEITHER_WORD else 1 + refuses)
    assert shown["text"].startswith("A new parent gets thirty days")


@without_odds
def test_without_log_probabilities_or_evaluator_the_model_names_the_passages(
    ask, odds_alone, odds, refuses, why
):
    model = Model(odds=odds, refuses_odds=refuses)
    shown = told(ask(model, "--json"))
    assert "numbers" in model.kinds
    assert why + BY_NAMES in shown["notes"]
    assert "named by the model" in ask(model, "--explain").out
    assert shown["text"].startswith("A new parent gets thirty days")


@pytest.mark.parametrize(
    "odds", [failure(500), stream(event(b"nonsense"))], ids=["500", "nonsense"]
)
def test_a_model_that_cannot_judge_leaves_it_to_the_evaluator(ask, odds):
    shown = told(ask(Model(odds=odds), "--effort", "balanced", "--json"))
    assert [note for note in shown["notes"] if note.startswith(NO_OPINION)]
    assert shown["text"].startswith("A new parent gets thirty days")


def test_a_model_that_names_nothing_is_said_to_have_no_opinion(ask, odds_alone):
    odds, numbers = answer("Yes"), answer("I like cats")
    shown = told(ask(Model(odds=odds, numbers=numbers), "--json"))
    assert NOT_JUDGED in shown["notes"]


@pytest.mark.parametrize("words", [failure(500), answer(""), answer("1.\n2.\n")])
def test_without_other_words_the_question_is_enough(ask, words):
    shown = told(ask(Model(words=words), "--effort", "thorough", "--json"))
    assert [note for note in shown["notes"] if note.startswith(NOT_EXPANDED)]
    assert shown["text"].startswith("A new parent gets thirty days")


def test_whole_sentences_before_a_stream_broke_off_are_kept(ask):
    broken = stream(event(delta(f"{TRUE} It is also the")))
    shown = told(ask(Model(text=broken), "--effort", "fast", "--json"))
    assert shown["text"] == TRUE.replace(".", " [1].")
    assert CUT_OFF in shown["notes"]


def test_an_endless_reply_is_ended(ask):
    endless = stream(*[event(delta(f"{TRUE} "))] * 5000)
    result = ask(Model(text=endless), "--effort", "fast", "--json")
    shown = told(result)
    assert shown["text"].startswith("A new parent gets thirty days")
    assert len(shown["text"]) < 256 * len(TRUE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (answer(""), "the model wrote nothing"),
        (answer("<think>Hm, leave ..."), "the model wrote nothing"),
        (answer("A new parent gets", finish="length"), "cut off in its first sentence"),
    ],
    ids=["empty", "thoughts", "cut"],
)
def test_a_reply_that_is_none_is_left_to_the_reader(ask, text, why):
    shown = told(ask(Model(text=text), "--effort", "fast", "--json"))
    assert "thirty days" in shown["text"] + str(shown["entries"])
    assert [note for note in shown["notes"] if note.startswith(QUOTED) and why in note]


def test_a_task_without_a_reply_is_left_to_the_reader(ask):
    flags = ("--task", "short", "--json")
    assert told(ask(Model(text=answer("")), *flags))["text"] is None
    helped = told(ask(Model(text=answer("")), *flags, "--fallback"))
    assert "thirty days" in helped["text"]
    assert "the fallback answered: the model wrote nothing" in helped["notes"]


def test_a_server_in_trouble_can_be_left_to_the_reader(ask):
    alone = ask(Model(text=failure(500)), "--effort", "fast", "--json")
    assert alone.code == 11
    assert "in trouble" in alone.out + alone.err
    helped = told(ask(Model(text=failure(500)), "--effort", "fast", "--fallback", "--json"))
    assert "thirty days" in helped["text"] + str(helped["entries"])
    (note,) = [note for note in helped["notes"] if note.startswith(QUOTED)]
    assert "in trouble" in note
    assert len([facts for facts in steps(helped, "generate") if "answer" in facts]) == 1
    assert not steps(helped, "choose")


def test_a_context_that_is_too_small_is_asked_again_with_less(ask, fakes):  # noqa: F811
    lengths: list[int] = []

    def small(handler) -> None:
        size = sum(len(each["content"]) for each in handler.asked["messages"])
        lengths.append(size)
        long = failure(400, "this model's maximum context length is 300 tokens")
        (long if size > 2000 else answer(TRUE))(handler)

    page = "".join(f"Parent number {n} asked about leave for a new child.\n\n" for n in range(200))
    (fakes / "pages" / "long.md").write_text(f"# Letters\n\n{page}")
    from assay import api

    api.index(fakes / "pages", fakes / "i", settings=api.Settings())
    shown = told(ask(Model(text=small), "--effort", "fast", "--json"))
    assert lengths == sorted(lengths, reverse=True) and len(lengths) > 1
    assert TOO_LONG in shown["notes"]
    assert shown["text"]


def about_answers(handler) -> bool:
    asked = handler.asked["messages"][-1]["content"]
    return "Proposed answer" in asked or "Do the excerpts contain" in asked


@pytest.mark.parametrize(
    "trouble", [failure(500), stream(event(delta("Ye"))), stream(event(b"nonsense"))]
)
def test_an_answer_is_not_lost_where_the_model_fails_at_its_opinions(ask, trouble):
    def odds(handler) -> None:
        (trouble if about_answers(handler) else by_passage)(handler)

    shown = told(ask(Model(odds=odds), "--effort", "balanced", "--json"))
    assert "thirty days" in shown["text"]
    assert [note for note in shown["notes"] if note.startswith(NO_OPINIONS)]


def test_opinions_are_asked_with_as_much_as_the_context_takes(ask, fakes):  # noqa: F811
    def small(reply: Reply) -> Reply:
        def bounded(handler) -> None:
            size = sum(len(each["content"]) for each in handler.asked["messages"])
            long = failure(400, "this model's maximum context length is 300 tokens")
            (long if size > 2500 else reply)(handler)

        return bounded

    page = "".join(f"Parent number {n} asked about leave for a new child.\n\n" for n in range(200))
    (fakes / "pages" / "long.md").write_text(f"# Letters\n\n{page}")
    from assay import api

    api.index(fakes / "pages", fakes / "i", settings=api.Settings())
    model = Model(text=small(answer(TRUE)), odds=small(by_passage))
    shown = told(ask(model, "--effort", "balanced", "--json"))
    assert TOO_LONG in shown["notes"]
    (chosen,) = steps(shown, "choose")
    assert chosen["features"]["holds"] != 0
    assert not [note for note in shown["notes"] if note.startswith(NO_OPINIONS)]


def test_what_has_no_support_is_shown_and_marked_unless_that_is_forbidden(ask, fakes):  # noqa: F811
    with (fakes / "assay.toml").open("a") as settings:  # the model alone, no reader beside it
        settings.write('[generator]\nprompt = "numbered"\n')
    for effort in ("fast", "balanced", "thorough"):
        flags = ("--effort", effort, "--json")
        shown = told(ask(Model(text=answer(FALSE)), *flags))
        (bad,) = shown["unsupported"]
        assert shown["text"][bad["start"] : bad["end"]] == FALSE
        assert "1 of 1 sentence(s) have no support in the evidence" in shown["notes"]
        strict = ask(Model(text=answer(FALSE)), *flags, "--strict")
        assert strict.code == 3
        assert "nothing in the evidence says" in told(strict)["reason"]


def test_the_reader_speaks_where_the_model_says_something_without_support(ask):
    shown = told(ask(Model(text=answer(FALSE)), "--effort", "fast", "--json"))
    assert "thirty days" in shown["text"]
    assert [note for note in shown["notes"] if note.startswith(QUOTED)]


def test_what_the_evidence_denies_is_withheld(ask):
    denied = "A new parent gets no thirty days of leave, paid in full."
    shown = told(ask(Model(text=answer(f"{denied} {TRUE}")), "--effort", "fast", "--json"))
    assert WITHHELD in shown["notes"]
    assert "gets no thirty" not in shown["text"]


def test_a_run_without_time_for_opinions_still_answers(ask, fakes):  # noqa: F811
    with (fakes / "assay.toml").open("a") as settings:
        settings.write("[budget]\ntokens = 600\n")

    def costly(handler) -> None:
        answer("parental leave days", usage=400)(handler)

    model = Model(words=costly)
    shown = told(ask(model, "--effort", "thorough", "--json"))
    assert "odds" not in model.kinds
    assert NO_TIME in shown["notes"]
    assert shown["text"].startswith("A new parent gets thirty days")
