"""Any strategy, with questions over a column of a table computed: the most, a sum, a count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from assay.ports import Strategy
from assay.steps.answer.conclude import conclude
from assay.steps.columns.compute import computed
from assay.steps.columns.match import Meant, meant, names_a_row
from assay.steps.columns.question import (
    OPERATORS,
    ColumnQuestion,
    Operation,
    cell_question,
    column_question,
)
from assay.steps.columns.table import MIN_ROWS, tables_of
from assay.tracing import step
from assay.types import Answer, BlockKind, BlockSpan, Draft, Entry, Evidence, Facts, Passage

NOT_CLEAR = "the question asks for something over all rows of a table, and it is not clear of which"
TOO_LONG = "the question asks for something over all rows of a table that is too long for it"
_LOOKED_AT = 10  # of the passages found, best first
_MAX_DOCUMENTS = 3

WholeDocument = Callable[[Passage], Sequence[Passage]]
"""All passages of the document of one; none where it has too many."""


def _facts(draft: Draft | None) -> Facts:
    return {"computed": draft is not None and draft.text is not None}


@dataclass(frozen=True, slots=True)
class OverColumns:
    """Another strategy's answer, or one computed over the tables among the passages it found.

    What the other reads in a few rows is no answer to a question over all of them: it is refused.
    """

    strategy: Strategy
    document: WholeDocument
    always_answer: bool = False

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The computed answer where the question means a column of a table, else the other one."""
        given = self.strategy.answer(question, query)
        asked = column_question(question)
        draft = self._over(asked, _found(given)) if asked else None
        if draft is None:
            draft = self._cell(question, given)
        if draft is not None:
            done = conclude(question, given.strategy, given.evidence, draft)
            return replace(
                given, text=done.text, reason=done.reason, evidence=done.evidence,
                citations=done.citations, notes=done.notes, confidence=None, unsupported=(),
                check=None, form=done.form, entries=done.entries, closest=(), rivals=(),
            )  # fmt: skip
        if asked is None or self.always_answer or not self._reads_some_rows(asked, given):
            return given
        is_whole = all(self.document(entry.passage) for entry in given.entries)
        return replace(
            given, text=None, reason=NOT_CLEAR if is_whole else TOO_LONG, citations=(),
            unsupported=(), check=None, confidence=None, entries=(),
            closest=(given.entries + given.closest)[:3], rivals=(),
        )  # fmt: skip

    def _cell(self, question: str, given: Answer) -> Draft | None:
        """The one cell that a question means, where no text was found that says it."""
        asked = cell_question(question)
        if asked is None or not (given.text is None or all(map(self._is_in_row, given.entries))):
            return None
        found = [each for each in _found(given)[:_LOOKED_AT] if names_a_row(asked, each)]
        return self._over(asked, found) if found else None

    @step("compute", _facts)
    def _over(self, asked: ColumnQuestion, found: Sequence[Passage]) -> Draft | None:
        """What is computed over the one table that the question means; None where none is."""
        fitting = [each for each in self._meant(asked, found) if each is not None]
        return computed(asked.operation, fitting[0]) if len(fitting) == 1 else None

    def _meant(self, asked: ColumnQuestion, found: Sequence[Passage]) -> Iterator[Meant | None]:
        documents: dict[str, Passage] = {}
        for passage in found[:_LOOKED_AT]:
            if _rows(passage):
                documents.setdefault(passage.document, passage)
        for passage in list(documents.values())[:_MAX_DOCUMENTS]:
            for table in tables_of(self.document(passage)):
                yield meant(asked, table)

    def _reads_some_rows(self, asked: ColumnQuestion, answer: Answer) -> bool:
        """True where an answer rests on a row of a table, which says nothing about the others.

        A row that says "total" or "maximum" itself does.
        """
        if asked.operation is Operation.COUNT or answer.text is None or not answer.entries:
            return False
        return all(map(self._is_of_rows, answer.entries))

    def _is_of_rows(self, entry: Entry) -> bool:
        start, end = entry.key or (entry.start, entry.end)
        return self._is_in_row(entry) and not OPERATORS.search(entry.passage.text[start:end])

    def _is_in_row(self, entry: Entry) -> bool:
        """True where what decides stands in a row of a table, whose others may be elsewhere."""
        start = entry.key[0] if entry.key else entry.start
        if not any(each.start <= start < each.end for each in _rows(entry.passage)):
            return False
        whole = self.document(entry.passage)
        return not whole or sum(len(_rows(each)) for each in whole) >= MIN_ROWS


def _found(answer: Answer) -> list[Passage]:
    """The passages that were found, best first."""
    if answer.scores:
        return [s.passage for s in sorted(answer.scores, key=lambda each: -each.score)]
    evidence: Evidence = answer.evidence
    return list(dict.fromkeys(strip.passage for strip in (*evidence.strips, *evidence.dropped)))


def _rows(passage: Passage) -> list[BlockSpan]:
    return [each for each in passage.blocks if each.kind is BlockKind.ROW]
