"""`assay cov-data`: training data for a model that answers and verifies, as CoV-RAG makes it."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.options import ConfigFile, IndexDir
from assay.cli.options.answering import Writing
from assay.cli.options.groups import Only, expanded
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.config import Settings
    from assay_bench.training.example_files import ExampleFiles
    from assay_bench.training.gold_judge import Judge
    from assay_bench.training.mixture import Mixture
    from assay_bench.training.qa_items import QaItem
    from assay_bench.training.seed_answers import SeedAnswers

PROBLEMS_SHOWN = 20
JUDGES = ("gold", "verifier", "chat")

DataFiles = Annotated[
    list[Path],
    typer.Option("--data", metavar="FILE", help="Questions with answers, JSON lines; repeatable."),
]
OutDir = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where examples go.")]
JudgeName = Annotated[
    str, typer.Option("--judge", metavar="NAME", help="Who labels: gold, verifier or chat.")
]
Limit = Annotated[
    int, typer.Option("--limit", metavar="N", help="Questions to use; 0: all.", min=0)
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Another one mixes otherwise.")]
SaidFile = Annotated[
    Path | None,
    typer.Option(
        "--said", metavar="FILE", help="Seed answers made elsewhere, instead of a generator."
    ),
]
PromptsFile = Annotated[
    Path | None,
    typer.Option(
        "--prompts", metavar="FILE", help="Only write the prompts for the seed answers there."
    ),
]


Model = Annotated[Writing, Only("generator", "model", "adapter", "base_url")]


@expanded
def command(
    data: DataFiles,
    out: OutDir,
    index: IndexDir = None,
    judge: JudgeName = "gold",
    limit: Limit = 0,
    seed: Seed = 0,
    said: SaidFile = None,
    prompts: PromptsFile = None,
    *,
    writing: Model,
    config: ConfigFile = None,
) -> int:
    """Make examples of answering (D1) and of verifying (D2) from questions with known answers.

    A line of the data is {"id", "question", "answers": [...]}, with "passages": [{"title", "text",
    "label": 1 or 0}] or an --index to find them in. Half the questions become d1.jsonl. The other
    half become d2.jsonl: right answers, a seed model's answers, and answers made wrong by
    repetition, by wrong citations, by wrong retrieval, by another answer, by an answer cut short,
    or by a question in bad words, whose revision is the question that was meant; each with its
    verification. Labels that contradict what is known go to dropped.jsonl. Run it again after an
    interruption and it carries on.

    [bold]Examples[/bold]

    assay cov-data --data train.jsonl --out cov --index my-index

    assay cov-data --data train.jsonl --out cov --judge verifier --generator local
    """
    from assay_bench.training.qa_items import read_items

    if judge not in JUDGES:
        raise InputError(f"'{judge}' is no judge", hint=f"choose one of: {', '.join(JUDGES)}")
    settings = _settings(config, index, judge, writing)
    read = read_items(data)
    items = read.items[: limit or None]
    _refuse_without_index(settings, items)
    if prompts is not None:
        return _write_prompts(_mixture(settings, read.items, "gold", seed), items, prompts)
    mixture = _mixture(settings, read.items, judge, seed, _seeds(settings, said))
    made_with = {
        "data": [path.name for path in data],
        "judge": judge,
        "seed": seed,
        "answers": "file" if said else settings.generator.name,
    }
    return _make(mixture, items, out, made_with, read.problems)


def _settings(config: Path | None, index: Path | None, judge: str, writing: Model) -> Settings:
    """The settings in which every question is answered, with the judge that was asked for."""
    from assay.cli.loaded import loaded_settings

    flags: dict[str, Any] = {
        "index": {"dir": index},
        **replace(writing, always_answer=True).flags(),
    }
    if judge == "chat":
        flags["verifier"] = {"name": "chat"}
    return loaded_settings(config, flags)


def _seeds(settings: Settings, said: Path | None) -> SeedAnswers:
    from assay.wiring import build_generator
    from assay_bench.training.seed_answers import Generated, read_said

    return read_said(said) if said else Generated(build_generator(settings))


def _refuse_without_index(settings: Settings, items: tuple[QaItem, ...]) -> None:
    if settings.index.dir is None and any(not item.passages for item in items):
        raise InputError(
            "some questions have no passages", hint="add --index DIR to find passages in"
        )


def _mixture(
    settings: Settings,
    items: tuple[QaItem, ...],
    judge: str,
    seed: int,
    seeds: SeedAnswers | None = None,
) -> Mixture:
    from assay.wiring import build_retriever
    from assay_bench.training.mixture import Mixture
    from assay_bench.training.seed_answers import Said

    retriever = build_retriever(settings) if settings.index.dir is not None else None
    return Mixture(items, _judge(settings, judge), seeds or Said(), retriever, seed)


def _judge(settings: Settings, name: str) -> Judge:
    from assay.wiring.verifiers import build_verifier
    from assay_bench.training.gold_judge import GoldJudge, VerifierJudge

    return GoldJudge() if name == "gold" else VerifierJudge(build_verifier(settings))


def _write_prompts(mixture: Mixture, items: tuple[QaItem, ...], path: Path) -> int:
    from assay.cli.console import err
    from assay_bench.training.candidates import evidence_of
    from assay_bench.training.seed_answers import seed_prompt

    count = 0
    with path.open("w", encoding="utf-8") as file:
        for item in items:
            references = mixture.references(item)
            if references and item.answers and not mixture.is_for_answering(item):
                asked = seed_prompt(item, evidence_of(references), mixture.seed_task(item))
                file.write(json.dumps(asked) + "\n")
                count += 1
    err().print(f"{count:,} prompts in {path}", soft_wrap=True)
    return 0


def _make(
    mixture: Mixture,
    items: tuple[QaItem, ...],
    out: Path,
    made_with: dict[str, Any],
    problems: tuple[str, ...],
) -> int:
    from assay.cli.view.progress import progress
    from assay_bench.training.example_files import ExampleFiles

    with ExampleFiles(out, made_with) as files:
        todo = [item for item in items if item.id not in files.done]
        began = time.monotonic()
        with progress("making examples", len(todo), "questions") as bar:
            for done, item in enumerate(todo, 1):
                _add(mixture, item, files)
                bar(done, len(todo), done / max(time.monotonic() - began, 1e-9))
        _report(files, out, problems)
    if problems:
        raise InputError(f"{len(problems):,} line(s) of the data could not be used")
    return 0


def _add(mixture: Mixture, item: QaItem, files: ExampleFiles) -> None:
    """Write all examples of one question."""
    if mixture.is_for_answering(item):
        files.add(item.id, {"d1": [example.to_json() for example in mixture.d1(item)]})
        return
    made = mixture.d2(item)
    lines = [(x.agrees, {**x.example.to_json(), "expected": x.expected}) for x in made]
    files.add(
        item.id,
        {
            "d2": [line for agrees, line in lines if agrees],
            "dropped": [line for agrees, line in lines if not agrees],
        },
    )


def _report(files: ExampleFiles, out: Path, problems: tuple[str, ...]) -> None:
    """Say what was made, and how far the labels agree with what is known of the answers."""
    from rich.table import Table

    from assay.cli.console import err, one_line

    table = Table("examples", "number", "judged right", "label as known", box=None)
    examples = agree = 0
    for name, tally in sorted(files.tallies.items()):
        verified = name.startswith("verify")
        share = f"{tally.agree / tally.examples:.1%}" if verified else ""
        right = f"{tally.judged_right:,}" if verified else ""
        table.add_row(name, f"{tally.examples:,}", right, share)
        examples += tally.examples if verified else 0
        agree += tally.agree
    console = err()
    console.print(table)
    if examples:
        console.print(
            f"labels agree with gold on {agree / examples:.1%} of {examples:,} answers;"
            f" the other {examples - agree:,} are in {out / 'dropped.jsonl'}",
            soft_wrap=True,
        )
    for problem in problems[:PROBLEMS_SHOWN]:
        console.print(f"  skipped {one_line(problem)}", soft_wrap=True)
