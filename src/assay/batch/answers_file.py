"""The answers of a batch: one line each, appended as they come, safe to interrupt at any time."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from assay.answer_json import answer_to_json
from assay.json_lines import JsonLines
from assay.types import Answer


class AnswersFile:
    """A file of answers that knows which questions it already holds."""

    def __init__(self, path: Path) -> None:
        """Keep where the file is; it is opened on entering the block."""
        self._lines = JsonLines(path, _key, what="an answer of assay", start=b'{"id":')

    def __enter__(self) -> Self:
        """Open the file for this process alone, and learn what is done."""
        self._lines.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the file; what was added is in it."""
        self._lines.__exit__(kind, error, trace)

    def has(self, id: str | int) -> bool:
        """True when the file holds an answer with this id."""
        return json.dumps(id) in self._lines.known

    def add(self, id: str | int, answer: Answer) -> None:
        """Append one answer."""
        self._lines.add({"id": id, **answer_to_json(answer)})


def _key(row: Any) -> tuple[str, None]:  # noqa: ANN401 - any JSON
    """The id of an answer; a line without an answer's fields, as of questions, is an error."""
    row["version"], row["text"], row["trace"]
    return json.dumps(row["id"]), None
