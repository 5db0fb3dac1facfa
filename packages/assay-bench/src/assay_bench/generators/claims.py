"""How far the check of sentences agrees with people, on claims judged against a text."""

from __future__ import annotations

import gzip
import json
import random
from dataclasses import dataclass
from pathlib import Path

from assay.config import Settings
from assay.steps.answer.support import SUPPORTED_FROM, Objects, SupportCheck
from assay.steps.correct.refine import whole
from assay.types import Evidence, Passage
from assay.wiring.second_look import build_objections
from assay_bench.metrics.evaluator import auroc

SETS = {
    "lfqa_verification_odd": "sentences of long answers",
    "wice_dev_chunks": "sentences of Wikipedia against cited pages",
    "scifact_train": "scientific claims",
    "fever_symmetric_dev": "claims and evidence made false on purpose",
    "covidfact": "true claims with one word exchanged",
}
CLAIMS = 600
MAX_TEXT = 6_000
HEADINGS = (
    "claims",
    "what they are",
    "AUC",
    "supported ones found",
    "others let through",
    "with the second look: found",
    "let through",
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim: its score by words, whether the second look lets it pass, and what people said."""

    score: float
    holds: bool
    supported: bool


def scored(path: Path, objects: Objects | None = None) -> list[Judged]:
    """What the check says of each claim, and whether people found it supported."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    random.Random(0).shuffle(rows)
    check = SupportCheck(supported_from=0.0)
    judged = []
    for row in rows[:CLAIMS]:
        text = row["evidence"] if isinstance(row["evidence"], str) else "\n".join(row["evidence"])
        evidence = Evidence((whole(Passage("text", text[:MAX_TEXT])),))
        draft = check.check("", row["claim"], evidence, mark=False)
        score = draft.confidence or 0.0
        passes = score >= SUPPORTED_FROM
        holds = passes and not (objects and objects("", evidence, [row["claim"]])[0])
        judged.append(Judged(score, holds, row["label"] == "supported"))
    return judged


def _share(passed: list[bool]) -> str:
    return f"{100 * sum(passed) / max(1, len(passed)):.0f} %"


def table(data: Path) -> str:
    """One line for each set of claims under the folder."""
    objects = build_objections(Settings())
    lines = ["| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    for name, what in SETS.items():
        judged = scored(data / "claims" / f"{name}.jsonl.gz", objects)
        good = [each for each in judged if each.supported]
        bad = [each for each in judged if not each.supported]
        scores, labels = [j.score for j in judged], [j.supported for j in judged]
        cells = (
            name,
            what,
            f"{auroc(scores, labels):.3f}",
            _share([each.score >= SUPPORTED_FROM for each in good]),
            _share([each.score >= SUPPORTED_FROM for each in bad]),
            _share([each.holds for each in good]),
            _share([each.holds for each in bad]),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
