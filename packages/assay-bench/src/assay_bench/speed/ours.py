"""Our own scorer, as `assay ask` and as `assay batch` use it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay_bench.speed.pair_rate import TEN_AT_A_TIME, Group, PairRate, measure

ALL_AT_ONCE = "assay, all at once"


def measure_ours(folder: Path, groups: Sequence[Group], max_seconds: float) -> list[PairRate]:
    """The rate for one question after another, and for a batch of many."""
    scorer = OnnxScorer(Assayer(folder))
    single = measure(
        TEN_AT_A_TIME, lambda g: scorer.score(g.question, g.passages), groups, max_seconds
    )
    assayer = Assayer(folder)  # a fresh one, with nothing cached
    pairs = [
        (g.question, p)
        for g in groups[: single.pairs // len(groups[0].passages)]
        for p in g.passages
    ]
    assayer.prime(pairs[:1])
    began = time.perf_counter()
    assayer.prime(pairs[1:])
    seconds = time.perf_counter() - began
    return [single, PairRate(ALL_AT_ONCE, (len(pairs) - 1) / seconds, len(pairs) - 1)]
