"""Entries as the text of an answer: one below the other, or a list with all of its pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from assay.adapters.generators.candidates import Candidate
from assay.steps.answer.citations import cite_entry
from assay.steps.answer.layout import is_procedure, listed_blocks
from assay.steps.answer.lists import is_headed_by, section_of, sections_below
from assay.steps.answer.pieces import (
    MAX_PIECES,
    Listing,
    Piece,
    announced,
    leads_on,
    piece_at,
    rest_below,
    steps_after,
    whole_list,
)
from assay.text.overlap import content_roots
from assay.text.questions import Asked, asks_for_all, several_asked_for
from assay.types import BlockKind, Draft, Entry, Form, Passage

# Fewer sections are no list, and headings so long are sentences.
_MIN_SECTIONS, _MAX_NAME = 3, 60
_BRIEF = 40  # words of an entry that says what to use and not how

Around = Callable[[Passage], Sequence[Passage]]


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
    return replace(draft, notes=(_count(found, "steps" if steps else "items"),))


def shown(best: Candidate, around: Around | None) -> Draft:
    """The entry, with what its last line announces if that was cut off from it."""
    return _with_more(best, around, lambda _, __: [])


def told(best: Candidate, around: Around | None) -> Draft:
    """The entry, with the little that is left of its section below it."""
    return _with_more(best, around, rest_below)


def _with_more(
    best: Candidate,
    around: Around | None,
    rest: Callable[[Passage, Sequence[Passage]], list[Piece]],
) -> Draft:
    entry = best.entry()
    pieces: list[Piece] = []
    if around is not None and entry.end == len(best.passage.text):
        after = around(best.passage)
        pieces = announced(best.passage, after) if leads_on(entry.text) else []
        pieces = pieces or rest(best.passage, after)
    more = [Entry(each.passage, each.start, each.end, score=best.score) for each in pieces]
    return joined([entry, *more], Form.PASSAGE)


def with_sections(draft: Draft, best: Candidate, question: str, around: Around | None) -> Draft:
    """The draft, and where its entry heads what is asked for, the names of the sections below.

    "Which rules are there?" is answered by a page on rules whose sections are the rules.
    """
    several = several_asked_for(question)
    if around is None or not several:
        return draft
    near, home = around(best.passage), best.passage.headings
    if not is_headed_by(best.passage, several):
        below = section_of(best.passage, near, several)
        if below is None:
            return draft
        home = below
    names, passages = sections_below(best.passage, near, home)
    if len(names) < _MIN_SECTIONS or max(map(len, names)) > _MAX_NAME:
        return draft
    if passages < MAX_PIECES and asks_for_all(question):
        return _of_sections(names, best.entry())
    named = ", ".join([*names, "..."] if passages >= MAX_PIECES else names)
    return replace(draft, notes=(*draft.notes, f"sections below it: {named}"))


def _of_sections(names: Sequence[str], entry: Entry) -> Draft:
    """The names of all sections as the answer, with the entry that stands above them."""
    draft, above = joined([entry], Form.LIST), ", ".join(names) + "\n\n"
    moved = (
        replace(c, answer_start=c.answer_start + len(above), answer_end=c.answer_end + len(above))
        for c in draft.citations
    )
    return replace(
        draft,
        text=above + (draft.text or ""),
        citations=tuple(moved),
        notes=(f"{len(names)} sections below it",),
    )


def with_example(best: Candidate, around: Around | None) -> Draft:
    """The entry, and where it is a sentence or two, the example that is announced right below."""
    whole, entry = told(best, around), best.entry()
    blocks = best.passage.blocks
    below = [block for block in blocks if block.start >= entry.end][:2]
    if len(below) < 2 or len(entry.text.split()) > _BRIEF or below[1].kind is not BlockKind.CODE:  # noqa: PLR2004 - what announces it, and the example
        return whole
    before = best.passage.text[below[0].start : below[0].end]
    shown_code = any(
        block.kind is BlockKind.CODE and entry.start <= block.start < entry.end for block in blocks
    )
    if shown_code or below[0].kind is not BlockKind.PARAGRAPH or not leads_on(before):
        return whole
    return joined([replace(entry, end=below[1].end)], Form.PASSAGE)


def steps_below(question: str, best: Candidate, around: Around | None) -> Draft | None:
    """The entry with the steps that follow it, in a section that is about what is asked.

    Its first words tell best what the section is about, and the steps how to do it.
    """
    heading = content_roots(best.passage.headings[-1]) if best.passage.headings else frozenset()
    if around is None or not heading or not heading <= content_roots(question):
        return None
    found = steps_after(best.passage, around(best.passage))
    if found is None:
        return None
    pieces = [Entry(p.passage, p.start, p.end, score=best.score) for p in found.pieces]
    draft = joined([best.entry(), *pieces], Form.STEPS)
    return replace(draft, notes=(_count(found, "steps"),))


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


def _count(found: Listing, what: str) -> str:
    return f"{found.items} {what}" + (" of a longer list" if found.longer else "")
