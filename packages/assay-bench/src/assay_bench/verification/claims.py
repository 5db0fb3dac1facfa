"""Claims against evidence, file by file: the network alone, and the verifier around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.ports import NliScorer
from assay.steps.correct.refine import whole
from assay.steps.verify.claims import Claim
from assay.steps.verify.sentence_checks import NliThresholds, SentenceVerifier
from assay.types import Evidence, NliLabel, NliScores, Passage
from assay_bench.metrics.bootstrap import Interval
from assay_bench.verification.lines import held_out, read_lines, sampled
from assay_bench.verification.measures import balanced_accuracy, macro_f1
from assay_documents.passages.cut import MAX_WORDS
from assay_documents.passages.sizes import split_prose

SUPPORTED, REFUTED, UNKNOWN = 0, 1, 2
LABELS = {"supported": SUPPORTED, "refuted": REFUTED, "unknown": UNKNOWN}
FEVER = "fever_pairs (held out)"
FILES = {
    FEVER: "claims/fever_pairs.jsonl.gz",
    "fever_symmetric_dev": "claims/fever_symmetric_dev.jsonl.gz",
    "healthver_test": "claims/healthver_test.jsonl.gz",
    "factcheck_gpt_stance": "claims/factcheck_gpt_stance.jsonl.gz",
    "lfqa_verification_odd": "claims/lfqa_verification_odd.jsonl.gz",
    "pubmedqa_test": "claims/pubmedqa_test.jsonl.gz",
    "wice_dev_chunks": "claims/wice_dev_chunks.jsonl.gz",
    "wice_dev": "claims/wice_dev.jsonl.gz",
    "citint_dev_test": "claims/citint_dev_test.jsonl.gz",
}


@dataclass(frozen=True, slots=True)
class ClaimsResult:
    """One file: the classes it has told apart, and supported told from everything else.

    The first two are the network's, over the labels of the file; the last two are the verifier's,
    with the choice of strips, the thresholds of the card and the guards of words.
    """

    name: str
    classes: int
    accuracy: Interval
    f1: Interval
    supported_accuracy: Interval
    supported_f1: Interval


def measure_claims(
    name: str, data: Path, scorer: NliScorer, thresholds: NliThresholds, limit: int | None
) -> ClaimsResult:
    """The figures of one file."""
    rows = read_lines(data / FILES[name])
    if name == FEVER:
        rows = [row for row in rows if held_out(row["claim"])]
    rows = [row for row in sampled(rows, limit) if row["evidence"].strip()]
    right = [LABELS[row["label"]] for row in rows]
    pairs = [(row["claim"], Passage(row["id"], row["evidence"])) for row in rows]
    present = sorted(set(right))
    predicted = [_class(scores, present) for scores in scorer.nli(pairs)]
    verifier = SentenceVerifier(scorer, thresholds)
    holds = [int(_holds(verifier, row)) for row in rows]
    supported = [int(label == SUPPORTED) for label in right]
    return ClaimsResult(
        name,
        len(present),
        balanced_accuracy(predicted, right),
        macro_f1(predicted, right),
        balanced_accuracy(holds, supported),
        macro_f1(holds, supported),
    )


def _class(scores: NliScores, present: Sequence[int]) -> int:
    """The likeliest of the classes that the file knows; what it does not know is not supported."""
    chances = {
        SUPPORTED: scores.supported,
        REFUTED: scores.contradicted,
        UNKNOWN: scores.absent,
    }
    if REFUTED not in present:
        chances[UNKNOWN] += chances.pop(REFUTED)
    return max(present, key=lambda label: chances.get(label, 0.0))


def _holds(verifier: SentenceVerifier, row: dict[str, Any]) -> bool:
    text, claim = row["evidence"], row["claim"]
    parts = [
        whole(Passage(f"{row['id']}-{start}", text[start:end], document=row["id"], start=start))
        for start, end in split_prose(text, MAX_WORDS)
    ]
    (finding,) = verifier.findings("", Evidence(tuple(parts)), [Claim(0, len(claim), claim)])
    return finding.check.label is NliLabel.SUPPORTED
