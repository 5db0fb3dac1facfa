"""Every experiment can be opened, and speaks of systems and tasks that exist."""

from __future__ import annotations

from importlib import import_module

import pytest

from assay_bench.catalogue import EXPERIMENTS
from assay_bench.experiments.experiment import Experiment
from assay_bench.tasks.forms import FORMS

WANTED = {
    *(f"table{number}" for number in (1, 2, 3, 4, 5, 6, 11)),
    "figure3",
    *(f"cov-table{number}" for number in (2, 5, 6, 7)),
    "peers",
    "selfcheck",
}


def _declared() -> list[Experiment]:
    modules = [import_module(entry.runs.partition(":")[0]) for entry in EXPERIMENTS.values()]
    return [module.EXPERIMENT for module in modules if hasattr(module, "EXPERIMENT")]


def test_all_tables_and_figures_are_there():
    assert set(EXPERIMENTS) >= WANTED
    for entry in EXPERIMENTS.values():
        module, _, function = entry.runs.partition(":")
        assert callable(getattr(import_module(module), function))


@pytest.mark.parametrize("experiment", _declared(), ids=lambda each: each.name)
def test_the_papers_figures_belong_to_systems_and_tasks(experiment):
    arms = [arm.name for arm in experiment.arms]
    assert len(set(arms)) == len(arms)
    assert all(arm.against in ("", *arms) for arm in experiment.arms)
    assert set(experiment.tasks) <= set(FORMS)
    assert experiment.differs
    measures = {m.name for task in experiment.tasks for m in experiment.measures_of(task)}
    for printed in experiment.paper:
        assert set(printed.figures) <= set(experiment.tasks)
        assert printed.measure in measures
        for figures in printed.figures.values():
            assert set(figures) <= set(arms)


def test_the_paper_is_quoted_rightly():
    """A figure of every table, from the text of the papers."""
    printed = {
        (each.name, paper.label, task, arm): value
        for each in _declared()
        for paper in each.paper
        for task, figures in paper.figures.items()
        for arm, value in figures.items()
    }
    assert printed["table1", "SelfRAG-LLaMA2-7b", "biography", "Self-CRAG"] == 86.2
    assert printed["table1", "LLaMA2-hf-7b", "pubhealth", "CRAG"] == 59.5
    assert printed["table2", "LLaMA2-hf-7b", "popqa", "CRAG w/o correct"] == 53.2
    assert printed["table2", "SelfRAG-LLaMA2-7b", "popqa", "Self-CRAG w/o ambiguous"] == 61.5
    assert printed["table3", "LLaMA2-hf-7b", "popqa", "CRAG w/o rewriting"] == 51.7
    assert printed["table5", "SelfRAG-LLaMA2-7b", "popqa", "RAG w. web"] == 53.8
    assert printed["table6", "SelfRAG-LLaMA2-7b", "popqa", "CRAG"] == 0.512
    assert printed["table11", "SelfRAG-LLaMA2-7b", "popqa", "CRAG only incorrect"] == 48.5
    assert printed["table11", "LLaMA2-hf-7b", "popqa", "Self-CRAG only ambiguous"] == 44.9
    assert printed["table11", "SelfRAG-LLaMA2-7b", "popqa", "Self-CRAG only ambiguous"] == 59.8
    assert printed["cov-table2", "Llama2-13b", "triviaqa", "CoV-RAG"] == 87.5
    assert printed["cov-table7", "Chrome", "nq", "Two rounds"] == 71.3
