"""The records of the data files, a fair sample of them where there are too many."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay_bench.metrics.text_match import squad_form


def read_lines(path: Path, limit: int | None = None, seed: int = 0) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines, or `limit` of them drawn by chance, in their order."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream if line.strip()]
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path} cannot be read: {error}", hint="name the data folder with --data"
        ) from error
    return sampled(rows, limit, seed)


def sampled(rows: list[dict[str, Any]], limit: int | None, seed: int = 0) -> list[dict[str, Any]]:
    """At most `limit` of the rows, drawn by chance, in their order."""
    if limit is None or len(rows) <= limit:
        return rows
    chosen = sorted(random.Random(seed).sample(range(len(rows)), limit))
    return [rows[at] for at in chosen]


def held_out(claim: str) -> bool:
    """True for the tenth of the FEVER claims that the verifier was not trained on."""
    bare = " ".join(re.findall(r"\w+", claim.casefold()))
    return hashlib.sha1(bare.encode()).digest()[0] % 10 == 0


def reported(question: str) -> bool:
    """True for the half of the NQ and TriviaQA questions that the assayer was not trained on."""
    return hashlib.sha1(squad_form(question).encode()).digest()[0] % 2 == 1
