"""The rows of the papers' tables with a model that runs elsewhere.

`python -m recipes.elsewhere.papers --data DIR --config FILE --sources DIR --jobs DIR --replies DIR
--out DIR [--only NAME ...]` starts everything below, writes files of jobs for
the model and goes on as the files of replies appear. `README.md` has the whole way.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Thread

from assay.adapters.scorers.chat_scorer import ChatScorer
from assay.budget import Limits, limited
from assay.config import Settings
from assay.wiring import build_chat_model
from assay_bench.experiments import profiles, several_steps
from assay_bench.experiments.cov_rag import table2 as cov_table2
from assay_bench.experiments.cov_rag import table5 as cov_table5
from assay_bench.experiments.cov_rag import table6 as cov_table6
from assay_bench.experiments.cov_rag import table7 as cov_table7
from assay_bench.experiments.crag import (
    raw,
    raw_figure3,
    table1,
    table2,
    table3,
    table4,
    table5,
    table11,
)
from assay_bench.experiments.experiment import Experiment
from assay_bench.experiments.measure import FACT_PRECISION, FACTSCORE
from assay_bench.experiments.perform import perform
from assay_bench.metrics.fact_judges import ChatJudge
from assay_bench.metrics.fact_splitters import ChatFacts, SentenceFacts
from assay_bench.request import Request
from assay_bench.runs.folder import read_cases, read_records
from assay_bench.task import Task
from assay_bench.verified import known_of
from recipes.complexity.questions import questions
from recipes.elsewhere.underway import AT_LEISURE, begun
from recipes.elsewhere.waiting import Turns, computing

PATIENT = Limits(seconds=100_000, tokens=100_000)
BIOGRAPHY = "table1-biography"


def arms(experiment: Experiment, *names: str) -> Experiment:
    """The experiment with these systems only; one whose counterpart is left out has none."""
    chosen = (a for a in experiment.arms if a.name in names)
    kept = tuple(a if a.against in names else replace(a, against="") for a in chosen)
    return replace(experiment, arms=kept)


MAIN = arms(raw.EXPERIMENT, "RAG", "RAG w. web", "CRAG", "CoV-RAG")
PAIR = arms(table1.EXPERIMENT, "RAG", "CRAG")
# What a model says of facts comes when all texts are there, or each fact would be a round.
WRITTEN = replace(PAIR, measures={"biography": (FACTSCORE, FACT_PRECISION)})


@dataclass(frozen=True, slots=True)
class Row:
    """One task of one experiment: so many questions, over which of the indexes."""

    experiment: Experiment
    task: str
    limit: int
    index: str = ""
    tokens: int = 0
    removed: int | None = None
    """Percent of the good retrievals that figure 3 takes away."""


ROWS = {
    "raw-popqa": Row(raw.EXPERIMENT, "popqa-searches", 110, "split"),
    "raw-nq": Row(MAIN, "nq-searches", 110, "split"),
    "table1-popqa": Row(table1.EXPERIMENT, "popqa", 250),
    **{
        f"{each.EXPERIMENT.name}-popqa": Row(each.EXPERIMENT, "popqa", 100)
        for each in (table2, table3, table5, table11)
    },
    "profiles": Row(profiles.EXPERIMENT, "popqa-searches", 60, "split"),
    **{
        f"cov{each.EXPERIMENT.name[-1]}-{task}": Row(each.EXPERIMENT, task, 50, "pool")
        for each in (cov_table2, cov_table5, cov_table6, cov_table7)
        for task in each.EXPERIMENT.tasks
    },
    **{
        f"steps-{task.split('-')[0]}": Row(several_steps.EXPERIMENT, task, 30)
        for task in several_steps.EXPERIMENT.tasks
    },
    "raw-triviaqa": Row(MAIN, "triviaqa-searches", 110, "split"),
    "raw-webquestions": Row(MAIN, "webquestions", 110, "split"),
    "table1-arc": Row(PAIR, "arc", 585),
    BIOGRAPHY: Row(WRITTEN, "biography", 80, tokens=256),
    # With none and with all taken away a model has read whatever any other rate shows it.
    **{
        f"figure3-{rate}": Row(raw_figure3.EXPERIMENT, "popqa-searches", 60, "split", removed=rate)
        for rate in (0, 100)
    },
}


def settings_of(row: Row, settings: Settings, sources: Path) -> Settings:
    """The settings with the row's indexes and limit of tokens."""
    if row.tokens:
        model = settings.model.model_copy(update={"max_tokens": row.tokens})
        settings = settings.model_copy(update={"model": model})
    if not row.index:
        return settings
    name = "inside" if row.index == "split" else row.index
    index = settings.index.model_copy(update={"dir": sources / f"{name}.index"})
    settings = settings.model_copy(update={"index": index})
    if row.index == "split":
        outside = {"fallback_index": sources / "outside.index"}
        search = settings.search.model_copy(update=outside)
        settings = settings.model_copy(update={"search": search})
    return settings


