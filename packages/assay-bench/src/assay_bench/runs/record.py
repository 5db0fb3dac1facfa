"""What came of one question with one system, as a line of `records.jsonl` keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assay_bench.stored_forms import AnswerForm, RecordForm


@dataclass(frozen=True, slots=True)
class Record:
    """One question answered by one system.

    `answer` is the JSON form of the answer, trace included (docs/reference/json.md). `correct` is
    None where the task has no right answers. `metrics` holds what was computed for this question
    alone. `seconds` counts cached work as if it had been done again.
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


def record_of_row(row: Any) -> tuple[tuple[str, str], Record]:  # noqa: ANN401 - any JSON
    """The record of a line, by its case and its system; an error when it is none."""
    form = RecordForm.model_validate(row)
    usual = AnswerForm(text=None).model_dump()
    known = {name: row[name] for name in form.model_fields_set}
    record = Record(**{**known, "answer": {**usual, **row["answer"]}})
    return (record.case, record.strategy), record
