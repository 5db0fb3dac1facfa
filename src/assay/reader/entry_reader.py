"""The reader of people's documents: an answer in the form that the question asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assay.adapters.scorers.assayer import Assayer
from assay.ports import Generator, NliScorer, RelevanceScorer, WordIdf
from assay.reader.answer_forms import Around, fact, joined, listed, shown
from assay.reader.candidate import Candidate, candidates_of
from assay.reader.question import Question
from assay.reader.rivals import beside_decisions, beside_facts
from assay.reader.span_reader import NOTHING_TO_READ
from assay.reader.yes_no import decided, with_word
from assay.steps.answer.confidence import Confidence, logit_of
from assay.text.question_parts import share_of_side
from assay.text.questions import Asked
from assay.tracing import step
from assay.types import Draft, Evidence, Facts, Form, Strip

MAX_CLOSEST = 2
# Other entries are shown beside the first when they are so many logits behind it at most.
NEAR = 2.0
PARTS = ("parts", "comparison", "yes-no", "lists", "facts", "rivals", "columns")
"""What of the layout can be switched off by name, beside the groups of features."""


def _facts(draft: Draft) -> Facts:
    return {"answer": draft.text, "form": draft.form.value, "confidence": draft.confidence}


@dataclass(frozen=True, slots=True)
class EntryReader:
    """Answers with the passage that scores best, laid out as a fact, steps, a list, yes or no, ...

    Whether there is an answer was decided when the passages were judged; the reader refuses
    nothing. `without` names parts of the layout that are switched off.
    """

    assayer: Assayer
    scorer: RelevanceScorer  # of what nobody judged before, as in plain RAG
    confidence: Confidence
    vocabulary: Callable[[], WordIdf]
    spans: Generator
    nli: Callable[[], NliScorer] | None = None  # loaded for the first question of yes or no
    around: Around | None = None
    without: frozenset[str] = frozenset()

    @step("generate", _facts)
    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The answer with the entries it shows, and the closest others."""
        if not any(strip.passage.blocks for strip in evidence.strips):
            return self.spans.generate(question, evidence)  # texts of others have no entries
        asked = Question.of(question, self.vocabulary())
        candidates = candidates_of(self.assayer, self.scorer, asked, evidence)
        if not candidates:
            return Draft(None, reason=NOTHING_TO_READ)
        draft = self._laid_out(asked, candidates)
        used = {each.passage.id for each in draft.entries}
        near = [c for c in candidates if c.passage.id not in used and _is_near(c, candidates[0])]
        draft = replace(
            draft,
            confidence=self.confidence.of(draft.form, [each.score for each in candidates]),
            closest=tuple(each.entry() for each in near[:MAX_CLOSEST]),
            added=_beyond(evidence, draft),
        )
        return self._beside_others(asked, draft, candidates, evidence)

    def _laid_out(self, question: Question, candidates: Sequence[Candidate]) -> Draft:
        best = candidates[0]
        plain = shown(best, self.around)
        if len(question.parts) > 1 and "parts" not in self.without:
            return self._parts(question, candidates)
        match question.asked:
            case Asked.COMPARISON if question.sides and "comparison" not in self.without:
                return _comparison(question.sides, candidates)
            case Asked.YES_NO if self.nli and plain.text and "yes-no" not in self.without:
                decision = decided(self.nli(), question.text, best)
                return plain if decision.answer is None else with_word(decision, plain)
            case Asked.LIST | Asked.HOW_TO if "lists" not in self.without:
                return listed(best, question.asked, self.around) or plain
            case Asked.FACT if "facts" not in self.without:
                several = listed(best, Asked.LIST, self.around) if question.several else None
                return several or fact(question, best) or plain
            case _:
                return plain

    def _parts(self, question: Question, candidates: Sequence[Candidate]) -> Draft:
        """The entry of each part; one entry that answers them all is shown once, and whole."""
        passages = [each.passage for each in candidates]
        best: dict[int, None] = {}
        for part in question.parts:
            seen = [each.relevance for each in self.assayer.readings(part, passages)]
            best[seen.index(max(seen))] = None
        return joined([candidates[number].entry() for number in best], Form.PASSAGE)

    def _beside_others(
        self,
        question: Question,
        draft: Draft,
        candidates: Sequence[Candidate],
        evidence: Evidence,
    ) -> Draft:
        """The draft with what other documents say instead: only facts and decisions compare."""
        if "rivals" in self.without:
            return draft
        if draft.form is Form.FACT:
            return beside_facts(self.assayer, question, draft, evidence)
        if draft.form is Form.YES_NO and self.nli:
            return beside_decisions(self.nli(), question, draft, candidates)
        return draft


def _is_near(candidate: Candidate, best: Candidate) -> bool:
    return logit_of(best.score) - logit_of(candidate.score) <= NEAR


def _comparison(sides: Sequence[str], candidates: Sequence[Candidate]) -> Draft:
    """The entry of each side by the words of it that it has; one entry that has both, once."""
    chosen = [
        max(candidates, key=lambda each, s=side: share_of_side(s, each.passage))  # type: ignore[misc]
        for side in sides
    ]
    names_both = (c for c in candidates if all(share_of_side(s, c.passage) == 1 for s in sides))
    both = next(names_both, None)
    if both or chosen[0].passage is chosen[1].passage:
        return joined([(both or chosen[0]).entry()], Form.COMPARISON)
    labelled = zip(chosen, sides, strict=True)
    return joined([each.entry(side) for each, side in labelled], Form.COMPARISON)


def _beyond(evidence: Evidence, draft: Draft) -> tuple[Strip, ...]:
    """What the draft shows of passages that the evidence does not quote."""
    known = {strip.passage.id for strip in evidence.strips}
    return tuple(
        Strip(entry.passage, entry.start, entry.end, entry.score)
        for entry in draft.entries
        if entry.passage.id not in known
    )
