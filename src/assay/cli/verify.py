"""`assay verify`: any text checked against any files, sentence by sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import AsJson, ConfigFile
from assay.cli.texts import STDIN, read_stdin, read_texts
from assay.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from assay.types import Check, Draft, Evidence, Passage

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

    Exit code 0: it holds. 3: it does not, and the sentences that fail are shown. Any other code is
    an error. Reads every format that `assay index` reads; a row of a .csv or .jsonl is a text of
    its own. A marker such as [2] in the answer points at the second text.

    [bold]Examples[/bold]

    assay verify --answer "It opened in 1932." --evidence article.txt

    assay verify -q "When did it open?" -a "In 1932." --evidence a.txt b.pdf

    my-pipeline | assay verify --answer - --evidence docs.jsonl --json
    """
    from assay.answer_json import check_to_json
    from assay.build import build_verifier
    from assay.cli.console import out, print_json
    from assay.config import load_settings

    named = [*(evidence or []), *(files or [])]
    text = _checked_answer(answer, named)
    texts = [_parts(each) for file in named for each in read_texts(file)]
    known, draft = _as_evidence(text, texts)
    asked = " ".join(question.split())
    check = build_verifier(load_settings(config)).verify(asked, known, draft)
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


def _as_evidence(text: str, texts: list[list[Passage]]) -> tuple[Evidence, Draft]:
    """All parts as evidence, and the text with each [n] tied to the part of text n that fits best.

    The markers themselves become spaces: to a verifier they would be numbers of parts.
    """
    from assay.steps.alignment import coverage, statement
    from assay.steps.claims import claims_of
    from assay.steps.markers import numbered_markers
    from assay.steps.refine import whole
    from assay.types import Citation, Draft, Evidence

    citations = []
    for claim in claims_of(text):
        wanted = statement(claim.text)
        for number in claim.cited:
            parts = texts[number - 1] if 1 <= number <= len(texts) else []
            best = max(parts, key=lambda p: coverage(wanted, p.text, p.title), default=None)
            name = whole(best).id if best else ""
            citations.append(Citation(claim.start, claim.end, name, "", 0, 0, "", 0.0))
    bare = text
    for start, end, _ in numbered_markers(text):
        bare = f"{bare[:start]}{' ' * (end - start)}{bare[end:]}"
    strips = tuple(whole(part) for parts in texts for part in parts)
    return Evidence(strips), Draft(bare, tuple(citations))


def _parts(text: Passage) -> list[Passage]:
    """A text in passages short enough to be read whole."""
    from assay.indexing.cut import cut_spans

    return [
        replace(text, id=f"{text.id}#{number}", text=text.text[start:end], start=start)
        for number, (start, end) in enumerate(cut_spans(text.text))
    ]


def _drawn(text: str, check: Check) -> RenderableType:
    from rich.text import Text

    from assay.cli.checked import check_scores, checked_sentences
    from assay.cli.console import one_line

    verdict = ("holds", "bold green") if check.judgment else ("does not hold", "bold red")
    drawn = Text.assemble("The text ", verdict, ".\n\n", checked_sentences(text, check), "\n\n")
    drawn.append_text(check_scores(check))
    for note in check.notes:
        drawn.append("\nnote: ", style="yellow").append(one_line(note))
    return drawn
