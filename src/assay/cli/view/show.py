"""An answer for the terminal: the text, then its sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from assay.adapters.search.null_search import UNSET
from assay.cli.console import one_line, printable
from assay.steps.answer.citations import numbered
from assay.text.places import location, name_of
from assay.types import (
    Answer,
    BlockKind,
    BlockSpan,
    Check,
    Citation,
    Entry,
    Form,
    NliLabel,
    Outcome,
)
from assay.types.drafts import DISAGREE

MAX_CLOSEST = 300
# What is shown of several pieces stands under one place, where they follow one another.
_IN_PIECES = (Form.LIST, Form.STEPS, Form.PASSAGE)


def plain_answer(answer: Answer) -> Text:
    """The answer in its form with its places, or the refusal and what came closest."""
    text = _refusal(answer) if answer.text is None else _answered(answer)
    if answer.rivals:
        text.append("\n\n").append_text(_rivals(answer))
    if answer.text is not None and answer.confidence is not None:
        text.append(f"\n\nconfidence {answer.confidence:.0%}", style="dim")
    if answer.queries:
        text.append("\nlooked for: ", style="dim").append(
            "; ".join(one_line(query) for query in answer.queries), style="dim"
        )
    if closest := [entry for entry in answer.closest if not _is_shown(entry, answer)]:
        text.append("\n\n").append_text(_closest(closest, refused=answer.text is None))
    if answer.check is not None and answer.text is not None:
        text.append("\n\n").append_text(_verified(answer.check))
    for note in answer.notes:
        if note == UNSET and answer.text is not None:
            continue  # that nothing was searched matters only where nothing was found
        if answer.rivals and note.startswith(DISAGREE):
            continue  # the rivals stand above with their places
        text.append("\nnote: ", style="yellow").append(one_line(note))
    return text


def _refusal(answer: Answer) -> Text:
    return Text.assemble(("No answer: ", "bold yellow"), one_line(answer.reason))


def _answered(answer: Answer) -> Text:
    """A fact or a written text first, then its sources; entries as they stand in the document."""
    if not answer.entries:
        return _cited(answer)
    text = Text()
    if answer.form is Form.FACT:
        text.append(printable(answer.text or ""), style="bold").append("\n\n")
    elif answer.form is Form.YES_NO:
        text.append((answer.text or "").partition("\n")[0], style="bold").append("\n\n")
    elif above := _above(answer):
        text.append(printable(above), style="bold").append("\n\n")
    for number, entry in enumerate(answer.entries):
        if number and answer.form in _IN_PIECES and entry.continues(answer.entries[number - 1]):
            text.append_text(_words(entry))
        else:
            text.append("\n\n" if number else "")
            text.append_text(drawn_entry(entry, answer.citations))
    return text


def _above(answer: Answer) -> str:
    """The text of a list before its first quotation: the names of the sections listed."""
    first = min((each.answer_start for each in answer.citations), default=0)
    return (answer.text or "")[:first].strip() if answer.form is Form.LIST else ""


def drawn_entry(entry: Entry, citations: Sequence[Citation]) -> Text:
    """An entry under the place of what is cited of it, with the sentence that decides visible."""
    cited = next((place(each) for each in citations if _is_inside(each, entry)), None)
    text = Text(cited or entry_place(entry, entry.start), style="cyan")
    if entry.label:
        text = Text.assemble((f"{one_line(entry.label)}: ", "bold"), text)
    return text.append_text(_words(entry))


def _is_inside(citation: Citation, entry: Entry) -> bool:
    start = entry.passage.start
    of_same = citation.source == entry.passage.source
    return of_same and start + entry.start <= citation.start and citation.end <= start + entry.end


def _words(entry: Entry) -> Text:
    text = Text()
    start, end = entry.key or (entry.start, entry.start)
    for block in _blocks(entry):
        text.append("\n    ")
        words = Text(_mark(block) + printable(entry.passage.text[block.start : block.end]))
        shift = len(_mark(block)) - block.start
        words.stylize("bold green", max(0, start + shift), max(0, min(end, block.end) + shift))
        text.append_text(Text("\n    ").join(words.split()))
    return text


def entry_place(entry: Entry, offset: int) -> str:
    """The source of an entry and where in it a part of its passage stands."""
    where = location(entry.passage, offset)
    name = one_line(name_of(entry.passage)) or "unnamed source"
    return f"{name}, {one_line(where)}" if where else name


def _blocks(entry: Entry) -> list[BlockSpan]:
    """The blocks that an entry shows; all of it as one where the document has none."""
    inside = [b for b in entry.passage.blocks if b.start < entry.end and b.end > entry.start]
    return inside or [BlockSpan(entry.start, entry.end, BlockKind.PARAGRAPH)]


def _mark(block: BlockSpan) -> str:
    if block.kind is not BlockKind.ITEM:
        return ""
    return f"{block.number} " if block.number else "- "


def _rivals(answer: Answer) -> Text:
    """What other documents answer instead, each with its place."""
    text = Text("Sources disagree:", style="bold yellow")
    for rival in answer.rivals:
        text.append("\n  ").append(one_line(rival.text), style="bold")
        text.append(f" ({rival.citation.score:.0%}) ").append(place(rival.citation), style="cyan")
        text.append("\n    ").append(f"\u201c{one_line(rival.citation.quote)}\u201d")
    return text


def _is_shown(entry: Entry, answer: Answer) -> bool:
    """Whether an entry is shown already, as the source or as what another document answers."""
    words = one_line(entry.passage.text[entry.start : entry.end])
    cited = (*answer.citations, *(rival.citation for rival in answer.rivals))
    return any(one_line(each.quote) in words for each in cited)


def _closest(entries: Sequence[Entry], *, refused: bool) -> Text:
    """Other entries with the lines they have, cut: they were not tested good, and it says so."""
    title = "Closest, but not good enough to answer from:" if refused else "See also:"
    text = Text(title, style="bold" if refused else "dim")
    for entry in entries:
        words = "\n    ".join(_lines(entry))
        shown = words if len(words) <= MAX_CLOSEST else words[: MAX_CLOSEST - 1] + "\u2026"
        where = entry_place(entry, entry.decisive[0])
        text.append("\n  ").append(where, style="cyan").append(f"\n    {shown}")
    return text


def _lines(entry: Entry) -> Iterator[str]:
    """The lines of an entry, or of the sentence in it that decides; items have their marks."""
    start, end = entry.decisive
    for block in _blocks(entry):
        words = entry.passage.text[max(start, block.start) : min(end, block.end)]
        mark = _mark(block) if start <= block.start else ""
        lines = [line for line in map(one_line, words.splitlines()) if line]
        yield from (mark * (not at) + line for at, line in enumerate(lines))


def _cited(answer: Answer) -> Text:
    text = Text(printable(answer.text or ""), style="bold")
    for number, citation in numbered(answer):
        text.append(f"\n\n[{number}] ").append(place(citation), style="cyan")
        text.append("\n    ").append_text(quotation(answer, citation))
    return text


def _verified(check: Check) -> Text:
    supported = sum(each.label is NliLabel.SUPPORTED for each in check.sentences)
    style = {Outcome.SUPPORTED: "green", Outcome.CONTRADICTED: "red"}.get(check.outcome, "yellow")
    how = (check.outcome.value, style)
    text = Text.assemble(how, f": {supported} of {len(check.sentences)} sentence(s) supported")
    if check.outcome is Outcome.UNSUPPORTED and check.notes:  # why, where all of it is supported
        text.append(f"; {one_line(check.notes[0])}")
    return text


def place(citation: Citation) -> str:
    """The location of a quotation: source, and page, line or headings."""
    name = one_line(name_of(citation)) or "unnamed source"
    return f"{name}, {one_line(citation.location)}" if citation.location else name


def quotation(answer: Answer, citation: Citation) -> Text:
    """The quoted sentence, with the cited words of the answer made visible in it."""
    quote = Text(one_line(citation.quote))
    said = (answer.text or "")[citation.answer_start : citation.answer_end]
    if said.strip():
        quote.highlight_words([one_line(said)], "bold green")
    return Text("“").append_text(quote).append("”")
