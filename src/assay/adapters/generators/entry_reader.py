"""The reader of people's documents: an answer in the form that the question asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assay.adapters.generators.candidates import Candidate, Sought
from assay.adapters.generators.decided import decided, named_first, nearby, opponent
from assay.adapters.generators.facts import (
    fact_of,
    is_described,
    is_one_of,
    said_by,
)
from assay.adapters.generators.laid_out import (
    Around,
    joined,
    listed,
    shown,
    steps_below,
    told,
    with_example,
    with_sections,
)
from assay.adapters.generators.of_sides import of_sides
from assay.adapters.generators.other_documents import entry_beside_others
from assay.adapters.generators.ranking import ranked
from assay.adapters.generators.signs import signs_of, strangers
from assay.adapters.generators.span_reader import NOTHING_TO_READ
from assay.adapters.scorers.assayer import Assayer
from assay.ports import Generator, NliScorer, RelevanceScorer, WordRarity
from assay.steps.answer.comparison import lacks_a_side, part_of_both
from assay.steps.answer.confidence import Confidence
from assay.steps.answer.lists import (
    announces,
    is_said_of_option,
    lists_the_answer,
    names_several,
)
from assay.steps.answer.yes_no import YesNo, by_default, stated
from assay.steps.values.ranges import implied_words
from assay.text.options import lacks_the_code
from assay.text.question_parts import question_parts, sides, sides_within
from assay.text.questions import (
    Asked,
    asked_for,
    several_asked_for,
)
from assay.text.rarity import subject_stands
from assay.tracing import step
from assay.types import Draft, Evidence, Facts, Form, Strip

UNSURE = "nothing that was found answers the question well enough"
MAX_CLOSEST = 2
# Other entries are shown beside the first when they score within this of it.
NEAR = 1.2


def _facts(draft: Draft) -> Facts:
    return {"answer": draft.text, "form": draft.form.value, "confidence": draft.confidence}


@dataclass(frozen=True, slots=True)
class EntryReader:
    """Answers with the entry that fits best, laid out as a fact, steps, a list, yes or no, ..."""

    assayer: Assayer
    scorer: RelevanceScorer
    confidence: Confidence
    vocabulary: Callable[[], WordRarity]
    spans: Generator
    nli: Callable[[], NliScorer] | None = None  # loaded for the first question of yes or no
    always_answer: bool = False
    around: Around | None = None  # the passages before and after one; a list may go on in them

    @step("generate", _facts)
    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The answer with the entries it shows, or a draft that names the closest ones."""
        if not any(strip.passage.blocks for strip in evidence.strips):
            return self.spans.generate(question, evidence)  # texts of others have no entries
        candidates = self._candidates(question, evidence)
        if not candidates:
            return Draft(None, reason=NOTHING_TO_READ)
        asked = asked_for(question)
        if asked is Asked.YES_NO:
            candidates = named_first(question, candidates)
        draft = self._drafted(question, asked, candidates)
        signs = signs_of(question, draft, candidates, self.vocabulary())
        sure = self.confidence.of(draft.form, signs)
        if not self.always_answer and not self.confidence.may_answer(draft.form, signs):
            closest = tuple(each.entry() for each in candidates[: MAX_CLOSEST + 1])
            return Draft(
                None, reason=self._why(question, candidates), confidence=sure, closest=closest
            )
        used = {each.passage.id for each in draft.entries}
        others = [c for c in candidates if c.passage.id not in used]
        near = [c for c in others if c.score >= candidates[0].score - NEAR][:MAX_CLOSEST]
        draft = replace(
            draft,
            confidence=sure,
            closest=tuple(c.entry() for c in near),
            added=_beyond(evidence, draft),
        )
        return entry_beside_others(
            self.assayer, question, draft, evidence, nli=self.nli, vocabulary=self.vocabulary
        )

    def _why(self, question: str, candidates: Sequence[Candidate]) -> str:
        names = " or ".join(strangers(question, candidates, self.vocabulary()))
        return f"{UNSURE}: no document names {names}" if names else UNSURE

    def _candidates(self, question: str, evidence: Evidence) -> list[Candidate]:
        """Every passage that the evidence quotes and that may be shown, best first."""
        passages = list(dict.fromkeys(strip.passage for strip in evidence.strips))
        sought = Sought.by(question, self.vocabulary())
        scored = sought.likely(passages, self.scorer.score(question, passages))
        readings = self.assayer.readings(question, [passage for passage, _ in scored])
        found = (sought.candidate(*each, read) for each, read in zip(scored, readings, strict=True))
        return ranked(sought, (each for each in found if each))

    def _drafted(self, question: str, asked: Asked, candidates: Sequence[Candidate]) -> Draft:
        best = candidates[0]
        parts = question_parts(question)
        match asked:
            case _ if len(parts) > 1:
                return self._parts(parts, candidates)
            case Asked.COMPARISON:
                return self._comparison(question, candidates)
            case Asked.YES_NO:
                return self._yes_no(question, candidates)
            case Asked.LIST | Asked.HOW_TO:
                below = asked is Asked.HOW_TO and steps_below(question, best, self.around)
                rest = with_example if asked is Asked.HOW_TO else shown
                alone = is_said_of_option(question, best.passage, best.key)
                found = (None if alone else listed(best, asked, self.around)) or below
                return found or self._with_sections(question, best, rest(best, self.around))
            case Asked.FACT:
                return self._factual(question, best)
            case Asked.EXPLANATION:
                return told(best, self.around)

    def _factual(self, question: str, best: Candidate) -> Draft:
        """The list of what is asked for, if there is one; a fact; or the entry."""
        several = several_asked_for(question)
        of_many = announces(best.passage, best.key, several)
        of_all = lists_the_answer(question, best.passage, best.key)
        if (of_many or of_all) and (items := listed(best, Asked.LIST, self.around)):
            return items
        if names_several(best.passage, best.key, several):
            return said_by(best, *best.key)
        fact = fact_of(question, best) if self._is_about(question, best) else None
        described = fact is None or is_described(question, best, fact) or is_one_of(several, fact)
        draft = shown(best, self.around) if fact is None or described else fact
        return self._with_sections(question, best, draft)

    def _with_sections(self, question: str, best: Candidate, draft: Draft) -> Draft:
        return with_sections(draft, best, question, self.around)

    def _is_about(self, question: str, best: Candidate) -> bool:
        implied = implied_words(best.passage, question)
        return subject_stands(question, best.passage, self.vocabulary(), implied)

    def _yes_no(self, question: str, candidates: Sequence[Candidate]) -> Draft:
        """Yes or no with the entry that decides; both entries and no word where two disagree."""
        best, plain = candidates[0], shown(candidates[0], None)
        where = f"{best.passage.text} {best.passage.context} {best.passage.source}"
        if self.nli is None or not plain.text or lacks_the_code(question, where):
            return plain
        nli = self.nli()
        decision = self._stated(question, best) or decided(nli, question, best)
        if decision.answer is None:
            return self._left_open(nli, question, candidates)
        if other := opponent(nli, question, candidates, decision):
            return joined([best.entry(), other.entry()], Form.PASSAGE)
        return _with_word(decision, plain)

    def _left_open(self, nli: NliScorer, question: str, candidates: Sequence[Candidate]) -> Draft:
        """The best entry without a word; with or behind one that decides where one is near it."""
        found = nearby(nli, question, candidates)
        if found is None:
            return shown(candidates[0], None)
        other, decision = found
        if decision is None:
            return joined([candidates[0].entry(), other.entry()], Form.PASSAGE)
        return _with_word(decision, shown(other, None))

    def _stated(self, question: str, best: Candidate) -> YesNo | None:
        """What the entry says in so many words, if it is about what is asked."""
        if not self._is_about(question, best):
            return None
        deciding = best.passage.text[slice(*best.key)]
        return stated(question, best.passage) or by_default(question, deciding)

    def _parts(self, parts: Sequence[str], candidates: Sequence[Candidate]) -> Draft:
        """The entry of each part; one entry that answers them all is shown once, and whole."""
        passages = [each.passage for each in candidates]
        best = dict.fromkeys(
            max(zip(self.scorer.score(part, passages), range(len(passages)), strict=True))[1]
            for part in parts
        )
        return joined([candidates[number].entry() for number in best], Form.PASSAGE)

    def _comparison(self, question: str, candidates: Sequence[Candidate]) -> Draft:
        """The entry of each side; one entry that speaks of both is enough."""
        named = sides(question)
        if named is None or lacks_a_side(named, [each.passage for each in candidates]):
            return shown(candidates[0], None)
        best = of_sides(named, sides_within(question), candidates)
        entries = [each.entry(side) for each, side in zip(best, named, strict=True)]
        shown_once = (entries[0].start, entries[0].end) == (entries[1].start, entries[1].end)
        if best[0].passage is best[1].passage and shown_once:
            entry = best[0].entry()
            start, end = part_of_both(named, entry.passage, (entry.start, entry.end))
            entries = [replace(entry, start=start, end=end)]
        return joined(entries, Form.COMPARISON)


def _beyond(evidence: Evidence, draft: Draft) -> tuple[Strip, ...]:
    """What the draft shows of passages that the evidence does not quote."""
    known = {strip.passage.id for strip in evidence.strips}
    return tuple(
        Strip(entry.passage, entry.start, entry.end, entry.score)
        for entry in draft.entries
        if entry.passage.id not in known
    )


def _with_word(decision: YesNo, plain: Draft) -> Draft:
    """The entry behind the yes or no that it says."""
    word = "Yes." if decision.answer else "No."
    text = f"{word}\n\n{plain.text}"
    moved = tuple(
        replace(c, answer_start=c.answer_start + len(word) + 2, answer_end=len(text))
        for c in plain.citations
    )
    return replace(plain, text=text, citations=moved, form=Form.YES_NO)
