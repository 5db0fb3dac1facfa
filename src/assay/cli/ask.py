"""`assay ask`: one question, one answer or one refusal."""

from __future__ import annotations

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
    ABSTAINED,
    Adapter,
    AlwaysAnswer,
    AsJson,
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

if TYPE_CHECKING:
    from assay.types import Answer

Question = Annotated[str, typer.Argument(help="What you want to know.", show_default=False)]
Stream = Annotated[
    bool, typer.Option("--stream", metavar="", help="Show steps and words as they come.")
]
Explain = Annotated[
    bool, typer.Option("--explain", metavar="", help="Draw how the evidence was judged.")
]


def command(
    question: Question,
    index: IndexDir = None,
    strategy: StrategyName = None,
    mode: Mode = None,
    top_k: TopK = None,
    verify: Verify = None,
    explain: Explain = False,
    web: Web = None,
    engine: Engine = None,
    zim: ZimFile = None,
    fallback_index: FallbackIndex = None,
    offline: Offline = False,
    prefer: Prefer = None,
    as_json: AsJson = False,
    generator: GeneratorName = None,
    model: ModelName = None,
    adapter: Adapter = None,
    base_url: BaseUrl = None,
    task: TaskName = None,
    always_answer: AlwaysAnswer = None,
    max_risk: MaxRisk = None,
    fallback: Fallback = None,
    stream: Stream = False,
    config: ConfigFile = None,
) -> int:
    """Answer a question from an index, with citations, or say why not.

    Exit code 0: answered. 3: abstained, the reason is printed.

    [bold]Examples[/bold]

    assay ask "What is a decorator?" --index my-index

    assay ask "Who wrote it?" -i my-index --explain

    assay ask "Who wrote it?" -i my-index --verify

    assay ask "Who wrote it?" -i my-index --json | jq .citations

    assay ask "Who wrote it?" -i my-index --generator local --stream

    assay ask "Who wrote it?" -i my-index --zim wikipedia.zim
    """
    from assay.build import build_engine
    from assay.cli.watch import watched
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
    built = build_engine(load_settings(config, flags))
    answer = watched(built, question, as_json) if stream else built.ask(question)
    _show(answer, as_json, explain)
    return ABSTAINED if answer.abstained else 0


def _show(answer: Answer, as_json: bool, explain: bool) -> None:
    from assay.answer_json import answer_to_json
    from assay.cli.console import out, print_json
    from assay.cli.explain import explanation
    from assay.cli.show import plain_answer

    if as_json:
        print_json(answer_to_json(answer))
    elif explain:
        out().print(explanation(answer))
    else:
        out().print(plain_answer(answer), soft_wrap=True)