def experiment_of(row: Row, settings: Settings, only: Iterable[str]) -> Experiment:
    """The row's experiment, with the systems of these names if there are any."""
    experiment = arms(row.experiment, *only) if only else row.experiment
    if row.removed is None:
        return experiment
    rate = f", {row.removed} % removed"
    worlds = raw_figure3.over(settings).worlds

    def one(task: Task, seed: int) -> Mapping[str, Task]:
        return {name: each for name, each in worlds(task, seed).items() if name.endswith(rate)}

    return replace(experiment, worlds=one)


def at_once(work: Iterable[Callable[[], object]], turns: Turns) -> None:
    """All of it under way at the same time; what the model says is in its cache then."""

    def one(each: Callable[[], object]) -> None:
        with limited(PATIENT), computing(turns, AT_LEISURE - 1, AT_LEISURE - 1):
            each()

    todo = list(work)
    with ThreadPoolExecutor(len(todo)) as pool:
        list(pool.map(one, todo))


def judge_passages(request: Request, turns: Turns) -> None:
    """Table 4's passages, judged in all ways by the chat model; then its page."""
    model = build_chat_model(request.settings, "chat")
    scorers = [ChatScorer(model, how, 16, words) for how, words, _ in table4.CHAT.values()]
    at_once(
        (
            partial(scorer.score, case.question, case.internal)
            for scorer in scorers
            for task in table4._labelled(request.needed_data())
            for case in task.sample(request.limit, request.seed).cases
        ),
        turns,
    )
    table4.run(request)


def list_facts(request: Request, turns: Turns, written: Thread | None) -> None:
    """The atomic facts of every biography, all sentences at once; then whether each is true."""
    if written is not None:
        written.join()
    model = build_chat_model(request.settings, "chat")
    facts, folder = ChatFacts(model), request.out / "biography"
    texts = [r for r in read_records(folder) if r.answer["text"]]
    said = (each for r in texts for each in SentenceFacts().split(r.answer["text"]))
    at_once((partial(facts.split, each) for each in dict.fromkeys(said)), turns)
    cases = read_cases(folder)
    at_once(
        (
            partial(ChatJudge(model, source).judge, topic, [fact])
            for record in texts
            for topic, source in [known_of(cases[record.case])]
            if source is not None
            for fact in facts.split(record.answer["text"])
        ),
        turns,
    )
    perform(replace(PAIR, tasks=("biography",)), request)


def recall(request: Request, turns: Turns) -> None:
    """What the model knows by heart of the questions that `recipes.complexity` labels."""
    import json

    from assay.steps.answer.prompts import AnswerTask, answer_prompt
    from assay.types import Evidence

    model = build_chat_model(request.settings, "chat")
    asked = questions(request.needed_data())
    said: dict[str, str] = {}

    def one(question: str, name: str) -> None:
        prompt = answer_prompt(AnswerTask.SHORT, question, Evidence())
        said[name] = model.complete(prompt, max_tokens=request.settings.model.max_tokens).text

    at_once((partial(one, each.question, each.id) for each in asked), turns)
    request.out.mkdir(parents=True, exist_ok=True)
    rows = (json.dumps({"id": name, "text": text}) + "\n" for name, text in said.items())
    (request.out / "answers.jsonl").write_text("".join(rows), "utf-8")


def parsed() -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--data", "--config", "--sources", "--jobs", "--replies", "--out"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--arms", nargs="*", default=(), help="only these systems of each row")
    parser.add_argument(
        "--limit", type=int, help="questions of each row, instead of its own number"
    )
    parser.add_argument("--turns", type=int, default=1, help="questions that compute at a time")
    parser.add_argument("--name", default="", help="of the files of jobs, if two processes write")
    return parser.parse_args()


def main() -> None:
    """Start everything, and follow it to its end."""
    options = parsed()
    underway, request = begun(options, options.turns)
    chosen = {name: ROWS[name] for name in options.only or ROWS if name in ROWS}
    for urgency, (name, row) in enumerate(chosen.items()):
        chosen_for = settings_of(row, request.settings, options.sources)
        own = replace(request, settings=chosen_for, limit=options.limit or row.limit)
        experiment = experiment_of(row, chosen_for, options.arms)
        underway.experiment(experiment, row.task, own, options.out / name, urgency)
    if not options.only or "table4" in options.only:
        popqa = options.data / "retrieval" / "search_r1_popqa.jsonl.gz"
        own = replace(request, data=popqa, limit=120, out=options.out / "table4")
        underway.start("table4", partial(judge_passages, own, underway.turns))
    if not options.only or "recall" in options.only:
        own = replace(request, out=options.out / "recall")
        underway.start("recall", partial(recall, own, underway.turns))
    if not options.only or "facts" in options.only:
        row = ROWS[BIOGRAPHY]
        own = replace(
            request,
            settings=settings_of(row, request.settings, options.sources),
            limit=options.limit or row.limit,
            out=options.out / BIOGRAPHY,
        )
        written = underway.threads.get(BIOGRAPHY)
        underway.start("facts", partial(list_facts, own, underway.turns, written))
    underway.follow()


if __name__ == "__main__":
    main()
