"""OpenTelemetry spans, made from the same record of steps that an answer shows."""

from __future__ import annotations

import time
from typing import Any

from assay.extras import require
from assay.types import Answer, Step

_NANOSECONDS = 1_000_000  # in a millisecond


class SpanWriter:
    """Writes one trace for each answer: the question as root, its steps inside one another."""

    def __init__(self, provider: Any) -> None:  # noqa: ANN401 - an extra, typed or not
        """Write through a provider of OpenTelemetry's."""
        self._provider = provider
        self._tracer = provider.get_tracer("assay")
        self._trace = require("opentelemetry.trace", "otel")

    def write(self, answer: Answer, request_id: str) -> None:
        """Export an answer that has just been given; its words stay here."""
        length = max((step.at_ms + step.ms for step in answer.trace), default=0.0)
        began = time.time_ns() - int(length * _NANOSECONDS)
        root = self._tracer.start_span(
            "ask",
            start_time=began,
            attributes={
                "assay.strategy": answer.strategy,
                "assay.abstained": answer.abstained,
                "assay.verdict": answer.verdict.value if answer.verdict else "",
                "assay.request_id": request_id,
            },
        )
        parents = [root]
        # A step ends after those inside it; by their beginnings, outer ones come first.
        for step in sorted(answer.trace, key=lambda each: (each.at_ms, each.depth)):
            del parents[step.depth + 1 :]
            parents.append(self._span(step, began, parents[-1]))
        root.end(began + int(length * _NANOSECONDS))

    def close(self) -> None:
        """Send what has not been sent."""
        self._provider.shutdown()

    def _span(self, step: Step, began: int, parent: Any) -> Any:  # noqa: ANN401 - see above
        context = self._trace.set_span_in_context(parent)
        start = began + int(step.at_ms * _NANOSECONDS)
        numbers = {
            f"assay.{name}": value
            for name, value in step.facts.items()
            if isinstance(value, int | float)
        }
        span = self._tracer.start_span(step.name, context, start_time=start, attributes=numbers)
        span.end(start + int(step.ms * _NANOSECONDS))
        return span


def open_spans() -> SpanWriter:
    """Spans to wherever OTEL_EXPORTER_OTLP_ENDPOINT points, in batches."""
    sdk = require("opentelemetry.sdk.trace", "otel")
    export = require("opentelemetry.sdk.trace.export", "otel")
    otlp = require("opentelemetry.exporter.otlp.proto.http.trace_exporter", "otel")
    resources = require("opentelemetry.sdk.resources", "otel")
    provider = sdk.TracerProvider(resource=resources.Resource.create({"service.name": "assay"}))
    provider.add_span_processor(export.BatchSpanProcessor(otlp.OTLPSpanExporter()))
    return SpanWriter(provider)
