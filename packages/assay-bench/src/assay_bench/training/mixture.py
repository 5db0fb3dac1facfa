"""The training mixture of CoV-RAG: half the questions to answer (D1), half to verify (D2)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from assay.ports import Retriever
from assay.steps.answer.prompts import AnswerTask
from assay_bench.training.answer_match import says
from assay_bench.training.candidates import (
    MAX_REFERENCES,
    Candidate,
    CandidateKind,
    answered_wrongly,
    badly_asked,
    choose_references,
    evidence_of,
    gold_answer,
    incomplete,
    miscited,
    misretrieved,
    repeated,
)
from assay_bench.training.corrupted import corrupted
from assay_bench.training.examples import Example, answering, verifying
from assay_bench.training.gold_judge import GoldJudge, Judge
from assay_bench.training.qa_items import Judged, QaItem
from assay_bench.training.seed_answers import SeedAnswers

# Of the questions whose references lack the answer, so many become examples: they are not the rule.
UNANSWERED = 0.2
SHORT_ANSWERS = 0.5
# Of the questions that have an answer, so many are asked with leave to decline, the rest without,
# as a system that always answers asks.
MAY_DECLINE = 0.5
TRIES = 30


@dataclass(frozen=True, slots=True)
class Labelled:
    """An example of D2, and whether its label agrees with what is known of the answer."""

    example: Example
    expected: bool
    agrees: bool


@dataclass(frozen=True, slots=True)
class Mixture:
    """Makes the examples of every item; the same seed makes the same ones."""

    items: Sequence[QaItem]
    judge: Judge
    seeds: SeedAnswers
    retriever: Retriever | None = None
    seed: int = 0
    gold: Judge = field(default_factory=GoldJudge)

    def is_for_answering(self, item: QaItem) -> bool:
        """True for the half of the questions that makes D1."""
        return self._chance(item, "half").random() < 1 / 2

    def references(self, item: QaItem) -> tuple[Judged, ...]:
        """What is retrieved for an item: some of its own passages, or what the index finds."""
        found = item.passages
        if not found and self.retriever is not None:
            found = tuple(
                Judged(passage, says(passage.text, item.answers))
                for passage in self.retriever.retrieve(item.question)
            )
        return choose_references(replace(item, passages=found), self._chance(item, "references"))

    def d1(self, item: QaItem) -> list[Example]:
        """The example that teaches to answer, or to say that the references hold none."""
        chance = self._chance(item, "answer")
        references = self.references(item)
        short = chance.random() < SHORT_ANSWERS
        answer = gold_answer(item, references, chance, short=short)
        doubtful = any(says(each.passage.text, item.answers) for each in references)
        if not references or (answer is None and (doubtful or chance.random() > UNANSWERED)):
            return []
        may_decline = answer is None or chance.random() < MAY_DECLINE
        task = AnswerTask.SHORT if short else AnswerTask.FREE
        return [answering(item, references, answer, task, may_decline=may_decline)]

    def seed_task(self, item: QaItem) -> AnswerTask:
        """How the seed model is asked for its answer: in a few words or in sentences."""
        short = self._chance(item, "seed").random() < SHORT_ANSWERS
        return AnswerTask.SHORT if short else AnswerTask.FREE

    def d2(self, item: QaItem) -> list[Labelled]:
        """The examples that teach to verify: right, wrong on purpose, and the seed model's."""
        return [self._labelled(candidate) for candidate in self.candidates(item)]

    def candidates(self, item: QaItem) -> list[Candidate]:
        """The answers of one question that are to be verified."""
        chance = self._chance(item, "cases")
        references = self.references(item)
        if not references or not item.answers:
            return []
        other = self._other(item, chance)
        right = gold_answer(item, references, chance)
        base = Candidate(item, references, CandidateKind.GOLD, right or "")
        made: list[Candidate | None] = []
        if right is None:
            if chance.random() < UNANSWERED:
                made.append(misretrieved(base, other, chance))
        else:
            wrong: list[Callable[[], Candidate | None]] = [
                lambda: repeated(base, chance),
                lambda: miscited(base, chance),
                lambda: misretrieved(base, other, chance),
                lambda: answered_wrongly(base, other, chance),
                lambda: incomplete(base),
                lambda: self._badly_asked(base, other, chance),
            ]
            made += [base, chance.choice(wrong)()]
        said = self.seeds.answer(item, evidence_of(references))
        if said:
            made.append(replace(base, kind=CandidateKind.SEED, text=said))
        return [candidate for candidate in made if candidate is not None]

    def _badly_asked(
        self, base: Candidate, other: QaItem, chance: random.Random
    ) -> Candidate | None:
        """The question corrupted, and what is found with it: by the index, or beside the point."""
        bad = corrupted(base.item.question, other.question, chance)
        if bad is None:
            return None
        found = (*base.item.passages, *other.passages)
        if self.retriever is not None:
            found = tuple(Judged(each, None) for each in self.retriever.retrieve(bad))
        return badly_asked(base, bad, found[:MAX_REFERENCES], chance)

    def _other(self, item: QaItem, chance: random.Random) -> QaItem:
        """Another question, with an answer of the same shape where one is quickly found."""
        tried = [self.items[chance.randrange(len(self.items))] for _ in range(TRIES)]
        alike = (o for o in tried if o.answers and _shape(o.answers[0]) == _shape(item.answers[0]))
        return next(alike, tried[0])

    def _labelled(self, candidate: Candidate) -> Labelled:
        check = self.judge.judge(candidate)
        if candidate.meant:
            check = replace(check, revised_question=candidate.meant)
        known = candidate.kind.is_right
        expected = self.gold.judge(candidate).judgment if known is None else known
        return Labelled(verifying(candidate, check), expected, check.judgment == expected)

    def _chance(self, item: QaItem, purpose: str) -> random.Random:
        return random.Random(f"{self.seed}/{item.id}/{purpose}")


def _shape(answer: str) -> tuple[bool, bool, int]:
    """Whether an answer has figures, is a name, and how many words it has."""
    return any(c.isdigit() for c in answer), answer[:1].isupper(), min(4, len(answer.split()))
