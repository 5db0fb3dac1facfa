"""A passage as an answer: which part of it a question asks about, and how well it fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assay.adapters.scorers.pair_reading import Found, PairReading
from assay.ports import WordRarity
from assay.steps.answer.confidence import raised
from assay.steps.answer.layout import (
    key_sentence,
    only_list,
    paragraph_at,
    sentences_of,
    shown_part,
)
from assay.steps.answer.lists import (
    MIN_ASKED,
    announces,
    denied_list,
    is_list,
    is_named_after,
    names_several,
)
from assay.steps.answer.rows import MIN_READ, item_asked_for, item_quoted, row_asked_for
from assay.steps.values.columns import cell_asked_for
from assay.steps.values.conditions import value_asked_for
from assay.steps.values.names import name_asked_for
from assay.steps.values.ranges import cell_in_range, row_in_range
from assay.steps.values.settings import (
    NO_SETTING,
    Setting,
    default_beside,
    is_example,
    setting_asked_of,
)
from assay.steps.values.versions import SAID, states_version, version_asked_of, version_places
from assay.steps.values.weekdays import part_of_day
from assay.text.numbers import (
    asks_for_number,
    lacks_the_number,
    lacks_the_price,
    number_places,
    price_places,
)
from assay.text.options import asks_for_option, option_places, options_in, spells_out
from assay.text.overlap import stems
from assay.text.question_parts import question_parts
from assay.text.questions import (
    Asked,
    asked_for,
    asks_for_all,
    defined,
    defines,
    several_asked_for,
)
from assay.text.rarity import QuestionWords, question_words
from assay.types import BlockKind, Entry, Passage

# A span is given as the answer by itself only when the reader prefers it to "no answer".
LEAD_FROM = 0.0
# What is named by its row and its column is given, whatever the reader thinks of it.
SURE_LEAD = 1.0
# An entry that says "X is ..." is what "what is X?" asks for.
DEFINES = 0.3
# So is an entry with a list for "which ...s are there?": in logits, against the introduction before
# it that speaks of the same in better words.
LISTS = 1.5
# And more so the list of what is not, for "what is not ...?".
DENIES = 2.5
# What is asked for in the plural may be a list, or a fact as well.
MAY_LIST = 0.75
# An entry in which the reader finds no number, for "how many?", goes behind one that is as good, as
# does one without an option for "which option?".
NUMBERLESS = -0.5
# The entry of "--line-number" goes before others for an option that prints line numbers.
SPELT = 1.0
# So does one that says which version is needed, for a question that asks so.
STATES = 2.0
# What is an example goes behind, for a question that asks for a default.
EXAMPLE = -1.0
# Where one entry answers, those after the third are not looked at if they are so much less likely.
LOOKED_AT, FAR_BEHIND = 3, -1.5
SEVERAL = (Asked.LIST, Asked.COMPARISON)
# What may be asked about one row of a table.
ABOUT_ONE = (Asked.FACT, Asked.EXPLANATION)
Part = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage as an answer: its score, the best span in it, and the sentence that decides."""

    passage: Passage
    score: float
    found: Found
    key: tuple[int, int]
    row: Part = None  # of a table, if it alone is asked for

    def entry(self, label: str = "") -> Entry:
        """What is shown of it."""
        start, end = self.row or shown_part(self.passage, self.key)
        return Entry(self.passage, start, end, self.key, self.score, label)


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question asks for, as far as it decides between passages and inside them.

    `words` are those that may name one row of a table; none where more than one may be meant.
    """

    question: str
    asked: Asked
    words: Mapping[str, float]
    number: bool
    single: bool
    several: str = ""
    headed: QuestionWords | None = None  # what headings are weighed by; None where they are not
    setting: Setting = NO_SETTING  # whose default is asked for

    @classmethod
    def by(cls, question: str, rarity: WordRarity) -> Sought:
        """What this question asks for; of two questions at once little can be said."""
        asked, single = asked_for(question), len(question_parts(question)) == 1
        about_one = single and asked in ABOUT_ONE
        all_words = question_words(question, rarity)
        words = all_words.wanted if about_one else {}
        headed = all_words if single and asked is not Asked.COMPARISON else None
        several = several_asked_for(question) if asked is Asked.FACT else ""
        number = single and asks_for_number(question)
        setting = setting_asked_of(question, words)
        return cls(question, asked, words, number, single, several, headed, setting)

    def likely(
        self, passages: Sequence[Passage], scores: Sequence[float]
    ) -> list[tuple[Passage, float]]:
        """The passages with their scores that may come first, best first; to read one costs."""
        scored = sorted(zip(passages, scores, strict=True), key=lambda each: -each[1])
        if not scored or not self.single or self.asked in SEVERAL:
            return scored
        least = raised(scored[0][1], FAR_BEHIND)
        return scored[:LOOKED_AT] + [each for each in scored[LOOKED_AT:] if each[1] >= least]

    def candidate(self, passage: Passage, score: float, reading: PairReading) -> Candidate | None:
        """The passage as an answer; None where it has no words to read, or only its heading."""
        if {block.kind for block in passage.blocks} == {BlockKind.HEADING}:
            return None
        row = row_asked_for(passage, self.words)
        if row is None and self.words:
            row = row_in_range(passage, self.question)
        span = self._span(passage, row, reading)
        if span is None:
            return None
        key = row or self._list_of(passage) or key_sentence(passage, span.start, span.end)
        if self.asked is Asked.YES_NO:  # no span says yes: the most relevant sentence decides
            sentences = sentences_of(passage) or [key]
            key = max(sentences, key=lambda each: reading.strip_logit(*each))
        return Candidate(passage, self._fit(passage, score, span, key), span, key, row)

    def _span(self, passage: Passage, row: Part, reading: PairReading) -> Found | None:
        """The best span of the part that is asked about, a number if that is asked for."""
        item = None
        if self.asked is Asked.FACT and self.single:
            item = item_quoted(passage, self.question) or item_asked_for(passage, self.words)
            if item and lacks_the_number(self.question, passage.text[slice(*item)]):
                item = None  # it shares words with the question, and answers nothing
        # Of a few rows all are shown, and still only one of them is asked about.
        part = row or item or row_asked_for(passage, self.words, MIN_READ)
        cell = self._cell(passage, part) if part and part != item else None
        span = reading.best_span([part] if part else None)
        if span and cell:  # the row and the column are named, so that it is no guess
            return Found(*cell, max(span.lead, SURE_LEAD))
        if span and not part and self.asked is Asked.FACT:
            span = self._on_condition(passage, span, reading) or self._said_with_more(
                passage, span, reading
            )
        return span and self._of_kind(passage, span, row, part, reading)

    def _cell(self, passage: Passage, row: tuple[int, int]) -> Part:
        """The value of a row that is named by its column, too."""
        within = cell_in_range(passage, row, self.question)
        if within is None and self.asked is Asked.FACT:
            return cell_asked_for(passage.text, row, self.question)
        return within

    def _on_condition(self, passage: Passage, span: Found, reading: PairReading) -> Found | None:
        """Of values with a condition each that whose condition is asked for, if it is another."""
        said = (span.start, span.end)
        near, own = paragraph_at(passage, span.start), key_sentence(passage, *said)
        value = part_of_day(self.question, passage.text, own, said)
        value = value or value_asked_for(self.question, passage.text, near, said)
        value = value or name_asked_for(self.question, passage, said)
        found = reading.best_span([value]) if value else None
        # The reader found an answer there; which of the values it is, the question says.
        return replace(found, lead=max(span.lead, found.lead)) if found else None

    def _of_kind(
        self, passage: Passage, span: Found, row: Part, part: Part, reading: PairReading
    ) -> Found:
        """The span, or what is an option, a number or a price near it if that is asked for."""
        if given := self._stated(passage, span, reading):
            return given
        said = passage.text[span.start : span.end]
        if not row and self._lacks_the_option(said):
            return reading.best_span(option_places(passage.text)) or span
        near = part or key_sentence(passage, span.start, span.end)
        if lacks_the_number(self.question, said):
            return reading.best_span(number_places(passage.text, near)) or span
        if lacks_the_price(self.question, said):
            sums = price_places(passage.text, near)
            if part and len(sums) == 1:  # of the row that is named: it can be no other
                return Found(*sums[0], max(span.lead, SURE_LEAD))
            return reading.best_span(sums) or span
        return span

    def _stated(self, passage: Passage, span: Found, reading: PairReading) -> Found | None:
        """The version or the default that is asked for, where it is stated as such."""
        if versions := version_places(passage.text, version_asked_of(self.question)):
            best = reading.best_span(versions) or span
            place = next((at for at in versions if at[0] <= best.start < at[1]), versions[0])
            return Found(*place, max(best.lead, SURE_LEAD))  # with its bound
        if given := self.setting.given(passage):
            place, sure = given
            lead = max(span.lead, SURE_LEAD) if sure == SAID else None
            return Found(*place, lead) if lead else reading.best_span([place])
        near = paragraph_at(passage, span.start)
        block = (near[0][0], near[-1][1]) if near else (span.start, span.end)
        said = span.start, span.end
        beside = default_beside(self.question, passage.text, block, said)
        return Found(*beside, span.lead) if beside else None

    def _said_with_more(self, passage: Passage, span: Found, reading: PairReading) -> Found:
        """The span of the one sentence that has the words of its sentence and more; else the span.

        What it costs to recruit is not what it costs to recall, though one follows the other.
        """
        first = key_sentence(passage, span.start, span.end)
        wanted = frozenset(self.words)
        held = wanted & stems(passage.text[slice(*first)])
        if len(held) < MIN_ASKED or held == wanted:
            return span
        fuller = [
            each
            for each in sentences_of(passage)
            if each != first and held < wanted & stems(passage.text[slice(*each)])
        ]
        other = reading.best_span(fuller) if len(fuller) == 1 else None
        return other if other and other.lead > LEAD_FROM else span

    def _list_of(self, passage: Passage) -> Part:
        """Where a list of what is asked for stands, by the name of a setting or what is denied."""
        if self.several and is_named_after(passage, self.several):
            return only_list(passage)
        return denied_list(self.question, passage) if self.single else None

    def _lacks_the_option(self, said: str) -> bool:
        return asks_for_option(self.question) and not options_in(said)

    def _fit(self, passage: Passage, score: float, span: Found, key: tuple[int, int]) -> float:
        """The score, with what the form of the question adds to it."""
        if denied_list(self.question, passage) == key:
            score = raised(score, DENIES)
        elif self.asked is Asked.LIST and is_list(passage, key):
            score = raised(score, LISTS)
        if announces(passage, key, self.several) or names_several(passage, key, self.several):
            score = raised(score, LISTS if asks_for_all(self.question) else MAY_LIST)
        if self.number and (
            span.lead <= LEAD_FROM or lacks_the_number(self.question, passage.text)
        ):
            score = raised(score, NUMBERLESS)
        if self._lacks_the_option(f"{passage.context} {passage.text}"):
            score = raised(score, NUMBERLESS)
        if passage.headings and spells_out(self.question, passage.headings[-1]):
            score = raised(score, SPELT)
        if states_version(passage, version_asked_of(self.question)) == SAID:
            score = raised(score, STATES)
        if is_example(self.question, passage.text[slice(*key)]):
            score = raised(score, EXAMPLE)
        score = raised(score, STATES * self.setting.stated(passage))
        bonus = DEFINES if defines(passage.text, defined(self.question)) else 0.0
        return min(1.0, score + bonus)
