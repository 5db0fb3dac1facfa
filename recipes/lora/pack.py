"""Rows for the trainer in one compressed file, with a part set aside to measure on."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

DEV_SHARE = 0.02


def is_dev(question: str) -> bool:
    """True for the few questions whose rows are only measured, whatever they were made into."""
    first = hashlib.sha1(question.lower().encode()).digest()
    return int.from_bytes(first[:4]) < DEV_SHARE * 2**32


def pack(rows: Iterable[dict[str, Any]], path: Path) -> Counter[str]:
    """Write the rows; gives back how many there are of each task, dev rows apart."""
    counts: Counter[str] = Counter()
    path.parent.mkdir(parents=True, exist_ok=True)
    # The large dictionary sees a passage again that stood in a row long ago.
    with lzma.open(path, "wt", preset=9, encoding="utf-8") as file:
        for row in rows:
            counts[f"{row['task']}{' (dev)' if row.get('dev') else ''}"] += 1
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return counts
