"""Whether a passage is the entry of what a question names, as its heading tells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from assay.steps.values.columns import has_row_of
from assay.steps.values.settings import NO_SETTING, Setting, setting_asked_of
from assay.steps.values.versions import is_required_now, states_version, version_asked_of
from assay.text.options import (
    bare_name,
    default_asked_of,
    is_called,
    is_entry_of,
    is_headed,
    options_in,
    spells_out,
)
from assay.text.overlap import content_stems
from assay.text.question_parts import own_words, sides
from assay.text.questions import asks_the_same, defined, several_asked_for
from assay.text.rarity import QuestionWords
from assay.types import BlockKind, Passage

_TERM = 60  # characters at the beginning of an entry, where its term stands
_NOT_FIRST = 0.8
_ENTRIES = (BlockKind.ENTRY, BlockKind.ITEM)


@dataclass(frozen=True, slots=True)
class Names:
    """What a question names: options, functions, settings, what it wants explained, itself.

    `sides` are those of a comparison, `thing` is the X of "what is X?",
    `several` has the words of "which Xs are there?", `versioned` is that of which a version is
    needed, `setting` that whose default is asked for.
    """

    question: str
    words: QuestionWords
    options: frozenset[str]
    sides: tuple[str, ...]
    thing: str
    several: frozenset[str] = frozenset()
    versioned: str = ""
    setting: Setting = NO_SETTING

    @classmethod
    def of(cls, question: str, words: QuestionWords) -> Names:
        """What this question, of these words, names."""
        thing = bare_name(defined(question))
        several = content_stems(several_asked_for(question))
        named = options_in(question), sides(question) or (), thing, several
        setting = setting_asked_of(question, words.wanted)
        return cls(question, words, *named, version_asked_of(question), setting)

    def entry(self, passage: Passage, begins: int) -> float:
        """1 for the entry of what is named ("-n" in "grep -n"), a little less for its later pieces.

        `begins`: where the first piece of its entry stands, of those that were found.
        """
        heading = passage.headings[-1] if passage.headings else ""
        if self._begins(passage.text):
            return 1.0
        if self._is_own(heading) or is_headed(self.question, heading):
            return 1.0 if passage.start == begins else _NOT_FIRST
        if self._is_spelt(passage) or self._is_put(passage):
            return 1.0  # any piece and any part of it may hold the answer
        if has_row_of(passage, self.question):
            return 1.0
        if not self.options & options_in(heading):
            return max(states_version(passage, self.versioned), self.setting.stated(passage))
        return 1.0 if self.options & options_in(passage.text[:_TERM]) else _NOT_FIRST

    def required_now(self, passage: Passage) -> bool:
        """Whether it says which version is needed now, though it may be a part of a history."""
        return is_required_now(passage, self.versioned)

    def _is_own(self, heading: str) -> bool:
        """Whether it is the heading of a side, with its values or alone, or of the thing."""
        if any(is_entry_of(side, heading) for side in self.sides):
            return True
        if self.sides and any(is_called(own, heading) for own in own_words(self.sides)):
            return True
        if (setting := default_asked_of(self.question)) and bare_name(heading) == setting:
            return True
        if len(self.several) > 1 and content_stems(heading) == self.several:
            return True  # one word alone is the heading of all that there is to say of it
        return bool(self.thing) and bare_name(heading) == self.thing

    def _begins(self, text: str) -> bool:
        """Whether a text begins with the thing as its first line: "Default oil level."."""
        first = text[: len(self.thing) + _TERM].partition("\n")[0]
        return " " in self.thing and bare_name(first.rstrip(".")) == self.thing

    def _is_spelt(self, passage: Passage) -> bool:
        """Whether an entry of the passage is that of an option whose words the question says."""
        entries = [each.start for each in passage.blocks if each.kind in _ENTRIES] or [0]
        return any(spells_out(self.question, term_at(passage.text, at)) for at in entries)

    def _is_put(self, passage: Passage) -> bool:
        """Whether a heading puts the question, of the same thing: "with Apache?", not "nginx"."""
        put = any(asks_the_same(self.question, each) for each in passage.headings)
        return put and self.words.subject_in(passage)


def term_at(text: str, at: int) -> str:
    """The line of an entry's name, with the lines below it that give the option other names."""
    first, *others = text[at : at + _TERM].split("\n")
    also = takewhile(lambda line: line.lstrip(" `'\"\u2018\u201c").startswith("-"), others)
    return " ".join((first, *also))
