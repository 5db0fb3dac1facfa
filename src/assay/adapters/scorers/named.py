"""Whether a passage is the entry of what a question names, as its heading tells."""

from __future__ import annotations

from dataclasses import dataclass

from assay.text.options import bare_name, is_headed, options_in
from assay.text.overlap import content_stems
from assay.text.questions import Asked, asked_for, defined, sides
from assay.types import Passage

_TERM = 60  # characters at the beginning of an entry, where its term stands
_NOT_FIRST = 0.8
_COVERED = 0.5  # of a question's words, so many make it the one that a heading asks


@dataclass(frozen=True, slots=True)
class Names:
    """What a question names: options, functions, settings, what it wants explained, itself.

    `things` are the two sides of a comparison, or the X of "what is X?".
    """

    question: str
    asked: Asked
    options: frozenset[str]
    things: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, question: str) -> Names:
        """What this question names."""
        things = frozenset(map(bare_name, (*(sides(question) or ()), defined(question))))
        words = content_stems(question)
        return cls(question, asked_for(question), options_in(question), things - {""}, words)

    def entry(self, passage: Passage, begins: int) -> float:
        """1 for the entry of what is named ("-n" in "grep -n"), a little less for its later pieces.

        `begins`: where the first piece of its entry stands, of those that were found.
        """
        heading = passage.headings[-1] if passage.headings else ""
        if is_headed(self.question, heading) or self._is_thing(heading) or self._is_asked(heading):
            return 1.0 if passage.start == begins else _NOT_FIRST
        if not self.options & options_in(heading):
            return 0.0
        return 1.0 if self.options & options_in(passage.text[:_TERM]) else _NOT_FIRST

    def _is_thing(self, heading: str) -> bool:
        return bare_name(heading) in self.things

    def _is_asked(self, heading: str) -> bool:
        """True for a heading that asks the same, as those of frequent questions do."""
        if not heading.rstrip().endswith("?"):
            return False
        words = content_stems(heading)
        covers = words <= self.words and len(words) >= _COVERED * len(self.words)
        return bool(words) and covers and asked_for(heading) is self.asked
