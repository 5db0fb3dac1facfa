"""Is one pass enough? Strips scored in the pass over their passage, against strips scored again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.model_files import MODELS, load_card
from assay.ports import StripScorer
from assay.steps.correct.refine import RescoreStrips, StripRefiner
from assay.types import Evidence, Scored
from assay_bench.case import Case
from assay_bench.generators.cases import read_cases


@dataclass(frozen=True, slots=True)
class Outcome:
    """What refinement left, over all questions whose passages hold an answer."""

    kept_answer: float
    words_left: float
    ms: float


def holds(evidence: Evidence, case: Case) -> bool:
    """True when an answer still stands in the strips."""
    text = evidence.text.lower()
    return any(answer.lower() in text for answer in case.answers)


def measure(case_list: list[Case], again: bool) -> Outcome:
    """Refine every case with an empty cache, as a user would meet it."""
    assayer = Assayer(MODELS / "assayer")
    scorer = OnnxScorer(assayer)
    strips: StripScorer = RescoreStrips(scorer) if again else scorer
    keep_above = load_card(MODELS / "assayer").thresholds.get("keep_above", -0.5)
    refiner = StripRefiner(strips, keep_above)
    kept, words, before, began = 0, 0, 0, time.perf_counter()
    for case in case_list:
        passages = [strip.passage for strip in case.evidence.strips]
        scores = scorer.score(case.question, passages)
        scored = [Scored(p, s) for p, s in zip(passages, scores, strict=True)]
        evidence = refiner.refine(case.question, scored)
        kept += holds(evidence, case)
        words += len(evidence.text.split())
        before += len(case.evidence.text.split())
    seconds = time.perf_counter() - began
    count = len(case_list)
    return Outcome(kept / count, words / before, 1000 * seconds / count)


def compared(data: Path, limit: int) -> Iterator[str]:
    """Both ways side by side, a line for each of them and each dataset."""
    for dataset in ("nq", "popqa"):
        cases = [c for c in read_cases(data, dataset) if holds(c.evidence, c)][:limit]
        for name, again in (("one pass", False), ("scored again", True)):
            found = measure(cases, again)
            yield (
                f"{dataset:6} {name:13} {len(cases)} questions: {found.kept_answer:.1%} keep the"
                f" answer, {found.words_left:.1%} of the words left, {found.ms:.0f} ms each"
            )
