"""The plan of a load measurement: the encoder alone, one asker, many askers, in turn."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.wiring import build_assayer, build_embedder, build_retriever
from assay_bench.load.askers import Tally, ask_at_once, ask_for
from assay_bench.load.served import Served, served
from assay_bench.speed.corpus import questions as make_questions
from assay_bench.speed.corpus import write_files

WARM_UP = 4
SAMPLE_SECONDS = 2.0
MAX_QUESTIONS = 20_000
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """How much is measured: `rounds` times encoder, one asker and many, then a burst and a soak."""

    askers: int = 32
    rounds: int = 3
    seconds: float = 30.0
    passages: int = 2000
    soak_minutes: float = 0.0


@dataclass(slots=True)
class LoadResult:
    """What was measured; rates are of all rounds together."""

    plan: LoadPlan
    encoder_pairs: int = 0
    encoder_seconds: float = 0.0
    encoder_processor_seconds: float = 0.0
    one: list[Tally] = field(default_factory=list)
    many: list[Tally] = field(default_factory=list)
    burst: Tally | None = None
    equal: Tally | None = None
    soak: Tally | None = None
    memory_mb: list[float] = field(default_factory=list)

    @property
    def encoder_rate(self) -> float:
        """Pairs a second that the encoder scores with nothing around it."""
        return self.encoder_pairs / self.encoder_seconds if self.encoder_seconds else 0.0

    def efficiency(self, tally: Tally) -> float:
        """The encoder's share of the processor time that the answers took.

        Unlike a rate it is the same whatever else the machine has to do.
        """
        each = self.encoder_processor_seconds / self.encoder_pairs if self.encoder_pairs else 0.0
        return each * tally.pairs / tally.processor_seconds if tally.processor_seconds else 0.0

    @property
    def memory_growth_mb(self) -> float:
        """By how much the last third of the soak holds more than the second, in MiB."""
        third = len(self.memory_mb) // 3
        if not third:
            return 0.0
        late, early = self.memory_mb[-third:], self.memory_mb[third : 2 * third]
        return statistics.median(late) - statistics.median(early)


def joined(tallies: list[Tally]) -> Tally:
    """Several rounds as one."""
    whole = Tally(tallies[0].askers if tallies else 0)
    for each in tallies:
        whole.seconds += each.seconds
        whole.latencies += each.latencies
        whole.pairs += each.pairs
        whole.processor_seconds += each.processor_seconds
        whole.shed += each.shed
        whole.errors += each.errors
    return whole


def measure_load(folder: Path, plan: LoadPlan, index: Path | None, say: Say) -> LoadResult:
    """Measure a server over an index, or over one that is made of text every Python carries."""
    asked = iter(make_questions(MAX_QUESTIONS))
    settings = Settings.model_validate({"index": {"dir": index or _made_index(folder, plan)}})
    result = LoadResult(plan)
    assert settings.index.dir is not None
    with served(settings.index.dir, folder, "--queue", str(plan.askers)) as server:
        ask_at_once(server.url, [next(asked) for _ in range(WARM_UP)])
        for number in range(plan.rounds):
            say(f"round {number + 1} of {plan.rounds}: the encoder alone")
            _encoder(settings, asked, plan.seconds, result)
            say(f"round {number + 1} of {plan.rounds}: one asker")
            result.one.append(_asked(server, 1, asked, plan.seconds))
            say(f"round {number + 1} of {plan.rounds}: {plan.askers} askers")
            result.many.append(_asked(server, plan.askers, asked, plan.seconds))
        say("a burst of three times as many questions as may wait")
        result.burst = ask_at_once(server.url, [next(asked) for _ in range(3 * plan.askers)])
        say("the same question from everybody")
        result.equal = ask_at_once(server.url, [next(asked)] * plan.askers)
        if plan.soak_minutes:
            say(f"{plan.askers} askers for {plan.soak_minutes:g} minutes")
            _soak(server, asked, plan, result)
    return result


def _asked(server: Served, askers: int, asked: Iterator[str], seconds: float) -> Tally:
    before = server.processor_seconds()
    tally = ask_for(server.url, askers, asked, seconds)
    tally.processor_seconds = server.processor_seconds() - before
    return tally


def _made_index(folder: Path, plan: LoadPlan) -> Path:
    write_files(folder / "texts", None, plan.passages)
    index_paths([folder / "texts"], folder / "index", build_embedder(Settings()))
    return folder / "index"


def _encoder(settings: Settings, asked: Iterator[str], seconds: float, result: LoadResult) -> None:
    """Score what the index finds for new questions, as fast as the cores allow."""
    assayer, retriever = build_assayer(settings), build_retriever(settings)
    spent = 0.0
    while spent < seconds:
        some = [next(asked) for _ in range(8)]
        pairs = [(question, each) for question in some for each in retriever.retrieve(question)]
        began, used = time.perf_counter(), time.process_time()
        assayer.prime(pairs)
        spent += time.perf_counter() - began
        result.encoder_processor_seconds += time.process_time() - used
        result.encoder_pairs += len(pairs)
    result.encoder_seconds += spent


def _soak(server: Served, asked: Iterator[str], plan: LoadPlan, result: LoadResult) -> None:
    done = threading.Event()

    def watch() -> None:
        while not done.wait(SAMPLE_SECONDS):
            result.memory_mb.append(server.memory_mb())

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        result.soak = ask_for(server.url, plan.askers, asked, plan.soak_minutes * 60)
    finally:
        done.set()
        watching.join()
