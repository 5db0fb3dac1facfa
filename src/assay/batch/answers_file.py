"""The answers of a batch: one line each, appended as they come, safe to interrupt at any time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from assay.answer_json import answer_to_json
from assay.json_lines import JsonLines
from assay.types import Answer


class AnswersFile(JsonLines[str, None]):
    """A file of answers that knows which questions it already holds."""

    def __init__(self, path: Path) -> None:
        """Keep where the file is; it is opened on entering the block."""
        super().__init__(path, _key, what="an answer of assay", start=b'{"id":')

    def has(self, id: str | int) -> bool:
        """True when the file holds an answer with this id."""
        return json.dumps(id) in self.known

    def add_answer(self, id: str | int, answer: Answer) -> None:
        """Append one answer."""
        self.add({"id": id, **answer_to_json(answer)})


def _key(row: Any) -> tuple[str, None]:  # noqa: ANN401 - any JSON
    """The id of an answer; a line without an answer's fields, as of questions, is an error."""
    row["version"], row["text"], row["trace"]
    return json.dumps(row["id"]), None
