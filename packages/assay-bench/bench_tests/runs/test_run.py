"""The runner with strategies of our own, so that every branch can be reached."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

import pytest

from assay.budget import current_budget
from assay.config import Settings
from assay.errors import InputError, ServiceError
from assay.testing import make_passage
from assay.types import Answer
from assay_bench.case import AnswerKind, Case
from assay_bench.runs.folder import RunFolder, read_cases, read_records, read_run
from assay_bench.runs.run import run
from assay_bench.runs.system import System, named_systems
from assay_bench.task import Task

CASES = tuple(
    Case(
        f"c{at}",
        f"Question {at}?",
        (f"answer {at}",),
        internal=(make_passage(f"answer {at}"),),
        labels=(1,),
    )
    for at in range(5)
)
TASK = Task("made-up", CASES, "a test", "nowhere")


@dataclass
class Quoting:
    """Answers with the first passage it is given, and writes down what it was asked."""

    asked: list[str] = field(default_factory=list)
    fails_at: str = ""

    def build(self, settings, given):
        return _Bound(self, given)


@dataclass
class _Bound:
    owner: Quoting
    given: object

    def answer(self, question, query=None):
        if question == self.owner.fails_at:
            raise ServiceError("the server is down")
        self.owner.asked.append(question)
        current_budget().spend("tokens", 11)
        (passage,) = self.given.retriever.retrieve(question)
        return Answer(question, passage.text, "quoting")


def system(quoting, name="quoting", **sections):
    return System(name, Settings(**sections), quoting.build)


def test_every_case_leaves_a_record_in_order(tmp_path):
    records = run(TASK, [system(Quoting()), system(Quoting(), "again")], tmp_path)
    assert [(r.case, r.strategy) for r in records][:3] == [
        ("c0", "quoting"),
        ("c0", "again"),
        ("c1", "quoting"),
    ]
    assert all(r.correct and r.metrics["exact_match"] == 1 and r.tokens == 11 for r in records)
    assert read_records(tmp_path) == records
    assert tuple(read_cases(tmp_path).values()) == CASES
    assert read_run(tmp_path)["questions"] == 5
    assert records[0].answer["trace"][0]["name"] == "retrieve"


def test_side_by_side_gives_the_same_file(tmp_path):
    def ids(records):
        return [(r.case, r.text) for r in records]

    one = run(TASK, [system(Quoting())], tmp_path / "one")
    many = run(TASK, [system(Quoting())], tmp_path / "many", jobs=3)
    assert ids(read_records(tmp_path / "many")) == ids(one) == ids(many)


def test_a_failure_leaves_what_is_done_and_the_next_run_carries_on(tmp_path):
    with pytest.raises(ServiceError):
        run(TASK, [system(Quoting(fails_at="Question 3?"))], tmp_path)
    assert [r.case for r in read_records(tmp_path)] == ["c0", "c1", "c2"]
    later = Quoting()
    seen = []
    run(TASK, [system(later)], tmp_path, progress=lambda done, total: seen.append((done, total)))
    assert later.asked == ["Question 3?", "Question 4?"]
    assert seen == [(3, 5), (4, 5), (5, 5)]


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_torn_line_is_dropped_and_asked_again(tmp_path, cut):
    run(TASK, [system(Quoting())], tmp_path)
    place = tmp_path / "records.jsonl"
    place.write_bytes(place.read_bytes()[:-cut])
    assert len(read_records(tmp_path)) == 4
    later = Quoting()
    assert len(run(TASK, [system(later)], tmp_path)) == 5
    assert later.asked == ["Question 4?"]
    assert len(place.read_bytes().splitlines()) == 5


def test_a_system_may_be_added_but_not_changed(tmp_path):
    run(TASK, [system(Quoting())], tmp_path)
    added = Quoting()
    run(TASK, [system(Quoting()), system(added, "second")], tmp_path)
    assert len(added.asked) == 5
    assert list(read_run(tmp_path)["systems"]) == ["quoting", "second"]
    with pytest.raises(InputError, match="holds another run: quoting: generator changed"):
        run(TASK, [system(Quoting(), generator={"max_risk": 0.1})], tmp_path)


@pytest.mark.parametrize(
    ("task", "seed", "what"),
    [
        (TASK.sample(3), 0, "cases"),
        (Task("other", CASES), 0, "task"),
        (TASK, 1, "seed"),
    ],
)
def test_another_run_in_the_same_folder_is_refused(tmp_path, task, seed, what):
    run(TASK, [system(Quoting())], tmp_path)
    before = (tmp_path / "records.jsonl").read_bytes()
    with pytest.raises(InputError, match=f"another run: {what} changed"):
        run(task, [system(Quoting())], tmp_path, seed=seed)
    assert (tmp_path / "records.jsonl").read_bytes() == before


def test_two_processes_do_not_share_a_folder(tmp_path):
    with RunFolder(tmp_path), pytest.raises(InputError, match="another process is writing"):
        run(TASK, [system(Quoting())], tmp_path)
    assert run(TASK, [system(Quoting())], tmp_path)


def test_foreign_files_are_left_alone(tmp_path):
    (tmp_path / "records.jsonl").write_text('{"mine": 1}\n')
    with pytest.raises(InputError, match=r"line 1 of .* is not a record"):
        run(TASK, [system(Quoting())], tmp_path)
    assert (tmp_path / "records.jsonl").read_text() == '{"mine": 1}\n'


def test_records_without_their_description_are_not_added_to(tmp_path):
    run(TASK, [system(Quoting())], tmp_path)
    (tmp_path / "run.json").unlink()
    with pytest.raises(InputError, match=r"holds records but no run\.json"):
        run(TASK, [system(Quoting())], tmp_path)


def test_a_question_without_passages_needs_an_index(tmp_path):
    with pytest.raises(InputError, match=r"1 of 1 questions bring no passages \(first: x\)"):
        run(Task("t", (Case("x", "Q?", ("a",)),)), [system(Quoting())], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_sample_is_always_the_same_and_grows():
    ids = [case.id for case in TASK.sample(2).cases]
    assert ids == [case.id for case in TASK.sample(2).cases]
    assert set(ids) < {case.id for case in TASK.sample(3).cases}
    assert {tuple(c.id for c in TASK.sample(2, seed).cases) for seed in range(9)} != {tuple(ids)}
    assert TASK.sample(99) is TASK


def test_a_system_that_cannot_be_built_fails_before_anything_is_asked(tmp_path):
    def build(settings, given):
        raise InputError("no model was named")

    first = Quoting()
    with pytest.raises(InputError, match="no model was named"):
        run(TASK, [system(first), System("bad", Settings(), build)], tmp_path / "out")
    assert first.asked == []
    assert not (tmp_path / "out").exists()


def test_strategies_are_named_once_and_known():
    assert [each.name for each in named_systems(["RAG", "crag"], Settings())] == ["rag", "crag"]
    with pytest.raises(InputError, match="each once"):
        named_systems(["rag", "rag"], Settings())
    with pytest.raises(InputError, match="'nonsense' is not one of the strategies"):
        named_systems(["nonsense"], Settings())


def test_the_kind_of_answer_reaches_the_settings(tmp_path):
    seen = []

    def build(settings, given):
        seen.append((settings.generator.task, settings.generator.always_answer))
        return _Bound(Quoting(), given)

    run(TASK.sample(1), [System("a", Settings(), build)], tmp_path / "a")
    assert seen[-1] == ("short", False)
    chosen = Settings(generator={"task": "long"})
    run(TASK.sample(1), [System("b", chosen, build)], tmp_path / "b")
    assert seen[-1] == ("long", False)
    claims = Task("claims", (replace(CASES[0], kind=AnswerKind.TRUE_FALSE, answers=("true",)),))
    run(claims, [System("c", Settings(), build)], tmp_path / "c")
    assert seen[-1] == ("true-false", True)


def test_a_run_says_of_itself_what_was_run(tmp_path):
    run(TASK, [system(Quoting())], tmp_path, seed=4)
    described = json.loads((tmp_path / "run.json").read_text())
    assert (described["task"], described["seed"]) == ("made-up", 4)
    assert described["systems"]["quoting"]["scorer"]["name"] == "assayer"
