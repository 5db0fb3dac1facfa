"""Whether citations carry the sentences they stand at (ALCE: Gao et al., 2023)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.ports import NliScorer
from assay.steps.answer.markers import take_markers
from assay.steps.verify.sentence_checks import read_nli
from assay.text.sentences import sentence_spans
from assay.types import Passage

# ALCE looks at no more citations of one sentence than this.
MAX_CITATIONS = 3
SUPPORTED_FROM = 0.5
# An answer of so few words, such as "In Paris.", says nothing without its question.
NEEDS_ITS_QUESTION = 6

Entails = Callable[[Sequence[Passage], str], bool]


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """What a sentence claims, and the passages it cites for it."""

    claim: str
    cited: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class CitationQuality:
    """Citation recall and precision of one answer.

    `recall` is the share of sentences that their citations together support; `precision` the share
    of citations that are needed for a supported sentence, 0 when nothing is cited.
    """

    recall: float
    precision: float
    sentences: int
    citations: int


def citation_quality(sentences: Sequence[CitedSentence], entails: Entails) -> CitationQuality:
    """ALCE's figures for one answer; recall is NaN for an answer without sentences.

    A citation is not needed when it does not support the sentence by itself and the others
    support it without it.
    """
    supported = precise = total = 0
    for sentence in sentences:
        cited = sentence.cited[:MAX_CITATIONS]
        total += len(cited)
        if not cited or not entails(cited, sentence.claim):
            continue
        supported += 1
        precise += sum(
            _needed(number, cited, sentence.claim, entails) for number in range(len(cited))
        )
    return CitationQuality(
        recall=supported / len(sentences) if sentences else math.nan,
        precision=precise / total if total else 0.0,
        sentences=len(sentences),
        citations=total,
    )


def _needed(number: int, cited: Sequence[Passage], claim: str, entails: Entails) -> bool:
    if len(cited) == 1:
        return True  # the sentence is known to be supported
    others = [*cited[:number], *cited[number + 1 :]]
    return entails([cited[number]], claim) or not entails(others, claim)


def by_nli(scorer: NliScorer, supported_from: float = SUPPORTED_FROM) -> Entails:
    """Our verifier in the place of ALCE's model of inference: passages are read as one text."""

    def entails(passages: Sequence[Passage], claim: str) -> bool:
        text = "\n".join(f"{p.title}\n{p.text}" if p.title else p.text for p in passages)
        (scores,) = read_nli(scorer, [(claim, Passage("cited", text))])
        return scores.supported >= supported_from

    return entails


def cited_sentences(answer: Mapping[str, Any]) -> list[CitedSentence]:
    """The sentences of an answer in its JSON form, each with the evidence cited for it."""
    text = answer.get("text") or ""
    known = {strip["id"]: strip for strip in answer.get("evidence", ())}
    sentences = []
    for start, end in sentence_spans(text):
        ids = [
            each["evidence"]
            for each in answer.get("citations", ())
            if each["answer_start"] < end and start < each["answer_end"]
        ]
        cited = [known[id_] for id_ in dict.fromkeys(ids) if id_ in known]
        words = take_markers(text[start:end], len(known), known=text).text.strip()
        if any(c.isalnum() for c in words):
            passages = tuple(Passage(s["id"], s["text"], s.get("title") or "") for s in cited)
            sentences.append(CitedSentence(words, passages))
    if len(sentences) == 1 and len(sentences[0].claim.split()) < NEEDS_ITS_QUESTION:
        alone = sentences[0]
        return [CitedSentence(f"{answer.get('question', '')} {alone.claim}", alone.cited)]
    return sentences
