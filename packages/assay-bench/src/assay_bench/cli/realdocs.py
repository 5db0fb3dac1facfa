"""`assay bench realdocs`: questions about documents, and where each of them is lost."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import AsJson, ConfigFile

Data = Annotated[
    Path,
    typer.Option("--data", metavar="DIR", help="Folder of questions.jsonl and the documents."),
]
OutDir = Annotated[
    Path, typer.Option("--out", "-o", metavar="DIR", help="Folder of records and figures.")
]
Corpora = Annotated[
    list[str] | None,
    typer.Option("--corpus", metavar="NAME", help="Only this corpus; may be given several times."),
]
Kinds = Annotated[
    str | None,
    typer.Option("--kinds", metavar="A,B,...", help="Only questions of these kinds."),
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", min=1, help="Only N questions, always the same."),
]
Without = Annotated[
    str | None,
    typer.Option(
        "--without",
        metavar="A,B,...",
        help="Switch parts of the reader off: groups of features, forms of the layout.",
    ),
]
IndexFolder = Annotated[
    Path | None,
    typer.Option(
        "--index-dir", metavar="DIR", help="Folder of the indexes; default: index in --out."
    ),
]


def command(
    data: Data,
    out: OutDir = Path("runs/realdocs"),
    corpus: Corpora = None,
    kinds: Kinds = None,
    limit: Limit = None,
    without: Without = None,
    index_dir: IndexFolder = None,
    config: ConfigFile = None,
    json: AsJson = False,
) -> int:
    """Ask questions about your own documents, and see where answers are lost.

    The folder holds questions.jsonl (or .gz) and, for each corpus that the questions name, a folder
    or an archive NAME.tar.xz. Each corpus is indexed once. The figures say how often the evidence
    is in the index, among the passages found, among the best-scored ones and in what is
    displayed, and how often the answer is right. Run the same command again after an interruption
    and it carries on.

    [bold]Examples[/bold]

    assay bench realdocs --data my-set --out runs/mine

    assay bench realdocs --data my-set --corpus handbook --kinds howto,yesno --limit 20

    assay bench realdocs --data my-set --out runs/no-search --without search
    """
    from assay.cli.console import err, print_text
    from assay.cli.loaded import loaded_settings
    from assay.cli.view.progress import progress
    from assay_bench.realdocs.run import SUMMARY, Request, measure, switched_off

    request = Request(
        data=data,
        out=out,
        index_dir=index_dir or out / "index",
        settings=switched_off(loaded_settings(config, {}), _listed(without)),
        corpora=tuple(corpus or ()),
        kinds=_listed(kinds),
        limit=limit,
    )
    began = time.monotonic()
    with progress("realdocs", 1, "questions") as bar:
        measure(request, lambda done, of: bar(done, of, done / (time.monotonic() - began)))
    ending = ".json" if json else ".md"
    print_text((out / f"{SUMMARY}{ending}").read_text("utf-8"))
    err().print(f"everything is in {out}", soft_wrap=True)
    return 0


def _listed(names: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (names or "").split(",") if part.strip())
