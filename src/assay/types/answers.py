"""What comes out of a run: its steps and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assay.types.checks import Check
from assay.types.drafts import Citation, Rival
from assay.types.evidence import Evidence, Scored, Thresholds, Verdict
from assay.types.forms import Entry, Form

# What a trace may hold: anything that `json.dumps` writes without help.
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded step of a run: name, start, duration and facts."""

    name: str
    at_ms: float
    ms: float
    depth: int = 0
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModelCost:
    """What a language model was asked: how often, with how many tokens, prompts and replies.

    `cached` counts what was known from before and cost nothing.
    """

    calls: int = 0
    tokens: int = 0
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one question: an answer that cites its sources, or a reasoned refusal.

    `form` says how the answer is laid out, `entries` are the parts of documents it shows, and
    `closest` are what came nearest where it refuses, or what else may answer; `rivals` are other
    answers that other documents give. `check` is what a
    verifier said of it; `queries` are what was retrieved with, in turn, where that was not just
    the question.
    """

    question: str
    text: str | None
    strategy: str
    reason: str = ""
    verdict: Verdict | None = None
    thresholds: Thresholds | None = None
    scores: tuple[Scored, ...] = ()
    evidence: Evidence = field(default_factory=Evidence)
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()
    trace: tuple[Step, ...] = ()
    confidence: float | None = None
    unsupported: tuple[tuple[int, int], ...] = ()
    check: Check | None = None
    queries: tuple[str, ...] = ()
    form: Form = Form.TEXT
    entries: tuple[Entry, ...] = ()
    closest: tuple[Entry, ...] = ()
    rivals: tuple[Rival, ...] = ()

    def __post_init__(self) -> None:
        """A refusal has the form of one, whoever refuses."""
        if self.text is None and self.form is not Form.REFUSAL:
            object.__setattr__(self, "form", Form.REFUSAL)

    @property
    def abstained(self) -> bool:
        """True when assay refused to answer; `reason` then says why."""
        return self.text is None

    @property
    def timings_ms(self) -> dict[str, float]:
        """Milliseconds by step name, nested steps counted under their own name too."""
        totals: dict[str, float] = {}
        for step in self.trace:
            totals[step.name] = totals.get(step.name, 0.0) + step.ms
        return totals

    @property
    def model_cost(self) -> ModelCost:
        """What the steps of the run say of the language model; zeros where none was asked."""
        asked = [step.facts for step in self.trace if step.name == "complete"]
        return ModelCost(
            sum(facts.get("prompts", 1) for facts in asked),
            sum(facts.get("tokens", 0) for facts in asked),
            sum(step.name == "cached" for step in self.trace),
        )
