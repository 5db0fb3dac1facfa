"""When assay does not answer: one rule, for every generator.

assay refuses

1. when no evidence passed the check;
2. when the generator finds no answer: of a language model's answer and the reader's none is shown
   where the documents hardly answer, a model asked in the papers' way may say so itself, and of
   texts without entries the reader of spans shows none that is hardly ever right;
3. with `--strict`, when at least half of the answer's sentences have no support in the evidence;
4. when a tolerated risk is set and one minus the confidence of the answer is above it.

`always_answer` turns all four off; what would have been the reason then becomes a note. Where no
evidence passed, the best of what did not is read. Only where nothing at all was found, or the time
is over, is there still nothing to give.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from assay.ports import Generator, knows_by_itself
from assay.text.places import name_of
from assay.tracing import step
from assay.types import Draft, Evidence, Facts

MAX_UNSUPPORTED = 0.5
MAX_SHOWN = 120
MAX_SOURCES_SHOWN = 3


def _facts(draft: Draft) -> Facts:
    return {"abstained": draft.text is None, "reason": draft.reason}


@dataclass(frozen=True, slots=True)
class AbstentionRule:
    """How much doubt is too much."""

    always_answer: bool = False
    max_risk: float | None = None
    max_unsupported: float = MAX_UNSUPPORTED

    def __post_init__(self) -> None:
        """Refuse a risk that is not a probability."""
        if self.max_risk is not None and not 0 <= self.max_risk <= 1:
            raise ValueError(f"a risk lies between 0 and 1, got {self.max_risk}")

    @step("abstain", _facts)
    def apply(self, draft: Draft, evidence: Evidence) -> Draft:
        """The draft as it is, or one without text that says what was looked at and was missing."""
        doubt = self._doubt(draft)
        if not doubt:
            return draft
        if self.always_answer and draft.text:
            return replace(draft, notes=(*draft.notes, f"answered although {doubt}"))
        reason = f"{doubt}; {looked_at(evidence)}"
        return Draft(
            None,
            reason=reason,
            notes=draft.notes,
            confidence=draft.confidence,
            closest=draft.entries + draft.closest,
        )

    def _doubt(self, draft: Draft) -> str:
        if not draft.text:
            return draft.reason or "the generator gave no answer"
        if draft.unsupported:
            # A checked sentence is either cited or unsupported.
            share = len(draft.unsupported) / (len(draft.unsupported) + len(draft.citations))
            if share >= self.max_unsupported:
                return f"nothing in the evidence says: {_shown(draft)}"
        risk = 1 - confidence(draft)
        if self.max_risk is not None and risk > self.max_risk:
            return f"the risk of error is {risk:.2f}, above the tolerated {self.max_risk:g}"
        return ""


@dataclass(frozen=True, slots=True)
class Abstaining:
    """Any generator, held to the rule."""

    generator: Generator
    rule: AbstentionRule = AbstentionRule()

    @property
    def answers_without_evidence(self) -> bool:
        """True when the generator may be asked although nothing was found."""
        return knows_by_itself(self.generator)

    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The generator's answer, unless the rule speaks against it."""
        return self.rule.apply(self.generator.generate(question, evidence), evidence)


def confidence(draft: Draft) -> float:
    """How likely a draft is right: as its generator says, else as its best citation scores."""
    if draft.confidence is not None:
        return min(1.0, max(0.0, draft.confidence))
    return min(1.0, max((c.score for c in draft.citations), default=0.0))


def looked_at(evidence: Evidence) -> str:
    """Which sources were read before the refusal."""
    if not evidence.strips:
        return "there was nothing to look at"
    counts = Counter(name_of(strip.passage) or strip.passage.title for strip in evidence.strips)
    names = [name for name, _ in counts.most_common(MAX_SOURCES_SHOWN) if name]
    more = len(counts) - len(names)
    shown = ", ".join(names) + (f" and {more} more" if names and more else "")
    return f"looked in {shown or 'texts without a name'}"


def _shown(draft: Draft) -> str:
    start, end = draft.unsupported[0]
    words = " ".join((draft.text or "")[start:end].split())
    return f'"{words if len(words) <= MAX_SHOWN else words[:MAX_SHOWN] + "..."}"'
