"""Labelled questions as several commands take them: files, or questions and an index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.errors import InputError

if TYPE_CHECKING:
    from assay.config import Settings
    from assay_tuning.labels import LabelledQuestion

PROBLEMS_SHOWN = 10
OURS = "assayer"

LabelFiles = Annotated[
    list[Path],
    typer.Argument(
        metavar="LABELS...",
        help="Files of labels (JSON lines, or the CRAG authors' form), or folders of BEIR.",
    ),
]


def read_questions(
    files: Sequence[Path], settings: Settings, split: str = "train"
) -> tuple[LabelledQuestion, ...]:
    """The labelled questions; those without passages are looked up in the index of the settings."""
    from assay.cli.console import err, one_line
    from assay.wiring import build_retriever
    from assay_tuning.labels import label_retrieved
    from assay_tuning.read_labels import read_labels

    read = read_labels(files, split)
    for problem in read.problems[:PROBLEMS_SHOWN]:
        err().print(f"  skipped {one_line(problem)}", soft_wrap=True)
    if all(each.passages for each in read.questions):
        return read.questions
    if settings.index.dir is None:
        raise InputError(
            "some questions have no passages", hint="add --index DIR to find passages in"
        )
    retriever = build_retriever(settings)
    return tuple(
        each if each.passages else label_retrieved(each, retriever) for each in read.questions
    )


def as_asked(
    questions: Sequence[LabelledQuestion], settings: Settings
) -> Sequence[LabelledQuestion]:
    """The questions whose passages are in the index, as it has them; without one, all as given."""
    from assay.cli.console import err
    from assay.wiring import build_retriever
    from assay_tuning.labels import as_indexed

    if settings.index.dir is None or settings.scorer.name != OURS:
        return questions
    retriever = build_retriever(settings)
    seen = [as_indexed(each, retriever) for each in questions]
    known = [each for each in seen if all(p.passage.blocks for p in each.passages)]
    if not known:
        raise InputError(
            "the index finds none of the labelled passages",
            hint="label what it finds (`assay label --index`), or leave --index out",
        )
    if len(known) < len(seen):
        err().print(f"  skipped {len(seen) - len(known):,} questions: the index finds other texts")
    return known
