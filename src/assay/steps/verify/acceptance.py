"""Checked answers: which of two is the better one, and when the best is still not good enough.

An answer is withheld when its check fails badly: the judgment is false and the evidence supports
less than half of the text. A quotation that could not be verified is given all the same, and says
so: it stands in its source, and withholding it loses more right answers than wrong ones (see
docs/results.md). `always_answer` turns withholding off; the reason then becomes a note. An answer
that could not be checked at all is treated like one that failed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.steps.verify.claims import claims_of
from assay.types import Answer, Check, Draft, NliLabel, Outcome

MIN_TRUTHFUL = 0.5
# By so much another answer has to be better before it replaces the first.
CLEARLY = 0.1


@dataclass(frozen=True, slots=True)
class VerifiedOnly:
    """The rule that withholds an answer whose check failed."""

    always_answer: bool = False
    least_truthful: float = MIN_TRUTHFUL

    def apply(self, answer: Answer) -> Answer:
        """The answer, or a refusal with the reason; under `always_answer` the reason is a note."""
        doubt = self._doubt(answer)
        if not doubt:
            return answer
        if self.always_answer:
            return replace(answer, notes=(*answer.notes, f"answered although {doubt}"))
        return replace(
            answer,
            text=None,
            reason=doubt,
            citations=(),
            unsupported=(),
            entries=(),
            closest=answer.entries + answer.closest,
        )

    def _passes(self, answer: Answer, check: Check) -> bool:
        if check.judgment or check.truthfulness >= self.least_truthful:
            return True
        measured = bool(check.sentences)  # else the judgment is a model's own
        return measured and check.outcome is Outcome.UNSUPPORTED and is_quotation(answer)

    def _doubt(self, answer: Answer) -> str:
        if answer.text is None:
            return ""
        if answer.check is None:
            return "the answer could not be verified"
        if self._passes(answer, answer.check):
            return ""
        labels = [each.label for each in answer.check.sentences]
        against = labels.count(NliLabel.CONTRADICTED)
        lacking = len(labels) - labels.count(NliLabel.SUPPORTED)
        if not lacking:  # the judgment is a model's own, not counted from the sentences
            return f"the answer could not be verified: truthfulness {answer.check.truthfulness:.2f}"
        what = f"{lacking} of {len(labels)} sentence(s) have no support in the evidence"
        if against:
            return f"the answer is contradicted: {what}, which contradicts {against} of them"
        return f"the answer could not be verified: {what}"


def is_quotation(answer: Answer) -> bool:
    """True when all of the answer stands word for word in what it cites."""
    claims = claims_of(first_answer(answer) or "", answer.citations, answer.evidence)
    return bool(claims) and all(claim.quoted for claim in claims)


def first_answer(answer: Answer) -> str | None:
    """The text of the answer; if sources disagree, the preferred one of the two."""
    if answer.text is None or not answer.rivals or len(answer.citations) != 1:
        return answer.text
    cited = answer.citations[0]
    return answer.text[: cited.answer_end] if cited.answer_start == 0 else answer.text


def as_draft(answer: Answer) -> Draft:
    """An answer as a verifier wants it."""
    return Draft(
        first_answer(answer),
        answer.citations,
        answer.reason,
        confidence=answer.confidence,
        unsupported=answer.unsupported,
        rivals=answer.rivals,
    )


def better(first: Answer, second: Answer) -> Answer:
    """The second answer where it is clearly more likely right, else the first.

    The first was found with the asker's own words: other words have to show that they know better.
    """
    if first.text is None or second.text is None:
        return second if first.text is None and second.text is not None else first
    return second if quality(second.check) > quality(first.check) + CLEARLY else first


def later(first: Answer, second: Answer) -> Answer:
    """The second answer whatever its check says: algorithm 1 of the paper as printed."""
    return second


def quality(check: Check | None) -> float:
    """What checked answers are ranked by: how likely they are right, and how much is supported."""
    return -1.0 if check is None else (check.correctness + check.truthfulness) / 2
