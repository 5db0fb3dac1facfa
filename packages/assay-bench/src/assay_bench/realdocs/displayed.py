"""What a person sees of an answer."""

from __future__ import annotations

from dataclasses import dataclass

from assay.types import Answer, Entry
from assay_bench.realdocs.patterns import plain


@dataclass(frozen=True, slots=True)
class Displayed:
    """The words of an answer and everything quoted beside them, as plain text."""

    text: str
    quotes: tuple[str, ...]
    refused: bool
    aside: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """The words and the entries of the answer itself, one after another."""
        return " ".join(each for each in (self.text, *self.quotes) if each)

    @property
    def whole(self) -> str:
        """The same with what is shown beside it as "see also"."""
        return " ".join([self.answer, *self.aside])


def displayed(answer: Answer) -> Displayed:
    """The answer as the command line shows it, without the places of its quotes and its notes."""
    quotes = [citation.quote for citation in answer.citations]
    quotes += [_shown(entry, entry.text) for entry in answer.entries]
    aside = () if answer.abstained else (_shown(e, _key(e)) for e in answer.closest)
    return Displayed(
        plain(answer.text or ""),
        tuple(dict.fromkeys(map(plain, quotes))),
        answer.abstained,
        tuple(map(plain, aside)),
    )


def _shown(entry: Entry, words: str) -> str:
    """An entry under the headings that are shown above it."""
    return " ".join([*entry.passage.headings, words])


def _key(entry: Entry) -> str:
    start, end = entry.key or (entry.start, entry.end)
    return entry.passage.text[start:end]
