"""One corpus as two sources: an index to retrieve from, and a second one that stands outside."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from assay.config import Settings
from assay.errors import InputError
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder, build_quick_embedder
from assay_bench.request import Request
from assay_bench.tasks.rows import read_rows

CORPUS = ("passages/wiki_pool.jsonl*", "wiki_pool.jsonl*", "passages.jsonl*")
INSIDE, OUTSIDE = "inside", "outside"
# The sets whose questions are asked; passages of the others would only make the index slower.
SOURCES = ("popqa_gold", "popqa_retrieved", "nq_gold", "nq_retrieved", "dpr_wiki2018")


def side(title: str) -> str:
    """Where the passages of a title stand: always the same half of all titles is inside."""
    even = hashlib.sha256(title.encode()).digest()[0] % 2 == 0
    return INSIDE if even else OUTSIDE


def with_two_sources(request: Request) -> Settings:
    """The settings with both indexes: those named, or made once from the corpus in the data.

    Where it has to be quick they hold words and quick vectors: the embedder's alone would take two
    cores a quarter of an hour.
    """
    settings = request.settings
    if settings.index.dir is not None and settings.search.fallback_index is not None:
        return settings
    if settings.index.dir is not None or settings.search.fallback_index is not None:
        raise InputError(
            "only one of the two sources was named",
            hint="add --index DIR and --fallback-index DIR, or neither",
        )
    folder = request.out / "sources"
    _split(_corpus(request.needed_data()), folder)
    embedder = build_embedder(settings)
    quick = build_quick_embedder() if request.quick else None
    for name in (INSIDE, OUTSIDE):
        source, made = folder / f"{name}.jsonl", folder / f"{name}.index"
        index_paths([source], made, embedder, quick=quick, thorough=not request.quick)
    index = settings.index.model_copy(update={"dir": folder / f"{INSIDE}.index"})
    search = settings.search.model_copy(update={"fallback_index": folder / f"{OUTSIDE}.index"})
    return settings.model_copy(update={"index": index, "search": search})


def _corpus(data: Path) -> Path:
    found = [path for name in CORPUS for path in sorted(data.glob(name))] if data.is_dir() else []
    if not found:
        raise InputError(
            f"{data} holds no passages to retrieve from ({', '.join(CORPUS)})",
            hint="add --index DIR and --fallback-index DIR of your own",
        )
    return found[0]


def _split(corpus: Path, folder: Path) -> None:
    """Write both halves; what is there from an earlier run is written again, the same."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        (folder / f"{INSIDE}.jsonl").open("w", encoding="utf-8") as inside,
        (folder / f"{OUTSIDE}.jsonl").open("w", encoding="utf-8") as outside,
    ):
        files = {INSIDE: inside, OUTSIDE: outside}
        for row in read_rows(corpus):
            if row.values.get("source", SOURCES[0]) in SOURCES:
                kept = {"title": str(row.values.get("title") or ""), "text": row.text("text")}
                files[side(kept["title"])].write(json.dumps(kept) + "\n")
