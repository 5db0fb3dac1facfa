"""Where the answers of a seed model come from: a generator, or a file of what one said."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from assay.errors import InputError
from assay.ports import Generator
from assay.steps.answer.model_output import clean_reply, is_refusal
from assay.steps.answer.prompts import AnswerTask, answer_prompt
from assay.steps.answer.support import SupportCheck
from assay.types import Evidence
from assay_bench.training.qa_items import QaItem

MAX_ANSWER = 120


class SeedAnswers(Protocol):
    """Answers questions the way an untrained model does."""

    def answer(self, item: QaItem, evidence: Evidence) -> str | None:
        """The model's text, or None when there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Generated:
    """Asks a generator."""

    generator: Generator

    def answer(self, item: QaItem, evidence: Evidence) -> str | None:
        """Its draft, None when it declines."""
        return self.generator.generate(item.question, evidence).text or None


@dataclass(frozen=True, slots=True)
class Said:
    """Looks up what a model said elsewhere, by the id of the question."""

    texts: Mapping[str, str] = field(default_factory=dict)

    def answer(self, item: QaItem, evidence: Evidence) -> str | None:
        """What was said, tidied as a generator does; None when nothing or a refusal.

        Markers are repaired by the words of the evidence, and go where nothing supports them, as
        they do before a verifier sees an answer in use.
        """
        text = clean_reply(self.texts.get(item.id, ""))
        if is_refusal(text):
            return None
        return SupportCheck().check(item.question, text, evidence).text or None


def read_said(path: Path) -> Said:
    """A file of JSON lines {"id": ..., "text": ...}."""
    texts: dict[str, str] = {}
    number = 0
    try:
        with path.open(encoding="utf-8") as stream:
            for number, raw in enumerate(stream, 1):  # noqa: B007 - named in the error
                line = json.loads(raw)
                texts[str(line["id"])] = str(line["text"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"cannot read {path} from line {number + isinstance(error, OSError)} on",
            hint='a line looks like {"id": "1", "text": "..."}',
        ) from error
    return Said(texts)


def seed_prompt(
    item: QaItem, evidence: Evidence, task: AnswerTask = AnswerTask.FREE
) -> dict[str, Any]:
    """The line of a file of prompts that another machine completes."""
    messages = answer_prompt(task, item.question, evidence, may_decline=False)
    return {
        "id": item.id,
        "messages": [{"role": str(m.role), "content": m.content} for m in messages],
        "max_tokens": MAX_ANSWER,
    }
