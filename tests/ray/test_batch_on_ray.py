"""Questions answered on a real cluster get what one process gives, whatever dies on the way."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from assay.batch import answer_batch
from assay.config import Settings
from assay.errors import IndexMissingError
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from assay_ray.answering import ClusterAnswers

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(find_spec("ray") is None, reason="needs the extra ray"),
    pytest.mark.filterwarnings("ignore"),  # Ray leaves processes and pipes to the garbage collector
    pytest.mark.timeout(600),  # on a busy machine its daemons alone take half a minute to start
]
ANIMALS = ("goat", "cow", "bee", "hen", "sheep", "duck")
TASKS = ("What does the {} eat on farm {}?", "How old is the {} of farm {}?")


@pytest.fixture
def asked(tmp_path):
    """An index of real vectors, and questions for more than two blocks; one is no question."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for number, animal in enumerate(ANIMALS):
        text = f"The {animal} of farm {number} eats clover. It is {number + 2} years old."
        (docs / f"{animal}.txt").write_text(text)
    index_paths([docs], tmp_path / "index", build_embedder(Settings()))
    lines = [
        {"id": f"{task}-{number}", "question": TASKS[task].format(ANIMALS[number % 6], number)}
        for task in range(2)
        for number in range(35)
    ]
    lines[40]["question"] = "  "
    (tmp_path / "q.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    place = Settings().index.model_copy(update={"dir": tmp_path / "index"})
    return tmp_path, Settings().model_copy(update={"index": place})


def answers(path: Path) -> list[dict]:
    """The lines without what no two runs share: how long each step took."""
    found = [json.loads(line) for line in path.read_text().splitlines()]
    for line in found:
        del line["timings_ms"]
        for step in line["trace"]:
            del step["at_ms"], step["ms"]
    return found


def test_answers_and_their_order_are_those_of_one_process_whatever_dies(nodes, asked):
    folder, settings = asked
    here = answer_batch(folder / "q.jsonl", folder / "here.jsonl", settings)
    answering = ClusterAnswers(nodes.ray, settings)
    with nodes.harmed("Answerer.answer"):  # one processor is left for the work of two
        there = answer_batch(
            folder / "q.jsonl", folder / "there.jsonl", settings, answering=answering
        )
    assert len(nodes.nodes) == 1
    assert (here, here.done, len(here.problems)) == (there, 70, 1)
    assert answers(folder / "there.jsonl") == answers(folder / "here.jsonl")


def test_the_command_resumes_and_leaves_no_daemon_behind(asked):
    folder, settings = asked
    questions = (folder / "q.jsonl").read_text().splitlines(keepends=True)
    (folder / "q.jsonl").write_text("".join(questions[:20]))
    answer_batch(folder / "q.jsonl", folder / "a.jsonl", settings)
    before = (folder / "a.jsonl").read_bytes()
    (folder / "q.jsonl").write_text("".join(questions[:36]))
    command = [sys.executable, "-m", "assay", "batch", folder / "q.jsonl", "--engine", "ray"]
    flags = ["--index", folder / "index", "--out", folder / "a.jsonl", "--no-web"]
    ran = subprocess.run([*command, *flags], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
    assert "16 questions done, 20 were there already" in ran.stderr
    assert (folder / "a.jsonl").read_bytes().startswith(before)
    assert [line["id"] for line in answers(folder / "a.jsonl")] == [
        json.loads(line)["id"] for line in questions[:36]
    ]


def test_an_error_of_a_worker_is_that_of_one_process(own_ray, asked):
    folder, settings = asked
    place = settings.index.model_copy(update={"dir": folder / "nowhere"})
    lost = settings.model_copy(update={"index": place})
    with pytest.raises(IndexMissingError, match="there is no index in") as told:
        answer_batch(
            folder / "q.jsonl", folder / "a.jsonl", lost, answering=ClusterAnswers(own_ray, lost)
        )
    assert told.value.hint.startswith("make one: assay index")
