"""`assay reproduce`: the tables of a paper with the paper's models, by one command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import ConfigFile

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="The tables of a paper with the paper's models, on a machine that can hold them.",
)


@app.callback()
def _group() -> None:
    """One command for each paper; with one alone typer would leave out its name."""


@app.command("crag")
def crag(
    model: Annotated[
        str,
        typer.Option("--model", metavar="NAME|DIR", help="Language model: a hub's name, a folder."),
    ],
    evaluator: Annotated[
        str,
        typer.Option(
            "--evaluator", metavar="NAME|DIR", help="Retrieval evaluator: a hub's name, a folder."
        ),
    ],
    data: Annotated[
        Path,
        typer.Option("--data", metavar="DIR", help="The authors' release with eval_data beside."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder of the results.")],
    tables: Annotated[
        str,
        typer.Option("--tables", metavar="A,B,...", help="Only these: table1, figure3, ..."),
    ] = "",
    batch: Annotated[
        int,
        typer.Option("--batch", metavar="N", min=1, max=512, help="Questions asked side by side."),
    ] = 32,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=1, help="Only N questions of each set."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Of the lot.")] = 0,
    only_plan: Annotated[
        bool, typer.Option("--plan", metavar="", help="Print the plan and do nothing.")
    ] = False,
    config: ConfigFile = None,
) -> int:
    """Tables 1 to 5 and 11 and figure 3 of CRAG with its models.

    The plan comes first: downloads, memory, prompts, hours. Run the same command again after an
    interruption and it carries on. Questions are answered in batches, by vLLM where that is
    installed. A model that has Self-RAG's reflection tokens is its own critic. Table 6 times
    single questions: `assay bench table6`.

    [bold]Examples[/bold]

    assay reproduce crag --model meta-llama/Llama-2-7b-hf --evaluator t5 --data data -o runs/llama

    assay reproduce crag --model selfrag/selfrag_llama2_7b --evaluator t5 --data data -o out --plan
    """
    from assay.cli.console import err, print_text
    from assay.cli.loaded import loaded_settings
    from assay.errors import InputError
    from assay_bench.cli.run import showing_progress
    from assay_bench.reproduce.run import CRAG, reproduction
    from assay_bench.request import Request

    names = [name.strip() for name in tables.split(",") if name.strip()]
    if unknown := [name for name in names if f"crag.{name}" not in CRAG]:
        known = ", ".join(name.removeprefix("crag.") for name in CRAG)
        raise InputError(f"'{unknown[0]}' is no table of CRAG", hint=f"choose from: {known}")
    if not data.exists():
        raise InputError(f"there is no folder {data}", hint="check --data")
    chosen = reproduction(model, evaluator, tables=names, batch=batch, limit=limit)
    err().print("\n".join(chosen.plan().lines()), soft_wrap=True, highlight=False)
    if only_plan:
        return 0
    settings = loaded_settings(config, {})
    with showing_progress("reproduce") as shown:
        request = Request(
            data=data,
            out=out,
            settings=settings,
            seed=seed,
            progress=shown,
            announce=lambda what: err().print(what, soft_wrap=True),
        )
        page = chosen.run(request, settings)
    print_text(page.read_text("utf-8"))
    return 0
