"""Askers, a writer and faults at once, and what the server holds meanwhile."""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from assay.config import Settings
from assay.errors import AssayError
from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import examined
from assay.indexing.upkeep.maintain import maintain
from assay.ports import Embedder
from assay.wiring import build_embedder
from assay_bench.load.askers import Tally, ask_for
from assay_bench.load.served import Served, served
from assay_bench.soak.faulty import faulty_site, restarting_model
from assay_bench.speed.corpus import questions as make_questions
from assay_bench.speed.corpus import write_files

SAMPLE_SECONDS = 2.0
WRITE_SECONDS = 5.0
MAINTAIN_EVERY = 5  # writes
QUESTIONS = 2_000
Say = Callable[[str], None]
_SETTINGS = """\
[search]
engines = ["searxng"]
allow_loopback = true
seconds = 3
cache_megabytes = 0
[generator]
name = "chat"
fallback = true
[model]
name = "soak"
base_url = "{model}"
key_variable = "SOAK_NO_KEY"
retries = 0
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the server's process holds at one moment."""

    memory_mb: float
    threads: int
    files: int


@dataclass(slots=True)
class SoakResult:
    """What came back, what was written, and what the server held."""

    minutes: float
    asked: Tally = field(default_factory=lambda: Tally(0))
    writes: int = 0
    write_errors: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    problems: tuple[str, ...] = ()

    def growth(self, what: Callable[[Sample], float]) -> float:
        """By how much the last third of the run holds more than the second."""
        third = len(self.samples) // 3
        if not third:
            return 0.0
        values = [what(each) for each in self.samples]
        return statistics.median(values[-third:]) - statistics.median(values[third : 2 * third])


def measure_soak(folder: Path, minutes: float, askers: int, say: Say) -> SoakResult:
    """So many minutes of mixed load: questions from outside, documents in and out, faults."""
    result, texts, index = SoakResult(minutes), folder / "texts", folder / "index"
    write_files(texts, None, 400)
    embedder = build_embedder(Settings())
    index_paths([texts], index, embedder)
    with faulty_site() as site, restarting_model() as model:
        (folder / "soak.toml").write_text(_SETTINGS.format(model=model), encoding="utf-8")
        os.environ["SEARXNG_URL"] = site
        flags = ("--queue", str(askers), "--config", str(folder / "soak.toml"))
        with served(index, folder, *flags) as server:
            say(f"{askers} askers and a writer for {minutes:g} minutes")
            _together(server, _Writer(texts, index, embedder), result, askers)
    result.problems = examined(index).problems
    return result


def _together(server: Served, writer: _Writer, result: SoakResult, askers: int) -> None:
    done = threading.Event()
    beside = [
        threading.Thread(target=_watch, args=(server, result, done)),
        threading.Thread(target=writer.run, args=(result, done)),
    ]
    for thread in beside:
        thread.start()
    try:
        result.asked = ask_for(server.url, askers, endless_questions(), result.minutes * 60)
    finally:
        done.set()
        for thread in beside:
            thread.join()


def endless_questions() -> Iterator[str]:
    """However long it takes: no two questions are equal, so that none is answered from memory."""
    for turn in count(1):
        for question in make_questions(QUESTIONS):
            yield question if turn == 1 else f"{question} ({turn})"


def _watch(server: Served, result: SoakResult, done: threading.Event) -> None:
    while not done.wait(SAMPLE_SECONDS):
        process = Path(f"/proc/{server.pid}")
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        files = len(list((process / "fd").iterdir()))
        result.samples.append(Sample(server.memory_mb(), int(status["Threads"]), files))


@dataclass(frozen=True, slots=True)
class _Writer:
    """A document in, an earlier one out, and now and then the index put in order."""

    texts: Path
    index: Path
    embedder: Embedder

    def run(self, result: SoakResult, done: threading.Event) -> None:
        number = 0
        while not done.wait(WRITE_SECONDS):
            number += 1
            new = self.texts / f"soak-{number}.txt"
            new.write_text(f"Soak document {number}, at {time.time()}.")
            (self.texts / f"soak-{number - 3}.txt").unlink(missing_ok=True)
            try:
                index_paths([self.texts], self.index, self.embedder, wait_seconds=5)
                if number % MAINTAIN_EVERY == 0:
                    maintain(self.index, wait_seconds=5)
                result.writes += 1
            except AssayError as error:
                result.write_errors.append(str(error))
