"""CRAG, table 4: how well evaluators tell a good retrieval from a bad one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from assay.adapters.scorers.chat_scorer import ChatScorer, Wording
from assay.adapters.scorers.relevance_prompts import Prompting, relevance_prompt
from assay.config import ScorerSettings, Settings
from assay.errors import InputError
from assay.json_lines import JsonLines
from assay.ports import RelevanceScorer
from assay.wiring import build_chat_model, build_scorer
from assay.wiring.chat import model_kind
from assay_bench.case import Case
from assay_bench.experiments.crag.printed_prompts import printed_prompt
from assay_bench.experiments.model_size import READER, parameters
from assay_bench.experiments.page import Skipped
from assay_bench.experiments.perform import write_page
from assay_bench.experiments.profile import in_profile
from assay_bench.metrics.bootstrap import Interval, Rows, interval_of, mean_interval
from assay_bench.metrics.evaluator import auroc
from assay_bench.request import Request
from assay_bench.runs.summary import percent
from assay_bench.task import Task
from assay_bench.tasks.crag_folder import POPQA_RELEASE, crag_folder
from assay_bench.tasks.forms import FORMS
from assay_bench.tasks.load import read_cases

FILES = ("*search_r1_popqa*", "*search_r1_nq*", "*search_r1_triviaqa*", "*wikiqa_test*")
SCORES = "scores.jsonl"
INTERVALS = "Shares in percent; in brackets, where a figure lies with 95 % certainty (bootstrap)."
CHAT: dict[str, tuple[Prompting, Wording, float]] = {
    "chat model": (Prompting.DIRECT, relevance_prompt, 58.0),
    "chat model, chain of thought": (Prompting.CHAIN_OF_THOUGHT, relevance_prompt, 62.4),
    "chat model, few-shot": (Prompting.FEW_SHOT, relevance_prompt, 64.7),
    "chat model, table 8 as printed": (Prompting.DIRECT, printed_prompt, 58.0),
    "chat model, table 9 as printed": (Prompting.CHAIN_OF_THOUGHT, printed_prompt, 62.4),
    "chat model, table 10 as printed": (Prompting.FEW_SHOT, printed_prompt, 64.7),
}
T5 = 84.3
DIFFERS = (
    "The paper judges retrievals for PopQA by whether they hold a document of the right title; here"
    " the labels are those of the files: by title for PopQA, by whether an answer stands in the"
    " passage for NQ and TriviaQA, by people for WikiQA, whose passages are single sentences.",
    "A retrieval is said to be good when its best score is above 0, which for our evaluator is a"
    " probability of one half. AUROC and the accuracy for single passages are ours.",
    "The paper's chat model is ChatGPT (gpt-3.5-turbo). Three rows ask in the very words of its"
    " tables 8 to 10, with a passage's title before its text; three in the same forms with our own"
    " words and examples, which fence the passage against instructions in it.",
)


@dataclass(frozen=True, slots=True)
class Told:
    """How well one evaluator tells good from bad on one file."""

    file: str
    evaluator: str
    retrievals: Interval
    passages: Interval
    auroc: Interval | None
    paper: str
    parameters: str = ""


def run(request: Request) -> Path:
    """The page of the table; scores are kept, so that an interrupted run carries on."""
    tasks = [t.sample(request.limit, request.seed) for t in _labelled(request.needed_data())]
    settings = in_profile(request.settings, "paper")
    evaluators, skipped = _evaluators(settings)
    sizes = {"assayer": READER, **dict.fromkeys(CHAT, _chat_size(settings))}
    total = len(evaluators) * sum(len(task.cases) for task in tasks)
    request.out.mkdir(parents=True, exist_ok=True)
    told, done = [], 0
    with JsonLines(request.out / SCORES, _row, what="a row of scores", start=b"[") as known:
        for task in tasks:
            for name, (make, paper) in evaluators.items():
                scorer = make()
                scores = []
                for case in task.cases:
                    scores.append(_scores(known, scorer, (name, task.name, case.id), case))
                    done += 1
                    request.progress(done, total)
                made = _told(task, name, scores, str(paper or ""))
                told.append(replace(made, parameters=sizes.get(name, "")))
    data = {
        "experiment": "table4",
        "profile": settings.profile,
        "figures": [asdict(each) for each in told],
        "skipped": [asdict(each) for each in skipped],
        "differs": list(DIFFERS),
    }
    return write_page(request.out, _page(told, skipped, request), data, {})


def _labelled(data: Path) -> Iterator[Task]:
    """The files whose passages are labelled; only questions with a label on every passage count."""
    released = crag_folder(data, POPQA_RELEASE) if data.is_dir() else None
    if released is not None and all(case.labels for case in released.cases):
        yield Task("popqa", released.cases, source=str(data))
        return
    places = [data] if data.is_file() else _found(data)
    for place in places:
        cases = tuple(
            case
            for case in read_cases(FORMS["custom"], place)
            if case.labels and all(label is not None for label in case.labels)
        )
        if not cases:
            raise InputError(
                f"{place} has no labelled passages", hint="a passage has a 'label' of 1 or 0"
            )
        yield Task(place.name.partition(".")[0], cases, source=str(place))


def _found(folder: Path) -> list[Path]:
    found = [
        path
        for pattern in FILES
        for place in (pattern, f"*/{pattern}")
        for path in sorted(folder.glob(place))
    ]
    if not found:
        raise InputError(
            f"{folder} holds none of {', '.join(FILES)}",
            hint="name a file whose `passages` have a `label` with --data",
        )
    return found


Maker = Callable[[], RelevanceScorer]


def _evaluators(settings: Settings) -> tuple[dict[str, tuple[Maker, float | None]], list[Skipped]]:
    """Who judges, with the paper's accuracy: ours, and those that the settings allow."""
    ours = settings.model_copy(update={"scorer": ScorerSettings()})
    found: dict[str, tuple[Maker, float | None]] = {"assayer": (lambda: build_scorer(ours), None)}
    skipped = []
    if settings.scorer.name == "t5":
        found["T5"] = (lambda: build_scorer(settings), T5)
    else:
        why = "no folder was named: set name = 't5' and model in [scorer] of assay.toml"
        skipped.append(Skipped(f"T5 (paper: {T5})", why))
    if settings.model.name or settings.generator.name != "extractive":
        kind = settings.generator.name if settings.generator.name != "extractive" else "chat"
        for name, (prompting, wording, paper) in CHAT.items():
            found[name] = (partial(_chat, settings, kind, prompting, wording), paper)
    else:
        why = "no language model: add --generator local, or --model NAME"
        skipped += [
            Skipped(f"{name} (paper: {paper})", why) for name, (_, _, paper) in CHAT.items()
        ]
    return found, skipped


