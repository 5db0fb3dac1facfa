"""What came of one question with one system, and its line in `records.jsonl`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Record:
    """One question answered by one system.

    `answer` is the JSON form of the answer, trace included (docs/reference/json.md). `correct` is
    None where the task has no right answers. `metrics` holds what was computed for this question
    alone. `seconds` counts remembered work as if it had been done again.
    """

    strategy: str
    case: str
    question: str
    answer: Mapping[str, Any]
    correct: bool | None
    metrics: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    tokens: int = 0
    searches: int = 0

    @property
    def text(self) -> str | None:
        """The words of the answer, None when it was declined."""
        return self.answer["text"]  # type: ignore[no-any-return] # our own JSON form

    @property
    def abstained(self) -> bool:
        """True when the system declined to answer."""
        return self.text is None


def record_line(record: Record) -> bytes:
    """The record as one line of JSON."""
    return json.dumps(asdict(record)).encode() + b"\n"


def record_of_line(line: bytes) -> Record:
    """The record of one line; a ValueError when it is none."""
    try:
        return Record(**json.loads(line))
    except TypeError as error:
        raise ValueError(str(error)) from error
