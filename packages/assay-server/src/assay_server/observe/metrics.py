"""Numbers for Prometheus: requests, answers, the queue and where the time goes."""

from __future__ import annotations

import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from assay.types import Answer

SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which several workers share their numbers; prometheus_client reads it."""


class Metrics:
    """What one server counts; several workers add their numbers up."""

    def __init__(self) -> None:
        """Start at zero."""
        self._own = own = CollectorRegistry()
        self.requests = Counter(
            "assay_requests", "Requests by route and status", ("route", "status"), registry=own
        )
        self.seconds = Histogram(
            "assay_request_seconds",
            "Time from request to last byte",
            ("route",),
            buckets=SECONDS,
            registry=own,
        )
        self.answers = Counter(
            "assay_answers",
            "Answers by strategy and outcome",
            ("strategy", "outcome"),
            registry=own,
        )
        self.steps = Counter(
            "assay_step_seconds", "Time spent in each step of a run", ("step",), registry=own
        )
        self.waited = Histogram(
            "assay_queue_wait_seconds", "Time in the queue", buckets=SECONDS, registry=own
        )
        self.waiting = Gauge(
            "assay_queue_waiting",
            "Questions that have not begun",
            registry=own,
            multiprocess_mode="livesum",
        )
        self.running = Gauge(
            "assay_queue_running",
            "Questions being answered",
            registry=own,
            multiprocess_mode="livesum",
        )
        self.stopped = Counter(
            "assay_stopped", "Questions whose asker left before the answer", registry=own
        )

    def count_answer(self, answer: Answer) -> None:
        """Count an answer, and the time of each of its steps."""
        outcome = "refused" if answer.abstained else "answered"
        self.answers.labels(answer.strategy, outcome).inc()
        for step in answer.trace:
            self.steps.labels(step.name).inc(step.ms / 1000)

    def queue(self, waiting: int, running: int) -> None:
        """Note how long the queue is now."""
        self.waiting.set(waiting)
        self.running.set(running)

    def text(self) -> bytes:
        """All numbers in the text form that Prometheus reads."""
        if SHARED_FOLDER not in os.environ:
            return generate_latest(self._own)
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
