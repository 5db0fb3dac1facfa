"""`assay label`: show a question and a passage, ask yes or no, and write the labels down."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import ConfigFile, IndexDir, ScorerPath, scorer_flags
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.config import Settings
    from assay.types import Passage
    from assay_tuning.labels import LabelledQuestion
    from assay_tuning.pick import Retrieval

MAX_SHOWN = 2_000  # characters of a passage
KEYS = {"y": True, "yes": True, "n": False, "no": False, "s": None, "": None}

Questions = Annotated[
    list[Path],
    typer.Argument(metavar="QUESTIONS...", help="JSON lines with questions, or with passages too."),
]
OutFile = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE", help="Labels are added to this file.")
]
Fair = Annotated[
    bool,
    typer.Option(
        "--fair/--informative",
        metavar="",
        help="A fair sample of whole retrievals (for calibrate), or what teaches most (for train).",
    ),
]
Limit = Annotated[
    int, typer.Option("--limit", metavar="N", help="Questions to ask you; 0: all.", min=0)
]


class _Stopped(Exception):
    """The person has had enough."""


def command(
    questions: Questions,
    out: OutFile,
    index: IndexDir = None,
    fair: Fair = False,
    limit: Limit = 0,
    scorer: ScorerPath = None,
    config: ConfigFile = None,
) -> int:
    """Label passages by hand: does this passage answer the question? y, n, s to skip, q to stop.

    The passages nearest to a threshold come first: their labels teach most. With --fair whole
    retrievals come in a random order, best passage first, until one answers: only such labels can
    test a promise, so label some of both. Every answer is on disk at once; start again to go on.

    [bold]Examples[/bold]

    assay label questions.jsonl --index my-index --out labels.jsonl

    assay label questions.jsonl --index my-index --out labels.jsonl --fair
    """
    from assay.cli.console import err
    from assay.cli.loaded import loaded_settings
    from assay_documents.sandbox.regular_file import refuse_irregular
    from assay_tuning.pick import asked_before, unasked
    from assay_tuning.read_labels import read_labels

    refuse_irregular(out)
    settings = loaded_settings(config, {"index": {"dir": index}, "scorer": scorer_flags(scorer)})
    known = read_labels([out]).questions if out.is_file() and out.stat().st_size else ()
    given = read_labels(questions).questions
    retrievals = list(_retrievals(given, settings))
    done = asked_before(known)
    if fair:
        asked = _ask_fairly([r for r in retrievals if (r.question, "") not in done], out, limit)
    else:
        done |= asked_before(given)  # thumbs are labels, too
        asked = _ask_informative(list(unasked(retrievals, done)), settings, out, limit)
    err().print(f"{asked:,} labelled now; labels in {out}", soft_wrap=True)
    return 0


def _retrievals(read: Sequence[LabelledQuestion], settings: Settings) -> Iterator[Retrieval]:
    from assay.steps.correct.judge import score_passages
    from assay.wiring import build_retriever, build_scorer
    from assay_tuning.pick import Retrieval

    if settings.index.dir is None and not all(each.passages for each in read):
        raise InputError("some questions have no passages", hint="add --index DIR to find them in")
    retriever = build_retriever(settings) if settings.index.dir is not None else None
    scorer = build_scorer(settings)
    for each in read:
        found = tuple(labelled.passage for labelled in each.passages)
        if not found and retriever is not None:
            found = retriever.retrieve(each.question)
        if found:
            yield Retrieval(each.question, score_passages(scorer, each.question, found))


def _ask_informative(retrievals: list[Retrieval], settings: Settings, out: Path, limit: int) -> int:
    from assay.wiring import build_thresholds
    from assay_tuning.labels import LabelledPassage, LabelledQuestion
    from assay_tuning.pick import append_line, informative

    asked = 0
    for ask in informative(retrievals, build_thresholds(settings)):
        if limit and asked >= limit:
            break
        try:
            label = _label(ask.question, ask.scored.passage)
        except _Stopped:
            break
        if label is not None:
            passage = LabelledPassage(ask.scored.passage, label)
            append_line(out, LabelledQuestion(ask.question, (passage,), picked=True))
            asked += 1
    return asked


def _ask_fairly(retrievals: list[Retrieval], out: Path, limit: int) -> int:
    """Each retrieval until a passage answers; one that is left undecided is not written."""
    from assay_tuning.pick import answered, append_line
    from assay_tuning.pick import fair as fairly

    asked = 0
    for retrieval in fairly(retrievals):
        if limit and asked >= limit:
            break
        labels: list[bool | None] = []
        try:
            for scored in retrieval.scored:
                labels.append(_label(retrieval.question, scored.passage))
                if labels[-1]:
                    break
        except _Stopped:
            break
        question = answered(retrieval, labels)
        if question.holds is not None:
            append_line(out, question)
            asked += 1
    return asked


def _label(question: str, passage: Passage) -> bool | None:
    """What the person says; None to skip."""
    from rich.panel import Panel
    from rich.text import Text

    from assay.cli.console import err, one_line, printable

    console = err()
    text = printable(passage.text[:MAX_SHOWN])
    console.print(Text.assemble("\n", (one_line(question), "bold")))
    console.print(Panel(Text(text), title=Text(one_line(passage.title)), title_align="left"))
    while True:
        console.print("Does it answer the question? [y/n/s/q] ", end="", markup=False)
        line = sys.stdin.readline()
        said = line.strip().lower()
        if not line or said in {"q", "quit"}:
            raise _Stopped
        if said in KEYS:
            return KEYS[said]
        console.print("y: yes, n: no, s: skip it, q: stop here", markup=False)
