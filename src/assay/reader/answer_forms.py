"""Candidates laid out as the text of an answer: a fact, an entry, a list, steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from assay.reader import kinds
from assay.reader.blocks import is_procedure, listed_blocks
from assay.reader.candidate import Candidate
from assay.reader.marks import whole_marks
from assay.reader.pieces import (
    Listing,
    Piece,
    announced,
    leads_on,
    piece_at,
    rest_below,
    whole_list,
)
from assay.reader.question import Question
from assay.steps.answer.citations import cite_entry
from assay.text.questions import Asked
from assay.text.stop_words import FUNCTION_WORDS
from assay.types import Draft, Entry, Form, Passage

# A span is given as the answer by itself only when the reader prefers it to "no answer".
LEAD_FROM = 0.0
_BARE_NUMBER = re.compile(r"\d[\d.,]*")
_UNIT = re.compile(r" ?[^\W\d_]+")

Around = Callable[[Passage], Sequence[Passage]]
"""The passages before and after one, in which a list may go on."""


def joined(entries: Sequence[Entry], form: Form) -> Draft:
    """The entries one below the other as the text, each cited."""
    text, citations = "", []
    close = form in (Form.LIST, Form.STEPS)  # its pieces are as close as in their document
    follows = [close and after.continues(before) for before, after in pairwise(entries)]
    gaps = ["", *("\n" if each else "\n\n" for each in follows)]
    for entry, gap in zip(entries, gaps, strict=True):
        text += gap + (f"{entry.label}: " if entry.label else "")
        citations.append(cite_entry(entry, len(text), len(text) + len(entry.text)))
        text += entry.text
    return Draft(text, tuple(citations), form=form, entries=tuple(entries))


def shown(best: Candidate, around: Around | None) -> Draft:
    """The entry, with what its last line announces or what little is left of its section."""
    entry = best.entry()
    pieces: list[Piece] = []
    if around is not None and entry.end == len(best.passage.text):
        after = around(best.passage)
        pieces = announced(best.passage, after) if leads_on(entry.text) else []
        pieces = pieces or rest_below(best.passage, after)
    more = [Entry(each.passage, each.start, each.end, score=best.score) for each in pieces]
    return joined([entry, *more], Form.PASSAGE)


def fact(question: Question, best: Candidate) -> Draft | None:
    """The span that the reader prefers to no answer, if it is of the kind that was asked for."""
    if best.found.lead <= LEAD_FROM:
        return None
    text = best.passage.text
    start, end = whole_marks(text, best.found.start, best.found.end)
    end = start + len(text[start:end].partition("\n\n")[0].rstrip(" :\n"))
    if question.kind is kinds.Kind.NUMBER and _BARE_NUMBER.fullmatch(text, start, end):
        end = _with_unit(text, end, best.key[1])
    said = text[start:end]
    if not said or (question.kind and not kinds.holds(said, question.kind)):
        return None
    citation = cite_entry(best.entry(), 0, end - start, best.key, (start, end))
    return Draft(said, (citation,), form=Form.FACT, entries=(best.entry(),))


def _with_unit(text: str, end: int, border: int) -> int:
    """The end of a number with the word behind it: "12 kg" and "12 members", not "12"."""
    unit = _UNIT.match(text, end, border)
    return unit.end() if unit and unit[0].strip().casefold() not in FUNCTION_WORDS else end


def listed(best: Candidate, asked: Asked, around: Around | None) -> Draft | None:
    """The list or procedure of the entry with all of its pieces, where it has one."""
    passage = best.passage
    items = listed_blocks(passage, best.key[0])
    steps = is_procedure(items)
    if not items or (asked is Asked.HOW_TO and not steps):
        return None
    own = piece_at(passage, passage.blocks.index(items[0]), items[0].kind)
    found = Listing((own,))
    if around is not None and (own.from_start or own.to_end):
        found = whole_list(own, around(passage))
    draft = joined(_entries(best, found), Form.STEPS if steps else Form.LIST)
    count = f"{found.items} {'steps' if steps else 'items'}"
    return replace(draft, notes=(count + (" of a longer list" if found.longer else ""),))


def _entries(best: Candidate, found: Listing) -> list[Entry]:
    """What is shown of each piece; of the one that was found to answer, what answers too."""
    whole = best.entry()
    entries = []
    for piece in found.pieces:
        start, end = piece.start, piece.end
        if piece.passage.id != best.passage.id:
            entries.append(Entry(piece.passage, start, end, score=best.score))
        else:
            entries.append(replace(whole, start=min(whole.start, start), end=max(whole.end, end)))
    return entries
