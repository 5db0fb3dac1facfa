"""RAGTruth's folder: sources, and what six models answered, judged by people."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay_bench.tasks.form import Folder
from assay_bench.tasks.reading import RAG_TRUTH
from assay_bench.tasks.rows import read_rows

KEPT = ("model", "response", "labels", "quality", "split")


def rag_truth_folder(folder: Path) -> Folder | None:
    """The questions of source_info.jsonl, with the judged answers of response.jsonl in `meta`."""
    sources, responses = (_one(folder, name) for name in ("source_info", "response"))
    if sources is None:
        return None
    judged: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in read_rows(responses) if responses else []:
        kept = {key: row.values[key] for key in KEPT if row.has(key)}
        judged[str(row.values.get("source_id"))].append(kept)
    cases = [case for row in read_rows(sources) for case in RAG_TRUTH.read(row)]
    return Folder(tuple(replace(case, meta={"responses": judged[case.id]}) for case in cases))


def _one(folder: Path, name: str) -> Path | None:
    found = sorted([*folder.glob(f"{name}.jsonl"), *folder.glob(f"{name}.jsonl.gz")])
    return found[0] if found else None
