"""The shipped questions about Varholm, as data for experiments."""

from __future__ import annotations

import json
from pathlib import Path

from assay.config import Settings
from assay_bench.expected.run import HERE
from assay_bench.request import Request

QUESTIONS = HERE / "varholm.jsonl"


def rows() -> list[dict]:
    return [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]


def write(path: Path, chosen: list[dict]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in chosen), "utf-8")
    return path


def request(data: Path, out: Path, *, settings: Settings | None = None, **kind) -> Request:
    return Request(data=data, out=out, settings=settings or Settings(), **kind)
