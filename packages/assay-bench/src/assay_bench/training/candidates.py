"""Answers to be verified: the right one, a seed model's, and those made wrong on purpose.

The wrong kinds are those of the CoV-RAG paper, section 2.3: repetition, wrong citations, wrong
retrieval and bad queries, whose revised question is the one that was meant; wrong answers come
with references that hold the right one, too, and incomplete answers stop before it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from assay.steps.answer.citations import sentence_around
from assay.types import Evidence, Strip
from assay_bench.training.answer_match import says
from assay_bench.training.qa_items import Judged, QaItem

MAX_REFERENCES = 5
MAX_SENTENCE = 300
# A question whose answer was not found teaches refusal and asking again; it need not be the rule.
WITHOUT_ANSWER = 0.15
COPIES = (3, 6)
MIN_LEFT = 3  # words that an incomplete answer has at least


class CandidateKind(StrEnum):
    """How an answer came about."""

    GOLD = "gold"
    SEED = "seed"
    REPETITION = "repetition"
    WRONG_CITATIONS = "wrong citations"
    WRONG_RETRIEVAL = "wrong retrieval"
    WRONG_ANSWER = "wrong answer"
    INCOMPLETE = "incomplete"
    BAD_QUERY = "bad query"

    @property
    def is_right(self) -> bool | None:
        """Whether such an answer was made to be right; None where nobody knows."""
        return None if self is CandidateKind.SEED else self is CandidateKind.GOLD


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question with references and an answer whose worth is to be judged.

    `meant` is the question before it was made worse, and the revised question to be learned.
    """

    item: QaItem
    references: tuple[Judged, ...]
    kind: CandidateKind
    text: str
    meant: str = ""

    @property
    def id(self) -> str:
        """A name that is unique inside one data set."""
        return f"{self.item.id}/{self.kind.replace(' ', '-')}"

    @property
    def evidence(self) -> Evidence:
        """The references as evidence, in their order."""
        return evidence_of(self.references)


def evidence_of(references: Sequence[Judged]) -> Evidence:
    """Whole passages as evidence, in order."""
    return Evidence(tuple(Strip(r.passage, 0, len(r.passage.text)) for r in references))


def choose_references(item: QaItem, chance: random.Random) -> tuple[Judged, ...]:
    """One to five passages of an item in random order, mostly with one that answers it."""
    good = [each for each in item.passages if holds_answer(item, each)]
    rest = [each for each in item.passages if each not in good]
    most = chance.randint(2, MAX_REFERENCES)
    chosen = [] if not good or chance.random() < WITHOUT_ANSWER else [chance.choice(good)]
    chosen += chance.sample(rest, min(len(rest), most - len(chosen)))
    if not chosen:
        chosen = good[:1]
    chance.shuffle(chosen)
    return tuple(chosen)


def holds_answer(item: QaItem, judged: Judged) -> bool:
    """True for a passage that is known to answer the question and in which the answer stands."""
    return judged.answers is True and says(judged.passage.text, item.answers)


def gold_answer(
    item: QaItem, references: Sequence[Judged], chance: random.Random, *, short: bool | None = None
) -> str | None:
    """The right answer with the right citation: alone, or in the sentence of its source."""
    for number, judged in enumerate(references, 1):
        if holds_answer(item, judged):
            text = judged.passage.text
            place = _stated(item.answers, text)
            if place is None:
                continue
            words = text[place[0] : place[1]]
            if not (chance.random() < 1 / 2 if short is None else short):
                words = _whole_sentence(text, *place) or words
            return cited(words, number)
    return None


def _stated(answers: Sequence[str], text: str) -> tuple[int, int] | None:
    """Where an answer first stands as whole words, in the order of the answers."""
    for answer in answers:
        found = re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.IGNORECASE)
        if found:
            return found.span()
    return None


def cited(words: str, number: int) -> str:
    """A statement with a citation marker before its full stop."""
    return f"{words.strip().rstrip('.')} [{number}]."


def _whole_sentence(text: str, start: int, end: int) -> str | None:
    first, last = sentence_around(text, start, end)
    sentence = " ".join(text[first:last].split())
    return sentence if len(sentence) <= MAX_SENTENCE else None


