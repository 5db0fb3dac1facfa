"""Measure the verifier on claims, judged answers and citations, and its speed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from assay.adapters.verifiers.trained import TrainedVerifier
from assay.config import Settings
from assay.errors import InputError
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.wiring import build_scorer, build_verifier
from assay_bench.speed.machine import this_machine
from assay_bench.verification.answers import measure_answers
from assay_bench.verification.citations import measure_citations, measure_speed
from assay_bench.verification.claims import FILES, measure_claims
from assay_bench.verification.report import Results, tables

PARTS = ("claims", "answers", "citations", "speed")
MAX_TIMED = 60


def measure(
    data: Path,
    out: Path | None = None,
    *,
    limit: int | None = None,
    only: Sequence[str] = PARTS,
    claims: Sequence[str] = tuple(FILES),
    words: bool = False,
) -> str:
    """The tables of what was asked for; they and the figures are written to `out`, if there is one.

    `words` measures the overlap of words alone: the difference is what the network adds.
    """
    _check("part", only, PARTS)
    _check("file of claims", claims, tuple(FILES))
    verifier = _verifier(words)
    results = Results("words" if words else "network", this_machine().facts())
    thresholds = verifier.thresholds
    if "claims" in only:
        for name in claims:
            results.claims.append(measure_claims(name, data, verifier.nli, thresholds, limit))
    if "answers" in only:
        results.answers = measure_answers(data, verifier.nli, thresholds.supported, limit)
    if "citations" in only:
        results.citations = measure_citations(data, verifier, limit)
    if "speed" in only:
        results.speed = measure_speed(data, verifier, min(limit or MAX_TIMED, MAX_TIMED))
    text = tables(results)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / "verification.md").write_text(text + "\n", "utf-8")
        (out / "verification.json").write_text(
            json.dumps(results.as_json(), indent=1) + "\n", "utf-8"
        )
    return text


def _verifier(words: bool) -> TrainedVerifier:
    settings = Settings()
    if words:
        return TrainedVerifier(WordOverlapNli(), relevance=build_scorer(settings))
    built = build_verifier(settings)
    assert isinstance(built, TrainedVerifier), "the default settings say so"
    return built


def _check(what: str, named: Sequence[str], known: Sequence[str]) -> None:
    for name in named:
        if name not in known:
            raise InputError(f"'{name}' is no {what}", hint=f"choose from: {', '.join(known)}")
