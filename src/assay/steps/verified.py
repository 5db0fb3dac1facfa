"""Checked answers: which of two is the better one, and when the best is still not good enough.

An answer is withheld when its check fails badly: the judgment is false and the evidence supports
less than half of the text. `always_answer` turns that off; the reason then becomes a note. An
answer that could not be checked at all is treated like one that failed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.types import Answer, Check, Draft, Stance

LEAST_TRUTHFUL = 0.5


@dataclass(frozen=True, slots=True)
class VerifiedOnly:
    """The rule that lets an answer pass."""

    always_answer: bool = False
    least_truthful: float = LEAST_TRUTHFUL

    def apply(self, answer: Answer) -> Answer:
        """The answer as it is, or a refusal that says what the check found."""
        doubt = self._doubt(answer)
        if not doubt:
            return answer
        if self.always_answer:
            return replace(answer, notes=(*answer.notes, f"answered although {doubt}"))
        return replace(answer, text=None, reason=doubt, citations=(), unsupported=())

    def _doubt(self, answer: Answer) -> str:
        if answer.text is None:
            return ""
        if answer.check is None:
            return "the answer could not be verified"
        if answer.check.judgment or answer.check.truthfulness >= self.least_truthful:
            return ""
        stances = [each.stance for each in answer.check.sentences]
        against = stances.count(Stance.CONTRADICTED)
        lacking = len(stances) - stances.count(Stance.SUPPORTED)
        if not lacking:  # the judgment is a model's own, not counted from the sentences
            return f"the answer did not verify: truthfulness {answer.check.truthfulness:.2f}"
        denied = f", which contradicts {against} of them" if against else ""
        return (
            f"the answer did not verify: {lacking} of {len(stances)} sentence(s) have no support"
            f" in the evidence{denied}"
        )


def as_draft(answer: Answer) -> Draft:
    """An answer as a verifier wants it."""
    return Draft(
        answer.text,
        answer.citations,
        answer.reason,
        confidence=answer.confidence,
        unsupported=answer.unsupported,
    )


def better(first: Answer, second: Answer) -> Answer:
    """The answer that verifies better, the first when they are equal."""
    return second if quality(second.check) > quality(first.check) else first


def quality(check: Check | None) -> tuple[bool, float]:
    """What checked answers are ranked by: the judgment first, then how true and right they are."""
    if check is None:
        return False, -1.0
    return check.judgment, check.truthfulness + check.correctness
