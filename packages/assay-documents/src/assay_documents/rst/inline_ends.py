"""Inline markup whose end is looked for once in a paragraph, where docutils looks for every start.

Thousands of stars, ticks or bars that nothing closes would otherwise cost their square.
"""

from __future__ import annotations

import re
from typing import Any

from docutils.parsers.rst.states import Inliner

_ENDS = ("emphasis", "strong", "literal", "interpreted_or_phrase_ref", "target", "substitution_ref")


class _End:
    """The end of one kind of markup; what follows a start without one holds none either."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern, self.absent = pattern, False

    def search(self, rest: str) -> re.Match[str] | None:
        found = None if self.absent else self.pattern.search(rest)
        self.absent = found is None
        return found


class OneLookInliner(Inliner):
    """docutils' own reading of inline markup, in time that grows with the text alone."""

    def init_customizations(self, settings: Any) -> None:  # noqa: ANN401 - docutils' values
        """Put ends that remember in the place of the patterns."""
        super().init_customizations(settings)
        self._ends = [_End(getattr(self.patterns, name)) for name in _ENDS]
        for name, end in zip(_ENDS, self._ends, strict=True):
            setattr(self.patterns, name, end)

    def parse(self, text: str, lineno: int, memo: Any, parent: Any) -> Any:  # noqa: ANN401 - see above
        """The nodes of a text; a text inside of another is a paragraph of its own."""
        before = [end.absent for end in self._ends]
        for end in self._ends:
            end.absent = False
        try:
            return super().parse(text, lineno, memo, parent)
        finally:
            for end, absent in zip(self._ends, before, strict=True):
                end.absent = absent


# docutils fills its patterns with what stands in the class itself, not in those above it.
for _name, _value in vars(Inliner).items():
    if isinstance(_value, str) and not _name.startswith("__"):
        setattr(OneLookInliner, _name, _value)
