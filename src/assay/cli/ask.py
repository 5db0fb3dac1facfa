"""`assay ask`: one question, one answer or one refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.options import ABSTAINED, AsJson, ConfigFile
from assay.cli.options.answering import Outside, Retrieving, Writing
from assay.cli.options.groups import expanded

if TYPE_CHECKING:
    from pathlib import Path

    from assay.engine import Engine
    from assay.types import Answer

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="QUESTION...", help="What you want to know; - is stdin.", show_default=False
    ),
]
Stream = Annotated[
    bool, typer.Option("--stream", metavar="", help="Show steps and words as they come.")
]
Explain = Annotated[
    bool, typer.Option("--explain", metavar="", help="Draw how the evidence was judged.")
]


@expanded
def command(
    words: Words,
    *,
    retrieving: Retrieving,
    explain: Explain = False,
    outside: Outside,
    as_json: AsJson = False,
    writing: Writing,
    stream: Stream = False,
    config: ConfigFile = None,
) -> int:
    """Answer a question from an index, with citations, or say why not.

    Exit code 0: answered. 3: abstained, the reason is printed.

    [bold]Examples[/bold]

    assay ask what is a decorator -i my-index

    assay ask "Who wrote it?" -i my-index --explain

    assay ask "Who wrote it?" -i my-index --verify

    assay ask "Who wrote it?" -i my-index --json | jq .citations

    assay ask "Who wrote it?" -i my-index --generator local --stream

    assay ask "Who wrote it?" -i my-index --zim wikipedia.zim
    """
    from assay.cli.texts import STDIN, read_stdin

    flags = {**retrieving.flags(), **outside.flags(), **writing.flags()}
    question = read_stdin() if words == [STDIN] else " ".join(words)
    built = _built(config, flags)
    if stream:
        from assay.cli.view.watch import watched

        answer = watched(built, question, as_json)
    else:
        answer = built.ask(question)
    _show(answer, as_json, explain)
    return ABSTAINED if answer.abstained else 0


def _built(config: Path | None, flags: dict[str, Any]) -> Engine:
    from assay.cli.loaded import loaded_settings
    from assay.wiring import build_engine

    return build_engine(loaded_settings(config, flags))


def _show(answer: Answer, as_json: bool, explain: bool) -> None:
    from assay.cli.console import out, print_json, print_styled

    if as_json:
        from assay.answer_json import answer_to_json

        print_json(answer_to_json(answer))
    elif explain:
        from assay.cli.view.explain import explanation

        out().print(explanation(answer))
    else:
        from assay.cli.view.show import plain_answer

        print_styled(plain_answer(answer))
