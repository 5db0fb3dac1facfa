"""`assay ask`: one question, one answer or one refusal."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import (
    ABSTAINED,
    AsJson,
    ConfigFile,
    IndexDir,
    Mode,
    StrategyName,
    TopK,
)


def command(
    question: Annotated[str, typer.Argument(help="What you want to know.", show_default=False)],
    index: IndexDir = None,
    strategy: StrategyName = None,
    mode: Mode = None,
    top_k: TopK = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Draw how the evidence was judged.")
    ] = False,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Answer a question from an index, with citations, or say why not.

    Exit code 0: answered. 3: abstained, the reason is printed.

    [bold]Examples[/bold]

    assay ask "What is a decorator?" --index my-index

    assay ask "Who wrote it?" -i my-index --explain

    assay ask "Who wrote it?" -i my-index --json | jq .citations
    """
    from assay.answer_json import answer_to_json
    from assay.build import build_engine
    from assay.cli.console import out, print_json
    from assay.cli.explain import explanation
    from assay.cli.show import plain_answer
    from assay.config import load_settings

    flags = {
        "strategy": strategy,
        "index": {"dir": index},
        "retrieval": {"mode": mode, "top_k": top_k},
    }
    answer = build_engine(load_settings(config, flags)).ask(question)
    if as_json:
        print_json(answer_to_json(answer))
    elif explain:
        out().print(explanation(answer))
    else:
        out().print(plain_answer(answer), soft_wrap=True)
    return ABSTAINED if answer.abstained else 0
