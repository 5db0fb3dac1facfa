"""Answers that people judged, and whether the verifier agrees when it is told the right ones."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from assay.ports import NliScorer
from assay.steps.verify.sentence_checks import asked_claim
from assay.types import Passage
from assay_bench.metrics.bootstrap import Interval, mean_interval
from assay_bench.metrics.text_match import matches
from assay_bench.verification.lines import read_lines, reported, sampled
from assay_bench.verification.measures import balanced_accuracy

FILE = "answers_judged/evouna_nq.jsonl.gz"
ALL = "all systems"
BY_MATCH = "by match of words"


@dataclass(frozen=True, slots=True)
class AnswersResult:
    """The candidates of one system, or of all."""

    name: str
    accuracy: Interval
    balanced: Interval


def measure_answers(
    data: Path, scorer: NliScorer, supported: float, limit: int | None
) -> list[AnswersResult]:
    """All candidates, each system by itself, and for comparison the match of words.

    The evidence is a text that states the right answers; the claim is the candidate, after its
    question. Only questions that no training saw count, neither with these candidates nor without.
    """
    rows = [row for row in read_lines(data / FILE, None) if reported(row["question"])]
    rows = sampled(rows, limit)
    pairs = [
        (
            asked_claim(row["question"], row["candidate"]),
            Passage(row["id"], " ".join(f"The answer is {a}." for a in row["answers"])),
        )
        for row in rows
    ]
    said = [int(scores.supported >= supported) for scores in scorer.nli(pairs)]
    right = [int(row["correct"]) for row in rows]
    matched = [int(matches(row["candidate"], row["answers"])) for row in rows]
    groups: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        groups[row["system"]].append(at)
    results = [_result(ALL, said, right), _result(BY_MATCH, matched, right)]
    for name, members in sorted(groups.items()):
        results.append(_result(name, [said[at] for at in members], [right[at] for at in members]))
    return results


def _result(name: str, said: list[int], right: list[int]) -> AnswersResult:
    hits = [float(s == r) for s, r in zip(said, right, strict=True)]
    return AnswersResult(name, mean_interval(hits), balanced_accuracy(said, right))
