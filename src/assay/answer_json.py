"""The JSON form of an answer: documented in docs/reference/json.md, versioned, stable.

Fields may be added; a change that could break a reader raises VERSION.
"""

from __future__ import annotations

from typing import Any

from assay.types import Answer, Check, Citation, Scored, Step, Strip

VERSION = 1
_DIGITS = 6
_MS_DIGITS = 3


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """The answer as plain values that `json.dumps` writes without help."""
    return {
        "version": VERSION,
        "question": answer.question,
        "text": answer.text,
        "abstained": answer.abstained,
        "reason": answer.reason,
        "verdict": answer.verdict.value if answer.verdict else None,
        "strategy": answer.strategy,
        "scores": [_scored(each) for each in answer.scores],
        "evidence": [_strip(strip) for strip in answer.evidence.strips],
        "citations": [_citation(citation) for citation in answer.citations],
        "confidence": None if answer.confidence is None else round(answer.confidence, _DIGITS),
        "unsupported": [{"start": start, "end": end} for start, end in answer.unsupported],
        "check": None if answer.check is None else check_to_json(answer.check),
        "queries": list(answer.queries),
        "notes": list(answer.notes),
        "timings_ms": {name: round(ms, _MS_DIGITS) for name, ms in answer.timings_ms.items()},
        "trace": [_step(step) for step in answer.trace],
    }


def check_to_json(check: Check) -> dict[str, Any]:
    """A check as plain values; the scores bear the names of the fields of `Check`."""
    scores = ("reference_score", "correctness", "citation_accuracy", "truthfulness", "bias")
    return {
        **{name: round(getattr(check, name), _DIGITS) for name in (*scores, "conciseness")},
        "judgment": check.judgment,
        "revised_question": check.revised_question,
        "sentences": [
            {
                "start": each.start,
                "end": each.end,
                "stance": each.stance.value,
                "score": round(each.score, _DIGITS),
                "span": None if each.span is None else _citation(each.span),
            }
            for each in check.sentences
        ],
        "notes": list(check.notes),
    }


def _scored(scored: Scored) -> dict[str, Any]:
    return {"passage": scored.passage.id, "score": round(scored.score, _DIGITS)}


def _strip(strip: Strip) -> dict[str, Any]:
    return {
        "id": strip.id,
        "title": strip.passage.title,
        "source": strip.passage.source,
        "start": strip.document_start,
        "end": strip.document_end,
        "text": strip.text,
        "score": None if strip.score is None else round(strip.score, _DIGITS),
        "kind": strip.passage.kind.value,
    }


def _citation(citation: Citation) -> dict[str, Any]:
    return {
        "answer_start": citation.answer_start,
        "answer_end": citation.answer_end,
        "evidence": citation.evidence,
        "source": citation.source,
        "start": citation.start,
        "end": citation.end,
        "quote": citation.quote,
        "score": round(citation.score, _DIGITS),
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "name": step.name,
        "at_ms": round(step.at_ms, _MS_DIGITS),
        "ms": round(step.ms, _MS_DIGITS),
        "depth": step.depth,
        "facts": dict(step.facts),
    }
