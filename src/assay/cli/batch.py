"""`assay batch`: many questions from a file, resumable, in blocks through the models."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.external_options import (
    Engine,
    FallbackIndex,
    Offline,
    Prefer,
    Web,
    ZimFile,
    external_flags,
)
from assay.cli.options import (
    Adapter,
    AlwaysAnswer,
    BaseUrl,
    ConfigFile,
    Fallback,
    GeneratorName,
    IndexDir,
    MaxRisk,
    Mode,
    ModelName,
    StrategyName,
    TaskName,
    TopK,
    Verify,
    generator_flags,
)
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.cli.answers_file import AnswersFile
    from assay.cli.questions_file import Question
    from assay.config import Settings

BLOCK = 32
"""Questions retrieved and scored together: enough to fill the model, few to lose on a kill."""
PROBLEMS_SHOWN = 20

QuestionsFile = Annotated[
    Path, typer.Argument(metavar="QUESTIONS.jsonl", help="One JSON object a line.")
]
OutFile = Annotated[
    Path, typer.Option("--out", "-o", metavar="ANSWERS.jsonl", help="Where answers go.")
]


def command(
    questions: QuestionsFile,
    out: OutFile,
    index: IndexDir = None,
    strategy: StrategyName = None,
    mode: Mode = None,
    top_k: TopK = None,
    verify: Verify = None,
    web: Web = None,
    engine: Engine = None,
    zim: ZimFile = None,
    fallback_index: FallbackIndex = None,
    offline: Offline = False,
    prefer: Prefer = None,
    generator: GeneratorName = None,
    model: ModelName = None,
    adapter: Adapter = None,
    base_url: BaseUrl = None,
    task: TaskName = None,
    always_answer: AlwaysAnswer = None,
    max_risk: MaxRisk = None,
    fallback: Fallback = None,
    config: ConfigFile = None,
) -> int:
    """Answer every question of a file; run it again after an interruption and it carries on.

    A line is {"id": ..., "question": ...}. With "passages": [{"title", "text", "url"}], what
    another retriever found, the line needs no index. With "external": [{"title", "url", "text" or
    "html"}], recorded search results, nothing is searched for it. Each answer is one line in the
    form of `assay ask --json`, with the id.

    [bold]Examples[/bold]

    assay batch questions.jsonl --index my-index --out answers.jsonl

    assay batch log-of-my-pipeline.jsonl --out judged.jsonl
    """
    from assay.config import load_settings

    flags = {
        "strategy": strategy,
        "index": {"dir": index},
        "retrieval": {"mode": mode, "top_k": top_k},
        "verifier": {"verify": verify},
        "search": external_flags(web, engine, zim, fallback_index, offline, prefer),
        **generator_flags(
            generator, model, base_url, task, always_answer, max_risk, fallback, adapter
        ),
    }
    return _run(load_settings(config, flags), questions, out)


def _run(settings: Settings, questions: Path, out: Path) -> int:
    from assay.cli.answers_file import AnswersFile
    from assay.cli.questions_file import read_questions

    read = read_questions(questions)
    with AnswersFile(out) as answers:
        todo = [each for each in read.questions if not answers.has(each.id)]
        refused = _answer_all(settings, todo, answers)
    return _report(len(read.questions), len(todo), out, [*read.problems, *refused])


def _answer_all(settings: Settings, todo: list[Question], answers: AnswersFile) -> list[str]:
    """Answers every question; what could not be asked comes back, one line each."""
    from assay.cli.blocks import Blocks
    from assay.cli.progress import progress

    problems: list[str] = []
    blocks = Blocks(settings)
    began, done = time.monotonic(), 0
    with progress("answering", len(todo), "questions") as bar:
        for first in range(0, len(todo), BLOCK):
            for question, answer in blocks.answer(todo[first : first + BLOCK]):
                if isinstance(answer, InputError):
                    problems.append(f"line {question.line}: {answer}")
                else:
                    answers.add(question.id, answer)
                done += 1
                bar(done, len(todo), done / max(time.monotonic() - began, 1e-9))
    return problems


def _report(total: int, done: int, out: Path, problems: list[str]) -> int:
    from assay.cli.console import err, one_line

    console = err()
    before = f", {total - done:,} were there already" if total > done else ""
    console.print(f"{done:,} questions done{before}; answers in {out}", soft_wrap=True)
    for problem in problems[:PROBLEMS_SHOWN]:
        console.print(f"  skipped {one_line(problem)}", soft_wrap=True)
    if problems:
        raise InputError(
            f"{len(problems):,} line(s) could not be used; all others are answered",
            hint="correct them and run the same command again: only they will be asked",
        )
    return 0
