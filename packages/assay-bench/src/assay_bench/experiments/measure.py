"""What is read off a record: one figure for each question and system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from assay.adapters.verifiers.chat_verifier import BROKEN, VALID
from assay.config import Settings
from assay.errors import ModelError
from assay.json_lines import JsonLines
from assay.ports import ChatModel
from assay.wiring import build_chat_model, build_nli_scorer
from assay.wiring.chat import model_kind
from assay_bench.case import Case
from assay_bench.metrics.fact_judges import ChatJudge
from assay_bench.metrics.fact_splitters import ChatFacts, SentenceFacts
from assay_bench.metrics.factscore import FactSplitter
from assay_bench.metrics.text_match import matches
from assay_bench.runs.record import Record
from assay_bench.verified import Judging, verified_metrics

Reader = Callable[[Case, Record], float | None]
PERCENT, PLAIN = 100.0, 1.0
FULL, LOW_BIAS, CONCISE = 0.995, 0.3, 0.5
FACTS, ATOMIC = "factscore.jsonl", "factscore-atomic.jsonl"
PUBLISHED = "factscore-published.jsonl"
Cut = Callable[[Settings], FactSplitter]
Judges = Callable[[Settings], Judging | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure by name; `open` gives what reads it, `unit` is what a figure of 1 is shown as."""

    name: str
    open: Callable[[Settings, Path], Reader]
    unit: float = PERCENT


def plainly(read: Reader) -> Callable[[Settings, Path], Reader]:
    """What opens a figure that needs nothing but the record."""
    return lambda settings, folder: read


def _right(case: Case, record: Record) -> float | None:
    return None if record.correct is None else float(record.correct)


def _holds(case: Case, record: Record) -> float | None:
    """Whether a right answer stands in what the answer was made from."""
    if not case.answers:
        return None
    return float(
        any(matches(f"{each['title']}\n{each['text']}", case.answers) for each in _evidence(record))
    )


def _judged(case: Case, record: Record) -> float | None:
    """Whether the verifier was right about its own system's answer."""
    check = record.answer.get("check")
    if check is None or record.correct is None:
        return None
    return float(bool(check["judgment"]) == record.correct)


def _well_formed(case: Case, record: Record) -> float | None:
    """Whether the form of the kept answer's check was valid; nothing where none was asked for."""
    notes = " ".join((record.answer.get("check") or {}).get("notes", ()))
    return float(VALID in notes) if VALID in notes or BROKEN in notes else None


def high_quality(case: Case, record: Record) -> float | None:
    """Whether an answer is of high quality by the paper's criteria; nothing of an unchecked one.

    Citation, correctness and truthfulness 1, bias below 0.3, conciseness above 0.5. Correctness is
    by the right answers of the data; the paper has GPT-4 judge all five.
    """
    check = record.answer.get("check")
    if check is None or record.correct is None:
        return None
    full = min(check["citation_accuracy"], check["truthfulness"]) >= FULL
    well = check["bias"] < LOW_BIAS and check["conciseness"] > CONCISE
    return float(record.correct and full and well)


def _words(case: Case, record: Record) -> float:
    """How many words of evidence were read."""
    return float(sum(len(each["text"].split()) for each in _evidence(record)))


def _revised(case: Case, record: Record) -> float:
    """Whether the question was asked again in other words."""
    return float(len(record.answer["queries"]) > 1)


def _evidence(record: Record) -> list[Mapping[str, Any]]:
    return list(record.answer["evidence"])


def _by_the_verifier(settings: Settings) -> Judging | None:
    return None


def _facts(
    figure: str, file: str, cut: Cut, judges: Judges = _by_the_verifier
) -> Callable[[Settings, Path], Reader]:
    """What opens FactScore, or the share of facts that are supported whatever the length."""

    def open_(settings: Settings, folder: Path) -> Reader:
        scorer, splitter, judging = build_nli_scorer(settings), cut(settings), judges(settings)
        facts = JsonLines(folder / file, _facts_row, what="a row of facts", start=b"[").load()

        def read(case: Case, record: Record) -> float | None:
            key = (case.id, record.strategy)
            if key not in facts.known:
                # As published, the mean is over what was answered; a refusal has no figure.
                said = verified_metrics(
                    case, record.answer, scorer, splitter=splitter, judging=judging
                )
                facts.add([*key, said])
            return facts.known[key].get(figure)

        return read

    return open_


def _facts_row(row: list[Any]) -> tuple[tuple[str, str], Mapping[str, float]]:
    case, system, figures = row
    return (case, system), figures


def _at_sentences(settings: Settings) -> FactSplitter:
    return SentenceFacts()


def _model(settings: Settings) -> ChatModel:
    kind = model_kind(settings)
    if kind is None:
        raise ModelError(
            "to list the atomic facts of a text takes a language model",
            hint="add --generator local, or --model NAME (with --base-url URL of its server)",
        )
    return build_chat_model(settings, kind)


def _by_a_model(settings: Settings) -> FactSplitter:
    """The facts that the run's language model lists, as published."""
    return ChatFacts(_model(settings))


def _model_judges(settings: Settings) -> Judging:
    """The run's language model says of each fact whether it is true, as published."""
    return partial(ChatJudge, _model(settings))


ACCURACY = Measure("accuracy", plainly(_right))
RETRIEVAL = Measure("retrieval accuracy", plainly(_holds))
JUDGMENT = Measure("judgment accuracy", plainly(_judged))
FORMAT = Measure("form valid", plainly(_well_formed))
REVISED = Measure("questions revised", plainly(_revised))
FACTSCORE = Measure("FactScore", _facts("factscore", FACTS, _at_sentences))
FACT_PRECISION = Measure("facts supported", _facts("fact_precision", FACTS, _at_sentences))
ATOMIC_FACTSCORE = Measure("FactScore, atomic", _facts("factscore", ATOMIC, _by_a_model))
ATOMIC_PRECISION = Measure("atomic facts supported", _facts("fact_precision", ATOMIC, _by_a_model))
PUBLISHED_FACTSCORE = Measure(
    "FactScore, atomic, judged by the model",
    _facts("factscore", PUBLISHED, _by_a_model, _model_judges),
)
PUBLISHED_PRECISION = Measure(
    "atomic facts supported by its judgment",
    _facts("fact_precision", PUBLISHED, _by_a_model, _model_judges),
)
ABSTAINED = Measure("abstained", plainly(lambda case, record: float(record.abstained)))
PRECISION = Measure(
    "right of the answered",
    plainly(lambda case, record: None if record.abstained else _right(case, record)),
)
HIGH_QUALITY = Measure("high quality", plainly(high_quality))
WORDS = Measure("words of evidence", plainly(_words), PLAIN)
SEARCHES = Measure("searches", plainly(lambda case, record: float(record.searches)), PLAIN)
TOKENS = Measure("tokens", plainly(lambda case, record: float(record.tokens)), PLAIN)
SECONDS = Measure("seconds", plainly(lambda case, record: record.seconds), PLAIN)
CHECKED_BY_VERIFIER = frozenset(
    each.name for each in (FACTSCORE, FACT_PRECISION, ATOMIC_FACTSCORE, ATOMIC_PRECISION)
)
"""Measures that our verifier takes, whatever the system used."""
