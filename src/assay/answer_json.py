"""The JSON form of an answer: documented in docs/reference/json.md, versioned, stable.

Fields may be added; a change that could break a reader raises VERSION.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from assay.secret import redacted_value
from assay.text.places import location, name_of
from assay.types import Answer, Check, Citation, Entry, Rival, Scored, Step, Strip

VERSION = 2
_DIGITS = 6
_MS_DIGITS = 3


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """The answer as plain values that `json.dumps` writes without help."""
    shown: dict[str, Any] = {
        "version": VERSION,
        "question": answer.question,
        "form": answer.form.value,
        "text": answer.text,
        "abstained": answer.abstained,
        "reason": answer.reason,
        "verdict": answer.verdict.value if answer.verdict else None,
        "strategy": answer.strategy,
        "scores": [_scored(each) for each in answer.scores],
        "evidence": [_strip(strip) for strip in answer.evidence.strips],
        "citations": [_citation(citation) for citation in answer.citations],
        "entries": [_entry(entry, entry.start) for entry in answer.entries],
        "closest": [_entry(entry, entry.decisive[0]) for entry in answer.closest],
        "rivals": [_rival(rival) for rival in answer.rivals],
        "confidence": None if answer.confidence is None else round(answer.confidence, _DIGITS),
        "unsupported": [{"start": start, "end": end} for start, end in answer.unsupported],
        "check": None if answer.check is None else check_to_json(answer.check),
        "queries": list(answer.queries),
        "notes": list(answer.notes),
        "model": asdict(answer.model_cost),
        "timings_ms": {name: round(ms, _MS_DIGITS) for name, ms in answer.timings_ms.items()},
        "trace": [_step(step) for step in answer.trace],
    }
    redacted: dict[str, Any] = redacted_value(shown)
    return redacted


def check_to_json(check: Check) -> dict[str, Any]:
    """A check as plain values; the scores bear the names of the fields of `Check`."""
    scores = ("reference_score", "correctness", "citation_accuracy", "truthfulness", "bias")
    return {
        **{name: round(getattr(check, name), _DIGITS) for name in (*scores, "conciseness")},
        "judgment": check.judgment,
        "outcome": check.outcome.value,
        "revised_question": check.revised_question,
        "sentences": [
            {
                "start": each.start,
                "end": each.end,
                "label": each.label.value,
                "score": round(each.score, _DIGITS),
                "span": None if each.span is None else _citation(each.span),
            }
            for each in check.sentences
        ],
        "notes": list(check.notes),
    }


def _entry(entry: Entry, placed: int) -> dict[str, Any]:
    """An entry; `placed` is the offset in its passage whose place is named."""
    passage = entry.passage
    key = entry.key or (entry.start, entry.start)
    return {
        "passage": passage.id,
        "title": passage.title,
        "headings": list(passage.headings),
        "source": passage.source,
        "location": location(passage, placed),
        "name": name_of(passage),
        "place": {name: value for name, value in asdict(passage.place).items() if value},
        "label": entry.label,
        "start": passage.start + entry.start,
        "end": passage.start + entry.end,
        "text": entry.text,
        # The sentence that decides, as offsets into `text`.
        "key": {"start": key[0] - entry.start, "end": key[1] - entry.start},
        "blocks": [
            {
                "start": block.start - entry.start,
                "end": block.end - entry.start,
                "kind": block.kind.value,
                "number": block.number,
            }
            for block in passage.blocks
            if entry.start <= block.start and block.end <= entry.end
        ],
        "score": None if entry.score is None else round(entry.score, _DIGITS),
    }


def _scored(scored: Scored) -> dict[str, Any]:
    return {"passage": scored.passage.id, "score": round(scored.score, _DIGITS)}


def _strip(strip: Strip) -> dict[str, Any]:
    return {
        "id": strip.id,
        "title": strip.passage.title,
        "source": strip.passage.source,
        "headings": list(strip.passage.headings),
        "location": location(strip.passage, strip.start),
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
        "location": citation.location,
        "name": name_of(citation),
        "score": round(citation.score, _DIGITS),
    }


def _rival(rival: Rival) -> dict[str, Any]:
    cited = _citation(rival.citation)
    places = ("evidence", "source", "start", "end", "quote", "location", "name")
    return {
        "text": rival.text,
        "confidence": cited["score"],
        **{name: cited[name] for name in places},
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "name": step.name,
        "at_ms": round(step.at_ms, _MS_DIGITS),
        "ms": round(step.ms, _MS_DIGITS),
        "depth": step.depth,
        "facts": dict(step.facts),
    }
