"""`assay verify`: any text checked against any files, sentence by sentence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import AsJson, ConfigFile
from assay.cli.texts import STDIN, read_stdin, read_texts
from assay.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from assay.types import Check

FAILED = 3
"""Exit code of a text that did not hold, the same as of a question without an answer."""

Answer = Annotated[
    str, typer.Option("--answer", "-a", metavar="TEXT", help="The text to check; - is stdin.")
]
Question = Annotated[
    str, typer.Option("--question", "-q", metavar="Q", help="What the text is to answer, if known.")
]
EvidenceFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--evidence", "-e", metavar="FILE...", help="What it has to hold against; - is stdin."
    ),
]
MoreFiles = Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", help="More evidence.")]


def command(
    answer: Answer,
    evidence: EvidenceFiles = None,
    files: MoreFiles = None,
    question: Question = "",
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Check a text against files: each sentence supported, contradicted or absent, and where.

    Exit code 0: it holds. 3: it is contradicted or could not be verified, and the sentences that
    fail are shown. Any other code is an error. Reads every format that `assay index` reads; a row
    of a .csv or .jsonl is a text of its own. A marker such as [2] in the answer points at the
    second text.

    [bold]Examples[/bold]

    assay verify --answer "It opened in 1932." --evidence article.txt

    assay verify -q "When did it open?" -a "In 1932." --evidence a.txt b.pdf

    my-pipeline | assay verify --answer - --evidence docs.jsonl --json
    """
    from assay.answer_json import check_to_json
    from assay.cli.console import out, print_json
    from assay.cli.loaded import loaded_settings
    from assay.verification import verify_text
    from assay.wiring import build_verifier

    named = [*(evidence or []), *(files or [])]
    text = _checked_answer(answer, named)
    texts = read_texts(named)
    asked = " ".join(question.split())
    check = verify_text(build_verifier(loaded_settings(config)), text, texts, asked)
    if as_json:
        shown = {"version": 1, "question": asked, "answer": text, "passed": check.judgment}
        print_json({**shown, "check": check_to_json(check)})
    else:
        out().print(_drawn(text, check), soft_wrap=True)
    return 0 if check.judgment else FAILED


def _checked_answer(answer: str, files: list[Path]) -> str:
    if not files:
        raise InputError("no evidence was named", hint="add --evidence FILE, or a file as argument")
    stdin = [str(file) for file in files].count(STDIN) + (answer == STDIN)
    if stdin > 1:
        raise InputError("standard input can be read only once", hint="name a file instead of -")
    text = read_stdin() if answer == STDIN else answer
    if not any(character.isalnum() for character in text):
        raise InputError("the answer holds no words", hint="give the text to check with --answer")
    return text


def _drawn(text: str, check: Check) -> RenderableType:
    from rich.text import Text

    from assay.cli.console import one_line
    from assay.cli.view.checked import check_scores, checked_sentences
    from assay.types import Outcome

    match check.outcome:
        case Outcome.SUPPORTED:
            verdict = ("holds", "bold green")
        case Outcome.CONTRADICTED:
            verdict = ("does not hold: the evidence contradicts it", "bold red")
        case Outcome.UNSUPPORTED:
            verdict = ("could not be verified", "bold yellow")
    drawn = Text.assemble("The text ", verdict, ".\n\n", checked_sentences(text, check), "\n\n")
    drawn.append_text(check_scores(check))
    for note in check.notes:
        drawn.append("\nnote: ", style="yellow").append(one_line(note))
    return drawn
