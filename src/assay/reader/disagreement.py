"""Sources that disagree: what else other documents answer, and what that does to an answer.

Repetition is no corroboration. Copies of a text count as one voice, and so do passages that say the
same in much the same words: however many they are, one other document that answers otherwise is
enough for a conflict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.steps.answer.citations import cite_entry, sentence_around
from assay.text.numbers import figures
from assay.text.overlap import content_stems, stems
from assay.text.places import name_of
from assay.text.quantities import same_quantities
from assay.text.repeats import is_repeat, word_pairs
from assay.types import Draft, Entry, Passage, Rival
from assay.types.drafts import DISAGREE

# Another answer counts when it is at least this likely, and this likely beside the one given.
SURE_FROM = 0.3
NEAR = 0.5
# Of two answers that are nearly as likely, neither is preferred: both are the text, and the chance
# of the first is no better than even.
TIE, EVEN = 0.75, 0.5
# From this share of common words on, two passages that agree are one voice.
ECHO = 0.25
# So many passages of one voice are a crowd, and any other answer is worth seeing beside theirs.
CROWD = 3
CROWD_SURE_FROM = 0.05
# An answer that only a crowd gives is so much less likely than the reader thinks.
CROWD_WEIGHT = 0.5
MAX_RIVALS = 2
MAX_SHOWN = 120
# Of the words of the shorter of two answers, more than so many make them the same answer.
SAME_WORDS = 0.5
MAX_UNIT = 16  # characters in which the unit of a number stands


@dataclass(frozen=True, slots=True)
class Said:
    """What one passage gives as the answer, `passage.text[start:end]`, and how likely it is."""

    passage: Passage
    start: int
    end: int
    sure: float

    @property
    def text(self) -> str:
        """The answer as it stands there."""
        return self.passage.text[self.start : self.end]

    @property
    def measured(self) -> str:
        """The answer with the word after it, if it ends in a number, whose unit that may be."""
        after = self.passage.text[self.end : self.end + MAX_UNIT].split()
        return f"{self.text} {after[0]}" if after and self.text[-1:].isdigit() else self.text

    def passage_of(self, start: int, end: int) -> Passage:
        """A part of the passage as a text of its own."""
        return replace(self.passage, text=self.passage.text[start:end])


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The other answers, best first, and how many passages repeat the answer in one voice.

    `repeated` is 1 where nobody repeats it, or where an independent document bears it out.
    """

    others: tuple[Said, ...] = ()
    repeated: int = 1


def same_answer(first: str, second: str, asked: frozenset[str] = frozenset()) -> bool:
    """True when two spans give one answer: "Churchill" and "Winston Churchill", 5 and "five".

    Words that were `asked` tell answers apart only where there are no others: of a war, "Crimean
    War" and "World War" are two.
    """
    values = [{figure.value for figure in figures(text)} for text in (first, second)]
    if all(values):
        return values[0] <= values[1] or values[1] <= values[0]
    whole = [content_stems(text) or stems(text) for text in (first, second)]
    one, two = (words - asked for words in whole)
    if not one or not two:
        return whole[0] <= whole[1] or whole[1] <= whole[0]
    return len(one & two) > SAME_WORDS * min(len(one), len(two))


def compare(question: str, best: Said, others: Sequence[Said]) -> Disagreement:
    """The answers of other documents than that of `best`, as far as they are worth showing."""
    asked = stems(question)
    others = [each for each in others if document_of(each.passage) != document_of(best.passage)]
    agreeing = [each for each in others if _same(each, best, asked)]
    differing = [each for each in others if not _same(each, best, asked)]
    voices, independent = _one_voice(best, agreeing)
    crowd = voices if voices >= CROWD and not independent else 1
    least = CROWD_SURE_FROM if crowd > 1 else max(SURE_FROM, NEAR * best.sure)
    # A span that repeats the question says nothing, unless the answer does so too: "A or B?"
    repeats = content_stems(best.text) <= asked
    worth = [
        each
        for each in differing
        if each.sure >= least and (repeats or not content_stems(each.text) <= asked)
    ]
    bag = content_stems(best.passage.text)
    # What is worded like the answer's own passage comes from the same hand more often than not.
    worth.sort(key=lambda each: (_alike(content_stems(each.passage.text), bag), -each.sure))
    kept: list[Said] = []
    for each in worth:
        if not any(_same(each, known, asked) for known in kept):
            kept.append(each)
    return Disagreement(tuple(kept[:MAX_RIVALS]), crowd)


