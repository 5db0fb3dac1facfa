"""Whether an answer is right, and what else can be said of it by itself."""

from __future__ import annotations

from collections.abc import Sequence

from assay.types import Passage
from assay_bench.case import AnswerKind, Case
from assay_bench.metrics.closed_answers import choice_of, truth_of
from assay_bench.metrics.ranking import hit_at, ndcg_at, recall_at, reciprocal_rank
from assay_bench.metrics.text_match import contains, exact, matches, token_f1

DEPTH = 10
"""How many passages count for recall, as in the papers' top 10."""


def is_correct(case: Case, text: str | None) -> bool | None:
    """True for a right answer, None where nobody knows; to decline is right only without one."""
    if not case.judged:
        return None
    if case.unanswerable or text is None:
        return case.unanswerable and text is None
    match case.kind:
        case AnswerKind.CHOICE:
            return choice_of(text, case.choices) == case.answer_key
        case AnswerKind.TRUE_FALSE:
            said = truth_of(text)
            return said is not None and str(said).lower() in case.answers
        case AnswerKind.SHORT | AnswerKind.LONG:
            whole = bool(case.parts) and all(matches(text, part) for part in case.parts)
            return whole or matches(text, case.answers)


def answer_metrics(case: Case, text: str | None) -> dict[str, float]:
    """Exact match, F1 and the papers' unnormalised match, where words can be compared."""
    worded = case.kind in (AnswerKind.SHORT, AnswerKind.LONG)
    if not worded or not case.answers or case.unanswerable:
        return {}
    return {
        "exact_match": float(exact(text, case.answers)),
        "f1": token_f1(text, case.answers),
        "contains": float(contains(text, case.answers)),
    }


def retrieval_metrics(case: Case, passages: Sequence[Passage]) -> dict[str, float]:
    """How good the retrieval was that all systems shared, where passages are judged."""
    if case.relevant:
        return _ranked(case, passages)
    if len(case.labels) < 2 or all(label is None for label in case.labels):  # noqa: PLR2004 - a rank
        return {}
    found = [label == 1 for label in case.labels]
    return {f"hit@{DEPTH}": hit_at(found, DEPTH), f"mrr@{DEPTH}": reciprocal_rank(found, DEPTH)}


def _ranked(case: Case, passages: Sequence[Passage]) -> dict[str, float]:
    """Figures over documents: a document counts once, where its first passage stands."""
    ids = list(dict.fromkeys(document_id(passage) for passage in passages))
    gains = [case.relevant.get(each, 0) for each in ids]
    found = [gain > 0 for gain in gains]
    good = [grade for grade in case.relevant.values() if grade > 0]
    return {
        f"hit@{DEPTH}": hit_at(found, DEPTH),
        f"recall@{DEPTH}": recall_at(found, DEPTH, len(good)),
        f"mrr@{DEPTH}": reciprocal_rank(found, DEPTH),
        f"ndcg@{DEPTH}": ndcg_at(gains, DEPTH, good),
    }


def document_id(passage: Passage) -> str:
    """The id that a row of a corpus had in its file."""
    return passage.document.rpartition("#")[2]
