"""What one run of the bench has found."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay_bench.speed.ask_latency import AskLatency
from assay_bench.speed.index_rate import IndexRate
from assay_bench.speed.machine import Machine
from assay_bench.speed.pair_rate import PairRate


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that was measured in one run on one machine."""

    machine: Machine
    indexing: IndexRate
    asking: tuple[AskLatency, ...] = ()
    scoring: tuple[PairRate, ...] = ()
    notes: tuple[str, ...] = field(
        default=(
            "The indexes for asking hold real text and random unit vectors: embedding 100,000 "
            "passages would take longer than all the rest and would not change a search's time.",
        )
    )
