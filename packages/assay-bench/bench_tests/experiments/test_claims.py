"""What a difference with its interval says of what a paper claims."""

from __future__ import annotations

from importlib import import_module

import pytest

from assay_bench.experiments import claims
from assay_bench.experiments.claims import BETTER, CLAIMS, WORSE, in_short, reading


def gap(value, low, high, count=50):
    return {"value": value, "low": low, "high": high, "count": count}


@pytest.mark.parametrize(
    ("found", "way", "said"),
    [
        (gap(0.1, 0.02, 0.2), BETTER, claims.AGREES),
        (gap(0.1, 0.02, 0.2), WORSE, claims.DISAGREES),
        (gap(-0.1, -0.2, -0.02), WORSE, claims.AGREES),
        (gap(-0.1, -0.2, -0.02), BETTER, claims.DISAGREES),
        (gap(0.1, 0.0, 0.2), BETTER, claims.SAME_WAY),
        (gap(-0.1, -0.2, 0.0), BETTER, claims.OTHER_WAY),
        (gap(0.0, 0.0, 0.0), WORSE, claims.EQUAL),
        (gap(0.0004, 0.0001, 0.0006), BETTER, claims.EQUAL),
        (gap(0.5, 0.2, 0.8, count=9), BETTER, claims.TOO_FEW),
    ],
)
def test_only_an_interval_without_nought_decides(found, way, said):
    assert reading(found, way) == said


def test_a_claim_stands_beside_the_papers_own_difference():
    def figure(arm, printed, difference=None):
        own = {"world": "popqa", "measure": "accuracy", "unit": 100.0, "arm": arm}
        against = {"against": "RAG" if difference else "", "difference": difference}
        return {**own, **against, "paper": {"LLaMA2-hf-7b": printed}}

    found = [figure("RAG", "50.5"), figure("CRAG", "54.9", gap(0.057, 0.037, 0.081, 644))]
    line = in_short({"crag.table1": found})[2]
    assert line == ("| CRAG is better than RAG | popqa | 644 | +4.4 | +5.7 [+3.7, +8.1] | agrees |")
    assert in_short({}) == []


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda each: f"{each.experiment} {each.says}")
def test_a_claim_speaks_of_systems_and_measures_of_its_experiment(claim):
    experiment = import_module(f"assay_bench.experiments.{claim.experiment}").EXPERIMENT
    arms = {arm.name: arm.against for arm in experiment.arms[1:]}
    assert set(claim.systems) <= set(arms)
    measures = {m.name for task in experiment.tasks for m in experiment.measures_of(task)}
    assert claim.measure in measures
