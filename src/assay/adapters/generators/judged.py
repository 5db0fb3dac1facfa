"""A language model's answer or the reader's, whichever is likelier right, or none."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from assay.adapters.chat.within_context import within_context
from assay.adapters.chat.yes_no import YesNoModel
from assay.budget import current_budget, part_of_time
from assay.errors import BudgetSpentError, InputError, ServiceError
from assay.ports import Generator, knows_by_itself
from assay.steps.answer.entry_prompt import MAX_CHARACTERS, whether_prompt
from assay.steps.answer.reply_judge import Decision, Opinions, ReplyJudge, reply_features
from assay.tracing import step
from assay.types import Draft, Evidence, Facts

QUOTED = "quoted from the documents: "
LESS_LIKELY = "the model's own answer was less likely right"
NEARLY_OVER, SHARE_OF_TIME = 0.1, 0.8
"""Opinions are not asked for when less than a tenth of the time is left; a model that writes or
gives its opinions may take so much of what is left, so that the reader's answer is not lost."""
NO_OPINIONS = "the model gave no opinion of the answers: they were judged without"
NOT_JUDGED = "there was no time to judge the model's answer"


@dataclass(frozen=True, slots=True)
class _Chosen:
    draft: Draft
    decision: Decision
    note: str = ""


def _facts(chosen: _Chosen) -> Facts:
    decision = chosen.decision
    chances = {
        name: round(getattr(decision, name), 4) for name in ("written", "read", "answerable")
    }
    told = {**chances, "same": decision.same}
    features = {name: round(value, 3) for name, value in asdict(decision.features).items()}
    note = {"notice": chosen.note} if chosen.note else {}
    return {**told, "features": features, "text": chosen.draft.text, **note}


@dataclass(frozen=True, slots=True)
class JudgedGenerator:
    """Asks a language model and the reader, and shows the answer that is likelier right.

    The writer is not told how to decline: a small model that is declines whatever it is shown.
    Whether anything is shown is for the judge to say: `asked` judges by what the model holds of
    the evidence and of both answers, `unasked` where there are no such odds. Without `model`
    none are asked for. With `may_refuse` off the likelier answer is shown in any case; so it is
    where nothing was scored, or where no odds tell of texts without entries: the judge was not
    fitted on such evidence.
    """

    writer: Generator
    reader: Generator
    asked: ReplyJudge
    unasked: ReplyJudge
    model: YesNoModel | None = None
    may_refuse: bool = True
    room: int = MAX_CHARACTERS

    @property
    def answers_without_evidence(self) -> bool:
        """True when the writer may be asked although nothing was found."""
        return knows_by_itself(self.writer)

    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The likelier answer with the probability that it is right, or none with the reason."""
        if not evidence.strips:
            return self.writer.generate(question, evidence)
        written = self._written(question, evidence)
        try:
            read = self.reader.generate(question, evidence)
        except BudgetSpentError:
            if not written.text:
                raise
            return replace(written, notes=(*written.notes, NOT_JUDGED))
        return self._chosen(question, evidence, written, read).draft

    def _written(self, question: str, evidence: Evidence) -> Draft:
        """What the model writes; nothing where its tokens or its time are spent."""
        try:
            with part_of_time(SHARE_OF_TIME):
                return self.writer.generate(question, evidence)
        except BudgetSpentError as spent:
            return Draft(None, reason=str(spent), notes=(spent.hint,))

    @step("choose", _facts)
    def _chosen(self, question: str, evidence: Evidence, written: Draft, read: Draft) -> _Chosen:
        opinions, note = self._opinions(question, evidence, written, read)
        judge = self.unasked if opinions.holds is None else self.asked
        features = reply_features(question, evidence, written, read, opinions)
        decision = judge.decide(features, written, read)
        doubt = ""
        if decision.answerable < judge.least and _is_as_fitted(evidence, opinions):
            doubt = f"the documents hardly answer this ({decision.answerable:.0%} likely)"
        best = _likelier(decision, written, read)
        if best.text and doubt and self.may_refuse:
            # Notes on what a text lacks say nothing where it is not shown.
            best = Draft(None, reason=doubt, closest=read.entries)
        elif best.text and doubt:
            best = replace(best, notes=(*best.notes, f"answered although {doubt}"))
        return _Chosen(best, decision, note)

    def _opinions(
        self, question: str, evidence: Evidence, written: Draft, read: Draft
    ) -> tuple[Opinions, str]:
        """What the model holds of the evidence and of each answer, with a note where it fails."""
        model = self.model
        if model is None or not model.differs or _nearly_over():
            return Opinions(), ""
        told = {"holds": "", "written": written.text, "read": read.text}
        answers = {name: text for name, text in told.items() if text is not None}

        def asked(room: int) -> list[float | None]:
            texts = answers.values()
            return model.odds([whether_prompt(question, evidence, t, room=room) for t in texts])

        try:
            with part_of_time(SHARE_OF_TIME):
                odds, _ = within_context(asked, self.room)
        except (ServiceError, InputError, BudgetSpentError) as error:
            return Opinions(), f"{NO_OPINIONS} ({error})"
        return Opinions(**dict(zip(answers, odds, strict=True))), ""


def _is_as_fitted(evidence: Evidence, opinions: Opinions) -> bool:
    """True where the judge sees what it was fitted on: scored passages, with entries or odds."""
    scored = any(strip.score is not None for strip in evidence.strips)
    has_entries = any(strip.passage.blocks for strip in evidence.strips)
    return scored and (has_entries or opinions.holds is not None)


def _nearly_over() -> bool:
    """True when asking for odds could lose an answer already written."""
    budget = current_budget()
    return budget.seconds_left < NEARLY_OVER * budget.limits.seconds


def _likelier(decision: Decision, written: Draft, read: Draft) -> Draft:
    """The answer that is shown if one is, with notes on that one alone."""
    if decision.shows_written:
        return replace(written, confidence=decision.confidence, closest=read.entries)
    why = LESS_LIKELY if written.text else written.reason
    notes = () if written.text else written.notes
    told = QUOTED + why if read.text else why
    return replace(read, confidence=decision.confidence, notes=(told, *notes, *read.notes))
