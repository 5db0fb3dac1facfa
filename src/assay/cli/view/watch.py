"""An answer in the making: its steps and its words as they come, for a person or a machine."""

from __future__ import annotations

import sys

from assay.cli.console import err, json_line, one_line, printable
from assay.engine import Engine
from assay.secret import redacted_value
from assay.types import Answer, Piece, Step


def watched(engine: Engine, question: str, as_json: bool = False) -> Answer:
    """The answer, after everything that led to it was shown: JSON lines, or steps and words.

    Steps go to the error stream, words to the output. What the model says is not checked yet;
    the answer is, and is shown after it.
    """
    answer: Answer | None = None
    speaking = False
    for event in engine.stream(question):
        if isinstance(event, Answer):
            answer = event
        elif as_json:
            _write(json_line(redacted_value(_line(event))))
        elif isinstance(event, Piece):
            speaking = True
            _write(printable(event.text))
        else:
            if speaking:
                _write("\n\n")
            speaking = False
            err().print(
                f"{'  ' * event.depth}{one_line(event.name)} {event.ms:.0f} ms", style="dim"
            )
    assert answer is not None
    return answer


def _line(event: Step | Piece) -> dict[str, object]:
    if isinstance(event, Piece):
        return {"piece": event.text}
    return {"step": event.name, "ms": round(event.ms, 3), "facts": dict(event.facts)}


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
