"""The model that waits: its prompts travel as files, and the most urgent question goes on first."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from assay.config import Settings
from assay.engine import Engine
from assay.indexing.index_paths import index_paths
from assay.steps.answer.entry_prompt import entry_prompt
from assay.steps.correct.refine import whole
from assay.testing import FakeEmbedder, make_passage
from assay.types import Completion, Evidence, Message, Role
from assay.wiring import chat
from assay_bench.experiments.crag import raw_figure3
from assay_bench.experiments.perform import perform
from assay_bench.task import Task
from bench_tests.experiments import varholm
from recipes.elsewhere import papers
from recipes.elsewhere.arms import ARMS, Instructed
from recipes.elsewhere.mailbox import Job, Mailbox
from recipes.elsewhere.waiting import Turns, WaitingChat, chatml, computing, default_system

ASKED = [Message(Role.USER, "Who keeps the light at Varholm?")]


def mailbox(folder: Path) -> Mailbox:
    (folder / "replies").mkdir()
    return Mailbox(folder, folder / "replies")


def reply(box: Mailbox, text: str, **more: object) -> None:
    files = [path.read_text() for path in box.jobs.glob("jobs-*")]
    sent = [json.loads(line) for text in files for line in text.splitlines()]
    rows = [{"id": job["id"], "text": text, "cut": False, "used": 9, **more} for job in sent]
    (box.replies / "out.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def until(condition: Callable[[], object]) -> None:
    for _ in range(500):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("it did not come")


def test_a_conversation_is_rendered_as_qwen_does() -> None:
    assert chatml(ASKED) == (
        "<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant."
        "<|im_end|>\n<|im_start|>user\nWho keeps the light at Varholm?<|im_end|>\n"
        "<|im_start|>assistant\n"
    )
    own = [Message(Role.SYSTEM, "Be short."), *ASKED]
    assert chatml(own).startswith("<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\n")


def test_another_model_brings_the_first_turn_of_its_own_template() -> None:
    rendered = chatml(ASKED, default_system("smollm2-135m-instruct"))
    assert rendered.startswith(
        "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face"
        "<|im_end|>\n<|im_start|>user\n"
    )


def test_two_models_never_share_a_reply() -> None:
    assert Job("a", 1, model="smollm2").id != Job("a", 1, model="qwen2.5").id
    assert Job("a", 1, model="smollm2").row()["model"] == "smollm2"


def test_a_question_sleeps_until_its_reply_is_there(tmp_path: Path) -> None:
    box, said = mailbox(tmp_path), []
    ask = threading.Thread(
        target=lambda: said.append(WaitingChat(box).complete(ASKED, max_tokens=7, logprobs=2))
    )
    ask.start()
    until(lambda: box.unsent)
    (path,) = box.send()
    assert path.name == "jobs-1-7.jsonl"
    assert json.loads(path.read_text())["logprobs"] == 2
    assert (box.unsent, box.awaited) == (0, 1)
    reply(box, "Ida", tops=[[["Ida", -0.1], ["Nils", -2.5]]])
    assert box.receive() == 1
    ask.join(5)
    assert said[0].text == "Ida"
    assert said[0].tokens == 9
    assert said[0].logprobs[0].alternatives == (("Ida", -0.1), ("Nils", -2.5))


def test_a_torn_line_is_read_when_it_is_whole(tmp_path: Path) -> None:
    box = mailbox(tmp_path)
    row = json.dumps({"id": Job("a", 1).id, "text": "yes", "cut": False, "used": 2})
    (box.replies / "out.jsonl").write_text(row[:10])
    assert box.receive() == 0
    (box.replies / "out.jsonl").write_text(row + "\n")
    assert box.receive() == 1


def test_the_same_job_is_sent_once(tmp_path: Path) -> None:
    box = mailbox(tmp_path)
    for _ in range(2):
        threading.Thread(target=box.ask, args=(Job("a", 1),), daemon=True).start()
    until(lambda: box.unsent)
    assert sum(len(path.read_text().splitlines()) for path in box.send()) == 1
    threading.Thread(target=box.ask, args=(Job("a", 1),), daemon=True).start()
    time.sleep(0.05)
    assert box.send() == []


def test_whoever_waits_for_the_model_gives_its_turn_away(tmp_path: Path) -> None:
    box, turns = mailbox(tmp_path), Turns(1)

    def waits() -> None:
        with computing(turns):
            WaitingChat(box).complete(ASKED)

    first = threading.Thread(target=waits)
    first.start()
    until(lambda: box.unsent)
    assert turns.idle
    with computing(turns):
        assert not turns.idle
    box.send()
    reply(box, "Ida")
    box.receive()
    first.join(5)
    assert turns.idle


def test_the_most_urgent_comes_first() -> None:
    turns, order = Turns(1), []

    def work(name: str, urgency: int) -> None:
        with computing(turns, urgency):
            order.append(name)

    with computing(turns):
        threads = [
            threading.Thread(target=work, args=each) for each in (("later", 5), ("first", -1))
        ]
        for thread in threads:
            thread.start()
        until(lambda: len(turns._waiting) == 2)
        assert turns.most_urgent == -1
    for thread in threads:
        thread.join(5)
    assert order == ["first", "later"]


def test_a_thread_that_outlives_its_question_takes_no_turn(tmp_path: Path) -> None:
    box, turns = mailbox(tmp_path), Turns(1)

    def fails() -> None:
        with computing(turns):
            context = copy_context()
            late = partial(context.run, WaitingChat(box).complete, ASKED)
            threads.append(threading.Thread(target=late))
            threads[-1].start()
            until(lambda: box.unsent)
            raise ValueError("nobody waits any more")

    threads: list[threading.Thread] = []
    with pytest.raises(ValueError, match="nobody waits"):
        fails()
    box.send()
    reply(box, "Ida")
    box.receive()
    threads[0].join(5)
    assert turns.idle


def test_facts_are_listed_and_judged_when_all_texts_are_there(tmp_path, monkeypatch) -> None:
    asked: list[str] = []

    class Model:
        def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0):
            text = messages[-1].content
            kinds = {"Break the sentence": "- Rask dug.\n- Rask sang.", "True or False?": "True"}
            kind = next((each for each in kinds if each in text), "")
            asked.append(kind)
            return Completion(kinds.get(kind, "Pauline Rask founded the museum."))

    monkeypatch.setattr(chat, "_chat_model", lambda *given: Model())
    people = [{"question": "Who is Pauline Rask?", "passages": varholm.rows()[2]["passages"]}]
    varholm.write(tmp_path / "crag_bio.jsonl", people)
    served = {"name": "any", "base_url": "http://x.test/v1"}
    settings = varholm.Settings(generator={"name": "chat"}, model=served)
    request = varholm.request(tmp_path, tmp_path / "out", settings=settings)
    perform(replace(papers.WRITTEN, tasks=("biography",)), request)
    assert set(asked) == {""}
    asked.clear()
    papers.list_facts(request, Turns(1), None)
    first = asked.index("True or False?")
    assert set(asked[:first]) == {"Break the sentence"}
    page = (tmp_path / "out" / "summary.md").read_text("utf-8")
    assert "| biography | atomic facts supported by its judgment | CRAG | 1 | 100.0 " in page


def test_a_system_whose_counterpart_is_left_out_is_held_against_the_first() -> None:
    chosen = papers.arms(papers.ROWS["cov6-nq"].experiment, "w/ chain, multi", "w/o chain, multi")
    assert [arm.against for arm in chosen.arms] == ["", ""]


def test_the_arm_without_log_probabilities_names_passages_and_judges_without_odds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leave.md").write_text("# Leave\n\nA new parent gets thirty days of leave.\n")
    index_paths([tmp_path / "leave.md"], tmp_path / "i", FakeEmbedder())
    asked: list[str] = []

    class Model:
        def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0):
            assert not logprobs, "a server that gives none is not asked for them"
            asked.append(messages[-1].content)
            return Completion("1" if "their numbers" in asked[-1] else "Thirty days of leave.")

    monkeypatch.setattr(chat, "_chat_model", lambda *given: Model())
    settings = Settings(index={"dir": tmp_path / "i"}, retrieval={"mode": "fulltext"})
    arm = replace(
        ARMS["listwise"], settings={**ARMS["listwise"].settings, "retrieval": {"expand": False}}
    )
    engine = Engine(arm.strategy(settings, decide=False))
    answer = engine.ask("How many days of leave does a new parent get?")
    assert [step.facts["named"] for step in answer.trace if step.name == "odds"] == [True]
    assert sum("their numbers" in each for each in asked) == 1
    (chosen,) = [step.facts["features"] for step in answer.trace if step.name == "choose"]
    assert (chosen["holds"], chosen["written"], chosen["read"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("declines", "write only: "),
        ("no-form", "as exactly and as briefly as it can be"),
        ("few-word", "write only: NO ANSWER"),
        ("few-neutral", "write only: NONE"),
        ("few-json", '{"answer": null}'),
    ],
)
def test_an_arm_changes_the_instruction_alone(name: str, words: str) -> None:
    asked: list[tuple[Message, ...]] = []

    class Model:
        def complete(self, messages, **how):
            asked.append(tuple(messages))
            return Completion("Thirty days.")

    change = ARMS[name].instruction
    assert change is not None
    evidence = Evidence((whole(make_passage("A parent gets thirty days."), 0.5),))
    prompt = entry_prompt("How many days does a parent get?", evidence)
    Instructed(Model(), change).complete(prompt)
    ((first, second),) = asked
    before, _, task = second.content.rpartition("\n\n")
    assert first == prompt[0] and prompt[1].content.startswith(before)
    assert words in task and words not in prompt[1].content


@pytest.mark.parametrize(
    ("arm", "reply", "answer"),
    [
        ("few-neutral", "None.", ""),
        ("few-neutral", "None of the doors is locked.", "None of the doors is locked."),
        ("few-json", '```json\n{"answer": "Thirty days."}\n```', "Thirty days."),
        ("few-json", '{"answer": null}', ""),
        ("few-json", '{"answer": 30}', "30"),
        ("few-json", '{"answer": "cut', '{"answer": "cut'),
        ("few-json", "Thirty days.", "Thirty days."),
        ("few-word", "NO ANSWER", "NO ANSWER"),  # the product knows this one
    ],
)
def test_a_reply_that_declines_is_no_answer(arm: str, reply: str, answer: str) -> None:
    class Model:
        def complete(self, messages, **how):
            return Completion(reply)

    change = ARMS[arm].instruction
    assert change is not None
    assert Instructed(Model(), change, ARMS[arm].reply).complete(ASKED).text == answer


def test_figure_3_has_one_rate_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    every = replace(
        raw_figure3.EXPERIMENT,
        worlds=lambda task, seed: {f"{task.name}, {r} % removed": task for r in (0, 10, 100)},
    )
    monkeypatch.setattr(raw_figure3, "over", lambda settings: every)
    task = Task("popqa", ())
    for rate in (0, 100):
        row = papers.ROWS[f"figure3-{rate}"]
        made = papers.experiment_of(row, Settings(), ["CRAG"])
        assert [arm.name for arm in made.arms] == ["CRAG"]
        assert list(made.worlds(task, 0)) == [f"popqa, {rate} % removed"]