def _chat(settings: Settings, kind: str, prompting: Prompting, wording: Wording) -> RelevanceScorer:
    return ChatScorer(build_chat_model(settings, kind), prompting, wording=wording)


def _chat_size(settings: Settings) -> str:
    """That of the model which is asked, whoever answers questions."""
    kind = model_kind(settings) or "chat"
    asked = settings.generator.model_copy(update={"name": kind})
    return parameters(settings.model_copy(update={"generator": asked}))


Key = tuple[str, str, str]
"""An evaluator, a task and a case."""


def _row(row: list[Any]) -> tuple[Key, list[float]]:
    evaluator, task, case, scores = row
    return (evaluator, task, case), scores


def _scores(
    known: JsonLines[Key, list[float]], scorer: RelevanceScorer, key: Key, case: Case
) -> list[float]:
    """The scores of the passages of a case; those that are known are not asked for again."""
    if key not in known.known:
        scores = [float(score) for score in scorer.score(case.question, case.internal or ())]
        known.add([*key, scores])
    return known.known[key]


def _told(task: Task, name: str, scores: list[list[float]], paper: str) -> Told:
    labels = [[label == 1 for label in case.labels] for case in task.cases]
    pairs = list(zip(scores, labels, strict=True))
    flat = [(s, g) for own, good in pairs for s, g in zip(own, good, strict=True)]

    def area(rows: Rows) -> float:
        drawn = [pairs[at] for at in rows]
        return auroc([max(own) for own, _ in drawn], [any(good) for _, good in drawn])

    both = len({any(good) for good in labels}) > 1
    return Told(
        task.name,
        name,
        mean_interval([float((max(own) > 0) == any(good)) for own, good in pairs]),
        mean_interval([float((score > 0) == good) for score, good in flat]),
        interval_of(area, len(pairs), rounds=500) if both else None,
        paper,
    )


def _page(told: list[Told], skipped: list[Skipped], request: Request) -> str:
    heads = ["file", "evaluator", "parameters", "retrievals", "accuracy", "AUROC"]
    heads += ["accuracy, passages", "paper"]
    lines = ["# CRAG, table 4: telling a good retrieval", "", f"Seed {request.seed}.", ""]
    lines += [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for each in told:
        area = ""
        if each.auroc is not None:
            area = f"{each.auroc.value:.3f} [{each.auroc.low:.3f}, {each.auroc.high:.3f}]"
        cells = [each.file, each.evaluator, each.parameters, str(each.retrievals.count)]
        cells += [percent(each.retrievals), area, percent(each.passages), each.paper]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", INTERVALS]
    if skipped:
        lines += ["", "## Not measured", "", *(f"- {each.what}: {each.why}" for each in skipped)]
    lines += ["", "## What differs from the paper", "", *(f"- {each}" for each in DIFFERS)]
    return "\n".join(lines) + "\n"