def repeated(candidate: Candidate, chance: random.Random) -> Candidate:
    """The same answer said again and again, whole or in part."""
    copies = chance.randint(*COPIES)
    words = candidate.text.split()
    if len(words) > COPIES[1] and chance.random() < 1 / 2:
        first = chance.randrange(len(words) // 2)
        run = words[first : first + max(3, len(words) // 3)]
        text = " ".join(words[:first] + run * copies + words[first + len(run) :])
    else:
        text = " ".join([candidate.text] * copies)
    return replace(candidate, kind=CandidateKind.REPETITION, text=text)


def miscited(candidate: Candidate, chance: random.Random) -> Candidate | None:
    """The same answer with markers of references that do not hold it; None if all do."""
    right = {
        n
        for n, r in enumerate(candidate.references, 1)
        if says(r.passage.text, candidate.item.answers)
    }
    wrong = [n for n in range(1, len(candidate.references) + 1) if n not in right]
    if not wrong or not right:
        return None
    chosen = sorted(chance.sample(wrong, chance.randint(1, min(2, len(wrong)))))
    markers = "".join(f"[{n}]" for n in chosen)
    text = candidate.text
    for number in right:
        text = text.replace(f"[{number}]", markers)
    return replace(candidate, kind=CandidateKind.WRONG_CITATIONS, text=text)


def misretrieved(candidate: Candidate, other: QaItem, chance: random.Random) -> Candidate | None:
    """An answer from passages of a search that went wrong: none of them holds the right one."""
    found = [r for r in candidate.references if not says(r.passage.text, candidate.item.answers)]
    found += [r for r in other.passages if not says(r.passage.text, candidate.item.answers)]
    found = found[:MAX_REFERENCES]
    if not found:
        return None
    chance.shuffle(found)
    number = chance.randint(1, len(found))
    text = found[number - 1].passage.text
    at = chance.randrange(len(text))
    words = _whole_sentence(text, at, at + 1)
    place = _stated(other.answers, text)
    said = text[slice(*place)] if place and (words is None or chance.random() < 1 / 2) else words
    if said is None:
        return None
    return Candidate(
        candidate.item, tuple(found), CandidateKind.WRONG_RETRIEVAL, cited(said, number)
    )


def answered_wrongly(
    candidate: Candidate, other: QaItem, chance: random.Random
) -> Candidate | None:
    """Another answer in the place of the right one, the references being good."""
    wrong = next((a for a in other.answers if not says(a, candidate.item.answers)), None)
    place = _stated(candidate.item.answers, candidate.text)
    if wrong is None or place is None:
        return None
    text = candidate.text[: place[0]] + wrong + candidate.text[place[1] :]
    # A wrong answer may also lie in the references: another of their sentences, rightly cited.
    rest = [
        n
        for n, r in enumerate(candidate.references)
        if not says(r.passage.text, candidate.item.answers)
    ]
    if rest and chance.random() < 1 / 2:
        number = chance.choice(rest)
        source = candidate.references[number].passage.text
        at = chance.randrange(len(source))
        words = _whole_sentence(source, at, at + 1)
        text = cited(words, number + 1) if words else text
    return replace(candidate, kind=CandidateKind.WRONG_ANSWER, text=text)


def incomplete(candidate: Candidate) -> Candidate | None:
    """The sentence of the answer up to the answer itself, still cited; None if nothing is left."""
    place = _stated(candidate.item.answers, candidate.text)
    before = candidate.text[: place[0]].rstrip(" ,;:") if place else ""
    markers = "".join(re.findall(r"\[\d+\]", candidate.text))
    if len(before.split()) < MIN_LEFT or says(before, candidate.item.answers):
        return None
    return replace(candidate, kind=CandidateKind.INCOMPLETE, text=f"{before} {markers}".strip())


def badly_asked(
    candidate: Candidate, bad: str, found: Sequence[Judged], chance: random.Random
) -> Candidate | None:
    """What comes of a bad query: its references, a sentence of them, and the question meant."""
    item = replace(candidate.item, question=bad)
    astray = [each for each in found if not says(each.passage.text, candidate.item.answers)]
    made = misretrieved(
        replace(candidate, item=item, references=tuple(astray)), replace(item, passages=()), chance
    )
    if made is None:
        return None
    return replace(made, kind=CandidateKind.BAD_QUERY, meant=candidate.item.question)
