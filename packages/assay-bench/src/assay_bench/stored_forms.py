"""The forms of what a run keeps on disk: files that somebody may have edited."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from assay_bench.case import AnswerKind

# Far beyond anything that can be measured, and far from where arithmetic breaks.
HUGE = 1e15
Number = Annotated[float, Field(ge=-HUGE, le=HUGE)]
Count = Annotated[int, Field(ge=0, le=int(HUGE))]


class Form(BaseModel):
    """Values of exactly these types; fields that we do not know are left alone."""

    model_config = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)


class ScoreForm(Form):
    """The score of one passage."""

    passage: str
    score: Number


class StripForm(Form):
    """One strip of evidence."""

    id: str
    text: str
    title: str = ""
    source: str = ""
    kind: str = ""
    start: Count = 0
    score: Number | None = None


class CitationForm(Form):
    """Which part of an answer is borne out by which part of a strip."""

    evidence: str
    answer_start: int
    answer_end: int
    start: int = 0
    end: int = 0


class SpanForm(Form):
    """A part of an answer."""

    start: int
    end: int


class CheckForm(Form):
    """What a verifier said."""

    reference_score: Number = 0.0
    correctness: Number = 0.0
    citation_accuracy: Number = 0.0
    truthfulness: Number = 0.0
    judgment: bool = False
    revised_question: str | None = None


class AnswerForm(Form):
    """An answer in the form of `assay ask --json`, as far as a run reads it again."""

    text: str | None
    question: str = ""
    reason: str = ""
    verdict: str | None = None
    confidence: Number | None = None
    scores: list[ScoreForm] = []
    evidence: list[StripForm] = []
    citations: list[CitationForm] = []
    unsupported: list[SpanForm] = []
    check: CheckForm | None = None
    queries: list[str] = []
    notes: list[str] = []
    timings_ms: dict[str, Number] = {}


class RecordForm(Form):
    """One line of records.jsonl."""

    strategy: str = Field(min_length=1)
    case: str
    question: str
    answer: AnswerForm
    correct: bool | None
    metrics: dict[str, Number] = {}
    seconds: Annotated[Number, Field(ge=0)] = 0.0
    tokens: Count = 0
    searches: Count = 0


class PassageForm(Form):
    """A passage of a case, with what somebody thought of it."""

    id: str
    text: str
    title: str
    source: str
    document: str
    start: Count
    label: int | None


class PageForm(Form):
    """A page of a case."""

    url: str
    title: str
    text: str


class CaseForm(Form):
    """One line of cases.jsonl."""

    id: str
    question: str
    answers: list[str]
    kind: Annotated[AnswerKind, Field(strict=False)]
    choices: dict[str, str]
    answer_key: str
    passages: list[PassageForm] | None
    external: list[PageForm] | None
    unanswerable: bool
    parts: list[list[str]]
    relevant: dict[str, int]
    meta: dict[str, Any]


class RunForm(Form):
    """What run.json says of a run."""

    task: str = ""
    description: str = ""
    source: str = ""
    seed: int = 0
    systems: dict[str, dict[str, Any]] = {}
