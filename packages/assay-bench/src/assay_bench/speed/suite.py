"""The whole measurement: indexing, asking, scoring, each in a process of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay.config import IndexSettings, Settings
from assay.model_files import MODELS, tokenizer_file
from assay.wiring import build_engine
from assay_bench.speed import corpus
from assay_bench.speed.ask_latency import AskLatency, measure_ask_latency
from assay_bench.speed.big_index import build_big_index
from assay_bench.speed.cross_encoder import measure_cross_encoder
from assay_bench.speed.flashrank_way import measure_flashrank_way
from assay_bench.speed.in_fresh_process import in_fresh_process
from assay_bench.speed.index_rate import IndexRate, measure_index_rate
from assay_bench.speed.int8_limit import measure_int8_matmul, theoretical_limit
from assay_bench.speed.machine import Machine, this_machine
from assay_bench.speed.ours import measure_ours
from assay_bench.speed.pair_rate import Group, PairRate, make_groups
from assay_bench.speed.paper_t5 import measure_paper_t5
from assay_bench.speed.plan import Plan
from assay_bench.speed.results import Results

ASSAYER, EMBEDDER = MODELS / "assayer", MODELS / "embedder"


def run(plan: Plan, say: Callable[[str], None]) -> Results:
    """Measure all of the plan, telling what is being measured."""
    machine = this_machine()
    say(f"indexing {plan.index_passages:,} passages")
    indexing = in_fresh_process(_index, plan)
    asking = []
    for size in plan.sizes:
        say(f"asking {plan.questions} questions of {size:,} passages")
        with tempfile.TemporaryDirectory() as folder:
            in_fresh_process(_build, Path(folder), size, plan)
            asking.append(in_fresh_process(_ask, Path(folder), size, plan))
    return Results(machine, indexing, tuple(asking), tuple(_score_all(plan, machine, say)))


def _index(plan: Plan) -> IndexRate:
    return measure_index_rate(OnnxEmbedder(EMBEDDER), plan.index_passages, plan.data)


def _build(folder: Path, size: int, plan: Plan) -> None:
    build_big_index(folder, size, OnnxEmbedder(EMBEDDER), plan.data)


def _ask(folder: Path, size: int, plan: Plan) -> AskLatency:
    # Made without the user's own settings, which would change what is measured.
    settings = Settings.model_construct(index=IndexSettings(dir=folder))
    return measure_ask_latency(
        build_engine(settings), size, corpus.questions(plan.questions, plan.data)
    )


def _score_all(plan: Plan, machine: Machine, say: Callable[[str], None]) -> Iterator[PairRate]:
    tokenizer = tokenizer_file(EMBEDDER)  # the vocabulary of both models
    groups = make_groups(plan.pairs, tokenizer, plan.data)
    say(f"scoring {plan.pairs:,} pairs: assay")
    yield from in_fresh_process(measure_ours, ASSAYER, groups, plan.max_seconds)
    contenders: list[tuple[str, Callable[[], PairRate]]] = [
        ("FlashRank's way", lambda: _contend(measure_flashrank_way, ASSAYER, groups, plan)),
        ("CrossEncoder", lambda: _contend(measure_cross_encoder, tokenizer, groups, plan)),
        ("int8 limit", lambda: in_fresh_process(measure_int8_matmul, plan.limit_seconds)),
    ]
    if plan.with_t5:
        contenders.append(("T5-large", lambda: in_fresh_process(measure_paper_t5)))
    for name, contend in contenders:
        say(f"scoring: {name}")
        yield contend()
    yield theoretical_limit(machine)


def _contend(
    measured: Callable[[Path, list[Group], float], PairRate],
    where: Path,
    groups: list[Group],
    plan: Plan,
) -> PairRate:
    return in_fresh_process(measured, where, groups, plan.max_seconds)
