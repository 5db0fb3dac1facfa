"""`assay train evaluator`: an evaluator made from the user's own labels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import ConfigFile, IndexDir
from assay.errors import InputError
from assay_tuning.cli.labels_given import LabelFiles, read_questions

if TYPE_CHECKING:
    from assay.config import Settings
    from assay_tuning.labels import LabelledQuestion
    from assay_tuning.train_evaluator import Data, Trained

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Train parts of assay on your own data."
)

OutDir = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where it is written.")]
Backbone = Annotated[
    str,
    typer.Option(
        "--backbone", metavar="NAME", help="assayer (ours), or a T5 by name or folder, as CRAG's."
    ),
]
DevFile = Annotated[
    Path | None,
    typer.Option("--dev", metavar="FILE", help="Labels to stop by; a tenth of them if not set."),
]
TestFile = Annotated[
    Path | None,
    typer.Option("--test", metavar="FILE", help="Labels to report on; those of --dev if not set."),
]
Epochs = Annotated[int, typer.Option("--epochs", metavar="N", help="At most.", min=1)]
Rate = Annotated[
    float,
    typer.Option(
        "--rate", metavar="R", help="Learning rate; a lower one may be lost in int8.", min=1e-7
    ),
]
Batch = Annotated[int, typer.Option("--batch", metavar="N", help="Pairs in a step.", min=1)]
Patience = Annotated[
    int, typer.Option("--patience", metavar="N", help="Epochs without gain before it ends.", min=1)
]
Limit = Annotated[int, typer.Option("--limit", metavar="N", help="Pairs to use; 0: all.", min=0)]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Another one mixes otherwise.")]


@app.callback()
def root() -> None:
    """Train parts of assay on your own data."""


@app.command()
def evaluator(
    labels: LabelFiles,
    out: OutDir,
    index: IndexDir = None,
    backbone: Backbone = "assayer",
    dev: DevFile = None,
    test: TestFile = None,
    epochs: Epochs = 3,
    rate: Rate = 1e-4,
    batch: Batch = 16,
    patience: Patience = 2,
    limit: Limit = 0,
    seed: Seed = 0,
    config: ConfigFile = None,
) -> int:
    """Train the evaluator on your labels; use it with --scorer DIR.

    Labels are lines "question [SEP] passage<TAB>0 or 1" as the CRAG authors write them, JSON lines
    with question, passage and label, a BEIR folder, or questions with answers or golden titles and
    an --index: then passages are found there and labelled by title or answer, the bad ones that
    look most alike kept. Run it again after an interruption and it carries on. The folder holds an
    int8 ONNX model and a card that compares it with ours.

    [bold]Examples[/bold]

    assay train evaluator labels.jsonl --out my-evaluator

    assay train evaluator questions.jsonl --index my-index --out my-evaluator

    assay train evaluator train.txt --backbone google-t5/t5-large --out my-t5
    """
    from assay.cli.loaded import loaded_settings
    from assay.cli.view.progress import progress
    from assay.extras import require
    from assay.model_files import CARD
    from assay.wiring import assayer_folder

    require("torch", extra="train")
    from assay_tuning.fit import Plan, Run
    from assay_tuning.train_evaluator import train_evaluator

    if (out / CARD).is_file():
        raise InputError(f"{out} holds a finished evaluator", hint="choose another --out")
    settings = loaded_settings(config, {"index": {"dir": index}})
    data = _data(labels, dev, test, settings, out, limit)
    plan = Plan(epochs, rate, batch, patience, seed)
    with progress("training", 0, "pairs") as bar:
        trained = train_evaluator(data, assayer_folder(settings), backbone, Run(plan, out, bar))
    _report(trained, out)
    return 0


def _data(
    labels: list[Path],
    dev: Path | None,
    test: Path | None,
    settings: Settings,
    out: Path,
    limit: int,
) -> Data:
    from assay_tuning.train_evaluator import Data, make_pairs, split_pairs

    questions = _with_bad_ones(read_questions(labels, settings), labels, settings, out)
    pairs = make_pairs(questions, limit)
    if dev is None:
        learned, held = split_pairs(pairs)
    else:
        learned, held = pairs, make_pairs(read_questions([dev], settings, "dev"))
    reported = held if test is None else make_pairs(read_questions([test], settings, "test"))
    names = tuple(path.name for path in labels)
    return Data(learned, held, reported, names)


def _with_bad_ones(
    questions: Sequence[LabelledQuestion], labels: list[Path], settings: Settings, out: Path
) -> list[LabelledQuestion]:
    """The questions with passages that do not answer them, retrieved where a question has none."""
    from assay.wiring import build_retriever
    from assay_tuning.labels import count_labels, hard_pairs, with_negatives

    if settings.index.dir is None and count_labels(questions)[1]:
        return list(questions)
    corpus = next((path for path in labels if path.is_dir()), None)
    if settings.index.dir is None and corpus is not None:
        settings = _indexed(corpus, settings, out / "corpus-index")
    if settings.index.dir is None:
        return list(questions)
    retriever = build_retriever(settings)
    return [
        hard_pairs(each if count_labels([each])[1] else with_negatives(each, retriever))
        for each in questions
    ]


def _indexed(corpus: Path, settings: Settings, folder: Path) -> Settings:
    """The settings with an index of a BEIR folder's corpus, to find bad passages in."""
    from assay.indexing.index_paths import index_paths
    from assay.wiring import build_embedder

    index_paths([corpus / "corpus.jsonl"], folder, build_embedder(settings))
    place = settings.index.model_copy(update={"dir": folder})
    return settings.model_copy(update={"index": place})


def _report(trained: Trained, out: Path) -> None:
    from assay.cli.console import err

    console = err()
    for epoch in trained.history:
        console.print(
            f"epoch {epoch.number}: loss {epoch.train_loss:.4f} in training, {epoch.loss:.4f} on"
            f" held-out pairs, AUROC {epoch.auroc:.3f}",
            soft_wrap=True,
        )
    result = trained.result
    console.print(
        f"AUROC on {result.pairs:,} pairs: {result.before} before, {result.unrounded} in float32,"
        f" {result.after} in int8; difference {result.difference}",
        soft_wrap=True,
    )
    for note in trained.notes:
        console.print(note, soft_wrap=True)
    console.print(f"evaluator in {out}: use it with --scorer {out}", soft_wrap=True)
