"""Every experiment that `assay bench NAME` knows besides the tasks, by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExperimentEntry:
    """An experiment: one line on what it does, and `module:function` that runs it.

    The function is called as `function(Request) -> Path`, see `assay_bench.request`: it writes its
    results below `request.out` and gives back the file to show. Where `spreads` is False, nothing
    of it can be done by a cluster.
    """

    about: str
    runs: str
    looks_for: str = ""
    brings_data: bool = False
    spreads: bool = True


def _of_a_paper(name: str, about: str, tasks: str, needs: str = "") -> ExperimentEntry:
    paper, table = ("cov_rag", name[4:]) if name.startswith("cov-") else ("crag", name)
    module = f"assay_bench.experiments.{paper}.{table.replace('-', '_')}"
    looks_for = f"the files of {tasks}{needs}"
    return ExperimentEntry(about, f"{module}:run", looks_for, spreads=name not in HERE_ALONE)


HERE_ALONE = ("table4", "table6")  # one asks no questions, the other times them
INDEX = "; needs --index"
OPEN = "nq, webquestions, mintaka, triviaqa"
SEARCHED = "popqa-searches, nq-searches, triviaqa-searches"
SPLIT = "; needs wiki_pool, or --index and --fallback-index"
_PAPERS = {
    "table1": ("CRAG: RAG, CRAG, Self-RAG and Self-CRAG", "popqa, biography, pubhealth, arc"),
    "table2": ("CRAG without one of its three actions", "popqa"),
    "table3": ("CRAG without refinement, rewriting or selection", "popqa"),
    "table4": ("CRAG: how well evaluators tell a good retrieval", "labelled retrievals"),
    "table5": ("CRAG: external knowledge always, or when it is needed", "popqa"),
    "table6": ("CRAG: time and arithmetic for each question", "popqa"),
    "table11": ("CRAG with one action only", "popqa"),
    "figure3": ("CRAG: accuracy as good retrievals are removed", "popqa"),
    "raw": ("CRAG over raw retrieval, a second index outside", f"{SEARCHED}, webquestions", SPLIT),
    "raw-figure3": ("CRAG: figure 3 with near-topic passages left", "popqa-searches", SPLIT),
    "cov-table2": ("CoV-RAG against RAG on four sets", OPEN, INDEX),
    "cov-table5": ("CoV-RAG: revised at the start, at the end, or not", OPEN, INDEX),
    "cov-table6": ("CoV-RAG: a chain, or rewriting directly", OPEN, f"{INDEX} and --model"),
    "cov-table7": ("CoV-RAG: retrieval in one round and in several", OPEN, INDEX),
}
EXPERIMENTS: dict[str, ExperimentEntry] = {
    **{name: _of_a_paper(name, *rest) for name, rest in _PAPERS.items()},
    "two-hops": ExperimentEntry(
        "questions that take two passages: joined over a name, or not",
        "assay_bench.experiments.two_hops:run",
        "the files of hotpotqa-passages, 2wiki-passages, musique-passages and two of -searches",
    ),
    "several-steps": ExperimentEntry(
        "questions of several steps: one look, a plan, a tree, or a choice",
        "assay_bench.experiments.several_steps:run",
        "the files of hotpotqa-passages, 2wiki-passages and musique-passages; needs --model",
    ),
    "profiles": ExperimentEntry(
        "the papers as printed against the product, difference by difference, raw",
        "assay_bench.experiments.profiles:run",
        f"the file of popqa-searches{SPLIT}",
    ),
    "papers": ExperimentEntry(
        "all experiments of the papers, one after another; --quick: in under an hour",
        "assay_bench.experiments.papers:run",
        "whatever the others look for",
    ),
    "strategies": ExperimentEntry(
        "every strategy: accuracy, abstentions, time, searches, tokens",
        "assay_bench.experiments.strategies:run",
        "the files of popqa and nq; nq needs --index",
    ),
    "peers": ExperimentEntry(
        "speed on this machine against what people would use instead",
        "assay_bench.peers.run:run",
        brings_data=True,
        spreads=False,
    ),
    "selfcheck": ExperimentEntry(
        "a small experiment of our own, checked against what it should give",
        "assay_bench.expected.run:run",
        brings_data=True,
        spreads=False,
    ),
}
