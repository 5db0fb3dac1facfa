"""The papers' experiments run as printed unless told otherwise, and say so."""

from __future__ import annotations

import json

import pytest

from assay.config import Settings
from assay.types import Thresholds
from assay.wiring import build_thresholds
from assay_bench.experiments.arms import from_five, plain
from assay_bench.experiments.crag import table5
from assay_bench.experiments.profile import in_profile, with_thresholds_of
from assay_bench.runs.folder import read_run
from bench_tests.experiments import varholm


@pytest.mark.parametrize(("chosen", "runs_in"), [(None, "paper"), ("product", "product")])
def test_a_table_names_its_profile_and_every_arm_has_it(tmp_path, chosen, runs_in):
    settings = Settings(profile=chosen) if chosen else Settings()
    data = varholm.write(tmp_path / "popqa.jsonl", varholm.rows()[:1])
    page = table5.run(varholm.request(data, tmp_path / "out", settings=settings))
    assert f"profile {runs_in}" in page.read_text("utf-8")
    assert json.loads(page.with_suffix(".json").read_text())["profile"] == runs_in
    systems = read_run(tmp_path / "out" / "popqa")["systems"].values()
    assert {each["profile"] for each in systems} == {runs_in}
    assert {each["refine"]["name"] == "rescore" for each in systems} == {runs_in == "paper"}


def test_what_the_user_chose_stays_when_an_experiment_takes_its_profile():
    mine = in_profile(Settings(refine={"top_k": 3}, search={"web": False}), "paper")
    assert (mine.refine.top_k, mine.search.web, mine.refine.name) == (3, False, "rescore")


@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        ("popqa", Thresholds(0.59, -0.99)),
        ("popqa-searches", Thresholds(0.59, -0.99)),
        ("pubhealth", Thresholds(0.5, -0.91)),
        ("arc", Thresholds(0.5, -0.91)),
        ("biography", Thresholds(0.95, -0.91)),
        ("nq", Thresholds(0.59, -0.99)),
    ],
)
def test_one_run_has_the_papers_thresholds_for_each_dataset(tmp_path, dataset, expected):
    paper = Settings(profile="paper", scorer={"name": "t5", "model": tmp_path})
    assert build_thresholds(with_thresholds_of(paper, dataset)) == expected
    own = Settings(profile="paper", scorer={"name": "t5", "model": tmp_path, "preset": "arc"})
    assert build_thresholds(with_thresholds_of(own, dataset)) == Thresholds(0.5, -0.91)
    ours = with_thresholds_of(Settings(profile="paper"), dataset)
    assert build_thresholds(ours) == build_thresholds(Settings(scorer={"index_words": False}))


def test_an_arm_from_five_references_sees_the_first_five_that_all_have():
    from assay.testing import FakeGenerator, FakeRetriever, make_passage
    from assay.wiring import Overrides

    found = [make_passage(f"Gold has use number {n}.", f"p{n}") for n in range(10)]
    given = Overrides(retriever=FakeRetriever(found), generator=FakeGenerator())
    answer = from_five(plain("rag"))(Settings(profile="paper"), given).answer("What is gold?")
    assert [strip.passage.id for strip in answer.evidence.strips] == [p.id for p in found[:5]]
