"""What speaks for an answer from the best candidate, and against it."""

from __future__ import annotations

from collections.abc import Sequence

from assay.adapters.generators.candidates import Candidate
from assay.adapters.generators.facts import best_lacks_the_default
from assay.ports import WordRarity
from assay.steps.answer.confidence import FAR_AHEAD, AnswerSigns, logit_of
from assay.steps.answer.lists import names_several
from assay.steps.values.versions import lacks_the_version
from assay.text.names import (
    squashed,
    stands_apart,
    stands_as_version,
    strange_codes,
    strange_names,
)
from assay.text.numbers import lacks_the_bound, lacks_the_number
from assay.text.overlap import stem_of
from assay.text.question_parts import question_parts
from assay.text.questions import Asked, asked_for, core_question, several_asked_for
from assay.text.rarity import question_words
from assay.types import Draft, Form

# A story whose last sentence has fewer words that mean something asks with all of its words.
ENOUGH_WORDS = 3


def signs_of(
    question: str, draft: Draft, candidates: Sequence[Candidate], rarity: WordRarity
) -> AnswerSigns:
    """What speaks for the draft, which was made from the first candidate."""
    best, words = candidates[0], _weighed(question, rarity)
    unknown = sum(value >= rarity.most for value in words.values())
    return AnswerSigns(
        score=best.score,
        unknown=unknown / max(1, len(words)),
        words=len(words),
        numberless=len(question_parts(question)) == 1 and _lacks_a_value(question, candidates),
        unnamed=bool(strangers(question, candidates, rarity)),
        ahead=_ahead(candidates),
        lead=best.found.lead,
        unlisted=_is_unlisted(question, draft, best),
    )


def strangers(question: str, candidates: Sequence[Candidate], rarity: WordRarity) -> list[str]:
    """What the question names and no document does, in its text or by its title or place."""
    names = strange_names(
        core_question(question), lambda word: rarity.rarity(stem_of(word)) < rarity.most
    )
    places = " ".join(f"{c.passage.title} {c.passage.source}" for c in candidates)
    whole = " ".join((places, *(f"{c.passage.context} {c.passage.text}" for c in candidates)))
    strange = [
        name
        for name in names
        if squashed(name) not in squashed(places)
        and not stands_as_version(name, whole)
        # The words of "canvas.drawGrid" are known as one, so that its parts are not.
        and not stands_apart(name, whole)
    ]
    return list(dict.fromkeys((*strange, *strange_codes(core_question(question), whole))))


def _weighed(question: str, rarity: WordRarity) -> dict[str, float]:
    """The words that must be known: of a story those of its question, if it has some."""
    asked = question_words(core_question(question), rarity).wanted
    return asked if len(asked) >= ENOUGH_WORDS else question_words(question, rarity).wanted


def _lacks_a_value(question: str, candidates: Sequence[Candidate]) -> bool:
    """True when a number, a bound, a default or a version is asked for, and the best has none."""
    passage = candidates[0].passage
    return (
        lacks_the_number(question, candidates[0].entry().text)
        or lacks_the_bound(question, f"{passage.context} {passage.text}")
        or best_lacks_the_default(question, candidates)
        or lacks_the_version(question, passage.text)
    )


def _ahead(candidates: Sequence[Candidate]) -> float:
    """By how many logits the best one is better than the next, of which there may be none."""
    if len(candidates) == 1:
        return FAR_AHEAD
    best, following = (logit_of(each.score) for each in candidates[:2])
    return best - following


def _is_unlisted(question: str, draft: Draft, best: Candidate) -> bool:
    """True when several things were asked for, and the draft is no list of any."""
    several = several_asked_for(question)
    if draft.form not in (Form.FACT, Form.PASSAGE):
        return False
    if not several and asked_for(question) is not Asked.LIST:
        return False
    return not names_several(best.passage, best.key, several)