def _same(first: Said, second: Said, asked: frozenset[str]) -> bool:
    """True when both give one answer, in other units perhaps: "128 bits" and "16 bytes"."""
    measured = same_quantities(first.measured, second.measured)
    return same_answer(first.text, second.text, asked) if measured is None else measured


def with_disagreement(draft: Draft, best: Said, found: Disagreement) -> Draft:
    """The draft with the other answers, their places, a lower confidence and a note."""
    if draft.text is None:
        return draft
    notes, sure = list(draft.notes), draft.confidence
    if found.repeated > 1:
        notes.append(
            f"{found.repeated} passages say so in much the same words and count as one source"
        )
        sure = None if sure is None else sure * CROWD_WEIGHT
    if not found.others:
        return replace(draft, notes=tuple(notes), confidence=sure)
    rivals = tuple(_rival(each) for each in found.others)
    notes += [f'{DISAGREE}: {_name(each)} says "{_short(each)}"' for each in found.others]
    strongest = max(found.others, key=lambda each: each.sure)
    tied = strongest.sure >= max(SURE_FROM, TIE * best.sure)
    if sure is not None:
        sure = min(exclusive(sure, strongest.sure), EVEN if tied else 1.0)
    draft = replace(draft, notes=tuple(notes), confidence=sure, rivals=rivals)
    return replace(draft, text=_both(draft.text or "", strongest.text)) if tied else draft


def with_opposite(draft: Draft, others: Sequence[Said]) -> Draft:
    """A yes or no with the sentences of other documents that decide the other way."""
    worth = [each for each in others if each.sure >= SURE_FROM][:MAX_RIVALS]
    if draft.text is None or not worth:
        return draft
    said = "No" if draft.text.startswith("Yes") else "Yes"
    rivals = tuple(replace(_rival(each), text=f"{said}.") for each in worth)
    notes = tuple(f"{DISAGREE}: {_name(each)} says {said.lower()}" for each in worth)
    sure = draft.confidence
    if sure is not None:
        sure = exclusive(sure, max(each.sure for each in worth))
    return replace(draft, notes=draft.notes + notes, confidence=sure, rivals=rivals)


def exclusive(first: float, second: float) -> float:
    """How likely the first of two answers is right, where at most one of them can be."""
    alone, other, neither = first * (1 - second), second * (1 - first), (1 - first) * (1 - second)
    total = alone + other + neither
    return alone / total if total else first / 2


def _both(text: str, other: str) -> str:
    """Both answers; the first stays where its citation says that it stands."""
    return f"{text} or {' '.join(other.split())}: {DISAGREE}"


def _rival(said: Said) -> Rival:
    entry = Entry(said.passage, said.start, said.end, score=2 * said.sure - 1)
    quoted = sentence_around(said.passage.text, said.start, said.end)
    return Rival(said.text, cite_entry(entry, 0, 0, quoted))


def _one_voice(best: Said, agreeing: Sequence[Said]) -> tuple[int, list[Said]]:
    """How many say it in much the same words, a copy counting once; and who says it in others."""
    bags, pairs = [content_stems(best.passage.text)], [word_pairs(best.passage.text)]
    rest = list(agreeing)
    while True:
        near = [each for each in rest if _echoes(each, bags)]
        if not near:
            return len(bags), rest
        for each in near:
            rest.remove(each)
            own = word_pairs(each.passage.text)
            if not any(is_repeat(own, known) for known in pairs):
                bags.append(content_stems(each.passage.text))
            pairs.append(own)


def _echoes(said: Said, bags: Sequence[frozenset[str]]) -> bool:
    own = content_stems(said.passage.text)
    return any(_alike(own, bag) for bag in bags)


def _alike(first: frozenset[str], second: frozenset[str]) -> bool:
    return len(first & second) >= ECHO * max(1, len(first | second))


def document_of(passage: Passage) -> str:
    """The document that a passage is a part of."""
    return passage.document or passage.source or passage.id


def _name(said: Said) -> str:
    return name_of(said.passage) or said.passage.title or "another passage"


def _short(said: Said) -> str:
    text = " ".join(said.text.split())
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "\u2026"
