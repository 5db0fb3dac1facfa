"""Good retrievals are taken away at random, more and more of the same ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from assay.errors import InputError
from assay.types import Passage
from assay_bench.case import Case
from assay_bench.experiments.crag import figure3
from assay_bench.experiments.crag.figure3 import worse_retrievals
from assay_bench.task import Task
from bench_tests.experiments import varholm


def _passage(id, text):
    return Passage(id, text, document=id)


CASES = tuple(
    Case(
        str(at),
        f"What is number {at}?",
        (f"name{at}",),
        internal=(_passage("good", f"It is name{at}."), _passage("bad", "Bread is baked.")),
    )
    for at in range(8)
)
TASK = Task("popqa", CASES, source="here")


def _taken(task):
    return {c.id for c in task.cases if "good" not in [p.id for p in c.internal]}


def test_each_rate_takes_its_share_and_keeps_what_was_taken():
    worlds = worse_retrievals(TASK, seed=1)
    assert list(worlds) == [f"popqa, {rate} % removed" for rate in (0, 25, 50, 75, 100)]
    taken = [_taken(world) for world in worlds.values()]
    assert [len(each) for each in taken] == [0, 2, 4, 6, 8]
    assert all(less < more for less, more in pairwise(taken))
    assert worse_retrievals(TASK, seed=1) == worlds
    assert worse_retrievals(TASK, seed=2) != worlds


def test_a_label_counts_more_than_the_words():
    labelled = replace(CASES[0], labels=(0, 1))
    only = worse_retrievals(Task("popqa", (labelled,)), seed=0)["popqa, 100 % removed"]
    assert [p.id for p in only.cases[0].internal] == ["good"]
    assert only.cases[0].labels == (0,)


def test_where_nothing_is_left_the_passages_of_another_question_stand():
    alone = tuple(replace(case, internal=case.internal[:1]) for case in CASES[:2])
    world = worse_retrievals(Task("popqa", alone), seed=0)["popqa, 100 % removed"]
    assert [p.text for p in world.cases[0].internal] == ["It is name1."]
    assert [p.text for p in world.cases[1].internal] == ["It is name0."]


def test_without_good_retrievals_there_is_nothing_to_take():
    with pytest.raises(InputError, match="holds an answer"):
        worse_retrievals(replace(TASK, cases=(replace(CASES[0], answers=("none",)),)), seed=0)


@pytest.mark.slow
def test_the_corrective_line_falls_more_slowly(tmp_path):
    """Retrieval is taken away from a question whose answer a search finds too."""
    found = varholm.rows()[0]
    text = found["passages"][0]["text"]
    found["external"] = [{"url": "https://example.org/tower", "title": "Tower", "text": text}]
    data = varholm.write(tmp_path / "popqa.jsonl", [found])
    page = figure3.run(varholm.request(data, tmp_path / "out")).read_text("utf-8")
    assert "| popqa, 0 % removed | accuracy | RAG | 1 | 100.0" in page
    assert "| popqa, 100 % removed | accuracy | RAG | 1 | 0.0" in page
    assert "| popqa, 100 % removed | accuracy | CRAG | 1 | 100.0" in page
    assert (tmp_path / "out" / "plots" / "figure3.svg").is_file()
