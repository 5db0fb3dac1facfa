"""A language model's answer or the reader's, whichever is likelier right, or none."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from assay.adapters.chat.within_context import within_context
from assay.adapters.chat.yes_no import YesNoModel
from assay.adapters.generators.chat import TOO_LONG
from assay.adapters.generators.fallback import SHARE_OF_TIME, is_silent, why_not
from assay.budget import current_budget, in_part_of_time
from assay.errors import BudgetSpentError, InputError, ServiceError
from assay.ports import Generator, knows_by_itself
from assay.steps.answer.entry_prompt import MAX_CHARACTERS, whether_prompt
from assay.steps.answer.reply_judge import Decision, Opinions, ReplyJudge, reply_features
from assay.tracing import step
from assay.types import Draft, Evidence, Facts

QUOTED = "quoted from the documents: "
LESS_LIKELY = "the model's own answer was less likely right"
NEARLY_OVER = 0.1
"""Opinions are not asked for when less than a tenth of the time is left."""
NO_OPINIONS = "the model gave no opinion of the answers: they were judged without"


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
    fitted on such evidence. Nor was it on a model that writes nothing for a reason of its own: the
    reader's answer then stands alone, if the best entry scores `alone_from`. With `falls_back` this
    holds for a server that fails as well.
    """

    writer: Generator
    reader: Generator
    asked: ReplyJudge
    unasked: ReplyJudge
    model: YesNoModel | None = None
    may_refuse: bool = True
    falls_back: bool = False
    alone_from: float = -1.0
    room: int = MAX_CHARACTERS

    @property
    def answers_without_evidence(self) -> bool:
        """True when the writer may be asked although nothing was found."""
        return knows_by_itself(self.writer)

    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The likelier answer with the probability that it is right, or none with the reason."""
        # The reader first: it is quick, and a model may use up the time.
        read = self.reader.generate(question, evidence)
        try:
            written = in_part_of_time(
                SHARE_OF_TIME, lambda: self.writer.generate(question, evidence)
            )
        except BudgetSpentError as spent:
            return self._alone(read, evidence, why_not(spent))
        except (ServiceError, InputError) as error:
            if not self.falls_back:
                raise
            return self._alone(read, evidence, why_not(error))
        if not evidence.strips:
            return written
        if is_silent(written):
            return self._alone(read, evidence, written.reason)
        return self._chosen(question, evidence, written, read).draft

    def _alone(self, read: Draft, evidence: Evidence, why: str) -> Draft:
        """The reader's answer with a note why there is no other, unless the entries are too bad."""
        scores = [strip.score for strip in evidence.strips if strip.score is not None]
        best = max(scores, default=self.alone_from)
        doubt = _doubt((best + 1) / 2) if best < self.alone_from else ""
        shown = self._unless_doubted(read, doubt, read)
        told = QUOTED + why if shown.text else why
        return replace(shown, notes=(told, *shown.notes))

    def _unless_doubted(self, best: Draft, doubt: str, read: Draft) -> Draft:
        """The better answer unless there is a doubt, which refuses it or is a note."""
        if not best.text or not doubt:
            return best
        if self.may_refuse:
            # Notes on what a text lacks say nothing where it is not shown.
            return Draft(None, reason=doubt, closest=read.entries)
        return replace(best, notes=(*best.notes, f"answered although {doubt}"))

    @step("choose", _facts)
    def _chosen(self, question: str, evidence: Evidence, written: Draft, read: Draft) -> _Chosen:
        opinions, note = self._opinions(question, evidence, written, read)
        judge = self.unasked if opinions.holds is None else self.asked
        features = reply_features(question, evidence, written, read, opinions)
        decision = judge.decide(features, written, read)
        doubt = ""
        if decision.answerable < judge.least and _is_as_fitted(evidence, opinions):
            doubt = _doubt(decision.answerable)
        best = self._unless_doubted(_likelier(decision, written, read), doubt, read)
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

        # What was too long to answer from is too long to judge by.
        room = self.room // 2 if TOO_LONG in written.notes else self.room
        try:
            odds, _ = in_part_of_time(SHARE_OF_TIME, lambda: within_context(asked, room))
        except (ServiceError, InputError, BudgetSpentError) as error:
            return Opinions(), f"{NO_OPINIONS} ({error})"
        return Opinions(**dict(zip(answers, odds, strict=True))), ""


def _doubt(answerable: float) -> str:
    return f"the documents hardly answer this ({answerable:.0%} likely)"


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
