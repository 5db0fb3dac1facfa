"""Whole experiments with the shipped models over a few questions."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from assay.errors import InputError
from assay.types import Completion
from assay.wiring import chat
from assay_bench.experiments.crag import table1, table2, table5, table11
from assay_bench.experiments.perform import perform
from assay_bench.runs.folder import read_records, read_run
from bench_tests.experiments import varholm

pytestmark = pytest.mark.slow

FOUND, OUTSIDE = 0, 10
"""A question that retrieval answers, and one that only a search answers."""


def _popqa(folder, *chosen):
    rows = varholm.rows()
    return varholm.write(folder / "popqa.jsonl", [rows[at] for at in chosen])


def _table(page):
    lines = [line for line in page.read_text("utf-8").splitlines() if line.startswith("| popqa")]
    return {cells[3].strip(): [c.strip() for c in cells] for cells in (x.split("|") for x in lines)}


def test_the_table_has_the_paper_beside_ours_and_says_what_differs(tmp_path):
    page = table5.run(varholm.request(_popqa(tmp_path, FOUND, OUTSIDE), tmp_path / "out"))
    rows = _table(page)
    assert rows["RAG"][5].startswith("50.0 [")
    assert rows["CRAG"][5].startswith("100.0 [")
    assert rows["CRAG"][6].endswith("to RAG w. web")
    assert rows["CRAG"][7:9] == ["54.9", "59.8"]
    assert "## What differs from the paper" in page.read_text("utf-8")
    data = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    crag = next(each for each in data["figures"] if each["arm"] == "CRAG")
    assert crag["value"]["value"] == 1.0
    assert crag["paper"]["SelfRAG-LLaMA2-7b"] == "59.8"
    assert (tmp_path / "out" / "plots" / "popqa-accuracy.svg").is_file()
    assert (tmp_path / "out" / "popqa" / "report.html").is_file()


def test_one_action_only_does_what_it_says(tmp_path):
    table11.run(varholm.request(_popqa(tmp_path, FOUND, OUTSIDE), tmp_path / "out"))
    searches = {(r.strategy, r.case): r.searches for r in read_records(tmp_path / "out" / "popqa")}
    assert searches["CRAG only correct", "v11"] == 0
    assert searches["CRAG only incorrect", "v1"] == 1
    assert searches["CRAG only ambiguous", "v1"] == 1
    assert searches["CRAG", "v1"] == 0
    assert searches["CRAG", "v11"] == 1
    kinds = {
        (r.strategy, r.case): {strip["kind"] for strip in r.answer["evidence"]}
        for r in read_records(tmp_path / "out" / "popqa")
    }
    assert kinds["CRAG only incorrect", "v1"] <= {"external"}
    assert kinds["Self-CRAG only correct", "v1"] == {"internal"}


def test_an_action_taken_away_is_done_as_another(tmp_path):
    table2.run(varholm.request(_popqa(tmp_path, FOUND, OUTSIDE), tmp_path / "out"))
    verdicts = {
        (r.strategy, r.case): r.answer["verdict"] for r in read_records(tmp_path / "out" / "popqa")
    }
    assert verdicts["CRAG", "v1"] == verdicts["CRAG w/o ambiguous", "v1"] == "correct"
    assert verdicts["CRAG w/o correct", "v1"] == "ambiguous"
    assert verdicts["CRAG", "v11"] == verdicts["CRAG w/o correct", "v11"] == "incorrect"
    assert verdicts["Self-CRAG w/o incorrect", "v11"] == "ambiguous"


def test_an_interrupted_experiment_carries_on(tmp_path):
    data = _popqa(tmp_path, FOUND, OUTSIDE)

    def stop(done, total):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table5.run(varholm.request(data, tmp_path / "out", progress=stop))
    seen = []
    table5.run(
        varholm.request(data, tmp_path / "out", progress=lambda done, total: seen.append(done))
    )
    assert seen == list(range(5, 13))


def test_what_cannot_be_measured_is_named_and_the_rest_is_run(tmp_path):
    rows = varholm.rows()
    varholm.write(tmp_path / "popqa_longtail_w_gs.jsonl", rows[:1])
    varholm.write(tmp_path / "my_pubhealth.jsonl", [{"claim": "Salt is sweet."}])
    people = [{"question": "Who is Pauline Rask?", "passages": rows[2]["passages"]}]
    varholm.write(tmp_path / "crag_bio.jsonl", people)
    choice = {
        "question": "Which is a bird?",
        "choices": {"A": "razorbill", "B": "cod"},
        "answer_key": "A",
        "passages": rows[6]["passages"],
    }
    varholm.write(tmp_path / "my_arc.jsonl", [choice])
    page = table1.run(varholm.request(tmp_path, tmp_path / "out")).read_text("utf-8")
    assert "| popqa | accuracy | RAG | 1 | 100.0" in page
    assert "| biography | FactScore | RAG | 1 | 0.0" in page  # one fact of ten at least
    assert "| biography | facts supported | RAG | 1 | 100.0" in page
    assert "- pubhealth: " in page
    assert "no right answers" in page
    assert "- arc: the extractive reader only quotes" in page
    facts = (tmp_path / "out" / "biography" / "factscore.jsonl").read_text("utf-8")
    assert len(facts.splitlines()) == 4


def test_nothing_to_measure_is_an_error(tmp_path):
    with pytest.raises(InputError, match="holds none of"):
        table5.run(varholm.request(tmp_path, tmp_path / "out"))
    with pytest.raises(InputError, match="name the data"):
        table5.run(varholm.request(None, tmp_path / "out"))


def test_the_systems_never_decline_unless_the_user_lets_them(tmp_path):
    data = _popqa(tmp_path, OUTSIDE)
    table5.run(varholm.request(data, tmp_path / "always"))
    run = read_run(tmp_path / "always" / "popqa")
    assert all(each["generator"]["always_answer"] for each in run["systems"].values())
    own = varholm.Settings(generator={"always_answer": False})
    table5.run(varholm.request(data, tmp_path / "own", settings=own))
    records = read_records(tmp_path / "own" / "popqa")
    assert next(r for r in records if r.strategy == "RAG").abstained


def test_questions_without_passages_are_refused_before_any_work(tmp_path):
    varholm.write(tmp_path / "popqa.jsonl", varholm.rows()[:1])
    varholm.write(tmp_path / "bio.jsonl", [{"topic": "Pauline Rask"}])
    page = table1.run(varholm.request(tmp_path, tmp_path / "out")).read_text("utf-8")
    assert "bring no passages, and no index was named" in page
    assert "| popqa | accuracy | CRAG | 1 | 100.0" in page


def test_a_language_model_lists_the_atomic_facts_of_a_biography_and_judges_them(
    tmp_path, monkeypatch
):
    class Lister:
        def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0):
            if "Break the sentence down" in messages[-1].content:
                return Completion(
                    "- Pauline Rask founded the museum of Varholm.\n- Pauline Rask is a cook."
                )
            if "True or False?" in messages[-1].content:
                return Completion(
                    "True" if "museum of Varholm. True" in messages[-1].content else "False"
                )
            return Completion("Pauline Rask founded the museum.")

    monkeypatch.setattr(chat, "_chat_model", lambda *given: Lister())
    people = [{"question": "Who is Pauline Rask?", "passages": varholm.rows()[2]["passages"]}]
    varholm.write(tmp_path / "crag_bio.jsonl", people)
    served = {"name": "any", "base_url": "http://x.test/v1"}
    settings = varholm.Settings(generator={"name": "chat"}, model=served)
    small = replace(table1.EXPERIMENT, tasks=("biography",), arms=table1.EXPERIMENT.arms[:1])
    perform(small, varholm.request(tmp_path, tmp_path / "out", settings=settings))
    kept = (tmp_path / "out" / "biography" / "factscore-atomic.jsonl").read_text("utf-8")
    (row,) = [json.loads(line) for line in kept.splitlines()]
    assert row[2]["factscore"] < row[2]["fact_precision"]  # two facts are few
    page = (tmp_path / "out" / "summary.md").read_text("utf-8")
    assert "| biography | atomic facts supported by its judgment | RAG | 1 | 50.0 " in page
