"""`assay score`: judge and read texts against a question, without any index."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.options import AsJson, ConfigFile, ScorerPath, scorer_flags
from assay.cli.texts import read_texts

if TYPE_CHECKING:
    from rich.console import RenderableType

    from assay.types import Scored, Span, Thresholds


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Texts; - is stdin.")],
    question: Annotated[
        str, typer.Option("--question", "-q", metavar="Q", help="What to judge them by.")
    ],
    scorer: ScorerPath = None,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Score texts against a question: relevance, verdict, and the best answer in each.

    Reads every format that `assay index` reads; a row of a .csv or .jsonl is a text of its own.

    [bold]Examples[/bold]

    assay score --question "Who built it?" article.txt report.pdf

    cat article.txt | assay score -q "Who built it?" - --json
    """
    from assay.cli.console import out, print_json
    from assay.cli.loaded import loaded_settings
    from assay.engine import checked_question
    from assay.steps.correct.judge import judge, score_passages
    from assay.wiring import build_assayer, build_scorer, build_thresholds

    settings = loaded_settings(config, {"scorer": scorer_flags(scorer)})
    asked = checked_question(question)
    passages = read_texts(files)
    thresholds = build_thresholds(settings)
    scored = score_passages(build_scorer(settings), asked, passages)
    spans = build_assayer(settings).read(asked, passages)
    verdict = judge(scored, thresholds).value
    if as_json:
        texts = [_as_json(each, span) for each, span in zip(scored, spans, strict=True)]
        print_json(
            {
                "version": 1,
                "question": asked,
                "verdict": verdict,
                "thresholds": asdict(thresholds),
                "texts": texts,
            }
        )
    else:
        out().print(_drawn(scored, spans, thresholds, verdict))
    return 0


def _as_json(scored: Scored, span: Span) -> dict[str, Any]:
    passage = scored.passage
    return {
        "source": passage.source,
        "title": passage.title,
        "score": round(scored.score, 6),
        "span": asdict(span),
    }


def _drawn(
    scored: tuple[Scored, ...], spans: list[Span], thresholds: Thresholds, verdict: str
) -> RenderableType:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from assay.cli.console import one_line
    from assay.cli.view.bars import Scale
    from assay.text.places import title_of

    scale = Scale(thresholds)
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=1)
    table.add_column(width=5, justify="right")
    table.add_column(width=scale.width)
    table.add_column(ratio=1)
    for line in scale.header():
        table.add_row("", "", line, "")
    for each, span in zip(scored, spans, strict=True):
        best = one_line(span.text) or "nothing that answers"
        doubt = f"(right {span.score:.0%}, no answer here {span.no_answer:.0%})"
        name = one_line(title_of(each.passage))
        label = Text.assemble((name, "bold"), "\n", best, " ", (doubt, "dim"))
        style = scale.style(each.score)
        sign = Text(scale.mark(each.score), style=style)
        table.add_row(sign, f"{each.score:+.2f}", scale.bar(each.score), label)
    return Group(table, "", Text.assemble("verdict: ", (verdict.upper(), "bold")))
