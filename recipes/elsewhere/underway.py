"""Experiments under way all at once, with one model that answers in batches on another machine."""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from assay.adapters.chat.cached import cached_model
from assay.adapters.web.parallel import all_in_parallel
from assay.config import ModelSettings, Settings, load_settings
from assay.ports import ChatModel, Strategy
from assay.types import Answer
from assay.wiring import Overrides, chat
from assay_bench.experiments.experiment import Arm, Build, Experiment
from assay_bench.experiments.perform import perform
from assay_bench.prepare import bench_settings
from assay_bench.request import Request
from assay_strategies.writers import generator_writer
from recipes.elsewhere.mailbox import Mailbox
from recipes.elsewhere.waiting import Turns, WaitingChat, computing

T = TypeVar("T")
URGENT, AT_LEISURE = -1, 1000
STACK = 1 << 20  # of a thread: hundreds wait at a time
ASKING_AGAIN = ("CoV-RAG", "w/ chain", "w/o chain", "adaptive", "plan", "star")
LOOK_EVERY = 1.0
QUIET = 3.0
"""Seconds without anybody computing after which what is unsent makes a round."""


def ask_through(mailbox: Mailbox) -> None:
    """Let every part of this process that asks a model server ask through the mailbox.

    What the model says is kept under the very keys of the server that the settings name, so that
    the commands of the bench find it later.
    """

    @lru_cache(maxsize=8)
    def model(kind: str, chosen: ModelSettings, keep_special: bool) -> ChatModel:
        assert kind == "chat", "only a server can be elsewhere"
        assert chosen.cache is not None, "what was said would be lost"
        told = (kind, chosen.name, chosen.base_url or "", chosen.adapter or "", keep_special)
        waiting = WaitingChat(mailbox, chosen.name or "")
        return cached_model(waiting, chosen.cache, " ".join(map(str, told)))

    # All blocks of a question travel together, not four at a time.
    generator_writer.all_in_parallel = _all_together
    chat._chat_model = model  # type: ignore[assignment]


def _all_together(tasks: Sequence[Callable[[], T]], workers: int = 0) -> list[T]:
    return all_in_parallel(tasks, len(tasks))


@dataclass(frozen=True, slots=True)
class _InTurn:
    """A strategy that computes when it is its turn."""

    strategy: Strategy
    turns: Turns
    urgency: int
    later: int

    def answer(self, question: str, query: str | None = None) -> Answer:
        with computing(self.turns, self.urgency, self.later):
            return self.strategy.answer(question, query)


def in_turn(experiment: Experiment, turns: Turns, urgency: int) -> Experiment:
    """The experiment with arms that compute one after another and wait side by side.

    Once the model has answered, the arms that will ask it again come first.
    """

    def built(arm: Arm) -> Build:
        later = URGENT if arm.name.startswith(ASKING_AGAIN) else AT_LEISURE

        def make(settings: Settings, given: Overrides) -> Strategy:
            return _InTurn(arm.build(settings, given), turns, urgency, later)

        return make

    return replace(
        experiment, arms=tuple(Arm(a.name, built(a), a.against) for a in experiment.arms)
    )


@dataclass(slots=True)
class Underway:
    """Everything that was started, and what became of it."""

    mailbox: Mailbox
    turns: Turns
    threads: dict[str, threading.Thread] = field(default_factory=dict)
    failed: dict[str, BaseException] = field(default_factory=dict)

    def start(self, name: str, work: Callable[[], object], *, quietly: bool = False) -> None:
        """Begin a piece of work in a thread of its own."""

        def tell() -> None:
            try:
                work()
                if quietly:
                    return
                print(f"{time.strftime('%H:%M:%S')} {name} is done", flush=True)
            except BaseException as error:
                self.failed[name] = error
                print(f"{time.strftime('%H:%M:%S')} {name} failed: {error!r}", flush=True)
                raise

        self.threads[name] = threading.Thread(target=tell, name=name, daemon=True)
        self.threads[name].start()

    def experiment(
        self, experiment: Experiment, task: str, request: Request, out: Path, urgency: int
    ) -> None:
        """Begin one task of an experiment, every question with every system at once."""
        own = replace(in_turn(experiment, self.turns, urgency), tasks=(task,))
        jobs = len(own.arms) * (request.limit or 1000)
        asked = replace(request, out=out, jobs=jobs)
        self.start(out.name, lambda: perform(own, asked))

    def follow(self, until: Callable[[], bool] = lambda: False) -> None:
        """Send what is asked and take in what is answered, until all is done."""
        quiet_since, shown = time.monotonic(), ""
        while any(thread.is_alive() for thread in self.threads.values()) and not until():
            self.mailbox.receive()
            now = time.monotonic()
            if not self.turns.idle and self.turns.most_urgent < AT_LEISURE:
                quiet_since = now
            hurried = self.mailbox.jobs / "send"
            if self.mailbox.unsent and (now - quiet_since > QUIET or hurried.exists()):
                hurried.unlink(missing_ok=True)
                files = self.mailbox.send()
                print(f"{time.strftime('%H:%M:%S')} sent {[f.name for f in files]}", flush=True)
            told = f"unsent {self.mailbox.unsent}, awaited {self.mailbox.awaited}"
            if told != shown and int(now) % 5 == 0:
                print(f"{time.strftime('%H:%M:%S')} {told}", flush=True)
                shown = told
            time.sleep(LOOK_EVERY)


def begun(options: argparse.Namespace, turns: int = 1) -> tuple[Underway, Request]:
    """What a run with these options starts from: nothing under way, and what all rows share."""
    threading.stack_size(STACK)
    mailbox = Mailbox(options.jobs, options.replies, options.name)
    mailbox.receive()
    ask_through(mailbox)
    settings = bench_settings(load_settings(options.config, {}), options.out)
    return Underway(mailbox, Turns(turns)), Request(options.data, options.out, settings)
