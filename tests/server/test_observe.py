from __future__ import annotations

import re

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from assay.types import Answer, Step
from assay_server.observe.traces import SpanWriter
from tests.server.live import fake_engines, live, options


def spans_of(answer):
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    writer = SpanWriter(provider)
    writer.write(answer, "request-1")
    spans = {span.name: span for span in kept.get_finished_spans()}
    writer.close()
    return spans


def test_a_trace_has_the_steps_inside_one_another_with_their_times():
    steps = (
        Step("score", 12.0, 5.0, 1, {"passages": 3, "query": "secret words"}),
        Step("correct", 10.0, 20.0, 0),
        Step("generate", 31.0, 4.0, 0),
    )
    spans = spans_of(Answer("q", "a", "crag", trace=steps))
    assert set(spans) == {"ask", "correct", "score", "generate"}
    inside = {name: span.parent and span.parent.span_id for name, span in spans.items()}
    ids = {name: span.context.span_id for name, span in spans.items()}
    assert inside["score"] == ids["correct"]
    assert inside["correct"] == inside["generate"] == ids["ask"]
    length = {name: (span.end_time - span.start_time) / 1e6 for name, span in spans.items()}
    assert (length["ask"], length["score"]) == (35.0, 5.0)
    assert (spans["score"].start_time - spans["ask"].start_time) / 1e6 == 12.0


def test_a_trace_carries_numbers_and_no_words():
    step = Step("score", 0.0, 1.0, 0, {"passages": 3, "query": "secret words"})
    spans = spans_of(Answer("secret question", "secret answer", "crag", trace=(step,)))
    assert spans["score"].attributes["assay.passages"] == 3
    assert "secret" not in "".join(span.to_json() for span in spans.values())
    assert spans["ask"].attributes["assay.request_id"] == "request-1"


def test_metrics_count_requests_answers_and_time(tmp_path):
    with live(fake_engines(tmp_path), options(tmp_path)) as server:
        server.ask()
        server.ask("")
        server.http.get("/unknown")
        text = server.http.get("/metrics").text
    for line in (
        'assay_requests_total{route="/v1/ask",status="200"} 1.0',
        'assay_requests_total{route="/v1/ask",status="400"} 1.0',
        'assay_answers_total{outcome="answered",strategy="crag"} 1.0',
        "assay_queue_waiting 0.0",
    ):
        assert line in text
    assert re.search(r'assay_step_seconds_total\{step="score"\} \d', text)
    assert "/unknown" not in text  # a scanner must not fill the memory with names
