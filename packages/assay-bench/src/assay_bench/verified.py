"""What a verifier says of an answer: whether its citations hold and its facts are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from assay.ports import NliScorer
from assay.text.paragraphs import cut_paragraphs
from assay.types import Page
from assay_bench.case import AnswerKind, Case
from assay_bench.metrics.citations import by_nli, citation_quality, cited_sentences
from assay_bench.metrics.fact_judges import Articles, NliJudge
from assay_bench.metrics.fact_splitters import SentenceFacts
from assay_bench.metrics.factscore import FactJudge, FactSplitter, judged_facts

Judging = Callable[[Articles], FactJudge]
"""Gives the judge of facts over what is known of a topic."""


def verified_metrics(
    case: Case,
    answer: Mapping[str, Any],
    scorer: NliScorer,
    *,
    splitter: FactSplitter | None = None,
    judging: Judging | None = None,
) -> dict[str, float]:
    """Citation recall and precision, and of a long answer FactScore; nothing of a declined one.

    `answer` is in its JSON form. Facts are looked for in what the data brings for the question;
    without anything there is no FactScore. They are sentences that the scorer judges, unless a
    splitter or another way of judging is given.
    """
    sentences = cited_sentences(answer)
    # A letter or "true" says nothing that a source could support.
    if not sentences or case.kind in (AnswerKind.CHOICE, AnswerKind.TRUE_FALSE):
        return {}
    quality = citation_quality(sentences, by_nli(scorer))
    found = {"citation_recall": quality.recall, "citation_precision": quality.precision}
    topic, source = known_of(case)
    if case.kind is not AnswerKind.LONG or source is None:
        return found
    judge = judging(source) if judging else NliJudge(scorer, source)
    judged = judged_facts(topic, answer["text"], splitter or SentenceFacts(), judge)
    if judged.facts:
        found |= {"factscore": judged.score(), "fact_precision": judged.precision}
    return found


def known_of(case: Case) -> tuple[str, Articles | None]:
    """The topic, and all that was found for the question, inside and outside, cut to passages."""
    topic = str(case.meta.get("topic") or case.question)
    inside = [Page(p.source or p.id, p.title, p.text) for p in case.internal or ()]
    pages = [*inside, *(case.external or ())]
    passages = [passage for page in pages for passage in cut_paragraphs(page)]
    return topic, Articles({topic: passages}) if passages else None
